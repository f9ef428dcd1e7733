// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates are what is tested
import { expect, it } from 'vitest'
import { fillTemplate, templateFault, templateValues } from './template-text.ts'

it('values take the place of variables, and are not templates themselves', () => {
  const filled = fillTemplate('${name}，您好！${ 年份 }年 ${empty}$5', {
    name: '${x}',
    年份: 2026,
    empty: null,
  })
  expect(filled).toEqual({ text: '${x}，您好！2026年 $5', unknown: [], broken: [] })
  expect(templateFault(filled)).toBeNull()
})

it('unknown variables are named, each once', () => {
  const filled = fillTemplate('${a}${b}${a}${toString}', { b: 1 })
  expect(filled.unknown).toEqual(['a', 'toString'])
  expect(templateFault(filled)).toBe('没有给出这些变量的值：a、toString')
})

it('places that begin a variable and are none are shown', () => {
  expect(templateFault(fillTemplate('价格${a b}，${open', { a: 1 }))).toBe(
    '变量的写法不正确：${a b}、${open，应为 ${变量名}',
  )
})

it('values are a JSON object', () => {
  expect(templateValues('{"a":1}')).toEqual({ a: 1 })
  expect(templateValues(' ')).toEqual({})
  for (const other of ['[1]', '1', 'null', '{a}']) expect(templateValues(other)).toBeNull()
})
