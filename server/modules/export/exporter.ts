import type { Readable } from 'node:stream'
import type { ExportFormat, SubRowPlace } from '#schemas/api/export.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { badRequest } from '../../errors.ts'
import { reader as caller, scopeOf } from '../../language.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { type FormReader, formView } from '../online-form/index.ts'
import { CSV_TYPE, csvOf } from '../spreadsheet/csv.ts'
import type { Cell, Sheet } from '../spreadsheet/sheet.ts'
import { columnLetters } from '../spreadsheet/sheet-xml.ts'
import { XLSX_TYPE, xlsxOf } from '../spreadsheet/xlsx.ts'
import { type ExportColumn, exportColumns } from './export-columns.ts'
import { pulled } from './pulled.ts'
import { createSpool, type Spool } from './spool.ts'
import { type ExportedSub, exportedSubs, lineColumns, linesOf, subRowsOf } from './sub-rows.ts'

/** What is to be given out: the rows that a list query means, and how. */
export interface WantedExport {
  query: Readonly<Record<string, unknown>>
  fields?: string | undefined
  format: ExportFormat
  subRows?: SubRowPlace | undefined
  /** Where links lead: scheme, host and port. */
  origin: string
  /** Ends it. */
  signal?: AbortSignal
  /** Told how many rows were written so far. */
  onRows?(count: number): void
}

/** A file that is made while it is read. */
export interface ExportedFile {
  name: string
  type: string
  bytes: Readable
}

/** Gives rows out as files. */
export type Exporter = (form: CompiledForm, session: Session, wanted: WantedExport) => Promise<ExportedFile>

export interface ExporterParts {
  reader: Pick<FormReader, 'each'>
  documents: Pick<Documents, 'resolve'>
  /** Folder in which rows of further sheets wait for their turn. */
  folder: string
  /** A sentence in the caller's language. */
  say(sentence: string): string
}

/** Title, who exported, headings. */
const ROWS_ABOVE = 3

/** Columns and rows of one file. */
interface Content {
  columns: readonly ExportColumn[]
  subs: readonly ExportedSub[]
  place: SubRowPlace | undefined
  format: ExportFormat
  batches: AsyncIterable<readonly Row[]>
}

/** Files of what the reader reads: rows, columns and texts are those of the same user's list. */
export function createExporter({ reader, documents, folder, say }: ExporterParts): Exporter {
  return async (form, session, { query, fields, format, subRows: place, origin, signal, onRows }) => {
    if (place === 'sheets' && format === 'csv') throw badRequest('CSV 文件没有工作表，子表请选择合并行')
    const columns = exportColumns(formView(session, form), fields, origin)
    const subs = place ? exportedSubs(documents, session, form.subTables, origin) : []
    let count = 0
    const batches = pulled<Row[]>((take, left) => {
      const tell = async (rows: Row[]) => {
        await take(rows)
        count += rows.length
        onRows?.(count)
      }
      return reader.each(form, session, query, tell, {
        signal: signal ? AbortSignal.any([left, signal]) : left,
        columns: readBy(columns, subs),
        files: true,
        subTables: subs.map(({ sub }) => sub.code),
      })
    })
    // What is wrong with the question is said before the file begins.
    const first = await batches.next()
    const all = first.done ? batches : after([first.value], batches)
    const content = { columns, subs, place, format, batches: all }
    const title = caller().word(scopeOf.form(form.code), form.title)
    const spools: Spool<readonly Cell[]>[] = []
    if (place === 'sheets') for (const _ of subs) spools.push(await createSpool(folder))
    const bytes =
      format === 'csv'
        ? csvOf(csvLines(content))
        : xlsxOf(
            sheetsOf(
              content,
              { title, author: say(`导出人:${session.realname}`), number: say('序号') },
              spools,
            ),
          )
    // What goes wrong before anybody reads is met by who reads then.
    bytes.on('error', () => undefined)
    // Whoever does not even begin to read leaves the rows open.
    bytes.once('close', () => {
      void batches.return(undefined)
      for (const spool of spools) void spool.end()
    })
    return { name: `${title}.${format}`, type: format === 'csv' ? CSV_TYPE : XLSX_TYPE, bytes }
  }
}

