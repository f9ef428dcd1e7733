import { badRequest } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import type { ReadCell, ReadRow, ReadSheet } from '../spreadsheet/read-cells.ts'
import { type BesideColumns, besideColumns, type FileSub, goesOn, subSheets } from './file-subs.ts'
import {
  columnsOf,
  headedTable,
  headingOf,
  type ImportColumn,
  type ImportTable,
  readColumns,
} from './import-columns.ts'

/** Rows of sub tables of one file. */
const MOST_SUB_LINES = 50_000
/** The column that exported files have before all others: sub rows name that of their record. */
const NUMBER = '序号'

/** A line of a sub table. */
export interface SubLine {
  row: ReadRow
  /** Place of its record among the records of the file. */
  record: number
}

/** The lines of a sub table. */
export interface SubLines {
  of: FileSub
  /** Its sheet; null where its rows stand in the lines of the records. */
  sheet: ReadSheet | null
  headings: ReadRow
  columns: ImportColumn[]
  lines: SubLine[]
}

/** A line that belongs to no record, and why. */
export interface Orphan {
  /** Its sheet; null for that of the records. */
  sheet: ReadSheet | null
  row: ReadRow
  message: string
}

/** The records of a file with their sub rows. */
export interface FileRecords {
  table: ImportTable
  subs: SubLines[]
  /** Lines that go on with a record, by its place. */
  below: ReadonlyMap<number, readonly ReadRow[]>
  orphans: Orphan[]
  /** Records whose sub rows may as well be those of another one. */
  doubtful: ReadonlyMap<number, string>
}

interface Asked {
  sheets: readonly ReadSheet[]
  table: ImportTable
  subs: readonly FileSub[]
  session: Session
  say(sentence: string): string
  /** Rows of sub tables are left out. */
  mainOnly: boolean
}

/** The lines of the records alone, where a file has sub rows, too. */
export function mainTable({ table: given, subs, say }: Pick<Asked, 'table' | 'subs' | 'say'>): ImportTable {
  if (subs.length === 0) return given
  const { table } = withNumbers(given, say)
  return besideColumns(table, subs).length > 0 ? joined(table).table : table
}

/** Finds the sub rows of records: on sheets of their own by the number of their record, or beside it in its line and those below. */
export function fileRecords(asked: Asked): FileRecords {
  const { sheets, subs, session } = asked
  if (asked.mainOnly)
    return { table: mainTable(asked), subs: [], below: new Map(), orphans: [], doubtful: new Map() }
  const numbered = subs.length > 0 ? withNumbers(asked.table, asked.say) : { table: asked.table, at: -1 }
  const beside = besideColumns(numbered.table, subs)
  const grouped = beside.length > 0 ? joined(numbered.table) : null
  const table = grouped?.table ?? numbered.table
  const orphans: Orphan[] = grouped?.orphans ?? []
  const doubtful = new Map<number, string>()
  const below = grouped?.below ?? new Map<number, ReadRow[]>()
  const found = beside.map((one) => linesBeside(one, table, below, session))
  const placesOf = numbersOf(table, numbered.at)
  for (const [of, sheet] of subSheets(sheets, table.sheet, subs)) {
    const lines = linesOfSheet(of, sheet, session, asked.say)
    if (!lines) continue
    if (beside.some((one) => one.of === of))
      throw badRequest(`子表“${of.title}”既有工作表又有列，请只保留一种`)
    if (numbered.at < 0) throw badRequest(`工作表“${table.sheet.name}”缺少“${NUMBER}”列，无法对应子表`)
    const own: SubLine[] = []
    const shared = new Set<string>()
    for (const { row, number } of lines.rows) {
      const places = number === null ? [] : (placesOf.get(number) ?? [])
      const [record] = places
      if (record === undefined) {
        const message =
          number === null ? `${NUMBER}为空，无法对应主表` : `${NUMBER}“${number}”在主表中没有对应的行`
        orphans.push({ sheet, row, message })
      } else own.push({ row, record })
      if (number !== null && places.length > 1) shared.add(number)
    }
    for (const number of shared)
      for (const place of placesOf.get(number) ?? [])
        doubtful.set(place, `${NUMBER}“${number}”有多行，无法确定子表属于哪一行`)
    found.push({ of, sheet, headings: lines.headings, columns: lines.columns, lines: own })
  }
  if (found.reduce((sum, { lines }) => sum + lines.length, orphans.length) > MOST_SUB_LINES)
    throw badRequest(`一次最多导入 ${MOST_SUB_LINES} 行子表数据，请拆分后再导入`)
  return { table, subs: found, below, orphans, doubtful }
}

