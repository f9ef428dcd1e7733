import type { Pool } from 'pg'
import type { Row } from '#schemas/compile/model.ts'
import type { Session } from '../../permission/session.ts'
import { isGrantTable } from '../role/grant-names.ts'

/** A change as it is stored. */
export interface StoredChange {
  id: string
  table: string
  recordId: string
  version: number
  action: string
  createBy: string | null
  createTime: string
  before: Row | null
  after: Row | null
  /** Deleted, and still in the bin. */
  recycled: boolean
}

/** Versions of one record that are read at once. */
const MAX_VERSIONS = 200

/** Follows the key of a change in the key of the state before it. */
const ORIGIN = '.0'

/** What is read of a change. */
export const CHANGE_COLUMNS = `id, table_name as "table", record_id as "recordId", version, action, create_by as "createBy",
  create_time as "createTime", before, after, recycled`

/** Changes of one record in the session's tenant, the newest first. */
export async function changesOf(
  pool: Pool,
  { tenantId }: Session,
  table: string,
  recordId: string,
): Promise<StoredChange[]> {
  const { rows } = await pool.query<StoredChange>(
    `select ${CHANGE_COLUMNS} from platform.operation_change where tenant_id = $1 and table_name = $2 and record_id = $3
     order by version desc, create_time desc, (after is null) desc, id desc limit ${MAX_VERSIONS}`,
    [tenantId, table, recordId],
  )
  return rows
}

/** What became of the sub rows of a record after a version of it, the oldest first; what was saved with it is not among them. */
export async function subChangesAfter(
  pool: Pool,
  { tenantId }: Session,
  table: string,
  foreignKey: string,
  key: string,
  version: string,
): Promise<StoredChange[]> {
  const { rows } = await pool.query<StoredChange>(
    `select ${CHANGE_COLUMNS} from platform.operation_change c
     where tenant_id = $1 and table_name = $2 and $4 in (before ->> $3, after ->> $3)
       and exists (select from platform.operation_change v where v.id = $5 and v.operation_id <> c.operation_id
         and (c.create_time, c.id) > (v.create_time, v.id))
     order by create_time, id`,
    [tenantId, table, foreignKey, key, version],
  )
  return rows
}

/**
 * The state that the oldest logged change of a record found, where that change did not make the record. A change of grants
 * is followed by what it found itself: the change before it may be about another menu of the role.
 */
export function withOrigin(changes: readonly StoredChange[]): StoredChange[] {
  if (changes[0] && isGrantTable(changes[0].table))
    return changes.flatMap((change) => [change, ...(change.before ? [originOf(change)] : [])])
  const oldest = changes.at(-1)
  return oldest?.before && oldest.after ? [...changes, originOf(oldest)] : [...changes]
}

/** These changes, as far as they are the tenant's; with the suffix of an origin, the state before the change. */
export async function changesNamed(
  pool: Pool,
  { tenantId }: Session,
  named: readonly string[],
): Promise<StoredChange[]> {
  const ids = new Set(named.map((id) => (id.endsWith(ORIGIN) ? id.slice(0, -ORIGIN.length) : id)))
  const { rows } = await pool.query<StoredChange>(
    `select ${CHANGE_COLUMNS} from platform.operation_change where tenant_id = $1 and id = any($2)`,
    [tenantId, [...ids]],
  )
  return rows.flatMap((change) => [
    ...(named.includes(change.id) ? [change] : []),
    ...(named.includes(change.id + ORIGIN) && change.before ? [originOf(change)] : []),
  ])
}

function originOf(change: StoredChange): StoredChange {
  return {
    ...change,
    id: change.id + ORIGIN,
    version: Math.max(0, change.version - 1),
    action: 'before',
    createBy: null,
    before: null,
    after: change.before,
  }
}
