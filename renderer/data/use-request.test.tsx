import { act, render, screen } from '@testing-library/react'
import { Activity } from 'react'
import { expect, it, vi } from 'vitest'
import { useRequest } from './use-request.ts'

function Shown({ load, code }: { load(code: string): Promise<string>; code: string }) {
  const { data, loading, reload } = useRequest(() => load(code), [code])
  return (
    <button type="button" onClick={reload}>
      {loading ? 'loading' : data}
    </button>
  )
}

it('does not load again when a hidden page is shown, but does for something new', async () => {
  const load = vi.fn(async (code: string) => `data of ${code}`)
  const page = (mode: 'visible' | 'hidden', code: string) => (
    <Activity mode={mode}>
      <Shown load={load} code={code} />
    </Activity>
  )
  const { rerender } = render(page('visible', 'a'))
  await screen.findByText('data of a')
  rerender(page('hidden', 'a'))
  rerender(page('visible', 'a'))
  await act(async () => {})
  expect(load).toHaveBeenCalledTimes(1)
  rerender(page('visible', 'b'))
  await screen.findByText('data of b')
  await act(async () => screen.getByRole('button').click())
  expect(load.mock.calls).toEqual([['a'], ['b'], ['b']])
})

it('loads again what was given up half-way', async () => {
  let answer: (text: string) => void = () => {}
  const load = vi.fn(
    () =>
      new Promise<string>((resolve) => {
        answer = resolve
      }),
  )
  const page = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <Shown load={load} code="a" />
    </Activity>
  )
  const { rerender } = render(page('visible'))
  rerender(page('hidden'))
  rerender(page('visible'))
  expect(load).toHaveBeenCalledTimes(2)
  await act(async () => answer('late'))
  expect(screen.getByText('late')).toBeTruthy()
})
