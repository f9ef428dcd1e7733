import type { Readable } from 'node:stream'
import type { ReadCell } from '../spreadsheet/read-cells.ts'
import type { Sheet } from '../spreadsheet/sheet.ts'
import { xlsxOf } from '../spreadsheet/xlsx.ts'

/** Lines that were not taken in, and why; those of sub tables may be without a reason of their own. */
export interface RestLine {
  cells: readonly ReadCell[]
  reason: string
}

/** Lines of one sheet, with the headings they came with. */
export interface RestSheet {
  /** Absent for that of the records. */
  name?: string
  headings: readonly ReadCell[]
  lines: readonly RestLine[]
}

/** Lines that were not taken in, as a workbook with the headings they came with and a column that says why: mended, it can be sent again. */
export function restWorkbook(sheets: readonly RestSheet[], say: (sentence: string) => string): Readable {
  return xlsxOf(sheets.map((sheet) => restSheet(sheet, say)))
}

function restSheet({ name, headings, lines }: RestSheet, say: (sentence: string) => string): Sheet {
  const width = lines.reduce((most, { cells }) => Math.max(most, cells.length), headings.length)
  const wide = (cells: readonly ReadCell[]) => Array.from({ length: width }, (_, at) => cells[at] ?? null)
  function* rows() {
    yield [...wide(headings), say('错误原因')].map((value) => ({ value, as: 'heading' as const }))
    for (const { cells, reason } of lines) yield [...wide(cells), reason]
  }
  const columns = [...wide(headings).map(() => ({ width: 16 })), { width: 60 }]
  return { name: name ?? say('导入错误'), columns, rows: rows(), frozenRows: 1 }
}

/** What such a workbook is called. */
export function restName(name: string, say: (sentence: string) => string): string {
  return `${name.replace(/\.[^.]*$/, '')}-${say('导入错误')}.xlsx`
}
