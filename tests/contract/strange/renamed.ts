import { isRecord } from '#schemas/import/dump-row.ts'

/** A copy of definitions with tables of their own, so that many of them find room in one database. */
export function renamedFamily(family: readonly unknown[], table: string): unknown[] {
  return family.map((definition) => replaced(definition, table))
}

function replaced(value: unknown, table: string): unknown {
  if (typeof value === 'string') return value.replaceAll(/strange(?![a-z])/gi, table)
  if (Array.isArray(value)) return value.map((entry) => replaced(entry, table))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, replaced(entry, table)]))
}
