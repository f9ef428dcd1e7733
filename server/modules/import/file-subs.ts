import type { CompiledForm, SubTable } from '#schemas/compile/model.ts'
import { reader, scopeOf } from '../../language.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { type FormView, formView } from '../online-form/index.ts'
import type { ReadRow, ReadSheet } from '../spreadsheet/read-cells.ts'
import { isSheetOf } from '../spreadsheet/xlsx.ts'
import { columnsOf, headingOf, type ImportColumn, type ImportTable } from './import-columns.ts'

/** A sub table as files name it: by its sheet, or before the titles of its columns. */
export interface FileSub {
  sub: SubTable
  view: FormView
  title: string
  names: readonly string[]
  /** Fields that tie its rows to main records. */
  foreignKeys: readonly string[]
}

/** Columns of a sub table in the lines of its main table. */
export interface BesideColumns {
  of: FileSub
  columns: ImportColumn[]
}

/** What stands between the title of a sub table and that of its column. */
const BETWEEN = '·'

/** The sub tables of a form. */
export function fileSubs(
  documents: Pick<Documents, 'resolve' | 'mainsOf'>,
  session: Session,
  { subTables }: CompiledForm,
): FileSub[] {
  return subTables.flatMap((sub) => {
    const form = documents.resolve(sub.code)
    if (!form) return []
    const title = sub.title || form.title
    const names = [title, reader().word(scopeOf.form(form.code), title), form.code, form.tableName]
    const foreignKeys = documents.mainsOf(form.code).map((main) => main.sub.foreignKey)
    return [{ sub, view: formView(session, form), title, names: [...new Set(names)], foreignKeys }]
  })
}

/** The sheets that may be that of the records: one that is called like a sub table is it only where it stands first, and no other has its headings. */
export function mainSheets(sheets: readonly ReadSheet[], subs: readonly FileSub[]): ReadSheet[] {
  const isOfSub = (sheet: ReadSheet) => subs.some((sub) => isNamed(sheet, sub))
  return [...sheets.filter((sheet) => !isOfSub(sheet)), ...sheets.slice(0, 1).filter(isOfSub)]
}

/** The sheets of sub tables, each of one: the first that is called so. */
export function subSheets(
  sheets: readonly ReadSheet[],
  main: ReadSheet | undefined,
  subs: readonly FileSub[],
): Map<FileSub, ReadSheet> {
  const found = new Map<FileSub, ReadSheet>()
  const left = new Set(sheets.filter((sheet) => sheet !== main && sheet.rows.length > 1))
  for (const sub of subs) {
    const sheet = [...left].find((one) => isNamed(one, sub))
    if (!sheet) continue
    left.delete(sheet)
    found.set(sub, sheet)
  }
  return found
}

function isNamed({ name }: ReadSheet, { names }: FileSub): boolean {
  return names.some((one) => isSheetOf(name, one))
}

/** The columns of sub tables beside those of the records: `展位·面积`. */
export function besideColumns({ headings, named }: ImportTable, subs: readonly FileSub[]): BesideColumns[] {
  const taken = new Set(named.map(({ at }) => at))
  return subs.flatMap((of) => {
    const cells = headings.cells.map((cell, at) => {
      const heading = headingOf(cell)
      const name = of.names.find((one) => heading.startsWith(one + BETWEEN))
      return name === undefined || taken.has(at) ? null : heading.slice(name.length + BETWEEN.length)
    })
    const columns = columnsOf(of.view.form, { cells })
    for (const { at } of columns) taken.add(at)
    return columns.length > 0 ? [{ of, columns }] : []
  })
}

/** Titles of the sub tables that a file has rows of. */
export function subsWithRows(
  sheets: readonly ReadSheet[],
  table: ImportTable,
  subs: readonly FileSub[],
): string[] {
  const found = [
    ...subSheets(sheets, table.sheet, subs).keys(),
    ...besideColumns(table, subs).map(({ of }) => of),
  ]
  return [...new Set(found.map(({ title }) => title))]
}

/** Whether a line goes on with the record above it: what it says of the record itself is nothing, or drawn over it from above. */
export function goesOn({ cells, merged = [] }: ReadRow, { named }: Pick<ImportTable, 'named'>): boolean {
  return named.every(({ at }) => (cells[at] ?? null) === null || merged.includes(at))
}
