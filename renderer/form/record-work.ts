import { type FormUser, formVariables } from '#schemas/compile/form-variables.ts'
import type { Row } from '#schemas/compile/model.ts'
import { withoutSubRows } from '../model/copy-record.ts'
import type { PageModel } from '../model/page-model.ts'
import { createRowBoard, type RowBoard } from './row-board.ts'
import { createFormStore, type FormStore } from './store.ts'

/** A record that is being edited. */
export interface RecordWork {
  /** What was read from the server. */
  base: Row
  /** What the form began with: the same, or what was decided in a merge. */
  mine: Row
  /** Grows with every merge; above 0 there is something to save from the beginning. */
  turn: number
  /** Codes of the sub tables whose rows differ from the stored ones at the beginning. */
  changed: ReadonlySet<string>
  board: RowBoard
  store: FormStore
}

interface Beginning extends Pick<RecordWork, 'base' | 'mine'> {
  entered?: ReadonlySet<string>
  turn?: number
  changed?: ReadonlySet<string>
}

/** Begins to edit a record. */
export function beginWork(
  model: PageModel,
  user: FormUser,
  { base, mine, turn = 0, changed = new Set(), entered = new Set() }: Beginning,
): RecordWork {
  const board = createRowBoard(model.subs, mine)
  const store = createFormStore(model.form, withoutSubRows(model, mine), {
    variables: formVariables(user, new Date()),
    readOnlyFields: model.definition.access.readonly.filter((name) => !name.includes('.')),
    rows: board.rows,
    entered,
  })
  return { base, mine, turn, changed, board, store }
}

/** Goes on from a merge over the record as it stands now: what was decided is still to be saved. */
export function goOnWith(
  model: PageModel,
  user: FormUser,
  before: Pick<RecordWork, 'turn'>,
  current: Row,
  merged: Row,
  entered: ReadonlySet<string> = new Set(),
): RecordWork {
  const subRows = Object.fromEntries(model.subs.map(({ sub }) => [sub.code, current[sub.code]]))
  return beginWork(model, user, {
    base: current,
    mine: { ...subRows, ...merged },
    turn: before.turn + 1,
    entered,
    changed: new Set(model.subs.map(({ sub }) => sub.code).filter((code) => Object.hasOwn(merged, code))),
  })
}
