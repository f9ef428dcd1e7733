import { parseCsv } from 'hucre/csv'
import { createSheet, MOST_LINES, type ReadSheet, UnreadableFile } from './read-cells.ts'

/** What `csvOf` writes before a text that a program would take for a formula. */
const SAFE_PREFIX = /^'(?=[=+\-@\t\r'])/

/** A text file of values: commas, semicolons or tabs between them; UTF-8, UTF-16 or GBK. All cells are texts. */
export function readCsv(bytes: Uint8Array, name: string): ReadSheet {
  const text = decoded(bytes)
  if (text.includes('\0')) throw new UnreadableFile('文件格式不正确，仅支持 .xls、.xlsx 和 .csv')
  const sheet = createSheet(name)
  for (const [at, row] of parseCsv(text, { maxRows: MOST_LINES + 1_000 }).entries())
    sheet.add(
      at + 1,
      row.map((cell) => (typeof cell === 'string' ? cell.replace(SAFE_PREFIX, '') : cell)),
    )
  return { name, rows: sheet.rows }
}

/** Excel in Chinese writes GBK, other programs UTF-8 with or without a mark. */
function decoded(bytes: Uint8Array): string {
  for (const encoding of startsWith(bytes, 0xff, 0xfe) ? ['utf-16le'] : ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // The next one.
    }
  throw new UnreadableFile('文件的文字编码无法识别，请存为 UTF-8')
}

function startsWith(bytes: Uint8Array, ...marks: readonly number[]): boolean {
  return marks.every((mark, at) => bytes[at] === mark)
}
