/*
 * Truth tables of the rule language. The form in the browser and the save on the server are held to the same: see
 * renderer/form/rule-cases.test.ts and tests/contract/rules.test.ts.
 */

/** What an expression comes to when a record holds these values; `null` is an empty field. */
export interface ValueCase {
  expression: string
  /** The field that it is calculated for. */
  into: 'money' | 'whole' | 'plain' | 'words' | 'day' | 'moment' | 'flag'
  with?: Readonly<Record<string, string | number | null>>
  gives: string | number | null
}

/** Names and types of the fields that the cases speak of. */
export const CASE_FIELDS = {
  a: { type: 'number', view: 'number', db: { type: 'BigDecimal', length: 14, scale: 4 } },
  b: { type: 'number', view: 'number', db: { type: 'BigDecimal', length: 14, scale: 4 } },
  n: { type: 'integer', view: 'number' },
  s: { type: 'string', view: 'text' },
  r: { type: 'string', view: 'text' },
  d: { type: 'string', view: 'date' },
  e: { type: 'string', view: 'date' },
  m: { type: 'string', view: 'datetime' },
  tags: { type: 'string', view: 'checkbox', dict: ['x', 'y'].map((value) => ({ value, text: value })) },
} as const

/** Fields that a case's expression may be calculated for. */
export const CASE_TARGETS = {
  money: { type: 'number', view: 'number', db: { type: 'BigDecimal', length: 14, scale: 2 } },
  whole: { type: 'integer', view: 'number' },
  plain: { type: 'number', view: 'number' },
  words: { type: 'string', view: 'text', maxLength: 200 },
  day: { type: 'string', view: 'date' },
  moment: { type: 'string', view: 'datetime' },
  flag: { type: 'string', view: 'switch' },
} as const

