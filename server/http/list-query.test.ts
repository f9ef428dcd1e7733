import { describe, expect, it } from 'vitest'
import { parseListQuery, type QueryColumn } from './list-query.ts'

const columns: QueryColumn[] = [
  { name: 'name', kind: 'text' },
  { name: 'amount', kind: 'number' },
  { name: 'held_on', kind: 'datetime' },
  { name: 'order', kind: 'text' },
  { name: 'tags', kind: 'text', multi: true },
]
const find = (name: string) => columns.find((column) => column.name === name) ?? null
const filter = (query: Record<string, unknown>) => parseListQuery(query, find).filter

describe('parseListQuery', () => {
  it.each([
    ['abc', { field: 'name', rule: 'eq', val: 'abc' }],
    ['*abc*', { field: 'name', rule: 'like', val: 'abc' }],
    ['*abc', { field: 'name', rule: 'left_like', val: 'abc' }],
    ['abc*', { field: 'name', rule: 'right_like', val: 'abc' }],
    ['!abc', { field: 'name', rule: 'ne', val: 'abc' }],
    ['!', null],
    ['', null],
    ['>=5', { field: 'name', rule: 'ge', val: '5' }],
    ['le grand', { field: 'name', rule: 'eq', val: 'le grand' }],
    ['a,b,c', { field: 'name', rule: 'in', val: ['a', 'b', 'c'] }],
    [
      ',a,b,',
      {
        or: [
          { field: 'name', rule: 'like', val: 'a' },
          { field: 'name', rule: 'like', val: 'b' },
        ],
      },
    ],
    ['a++b', { field: 'name', rule: 'eq', val: 'a,b' }],
    ['C++', { field: 'name', rule: 'eq', val: 'C++' }],
  ])('reads %j', (value, condition) => {
    expect(filter({ name: value })).toEqual(condition)
  })

  it('looks for whole values where a column holds several', () => {
    expect(filter({ tags: ',1,2,' })).toEqual({ field: 'tags', rule: 'in', val: ['1', '2'] })
  })

  it('reads letters as a comparison where the column is a number', () => {
    expect(filter({ amount: 'gt 5' })).toEqual({ field: 'amount', rule: 'gt', val: '5' })
  })

  it('reads a range', () => {
    expect(filter({ held_on_begin: '2026-01-01', held_on_end: '2026-01-31' })).toEqual({
      and: [
        { field: 'held_on', rule: 'ge', val: '2026-01-01' },
        { field: 'held_on', rule: 'le', val: '2026-01-31' },
      ],
    })
    expect(filter({ name_MultiString: 'a,b' })).toEqual({ field: 'name', rule: 'in', val: ['a', 'b'] })
  })

  it('ignores what is no column, and keeps the list parameters apart from a column of the same name', () => {
    expect(filter({ _t: '1', secret: 'x', order: 'asc' })).toBeNull()
    expect(filter({ order_MultiString: 'a' })).toEqual({ field: 'order', rule: 'in', val: ['a'] })
  })

  it('reads order, and refuses what is no order', () => {
    expect(parseListQuery({ column: 'name_dictText,amount', order: 'asc,desc' }, find).sort).toEqual([
      { field: 'name', descending: false },
      { field: 'amount', descending: true },
    ])
    expect(() => parseListQuery({ column: 'name', order: 'asc;drop' }, find)).toThrow('asc 或 desc')
    expect(() => parseListQuery({ column: '(select 1)' }, find)).toThrow('排序字段不存在')
  })

  it('bounds the page', () => {
    expect(parseListQuery({ pageNo: '0' }, find)).toMatchObject({ pageNo: 1 })
    expect(parseListQuery({ pageSize: '-521' }, find)).toMatchObject({ pageNo: 1, pageSize: 1000 })
    for (const query of [{ pageSize: '1001' }, { pageSize: '0' }, { pageSize: 'x' }, { pageNo: '1e9' }])
      expect(() => parseListQuery(query, find)).toThrow()
  })

  it('reads the advanced query, encoded once or twice', () => {
    const entries = [
      { field: 'name', rule: 'LIKE', val: 'a' },
      { field: 'amount', rule: '>=', val: 5 },
      { field: 'name', rule: 'eq' },
    ]
    const condition = {
      or: [
        { field: 'name', rule: 'like', val: 'a' },
        { field: 'amount', rule: 'ge', val: '5' },
      ],
    }
    for (const text of [JSON.stringify(entries), encodeURIComponent(JSON.stringify(entries))])
      expect(parseListQuery({ superQueryParams: text, superQueryMatchType: 'or' }, find).condition).toEqual(
        condition,
      )
  })

  const parsed = (entries: unknown, superQueryMatchType = 'and') =>
    parseListQuery({ superQueryParams: JSON.stringify(entries), superQueryMatchType }, find).condition

  it('reads groups within the advanced query, each with its own match type', () => {
    const name = { field: 'name', rule: 'like', val: 'a' }
    const amount = { field: 'amount', rule: 'ge', val: '5' }
    expect(parsed([name, { matchType: 'or', records: [amount, { records: [name, amount] }] }])).toEqual({
      and: [name, { or: [amount, { and: [name, amount] }] }],
    })
    // What says nothing is left out, a group of it as well.
    expect(parsed([name, { matchType: 'or', records: [{ field: 'name', rule: 'eq', val: '' }] }])).toEqual(
      name,
    )
    expect(parsed([{ records: [] }])).toBeNull()
  })

  it('refuses groups that are too deep or hold too much, however they are spread', () => {
    const name = { field: 'name', rule: 'eq', val: 'a' }
    const nested = (depth: number): unknown => (depth === 0 ? name : { records: [nested(depth - 1)] })
    expect(parsed([nested(2)])).toEqual(name)
    expect(() => parsed([nested(3)])).toThrow('查询条件嵌套过深')
    const half = { records: Array.from({ length: 99 }, () => name) }
    expect(parsed([half, half])).not.toBeNull()
    expect(() => parsed([half, half, name])).toThrow('查询条件过多')
    expect(() => parsed([{ records: 'all' }])).toThrow()
    expect(() => parsed([{ matchType: 'xor', records: [name] }])).toThrow()
    expect(() => parsed([{ records: [{ field: 'secret', rule: 'eq', val: '1' }] }])).toThrow()
  })

  it.each([
    { superQueryParams: '{' },
    { superQueryParams: '[1]' },
    { superQueryParams: '[{"field":"secret","rule":"eq","val":"1"}]' },
    { superQueryParams: '[{"field":"name","rule":"or 1=1","val":"1"}]' },
    { superQueryParams: '[]', superQueryMatchType: 'xor' },
    { name: 'a\0b' },
    { name: { a: 1 } },
  ])('refuses %j', (query) => {
    expect(() => parseListQuery(query, find)).toThrow()
  })
})