/** The place of the numbers in the lines of records. Where the form has a field of the same title, too, the first column is the number. */
function withNumbers(table: ImportTable, say: Asked['say']): { table: ImportTable; at: number } {
  const [at = -1, ...more] = numberPlaces(table.headings, say)
  if (more.length === 0) return { table, at }
  const isOther = (column: ImportColumn) => column.at !== at
  const moved = table.columns.filter((column) => column.at === at)
  // The field is called so by the second of the columns.
  const again = moved.map(({ field }) => ({ field, at: more[0] ?? at }))
  const columns = [...table.columns.filter(isOther), ...again]
  const named = [...table.named.filter(isOther), ...again]
  return { table: { ...table, named, columns }, at }
}

function numberPlaces({ cells }: ReadRow, say: Asked['say']): number[] {
  const words = [NUMBER, say(NUMBER)]
  return cells.flatMap((cell, at) => (words.includes(headingOf(cell)) ? [at] : []))
}

function numberIn({ cells }: ReadRow, at: number): string | null {
  const cell: ReadCell = cells[at] ?? null
  return cell === null ? null : String(cell).normalize('NFKC').trim()
}

function numbersOf({ rows }: ImportTable, at: number): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [place, row] of at < 0 ? [] : rows.entries()) {
    const number = numberIn(row, at)
    if (number === null) continue
    const same = places.get(number)
    if (same) same.push(place)
    else places.set(number, [place])
  }
  return places
}

/** Lines joined to records: each begins with a line that says something of the record itself. */
function joined(table: ImportTable): {
  table: ImportTable
  below: Map<number, ReadRow[]>
  orphans: Orphan[]
} {
  const rows: ReadRow[] = []
  const below = new Map<number, ReadRow[]>()
  const orphans: Orphan[] = []
  for (const row of table.rows) {
    if (!goesOn(row, table)) rows.push(row)
    else if (rows.length === 0)
      orphans.push({ sheet: null, row, message: '这一行之前没有主表数据，子表无法对应' })
    else {
      const own = below.get(rows.length - 1)
      if (own) own.push(row)
      else below.set(rows.length - 1, [row])
    }
  }
  return { table: { ...table, rows }, below, orphans }
}

function linesBeside(
  { of, columns }: BesideColumns,
  { rows, headings }: ImportTable,
  below: ReadonlyMap<number, readonly ReadRow[]>,
  session: Session,
): SubLines {
  // A cell that is drawn over several lines is that of one row.
  const isRow = ({ cells, merged = [] }: ReadRow) =>
    columns.some(({ at }) => (cells[at] ?? null) !== null && !merged.includes(at))
  const lines = rows.flatMap((row, record) =>
    [row, ...(below.get(record) ?? [])].filter(isRow).map((one): SubLine => ({ row: one, record })),
  )
  return { of, sheet: null, headings, columns: filled(of, columns, session), lines }
}

/** The rows of a sheet with the numbers of their records; null for a sheet without rows. */
function linesOfSheet(of: FileSub, sheet: ReadSheet, session: Session, say: Asked['say']) {
  const { form } = of.view
  const table = headedTable(form, sheet)
  if (!table || table.rows.length === 0) return null
  const { headings } = table
  const [at] = numberPlaces(headings, say)
  const cells = headings.cells.map((cell, place) => (place === at ? null : cell))
  const named = columnsOf(form, { cells })
  if (named.length === 0) throw badRequest(`工作表“${sheet.name}”中没有可导入的列，请检查表头`)
  if (at === undefined) throw badRequest(`工作表“${sheet.name}”缺少“${NUMBER}”列，无法对应主表`)
  const rows = table.rows.flatMap((row) =>
    named.some((column) => (row.cells[column.at] ?? null) !== null)
      ? [{ row, number: numberIn(row, at) }]
      : [],
  )
  return { headings, columns: filled(of, named, session), rows }
}

/** The columns that are read; which record a row belongs to is known without one. */
function filled(
  { sub, view, title, foreignKeys }: FileSub,
  columns: readonly ImportColumn[],
  session: Session,
): ImportColumn[] {
  const own = columns.filter(({ field }) => field.name !== sub.foreignKey)
  return readColumns(own, view, session, foreignKeys, (field) => `${title}·${field.title}`)
}
