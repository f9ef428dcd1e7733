import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useTreeSearch } from './use-tree-search.ts'

const TREE = { kept: 'tree' }

afterEach(() => void vi.useRealTimers())

it('asks once typing has rested for 300 ms, and for the last word only [formwidget-10]', async () => {
  vi.useFakeTimers()
  const search = vi.fn(async (keyword: string) => [{ value: '1', title: keyword, path: ['根', keyword] }])
  const { result } = renderHook(() => useTreeSearch(TREE, search))
  act(() => result.current.setKeyword('机'))
  await act(() => vi.advanceTimersByTimeAsync(200))
  act(() => result.current.setKeyword('机床'))
  await act(() => vi.advanceTimersByTimeAsync(299))
  expect(search).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(search.mock.calls.map(([keyword]) => keyword)).toEqual(['机床'])
  expect(result.current.nodes?.map(({ title }) => title)).toEqual(['根 / 机床'])
})
