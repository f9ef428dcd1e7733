import { describe, expect, it } from 'vitest'
import { numberCodec } from './number-codec.ts'

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
    expect(numberCodec.parse(stored)).toBe(value)
    if (stored !== '') expect(String(numberCodec.store(numberCodec.parse(stored)))).toBe(String(stored))
  })
})
