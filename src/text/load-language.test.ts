import dayjs from 'dayjs'
import { afterEach, expect, it } from 'vitest'
import { currentLanguage } from '#schemas/text/text.ts'
import { antdLocale, loadLanguage } from './load-language.ts'

afterEach(() => loadLanguage('zh-CN'))

/** What the interface takes from the libraries beside its own texts: names of days, the calendar, the pager, the empty list. */
const spoken = () => ({
  day: dayjs('2026-11-22').format('MMMM ddd'),
  weekBegins: dayjs('2026-11-22').startOf('week').format('dd'),
  calendar: antdLocale().DatePicker?.lang.today,
  month: antdLocale().DatePicker?.lang.locale,
  pager: antdLocale().Pagination?.items_per_page,
  empty: antdLocale().Empty?.description,
  document: document.documentElement.lang,
  own: currentLanguage(),
})

const CHINESE = {
  day: '十一月 周日',
  weekBegins: '一',
  calendar: '今天',
  month: 'zh_CN',
  pager: '条/页',
  empty: '暂无数据',
  document: 'zh-CN',
  own: 'zh-CN',
}

it('days, calendar, pager and empty lists follow the language there and back', async () => {
  await loadLanguage('zh-CN')
  expect(spoken()).toEqual(CHINESE)
  await loadLanguage('en')
  expect(spoken()).toEqual({
    day: 'November Sun',
    weekBegins: 'Su',
    calendar: 'Today',
    month: 'en_US',
    pager: '/ page',
    empty: 'No data',
    document: 'en',
    own: 'en',
  })
  await loadLanguage('zh-CN')
  expect(spoken()).toEqual(CHINESE)
})
