import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { expectConsole } from '#tests/helpers/quiet-console.ts'
import { AppErrorBoundary } from '../shell/AppErrorBoundary.tsx'
import { lazyNamed } from './load-chunk.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

let isUp = false
const There = () => <p>there</p>
const Part = lazyNamed(async () => {
  if (!isUp) throw new TypeError('Failed to fetch')
  return { There }
}, 'There')

it('a part of the program that did not arrive comes by 重试, without loading the whole page again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  expectConsole(/a part of the program did not arrive/, /Failed to fetch/)
  render(
    <AppErrorBoundary>
      <Suspense>
        <Part />
      </Suspense>
    </AppErrorBoundary>,
  )
  // It has been asked for six times by then.
  await act(() => vi.advanceTimersByTimeAsync(30_500))
  await act(() => vi.advanceTimersByTimeAsync(2000))
  isUp = true
  fireEvent.click(screen.getByRole('button', { name: /重\s*试/ }))
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.getByText('there')).toBeTruthy()
})
