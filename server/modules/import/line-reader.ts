import type { Field, Row, RowError } from '#schemas/compile/model.ts'
import type { Session } from '../../permission/session.ts'
import type { Dictionaries } from '../dict/dictionaries.ts'
import type { FormView } from '../online-form/index.ts'
import type { ReadCell } from '../spreadsheet/read-cells.ts'
import { cellFault, cellValue } from './cell-value.ts'
import { choiceReaders } from './choice-values.ts'
import { type ImportColumn, NOWHERE } from './import-columns.ts'
import type { TreeLine } from './tree-lines.ts'

/** A line of a file, and what was entered in place of its cells since. */
export interface GivenLine {
  cells: readonly ReadCell[]
  /** Values as the form stores them, by field. */
  edits?: Readonly<Row>
}

/** A line as the form understands it. */
export interface ReadLine {
  /** Body of a new record: an empty cell is an empty field; where it may not be empty, what new records begin with counts. */
  fresh: Row
  /** What is filled in. */
  filled: Row
  /** Fields whose cells are empty. */
  empty: readonly string[]
  /** Cells that cannot be read, whatever the form says. */
  wrong: RowError[]
  /** All of it as a reader would recognise it: what cannot be read stands as it is written. */
  shown: Row
  /** Of a tree: what it is called, and the parent that it names by a text which no stored record has. */
  tree: TreeLine | null
}

type ReadValue = { value: unknown; isKnown?: boolean } | { fault: string }

/** Makes what reads the lines of a file, with one question per dictionary for all of them. */
export async function lineReader(
  {
    dictionaries,
    say,
  }: { dictionaries: Pick<Dictionaries, 'valuesOf' | 'texts'>; say(sentence: string): string },
  view: FormView,
  session: Session,
  columns: readonly ImportColumn[],
  lines: readonly GivenLine[],
): Promise<(line: GivenLine) => ReadLine> {
  const { tree } = view.form
  const isParent = (field: Field) => field.name === tree?.parent
  const cellsOf = new Map(
    columns.map(({ at, field }) => [
      field.name,
      lines.map(({ cells, edits }) => {
        if (!edits || !Object.hasOwn(edits, field.name)) return cells[at] ?? null
        // A parent is entered by its text as well as by its key: it may stand in another line.
        return isParent(field) ? entered(edits[field.name]) : null
      }),
    ]),
  )
  const choices = await choiceReaders(view, session, cellsOf, dictionaries)

  function readCell(field: Field, cell: ReadCell): ReadValue {
    const fault = cellFault(cell)
    if (fault !== null) return { fault: `${field.title}：${say(fault)}` }
    const chosen = cell === null ? undefined : choices.get(field.name)?.(cell)
    if (chosen && 'fault' in chosen) return { fault: `${field.title}${chosen.fault}` }
    return chosen ?? { value: cellValue(field, cell) }
  }

  return ({ cells, edits = {} }) => {
    const [fresh, filled, shown]: [Row, Row, Row] = [{}, {}, {}]
    const [empty, wrong]: [string[], RowError[]] = [[], []]
    let parent: TreeLine['parent'] = null
    for (const { at, field } of columns) {
      const { name, required } = field
      const isEdited = Object.hasOwn(edits, name)
      if (at === NOWHERE && !isEdited) continue
      const cell = isEdited ? edits[name] : (cells[at] ?? null)
      shown[name] = cell
      if (cell === null || cell === '') {
        if (!required) fresh[name] = null
        empty.push(name)
        continue
      }
      const given = isEdited && isParent(field) ? entered(cell) : (cells[at] ?? null)
      const value = isEdited && !isParent(field) ? { value: cell } : readCell(field, given)
      if (isParent(field) && isUnknown(value) && value.value !== tree?.root)
        parent = { text: String(value.value).trim(), isKnownMissing: value.isKnown === false }
      if ('fault' in value) wrong.push({ field: name, message: value.fault })
      else fresh[name] = filled[name] = shown[name] = value.value
    }
    const label = tree ? String(filled[tree.label] ?? '').trim() : ''
    return { fresh, filled, empty, wrong, shown, tree: tree ? { label, parent } : null }
  }
}

function entered(value: unknown): ReadCell {
  return value === null || value === undefined ? null : typeof value === 'number' ? value : String(value)
}

/** Whether a cell may name something that is not stored. */
function isUnknown(value: ReadValue): value is { value: unknown; isKnown?: boolean } {
  return 'value' in value && value.isKnown !== true
}

/** A line of a tree that stands below another line: that one's record is its parent. */
export function withoutParent(line: ReadLine, parent: string): ReadLine {
  const { [parent]: _, ...fresh } = line.fresh
  const { [parent]: __, ...filled } = line.filled
  return { ...line, fresh, filled }
}
