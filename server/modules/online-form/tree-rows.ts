import type { PoolClient } from 'pg'
import type { CompiledForm, Row, RowError, TableColumn } from '#schemas/compile/model.ts'
import { dataTable, quoted } from '../../database/identifiers.ts'
import type { Session } from '../../permission/session.ts'
import type { FormView } from './form-view.ts'
import type { ReadQuery } from './read-query.ts'
import { scopedWhere } from './store.ts'
import { Parameters } from './where.ts'

/** Deeper trees than this are taken for a cycle. */
const MAX_DEPTH = 1000

/** One change of a tree at a time: two moves that are harmless alone could make a cycle together. */
export async function lockTree(client: PoolClient, form: CompiledForm, tenantId: number): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtext($1), $2)', [`tree ${form.table.name}`, tenantId])
}

/** True when the value means "at the top". */
export function isRoot(form: CompiledForm, parent: unknown): boolean {
  return (
    parent === null || parent === undefined || parent === '' || String(parent) === (form.tree?.root ?? '')
  )
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
  const found = await client.query(
    `select 1 from ${dataTable(form.table.name)} where ${where}`,
    parameters.values,
  )
  if (!found.rowCount) return { field: tree.parent, message: '父级节点不存在' }
  const up = await client.query<{ cycle: boolean }>(
    `with recursive up(id, parent, depth) as (
       select "id", ${quoted(tree.parent)}::text, 1 from ${dataTable(form.table.name)} where "_tenant" = $1 and "id" = $2
       union all
       select t."id", t.${quoted(tree.parent)}::text, up.depth + 1
       from ${dataTable(form.table.name)} t join up on t."id" = up.parent
       where t."_tenant" = $1 and up.depth < ${MAX_DEPTH} and up.id <> $3)
     select exists (select from up where id = $3 or depth >= ${MAX_DEPTH}) as cycle`,
    [session.tenantId, parent, id],
  )
  return up.rows[0]?.cycle ? { field: tree.parent, message: '不能选择自己的下级作为父级节点' } : null
}

/** The stored column that marks parents; null where there is none that can hold 1 and 0. Readers compute the mark themselves. */
export function childMark({ tree, table }: CompiledForm): TableColumn | null {
  const mark = tree && table.columns.find(({ name }) => name === tree.hasChild)
  return mark && !/^(date|timestamp|bytea)/.test(mark.sql) ? mark : null
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
  const table = dataTable(form.table.name)
  await client.query(
    `update ${table} p set ${quoted(tree.hasChild)} =
       (case when exists (select from ${table} c where c."_tenant" = $1 and c.${quoted(tree.parent)}::text = p."id") then '1' else '0' end)::${mark.sql}
     where p."_tenant" = $1 and p."id" = any($2::text[])`,
    [tenantId, ids],
  )
}

/** True when a node among these has a child outside of them, whoever may see it: they cannot be deleted alone. */
export async function parentsOfOthers(
  client: PoolClient,
  form: CompiledForm,
  tenantId: number,
  ids: readonly string[],
): Promise<boolean> {
  const { tree } = form
  if (!tree) return false
  const { rowCount } = await client.query(
    `select 1 from ${dataTable(form.table.name)}
     where "_tenant" = $1 and ${quoted(tree.parent)}::text = any($2::text[]) and not ("id" = any($2::text[])) limit 1`,
    [tenantId, [...ids]],
  )
  return Boolean(rowCount)
}

/** Sets the child mark of each row from the rows that this user would see below it. */
export async function markChildren(
  read: ReadQuery,
  view: FormView,
  session: Session,
  rows: readonly Row[],
  now: Date,
): Promise<void> {
  const { tree } = view.form
  if (!tree || rows.length === 0) return
  const parameters = new Parameters()
  const where = scopedWhere(view, session, [], parameters, now)
  const ids = parameters.add(rows.map((row) => String(row.id)))
  const found = await read<{ parent: string }>(
    `select distinct ${quoted(tree.parent)}::text as parent from ${dataTable(view.form.table.name)}
     where ${where} and ${quoted(tree.parent)}::text = any(${ids}::text[])`,
    parameters.values,
  )
  const parents = new Set(found.map(({ parent }) => parent))
  for (const row of rows) row[tree.hasChild] = parents.has(String(row.id)) ? '1' : '0'
}
