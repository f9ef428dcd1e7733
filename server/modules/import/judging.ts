import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { Dictionaries } from '../dict/dictionaries.ts'
import {
  type FormView,
  type FormWriter,
  formView,
  type SentRow,
  type WriteContext,
} from '../online-form/index.ts'
import { lineReader, type ReadLine } from './line-reader.ts'
import { fillableFields, filledColumns } from './matching.ts'
import type { JudgedLine, KeptFile, KeptLine, Verdict } from './staged-files.ts'

/** Lines that are judged together. */
const AT_ONCE = 1000

export interface JudgingParts {
  dictionaries: Pick<Dictionaries, 'valuesOf' | 'texts'>
  writer: Pick<FormWriter, 'judgeRows'>
  /** Fields that tie rows of a form to main records. */
  tiesOf(form: CompiledForm): readonly string[]
  say(sentence: string): string
}

/** Reads lines of a file as its matches say. */
export type ReadLines = (line: KeptLine) => ReadLine

/** Makes what reads the lines of a file, with one question per dictionary for all of them. */
export function readerOf(
  { dictionaries, tiesOf, say }: JudgingParts,
  form: CompiledForm,
  file: KeptFile,
  lines: readonly KeptLine[],
  { session }: Pick<WriteContext, 'session'>,
): Promise<ReadLines> {
  const view: FormView = formView(session, form)
  const columns = filledColumns(file, fillableFields(session, view, tiesOf(form)))
  const given = (line: KeptLine) => ({ cells: line.cells, ...(line.edits ? { edits: line.edits } : {}) })
  return lineReader({ dictionaries, say }, view, session, columns, lines.map(given)).then(
    (read) => (line) => read(given(line)),
  )
}

/** What a line changes of a record: empty cells leave it as it is, unless they are meant. */
function changesOf({ filled, empty }: ReadLine, { meeting }: KeptFile): Row {
  return meeting.clears ? { ...filled, ...Object.fromEntries(empty.map((name) => [name, null])) } : filled
}

/** Says what would come of lines, and tells them by and by. */
export async function judgeLines(
  parts: JudgingParts,
  form: CompiledForm,
  file: KeptFile,
  lines: readonly KeptLine[],
  context: WriteContext,
  tell: (verdicts: readonly Verdict[]) => Promise<void>,
): Promise<void> {
  const read = await readerOf(parts, form, file, lines, context)
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    const some = lines.slice(from, from + AT_ONCE).map((line) => ({ no: line.no, read: read(line) }))
    const judged = await parts.writer.judgeRows(
      form,
      some.map(({ read: line }) => ({ fresh: line.fresh, changes: changesOf(line, file) })),
      file.meeting,
      context,
    )
    const verdicts = some.map(({ no, read: { wrong } }, at): Verdict => {
      const { errors = [], record = null, was = null, keys = [] } = judged[at] ?? {}
      const unread = new Set(wrong.map(({ field }) => field))
      return {
        no,
        // A cell that cannot be read is no empty one.
        problems: [...wrong, ...errors.filter(({ field }) => !unread.has(field))],
        record,
        was,
        keys: keys.map(({ columns, value }) => ({ columns: columns.join(','), value })),
      }
    })
    await tell(verdicts)
  }
}

/** A line as it is saved: a new record, or changes of the state that it was compared with. */
export function sentRow(file: KeptFile, line: JudgedLine, read: ReadLine): SentRow {
  const { record } = line
  return record
    ? { id: record.id, body: { ...changesOf(read, file), _version: record.version } }
    : { body: read.fresh }
}
