import { randomUUID } from 'node:crypto'
import {
  type FileCounts,
  type MatchBody,
  type Mended,
  type MendedCell,
  MOST_STAGED_FILES,
  MOST_STAGED_ROWS,
  type NearChoice,
  type StagedFile,
  type StagedFileLine,
  type StagedRowsQuery,
} from '#schemas/api/import-workbench.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { type AppError, badRequest, notFound } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import type { Dictionaries } from '../dict/dictionaries.ts'
import { formView, type WriteContext } from '../online-form/index.ts'
import { readTable } from '../spreadsheet/read-table.ts'
import type { FileSub } from './file-subs.ts'
import type { SentTable } from './importer.ts'
import { judgeLines, type LineLinks, lineLinks, readerOf } from './judging.ts'
import {
  checkedMatches,
  checkMeeting,
  fillableFields,
  filledColumns,
  matchedFile,
  mayChange,
  recordsAlone,
} from './matching.ts'
import { nearTo } from './near-choices.ts'
import { type RestOfFile, restOf, shownLines } from './shown-lines.ts'
import type { JudgedLine, KeptFile, NewFile } from './staged-files.ts'
import { createWork, type WorkParts } from './work.ts'

export interface WorkbenchParts extends WorkParts {
  /** Sub tables of a form, of which nothing is read. */
  subsOf(session: Session, form: CompiledForm): FileSub[]
  dictionaries: WorkParts['dictionaries'] & Pick<Dictionaries, 'options'>
  now(): Date
}

/** Files of rows that are matched, looked through and mended before they are taken in. */
export type Workbench = ReturnType<typeof createWorkbench>

/** The workbench over its stores: every call is about files of the caller alone. */
export function createWorkbench(parts: WorkbenchParts) {
  const { files, lines, tiesOf, subsOf, say, now } = parts
  const carryOn = createWork(parts)
  const fillable = (session: Session, form: CompiledForm) =>
    fillableFields(session, formView(session, form), tiesOf(form))
  const ageOf = ({ keptAt }: KeptFile) => Math.max(0, Math.round((now().getTime() - keptAt.getTime()) / 1000))
  const lineOf = (file: KeptFile): StagedFileLine => {
    const { id, name, state, total } = file
    return { id, name, state, total, age: ageOf(file) }
  }

  async function found(session: Session, form: CompiledForm, id: string): Promise<KeptFile> {
    const file = await files.find(session, form.code, id)
    if (!file) throw notFound('导入文件不存在或已过期')
    return file
  }

  async function inState(session: Session, form: CompiledForm, id: string, state: KeptFile['state']) {
    const file = await found(session, form, id)
    if (file.state !== state) throw otherState(file)
    return file
  }

  async function described(session: Session, form: CompiledForm, file: KeptFile): Promise<StagedFile> {
    const { columns, matches, meeting, done, failure, outcome, state } = file
    const isJudged = state === 'ready' || state === 'done'
    const counts: FileCounts | null = isJudged ? await lines.counts(file.id) : null
    return {
      ...lineOf(file),
      columns: columns.map((column) => ({ ...column, field: matches[column.at] ?? null })),
      fields: fillable(session, form).map(({ name, title, required, property }) => ({
        ...{ name, title: title || name, required, unique: property.unique === true },
      })),
      ...{ meeting, mayChange: mayChange(session, form), done, failure, counts, outcome },
    }
  }

  async function shown(
    form: CompiledForm,
    file: KeptFile,
    some: readonly JudgedLine[],
    context: WriteContext,
  ) {
    const read = await readerOf(parts, form, file, some, context)
    return shownLines(parts, form, context.session, some, read)
  }

  return {
    async list(session: Session, form: CompiledForm): Promise<StagedFileLine[]> {
      return (await files.list(session, form.code)).filter(({ state }) => state !== 'done').map(lineOf)
    },

    /** Reads a file that has arrived, and matches its columns. */
    async add(session: Session, form: CompiledForm, sent: SentTable): Promise<StagedFileLine> {
      const kept = await files.list(session, form.code)
      if (kept.length >= MOST_STAGED_FILES)
        throw badRequest(`最多保留 ${MOST_STAGED_FILES} 个导入文件，请先删除不再需要的`)
      const view = formView(session, form)
      const last = await files.lastMatches(session, form.code)
      const sheets = await readTable(sent.file, sent.name)
      const { records, unread } = recordsAlone(sheets, subsOf(session, form), form, say)
      const file = matchedFile(records, view, session, fillable(session, form), last)
      if (file.rows.length > MOST_STAGED_ROWS)
        throw badRequest(`一次最多导入 ${MOST_STAGED_ROWS} 行，请拆分后再导入`)
      refuseOddCells(file.rows)
      const id = randomUUID()
      await files.add(session, { id, form: form.code, name: sent.name, ...file })
      return { ...lineOf(await found(session, form, id)), ...(unread.length > 0 ? { unread } : {}) }
    },

    /** A file; work on it that stood still is carried on. */
    async get(form: CompiledForm, id: string, context: WriteContext): Promise<StagedFile> {
      const file = await found(context.session, form, id)
      carryOn(form, file, context)
      return described(context.session, form, file)
    },

    /** Says what the columns fill; then the rows are judged. */
    async match(form: CompiledForm, id: string, body: MatchBody, context: WriteContext): Promise<StagedFile> {
      const { session } = context
      const file = await found(session, form, id)
      const { matches: given, ...meeting } = body
      const view = formView(session, form)
      const matches = checkedMatches(given, file, view, session, fillable(session, form))
      checkMeeting(session, view, meeting, matches)
      if (!(await files.match(id, matches, meeting))) throw otherState(await found(session, form, id))
      const headings = file.columns.flatMap(({ at, heading }): [string, string][] =>
        heading === '' ? [] : [[heading, matches[at] ?? '']],
      )
      const last = await files.lastMatches(session, form.code)
      await files.keepMatches(session, form.code, { ...last, ...Object.fromEntries(headings) })
      const judging = await found(session, form, id)
      carryOn(form, judging, context)
      return described(session, form, judging)
    },

    async rows(form: CompiledForm, id: string, query: StagedRowsQuery, context: WriteContext) {
      const file = await found(context.session, form, id)
      if (file.state !== 'ready' && file.state !== 'done') throw otherState(file)
      const page = await lines.page(id, { show: 'all', ...query })
      return { records: await shown(form, file, page.lines, context), total: page.total }
    },

    /** Puts values into cells, and judges their rows again. */
    async mend(
      form: CompiledForm,
      id: string,
      cells: readonly MendedCell[],
      context: WriteContext,
    ): Promise<Mended> {
      const file = await inState(context.session, form, id, 'ready')
      const columns = filledColumns(file, fillable(context.session, form))
      if (cells.some(({ field }) => !columns.some((column) => column.field.name === field)))
        throw badRequest('没有这样的列')
      if (!cells.every(({ value }) => isCell(value))) throw badRequest('数据格式不正确')
      const before = await lineLinks(parts, form, file, context)
      if (!(await lines.mend(id, cells))) throw otherState(await found(context.session, form, id))
      const links = await lineLinks(parts, form, file, context)
      const numbers = [...new Set([...cells.map(({ no }) => no), ...changedLinks(before, links)])]
      const mended = await lines.some(id, numbers)
      await judgeLines(parts, form, file, mended, links, context, (verdicts) => lines.keep(id, verdicts))
      return {
        rows: await shown(form, file, await lines.judged(id, numbers), context),
        counts: await lines.counts(id),
      }
    },

    /** Choices that a cell may have meant. */
    async near(
      session: Session,
      form: CompiledForm,
      id: string,
      no: number,
      field: string,
    ): Promise<NearChoice[]> {
      const file = await found(session, form, id)
      const [line] = await lines.some(id, [no])
      const at = Object.entries(file.matches).find(([, name]) => name === field)?.[0]
      const value = line?.edits?.[field] ?? line?.cells[Number(at ?? -1)] ?? ''
      return nearTo(String(value), field, formView(session, form), session, parts.dictionaries)
    },

    /** Takes the good rows in, once; a second call finds that it is under way. */
    async save(form: CompiledForm, id: string, context: WriteContext): Promise<StagedFile> {
      const { session } = context
      await files.goOn(id, 'ready', 'saving')
      const file = await found(session, form, id)
      if (file.state !== 'saving' && file.state !== 'done') throw otherState(file)
      carryOn(form, file, context)
      return described(session, form, file)
    },

    /** The lines that something is wrong with. */
    async rest(session: Session, form: CompiledForm, id: string): Promise<RestOfFile> {
      const file = await found(session, form, id)
      return restOf(form, file, await lines.sorted(id, file.state === 'done' ? 'all' : 'problems'), say)
    },

    /** Removes a file; false for one that is being saved, which stays. */
    remove: (session: Session, form: CompiledForm, id: string) => files.remove(session, form.code, id),
  }
}

