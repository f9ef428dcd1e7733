import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useWatched } from './use-watched.ts'

let asked = 0
function Page() {
  return <p>{useWatched(async () => ++asked).data}</p>
}

let visibility: DocumentVisibilityState = 'visible'
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  visibility = 'visible'
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const turn = (to: DocumentVisibilityState) =>
  act(async () => {
    visibility = to
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
  })

it('asks every ten seconds, nothing while it is hidden, and at once when it is shown again', async () => {
  asked = 0
  const { unmount } = render(<Page />)
  await pass(0)
  screen.getByText('1')
  await pass(10_000)
  screen.getByText('2')
  await turn('hidden')
  await pass(60_000)
  expect(asked).toBe(2)
  await turn('visible')
  screen.getByText('3')
  await pass(10_000)
  expect(asked).toBe(4)
  unmount()
  await pass(60_000)
  expect(asked).toBe(4)
})
