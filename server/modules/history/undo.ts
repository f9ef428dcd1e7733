import type { Pool, PoolClient } from 'pg'
import { type KeptReason, MAX_UNDONE_CHANGES, type Undone } from '#schemas/api/operation.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { badRequest, forbidden, notFound } from '../../errors.ts'
import { mayGiveEverything } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import type { FormWriter, PastChange, WriteContext } from '../online-form/index.ts'
import { declaredAction, formOf, keptBecause, lockOperation, tableForm } from './operations.ts'

export interface UndoParts {
  pool: Pool
  documents: Pick<Documents, 'entry'>
  writer: Pick<FormWriter, 'restore'>
}

const SENTENCES: Readonly<Record<KeptReason, string>> = {
  undone: '该操作已经撤销',
  system: '该操作更改的是系统数据，不能在这里撤销',
  right: '您没有撤销该操作的权限',
  size: `该操作更改的记录超过 ${MAX_UNDONE_CHANGES} 条，不能撤销`,
}

/** Whose operations a user may take back: the own ones; an administrator in person everyone's. */
export function ownerOf(session: Session): string | null {
  return mayGiveEverything(session) ? null : session.userId
}

/** Takes an operation back, all of it or nothing. */
export async function undoOperation(
  { pool, documents, writer }: UndoParts,
  id: string,
  context: WriteContext,
): Promise<Undone> {
  const { session } = context
  const found = await pool.query<{ id: string; resource: string }>(
    `select o.id, o.resource from platform.operation o
     where o.tenant_id = $1 and ($2::text is null or o.user_id = $2) and (o.id = $3 or o.request_id = $3)
     order by o.at desc limit 1`,
    [session.tenantId, ownerOf(session), id],
  )
  const [named] = found.rows
  if (!named) throw notFound('操作不存在')
  const form = documents.entry(named.resource)?.form
  if (!form?.table) throw badRequest(SENTENCES.system)
  return writer.restore(form, { code: 'undo', batchId: named.id }, context, async (client) => {
    const operation = await lockOperation(client, session, ownerOf(session), named.id)
    if (!operation || !formOf(documents, operation)) throw notFound('操作不存在')
    const kept = keptBecause(documents, session, operation)
    if (kept === 'right') throw forbidden(SENTENCES.right)
    if (kept !== null) throw badRequest(SENTENCES[kept])
    return {
      changes: await changesOf(client, documents, form, operation.id),
      byAction: declaredAction(form, operation) !== null,
    }
  })
}

/** What a record that was taken away and brought back has anew. */
const UNCOMPARED = ['_version', 'update_by', 'update_time']

interface LoggedRow {
  table: string
  id: string
  version: number
  before: Row | null
  after: Row | null
  recycled: boolean
}

/** What an operation did to each record in all: the state before its first change, and after its last. */
async function changesOf(
  client: PoolClient,
  documents: Pick<Documents, 'entry'>,
  main: CompiledForm,
  operation: string,
): Promise<PastChange[]> {
  const { rows } = await client.query<LoggedRow>(
    // What was deleted, brought back and deleted again as it was lies in the bin by its last deletion.
    `select c.table_name as table, c.record_id as id, greatest(c.version, r.version) as version, c.before, c.after,
       r.version is not null as recycled
     from platform.operation_change c left join lateral (
       select r.version from platform.operation_change r where c.after is null and r.recycled
         and r.tenant_id = c.tenant_id and r.table_name = c.table_name and r.record_id = c.record_id
         and r.before - $2::text[] = c.before - $2::text[] limit 1) r on true
     where c.operation_id = $1 order by c.id`,
    [operation, UNCOMPARED],
  )
  const all = new Map<string, PastChange>()
  for (const { table, id, version, before, after, recycled } of rows) {
    const key = `${table} ${id}`
    const known = all.get(key)
    const form = tableForm(documents, main, table)
    if (!form) throw badRequest(SENTENCES.system)
    all.set(key, { form, id, before: known ? known.before : before, after, version, recycled })
  }
  return [...all.values()].filter(({ before, after }) => before !== null || after !== null)
}
