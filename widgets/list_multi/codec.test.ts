import { describe, expect, it } from 'vitest'
import { codec } from './codec.ts'

describe('comma-separated values', () => {
  it.each([
    [null, []],
    [undefined, []],
    ['', []],
    ['a', ['a']],
    ['a,b', ['a', 'b']],
    [',a,,b,', ['a', 'b']],
    [7, ['7']],
  ])('parses %j', (stored, values) => {
    expect(codec.parse(stored)).toEqual(values)
  })

  it('stores what it parsed, joined by commas, and nothing as null [const-04]', () => {
    expect(codec.store(codec.parse('x,y'))).toBe('x,y')
    expect(codec.store([])).toBeNull()
  })
})
