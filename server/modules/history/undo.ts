import type { Pool, PoolClient } from 'pg'
import { type KeptReason, MAX_UNDONE_CHANGES, type Undone } from '#schemas/api/operation.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { badRequest, forbidden, notFound } from '../../errors.ts'
import { reader, scopeOf } from '../../language.ts'
import { mayGiveEverything } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import type { FormWriter, PastChange, WriteContext } from '../online-form/index.ts'
import {
  changesIn,
  declaredAction,
  findOperation,
  formOf,
  keptBecause,
  lockOperation,
  tableForm,
} from './operations.ts'
import type { UndoOrders } from './undo-orders.ts'

const NAMED_IN_TITLE = 60

export interface TakeBackParts {
  documents: Pick<Documents, 'entry'>
  writer: Pick<FormWriter, 'restore'>
}

export interface UndoParts extends TakeBackParts {
  /** Reads what was written a moment ago. */
  pool: Pool
  orders: Pick<UndoOrders, 'add'>
  /** An operation of more changes is taken back in the background. */
  atOnce: number
  now(): Date
}

const SENTENCES: Readonly<Record<KeptReason, string>> = {
  undone: '该操作已经撤销',
  undoing: '该操作正在撤销，请稍候',
  system: '该操作更改的是系统数据，不能在这里撤销',
  right: '您没有撤销该操作的权限',
  size: `该操作更改的记录超过 ${MAX_UNDONE_CHANGES} 条，不能撤销`,
}

/** Whose operations a user may take back: the own ones; an administrator in person everyone's. */
export function ownerOf(session: Session): string | null {
  return mayGiveEverything(session) ? null : session.userId
}

/** Takes an operation back, all of it or nothing: at once, or in the background where it has changed many records. */
export async function undoOperation(parts: UndoParts, id: string, context: WriteContext): Promise<Undone> {
  const { pool, documents, orders, atOnce, now } = parts
  const { session, requestId, address } = context
  const operation = await findOperation(pool, session, ownerOf(session), id)
  if (!operation) throw notFound('操作不存在')
  const form = documents.entry(operation.resource)?.form
  if (!form?.table) throw badRequest(SENTENCES.system)
  const count = changesIn(operation)
  // A key is not the person whose rights the work in the background would have.
  if (count <= atOnce || session.only) return takeBack(parts, form.code, operation.id, context)
  refuseKept(keptBecause(documents, session, operation))
  if (operation.undoing?.isOpen) throw badRequest(SENTENCES.undoing)
  const { language, word } = reader()
  const title = word(scopeOf.form(form.code), form.title).slice(0, NAMED_IN_TITLE)
  await orders.add(
    session,
    {
      operationId: operation.id,
      form: form.code,
      title,
      language,
      address: address ?? null,
      requestId,
      total: count,
    },
    now(),
  )
  return { operation: null, count }
}

/** Takes an operation on a form back here and now. */
export async function takeBack(
  { documents, writer }: TakeBackParts,
  code: string,
  id: string,
  context: WriteContext,
  onProgress?: (changes: number) => void,
): Promise<{ operation: string; count: number }> {
  const { session } = context
  const form = documents.entry(code)?.form
  if (!form?.table) throw badRequest(SENTENCES.system)
  return writer.restore(form, { code: 'undo', batchId: id }, context, async (client) => {
    const operation = await lockOperation(client, session, ownerOf(session), id)
    if (!operation || !formOf(documents, operation)) throw notFound('操作不存在')
    refuseKept(keptBecause(documents, session, operation))
    return {
      changes: await changesOf(client, documents, form, operation.id, session.tenantId),
      byAction: declaredAction(form, operation) !== null,
      ...(onProgress ? { onProgress } : {}),
    }
  })
}

function refuseKept(kept: KeptReason | null): void {
  if (kept === 'right') throw forbidden(SENTENCES.right)
  if (kept !== null) throw badRequest(SENTENCES[kept])
}

/** What a record that was taken away and brought back has anew. */
const UNCOMPARED = ['_version', 'update_by', 'update_time']

interface LoggedRow {
  table: string
  id: string
  version: number
  before: Row | null
  after: Row | null
}

/** What an operation did to each record in all: the state before its first change, and after its last. */
async function changesOf(
  client: PoolClient,
  documents: Pick<Documents, 'entry'>,
  main: CompiledForm,
  operation: string,
  tenantId: number,
): Promise<PastChange[]> {
  const { rows } = await client.query<LoggedRow>(
    `select table_name as table, record_id as id, version, before, after
     from platform.operation_change where operation_id = $1 order by id`,
    [operation],
  )
  const all = new Map<string, PastChange & { table: string }>()
  for (const { table, id, version, before, after } of rows) {
    const key = `${table} ${id}`
    const known = all.get(key)
    const form = tableForm(documents, main, table)
    if (!form) throw badRequest(SENTENCES.system)
    all.set(key, { table, form, id, before: known ? known.before : before, after, version, recycled: false })
  }
  const changes = [...all.values()].filter(({ before, after }) => before !== null || after !== null)
  const deleted = changes.filter(({ after }) => after === null)
  for (const table of new Set(deleted.map((change) => change.table))) {
    const own = new Map(deleted.filter((one) => one.table === table).map((one) => [one.id, one]))
    for (const { id, version, other } of await inBin(client, tenantId, table, [...own.keys()], operation)) {
      const change = own.get(id)
      // What was deleted, brought back and deleted again as it was lies in the bin by its last deletion.
      if (!change || (other && !isAlike(other, change.before ?? {}))) continue
      change.recycled = true
      change.version = Math.max(change.version, version)
    }
  }
  return changes
}

/** Those of the records that lie in the bin; `other`: what they were when another operation deleted them. */
async function inBin(
  client: PoolClient,
  tenantId: number,
  table: string,
  ids: readonly string[],
  operation: string,
): Promise<{ id: string; version: number; other: Row | null }[]> {
  const { rows } = await client.query<{ id: string; version: number; other: Row | null }>(
    `select record_id as id, version, case when operation_id <> $4 then before end as other
     from platform.operation_change where recycled and tenant_id = $1 and table_name = $2 and record_id = any($3)`,
    [tenantId, table, [...ids], operation],
  )
  return rows
}

function isAlike(one: Row, other: Row): boolean {
  // Both come out of the database, which orders the names.
  const compared = (row: Row) => Object.entries(row).filter(([name]) => !UNCOMPARED.includes(name))
  return JSON.stringify(compared(one)) === JSON.stringify(compared(other))
}
