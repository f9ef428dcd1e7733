import { areaList } from '@vant/area-data'

/** Names of an administrative area and those above it, joined by `/`; null for an unknown code. */
export function areaText(code: string): string | null {
  if (!/^\d{6}$/.test(code)) return null
  const province = areaList.province_list[`${code.slice(0, 2)}0000`]
  const city = areaList.city_list[`${code.slice(0, 4)}00`]
  const county = areaList.county_list[code]
  if (code.endsWith('0000')) return province ?? null
  if (code.endsWith('00')) return city ? [province, city].filter(Boolean).join('/') : null
  return county ? [province, city, county].filter(Boolean).join('/') : null
}
