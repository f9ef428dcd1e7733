import { describe, expect, it } from 'vitest'
import type { FormDocument } from '../../page/form.ts'
import { checkDocument, soundDocument } from '../check-document.ts'

const TYPES = { type: 'number', view: 'number' } as const
const source = (rules: unknown, more: object = {}) => ({
  kind: 'form',
  code: 'bill',
  title: '账单',
  schema: {
    type: 'object',
    properties: {
      price: { ...TYPES, title: '单价' },
      quantity: { ...TYPES, title: '数量' },
      total: { ...TYPES, title: '合计' },
      rest: { ...TYPES, title: '余额' },
      name: { type: 'string', view: 'text', title: '名称' },
      start: { type: 'string', view: 'date', title: '开始' },
      paid: { type: 'string', view: 'switch', title: '已付' },
    },
  },
  ...more,
  rules,
})
const written = (rules: unknown) => JSON.stringify(source(rules), null, 2)
const value = (map: Record<string, string>, condition?: unknown) => [
  // biome-ignore lint/suspicious/noThenProperty: the keyword of documents
  condition === undefined ? { then: { value: map } } : { if: condition, then: { value: map } },
]

describe('the check of rules', () => {
  it('accepts what can be calculated', () => {
    const rules = [
      ...value({ total: 'price × quantity', rest: 'total - 1', paid: 'total > 0' }, "name & '' != 'x'"),
      // biome-ignore lint/suspicious/noThenProperty: the keyword of documents
      { if: 'total < 0', then: { message: { total: '合计不能小于零' }, default: { start: 'today()' } } },
    ]
    expect(checkDocument(written(rules))).toEqual([])
  })

  it.each<[string, string, string, string | undefined]>([
    ['price * quantty', 'quantty', '字段 quantty 不存在', '是否应为 "quantity"？'],
    ['price + rond(quantity, 2)', 'rond', '函数 rond 不存在', '是否应为 "round"？'],
    ['price + #{sys_dat}', '#{', '变量 #{sys_dat} 不存在', '是否应为 "sys_date"？'],
    ['price + name', 'name', '这里应为数字，而不是文本', undefined],
    ['daysBetween(price, start)', 'price,', '这里应为日期，而不是数字', undefined],
    ['if(price, 1, 2)', 'price', '这里应为条件，而不是数字', undefined],
    ['price > 1', 'price', '这里应为数字，而不是条件', undefined],
    ['round()', 'round', '函数 round 需要 1 至 2 个参数', undefined],
    ['price * (quantity', '', '缺少 )', undefined],
    ['main.price * 2', 'main', '表单不是任何主表的子表，没有 main', undefined],
    ['sum(lines.price)', 'lines', '子表 lines 不存在', undefined],
  ])('%s is told with line and column', (expression, at, message, suggestion) => {
    const text = written(value({ total: expression }))
    const [problem, ...more] = checkDocument(text, { forms: new Map() })
    expect(more).toEqual([])
    expect(problem).toMatchObject({
      severity: 'error',
      code: 'expression',
      path: '/rules/0/then/value/total',
      message: `表达式有误：${message}`,
      ...(suggestion ? { suggestion } : {}),
    })
    const line = text.split('\n')[(problem?.line ?? 0) - 1] ?? ''
    const begin = line.indexOf(expression)
    const offset = at === '' ? expression.length : expression.indexOf(at)
    expect(problem?.column).toBe(begin + offset + 1)
  })

  it('counts what JSON escapes on the way to the mistake', () => {
    const text = written(value({ name: 'start & "x" & nam' }))
    const [problem] = checkDocument(text)
    const line = text.split('\n')[(problem?.line ?? 0) - 1] ?? ''
    expect(line.slice((problem?.column ?? 0) - 1)).toBe('nam"')
  })

  it('refuses a circle with its path, and calculates the rest', () => {
    const rules = [...value({ total: 'rest + 1' }), ...value({ rest: 'price', quantity: '2' }, 'total > 1')]
    const text = written(rules)
    const problems = checkDocument(text)
    expect(problems).toMatchObject([
      {
        code: 'circle',
        path: '/rules/0/then/value/total',
        message: '计算成环：total → rest → total，不计算这个字段',
      },
    ])
    expect(text.split('\n')[(problems[0]?.line ?? 0) - 1]).toContain('"rest + 1"')
    const { document } = soundDocument(text)
    // biome-ignore lint/suspicious/noThenProperty: the keyword of documents
    expect(document?.rules).toEqual([{ then: { value: {} } }, rules[1]])
  })

  it('finds a circle that goes through the main record and its rows', () => {
    const main = source(value({ total: 'sum(lines.price)' }), {
      subTables: [{ code: 'lines', foreignKey: 'name', relation: 'many' }],
    }) as unknown as FormDocument
    const lines = { ...source(value({ price: 'main.total / 2' })), code: 'lines' } as unknown as FormDocument
    const forms = new Map([
      ['bill', main],
      ['lines', lines],
    ])
    expect(checkDocument(main, { forms })).toMatchObject([
      { code: 'circle', message: '计算成环：total → lines.price → total，不计算这个字段' },
    ])
    expect(checkDocument(lines, { forms })).toMatchObject([
      { code: 'circle', message: '计算成环：price → bill.total → price，不计算这个字段' },
    ])
  })

  it('leaves out a rule whose condition is spoilt: it would always hold', () => {
    const then = { readonly: ['price'] }
    for (const rule of [
      { if: 7, then },
      { iff: 'price > 1', then },
      { if: 'price >', then },
    ])
      expect(soundDocument(source([rule])).document?.rules).toEqual([])
  })
})
