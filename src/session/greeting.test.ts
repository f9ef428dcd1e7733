import { expect, it } from 'vitest'
import { greetingOf } from './greeting.ts'

it('greets by the hour [usermenu-17]', () => {
  const at = (hour: number) => greetingOf(new Date(2024, 0, 1, hour, 59))
  expect([0, 8, 9, 11, 12, 13, 14, 19, 20, 23].map(at)).toEqual([
    '早上好',
    '早上好',
    '上午好',
    '上午好',
    '中午好',
    '中午好',
    '下午好',
    '下午好',
    '晚上好',
    '晚上好',
  ])
})
