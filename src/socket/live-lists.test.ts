import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLiveLists, LINGER_MS, PLACE_MS } from './live-lists.ts'
import type { TableListener } from './live-rows-socket.ts'
import { FORGET_MS } from './people.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function start() {
  const left = vi.fn()
  const line = {
    pageId: 'p',
    join: vi.fn((_key: string, _listener: TableListener) => left),
    tellRow: vi.fn(),
    tellEvent: vi.fn(),
    tellPlace: vi.fn(),
    close: vi.fn(),
  }
  const open = vi.fn(() => line)
  return { lists: createLiveLists('p'), left, line, open }
}

it('opens one line for all lists, and keeps it for the next page', () => {
  const { lists, left, line, open } = start()
  lists.use(open)
  expect(open).not.toHaveBeenCalled()
  const ends = ['expo', 'booth'].map((form) => lists.watch(form, () => {}))
  expect(open).toHaveBeenCalledTimes(1)
  expect(line.join).toHaveBeenCalledTimes(2)
  for (const end of ends) end()
  expect(left).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(LINGER_MS - 1)
  lists.watch('expo', () => {})()
  vi.advanceTimersByTime(LINGER_MS - 1)
  expect(line.close).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(line.close).toHaveBeenCalledTimes(1)
  expect(open).toHaveBeenCalledTimes(1)
})

it('ends the line with the session, and joins lists that are still there to the next one', () => {
  const { lists, line, open } = start()
  lists.watch('expo', () => {})
  lists.use(open)
  expect(line.join).toHaveBeenCalledTimes(1)
  lists.use(null)
  expect(line.close).toHaveBeenCalledTimes(1)
  lists.use(open)
  expect(line.join).toHaveBeenCalledTimes(2)
})

it('hears who else has a record open, until they go, are not heard of any more, or the line is lost', () => {
  const { lists, line, open } = start()
  const told: string[][] = []
  let saved = 0
  lists.use(open)
  const record = lists.open('expo', '7', {
    onPeople: (people) => told.push(people.map(({ name }) => name)),
    onSaved: () => saved++,
  })
  const listenerOf = (key: string) => line.join.mock.calls.find(([joined]) => joined === key)?.[1]
  const hear = (senderId: string, name: string, isHere = true) =>
    listenerOf('expo:7')?.onPerson?.({ socketKey: 'expo:7', senderId, name, place: null, isHere })
  hear('q', '甲')
  // A heartbeat of somebody who is known tells nothing new, and this page is not another.
  hear('q', '甲')
  hear('p', '我')
  hear('r', '乙')
  expect(told).toEqual([['甲'], ['甲', '乙']])
  hear('q', '甲', false)
  expect(told.at(-1)).toEqual(['乙'])
  vi.advanceTimersByTime(FORGET_MS)
  expect(told.at(-1)).toEqual([])
  hear('r', '乙')
  listenerOf('expo:7')?.onDown?.()
  expect(told.at(-1)).toEqual([])

  const news = { form: 'expo', added: [], isMany: false }
  listenerOf('expo')?.onRows?.({ ...news, changed: ['8'] })
  expect(saved).toBe(0)
  listenerOf('expo')?.onRows?.({ ...news, changed: ['7'] })
  listenerOf('expo')?.onRows?.({ ...news, changed: [], isMany: true })
  expect(saved).toBe(2)
  record.close()
})

it('tells where the user is, not with every step, and again on another line', () => {
  const { lists, line, open } = start()
  lists.use(open)
  const record = lists.open('expo', '7', { onPeople: () => {}, onSaved: () => {} })
  line.tellPlace.mockClear()
  const place = (row: string) => ({ sub: 'entry', row, field: 'name', isEditing: false })
  for (const row of ['1', '2', '3']) record.place(place(row))
  expect(line.tellPlace).not.toHaveBeenCalled()
  vi.advanceTimersByTime(PLACE_MS)
  expect(line.tellPlace.mock.calls).toEqual([['expo:7', place('3')]])
  lists.use(null)
  lists.use(open)
  expect(line.tellPlace.mock.calls.at(-1)).toEqual(['expo:7', place('3')])
  record.place(place('4'))
  record.close()
  vi.advanceTimersByTime(PLACE_MS)
  expect(line.tellPlace).toHaveBeenCalledTimes(2)
})
