/** What stands in a cell of a file: a text, a number as it was stored, or nothing. Days and moments are texts of the wire. */
export type ReadCell = string | number | null

/** A line of a file that is not empty. */
export interface ReadRow {
  /** As spreadsheets count, from 1. */
  line: number
  cells: ReadCell[]
  /** Places of the cells that a cell above is drawn over: they have its value. */
  merged?: number[]
}

/** A sheet as it was read. */
export interface ReadSheet {
  name: string
  rows: ReadRow[]
}

/** Lines and columns of one file; more is a mistake or an attack. */
export const MOST_LINES = 100_000
export const MOST_COLUMNS = 500

/** A file that cannot be read; the message is for its sender. */
export class UnreadableFile extends Error {}

/** Takes the lines of a sheet: leaves out the empty ones, and refuses too many. */
export function createSheet(
  name: string,
): ReadSheet & { add(line: number, values: readonly unknown[]): void } {
  const rows: ReadRow[] = []
  return {
    name,
    rows,
    add(line, values) {
      const cells: ReadCell[] = []
      for (const [at, value] of values.entries()) {
        const cell = cellOf(value)
        if (cell === null) continue
        if (at >= MOST_COLUMNS) throw new UnreadableFile(`文件的列数超过 ${MOST_COLUMNS}`)
        while (cells.length < at) cells.push(null)
        cells.push(cell)
      }
      if (cells.length === 0) return
      if (rows.length >= MOST_LINES) throw new UnreadableFile(`文件的行数超过 ${MOST_LINES}`)
      rows.push({ line, cells })
    },
  }
}

/** What a library has for a cell, as one of ours. Texts of spaces alone are nothing. */
function cellOf(value: unknown): ReadCell {
  if (typeof value === 'string') return value.trim() === '' ? null : value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return String(value)
  return value instanceof Date ? dateText(value) : null
}

const SECOND = 1000
/** The first days that Excel counts are times of day. */
const FIRST_DAY = Date.UTC(1900, 0, 2)

/** Rounded to seconds: Excel counts in parts of days. */
function dateText(date: Date): string | null {
  const at = Math.round(date.getTime() / SECOND) * SECOND
  if (!Number.isFinite(at) || Math.abs(at) > 8.64e15) return null
  const [day = '', time = ''] = new Date(at).toISOString().slice(0, 19).split('T')
  if (at < FIRST_DAY) return time
  return time === '00:00:00' ? day : `${day} ${time}`
}
