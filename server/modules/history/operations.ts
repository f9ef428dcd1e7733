import type { Pool, PoolClient } from 'pg'
import {
  type KeptReason,
  MAX_UNDONE_CHANGES,
  type OperationLine,
  type Undoing,
} from '#schemas/api/operation.ts'
import { actionRight, isDeclared } from '#schemas/compile/action-code.ts'
import { wireTime } from '#schemas/compile/form-variables.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { DeclaredAction } from '#schemas/page/action.ts'
import { reader, scopeOf } from '../../language.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { OPEN } from '../job/orders.ts'

/** What an operation did to one table. */
interface Part {
  table: string
  records: number
  isAdded: boolean
  isDeleted: boolean
  isChanged: boolean
}

/** An operation of the log, summed up. */
export interface StoredOperation {
  id: string
  at: Date
  username: string
  action: string
  resource: string
  undoneBy: string | null
  /** Of an undo, and of what took that back in turn, the action at the beginning. */
  root: string
  parts: readonly Part[]
  /** The last order to take it back in the background. */
  undoing: Undoing | null
}

type Known = Pick<Documents, 'entry'>

/** The last order to take an operation `o` back, as the wire tells it. */
const UNDOING = `(
  select jsonb_build_object('isOpen', u.status in ${OPEN}, 'done', u.row_count, 'total', u.total,
    'error', u.error, 'problems', coalesce(u.problems, '[]'))
  from platform.undo_order u where u.operation_id = o.id order by u.create_time desc limit 1)`

/** Operations as `where` names them, with sums over their changes. */
const summed = (where: string) => `
  select o.id, o.at, o.username, o.action, o.resource, o.undone_by as "undoneBy", root.action as root, sums.parts,
    ${UNDOING} as undoing
  from (select * from platform.operation o where ${where}) o
  cross join lateral (
    with recursive back(id, action, batch_id, depth) as (
      select o.id, o.action, o.batch_id, 1
      union all
      select b.id, b.action, b.batch_id, back.depth + 1 from back join platform.operation b on b.id = back.batch_id
      where back.action = 'undo' and back.depth < 100)
    select action from back order by depth desc limit 1) root
  cross join lateral (
    select coalesce(jsonb_agg(part), '[]') as parts from (
      select c.table_name as table, count(distinct c.record_id)::int as records, bool_or(c.before is null) as "isAdded",
        bool_or(c.after is null) as "isDeleted", bool_or(c.before is not null and c.after is not null) as "isChanged"
      from platform.operation_change c where c.operation_id = o.id group by 1) part) sums
  order by o.at desc, o.id desc`

/** Whose operations are meant: one's own, or for administrators everyone's. */
const OF_USER = 'o.tenant_id = $1 and ($2::text is null or o.user_id = $2)'

/** A page of operations, the newest first. */
export async function listOperations(
  pool: Pool,
  documents: Known,
  session: Session,
  { userId, limit, offset }: { userId: string | null; limit: number; offset: number },
): Promise<{ lines: OperationLine[]; total: number }> {
  const whose = [session.tenantId, userId]
  // What changed nothing, as an action of the browser's alone, is nothing to take back.
  const some = `${OF_USER} and exists (select from platform.operation_change c where c.operation_id = o.id)`
  const [found, counted] = await Promise.all([
    pool.query<StoredOperation>(summed(`${some} order by o.at desc, o.id desc limit $3 offset $4`), [
      ...whose,
      limit,
      offset,
    ]),
    pool.query<{ total: number }>(
      `select count(*)::int as total from platform.operation o where ${some}`,
      whose,
    ),
  ])
  return {
    lines: found.rows.map((operation) => lineOf(documents, session, operation)),
    total: counted.rows[0]?.total ?? 0,
  }
}

/** An operation by its id, or by that of the request that did it. */
const NAMED = `select o.id from platform.operation o where ${OF_USER} and (o.id = $3 or o.request_id = $3)
  order by o.at desc limit 1`

/** The same, to look at. */
export async function findOperation(
  pool: Pick<Pool, 'query'>,
  session: Session,
  userId: string | null,
  id: string,
): Promise<StoredOperation | null> {
  const { rows } = await pool.query<StoredOperation>(summed(`o.id = (${NAMED})`), [
    session.tenantId,
    userId,
    id,
  ])
  return rows[0] ?? null
}