async function* csvLines({ columns, subs, batches }: Content): AsyncGenerator<readonly Cell[]> {
  yield lineColumns(columns, subs).map(({ title }) => title)
  for await (const rows of batches)
    for (const row of rows) yield* linesOf(row, { columns, subs, format: 'csv' }, 0, [])
}

/** The sheet of the records, with the sub rows beside them or, where there are spools, on sheets behind it. */
function sheetsOf(
  content: Content,
  words: { title: string; author: string; number: string },
  spools: readonly Spool<readonly Cell[]>[],
): Sheet[] {
  const { columns, subs, batches } = content
  const counted = { title: words.number, width: 10, format: '0' }
  const heading = (all: readonly { title: string }[]): readonly Cell[] =>
    all.map(({ title }) => ({ value: title, as: 'heading' as const }))
  if (spools.length === 0) {
    const wide = lineColumns(columns, subs)
    const merged = mergedAbove(wide.length)
    return [mainSheet(words, wide, merged, after([heading(wide)], mergedLines(content, merged)))]
  }
  const main = [counted, ...columns]
  return [
    mainSheet(
      words,
      main,
      mergedAbove(main.length),
      after([heading(main)], numberedRows(batches, columns, subs, spools)),
    ),
    ...subs.map((one, at) => ({
      name: one.title,
      columns: [counted, ...one.columns],
      frozenRows: 1,
      rows: after([heading([counted, ...one.columns])], spools[at]?.rows() ?? []),
    })),
  ]
}

/** The wire's sheet: a line with the title, one with who made it, one with the headings. */
function mainSheet(
  { title, author }: { title: string; author: string },
  columns: Sheet['columns'],
  merged: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
): Sheet {
  const above: Cell[][] = [[{ value: title, as: 'title' }], [{ value: author, as: 'note' }]]
  return { name: title, columns, frozenRows: ROWS_ABOVE, merged, rows: after<readonly Cell[]>(above, rows) }
}

function mergedAbove(columns: number): string[] {
  const last = columnLetters(columns)
  return columns > 1 ? [`A1:${last}1`, `A2:${last}2`] : []
}

async function* mergedLines(
  { columns, subs, batches }: Content,
  merged: string[],
): AsyncGenerator<readonly Cell[]> {
  let line = ROWS_ABOVE + 1
  for await (const rows of batches)
    for (const row of rows) {
      const lines = linesOf(row, { columns, subs, format: 'xlsx' }, line, merged)
      line += lines.length
      yield* lines
    }
}

/** Records with their numbers; their sub rows go to the spools under the same numbers. */
async function* numberedRows(
  batches: Content['batches'],
  columns: readonly ExportColumn[],
  subs: readonly ExportedSub[],
  spools: readonly Spool<readonly Cell[]>[],
): AsyncGenerator<readonly Cell[]> {
  let number = 0
  for await (const rows of batches) {
    const from = number + 1
    for (const row of rows) {
      number += 1
      yield [number, ...columns.map((column) => column.cell(row, 'xlsx'))]
    }
    for (const [at, one] of subs.entries())
      await spools[at]?.add(
        rows.flatMap((row, below) =>
          subRowsOf(row, one).map((subRow) => [
            from + below,
            ...one.columns.map((column) => column.cell(subRow, 'xlsx')),
          ]),
        ),
      )
  }
}

function readBy(columns: readonly ExportColumn[], subs: readonly ExportedSub[]): string[] {
  return [
    ...new Set(['id', ...columns.flatMap(({ reads }) => reads), ...subs.map(({ sub }) => sub.mainField)]),
  ]
}

async function* after<T>(first: readonly T[], rest: AsyncIterable<T> | Iterable<T>): AsyncGenerator<T> {
  yield* first
  yield* rest
}
