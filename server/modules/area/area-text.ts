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

let codes: Map<string, string> | null = null

/** The code of an area that is named with those above it, `/`, `-` or a blank between them; null for an unknown one. */
export function areaCode(text: string): string | null {
  if (!codes) {
    const { province_list, city_list, county_list } = areaList
    const all = [province_list, city_list, county_list].flatMap((list) => Object.keys(list))
    codes = new Map(all.map((code) => [areaText(code) ?? code, code]))
  }
  return codes.get(text.trim().replaceAll(/\s*[/\s-]\s*/g, '/')) ?? null
}
