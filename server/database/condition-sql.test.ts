import { describe, expect, it } from 'vitest'
import type { Comparison, Condition, ConditionRule, ConditionValue } from '#schemas/page/condition.ts'
import { type ConditionOrigin, conditionSql, Parameters } from './condition-sql.ts'
import type { DataColumn, ValueKind } from './data-column.ts'

const column = (name: string, kind: ValueKind, multi = false): [string, DataColumn] => [
  name,
  { name, sql: `t."${name}"`, title: name, kind, multi, field: null },
]
const COLUMNS = new Map([
  column('text', 'text'),
  column('int', 'integer'),
  column('long', 'long'),
  column('money', 'decimal'),
  column('ratio', 'double'),
  column('day', 'date'),
  column('at', 'datetime'),
  column('file', 'binary'),
  column('tags', 'text', true),
])
const caller: ConditionOrigin = { from: 'caller' }
const rule = (variables: Record<string, string | string[]> = {}): ConditionOrigin => ({
  from: 'rule',
  variables,
})

/** SQL and bound values of a condition. */
function sqlOf(condition: Condition, origin: ConditionOrigin = caller): [string, ...unknown[]] {
  const parameters = new Parameters()
  return [conditionSql(condition, COLUMNS, parameters, origin), ...parameters.values]
}
const one = (field: string, name: ConditionRule, val?: ConditionValue): Comparison => ({
  field,
  rule: name,
  ...(val === undefined ? {} : { val }),
})

describe('one comparison', () => {
  it.each<[Comparison, [string, ...unknown[]]]>([
    [one('text', 'eq', 'a'), ['t."text" = $1', 'a']],
    [one('text', 'ne', 'a'), ['(t."text" is distinct from $1)', 'a']],
    [one('int', 'gt', 5), ['t."int" > $1', '5']],
    [one('int', 'ge', 5), ['t."int" >= $1', '5']],
    [one('int', 'lt', ' 5 '), ['t."int" < $1', '5']],
    [one('int', 'le', '+5'), ['t."int" <= $1', '+5']],
    [one('text', 'eq', ''), ['t."text" = $1', '']],
    [one('text', 'empty'), [`(t."text" is null or t."text" = '')`]],
    [one('text', 'not_empty'), [`(t."text" is not null and t."text" <> '')`]],
    [one('int', 'empty'), ['t."int" is null']],
    [one('int', 'not_empty'), ['t."int" is not null']],
    [one('file', 'empty'), ['t."file" is null']],
    [one('text', 'like', 'a%_\\'), ['t."text" like $1', '%a\\%\\_\\\\%']],
    [one('text', 'left_like', 'a'), ['t."text" like $1', '%a']],
    [one('text', 'right_like', 'a'), ['t."text" like $1', 'a%']],
    [one('text', 'not_like', 'a'), ['(t."text" is null or t."text" not like $1)', '%a%']],
    [one('int', 'like', '5'), ['t."int"::text like $1', '%5%']],
    [one('text', 'in', 'a,b'), ['t."text" = any($1::text[])', ['a', 'b']]],
    [one('text', 'in', ['a,b']), ['t."text" = any($1::text[])', ['a,b']]],
    [one('int', 'not_in', [1, 2]), ['(t."int" is null or not (t."int" = any($1::integer[])))', ['1', '2']]],
    [one('long', 'in', '1'), ['t."long" = any($1::bigint[])', ['1']]],
    [one('tags', 'eq', 'a'), [`(',' || t."tags" || ',') like $1`, '%,a,%']],
    [one('tags', 'ne', 'a'), [`(t."tags" is null or not (',' || t."tags" || ',') like $1)`, '%,a,%']],
    [
      one('tags', 'in', 'a,b'),
      [`((',' || t."tags" || ',') like $1 or (',' || t."tags" || ',') like $2)`, '%,a,%', '%,b,%'],
    ],
    [
      one('tags', 'not_in', 'a%'),
      [`(t."tags" is null or not ((',' || t."tags" || ',') like $1))`, '%,a\\%,%'],
    ],
  ])('%j', (comparison, expected) => {
    expect(sqlOf(comparison)).toEqual(expected)
  })

  it('without a value matches what is empty, everything, or nothing', () => {
    expect(sqlOf(one('text', 'eq'))).toEqual(['t."text" is null'])
    expect(sqlOf(one('text', 'in', []))).toEqual(['false'])
    expect(sqlOf(one('text', 'not_in', []))).toEqual(['true'])
    expect(sqlOf(one('text', 'like'))).toEqual(['false'])
    expect(sqlOf(one('text', 'ne'))).toEqual(['false'])
  })

  it('compares numbers beyond the column as numeric, instead of failing', () => {
    expect(sqlOf(one('int', 'eq', '2147483647'))).toEqual(['t."int" = $1', '2147483647'])
    expect(sqlOf(one('int', 'eq', '-2147483647'))).toEqual(['t."int" = $1', '-2147483647'])
    expect(sqlOf(one('int', 'lt', '2147483648'))).toEqual(['t."int"::numeric < $1::numeric', '2147483648'])
    expect(sqlOf(one('int', 'gt', '-2147483649'))).toEqual(['t."int"::numeric > $1::numeric', '-2147483649'])
    expect(sqlOf(one('int', 'eq', '1.5'))).toEqual(['t."int"::numeric = $1::numeric', '1.5'])
    expect(sqlOf(one('long', 'eq', '9223372036854775808'))).toEqual([
      't."long"::numeric = $1::numeric',
      '9223372036854775808',
    ])
    expect(sqlOf(one('int', 'in', '1,3000000000'))).toEqual([
      't."int"::numeric = any($1::numeric[])',
      ['1', '3000000000'],
    ])
  })

  it('takes a day that is compared with a point of time for the whole day', () => {
    const [first, last] = ['2026-01-31 00:00:00', '2026-01-31 23:59:59']
    const day = '2026-01-31'
    expect(sqlOf(one('at', 'eq', day))).toEqual(['(t."at" >= $1 and t."at" <= $2)', first, last])
    expect(sqlOf(one('at', 'ne', day))).toEqual([
      '(t."at" is null or t."at" < $1 or t."at" > $2)',
      first,
      last,
    ])
    expect(sqlOf(one('at', 'gt', day))).toEqual(['t."at" > $1', last])
    expect(sqlOf(one('at', 'ge', day))).toEqual(['t."at" >= $1', first])
    expect(sqlOf(one('at', 'lt', day))).toEqual(['t."at" < $1', first])
    expect(sqlOf(one('at', 'le', day))).toEqual(['t."at" <= $1', last])
    expect(sqlOf(one('at', 'eq', '2026-01-31T08:30:00'))).toEqual(['t."at" = $1', '2026-01-31 08:30:00'])
    expect(sqlOf(one('day', 'eq', '2026-01-31 08:30:00'))).toEqual(['t."day" = $1', '2026-01-31'])
  })
})

