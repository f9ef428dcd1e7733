import type { Readable } from 'node:stream'
import type { ExportFormat } from '#schemas/api/export.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { reader as caller, scopeOf } from '../../language.ts'
import type { Session } from '../../permission/session.ts'
import { type FormReader, formView } from '../online-form/index.ts'
import { CSV_TYPE, csvOf } from '../spreadsheet/csv.ts'
import type { Cell, Sheet } from '../spreadsheet/sheet.ts'
import { columnLetters } from '../spreadsheet/sheet-xml.ts'
import { XLSX_TYPE, xlsxOf } from '../spreadsheet/xlsx.ts'
import { type ExportColumn, exportColumns } from './export-columns.ts'
import { pulled } from './pulled.ts'

/** What is to be given out: the rows that a list query means, and how. */
export interface WantedExport {
  query: Readonly<Record<string, unknown>>
  fields?: string | undefined
  format: ExportFormat
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

/** Title, who exported, headings. */
const ROWS_ABOVE = 3

/** Files of what the reader reads: rows, columns and texts are those of the same user's list. `say` has the caller's language. */
export function createExporter(
  reader: Pick<FormReader, 'each'>,
  say: (sentence: string) => string,
): Exporter {
  return async (form, session, { query, fields, format, origin, signal, onRows }) => {
    const columns = exportColumns(formView(session, form), fields, origin)
    let count = 0
    const batches = pulled<Row[]>((take, left) => {
      const tell = async (rows: Row[]) => {
        await take(rows)
        count += rows.length
        onRows?.(count)
      }
      return reader.each(form, session, query, tell, {
        signal: signal ? AbortSignal.any([left, signal]) : left,
        columns: readBy(columns),
        files: true,
      })
    })
    // What is wrong with the question is said before the file begins.
    const first = await batches.next()
    const title = caller().word(scopeOf.form(form.code), form.title)
    const name = (ending: string) => `${title}.${ending}`
    const cells = cellsOf(first.done ? [] : after([first.value], batches), columns, format)
    const file =
      format === 'csv'
        ? {
            name: name('csv'),
            type: CSV_TYPE,
            bytes: csvOf(after([columns.map((column) => column.title)], cells)),
          }
        : {
            name: name('xlsx'),
            type: XLSX_TYPE,
            bytes: xlsxOf([sheetOf(title, say(`导出人:${session.realname}`), columns, cells)]),
          }
    // Whoever does not even begin to read leaves the rows open.
    file.bytes.once('close', () => void batches.return(undefined))
    return file
  }
}

/** The wire's sheet: a line with the title, one with who made it, one with the headings. */
function sheetOf(
  title: string,
  author: string,
  columns: readonly ExportColumn[],
  rows: AsyncIterable<readonly Cell[]>,
): Sheet {
  const last = columnLetters(columns.length)
  return {
    name: title,
    columns,
    frozenRows: ROWS_ABOVE,
    merged: columns.length > 1 ? [`A1:${last}1`, `A2:${last}2`] : [],
    rows: after<readonly Cell[]>(
      [
        [{ value: title, as: 'title' }],
        [{ value: author, as: 'note' }],
        columns.map((column) => ({ value: column.title, as: 'heading' as const })),
      ],
      rows,
    ),
  }
}

function readBy(columns: readonly ExportColumn[]): string[] {
  return [...new Set(['id', ...columns.flatMap(({ reads }) => reads)])]
}

async function* cellsOf(
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  columns: readonly ExportColumn[],
  format: ExportFormat,
): AsyncGenerator<readonly Cell[]> {
  for await (const rows of batches)
    for (const row of rows) yield columns.map((column) => column.cell(row, format))
}

async function* after<T>(first: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first
  yield* rest
}
