/** Columns of PostgreSQL itself: no table can have another of that name. */
const OF_DATABASE: ReadonlySet<string> = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid'])

/** True for a name that no field can have: a column of the database. */
export function isReservedName(name: string): boolean {
  return OF_DATABASE.has(name.toLowerCase())
}
