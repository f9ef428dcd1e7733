import { describe, expect, it } from 'vitest'
import { listCodec } from './list-codec.ts'

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
    expect(listCodec.parse(stored)).toEqual(values)
  })

  it('stores what it parsed, joined by commas, and nothing as null [const-04]', () => {
    expect(listCodec.store(listCodec.parse('x,y'))).toBe('x,y')
    expect(listCodec.store([])).toBeNull()
  })
})
