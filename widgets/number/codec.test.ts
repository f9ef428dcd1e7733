import { describe, expect, it } from 'vitest'
import { codec } from './codec.ts'

describe('number codec', () => {
  it.each([
    [null, null],
    ['', null],
    [0, 0],
    ['12', 12],
    ['12.50', '12.50'],
    ['12345678901234567890', '12345678901234567890'],
    ['abc', 'abc'],
  ])('parses %j as %j and stores it without loss', (stored, value) => {
    expect(codec.parse(stored)).toBe(value)
    if (stored !== '') expect(String(codec.store(codec.parse(stored)))).toBe(String(stored))
  })
})
