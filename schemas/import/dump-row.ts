import { withoutUnstorable } from '../compile/check/zero-characters.ts'

/** One row of a database dump: values by column name. */
export type DumpRow = Readonly<Record<string, unknown>>

/** True for a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Columns that hold JSON as text; some sources send the value itself. */
const JSON_COLUMNS: ReadonlySet<string> = new Set(['field_extend_json', 'ext_config_json', 'dict_table'])

/** The name of a column in lower snake case. */
export function columnName(key: string): string {
  return key.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()
}

/** A row with columns in lower snake case, whichever way the source spells them, and values as plain literals. */
export function dumpRow(value: unknown): DumpRow {
  const row: Record<string, unknown> = Object.create(null)
  if (!isRecord(value)) return row
  for (const [key, entry] of Object.entries(value)) {
    const name = columnName(key)
    const said = literal(entry)
    row[name] =
      JSON_COLUMNS.has(name) && typeof said === 'object' && said !== null ? JSON.stringify(said) : said
  }
  return row
}

/** Rows of a table; anything else is no rows. */
export function dumpRows(value: unknown): DumpRow[] {
  return Array.isArray(value) ? value.filter(isRecord).map(dumpRow) : []
}

/** `{"$sql": …}` and `{"$hex": …}` stand for what is no literal in the dump. */
function literal(value: unknown): unknown {
  if (!isRecord(value)) return value
  if (typeof value.$hex === 'string') return fromHex(value.$hex)
  if (typeof value.$sql !== 'string') return value
  const sql = value.$sql.trim()
  const bit = /^b'([01]+)'$/i.exec(sql)?.[1]
  if (bit !== undefined) return Number.parseInt(bit, 2)
  const hex = /^(?:0x|x')([0-9a-f]*)'?$/i.exec(sql)?.[1]
  if (hex !== undefined) return fromHex(hex)
  return /^null$/i.test(sql) ? null : sql
}

function fromHex(hex: string): unknown {
  const digits = hex.replace(/^0x/i, '')
  if (!/^([0-9a-f]{2})*$/i.test(digits)) return hex
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  // One byte below the printable characters is a bit column.
  if (bytes.length === 1 && (bytes[0] ?? 0) < 32) return bytes[0]
  return new TextDecoder().decode(bytes)
}

/** The value as trimmed text; `''` for what is missing. */
export function text(row: DumpRow, column: string): string {
  const value = row[column]
  if (typeof value === 'string') return value.trim() === 'NULL' ? '' : withoutUnstorable(value).trim()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** Parts of a row that are rows themselves. */
const PARTS: ReadonlySet<string> = new Set(['children', 'data_rules', 'meta', 'sys_dict_item_list'])

/** Columns of a row whose value is neither text nor number, or has characters that cannot be stored. */
export function oddColumns(row: DumpRow): { column: string; shown: string }[] {
  return Object.entries(row).flatMap(([column, value]) =>
    isOdd(column, value) ? [{ column, shown: shortly(value) }] : [],
  )
}

function isOdd(column: string, value: unknown): boolean {
  if (typeof value === 'string') return withoutUnstorable(value) !== value
  return typeof value === 'object' && value !== null && !PARTS.has(column)
}

/** A value as JSON, cut to what a person reads. */
export function shortly(value: unknown): string {
  let shown: string
  try {
    shown = JSON.stringify(value) ?? String(value)
  } catch {
    // A value that holds itself has no JSON.
    shown = String(value)
  }
  return shown.length > 100 ? `${shown.slice(0, 100)}…` : shown
}

/** The value as a whole number, or null. */
export function integer(row: DumpRow, column: string): number | null {
  const value = text(row, column)
  return /^[+-]?\d{1,15}(\.0+)?$/.test(value) ? Number(value) : null
}

/** A yes in any of its spellings: 1, '1', Y, true. */
export function flag(row: DumpRow, column: string): boolean {
  return ['1', 'y', 'yes', 'true'].includes(text(row, column).toLowerCase())
}
