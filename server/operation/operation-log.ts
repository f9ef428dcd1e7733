import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { wireTime } from '#schemas/compile/form-variables.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { Session } from '../permission/session.ts'
import { timeOrderedIds } from './time-ordered-ids.ts'

/** Changes of one second are read in the order in which they were made. */
const nextChangeId = timeOrderedIds()

/** One changed record of an operation. `before` is null for a new one, `after` for a deleted one. */
export interface Change {
  table: string
  recordId: string
  version: number
  before: Row | null
  after: Row | null
  /** Version of the document that the change was made by. */
  documentVersion: string
}

/** Who did what to which records; written in the transaction that does it. */
export interface Operation {
  session: Session
  /** `add`, `edit`, `delete`, `batch_delete`, `move`, or the code of an action. */
  action: string
  /** Code of the form. */
  resource: string
  requestId: string
  /** Joins operations that belong together. */
  batchId?: string
  changes: readonly Change[]
}

/** Writes an operation with its changes; whatever undoes the transaction undoes the entry, too. */
export async function recordOperation(client: PoolClient, operation: Operation): Promise<string> {
  const id = randomUUID()
  const { session, action, resource, requestId, batchId, changes } = operation
  await client.query(
    `insert into platform.operation (id, tenant_id, user_id, username, action, resource, batch_id, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, session.tenantId, session.userId, session.username, action, resource, batchId ?? null, requestId],
  )
  const now = new Date()
  if (changes.length > 0)
    // One statement however many records: a batch delete is one round trip.
    await client.query(
      `insert into platform.operation_change
         (operation_id, tenant_id, action, create_by, create_time,
          id, table_name, record_id, version, before, after, document_version)
       select $1, $3::int, $4, $5, $6::timestamp, c.* from jsonb_to_recordset($2::jsonb)
         as c(id text, table_name text, record_id text, version int, before jsonb, after jsonb, document_version text)`,
      [
        id,
        JSON.stringify(
          changes.map((change) => ({
            id: nextChangeId(now),
            table_name: change.table,
            record_id: change.recordId,
            version: change.version,
            before: change.before,
            after: change.after,
            document_version: change.documentVersion,
          })),
        ),
        session.tenantId,
        action,
        session.username,
        wireTime(now).datetime,
      ],
    )
  return id
}
