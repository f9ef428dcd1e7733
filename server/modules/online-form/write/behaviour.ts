import type { PoolClient } from 'pg'
import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import type { Change } from '../../../operation/operation-log.ts'
import type { Session } from '../../../permission/session.ts'
import type { Prepared } from './prepared-row.ts'
import type { RowRefusal } from './unique-values.ts'

/** One changed record, and the form that it was changed through. */
export interface FormChange extends Change {
  form: CompiledForm
}

/** A stored row that is about to go. */
export interface LeavingRow {
  form: CompiledForm
  id: string
  row: Row
}

/**
 * Changes of further records, inside the same transaction and the same entry of the operation log. They are the server's
 * own: the user's rights, row rules and read-only fields do not hold them back; the document's checks do.
 */
export interface Records {
  /** Adds a record and answers its key. */
  insert(form: string, values: Row): Promise<string>
  /** Sets fields of these records. */
  set(form: string, ids: readonly string[], values: Row): Promise<void>
  /** The same with values of its own for each record, by its id. */
  setEach(form: string, values: ReadonlyMap<string, Row>): Promise<void>
  remove(form: string, ids: readonly string[]): Promise<void>
}

/** What a step works with. */
export interface Step {
  /** The transaction of the save. */
  client: PoolClient
  session: Session
  requestId: string
  /** Network address of who asked; unknown to changes without a request. */
  address?: string | undefined
  now: Date
  /** What is done: `add`, `edit`, `delete`, `batch_delete`, `move` or the code of an action. */
  action: string
  /** Stored rows that the same change takes away. */
  leaving: readonly LeavingRow[]
  records: Records
  /** Tells every server process, once the transaction is committed. */
  notify(channel: string, payload: string): Promise<void>
  /** Runs in this process once the transaction is committed, before the answer; never when it is undone. */
  afterCommit(work: () => void): void
}

/**
 * Rules that a module adds to the writer, at named steps inside its transaction. Whatever a step throws or refuses undoes
 * the whole change.
 */
export interface Behaviour {
  /** Names the behaviour in messages of the start. */
  name: string
  /** Codes of the forms that it belongs to; all forms where absent. */
  forms?: readonly string[]
  /** Records of its forms are removed all or none: 404 where one of those asked for is not there. */
  removesTogether?: true
  /** Nodes of its trees take everything below them along; elsewhere a node with children is kept. */
  removesBelow?: true
  /** Fills or changes rows before they are judged. New rows have no `stored`. */
  prepare?(drafts: readonly Prepared[], step: Step): Promise<void>
  /** The last to change rows before they are judged: main record and sub rows of a save at once, whatever their forms. */
  complete?(drafts: readonly Prepared[], step: Step): Promise<void>
  /** Judges rows that the document's own checks accepted; nothing of them is stored yet. */
  check?(drafts: readonly Prepared[], step: Step): Promise<readonly RowRefusal[]>
  /** Looks at rows that are about to go; a sentence keeps them. */
  beforeRemove?(rows: readonly LeavingRow[], step: Step): Promise<string | null>
  /** Follows the changes while they can still be undone: refuses, changes further records, notifies. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most that follow have nothing to refuse
  after?(changes: readonly FormChange[], step: Step): Promise<readonly RowError[] | void>
  /** Looks at all that an operation has changed, of all forms, once: nothing changes any more, and nothing is refused. */
  finish?(changes: readonly FormChange[], step: Step): Promise<void>
}
