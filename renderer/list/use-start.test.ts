import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Action } from '../actions/action.ts'
import { useStart } from './use-start.ts'

const action = (code: string) => ({ code }) as Action

function begun(search: string, codes: readonly string[]) {
  const run = vi.fn(async (_: Action) => {})
  const onSearch = vi.fn()
  renderHook(() => useStart(search, onSearch, codes.map(action), { run }))
  return { began: run.mock.calls.map(([{ code }]) => code), left: onSearch.mock.calls }
}

it('begins what the address names, and takes the word out of it', () => {
  expect(begun('q_name=a&start=add', ['add', 'import'])).toEqual({ began: ['add'], left: [['q_name=a']] })
  expect(begun('start=import', ['import'])).toEqual({ began: ['import'], left: [['']] })
  expect(begun('q_name=a', ['add'])).toEqual({ began: [], left: [] })
})

it('begins nothing that the user may not do, and nothing that a link should not', () => {
  expect(begun('start=add', ['edit'])).toEqual({ began: [], left: [['']] })
  expect(begun('start=batch_delete', ['batch_delete'])).toEqual({ began: [], left: [['']] })
})
