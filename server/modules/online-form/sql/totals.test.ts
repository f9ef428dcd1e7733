import { expect, it } from 'vitest'
import { createTableChanges } from './table-changes.ts'
import { createTotals } from './totals.ts'

it('counts again only after the table changed', async () => {
  const changes = createTableChanges()
  changes.setListening(true)
  const totals = createTotals(changes)
  let counted = 0
  const count = async () => ++counted
  expect(await totals.total(['t'], 'q', count)).toBe(1)
  expect(await totals.total(['t'], 'q', count)).toBe(1)
  changes.bump('other')
  expect(await totals.total(['t'], 'q', count)).toBe(1)
  changes.bump('t')
  expect(await totals.total(['t'], 'q', count)).toBe(2)
  expect(await totals.total(['t'], 'another', count)).toBe(3)
})

it('does not keep a total whose table changed while it was counted', async () => {
  const changes = createTableChanges()
  changes.setListening(true)
  const totals = createTotals(changes)
  let finish: (total: number) => void = () => undefined
  const slow = totals.total(['t'], 'q', () => new Promise((resolve) => (finish = resolve)))
  changes.bump('t')
  finish(7)
  expect(await slow).toBe(7)
  expect(await totals.total(['t'], 'q', async () => 8)).toBe(8)
})

it('counts every time while changes of other processes might go unheard', async () => {
  const changes = createTableChanges()
  const totals = createTotals(changes)
  let counted = 0
  const count = async () => ++counted
  await totals.total(['t'], 'q', count)
  expect(await totals.total(['t'], 'q', count)).toBe(2)
  changes.setListening(true)
  await totals.total(['t'], 'q', count)
  changes.setListening(false)
  changes.setListening(true)
  expect(await totals.total(['t'], 'q', count)).toBe(4)
})

it('forgets a count that failed', async () => {
  const changes = createTableChanges()
  changes.setListening(true)
  const totals = createTotals(changes)
  await expect(totals.total(['t'], 'q', async () => Promise.reject(new Error('down')))).rejects.toThrow(
    'down',
  )
  expect(await totals.total(['t'], 'q', async () => 5)).toBe(5)
})

it('of a journal is exact while counting is quick, and reused for a while where it is slow', async () => {
  let clock = 0
  let rows = 5
  const totals = createTotals(createTableChanges(), () => clock)
  const count = (ms: number) => async () => {
    clock += ms
    return rows
  }
  expect(await totals.recent('q', count(10))).toBe(5)
  rows = 6
  expect(await totals.recent('q', count(10))).toBe(6)
  expect(await totals.recent('slow', count(1000))).toBe(6)
  rows = 7
  expect(await totals.recent('slow', count(1000))).toBe(6)
  clock += 20_000
  expect(await totals.recent('slow', count(1000))).toBe(7)
})
