import { describe, expect, it } from 'vitest'
import type { Comparison, Condition } from '#schemas/page/condition.ts'
import { listParams } from './list-params.ts'

const params = (filter: Condition, several: string[] = []) => listParams({ code: 'x', several }, { filter })
const advanced = (filter: Condition) => {
  const { superQueryMatchType: match, superQueryParams: text } = params(filter)
  return { match, parts: JSON.parse(decodeURI(String(text))) as Comparison[] }
}
const field = 'name'

describe('a list query in the words of the wire', () => {
  it('does not take a filter for a parameter of the list when a column is called like one', () => {
    expect(
      listParams(
        { code: 'x' },
        {
          filter: {
            and: [
              { field: 'order', rule: 'like', val: '甲' },
              { field: 'column', rule: 'eq', val: 1 },
              { field: 'name', rule: 'eq', val: '乙' },
            ],
          },
          sort: [
            { field: 'name', descending: true },
            { field: 'city', descending: false },
          ],
          pageNo: 2,
        },
      ),
    ).toEqual({
      order_MultiString: '*甲*',
      column_MultiString: '1',
      name: '乙',
      column: 'name,city',
      order: 'desc,asc',
      pageNo: 2,
    })
  })

  it.each<[Comparison, Record<string, string>]>([
    [{ field, rule: 'eq', val: 'a b' }, { name: 'a b' }],
    [{ field, rule: 'like', val: 'a,b' }, { name: '*a,b*' }],
    [{ field, rule: 'left_like', val: 'a' }, { name: '*a' }],
    [{ field, rule: 'right_like', val: 'a' }, { name: 'a*' }],
    [{ field, rule: 'ne', val: 'a' }, { name: '!a' }],
    [{ field, rule: 'in', val: ['a', 'b'] }, { name: 'a,b' }],
    [{ field, rule: 'in', val: ['a'] }, { name: 'a' }],
    [{ field, rule: 'ge', val: 5 }, { name_begin: '5' }],
    [{ field, rule: 'le', val: 5 }, { name_end: '5' }],
  ])('says %j by a parameter [queryfilter-19, queryfilter-20, queryfilter-21]', (comparison, said) => {
    expect(params(comparison)).toEqual(said)
  })

  it.each<[Comparison, Record<string, string>]>([
    [{ field, rule: 'ge', val: 'M' }, { name: '>=M' }],
    [{ field, rule: 'le', val: 'M' }, { name: '<=M' }],
    [{ field, rule: 'ge', val: ' M' }, { name_begin: ' M' }],
    [{ field, rule: 'le', val: 'M*' }, { name_end: 'M*' }],
  ])(
    'says %j of a field with one bound by its sign, where the wire reads it so [queryfilter-22, queryfilter-23]',
    (filter, said) => {
      expect(listParams({ code: 'x', bounded: ['name'] }, { filter })).toEqual(said)
    },
  )

  it('asks a field of several values for any of them in the spelling for it', () => {
    expect(params({ field, rule: 'in', val: ['a', 'b'] }, ['name'])).toEqual({ name: ',a,b,' })
  })

  it.each<Comparison>([
    { field, rule: 'eq', val: '!a' },
    { field, rule: 'eq', val: 'a,b' },
    { field, rule: 'eq', val: '*a' },
    { field, rule: 'eq', val: 'a*' },
    { field, rule: 'eq', val: '>5' },
    { field, rule: 'eq', val: 'ge 5' },
    { field, rule: 'eq', val: 'a++b' },
    { field, rule: 'like', val: '5*3' },
    { field, rule: 'in', val: ['a,b', 'c'] },
    { field, rule: 'not_in', val: ['a', 'b,c'] },
    { field, rule: 'empty' },
  ])('sends %j by the advanced query, as it stands', (comparison) => {
    expect(Object.keys(params(comparison))).toEqual(['superQueryMatchType', 'superQueryParams'])
    expect(advanced(comparison)).toEqual({ match: 'and', parts: [comparison] })
  })

  it('keeps alternatives together, beside what stands in parameters', () => {
    const or = [
      { field: 'a', rule: 'like' as const, val: 'x' },
      { field: 'b', rule: 'like' as const, val: 'x' },
    ]
    const filter: Condition = { and: [{ field, rule: 'eq', val: '1' }, { or }] }
    expect(params(filter).name).toBe('1')
    expect(advanced(filter)).toEqual({ match: 'or', parts: or })
    expect(() => params({ and: [{ or }, { or }] })).toThrow('查询条件嵌套过深')
  })

  it('says the second bound of one end by the advanced query', () => {
    const filter: Condition = {
      and: [
        { field, rule: 'ge', val: '1' },
        { field, rule: 'ge', val: '2' },
      ],
    }
    expect(params(filter).name_begin).toBe('1')
    expect(advanced(filter).parts).toEqual([{ field, rule: 'ge', val: '2' }])
  })

  it.each<Comparison>([
    { field, rule: 'eq', val: '' },
    { field, rule: 'eq', val: null },
    { field, rule: 'in', val: [] },
    { field, rule: 'like' },
  ])('refuses %j, which the wire would leave out', (comparison) => {
    expect(() => params(comparison)).toThrow('查询条件缺少值')
  })

  const records = [
    { field: 'a', rule: 'like', val: 'x', type: 'text', dbType: 'string' },
    {
      field: 'b',
      rule: 'in',
      val: '1,2',
      type: 'list',
      dbType: 'string',
      options: [{ value: '1', text: '一' }],
    },
  ]
  const built = (query: Parameters<typeof listParams>[1], nests = false) => {
    const said = listParams({ code: 'x' }, query, { nests })
    return { match: said.superQueryMatchType, parts: JSON.parse(decodeURI(String(said.superQueryParams))) }
  }

  it('carries the advanced query with its match type beside filters, order and page [superquery-22, superquery-23, call-101]', () => {
    const query = {
      advanced: { matchType: 'or' as const, records },
      filter: { field, rule: 'eq' as const, val: '1' },
      sort: [{ field, descending: true }],
      pageNo: 2,
      pageSize: 10,
    }
    expect(listParams({ code: 'x' }, query)).toMatchObject({
      name: '1',
      column: 'name',
      pageNo: 2,
      pageSize: 10,
    })
    expect(built(query)).toEqual({ match: 'or', parts: records })
    expect(built({ advanced: { matchType: 'and', records } }).match).toBe('and')
  })

  it('joins what filters leave to the advanced query with what was built', () => {
    const filter: Condition = { field, rule: 'eq', val: '!a' }
    const rest = { field, rule: 'eq', val: '!a' }
    expect(built({ filter, advanced: { matchType: 'and', records } })).toEqual({
      match: 'and',
      parts: [rest, ...records],
    })
    const either = { matchType: 'or' as const, records }
    expect(built({ filter, advanced: either }, true)).toEqual({ match: 'and', parts: [rest, either] })
    expect(() => built({ filter, advanced: either })).toThrow('查询条件嵌套过深')
  })

  it('says groups within groups only to a server that understands them', () => {
    const advanced = { matchType: 'and' as const, records: [{ matchType: 'or' as const, records }] }
    expect(built({ advanced }, true).parts).toEqual(advanced.records)
    expect(() => built({ advanced })).toThrow('查询条件嵌套过深')
  })

  it('leaves the words for controls out where an address would become too long', () => {
    const many = Array.from({ length: 50 }, () => records).flat()
    const { parts } = built({ advanced: { matchType: 'and', records: many } })
    expect(parts).toHaveLength(100)
    expect(parts[1]).toEqual({ field: 'b', rule: 'in', val: '1,2', type: 'list', dbType: 'string' })
  })
})
