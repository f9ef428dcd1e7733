import { expect, it } from 'vitest'
import { createBoundedQueue } from './bounded-queue.ts'

it('runs a few at a time, keeps some waiting and refuses the rest at once', async () => {
  const queue = createBoundedQueue({ running: 2, waiting: 3 })
  const ends: (() => void)[] = []
  let most = 0
  let active = 0
  const work = async () => {
    active++
    most = Math.max(most, active)
    await new Promise<void>((resolve) => ends.push(resolve))
    active--
  }
  const all = Array.from({ length: 7 }, () =>
    queue.run(work).then(
      () => 'done',
      (error) => error.refusal,
    ),
  )
  await expect.poll(() => ends.length).toBe(2)
  expect(queue.size()).toBe(5)
  for (let done = 0; done < 5; done++) {
    await expect.poll(() => ends.length).toBeGreaterThan(0)
    ends.shift()?.()
  }
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done', 'done', 'done', 'BUSY', 'BUSY'])
  expect(most).toBe(2)
  expect(queue.size()).toBe(0)
})
