import { describe, expect, it } from 'vitest'
import { choose, levelColumns } from './levels.ts'

describe('levels of a linked dropdown', () => {
  it('takes its own column first, then the linked ones', () => {
    expect(levelColumns('province', ' city, area ,')).toEqual(['province', 'city', 'area'])
    expect(levelColumns('province', undefined)).toEqual(['province'])
  })

  it('empties what is below the level that was chosen', () => {
    expect(choose(['province', 'city', 'area'], 1, '0571')).toEqual({ city: '0571', area: null })
    expect(choose(['province', 'city'], 0, '')).toEqual({ province: null, city: null })
  })
})
