import { describe, expect, it } from 'vitest'
import { createInsertGuard } from './insert-guard.ts'

const pressesAt = (times: readonly number[]) => {
  let time = 0
  const press = createInsertGuard(() => time)
  return times.map((at) => {
    time = at
    return press()
  })
}

describe('presses of 新增', () => {
  it('insert once in 1500 ms [grid-70]', () => {
    expect(pressesAt([0, 400, 1499, 1900, 3399, 3700])).toEqual([
      'insert',
      'wait',
      'wait',
      'insert',
      'wait',
      'insert',
    ])
    expect(pressesAt([0, 1500])).toEqual(['insert', 'insert'])
  })

  it('within 300 ms of each other are too fast, also where a row might come [grid-71]', () => {
    expect(pressesAt([0, 299, 598, 898])).toEqual(['insert', 'too fast', 'too fast', 'wait'])
    expect(pressesAt([0, 1400, 1600, 1900])).toEqual(['insert', 'wait', 'too fast', 'insert'])
  })
})
