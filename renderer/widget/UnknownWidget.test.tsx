import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { UnknownWidget } from './UnknownWidget.tsx'

it.each([
  ['dat', '未知的控件“dat”，是否应为“date”？（字段 a），暂以文本显示'],
  ['hologram', '未知的控件“hologram”（字段 a），暂以文本显示'],
  ['link_table', '控件“link_table”尚未提供（字段 a），暂以文本显示'],
])('says of the kind %s what is wrong with it', (kind, expected) => {
  const { fields } = compileForm({
    kind: 'form',
    code: 'f',
    title: '表',
    schema: { type: 'object', properties: { a: { type: 'string', title: '甲', view: kind } } },
  })
  const field = fields.find(({ name }) => name === 'a')
  if (!field) throw new Error('the field is missing')
  const { getByRole } = render(
    <UnknownWidget id="a" field={field} value={null} row={{}} onChange={() => {}} />,
  )
  expect(getByRole('note').textContent).toBe(expected)
})