describe('what cannot be understood', () => {
  const wrong: [Condition, string][] = [
    [one('nothing', 'eq', 'a'), '查询字段不存在'],
    [one('file', 'eq', 'a'), '“file”不能作为查询条件'],
    [one('text', 'eq', 'a\0'), '参数包含非法字符'],
    [one('int', 'eq', 'a'), '查询条件“int”应为数字'],
    [one('int', 'in', '1,a'), '查询条件“int”应为数字'],
    [one('money', 'eq', '1e5'), '查询条件“money”应为数字'],
    [one('ratio', 'eq', '1'.repeat(41)), '查询条件“ratio”应为数字'],
    [one('day', 'eq', '2026-02-30'), '查询条件“day”应为日期'],
    [one('day', 'eq', '0000-01-01'), '查询条件“day”应为日期'],
    [one('at', 'eq', '2026-13-01'), '查询条件“at”应为日期'],
    [one('at', 'eq', '2026-01-01 24:00:00'), '查询条件“at”应为日期'],
    [one('at', 'eq', '2026-01-01 10:60:00'), '查询条件“at”应为日期'],
    [one('at', 'eq', '2026-01-01 10:00:60'), '查询条件“at”应为日期'],
  ]

  it.each(wrong)('of a caller is refused: %j', (condition, message) => {
    expect(() => sqlOf(condition)).toThrow(message)
  })

  it.each(wrong)('of a rule matches no row: %j', (condition) => {
    expect(sqlOf(condition, rule())[0]).toBe('false')
  })

  it('a caller’s other fields are looked for where they may be', () => {
    const elsewhere = ({ field }: Comparison) => (field === 'sub' ? 'exists (…)' : null)
    expect(sqlOf(one('sub', 'eq', 'a'), { from: 'caller', elsewhere })).toEqual(['exists (…)'])
    expect(() => sqlOf(one('other', 'eq', 'a'), { from: 'caller', elsewhere })).toThrow('查询字段不存在')
  })
})

describe('variables', () => {
  it('are filled in for rules, and are plain text of a caller', () => {
    const mine = one('text', 'eq', '#{user}')
    expect(sqlOf(mine, rule({ user: 'li' }))).toEqual(['t."text" = $1', 'li'])
    expect(sqlOf(mine)).toEqual(['t."text" = $1', '#{user}'])
  })

  it('that are unknown match no row', () => {
    expect(sqlOf(one('text', 'eq', '#{user}'), rule())).toEqual(['false'])
    expect(sqlOf(one('text', 'not_in', 'a,#{user}'), rule())).toEqual(['false'])
  })

  it('stand for all of their values', () => {
    expect(sqlOf(one('text', 'in', '#{orgs}'), rule({ orgs: ['A', 'B'] }))).toEqual([
      't."text" = any($1::text[])',
      ['A', 'B'],
    ])
    expect(sqlOf(one('text', 'in', '#{orgs}'), rule({ orgs: [] }))).toEqual(['false'])
  })
})

describe('several comparisons', () => {
  const [a, b] = [one('text', 'eq', 'a'), one('int', 'eq', 1)]

  it('are joined as they say', () => {
    expect(sqlOf({ and: [a, b] })).toEqual(['(t."text" = $1 and t."int" = $2)', 'a', '1'])
    expect(sqlOf({ or: [a, { and: [a, b] }] })).toEqual([
      '(t."text" = $1 or (t."text" = $2 and t."int" = $3))',
      'a',
      'a',
      '1',
    ])
  })

  it('none at all match no row', () => {
    expect(sqlOf({ and: [] })).toEqual(['false'])
    expect(sqlOf({ or: [] })).toEqual(['false'])
  })

  it('nest twelve deep and no deeper', () => {
    const nested = (depth: number): Condition => (depth === 0 ? a : { and: [nested(depth - 1)] })
    expect(sqlOf(nested(12))[1]).toBe('a')
    expect(() => sqlOf(nested(13))).toThrow('查询条件嵌套过深')
    expect(sqlOf(nested(13), rule())[0]).toContain('false')
  })
})
