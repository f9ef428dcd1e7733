import { Readable } from 'node:stream'
import type { Cell } from './sheet.ts'

/** The media type of such a file. */
export const CSV_TYPE = 'text/csv; charset=utf-8'

const BYTE_ORDER_MARK = '\ufeff'
const CHUNK_CHARACTERS = 64 * 1024

/** Rows as the bytes of a CSV file that Excel reads as UTF-8. */
export function csvOf(rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>): Readable {
  return Readable.from(lines(rows), { objectMode: false })
}

async function* lines(
  rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>,
): AsyncGenerator<string> {
  let text = BYTE_ORDER_MARK
  for await (const row of rows) {
    text += `${row.map(field).join(',')}\r\n`
    if (text.length < CHUNK_CHARACTERS) continue
    yield text
    text = ''
  }
  yield text
}

function field(cell: Cell): string {
  const value = cell !== null && typeof cell === 'object' ? cell.value : cell
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = safeText(value)
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * A text that no program takes for a formula: what begins as one gets an apostrophe before it, and so does what begins with an
 * apostrophe. Taking one apostrophe away from what begins with two, or with one before `= + - @`, a tab or a return, gives the text back.
 */
function safeText(text: string): string {
  return /^[=+\-@\t\r']/.test(text) ? `'${text}` : text
}
