import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cronExpressions } from '#tests/helpers/cron-expressions.ts'
import { propertyRuns } from '#tests/helpers/property-runs.ts'
import { parseCron } from './cron-fields.ts'
import {
  CRON_BOUNDS,
  CRON_PARTS,
  type CronMode,
  type CronPart,
  type CronSetting,
  firstSetting,
  readCron,
  settingOf,
  textOf,
  withPart,
  writeCron,
} from './cron-parts.ts'

const YEAR = 2026
/** The expression after parts were set one after the other. */
function stepped(expression: string, ...steps: readonly (readonly [CronPart, string])[]): string {
  return writeCron(steps.reduce((parts, [part, text]) => withPart(parts, part, text), readCron(expression)))
}
const whole = (part: CronPart, text: string): CronSetting => ({
  ...firstSetting(part, YEAR),
  ...settingOf(part, text),
})

describe('the parts of an expression', () => {
  it('are seven, separated by blanks [cron-03, cron-19]', () => {
    expect(Object.keys(readCron('1 2 3 4 5 ? 2027'))).toEqual([...CRON_PARTS])
    expect(writeCron(readCron('1 2 3 4 5 ? 2027'))).toBe('1 2 3 4 5 ? 2027')
    expect(writeCron(readCron(' 0  0 3 * * ? '))).toBe('0 0 3 * * ? *')
    expect(writeCron(readCron(''))).toBe('* * * * * ? *')
  })

  it.each<[CronPart, string, Partial<CronSetting>]>([
    ['second', '*', { type: 'every' }],
    ['minute', '5-30', { type: 'range', start: 5, end: 30 }],
    ['hour', '2/4', { type: 'loop', loopStart: 2, interval: 4 }],
    ['minute', '*/5', { type: 'loop', loopStart: 0, interval: 5 }],
    ['second', '0,15,30', { type: 'specify', list: [0, 15, 30] }],
    ['day', '?', { type: 'unset' }],
    ['day', '15W', { type: 'workday', workday: 15 }],
    ['day', 'L', { type: 'last' }],
    ['week', 'MON-FRI', { type: 'range', start: 2, end: 6 }],
    ['week', 'sun,7', { type: 'specify', list: [1, 7] }],
    ['month', 'JAN,3', { type: 'specify', list: [1, 3] }],
    ['year', '2027/2', { type: 'loop', loopStart: 2027, interval: 2 }],
    ['day', 'LW', { type: 'written', text: 'LW' }],
    ['week', '6#3', { type: 'written', text: '6#3' }],
    ['week', '6L', { type: 'written', text: '6L' }],
    ['minute', '1-30/5', { type: 'written', text: '1-30/5' }],
  ])(
    '%s %s is shown as it is set [cron-04, cron-05, cron-06, cron-07, cron-08, cron-09, cron-10, cron-18]',
    (part, text, setting) => {
      expect(settingOf(part, text)).toEqual(setting)
    },
  )

  it('offer the modes, limits and years of the specification [cron-12, cron-13, cron-40]', () => {
    const modes = (part: CronPart): readonly CronMode[] => CRON_BOUNDS[part].modes
    expect(modes('week')).toEqual(['unset', 'range', 'loop', 'specify'])
    expect(modes('day')).toEqual(['unset', 'every', 'range', 'loop', 'workday', 'last', 'specify'])
    expect(
      CRON_PARTS.map((part) => {
        const { min, max, interval } = CRON_BOUNDS[part]
        return [part, min, max, ...interval]
      }),
    ).toEqual([
      ['second', 0, 59, 1, 59],
      ['minute', 0, 59, 1, 60],
      ['hour', 0, 23, 1, 23],
      ['day', 1, 31, 1, 31],
      ['month', 1, 12, 0, 12],
      ['week', 1, 7, 1, 7],
      ['year', 2019, 2119, 1, 99],
    ])
    expect(CRON_BOUNDS.year.rangeFrom).toEqual([0, 1])
    expect(textOf('year', { ...firstSetting('year', YEAR), type: 'range' })).toBe('2026-2126')
  })

  it('exclude each other where they are day and week [cron-11]', () => {
    expect(stepped('0 0 0 * * ? *', ['week', '2'])).toBe('0 0 0 ? * 2 *')
    expect(stepped('0 0 0 ? * 2 *', ['day', 'L'])).toBe('0 0 0 L * ? *')
    expect(stepped('0 0 0 5 * ? *', ['day', '?'])).toBe('0 0 0 ? * * *')
    expect(stepped('0 0 0 ? * 2 *', ['week', '?'])).toBe('0 0 0 * * ? *')
  })

  it('close what is shorter and open, and leave what somebody chose [cron-14, cron-15, cron-16, cron-17]', () => {
    const open = '* * * * * ? *'
    expect(stepped(open, ['minute', '5'])).toBe('0 5 * * * ? *')
    expect(stepped(open, ['hour', '5'])).toBe('0 0 5 * * ? *')
    expect(stepped(open, ['day', '5'])).toBe('0 0 0 5 * ? *')
    expect(stepped(open, ['week', '5'])).toBe('0 0 0 ? * 5 *')
    expect(stepped(open, ['month', '5'])).toBe('0 0 0 1 5 ? *')
    expect(stepped(open, ['year', '2030'])).toBe('0 0 0 1 1 ? 2030')
    expect(stepped('30 * * * * ? *', ['hour', '5'])).toBe('30 0 5 * * ? *')
    expect(stepped('0 0 0 ? * 2 *', ['month', '5'])).toBe('0 0 0 ? 5 2 *')
    expect(stepped('0 5 * * * ? *', ['minute', '*'])).toBe('0 * * * * ? *')
  })

  it('are written back as they were read, or to the same effect', () => {
    fc.assert(
      fc.property(cronExpressions, (expression) => {
        const parts = readCron(expression)
        const seven = expression.split(' ').length === 7 ? expression : `${expression} *`
        if (writeCron(parts) !== seven) return false
        const again = writeCron(
          Object.fromEntries(
            CRON_PARTS.map((part) => [
              part,
              parts[part] === '*' ? '*' : textOf(part, whole(part, parts[part])),
            ]),
          ) as typeof parts,
        )
        return JSON.stringify(parseCron(again)) === JSON.stringify(parseCron(expression))
      }),
      // 10,000 of them in `npm run long properties`.
      propertyRuns(500),
    )
  })

  it('are an expression that is understood after whatever is set', () => {
    const step = fc.constantFrom(...CRON_PARTS).chain((part) => {
      const { min, max, modes, interval } = CRON_BOUNDS[part]
      const value = fc.integer({ min, max })
      return fc.record({
        part: fc.constant(part),
        setting: fc.record({
          type: fc.constantFrom(...modes),
          start: value,
          end: part === 'year' ? fc.constant(max) : value,
          loopStart: value,
          interval: fc.integer({ min: Math.max(1, interval[0]), max: interval[1] }),
          workday: fc.integer({ min: 1, max: 31 }),
          list: fc.array(value, { maxLength: 4 }),
          text: fc.constant(''),
        }),
      })
    })
    fc.assert(
      fc.property(cronExpressions, fc.array(step, { minLength: 1, maxLength: 6 }), (expression, steps) => {
        const parts = steps.reduce(
          (before, { part, setting }) => withPart(before, part, textOf(part, setting)),
          readCron(expression),
        )
        return parseCron(writeCron(parts)).mistake === null
      }),
      propertyRuns(500),
    )
  })
})
