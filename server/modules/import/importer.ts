import { rm } from 'node:fs/promises'
import type { ImportMistake } from '#schemas/api/import.ts'
import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { badRequest } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import type { Dictionaries } from '../dict/dictionaries.ts'
import type { Documents } from '../document/documents.ts'
import { receive } from '../file/arrival.ts'
import type { Upload } from '../file/upload.ts'
import { type FormWriter, formView, type WriteContext } from '../online-form/index.ts'
import { readTable } from '../spreadsheet/read-table.ts'
import { fileSubs, mainSheets } from './file-subs.ts'
import { importTable } from './import-columns.ts'
import { type LineFault, lineFault } from './line-faults.ts'
import { lineReader, type ReadLine, withoutParent } from './line-reader.ts'
import { readSubRows, subBodies, subFaults } from './record-bodies.ts'
import { type RestSheet, restName, restWorkbook } from './rest-file.ts'
import { reasonOf, restSheets } from './rest-sheets.ts'
import { type FileRecords, fileRecords } from './sub-lines.ts'
import { NO_ROW, type TreeLinks, treeLinks } from './tree-lines.ts'

/** Rows of one file that is taken in while its sender waits. */
const MOST_ROWS = 10_000

/** A file of rows that has arrived. */
export interface SentTable {
  file: string
  name: string
}

/** What is said about all rows of a file. */
export interface ImportOptions {
  /** Values of the fields that tie the rows to a main record. */
  foreignKeys?: Row
  /** Either all rows are kept, or none: the first that is wrong refuses the file. */
  together?: boolean
  /** Rows of sub tables are left out. */
  mainOnly?: boolean
}

/** What came of a file. */
export interface ImportedTable {
  /** Records, and sub rows that belong to none. */
  total: number
  mistakes: ImportMistake[]
  /** The lines that were not kept, with the reasons; null where all were. */
  rest: { name: string; url: string } | null
}

export interface ImporterParts {
  documents: Pick<Documents, 'mainsOf' | 'resolve'>
  dictionaries: Pick<Dictionaries, 'valuesOf' | 'texts'>
  writer: Pick<FormWriter, 'importRows'>
  /** Keeps the file of what was not imported. */
  upload: Upload
  /** Folder of arrivals. */
  folder: string
  say(sentence: string): string
}

/** Takes the rows of a file in as new records: judged by the form, the good ones kept in one operation, the others given back. */
export type Importer = (
  form: CompiledForm,
  sent: SentTable,
  context: WriteContext,
  options?: ImportOptions,
) => Promise<ImportedTable>

/** The importer over the writer of records. */
export function createImporter(parts: ImporterParts): Importer {
  const { documents, dictionaries, writer, say } = parts

  return async (form, sent, context, { foreignKeys = {}, together = false, mainOnly = false } = {}) => {
    const { session } = context
    const view = formView(session, form)
    const tied = documents.mainsOf(form.code).map(({ sub }) => sub.foreignKey)
    const known = fileSubs(documents, session, form)
    const sheets = await readTable(sent.file, sent.name)
    const first = importTable(mainSheets(sheets, known), view, session, tied)
    const records = fileRecords({ sheets, table: first, subs: known, session, say, mainOnly })
    const { table, orphans, doubtful } = records
    const { rows, columns } = table
    if (rows.length + orphans.length === 0) throw badRequest('文件中没有数据')
    if (rows.length > MOST_ROWS) throw badRequest(`一次最多导入 ${MOST_ROWS} 行，请拆分后再导入`)

    const tools = { dictionaries, say }
    const read = await lineReader(
      tools,
      view,
      session,
      columns,
      rows.map(({ cells }) => ({ cells })),
    )
    const subRows = await readSubRows(tools, records, session)
    const own = Object.fromEntries(Object.entries(foreignKeys).filter(([name]) => tied.includes(name)))
    const faults = new Map<number, RowError[]>()
    const bodies: { at: number; body: Row }[] = []
    const lines = rows.map((line) => read(line))
    const links = linksOf(form, lines)
    for (const [at, line] of lines.entries()) {
      const fault = links.faults.get(at)
      const doubt = doubtful.get(at)
      const wrong = [
        ...line.wrong,
        ...(fault ? [fault] : []),
        ...(doubt === undefined ? [] : [{ field: '', message: doubt }]),
        ...subFaults(subRows.get(at)),
      ]
      const { fresh } = form.tree && links.under.has(at) ? withoutParent(line, form.tree.parent) : line
      if (wrong.length > 0) faults.set(at, wrong)
      else bodies.push({ at, body: { ...fresh, ...own, ...subBodies(subRows.get(at)) } })
    }
    const places = new Map(bodies.map(({ at }, place) => [at, place]))
    const underOf = (at: number) => {
      const parent = links.under.get(at)
      return parent === undefined ? {} : { under: places.get(parent) ?? NO_ROW }
    }

    if (bodies.length > 0 && !(together && faults.size + orphans.length > 0)) {
      const { refused } = await writer.importRows(
        form,
        bodies.map(({ at, body }) => ({ body, ...underOf(at) })),
        context,
        { together },
      )
      for (const { at, errors } of refused) {
        const place = bodies[at]?.at
        if (place !== undefined) faults.set(place, [...errors])
      }
    }
    const told = new Map(
      [...faults]
        .sort(([a], [b]) => a - b)
        .map(([at, errors]) => [at, errors.map((error) => lineFault(error, subRows.get(at), say))]),
    )
    const mistakes = mistakesOf(records, told, say)
    const [wrong] = mistakes
    if (together && wrong) {
      const { sheet, line, message } = wrong
      throw badRequest(
        sheet === undefined
          ? `第 ${line} 行：${message}。共 ${mistakes.length} 行有错误，未导入任何数据`
          : `工作表“${sheet}”第 ${line} 行：${message}。共 ${mistakes.length} 行有错误，未导入任何数据`,
      )
    }
    const rest =
      mistakes.length > 0
        ? await keepRest(parts, session, sent.name, restSheets(records, subRows, told, say))
        : null
    return { total: rows.length + orphans.length, mistakes, rest }
  }
}

/** What is wrong in the words of the sender: records in their order, then lines that belong to none. */
function mistakesOf(
  { table, orphans }: FileRecords,
  told: ReadonlyMap<number, readonly LineFault[]>,
  say: ImporterParts['say'],
): ImportMistake[] {
  return [
    ...[...told].map(([at, faults]) => ({ line: table.rows[at]?.line ?? 0, message: reasonOf(faults, say) })),
    ...orphans.map(({ sheet, row, message }) => ({
      line: row.line,
      message: say(message),
      ...(sheet ? { sheet: sheet.name } : {}),
    })),
  ]
}

function linksOf(form: CompiledForm, lines: readonly ReadLine[]): TreeLinks {
  return treeLinks(
    form,
    lines.flatMap(({ tree }) => tree ?? []),
  )
}

/** The lines that were not kept as a workbook with the same headings, and a column that says why: mended, it can be sent again. */
async function keepRest(
  { upload, folder, say }: ImporterParts,
  session: Session,
  name: string,
  sheets: readonly RestSheet[],
): Promise<ImportedTable['rest']> {
  const arrival = await receive(restWorkbook(sheets, say), folder)
  try {
    const kept = await upload(session, arrival, {
      name: restName(name, say),
      biz: 'import',
      field: null,
    })
    return { name: kept.name, url: kept.url }
  } finally {
    await rm(arrival.file, { force: true })
  }
}
