import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { GridRow } from '../row-source.types.ts'
import { createRowScan } from './row-scan.ts'

const rows = (count: number, prefix = 'r'): GridRow[] =>
  Array.from({ length: count }, (_, at) => ({ key: `${prefix}${at}`, isNew: false, values: {} }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function scan() {
  const seen: string[] = []
  const end = vi.fn()
  return { seen, end, scan: createRowScan((some) => seen.push(...some.map(({ key }) => key)), end) }
}

it('looks at the first rows at once and at each other row once, later', () => {
  const one = scan()
  one.scan.begin(rows(1200))
  expect(one.seen).toHaveLength(200)
  expect(one.end).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(one.seen).toEqual(rows(1200).map(({ key }) => key))
  expect(one.end).toHaveBeenCalledOnce()
})

it('has nothing left of few rows, and nobody is told', () => {
  const one = scan()
  one.scan.begin(rows(200))
  vi.runAllTimers()
  expect(one.seen).toHaveLength(200)
  expect(one.end).not.toHaveBeenCalled()
})

it('can be finished, and leaves rows whose place others took', () => {
  const one = scan()
  one.scan.begin(rows(300))
  one.scan.begin(rows(300, 'new'))
  one.scan.finish()
  expect(one.end).toHaveBeenCalledOnce()
  expect(one.seen).toHaveLength(500)
  expect(one.seen.filter((key) => key.startsWith('r'))).toHaveLength(200)
  vi.runAllTimers()
  expect(one.seen).toHaveLength(500)
  expect(one.end).toHaveBeenCalledOnce()
})