/** Calculations, by subject. */
export const VALUE_CASES: Readonly<Record<string, readonly ValueCase[]>> = {
  'exact numbers': [
    { expression: 'a + b', into: 'plain', with: { a: 0.1, b: 0.2 }, gives: 0.3 },
    { expression: 'a - b', into: 'plain', with: { a: 0.3, b: 0.1 }, gives: 0.2 },
    { expression: 'a × b', into: 'plain', with: { a: 1.1, b: 1.1 }, gives: 1.21 },
    { expression: 'a ÷ b', into: 'plain', with: { a: 1, b: 8 }, gives: 0.125 },
    { expression: '2 + 3 * 4', into: 'whole', gives: 14 },
    { expression: '(2 + 3) * 4', into: 'whole', gives: 20 },
    { expression: '10 - 4 - 3', into: 'whole', gives: 3 },
    { expression: '-a + 1', into: 'plain', with: { a: 3 }, gives: -2 },
  ],
  'rounding half up': [
    { expression: 'a * b', into: 'money', with: { a: 1.005, b: 1 }, gives: 1.01 },
    { expression: 'a * b', into: 'money', with: { a: -1.005, b: 1 }, gives: -1.01 },
    { expression: '1.015 * 100', into: 'money', gives: 101.5 },
    { expression: 'a / 3', into: 'money', with: { a: 10 }, gives: 3.33 },
    { expression: '2.5', into: 'whole', gives: 3 },
    { expression: '-2.5', into: 'whole', gives: -3 },
    { expression: 'round(2.345, 2)', into: 'plain', gives: 2.35 },
    { expression: 'round(1234, -2)', into: 'whole', gives: 1200 },
    { expression: 'floor(-1.2)', into: 'whole', gives: -2 },
    { expression: 'ceil(1.2)', into: 'whole', gives: 2 },
    { expression: 'mod(-7, 3)', into: 'whole', gives: 2 },
    { expression: 'abs(0 - 3)', into: 'whole', gives: 3 },
  ],
  'nothing and division by nothing': [
    { expression: 'a + b', into: 'plain', with: { a: 1, b: null }, gives: null },
    { expression: 'a / b', into: 'plain', with: { a: 1, b: 0 }, gives: null },
    { expression: 'a / b', into: 'plain', with: { a: 1, b: null }, gives: null },
    { expression: 'mod(a, 0)', into: 'plain', with: { a: 1 }, gives: null },
    { expression: 'ifEmpty(a, 0) + b', into: 'plain', with: { a: null, b: 2 }, gives: 2 },
    { expression: 'sum(a, b)', into: 'plain', with: { a: null, b: 2 }, gives: 2 },
    { expression: 'avg(a, b)', into: 'plain', with: { a: null, b: 2 }, gives: 2 },
    { expression: 'avg(a, b)', into: 'plain', with: { a: null, b: null }, gives: null },
    { expression: 'count(a, b, s)', into: 'whole', with: { a: 0, b: null, s: 'x' }, gives: 2 },
    { expression: 'if(empty(s), 1, 2)', into: 'whole', with: { s: null }, gives: 1 },
    { expression: "if(s = '', 1, 2)", into: 'whole', with: { s: null }, gives: 1 },
    { expression: 'if(a = b, 1, 2)', into: 'whole', with: { a: null, b: 0 }, gives: 2 },
    { expression: 'if(a < b, 1, 2)', into: 'whole', with: { a: null, b: 5 }, gives: 2 },
    { expression: 'if(a != b, 1, 2)', into: 'whole', with: { a: null, b: 5 }, gives: 1 },
  ],
  conditions: [
    { expression: 'if(a > 1 and b > 1, 1, 2)', into: 'whole', with: { a: 2, b: 2 }, gives: 1 },
    { expression: 'if(a > 1 and b > 1, 1, 2)', into: 'whole', with: { a: 2, b: 1 }, gives: 2 },
    { expression: 'if(a > 1 or b > 1, 1, 2)', into: 'whole', with: { a: 2, b: 1 }, gives: 1 },
    { expression: 'if(not a = 2, 1, 2)', into: 'whole', with: { a: 2 }, gives: 2 },
    { expression: 'if(a = 1 or a = 2 and b = 9, 1, 2)', into: 'whole', with: { a: 1, b: 0 }, gives: 1 },
    { expression: 'if(a >= 10, 1, 2)', into: 'whole', with: { a: 9.5 }, gives: 2 },
    { expression: 'if(s = 10, 1, 2)', into: 'whole', with: { s: '10.0' }, gives: 1 },
    { expression: "if(oneOf(s, 'vip', 'gold'), 1, 2)", into: 'whole', with: { s: 'gold' }, gives: 1 },
    { expression: "if(has(tags, 'y'), 1, 2)", into: 'whole', with: { tags: 'x,y' }, gives: 1 },
    { expression: "if(has(tags, 'y'), 1, 2)", into: 'whole', with: { tags: 'x' }, gives: 2 },
    { expression: 'a > 1', into: 'flag', with: { a: 2 }, gives: 'Y' },
    { expression: 'a > 1', into: 'flag', with: { a: 1 }, gives: 'N' },
    { expression: 'if(a > 1, 5)', into: 'whole', with: { a: 1 }, gives: null },
  ],
  texts: [
    { expression: "s & '-' & a", into: 'words', with: { s: 'A', a: 1.5 }, gives: 'A-1.5' },
    { expression: 's & r', into: 'words', with: { s: null, r: 'B' }, gives: 'B' },
    { expression: 's & r', into: 'words', with: { s: null, r: null }, gives: null },
    { expression: "fixed(a, 2) & ' 元'", into: 'words', with: { a: 3 }, gives: '3.00 元' },
    { expression: 'left(s, 2) & right(s, 1)', into: 'words', with: { s: '展览馆😀' }, gives: '展览😀' },
    { expression: 'length(s)', into: 'whole', with: { s: '展馆😀' }, gives: 3 },
    { expression: 'upper(trim(s))', into: 'words', with: { s: ' ab ' }, gives: 'AB' },
    { expression: 'lower(s)', into: 'words', with: { s: 'AB' }, gives: 'ab' },
    {
      expression: "if(contains(s, '展') and startsWith(s, '国') and endsWith(s, '会'), 1, 2)",
      into: 'whole',
      with: { s: '国际展会' },
      gives: 1,
    },
    { expression: 'number(s) * 2', into: 'plain', with: { s: '1.25' }, gives: 2.5 },
    { expression: 'number(s) * 2', into: 'plain', with: { s: 'many' }, gives: null },
    { expression: 'text(a) & n', into: 'words', with: { a: 0.1, n: 2 }, gives: '0.12' },
  ],
  dates: [
    { expression: 'daysBetween(d, e)', into: 'whole', with: { d: '2026-02-27', e: '2026-03-02' }, gives: 3 },
    { expression: 'daysBetween(e, d)', into: 'whole', with: { d: '2028-02-28', e: '2028-03-01' }, gives: -2 },
    { expression: 'daysBetween(d, e)', into: 'whole', with: { d: '2026-02-27', e: null }, gives: null },
    { expression: 'addDays(d, 2)', into: 'day', with: { d: '2028-02-28' }, gives: '2028-03-01' },
    {
      expression: 'addDays(m, 0 - 1)',
      into: 'moment',
      with: { m: '2026-03-01 08:30:00' },
      gives: '2026-02-28 08:30:00',
    },
    { expression: 'addMonths(d, 1)', into: 'day', with: { d: '2026-01-31' }, gives: '2026-02-28' },
    { expression: 'addMonths(d, 0 - 2)', into: 'day', with: { d: '2026-01-31' }, gives: '2025-11-30' },
    { expression: 'addYears(d, 1)', into: 'day', with: { d: '2028-02-29' }, gives: '2029-02-28' },
    { expression: 'addDays(d, 9999999)', into: 'day', with: { d: '2026-01-01' }, gives: null },
    {
      expression: 'monthsBetween(d, e)',
      into: 'whole',
      with: { d: '2026-01-31', e: '2026-03-30' },
      gives: 1,
    },
    {
      expression: "format(d, 'YYYY年M月D日')",
      into: 'words',
      with: { d: '2026-03-05' },
      gives: '2026年3月5日',
    },
    {
      expression: "format(m, 'MM/DD HH:mm')",
      into: 'words',
      with: { m: '2026-03-05 08:30:00' },
      gives: '03/05 08:30',
    },
    { expression: 'date(2026, 2, 30)', into: 'day', gives: null },
    {
      expression: 'year(d) * 10000 + month(d) * 100 + day(d)',
      into: 'whole',
      with: { d: '2026-03-05' },
      gives: 20260305,
    },
    { expression: 'weekday(d)', into: 'whole', with: { d: '2026-11-22' }, gives: 7 },
    { expression: 'max(d, e)', into: 'day', with: { d: '2026-03-05', e: '2026-03-06' }, gives: '2026-03-06' },
    { expression: 'min(a, b, 3)', into: 'plain', with: { a: 10, b: 9 }, gives: 3 },
    {
      expression: 'if(d < m, 1, 2)',
      into: 'whole',
      with: { d: '2026-03-05', m: '2026-03-05 08:00:00' },
      gives: 2,
    },
    { expression: 'if(now() >= today(), daysBetween(today(), now()), 9)', into: 'whole', gives: 0 },
  ],
}

/** Every case with a name of its own. */
export const ALL_VALUE_CASES = Object.entries(VALUE_CASES).flatMap(([subject, cases]) =>
  cases.map((one, at) => ({
    name: `${subject} ${at + 1}: ${one.expression}`,
    field: `t${one.into}`,
    ...one,
  })),
)
