import { areaList } from '@vant/area-data'
import type { PcaOptions } from '#schemas/widget/pca.ts'

/** One area with those inside it. */
export interface Area {
  value: string
  label: string
  children?: Area[]
}

/** Areas down to the level that is offered. */
export function areaTree(level: NonNullable<PcaOptions['displayLevel']> = 'all'): Area[] {
  const known = trees.get(level) ?? buildTree(level)
  trees.set(level, known)
  return known
}

/** Built once: a form of many areas draws the same three thousand names. */
const trees = new Map<string, Area[]>()

function buildTree(level: NonNullable<PcaOptions['displayLevel']>): Area[] {
  const cities = level === 'province' ? new Map<string, Area[]>() : grouped(areaList.city_list, 2)
  const counties =
    level === 'province' || level === 'city' ? new Map<string, Area[]>() : grouped(areaList.county_list, 4)
  return Object.entries(areaList.province_list).map(([value, label]) => {
    const inside = (cities.get(value.slice(0, 2)) ?? []).map((city) => {
      const children = counties.get(city.value.slice(0, 4))
      return children ? { ...city, children } : city
    })
    return inside.length > 0 ? { value, label, children: inside } : { value, label }
  })
}

/** Codes of the levels above and including a code; empty for an unknown one. */
export function areaPath(code: string): string[] {
  if (!/^\d{6}$/.test(code)) return []
  const province = `${code.slice(0, 2)}0000`
  const city = `${code.slice(0, 4)}00`
  const path = [province]
  if (code !== province) path.push(city)
  if (code !== province && code !== city) path.push(code)
  return path.every((one) => nameOf(one) !== undefined) ? path : []
}

/** Names of the levels joined by `/`; the code itself when it is unknown. */
export function areaText(code: string, level: PcaOptions['displayLevel'] = 'all'): string {
  const path = areaPath(code)
  if (path.length === 0) return code
  return (level === 'region' ? path.slice(-1) : path).map(nameOf).join('/')
}

function nameOf(code: string): string | undefined {
  return areaList.province_list[code] ?? areaList.city_list[code] ?? areaList.county_list[code]
}

function grouped(list: Readonly<Record<string, string>>, digits: number): Map<string, Area[]> {
  const groups = new Map<string, Area[]>()
  for (const [value, label] of Object.entries(list)) {
    const key = value.slice(0, digits)
    groups.set(key, [...(groups.get(key) ?? []), { value, label }])
  }
  return groups
}
