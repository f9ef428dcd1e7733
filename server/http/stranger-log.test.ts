import { expect, it } from 'vitest'
import { createStrangerLog } from './stranger-log.ts'

it('keeps the first refusals of an address in a minute (L-4)', () => {
  let at = 0
  const strangers = createStrangerLog(() => at)
  const logged = (address: string) =>
    Array.from({ length: 50 }, () => strangers.mayLog(address)).filter(Boolean)
  expect(logged('a')).toHaveLength(20)
  expect(logged('b')).toHaveLength(20)
  at = 60_000
  expect(logged('a')).toHaveLength(20)
})
