import { onTestFinished, vi } from 'vitest'

const realNow = Date.now.bind(Date)
let ahead = 0

/** The clock goes ahead by this much at once (ms), until the test ends; timers keep their own time. */
export function passTime(ms: number): void {
  ahead += ms
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead)
  onTestFinished(() => {
    ahead = 0
    clock.mockRestore()
  })
}