/** What becomes of an operation that is taken back in the background; null where it never was. */
export async function undoingOf(
  pool: Pick<Pool, 'query'>,
  session: Session,
  userId: string | null,
  id: string,
): Promise<{ undoing: Undoing | null } | null> {
  const { rows } = await pool.query<{ undoing: Undoing | null }>(
    `select ${UNDOING} as undoing from platform.operation o where o.id = (${NAMED})`,
    [session.tenantId, userId, id],
  )
  return rows[0] ?? null
}

/** The same, kept from being taken back twice at once. */
export async function lockOperation(
  client: PoolClient,
  session: Session,
  userId: string | null,
  id: string,
): Promise<StoredOperation | null> {
  const { rows } = await client.query<{ id: string }>(`${NAMED} for update`, [session.tenantId, userId, id])
  if (!rows[0]) return null
  const found = await client.query<StoredOperation>(summed('o.id = $1'), [rows[0].id])
  return found.rows[0] ?? null
}

/** Why an operation is kept, as far as that can be told without its records. */
export function keptBecause(
  documents: Known,
  session: Session,
  operation: StoredOperation,
): KeptReason | null {
  const form = formOf(documents, operation)
  if (!form) return 'system'
  if (operation.undoneBy !== null) return 'undone'
  if (operation.parts.some(({ table }) => !tableForm(documents, form, table))) return 'system'
  if (rightsFor(form, operation).some((action) => !may(session, action, { form }).allowed)) return 'right'
  return changesIn(operation) > MAX_UNDONE_CHANGES ? 'size' : null
}

/** How many records an operation has changed, of all forms. */
export function changesIn({ parts }: Pick<StoredOperation, 'parts'>): number {
  return parts.reduce((sum, { records }) => sum + records, 0)
}

/** The form that an operation was done in; null for one of the platform's own data. */
export function formOf(documents: Known, { resource }: StoredOperation): CompiledForm | null {
  const form = documents.entry(resource)?.form
  return form?.table ? form : null
}

/** The form of a table that an operation changed; null where its records cannot be brought back. */
export function tableForm(documents: Known, main: CompiledForm, table: string): CompiledForm | null {
  const sub = main.subTables
    .map(({ code }) => documents.entry(code)?.form)
    .find((one) => one?.tableName === table)
  const form = main.tableName === table ? main : (sub ?? documents.entry(table)?.form)
  return form?.table ? form : null
}

/** The action of the document that the operation was. */
export function declaredAction(form: CompiledForm, { root }: StoredOperation): DeclaredAction | null {
  return form.list.actions.filter(isDeclared).find(({ code }) => code === root) ?? null
}

/** What takes an operation back is the opposite of it: an added record is deleted, a deleted one comes back for whoever may delete it. */
function rightsFor(form: CompiledForm, operation: StoredOperation): string[] {
  const action = declaredAction(form, operation)
  if (action) return [actionRight(action)]
  const main = operation.parts.find(({ table }) => table === form.tableName)
  return [
    ...(main?.isAdded || main?.isDeleted ? ['delete'] : []),
    ...(main?.isChanged || !main ? ['edit'] : []),
  ]
}

function lineOf(documents: Known, session: Session, operation: StoredOperation): OperationLine {
  const { id, at, username, action, resource, root, parts, undoing } = operation
  const form = documents.entry(resource)?.form
  const title = form && declaredAction(form, operation)?.title
  const isOwn = ({ table }: Part) => table === form?.tableName
  const sum = (some: readonly Part[]) => some.reduce((all, { records }) => all + records, 0)
  return {
    id,
    at: wireTime(new Date(at)).datetime,
    username,
    form: resource,
    formTitle: form ? reader().word(scopeOf.form(resource), form.title) : resource,
    action,
    actionTitle: title ? reader().word(scopeOf.form(resource), title) : null,
    undoes: action === 'undo' ? root : null,
    count: sum(parts.filter(isOwn)),
    others: sum(parts.filter((part) => !isOwn(part))),
    kept: keptBecause(documents, session, operation) ?? (undoing?.isOpen ? 'undoing' : null),
    undoing,
  }
}
