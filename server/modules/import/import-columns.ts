import type { CompiledForm, Field } from '#schemas/compile/model.ts'
import { AppError, badRequest } from '../../errors.ts'
import { reader, scopeOf } from '../../language.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import { type FormView, writableFields } from '../online-form/index.ts'
import type { ReadCell, ReadRow, ReadSheet } from '../spreadsheet/read-cells.ts'

/** A column of a file that fills a field. */
export interface ImportColumn {
  /** Place in the lines, from 0; `NOWHERE` for what is entered by hand alone. */
  at: number
  field: Field
}

/** Place of a field that no column of the file fills. */
export const NOWHERE = -1

/** The lines of a file below their headings. */
export interface ImportTable {
  sheet: ReadSheet
  headings: ReadRow
  /** Columns that are called like a field. */
  named: ImportColumn[]
  /** Those of them that are read. */
  columns: ImportColumn[]
  rows: ReadRow[]
}

/** Lines above the headings: a title, who exported. */
const MOST_ABOVE = 10

/** The first sheet that has headings of the form, with the columns that this user may fill; a column that may not be filled for want of a right is refused by its name. */
export function importTable(
  sheets: readonly ReadSheet[],
  view: FormView,
  session: Session,
  foreignKeys: readonly string[],
): ImportTable {
  const { form } = view
  for (const sheet of sheets) {
    const best = headedTable(form, sheet)
    if (!best || best.columns.length === 0) continue
    const columns = readColumns(best.columns, view, session, foreignKeys)
    if (columns.length === 0) continue
    return { ...best, columns }
  }
  throw badRequest('文件中没有可导入的列，请检查表头')
}

/** Those of the columns that this user may fill; one that may not be filled for want of a right is refused by its name. */
export function readColumns(
  columns: readonly ImportColumn[],
  view: FormView,
  session: Session,
  foreignKeys: readonly string[],
  titleOf = ({ title }: Field) => title,
): ImportColumn[] {
  const denied = columns.find(({ field }) => isDenied(session, view.form, field))
  if (denied) throw deniedColumn({ title: titleOf(denied.field) })
  const writable = new Set(writableFields(session, view, { inserting: true, foreignKeys }))
  return columns.filter(({ field }) => writable.has(field))
}

/** The lines of a sheet below the line that names most fields; null for an empty sheet. */
export function headedTable(form: CompiledForm, sheet: ReadSheet): ImportTable | null {
  const [best] = sheet.rows
    .slice(0, MOST_ABOVE)
    .map((row, at) => ({ row, at, columns: columnsOf(form, row) }))
    .sort((a, b) => b.columns.length - a.columns.length || a.at - b.at)
  if (!best) return null
  const { row: headings, at, columns } = best
  return { sheet, headings, named: columns, columns, rows: sheet.rows.slice(at + 1) }
}

/** Whether a right to fill the field is all that is missing. */
export function isDenied(session: Session, form: CompiledForm, { name, persist }: Field): boolean {
  return persist && !may(session, 'change', { form, column: name }).allowed
}

/** The refusal of a column by its name. */
export function deniedColumn({ title }: Pick<Field, 'title'>): AppError {
  return new AppError('FORBIDDEN', `您没有填写“${title}”的权限，请删除该列`)
}

/** A heading without the marks of required columns. */
export function headingOf(cell: ReadCell | undefined): string {
  return String(cell ?? '')
    .trim()
    .replaceAll(/^\*\s*|\s*\*$/g, '')
}

/** The fields that headings name: by their titles, in our language or the reader's, or by their names. A title that several fields have names one after the other. */
export function columnsOf(form: CompiledForm, { cells }: Pick<ReadRow, 'cells'>): ImportColumn[] {
  const { word } = reader()
  const taken = new Set<Field>()
  const columns: ImportColumn[] = []
  for (const [at, cell] of cells.entries()) {
    const heading = headingOf(cell)
    if (heading === '') continue
    const field = form.fields.find(
      (one) =>
        !taken.has(one) && [one.title, word(scopeOf.form(form.code), one.title), one.name].includes(heading),
    )
    if (!field) continue
    taken.add(field)
    columns.push({ at, field })
  }
  return columns
}
