import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import type { Dictionaries } from '../dict/dictionaries.ts'
import {
  type FormView,
  type FormWriter,
  formView,
  type SentRow,
  type WriteContext,
} from '../online-form/index.ts'
import { lineReader, type ReadLine, withoutParent } from './line-reader.ts'
import type { LineStore } from './line-store.ts'
import { fillableFields, filledColumns } from './matching.ts'
import type { JudgedLine, KeptFile, KeptLine, Verdict } from './staged-files.ts'
import { NO_ROW, type TreeLine, treeLinks } from './tree-lines.ts'

/** Lines that are judged together. */
const AT_ONCE = 1000

export interface JudgingParts {
  dictionaries: Pick<Dictionaries, 'valuesOf' | 'texts'>
  writer: Pick<FormWriter, 'judgeRows'>
  lines: Pick<LineStore, 'each'>
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
  only?: readonly string[],
): Promise<ReadLines> {
  const view: FormView = formView(session, form)
  const columns = filledColumns(file, fillableFields(session, view, tiesOf(form))).filter(
    ({ field }) => only?.includes(field.name) ?? true,
  )
  const given = (line: KeptLine) => ({ cells: line.cells, ...(line.edits ? { edits: line.edits } : {}) })
  return lineReader({ dictionaries, say }, view, session, columns, lines.map(given)).then(
    (read) => (line) => read(given(line)),
  )
}

/** How the lines of a tree stand below each other, by their numbers. */
export interface LineLinks {
  under: ReadonlyMap<number, number>
  faults: ReadonlyMap<number, RowError>
}

/** The links of all lines of a file; null where the form is no tree. */
export async function lineLinks(
  parts: JudgingParts,
  form: CompiledForm,
  file: KeptFile,
  context: Pick<WriteContext, 'session'>,
): Promise<LineLinks | null> {
  const { tree } = form
  if (!tree || !Object.values(file.matches).includes(tree.parent)) return null
  const numbers: number[] = []
  const trees: TreeLine[] = []
  for await (const some of parts.lines.each(file.id)) {
    const read = await readerOf(parts, form, file, some, context, [tree.parent, tree.label])
    for (const line of some) {
      const { tree: own } = read(line)
      if (!own) continue
      numbers.push(line.no)
      trees.push(own)
    }
  }
  const { under, faults } = treeLinks(form, trees)
  const no = (at: number) => numbers[at] ?? 0
  return {
    under: new Map([...under].map(([at, parent]) => [no(at), no(parent)])),
    faults: new Map([...faults].map(([at, fault]) => [no(at), fault])),
  }
}

/** What a line changes of a record: empty cells leave it as it is, unless they are meant. */
function changesOf({ filled, empty }: ReadLine, { meeting }: KeptFile): Row {
  return meeting.clears ? { ...filled, ...Object.fromEntries(empty.map((name) => [name, null])) } : filled
}

/** Says what would come of lines, and tells them by and by; `links` are those of all lines. */
export async function judgeLines(
  parts: JudgingParts,
  form: CompiledForm,
  file: KeptFile,
  lines: readonly KeptLine[],
  links: LineLinks | null,
  context: WriteContext,
  tell: (verdicts: readonly Verdict[]) => Promise<void>,
): Promise<void> {
  const read = await readerOf(parts, form, file, lines, context)
  for (let from = 0; from < lines.length; from += AT_ONCE) {
    const some = lines
      .slice(from, from + AT_ONCE)
      .map((line) => ({ no: line.no, read: linked(form, links, line.no, read(line)) }))
    const judged = await parts.writer.judgeRows(
      form,
      some.map(({ read: line }) => ({ fresh: line.fresh, changes: changesOf(line, file) })),
      file.meeting,
      context,
    )
    const verdicts = some.map(({ no, read: { wrong } }, at): Verdict => {
      const { errors = [], record = null, was = null, parent = null, keys = [] } = judged[at] ?? {}
      const isMoved = form.tree && record && links?.under.has(no)
      const unread = new Set(wrong.map(({ field }) => field))
      return {
        no,
        // A cell that cannot be read is no empty one.
        problems: [...wrong, ...errors.filter(({ field }) => !unread.has(field))],
        record,
        was: form.tree && isMoved ? { ...was, [form.tree.parent]: parent } : was,
        keys: keys.map(({ columns, value }) => ({ columns: columns.join(','), value })),
      }
    })
    await tell(verdicts)
  }
}

function linked(form: CompiledForm, links: LineLinks | null, no: number, line: ReadLine): ReadLine {
  const fault = links?.faults.get(no)
  if (!form.tree || !(fault || links?.under.has(no))) return line
  const free = withoutParent(line, form.tree.parent)
  return fault ? { ...free, wrong: [...line.wrong, fault] } : free
}

/** Lines as they are saved: new records, or changes of the state that they were compared with. */
export function sentRows(
  form: CompiledForm,
  file: KeptFile,
  lines: readonly JudgedLine[],
  links: LineLinks | null,
  read: ReadLines,
): SentRow[] {
  const places = new Map(lines.map(({ no }, at) => [no, at]))
  return lines.map((line) => {
    const own = linked(form, links, line.no, read(line))
    const parent = links?.under.get(line.no)
    const { record } = line
    return {
      ...(record
        ? { id: record.id, body: { ...changesOf(own, file), _version: record.version } }
        : { body: own.fresh }),
      ...(parent === undefined ? {} : { under: places.get(parent) ?? NO_ROW }),
    }
  })
}
