import { Cron } from 'croner'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cronExpressions, cronExpressionsIn } from '#tests/helpers/cron-expressions.ts'
import { propertyRuns } from '#tests/helpers/property-runs.ts'
import { nextRuns, parseCron } from './cron.ts'

const FROM = new Date('2026-11-22T10:00:00Z')

function runsOf(text: string, { from = FROM, count = 3, zone = 'UTC' } = {}): string[] {
  const { rule, mistake } = parseCron(text)
  if (!rule) throw new Error(mistake)
  return nextRuns(rule, { from, count, zone }).map((run) => run.toISOString().slice(0, 19))
}

describe('a schedule in seven fields [cron-19]', () => {
  it.each([
    ['0/20 * * * * ?', ['2026-11-22T10:00:20', '2026-11-22T10:00:40', '2026-11-22T10:01:00']],
    // 2026-11-22 is a Sunday.
    ['0 0 3 ? * 1', ['2026-11-29T03:00:00', '2026-12-06T03:00:00', '2026-12-13T03:00:00']],
    ['0 0 3 ? * SUN,7', ['2026-11-28T03:00:00', '2026-11-29T03:00:00', '2026-12-05T03:00:00']],
    ['0 0 0 L * ?', ['2026-11-30T00:00:00', '2026-12-31T00:00:00', '2027-01-31T00:00:00']],
    ['0 0 0 LW * ?', ['2026-11-30T00:00:00', '2026-12-31T00:00:00', '2027-01-29T00:00:00']],
    // 15 November is a Sunday, 15 August a Saturday, 1 August 2026 a Saturday.
    ['0 0 0 15W 8,11 ?', ['2027-08-16T00:00:00', '2027-11-15T00:00:00', '2028-08-15T00:00:00']],
    ['0 0 0 1W 5 ?', ['2027-05-03T00:00:00', '2028-05-01T00:00:00', '2029-05-01T00:00:00']],
    ['0 0 0 ? * 6L', ['2026-11-27T00:00:00', '2026-12-25T00:00:00', '2027-01-29T00:00:00']],
    ['0 0 0 ? * 6#3', ['2026-12-18T00:00:00', '2027-01-15T00:00:00', '2027-02-19T00:00:00']],
    ['0 0 0 ? 2 FRI#5', ['2036-02-29T00:00:00', '2064-02-29T00:00:00', '2092-02-29T00:00:00']],
    ['0 0 12 1 1 ? 2028-2040/6', ['2028-01-01T12:00:00', '2034-01-01T12:00:00', '2040-01-01T12:00:00']],
    ['0 0 22-2/2 * * ?', ['2026-11-22T22:00:00', '2026-11-23T00:00:00', '2026-11-23T02:00:00']],
    ['0 0 0 * * *', ['2026-11-23T00:00:00', '2026-11-24T00:00:00', '2026-11-25T00:00:00']],
  ])('%s comes when Quartz has it come [cron-18] [cron-20]', (text, expected) => {
    expect(runsOf(text)).toEqual(expected)
  })

  it('ends with its last year, and a day that no month has never comes', () => {
    expect(runsOf('0 0 0 1 1 ? 2027')).toEqual(['2027-01-01T00:00:00'])
    for (const never of ['0 0 0 1 1 ? 2020', '0 0 0 30 2 ?', '0 0 0 31W 2 ?', '0 0 0 31 4,6,9,11 ?'])
      expect(runsOf(never), never).toEqual([])
    expect(runsOf('0 0 0 29 2 ? 2027-2030')).toEqual(['2028-02-29T00:00:00'])
  })

  it('follows the clock of a time zone', () => {
    expect(runsOf('0 0 8 * * ?', { zone: 'Asia/Shanghai', count: 1 })).toEqual(['2026-11-23T00:00:00'])
    const from = new Date('2026-03-07T12:00:00Z')
    // The clock of New York goes from EST to EDT on 8 March.
    expect(runsOf('0 0 8 * * ?', { zone: 'America/New_York', from, count: 2 })).toEqual([
      '2026-03-07T13:00:00',
      '2026-03-08T12:00:00',
    ])
  })
})

