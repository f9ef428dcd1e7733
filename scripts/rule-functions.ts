import { FUNCTIONS, type FunctionName } from '../schemas/rules/expression/functions.ts'

/** What each function of the rule language gives, as it is called. */
const RULE_FUNCTIONS: Readonly<Record<FunctionName, readonly [call: string, gives: string]>> = {
  if: ['if(condition, a, b)', 'a where the condition is true, else b (nothing where b is left out)'],
  empty: ['empty(x)', 'true where x is empty'],
  ifEmpty: ['ifEmpty(x, y)', 'x, or y where x is empty'],
  oneOf: ["oneOf(x, 'a', 'b')", 'true where x is one of these'],
  has: ["has(list, 'a')", 'true where a field with several values holds one'],
  sum: [
    'sum(rows.price)',
    'the sum over the rows of a sub table, or of its arguments; empty ones count nothing, no rows give 0',
  ],
  avg: ['avg(rows.price)', 'the average of those that are not empty; empty where there is none'],
  count: ['count(rows)', 'how many rows; `count(rows.price)` how many of them are filled in'],
  min: ['min(rows.day)', 'the smallest of numbers, dates or texts; empty where there is none'],
  max: ['max(a, b)', 'the greatest'],
  round: ['round(x, 2)', 'rounded half up to so many digits; −2.5 becomes −3'],
  floor: ['floor(x)', 'the next whole number below'],
  ceil: ['ceil(x)', 'the next whole number above'],
  abs: ['abs(x)', 'without its sign'],
  mod: ['mod(x, 3)', 'what is left of a division, with the sign of the divisor; empty for 0'],
  number: ['number(text)', 'the number that a text says; empty where it says none'],
  text: ['text(x)', 'x as a text'],
  fixed: ['fixed(x, 2)', 'a text with exactly so many digits behind the point'],
  length: ['length(text)', 'how many characters'],
  left: ['left(text, 2)', 'its first characters'],
  right: ['right(text, 2)', 'its last characters'],
  upper: ['upper(text)', 'in capitals'],
  lower: ['lower(text)', 'in small letters'],
  trim: ['trim(text)', 'without blanks around it'],
  contains: ["contains(text, 'x')", 'true where it stands in the text'],
  startsWith: ["startsWith(text, 'x')", 'true where the text begins with it'],
  endsWith: ["endsWith(text, 'x')", 'true where the text ends with it'],
  today: ['today()', 'the day'],
  now: ['now()', 'day and time'],
  date: ['date(2026, 1, 31)', 'a day; empty where the calendar has none'],
  year: ['year(day)', 'its year'],
  month: ['month(day)', 'its month'],
  day: ['day(day)', 'its day of the month'],
  weekday: ['weekday(day)', '1 for Monday to 7 for Sunday'],
  daysBetween: ['daysBetween(from, to)', 'whole days, below 0 where the second is earlier'],
  monthsBetween: ['monthsBetween(from, to)', 'full months'],
  addDays: ['addDays(day, 30)', 'so many days later'],
  addMonths: ['addMonths(day, 1)', 'so many months later; 31 January becomes the last of February'],
  addYears: ['addYears(day, 1)', 'so many years later'],
  format: ["format(day, 'YYYY年M月D日')", 'a day or moment as a text: `YYYY MM M DD D HH mm ss`'],
}

/** A table of the functions of the rule language. */
export function ruleFunctionRows(): string[] {
  const names = Object.keys(FUNCTIONS) as FunctionName[]
  return [
    '| Function | What it gives |',
    '|---|---|',
    ...names.map((name) => {
      const [call, gives] = RULE_FUNCTIONS[name]
      return `| \`${call}\` | ${gives} |`
    }),
  ]
}
