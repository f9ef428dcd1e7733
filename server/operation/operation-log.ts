import { randomUUID } from 'node:crypto'
import type { PoolClient, QueryResult } from 'pg'
import { wireTime } from '#schemas/compile/form-variables.ts'
import type { Row } from '#schemas/compile/model.ts'
import { batchesOf } from '../database/batches.ts'
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
  /** A deleted record that lies in the bin of its form: it can be brought back. */
  recycled?: boolean
}

/** Who did what to which records; written in the transaction that does it. */
export interface Operation {
  /** Its key, where somebody has to know it before. */
  id?: string
  session: Session
  /** `add`, `edit`, `delete`, `batch_delete`, `move`, `undo`, `restore`, `revert`, or the code of an action. */
  action: string
  /** Code of the form. */
  resource: string
  requestId: string
  /** Joins operations that belong together; of `undo` the operation that is taken back. */
  batchId?: string | undefined
  changes: readonly Change[]
}

/** Writes an operation with its changes; whatever undoes the transaction undoes the entry, too. */
export async function recordOperation(client: PoolClient, operation: Operation): Promise<string> {
  const { id = randomUUID(), session, action, resource, requestId, batchId, changes } = operation
  await client.query(
    `insert into platform.operation (id, tenant_id, user_id, username, action, resource, batch_id, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, session.tenantId, session.userId, session.username, action, resource, batchId ?? null, requestId],
  )
  if (action === 'undo' && batchId !== undefined) await markUndone(client, batchId, id)
  const now = new Date()
  // A batch delete is one round trip.
  for (const some of batchesOf(changes))
    await client.query(
      `insert into platform.operation_change
         (operation_id, tenant_id, action, create_by, create_time,
          id, table_name, record_id, version, before, after, document_version, recycled)
       select $1, $3::int, $4, $5, $6::timestamp, c.* from jsonb_to_recordset($2::jsonb)
         as c(id text, table_name text, record_id text, version int, before jsonb, after jsonb, document_version text,
         recycled boolean)`,
      [
        id,
        JSON.stringify(
          some.map((change) => ({
            id: nextChangeId(now),
            table_name: change.table,
            record_id: change.recordId,
            version: change.version,
            before: change.before,
            after: change.after,
            document_version: change.documentVersion,
            recycled: change.recycled === true,
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

/** Notes that an operation was taken back. Taking back an undo puts in force again what that had taken back, and so on. */
async function markUndone(client: PoolClient, operation: string, by: string): Promise<void> {
  let next: { id: string; by: string | null } | null = { id: operation, by }
  while (next) {
    const answer: QueryResult<{ action: string; batch_id: string | null }> = await client.query(
      'update platform.operation set undone_by = $2 where id = $1 returning action, batch_id',
      [next.id, next.by],
    )
    const found = answer.rows[0]
    next =
      found?.action === 'undo' && found.batch_id !== null
        ? { id: found.batch_id, by: next.by === null ? next.id : null }
        : null
  }
}

/** Deleted records that are there again, or will not come back. */
export async function leaveBin(
  client: PoolClient,
  tenantId: number,
  table: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await client.query(
    `update platform.operation_change set recycled = false
     where tenant_id = $1 and table_name = $2 and record_id = any($3) and recycled`,
    [tenantId, table, [...ids]],
  )
}