it.each([
  ['', '表达式应有6或7段（秒 分 时 日 月 周 [年]），现在是0段'],
  ['*/5 * * * *', '表达式应有6或7段（秒 分 时 日 月 周 [年]），现在是5段'],
  ['60 * * * * ?', '“秒”的“60”超出范围：应为0到59'],
  ['0 0 24 * * ?', '“时”的“24”超出范围：应为0到23'],
  ['0 0 0 0 * ?', '“日”的“0”超出范围：应为1到31'],
  ['0 0 0 32 * ?', '“日”的“32”超出范围：应为1到31'],
  ['0 0 0 1.5 * ?', '“日”的“1.5”无效'],
  ['0 60 0 * * ?', '“分”的“60”超出范围：应为0到59'],
  ['0 0 0 1 13 ?', '“月”的“13”超出范围：应为1到12'],
  ['0 0 0 ? * 8', '“周”的“8”超出范围：应为1到7'],
  ['0 0 0 ? * 6#0', '“周”的“6#0”无效：“#”之后应为1到5'],
  ['0 0 0 ? * 6#6', '“周”的“6#6”无效：“#”之后应为1到5'],
  ['0 0 0 ? * ?', '“日”与“周”不能同时为“?”'],
  ['0 0 0 1 * 2', '“日”与“周”只能指定一个，另一个应为“?”'],
  ['0 0/0 0 * * ?', '“分”的间隔“0”无效：应为1到60的整数'],
  ['0 1,, 0 * * ?', '“分”的“1,,”无效：逗号前后应有值'],
  ['0 0 0 1 FOO ?', '“月”的“FOO”无效'],
  ['0 0 0 1 1 ? 2200', '“年”的“2200”超出范围：应为1970到2199'],
  ['0 0 0 1 1 ? 2030-2020', '“年”的“2030-2020”无效：起始年份晚于结束年份'],
  ['0 ? 0 * * ?', '“分”的“?”无效'],
])('%j is refused: %s [cron-24, cron-26, cron-28, cron-29, cron-31, cron-33, cron-39]', (text, mistake) => {
  expect(parseCron(text)).toEqual({ rule: null, mistake })
})

/** The next runs as another reader of the same words counts them. */
function otherRuns(text: string, { from, count, zone }: { from: Date; count: number; zone: string }) {
  const other = new Cron(text, {
    alternativeWeekdays: true,
    sloppyRanges: true,
    timezone: zone,
    paused: true,
  })
  return other.nextRuns(count, from).map((run) => run.toISOString().slice(0, 19))
}

/** Moments of eight years, and such as lie before leap days, ends of months and years. */
const moments = fc.oneof(
  fc.integer({ min: 0, max: 2_500_000_000 }).map((ahead) => new Date(FROM.getTime() + ahead * 100)),
  fc
    .constantFrom(
      ...['2027-02-28T23:59:58Z', '2028-02-28T23:59:59Z', '2028-02-29T23:59:59Z', '2027-04-30T23:59:30Z'],
      ...['2027-12-31T23:59:59Z', '2099-12-31T23:00:00Z', '2100-02-28T12:00:00Z'],
    )
    .map((text) => new Date(text)),
)

const agrees = (text: string, asked: { from: Date; count: number; zone: string }) =>
  runsOf(text, asked).join() === otherRuns(text, asked).join()

it('runs on the days on which another reader of the same words has it run', () => {
  // One time a day: a comparison of seconds costs five times as much and finds nothing more about days.
  const days = cronExpressions.map((text) => text.replace(/^\S+ \S+ \S+/, '0 30 9'))
  fc.assert(
    fc.property(days, moments, (text, from) => agrees(text, { from, count: 1, zone: 'UTC' })),
    propertyRuns(500),
  )
})

it('runs at the times at which the other reader has it run', () => {
  fc.assert(
    fc.property(cronExpressions, moments, (text, from) => agrees(text, { from, count: 4, zone: 'UTC' })),
    propertyRuns(300),
  )
})

it('runs at the same hours of the clock on both sides of daylight saving', () => {
  // No clock of these is put forward or back between four and eleven at night.
  const zones = ['America/New_York', 'Europe/Berlin', 'America/Santiago', 'Australia/Sydney', 'Asia/Shanghai']
  const changes = fc.constantFrom(
    ...['2027-03-14', '2027-11-07', '2027-03-28', '2027-10-31', '2027-04-04', '2027-09-05', '2027-10-03'],
  )
  const nearChange = fc
    .tuple(changes, fc.integer({ min: -40, max: 40 }))
    .map(([day, hours]) => new Date(Date.parse(`${day}T00:00:00Z`) + hours * 3_600_000))
  fc.assert(
    fc.property(cronExpressionsIn([4, 22]), nearChange, fc.constantFrom(...zones), (text, from, zone) => {
      const asked = { from, count: 2, zone }
      expect(runsOf(text, asked), `${text} ${zone}`).toEqual(otherRuns(text, asked))
    }),
    propertyRuns(1000),
  )
})

it.each([
  // 02:30 is left out on 14 March: it comes an hour later by the clock.
  ['0 30 2 * * ?', '2027-03-14T05:00:00Z', ['2027-03-14T07:30:00', '2027-03-15T06:30:00']],
  // 01:30 comes twice on 7 November, the run once; what runs every half hour runs on.
  ['0 30 1 * * ?', '2027-11-07T04:00:00Z', ['2027-11-07T05:30:00', '2027-11-08T06:30:00']],
  ['0 0/30 * * * ?', '2027-11-07T05:10:00Z', ['2027-11-07T05:30:00', '2027-11-07T06:00:00']],
])('%s after %s runs once, whatever the clock of New York does', (text, from, expected) => {
  expect(runsOf(text, { from: new Date(from), count: 2, zone: 'America/New_York' })).toEqual(expected)
})
