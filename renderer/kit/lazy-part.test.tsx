import { render, screen } from '@testing-library/react'
import { Suspense, useEffect } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { expectConsole } from '#tests/helpers/quiet-console.ts'
import { lazyPart, untilLoaded } from './lazy-part.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('a field whose program did not arrive comes when the server is back', async () => {
  expectConsole(/a part of the program did not arrive/)
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
  expectConsole(/a part of the program did not arrive/)
  vi.useFakeTimers()
  const load = vi.fn(async () => {
    throw new Error('gone')
  })
  const given = expect(untilLoaded(load)).rejects.toThrow('gone')
  await vi.advanceTimersByTimeAsync(60_000)
  await given
  expect(load).toHaveBeenCalledTimes(6)
})

it('what was asked for early is drawn at once, and a later arrival replaces nothing that is drawn', async () => {
  let mounted = 0
  const load = vi.fn(async () => ({
    default: ({ label }: { label: string }) => {
      useEffect(() => {
        mounted += 1
      }, [])
      return <input aria-label={label} />
    },
  }))
  const Field = lazyPart(load)
  const drawn = render(<Suspense fallback={<p>wait</p>}>{<Field label="one" />}</Suspense>)
  await screen.findByLabelText('one')
  expect(Field.isLoaded()).toBe(true)
  drawn.rerender(<Suspense fallback={<p>wait</p>}>{<Field label="two" />}</Suspense>)
  expect(screen.getByLabelText('two')).toBeTruthy()
  expect(mounted).toBe(1)
  drawn.unmount()
  render(<Field label="three" />)
  expect(screen.getByLabelText('three')).toBeTruthy()
  await Field.load()
  expect(load).toHaveBeenCalledTimes(1)
})

it('what was asked for early in vain is asked for again when it is drawn', async () => {
  expectConsole(/a part of the program did not arrive/)
  vi.useFakeTimers()
  let isUp = false
  const Field = lazyPart(async () => {
    if (!isUp) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: () => <input aria-label="late" /> }
  })
  const early = expect(Field.load()).rejects.toThrow('Failed to fetch')
  await vi.advanceTimersByTimeAsync(60_000)
  await early
  vi.useRealTimers()
  isUp = true
  render(
    <Suspense fallback={<p>wait</p>}>
      <Field />
    </Suspense>,
  )
  expect(await screen.findByLabelText('late')).toBeTruthy()
})
