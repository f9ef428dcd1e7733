import { areaList } from '@vant/area-data'
import { describe, expect, it } from 'vitest'
import { type Area, areaPath, areasCalled, areaText, areaTree } from './areas.ts'

describe('areas', () => {
  it('are a tree of three levels with id, text and parent id, whose root is 86 [picker-20]', () => {
    const levels = (areas: readonly Area[], pid: string, path: readonly string[]): string[][] =>
      areas.flatMap((area) => {
        expect(Object.keys(area).slice(0, 3)).toEqual(['id', 'text', 'pid'])
        expect(area.pid).toBe(pid)
        const here = [...path, area.id]
        return area.children ? levels(area.children, area.id, here) : [here]
      })
    const paths = levels(areaTree(), '86', [])
    expect(paths).toContainEqual(['310000', '310100', '310118'])
    expect(Math.max(...paths.map((path) => path.length))).toBe(3)
    // None of the data is left out.
    expect(new Set(paths.flat()).size).toBe(
      [areaList.province_list, areaList.city_list, areaList.county_list].flatMap(Object.keys).length,
    )
  })

  it('have three levels, or as many as are offered', () => {
    expect(areaTree()[0]?.children?.[0]?.children?.[0]?.id).toMatch(/^\d{6}$/)
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

  it('are found by what spreadsheets call them', () => {
    const values = (text: string, level?: 'city' | 'region') =>
      areasCalled([text], level).map(({ value }) => value)
    expect(values('110105')).toEqual(['110105'])
    expect(values('浙江省/杭州市/西湖区')).toEqual(['330106'])
    expect(values('浙江省杭州市西湖区')).toEqual(['330106'])
    expect(values('杭州市')).toEqual(['330100'])
    // The province is called so by all of its names, the city within it only by the last.
    expect(values('北京市')).toEqual(['110000'])
    expect(values('朝阳区').length).toBeGreaterThan(1)
    expect(values('西湖市')).toEqual([])
    expect(values('浙江省/杭州市/西湖区', 'city')).toEqual([])
    expect(areasCalled(['杭州市'])).toEqual([{ value: '330100', text: '杭州市', shown: '浙江省/杭州市' }])
    expect(areasCalled(['浙江省/杭州市'], 'region')[0]?.shown).toBe('杭州市')
  })
})
