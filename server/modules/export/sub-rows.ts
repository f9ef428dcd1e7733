import type { ExportFormat } from '#schemas/api/export.ts'
import type { Row, SubTable } from '#schemas/compile/model.ts'
import { reader as caller, scopeOf } from '../../language.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { formView } from '../online-form/index.ts'
import type { Cell } from '../spreadsheet/sheet.ts'
import { columnLetters } from '../spreadsheet/sheet-xml.ts'
import { type ExportColumn, exportColumns } from './export-columns.ts'

/** More merged cells than this make a workbook that Excel opens slowly: what comes later stands unmerged. */
const MAX_MERGED = 20_000

/** A sub table whose rows are given out, too. */
export interface ExportedSub {
  sub: SubTable
  title: string
  columns: readonly ExportColumn[]
}

/** The sub tables of a form of which the user sees any column. */
export function exportedSubs(
  documents: Pick<Documents, 'resolve'>,
  session: Session,
  subTables: readonly SubTable[],
  origin: string,
): ExportedSub[] {
  return subTables.flatMap((sub) => {
    const form = documents.resolve(sub.code)
    if (!form) return []
    const columns = exportColumns(formView(session, form), undefined, origin, { orNone: true })
    const own = columns.filter(({ reads }) => !reads.includes(sub.foreignKey))
    const title = caller().word(scopeOf.form(form.code), sub.title || form.title)
    return own.length > 0 ? [{ sub, title, columns: own }] : []
  })
}

/** Sub rows that a row carries. */
export function subRowsOf(row: Row, { sub }: ExportedSub): readonly Row[] {
  return (row[sub.code] ?? []) as Row[]
}

/** The columns of the lines: those of the record, then those of each sub table under their titles. */
export function lineColumns(columns: readonly ExportColumn[], subs: readonly ExportedSub[]): ExportColumn[] {
  return [
    ...columns,
    ...subs.flatMap((one) =>
      one.columns.map((column) => ({ ...column, title: `${one.title}·${column.title}` })),
    ),
  ]
}

interface LineShape {
  columns: readonly ExportColumn[]
  subs: readonly ExportedSub[]
  format: ExportFormat
}

/**
 * A record and its sub rows as lines: the first has the record and the first rows of each sub table, those below have further
 * sub rows beside empty cells. `merged` gets the ranges of the record's cells; `firstLine` is the number of the first line.
 */
export function linesOf(
  row: Row,
  { columns, subs, format }: LineShape,
  firstLine: number,
  merged: string[],
): (readonly Cell[])[] {
  const beside = subs.map((one) => subRowsOf(row, one))
  const count = Math.max(1, ...beside.map((rows) => rows.length))
  const lines = Array.from({ length: count }, (_, at) => [
    ...columns.map((column) => (at === 0 ? column.cell(row, format) : null)),
    ...subs.flatMap((one, number) => {
      const subRow = beside[number]?.[at]
      return one.columns.map((column) => (subRow ? column.cell(subRow, format) : null))
    }),
  ])
  if (count > 1 && merged.length + columns.length <= MAX_MERGED)
    for (let at = 1; at <= columns.length; at += 1) {
      const letters = columnLetters(at)
      merged.push(`${letters}${firstLine}:${letters}${firstLine + count - 1}`)
    }
  return lines
}
