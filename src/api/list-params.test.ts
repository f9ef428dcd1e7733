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
          sort: { field: 'name', descending: true },
          pageNo: 2,
        },
      ),
    ).toEqual({
      order_MultiString: '*甲*',
      column_MultiString: '1',
      name: '乙',
      column: 'name',
      order: 'desc',
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
    { field, rule: 'not_in', val: ['a'] },
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
})
