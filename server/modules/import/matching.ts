import type { FileMeeting } from '#schemas/api/import-workbench.ts'
import type { CompiledForm, Field } from '#schemas/compile/model.ts'
import { badRequest, forbidden } from '../../errors.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import { type FormView, writableFields } from '../online-form/index.ts'
import type { ReadSheet } from '../spreadsheet/read-cells.ts'
import { type FileSub, mainSheets, subsWithRows } from './file-subs.ts'
import {
  deniedColumn,
  headedTable,
  headingOf,
  type ImportColumn,
  type ImportTable,
  isDenied,
  NOWHERE,
} from './import-columns.ts'
import type { KeptColumn, KeptFile, NewFile } from './staged-files.ts'
import { mainTable } from './sub-lines.ts'

/** Lines that samples are taken from. */
const SAMPLES = 3
const MOST_IN_SAMPLE = 60

/** Fields that this user may fill from a file. What is secret is not among them: it would lie in the file for days. */
export function fillableFields(session: Session, view: FormView, foreignKeys: readonly string[]): Field[] {
  return writableFields(session, view, { inserting: true, foreignKeys }).filter(
    ({ name }) => !view.secrets.has(name),
  )
}

/** Columns and lines of a file that has arrived, with the fields that the headings name: as they did last time, else by title or name. */
export function matchedFile(
  table: ImportTable | null,
  view: FormView,
  session: Session,
  fillable: readonly Field[],
  last: Readonly<Record<string, string>>,
): Pick<NewFile, 'columns' | 'matches' | 'rows'> {
  if (!table || table.rows.length === 0) throw badRequest('文件中没有数据')
  const { headings, rows } = table
  const named = new Map(table.columns.map(({ at, field }) => [at, field]))
  const width = Math.max(headings.cells.length, ...rows.slice(0, SAMPLES).map(({ cells }) => cells.length))
  const matches: Record<string, string> = {}
  const columns: KeptColumn[] = []
  const taken = new Set<string>()
  const secret = new Set<number>()
  for (let at = 0; at < width; at += 1) {
    const heading = headingOf(headings.cells[at])
    const samples = rows
      .slice(0, SAMPLES)
      .map(({ cells }) => String(cells[at] ?? '').slice(0, MOST_IN_SAMPLE))
    const field = named.get(at)
    if (field && view.secrets.has(field.name)) secret.add(at)
    const found = [Object.hasOwn(last, heading) ? last[heading] : undefined, field?.name].find((name) =>
      fillable.some((one) => one.name === name),
    )
    const isLast = found !== undefined && found !== field?.name
    const column: KeptColumn = {
      at,
      heading: heading.slice(0, 200),
      samples: secret.has(at) ? [] : samples,
      by: null,
      denied: field && isDenied(session, view.form, field) ? field.title : null,
    }
    if (found !== undefined && !taken.has(found)) {
      taken.add(found)
      matches[at] = found
      column.by = isLast ? 'last' : heading === found && field?.title !== heading ? 'name' : 'title'
    }
    columns.push(column)
  }
  return {
    columns,
    matches,
    rows: rows.map(({ line, cells }) => ({
      line,
      cells: secret.size > 0 ? cells.map((cell, at) => (secret.has(at) ? null : cell)) : cells,
    })),
  }
}

/** The lines of the records of a file, and the titles of the sub tables that it has rows of besides. */
export function recordsAlone(
  sheets: readonly ReadSheet[],
  subs: readonly FileSub[],
  form: CompiledForm,
  say: (sentence: string) => string,
): { records: ImportTable | null; unread: string[] } {
  const table = bestTable(mainSheets(sheets, subs), form)
  if (!table) return { records: null, unread: [] }
  return { records: mainTable({ table, subs, say }), unread: subsWithRows(sheets, table, subs) }
}

/** The sheet whose headings name most fields; where none names any, the first one that is not empty. */
function bestTable(sheets: readonly ReadSheet[], form: CompiledForm): ImportTable | null {
  const tables = sheets.flatMap((sheet) => headedTable(form, sheet) ?? [])
  return tables.find(({ columns }) => columns.length > 0) ?? tables[0] ?? null
}

/** What may be filled in: what the columns of a file were matched with, then what stands in none and can only be entered by hand. */
export function filledColumns(
  { matches }: Pick<KeptFile, 'matches'>,
  fillable: readonly Field[],
): ImportColumn[] {
  const places = new Map(Object.entries(matches).map(([at, name]) => [name, Number(at)]))
  return fillable.map((field) => ({ at: places.get(field.name) ?? NOWHERE, field }))
}

/** The matches as they were corrected by hand. */
export function checkedMatches(
  given: readonly { at: number; field: string }[],
  { columns }: Pick<KeptFile, 'columns'>,
  view: FormView,
  session: Session,
  fillable: readonly Field[],
): Record<string, string> {
  const matches: Record<string, string> = {}
  for (const { at, field: name } of given) {
    const field = view.form.fields.find((one) => one.name === name)
    if (field && isDenied(session, view.form, field)) throw deniedColumn(field)
    if (!field || !fillable.includes(field) || !columns.some((one) => one.at === at))
      throw badRequest('没有这样的列')
    if (Object.values(matches).includes(name)) throw badRequest(`有多列填写“${field.title}”，请只保留一列`)
    matches[at] = name
  }
  if (given.length === 0) throw badRequest('请至少匹配一列')
  return matches
}

/** Whether this user may change records, and not only add them. */
export function mayChange(session: Session, form: CompiledForm): boolean {
  return may(session, 'edit', { form }).allowed
}

/** Refuses to meet the records that are there without the right to, or by columns that tell nothing. */
export function checkMeeting(
  session: Session,
  view: FormView,
  { how, keys }: FileMeeting,
  matches: Readonly<Record<string, string>>,
): void {
  if (how === 'add') return
  if (!mayChange(session, view.form)) throw forbidden('您没有修改数据的权限，只能新增')
  if (keys.length === 0) throw badRequest('请选择用来对应已有数据的列')
  const names = Object.values(matches)
  if (keys.some((key) => !names.includes(key) || !view.columns.has(key)))
    throw badRequest('用来对应已有数据的列必须在文件中')
}
