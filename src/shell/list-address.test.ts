import { describe, expect, it } from 'vitest'
import { withoutListState } from './list-address.ts'

describe('address of a list', () => {
  it('keeps what tells two tabs apart and drops filters, order and page', () => {
    expect(withoutListState('?id=7&q_name=x&page=3&size=100&sort=name+desc')).toBe('?id=7')
    expect(withoutListState('?page=2')).toBe('')
    expect(withoutListState('')).toBe('')
  })
})
