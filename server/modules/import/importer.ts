import { rm } from 'node:fs/promises'
import type { ImportMistake } from '#schemas/api/import.ts'
import { MAX_UNDONE_CHANGES } from '#schemas/api/operation.ts'
import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { badRequest } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import type { Dictionaries } from '../dict/dictionaries.ts'
import type { Documents } from '../document/documents.ts'
import { receive } from '../file/arrival.ts'
import type { Upload } from '../file/upload.ts'
import { type FormWriter, formView, type WriteContext } from '../online-form/index.ts'
import { readTable } from '../spreadsheet/read-table.ts'
import { type ImportTable, importTable } from './import-columns.ts'
import { lineReader, type ReadLine, withoutParent } from './line-reader.ts'
import { restName, restWorkbook } from './rest-file.ts'
import { NO_ROW, type TreeLinks, treeLinks } from './tree-lines.ts'

/** Rows of one file: as many as can be taken back. */
const MOST_ROWS = MAX_UNDONE_CHANGES

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
}

/** What came of a file. */
export interface ImportedTable {
  total: number
  mistakes: ImportMistake[]
  /** The lines that were not kept, with the reasons; null where all were. */
  rest: { name: string; url: string } | null
}

export interface ImporterParts {
  documents: Pick<Documents, 'mainsOf'>
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

  return async (form, sent, context, { foreignKeys = {}, together = false } = {}) => {
    const { session } = context
    const view = formView(session, form)
    const tied = documents.mainsOf(form.code).map(({ sub }) => sub.foreignKey)
    const table = importTable(await readTable(sent.file, sent.name), view, session, tied)
    const { rows, columns } = table
    if (rows.length === 0) throw badRequest('文件中没有数据')
    if (rows.length > MOST_ROWS) throw badRequest(`一次最多导入 ${MOST_ROWS} 行，请拆分后再导入`)

    const read = await lineReader(
      { dictionaries, say },
      view,
      session,
      columns,
      rows.map(({ cells }) => ({ cells })),
    )
    const own = Object.fromEntries(Object.entries(foreignKeys).filter(([name]) => tied.includes(name)))
    const faults = new Map<number, RowError[]>()
    const bodies: { at: number; body: Row }[] = []
    const lines = rows.map((line) => read(line))
    const links = linksOf(form, lines)
    for (const [at, line] of lines.entries()) {
      const fault = links.faults.get(at)
      const wrong = fault ? [...line.wrong, fault] : line.wrong
      const { fresh } = form.tree && links.under.has(at) ? withoutParent(line, form.tree.parent) : line
      if (wrong.length > 0) faults.set(at, wrong)
      else bodies.push({ at, body: { ...fresh, ...own } })
    }
    const places = new Map(bodies.map(({ at }, place) => [at, place]))
    const underOf = (at: number) => {
      const parent = links.under.get(at)
      return parent === undefined ? {} : { under: places.get(parent) ?? NO_ROW }
    }

    if (bodies.length > 0 && !(together && faults.size > 0)) {
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
    const mistakes = [...faults]
      .sort(([a], [b]) => a - b)
      .map(([at, errors]) => ({
        line: rows[at]?.line ?? 0,
        message: [...new Set(errors.map(({ message }) => say(message)))].join('；'),
      }))
    const [first] = mistakes
    if (together && first)
      throw badRequest(
        `第 ${first.line} 行：${first.message}。共 ${mistakes.length} 行有错误，未导入任何数据`,
      )
    const rest = mistakes.length > 0 ? await keepRest(parts, session, sent.name, table, mistakes) : null
    return { total: rows.length, mistakes, rest }
  }
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
  { headings, rows }: ImportTable,
  mistakes: readonly ImportMistake[],
): Promise<ImportedTable['rest']> {
  const reasons = new Map(mistakes.map(({ line, message }) => [line, message]))
  const lines = rows.flatMap(({ line, cells }) => {
    const reason = reasons.get(line)
    return reason === undefined ? [] : [{ cells, reason }]
  })
  const arrival = await receive(restWorkbook(headings.cells, lines, say), folder)
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
