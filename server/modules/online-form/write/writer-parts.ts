import type { Pool, PoolClient } from 'pg'
import type { Row } from '#schemas/compile/model.ts'
import type { Change } from '../../../operation/operation-log.ts'
import type { Session } from '../../../permission/session.ts'
import type { Documents } from '../../document/documents.ts'
import type { TableChanges } from '../sql/table-changes.ts'

/** Gives serial numbers, inside the transaction that uses them. */
export interface FillRules {
  next(
    rule: string,
    rows: readonly Row[],
    session: Session,
    client: PoolClient,
  ): Promise<readonly (string | null)[]>
}

/** What goes with a change besides the record. */
export interface WriteContext {
  session: Session
  requestId: string
  /** Network address of the sender, for the log of events. */
  address?: string | undefined
  /** The sender's name for the request; a repeat of it is answered as the first. */
  idempotencyKey?: string
  /** Name of the sender's page, where it has lists that hear of changes. */
  page?: string
}

/** What the writer is made of. Each step names the parts that it uses. */
export interface WriterParts {
  pool: Pool
  documents: Documents
  changes: TableChanges
  log: { info(data: object, message: string): void }
  now: () => Date
  /** Told of what was changed, once it is committed. */
  onChanged?(context: WriteContext, changes: readonly Change[]): void
}
