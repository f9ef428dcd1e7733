import { readXls, streamXlsxRows } from 'hucre/xlsx'
import { lookOverArchive, type MergedCells } from './read-archive.ts'
import { createSheet, type ReadSheet, UnreadableFile } from './read-cells.ts'
import { readCsv } from './read-csv.ts'

/** Sheets of a file; more are left out. */
const MOST_SHEETS = 20

/** The visible sheets of an .xlsx, .xls or .csv file, known by its content and not by its name. Formulas are what they came to when the file was saved. */
export async function readSheets(bytes: Uint8Array, name: string): Promise<ReadSheet[]> {
  const starts = (...marks: readonly number[]) => marks.every((mark, at) => bytes[at] === mark)
  if (bytes.length === 0) throw new UnreadableFile('文件是空的')
  try {
    if (starts(0x50, 0x4b)) return await readXlsx(bytes)
    if (starts(0xd0, 0xcf, 0x11, 0xe0)) return await readOldXls(bytes)
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile(
      /password|encrypt/i.test(String(error)) ? '文件有密码，无法读取' : '文件已损坏或不是 Excel 文件',
    )
  }
  if (/\.xlsx?$/i.test(name)) throw new UnreadableFile('文件已损坏或不是 Excel 文件')
  return [readCsv(bytes, name.replace(/\.[^.]*$/, ''))]
}

async function readXlsx(bytes: Uint8Array): Promise<ReadSheet[]> {
  const { sheets } = await lookOverArchive(bytes)
  const read: ReadSheet[] = []
  for (const [at, { name, hidden, merged }] of sheets.entries()) {
    if (hidden || read.length >= MOST_SHEETS) continue
    const sheet = createSheet(name)
    for await (const { index, values } of streamXlsxRows(bytes, { sheet: at })) sheet.add(index + 1, values)
    fillMerged(sheet, merged)
    read.push({ name: sheet.name, rows: sheet.rows })
  }
  return read
}

async function readOldXls(bytes: Uint8Array): Promise<ReadSheet[]> {
  const { sheets } = await readXls(bytes)
  return sheets
    .filter(({ hidden, veryHidden }) => !hidden && !veryHidden)
    .slice(0, MOST_SHEETS)
    .map((given) => {
      const sheet = createSheet(given.name)
      for (const [at, values] of given.rows.entries()) sheet.add(at + 1, values)
      const merged = (given.merges ?? []).map(({ startRow, startCol, endRow, endCol }) => ({
        ...{ top: startRow, left: startCol, bottom: endRow, right: endCol },
      }))
      fillMerged(sheet, merged)
      return { name: sheet.name, rows: sheet.rows }
    })
}

/** A value that is drawn over several lines of a column is the value of each of them; lines that are empty besides stay empty. */
function fillMerged({ rows }: ReadSheet, merged: readonly MergedCells[]): void {
  if (merged.length === 0) return
  const places = new Map(rows.map((row, at) => [row.line - 1, at]))
  for (const { top, bottom, left } of merged) {
    const at = places.get(top)
    const value = at === undefined ? undefined : rows[at]?.cells[left]
    if (at === undefined || value === undefined || value === null) continue
    for (let below = at + 1; below < rows.length; below += 1) {
      const row = rows[below]
      if (!row || row.line - 1 > bottom) break
      while (row.cells.length < left) row.cells.push(null)
      if ((row.cells[left] ?? null) !== null) continue
      row.cells[left] = value
      row.merged = [...(row.merged ?? []), left]
    }
  }
}
