import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type DrawnGrid, drawGrid } from '#tests/helpers/drawn-grid.ts'
import { createTimedFlag, SCROLLING_MS } from './timed-flag.ts'

let grid: DrawnGrid
beforeEach(() => {
  grid = drawGrid({ name: { type: 'string', title: '姓名', view: 'text' } }, [
    { id: 'a', name: 'one' },
    { id: 'b', name: 'two' },
  ])
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  grid.close()
})

const highlighted = () =>
  [...grid.hot.rootElement.querySelectorAll('.ht_master td')].map((td) =>
    td.classList.contains('data-grid-reloaded') ? `${td.textContent}!` : td.textContent,
  )

describe('rows that are reloaded', () => {
  it('are highlighted for 1400 ms where they are new or read otherwise, and no longer [grid-64, grid-65]', () => {
    expect(highlighted()).toEqual(['one', 'two'])
    grid.source.reset([
      { id: 'a', name: 'one' },
      { id: 'b', name: 'other' },
      { id: 'c', name: 'new' },
    ])
    expect(highlighted()).toEqual(['one', 'other!', 'new!'])
    vi.advanceTimersByTime(1399)
    expect(highlighted()).toEqual(['one', 'other!', 'new!'])
    vi.advanceTimersByTime(1)
    expect(highlighted()).toEqual(['one', 'other', 'new'])
  })

  it('again begin their 1400 ms anew', () => {
    grid.source.reset([{ id: 'a', name: 'x' }])
    vi.advanceTimersByTime(1000)
    grid.source.reset([{ id: 'a', name: 'y' }])
    vi.advanceTimersByTime(1000)
    expect(highlighted()).toEqual(['y!'])
    vi.advanceTimersByTime(400)
    expect(highlighted()).toEqual(['y'])
  })

  it('are not those of another page, nor those that the user has typed', () => {
    grid.controller.put([{ row: 0, name: 'name', value: 'typed' }])
    expect(highlighted()).toEqual(['typed', 'two'])
    grid.source.reset([
      { id: 'a', name: 'typed' },
      { id: 'b', name: 'two' },
    ])
    expect(highlighted()).toEqual(['typed', 'two'])
    grid.source.reset([{ id: 'x', name: 'far' }])
    expect(highlighted()).toEqual(['far'])
  })
})

describe('a grid', () => {
  const isScrolling = () => grid.hot.rootElement.closest('.data-grid-scrolling') !== null

  it('is said to scroll until 100 ms after the last time [grid-66]', () => {
    const scroll = () => grid.hot.runHooks('afterScrollVertically')
    expect(isScrolling()).toBe(false)
    scroll()
    vi.advanceTimersByTime(99)
    scroll()
    vi.advanceTimersByTime(99)
    expect(isScrolling()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(isScrolling()).toBe(false)
  })

  it('tells of a scroll once, however often it scrolls on', () => {
    const told: boolean[] = []
    const flag = createTimedFlag(SCROLLING_MS, (isUp) => told.push(isUp))
    flag.raise()
    flag.raise()
    expect(told).toEqual([true])
    vi.advanceTimersByTime(SCROLLING_MS)
    expect([told, flag.isUp()]).toEqual([[true, false], false])
  })
})
