import type { Field, Row, RowError } from '#schemas/compile/model.ts'
import type { Session } from '../../permission/session.ts'
import type { Dictionaries } from '../dict/dictionaries.ts'
import type { FormView } from '../online-form/index.ts'
import type { ReadCell } from '../spreadsheet/read-cells.ts'
import { cellFault, cellValue } from './cell-value.ts'
import { choiceReaders } from './choice-values.ts'
import { type ImportColumn, NOWHERE } from './import-columns.ts'

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
}

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
  const cellsOf = new Map(
    columns.map(({ at, field }) => [
      field.name,
      lines.map(({ cells, edits }) =>
        edits && Object.hasOwn(edits, field.name) ? null : (cells[at] ?? null),
      ),
    ]),
  )
  const choices = await choiceReaders(view, session, cellsOf, dictionaries)

  function readCell(field: Field, cell: ReadCell): { value: unknown } | { fault: string } {
    const fault = cellFault(cell)
    if (fault !== null) return { fault: `${field.title}：${say(fault)}` }
    const chosen = cell === null ? undefined : choices.get(field.name)?.(cell)
    if (chosen && 'fault' in chosen) return { fault: `${field.title}${chosen.fault}` }
    return chosen ?? { value: cellValue(field, cell) }
  }

  return ({ cells, edits = {} }) => {
    const [fresh, filled, shown]: [Row, Row, Row] = [{}, {}, {}]
    const [empty, wrong]: [string[], RowError[]] = [[], []]
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
      const value = isEdited ? { value: cell } : readCell(field, cells[at] ?? null)
      if ('fault' in value) wrong.push({ field: name, message: value.fault })
      else fresh[name] = filled[name] = shown[name] = value.value
    }
    return { fresh, filled, empty, wrong, shown }
  }
}
