import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#schemas/compile/model.ts'
import type { DocumentRule, Property } from '#schemas/page/form.ts'
import {
  createFormBench,
  type FormBench,
  formDocument,
  testSession,
  writeContext,
} from '#tests/helpers/form-bench.ts'
import { ALL_VALUE_CASES, CASE_FIELDS, CASE_TARGETS } from '#tests/helpers/rule-cases.ts'

const session = testSession()
const money = { type: 'number', db: { type: 'BigDecimal', length: 14, scale: 2 } } as const
const whole = { type: 'integer' } as const
const text = { type: 'string' } as const
const rule = (then: DocumentRule['then'], condition?: DocumentRule['if']): DocumentRule =>
  condition === undefined ? { then } : { if: condition, then }

const cases = formDocument(
  'cases',
  {
    ...(CASE_FIELDS as unknown as Record<string, Property>),
    ...Object.fromEntries(
      ALL_VALUE_CASES.map(({ into }, at) => [`c${at}`, CASE_TARGETS[into] as unknown as Property]),
    ),
  },
  { rules: ALL_VALUE_CASES.map(({ expression }, at) => rule({ value: { [`c${at}`]: expression } })) },
)
const order = formDocument(
  'rule_order',
  {
    rate: { ...money, default: 1 },
    total: money,
    items: whole,
    level: { ...text, dict: ['A', 'B', 'V'].map((value) => ({ value, text: value })), view: 'list' },
    big: text,
    start: { ...text, view: 'date' },
    end: { ...text, view: 'date' },
    note: text,
  },
  {
    subTables: [{ code: 'rule_item', foreignKey: 'order_id', relation: 'many' }],
    rules: [
      rule({ value: { total: 'sum(rule_item.amount)', items: 'count(rule_item)' } }),
      rule({ default: { end: 'addDays(start, 30)' } }),
      rule({ show: ['big'] }, 'total > 100'),
      rule({ options: { level: ['A', 'B'] } }, 'total <= 100'),
      rule({ message: { end: '结束日期不能早于开始日期' } }, 'end < start'),
    ],
  },
)
const item = formDocument(
  'rule_item',
  { order_id: text, price: money, quantity: whole, amount: money },
  { rules: [rule({ value: { amount: 'price * quantity * main.rate' } })] },
)

describe('what rules calculate, on the server', () => {
  let bench: FormBench
  beforeAll(async () => {
    bench = await createFormBench([cases, order, item])
  })
  afterAll(() => bench.close())

  const insert = async (code: string, body: Row) => {
    const answer = await bench.writer.insert(bench.form(code), body, writeContext(session))
    if (!answer.saved) throw new Error(JSON.stringify(answer.errors))
    return answer.id
  }
  const update = (code: string, body: Row) =>
    bench.writer.update(bench.form(code), body, writeContext(session))
  const read = async (code: string, id: string) => bench.reader.record(bench.form(code), session, id)
  const rowsOf = async (id: string) => (await read('rule_order', id)).rule_item as Row[]

  it.each(ALL_VALUE_CASES.map((one, at) => ({ ...one, at })))(
    '$name',
    async ({ at, gives, with: values = {} }) => {
      // What the browser says of a calculated field does not count.
      const id = await insert('cases', { ...values, [`c${at}`]: gives === null ? '7' : null })
      expect((await read('cases', id))[`c${at}`] ?? null).toBe(gives)
    },
  )

  const TWO = [
    { price: 10.01, quantity: 3, amount: 999 },
    { price: 5, quantity: 2 },
  ]

  it('sub rows see their main record, which sums them up; sent values do not count', async () => {
    const id = await insert('rule_order', { rate: 2, total: 1, items: 9, rule_item: TWO })
    expect(await read('rule_order', id)).toMatchObject({ total: 80.06, items: 2 })
    expect((await rowsOf(id)).map(({ amount }) => amount).sort()).toEqual([20, 60.06])
  })

  it('rows follow a main record that is saved without them, and its total follows them', async () => {
    const id = await insert('rule_order', { rate: 1, rule_item: TWO })
    await update('rule_order', { id, rate: 3 })
    expect((await rowsOf(id)).map(({ amount }) => Number(amount)).sort((a, b) => a - b)).toEqual([30, 90.09])
    expect(await read('rule_order', id)).toMatchObject({ total: 120.09 })
  })

  it('a total follows rows that are changed, added and deleted on a page of their own', async () => {
    const id = await insert('rule_order', { rate: 2, rule_item: [{ price: 1, quantity: 1 }] })
    const [first] = await rowsOf(id)
    expect(await update('rule_item', { id: first?.id, quantity: 5 })).toMatchObject({ saved: true })
    expect(await read('rule_order', id)).toMatchObject({ total: 10, items: 1 })
    const second = await insert('rule_item', { order_id: id, price: 4, quantity: 1, amount: 1000 })
    expect(await read('rule_order', id)).toMatchObject({ total: 18, items: 2 })
    await bench.writer.remove(bench.form('rule_item'), [second], writeContext(session))
    expect(await read('rule_order', id)).toMatchObject({ total: 10, items: 1 })
  })

  it('calculates a first value for what was not sent, and keeps what was', async () => {
    const own = await insert('rule_order', { start: '2026-01-31' })
    expect(await read('rule_order', own)).toMatchObject({ end: '2026-03-02' })
    const sent = await insert('rule_order', { start: '2026-01-31', end: '2026-02-01' })
    expect(await read('rule_order', sent)).toMatchObject({ end: '2026-02-01' })
    await update('rule_order', { id: sent, end: '' })
    expect((await read('rule_order', sent)).end).toBeNull()
  })

  it('refuses by a check over several fields, and a choice that the others do not leave', async () => {
    const refused = async (body: Row) =>
      bench.writer.insert(bench.form('rule_order'), body, writeContext(session))
    expect(await refused({ start: '2026-02-01', end: '2026-01-01' })).toEqual({
      saved: false,
      errors: [{ field: 'end', message: '结束日期不能早于开始日期' }],
    })
    expect(await refused({ level: 'V' })).toEqual({
      saved: false,
      errors: [{ field: 'level', message: 'level的值不在选项中' }],
    })
    expect(await refused({ level: 'V', rule_item: [{ price: 200, quantity: 1 }] })).toMatchObject({
      saved: true,
    })
  })

  it('takes nothing for a field that is hidden by what was calculated, whatever total was sent', async () => {
    const small = await insert('rule_order', { big: 'x', total: 1000 })
    expect((await read('rule_order', small)).big).toBeNull()
    const large = await insert('rule_order', { big: 'x', rule_item: [{ price: 200, quantity: 1 }] })
    expect((await read('rule_order', large)).big).toBe('x')
  })
})
