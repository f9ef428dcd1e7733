import { describe, expect, it } from 'vitest'
import { listStateOf, withListState, withoutListState } from './list-address.ts'

describe('address of a list', () => {
  it('tells what makes a tab from filters, order and page', () => {
    const search = '?id=7&q_name=x&page=3&size=100&sort=name%3Ddesc'
    expect(withoutListState(search)).toBe('?id=7')
    expect(listStateOf(search)).toBe('q_name=x&page=3&size=100&sort=name%3Ddesc')
    expect(withoutListState('?page=2')).toBe('')
    expect(withoutListState('')).toBe('')
    expect(listStateOf('?id=7')).toBe('')
    // A record in place of the list stands in the list's own tab.
    expect(withoutListState('?record=r1')).toBe('')
  })

  it('is put together again', () => {
    expect(withListState('/a', 'page=2')).toBe('/a?page=2')
    expect(withListState('/a?id=7', 'page=2')).toBe('/a?id=7&page=2')
    expect(withListState('/a?id=7', '')).toBe('/a?id=7')
  })
})
