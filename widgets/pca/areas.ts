import { areaList } from '@vant/area-data'
import type { PcaOptions } from '#schemas/widget/pca.ts'

/** Parent of the provinces. */
const AREA_ROOT = '86'

/** One area with those inside it. */
export interface Area {
  id: string
  text: string
  pid: string
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
  const lists = [areaList.province_list]
  if (level !== 'province') lists.push(areaList.city_list)
  if (level === 'all' || level === 'region') lists.push(areaList.county_list)
  const known = new Map<string, Area>()
  const provinces: Area[] = []
  for (const list of lists)
    for (const [id, text] of Object.entries(list)) {
      const area: Area = { id, text, pid: parentOf(id) }
      known.set(id, area)
      const parent = known.get(area.pid)
      if (area.pid === AREA_ROOT) provinces.push(area)
      else if (parent) {
        parent.children ??= []
        parent.children.push(area)
      }
    }
  return provinces
}

function parentOf(code: string): string {
  if (code.endsWith('0000')) return AREA_ROOT
  return code.endsWith('00') ? `${code.slice(0, 2)}0000` : `${code.slice(0, 4)}00`
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

/**
 * The areas that these texts call: by code or by the names of all levels, with `/` or nothing between them; else by the
 * name alone, which several may have. `shown` is what a cell says of them.
 */
export function areasCalled(
  texts: readonly string[],
  level?: PcaOptions['displayLevel'],
): { value: string; text: string; shown: string }[] {
  const byPath = new Map<string, string[]>()
  const byName = new Map<string, string[]>()
  const add = (index: Map<string, string[]>, text: string, id: string) =>
    index.set(text, [...(index.get(text) ?? []), id])
  const walk = (areas: readonly Area[], above: readonly string[]): void => {
    for (const { id, text, children = [] } of areas) {
      const names = [...above, text]
      for (const path of new Set([id, names.join('/'), names.join('')])) add(byPath, path, id)
      add(byName, text, id)
      walk(children, names)
    }
  }
  walk(areaTree(level), [])
  return texts.flatMap((text) =>
    (byPath.get(text) ?? byName.get(text) ?? []).map((value) => ({
      value,
      text,
      shown: areaText(value, level),
    })),
  )
}
