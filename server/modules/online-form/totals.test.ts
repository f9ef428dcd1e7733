import { expect, it } from 'vitest'
import { createTableChanges } from './table-changes.ts'
import { createTotals } from './totals.ts'

it('counts again only after the table changed', async () => {
  const changes = createTableChanges()
  changes.setListening(true)
  const totals = createTotals(changes)
  let counted = 0
  const count = async () => ++counted
  expect(await totals.total('t', 'q', count)).toBe(1)
  expect(await totals.total('t', 'q', count)).toBe(1)
  changes.bump('other')
  expect(await totals.total('t', 'q', count)).toBe(1)
  changes.bump('t')
  expect(await totals.total('t', 'q', count)).toBe(2)
  expect(await totals.total('t', 'another', count)).toBe(3)
})

it('does not keep a total whose table changed while it was counted', async () => {
  const changes = createTableChanges()
  changes.setListening(true)
  const totals = createTotals(changes)
  let finish: (total: number) => void = () => undefined
  const slow = totals.total('t', 'q', () => new Promise((resolve) => (finish = resolve)))
  changes.bump('t')
  finish(7)
  expect(await slow).toBe(7)
  expect(await totals.total('t', 'q', async () => 8)).toBe(8)
})

it('counts every time while changes of other processes might go unheard', async () => {
  const changes = createTableChanges()
  const totals = createTotals(changes)
  let counted = 0
  const count = async () => ++counted
  await totals.total('t', 'q', count)
  expect(await totals.total('t', 'q', count)).toBe(2)
  changes.setListening(true)
  await totals.total('t', 'q', count)
  changes.setListening(false)
  changes.setListening(true)
  expect(await totals.total('t', 'q', count)).toBe(4)
})

it('forgets a count that failed', async () => {
  const changes = createTableChanges()
  changes.setListening(true)
  const totals = createTotals(changes)
  await expect(totals.total('t', 'q', async () => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(await totals.total('t', 'q', async () => 5)).toBe(5)
})
