import { describe, expect, it } from 'vitest'
import { firstFailure, partsOf } from './check-value.ts'

describe('a check rule', () => {
  const parts = [
    { digits: '1', pattern: '[A-Z]', message: 'letter' },
    { digits: '3', pattern: '\\d+', message: 'digits' },
    { digits: '*', pattern: '[A-Z]\\d{3}.*', message: 'whole' },
  ]
  it('takes the characters of each part in order', () => {
    expect(firstFailure(parts, 'A123')).toBeNull()
    expect(firstFailure(parts, 'A123 and more')).toBeNull()
    expect(firstFailure(parts, 'a123')).toMatchObject({ message: 'letter', beginIndex: 0, endIndex: 1 })
    expect(firstFailure(parts, 'A12x')).toMatchObject({
      message: 'digits',
      beginIndex: 1,
      endIndex: 4,
      checkValue: '12x',
      passed: false,
    })
  })

  it('refuses what is too short, and what no engine understands', () => {
    expect(firstFailure(parts, '')).toMatchObject({ message: 'letter' })
    expect(firstFailure([{ digits: '*', pattern: '(', message: 'broken' }], 'x')).toMatchObject({
      message: 'broken',
    })
  })

  it('fits a part as a whole, not somewhere inside it', () => {
    expect(firstFailure([{ digits: '*', pattern: 'a|b', message: 'm' }], 'xa')).not.toBeNull()
  })

  it.each(['nonsense', '{}', 'null', '[null]', '[{}]', '[{"digits":"x","pattern":"a","message":"m"}]'])(
    'that reads %s is no rule',
    (text) => {
      expect(partsOf(text)).toBeNull()
    },
  )
})
