import type { PoolClient } from 'pg'
import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { Parameters } from '../../../database/condition-sql.ts'
import type { DataColumn, ValueKind } from '../../../database/data-column.ts'
import type { Session } from '../../../permission/session.ts'
import type { FormView } from '../read/form-view.ts'
import { scopedWhere } from '../read/scoped-where.ts'
import { recordTable } from '../sql/record-table.ts'

/** Deeper trees than this are taken for a cycle. */
const MAX_DEPTH = 1000
/** SQL types of marks. */
const MARK_TYPES: Readonly<Record<ValueKind, string>> = {
  text: 'text',
  integer: 'integer',
  long: 'bigint',
  decimal: 'numeric',
  double: 'double precision',
  date: 'date',
  datetime: 'timestamp',
  binary: 'bytea',
}
/** A mark of 1 or 0 does not fit into these. */
const UNFIT_MARKS: ReadonlySet<ValueKind> = new Set(['date', 'datetime', 'binary'])

/** One change of a tree at a time: two moves that are harmless alone could make a cycle together. */
export async function lockTree(client: PoolClient, form: CompiledForm, tenantId: number): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtext($1), $2)', [`tree ${form.tableName}`, tenantId])
}

/** True when the value means "at the top". */
export function isRoot(form: CompiledForm, parent: unknown): boolean {
  return (
    parent === null || parent === undefined || parent === '' || String(parent) === (form.tree?.root ?? '')
  )
}

/** What is stored as the parent of a root. */
export function rootValue(form: CompiledForm): string | null {
  return form.tree?.root || null
}

/** Why a record may not hang under its parent; null when it may. */
export async function parentError(
  client: PoolClient,
  view: FormView,
  session: Session,
  id: string,
  row: Row,
  now: Date,
): Promise<RowError | null> {
  const { form } = view
  const { tree } = form
  if (!tree || isRoot(form, row[tree.parent])) return null
  const parent = String(row[tree.parent])
  if (parent === id) return { field: tree.parent, message: '不能选择自己作为父级节点' }
  const parameters = new Parameters()
  const where = scopedWhere(
    view,
    session,
    [{ own: { field: 'id', rule: 'eq', val: parent } }],
    parameters,
    now,
  )
  const table = recordTable(form)
  const up = table.sql(tree.parent)
  const found = await client.query(`select 1 from ${table.from} where ${where}`, parameters.values)
  if (!found.rowCount) return { field: tree.parent, message: '父级节点不存在' }
  const above = await client.query<{ cycle: boolean }>(
    `with recursive up(id, parent, depth) as (
       select "id", ${up}::text, 1 from ${table.from} where ${table.scope('$1')} and "id" = $2
       union all
       select t."id", t.${up}::text, up.depth + 1
       from ${table.from} t join up on t."id" = up.parent
       where ${table.scope('$1', 't')} and up.depth < ${MAX_DEPTH} and up.id <> $3)
     select exists (select from up where id = $3 or depth >= ${MAX_DEPTH}) as cycle`,
    [session.tenantId, parent, id],
  )
  return above.rows[0]?.cycle ? { field: tree.parent, message: '不能选择自己的下级作为父级节点' } : null
}

/** The stored column that marks parents; null where there is none that can hold 1 and 0. Readers compute the mark themselves. */
export function childMark(form: CompiledForm): DataColumn | null {
  const mark = form.tree ? recordTable(form).columns.get(form.tree.hasChild) : undefined
  return mark && !UNFIT_MARKS.has(mark.kind) ? mark : null
}

/** Keeps the stored child marks of parents true, also of those that this user does not see. */
export async function maintainChildMarks(
  client: PoolClient,
  form: CompiledForm,
  tenantId: number,
  parents: readonly unknown[],
): Promise<void> {
  const { tree } = form
  const mark = childMark(form)
  if (!tree || !mark) return
  const ids = [...new Set(parents.filter((parent) => !isRoot(form, parent)).map(String))]
  if (ids.length === 0) return
  const table = recordTable(form)
  const type = MARK_TYPES[mark.kind]
  await client.query(
    `update ${table.from} p set ${mark.sql} =
       (case when exists (select from ${table.from} c where ${table.scope('$1', 'c')} and c.${table.sql(tree.parent)}::text = p."id") then '1' else '0' end)::${type}
     where ${table.scope('$1', 'p')} and p."id" = any($2::text[])`,
    [tenantId, ids],
  )
}

/** True when a node among these has a child outside of them, whether or not the caller may see it: they cannot be deleted alone. */
export async function parentsOfOthers(
  client: PoolClient,
  form: CompiledForm,
  tenantId: number,
  ids: readonly string[],
): Promise<boolean> {
  const { tree } = form
  if (!tree) return false
  const table = recordTable(form)
  const { rowCount } = await client.query(
    `select 1 from ${table.from}
     where ${table.scope('$1')} and ${table.sql(tree.parent)}::text = any($2::text[]) and not ("id" = any($2::text[])) limit 1`,
    [tenantId, [...ids]],
  )
  return Boolean(rowCount)
}

/** Keys of all nodes below these, whether or not the caller may see them, without these themselves. */
export async function nodesBelow(
  client: PoolClient,
  form: CompiledForm,
  tenantId: number,
  ids: readonly string[],
): Promise<string[]> {
  const { tree } = form
  if (!tree) return []
  const table = recordTable(form)
  // `union` ends a circle: a node that was found is not followed again.
  const { rows } = await client.query<{ id: string }>(
    `with recursive below(id) as (
       select unnest($2::text[])
       union
       select c."id"::text from ${table.from} c join below b on c.${table.sql(tree.parent)}::text = b.id
       where ${table.scope('$1', 'c')})
     select id from below where not (id = any($2::text[]))`,
    [tenantId, [...ids]],
  )
  return rows.map(({ id }) => id)
}
