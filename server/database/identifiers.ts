import { createHash } from 'node:crypto'

/** Schema that holds the tables of online forms. */
export const DATA_SCHEMA = 'data'

/** PostgreSQL cuts longer names silently, which could make two of them one. */
const MAX_NAME_BYTES = 63

/** Quotes a name that stands in a compiled form. Names from requests never come here: they are looked up first. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Schema-qualified, quoted table of an online form. */
export function dataTable(table: string): string {
  return `${quoted(DATA_SCHEMA)}.${quoted(table)}`
}

/** The name itself, or a shortened one that stays unique through a hash. */
export function fittingName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 10)
  return `${Buffer.from(name)
    .subarray(0, MAX_NAME_BYTES - 11)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')}_${hash}`
}

/** Index names share one space per schema; the point, which no table has in its name, keeps them apart. */
export function physicalIndexName(table: string, index: string): string {
  return fittingName(`${table}.${index}`)
}