/** Lines that stand elsewhere in the tree than before, or can no longer be told where. */
function changedLinks(before: LineLinks | null, after: LineLinks | null): number[] {
  const numbers = new Set(
    [before, after].flatMap((one) => (one ? [...one.under.keys(), ...one.faults.keys()] : [])),
  )
  return [...numbers].filter(
    (no) =>
      before?.under.get(no) !== after?.under.get(no) ||
      before?.faults.get(no)?.message !== after?.faults.get(no)?.message,
  )
}

const MOST_IN_CELL = 100_000

/** What no text of a database can hold. */
const UNKEEPABLE = /[\0\p{Surrogate}]/u

/** A cell of a file that would burden everybody who looks at it, or cannot be kept at all, is told by its line. */
function refuseOddCells(rows: NewFile['rows']): void {
  for (const { line, cells } of rows)
    for (const cell of cells) {
      if (typeof cell !== 'string') continue
      if (cell.length > MOST_IN_CELL)
        throw badRequest(`第 ${line} 行有超过 ${MOST_IN_CELL} 个字符的单元格，请缩短后再导入`)
      if (UNKEEPABLE.test(cell)) throw badRequest(`第 ${line} 行含有无法识别的字符，请删除后再导入`)
    }
}

function isCell(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= MOST_IN_CELL
  return value === null || (typeof value === 'number' && Number.isFinite(value))
}

/** A file that is being saved is left alone. */
export const BEING_SAVED = '正在导入，请稍候'
const STATES: Readonly<Record<KeptFile['state'], string>> = {
  matching: '请先匹配列',
  judging: '正在校验，请稍候',
  ready: '该文件还没有导入',
  saving: BEING_SAVED,
  done: '该文件已经导入',
}

function otherState({ state }: KeptFile): AppError {
  return badRequest(STATES[state])
}
