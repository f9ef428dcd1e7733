import { describe, expect, it } from 'vitest'
import { arrivedState, asksAnew, listStateOf, withListState, withoutListState } from './list-address.ts'

describe('address of a list', () => {
  it('that only begins something leaves the rows as they were', () => {
    expect(arrivedState('q_name=a&record=7', 'start=add')).toBe('q_name=a&start=add')
    expect(arrivedState('q_name=a', 'start=add&q_name=b')).toBe('start=add&q_name=b')
    expect(arrivedState('q_name=a', 'record=7')).toBe('record=7')
    expect(withoutListState('?id=7&start=add')).toBe('?id=7')
  })

  it('tells what makes a tab from filters, order and page', () => {
    const search = '?id=7&q_name=x&page=3&size=100&sort=name%3Ddesc'
    expect(withoutListState(search)).toBe('?id=7')
    expect(listStateOf(search)).toBe('q_name=x&page=3&size=100&sort=name%3Ddesc')
    expect(withoutListState('?page=2')).toBe('')
    expect(withoutListState('')).toBe('')
    expect(listStateOf('?id=7')).toBe('')
    // Neither does another way to show the rows open another tab.
    expect(listStateOf('?id=7&layout=board&month=2026-11&groupBy=status&group=1')).toBe(
      'layout=board&month=2026-11&groupBy=status&group=1',
    )
    // A record in place of the list stands in the list's own tab.
    expect(withoutListState('?record=r1')).toBe('')
  })

  it('is a step back for other records and another layout, not for another page or month', () => {
    expect(['layout=board', 'group=1', 'q_name=x'].map((state) => asksAnew('', state))).toEqual([
      true,
      true,
      true,
    ])
    expect(['page=2', 'sort=name%3Ddesc', 'month=2026-11'].map((state) => asksAnew('', state))).toEqual([
      false,
      false,
      false,
    ])
  })

  it('is put together again', () => {
    expect(withListState('/a', 'page=2')).toBe('/a?page=2')
    expect(withListState('/a?id=7', 'page=2')).toBe('/a?id=7&page=2')
    expect(withListState('/a?id=7', '')).toBe('/a?id=7')
  })
})
