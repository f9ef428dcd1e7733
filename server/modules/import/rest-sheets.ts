import type { ReadRow, ReadSheet } from '../spreadsheet/read-cells.ts'
import type { LineFault, SubRowsOfRecord } from './line-faults.ts'
import type { RestLine, RestSheet } from './rest-file.ts'
import type { FileRecords } from './sub-lines.ts'

/** What is spelled out of all that is wrong with a record: thousands of sub rows may have the same fault. */
const MOST_REASONS = 20

/** What is wrong with a line, as one text. */
export function reasonOf(faults: readonly LineFault[], say: (sentence: string) => string): string {
  const messages = [...new Set(faults.map(({ message }) => message))]
  const told = messages.slice(0, MOST_REASONS)
  return [...told, ...(messages.length > told.length ? [say(`共 ${messages.length} 处错误`)] : [])].join('；')
}

/** The lines of the records that were not kept, and of their sub rows, as they stood in the file. */
export function restSheets(
  { table, subs, below, orphans }: FileRecords,
  subRows: ReadonlyMap<number, SubRowsOfRecord>,
  told: ReadonlyMap<number, readonly LineFault[]>,
  say: (sentence: string) => string,
): RestSheet[] {
  const reasons = new Map<ReadRow, LineFault[]>()
  for (const fault of [...told.values()].flat())
    if (fault.row) reasons.set(fault.row, [...(reasons.get(fault.row) ?? []), fault])
  const own = (row: ReadRow): RestLine => ({
    // A cell that is drawn over it belongs to the line above.
    cells: row.cells.map((cell, at) => (row.merged?.includes(at) ? null : cell)),
    reason: reasonOf(reasons.get(row) ?? [], say),
  })
  const orphansOf = (sheet: ReadSheet | null): RestLine[] =>
    orphans
      .filter((one) => one.sheet === sheet)
      .map(({ row, message }) => ({ ...own(row), reason: say(message) }))
  const main: RestLine[] = [...told].flatMap(([at, some]) => {
    const row = table.rows[at]
    return row ? [{ cells: row.cells, reason: reasonOf(some, say) }, ...(below.get(at) ?? []).map(own)] : []
  })
  return [
    { headings: table.headings.cells, lines: [...orphansOf(null), ...main] },
    ...subs.flatMap(({ of, sheet, headings }) => {
      if (!sheet) return []
      const rows = [...told.keys()].flatMap((at) => subRows.get(at)?.get(of.sub.code) ?? [])
      const lines = [...orphansOf(sheet), ...rows.map(({ row }) => own(row))]
      return lines.length > 0 ? [{ name: sheet.name, headings: headings.cells, lines }] : []
    }),
  ]
}
