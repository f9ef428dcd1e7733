import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { lazyPart, untilLoaded } from './lazy-part.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('a field whose program did not arrive comes when the server is back', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  let isUp = false
  const Field = lazyPart(async () => {
    if (!isUp) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: () => <input aria-label="area" /> }
  })
  render(
    <Suspense fallback={<p>wait</p>}>
      <Field />
    </Suspense>,
  )
  await screen.findByText('wait')
  isUp = true
  expect(await screen.findByLabelText('area', {}, { timeout: 3000 })).toBeTruthy()
})

it('what never arrives is given up in the end', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.useFakeTimers()
  const load = vi.fn(async () => {
    throw new Error('gone')
  })
  const given = expect(untilLoaded(load)).rejects.toThrow('gone')
  await vi.advanceTimersByTimeAsync(60_000)
  await given
  expect(load).toHaveBeenCalledTimes(6)
})
