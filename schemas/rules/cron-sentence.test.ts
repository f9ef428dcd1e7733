import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { type Catalogue, OWN_LANGUAGE, speak } from '#schemas/text/text.ts'
import { cronExpressions } from '#tests/helpers/cron-expressions.ts'
import { propertyRuns } from '#tests/helpers/property-runs.ts'
import { cronSentence } from './cron-sentence.ts'

const english = JSON.parse(
  readFileSync(new URL('../text/en/rules.json', import.meta.url), 'utf8'),
) as Catalogue

/** What a sentence that was put together wrongly holds. */
const ODD = /undefined|NaN|[{}]| {2}|null|^ | $/

afterEach(() => speak(OWN_LANGUAGE, {}))

it.each([
  ['0 30 9 ? * MON-FRI', '每周一至周五 09:30', 'every Monday to Friday 09:30'],
  ['0 30 9 ? * 2-6 *', '每周一至周五 09:30', 'every Monday to Friday 09:30'],
  ['0 0 3 * * ?', '每天 03:00', 'every day 03:00'],
  ['0/1 * * * * ? *', '每秒', 'every second'],
  ['0/50 * * * * ? *', '每50秒', 'every 50 seconds'],
  ['* * * * * ?', '每秒', 'every second'],
  ['0 * * * * ?', '每分钟', 'every minute'],
  ['15 * * * * ?', '每分钟 第15秒', 'every minute second 15'],
  ['0 0/5 * * * ?', '每5分钟', 'every 5 minutes'],
  ['0 3/5 * * * ?', '从第3分起每5分钟', 'every 5 minutes from minute 3 on'],
  ['0 30 * * * ?', '每小时 第30分', 'every hour minute 30'],
  [
    '0 0/10 9-17 ? * 2-6',
    '每周一至周五 9时至17时 每10分钟',
    'every Monday to Friday 9h to 17h every 10 minutes',
  ],
  ['0 0 9,18 * * ?', '每天 09:00、18:00', 'every day 09:00, 18:00'],
  ['0 0 9-17 * * ?', '每天 9时至17时 每小时', 'every day 9h to 17h every hour'],
  ['0 0 0/4 L * ?', '每月最后一天 每4小时', 'every month on the last day every 4 hours'],
  ['30 15 10 1,15 * ?', '每月1日、15日 10:15:30', 'every month on day 1, day 15 10:15:30'],
  ['0 0 0 L * ?', '每月最后一天 00:00', 'every month on the last day 00:00'],
  ['0 0 0 LW * ?', '每月最后一个工作日 00:00', 'every month on the last working day 00:00'],
  ['0 0 0 15W * ?', '每月离15日最近的工作日 00:00', 'every month on the working day nearest to day 15 00:00'],
  ['0 0 0 ? * 6L', '每月最后一个周五 00:00', 'every month on the last Friday 00:00'],
  ['0 0 0 ? * 6#3', '每月第三个周五 00:00', 'every month on the third Friday 00:00'],
  ['0 0 0 ? 6 2/2', '6月 每周一、周三、周五 00:00', 'in month 6 every Monday, Wednesday, Friday 00:00'],
  ['0 0 0 29 2 ?', '2月 29日 00:00', 'in month 2 day 29 00:00'],
  [
    '0 0 12 1 1 ? 2028-2040/4',
    '2028年至2040年 每4年 1月 1日 12:00',
    '2028 to 2040 every 4 years in month 1 day 1 12:00',
  ],
])('%s is said as %s', (expression, chinese, said) => {
  expect(cronSentence(expression)).toBe(chinese)
  speak('en', english)
  expect(cronSentence(expression)).toBe(said)
})

it('nothing is said of what means nothing', () => {
  expect(cronSentence('0 0 25 * * ?')).toBeNull()
  expect(cronSentence('')).toBeNull()
})

it('something is said of every expression, in both languages', () => {
  for (const language of [OWN_LANGUAGE, 'en'] as const) {
    speak(language, language === 'en' ? english : {})
    fc.assert(
      fc.property(cronExpressions, (expression) => {
        const said = cronSentence(expression) ?? ''
        return said !== '' && !ODD.test(said) && (language !== 'en' || !/\p{Script=Han}/u.test(said))
      }),
      propertyRuns(500),
    )
  }
})
