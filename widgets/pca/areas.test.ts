import { describe, expect, it } from 'vitest'
import { areaPath, areaText, areaTree } from './areas.ts'

describe('areas', () => {
  it('has three levels, or as many as are offered', () => {
    expect(areaTree()[0]?.children?.[0]?.children?.[0]?.value).toMatch(/^\d{6}$/)
    expect(areaTree('city')[0]?.children?.[0]?.children).toBeUndefined()
    expect(areaTree('province')[0]?.children).toBeUndefined()
  })

  it('finds the way to a district and names it', () => {
    expect(areaPath('110105')).toEqual(['110000', '110100', '110105'])
    expect(areaText('110105')).toBe('北京市/北京市/朝阳区')
    expect(areaText('110105', 'region')).toBe('朝阳区')
    expect(areaText('440000')).toBe('广东省')
  })

  it('keeps what it does not know', () => {
    expect(areaPath('999999')).toEqual([])
    expect(areaText('somewhere')).toBe('somewhere')
  })
})
