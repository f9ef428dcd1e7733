import type { PoolClient } from 'pg'
import { wireTime } from '#schemas/compile/form-variables.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { systemColumns } from '#schemas/compile/system-columns.ts'
import type { Session } from '../../../permission/session.ts'
import type { Documents } from '../../document/documents.ts'
import { recordTable } from '../sql/record-table.ts'
import type { FormChange } from './behaviour.ts'
import { deletedChange } from './logged-change.ts'
import { mainRefusals, secondRefusals } from './main-records.ts'
import { isSame, type Prepared } from './prepared-row.ts'
import { writtenColumns } from './row-input.ts'
import { emptyColumns, storeChangedRows, storeNewRows } from './stored-rows.ts'
import { lockTree, maintainChildMarks, parentError } from './tree-rows.ts'
import { type RowRefusal, rowsInTheWay } from './unique-values.ts'
import type { WriteContext, WriterParts } from './writer-parts.ts'

type Parts = Pick<WriterParts, 'documents' | 'now'>

/** Adds rows of one form; answers why some cannot be added. */
export async function insertRows(
  parts: Parts,
  client: PoolClient,
  form: CompiledForm,
  prepared: readonly Prepared[],
  context: WriteContext,
): Promise<RowRefusal[]> {
  if (prepared.length === 0) return []
  const { session } = context
  const rows = prepared.map(({ row }) => row)
  const homeless = [
    ...(await mainRefusals(parts.documents, client, form, prepared, session, parts.now())),
    ...(await secondRefusals(parts.documents, client, form, prepared, session)),
  ]
  if (homeless.length > 0) return homeless
  if (form.tree) {
    await lockTree(client, form, session.tenantId)
    const refusals = await parentRefusals(client, prepared, session, parts.now)
    if (refusals.length > 0) return refusals
  }
  const { stamps } = form
  const time = wireTime(parts.now()).datetime
  for (const { id, row } of prepared) {
    const system: Row = {
      id,
      [stamps.createBy]: session.username,
      [stamps.createTime]: time,
      [stamps.updateBy]: null,
      [stamps.updateTime]: null,
      [stamps.orgCode]: session.orgCode || null,
      _tenant: session.tenantId,
      _version: 1,
    }
    Object.assign(row, system)
  }
  await storeNewRows(client, form, insertColumns(form), rows)
  const { tree } = form
  if (tree)
    await maintainChildMarks(
      client,
      form,
      session.tenantId,
      rows.map((row) => row[tree.parent]),
    )
  return []
}

/** Puts rows back that were deleted, with their keys and stamps; they are counted on from the version they had. */
export async function storeRowsAgain(
  client: PoolClient,
  form: CompiledForm,
  session: Session,
  rows: readonly Row[],
): Promise<void> {
  await storeNewRows(client, form, insertColumns(form), rows)
  const { tree } = form
  if (!tree) return
  const marked = rows.flatMap((row) => [row.id, row[tree.parent]])
  await maintainChildMarks(client, form, session.tenantId, marked)
}

/**
 * Changes stored rows of one form, which the caller has locked (`row-locks.ts`): the row rule is not asked again. Answers
 * why some cannot be changed so.
 */
export async function updateRows(
  { documents, now }: Parts,
  client: PoolClient,
  form: CompiledForm,
  prepared: readonly Prepared[],
  { session }: WriteContext,
): Promise<RowRefusal[]> {
  if (prepared.length === 0) return []
  const { tree } = form
  const moved = tree
    ? prepared.filter(({ row, stored }) => !isSame(stored?.[tree.parent], row[tree.parent]))
    : []
  const refusals = [
    ...(await mainRefusals(documents, client, form, prepared, session, now())),
    ...(await secondRefusals(documents, client, form, prepared, session)),
    ...(await parentRefusals(client, moved, session, now)),
  ]
  if (refusals.length > 0) return refusals
  const known = prepared.map(({ id, row, stored }) => ({ id, row, stored: stored ?? {} }))
  for (const { columns, ids } of rowsInTheWay(form, known))
    await emptyColumns(client, form, session.tenantId, columns, ids)
  const changed = writtenColumns(form).filter(
    (name) => name !== tree?.hasChild && known.some(({ row, stored }) => !isSame(stored[name], row[name])),
  )
  const { stamps } = form
  const time = wireTime(now()).datetime
  for (const { row, stored } of known) {
    row[stamps.updateBy] = session.username
    row[stamps.updateTime] = time
    row._version = Number(stored._version ?? 0) + 1
  }
  const columns = [...changed, stamps.updateBy, stamps.updateTime, '_version']
  await storeChangedRows(client, form, session.tenantId, columns, prepared)
  if (tree && moved.length > 0)
    await maintainChildMarks(
      client,
      form,
      session.tenantId,
      moved.flatMap(({ row, stored }) => [stored?.[tree.parent], row[tree.parent]]),
    )
  return []
}

/**
 * Deletes the tenant's rows with one of these values in a column, whatever the row rule says: the caller has locked them
 * (`row-locks.ts`), or the main record that they go with. Answers what the log keeps of them.
 */
export async function deleteWhere(
  documents: Documents,
  client: PoolClient,
  form: CompiledForm,
  session: Session,
  column: string,
  values: readonly string[],
): Promise<FormChange[]> {
  if (values.length === 0) return []
  const table = recordTable(form)
  const change = table.deleted ? `update ${table.from} set ${table.deleted} = 1` : `delete from ${table.from}`
  const { rows } = await client.query<Row>(
    `${change} where ${table.scope('$1')} and ${table.sql(column)}::text = any($2::text[]) returning ${table.whole}`,
    [session.tenantId, [...values]],
  )
  return rows.map((row) => deletedChange(documents, form, row))
}

async function parentRefusals(
  client: PoolClient,
  prepared: readonly Prepared[],
  session: Session,
  now: () => Date,
): Promise<RowRefusal[]> {
  const refusals: RowRefusal[] = []
  for (const [at, { view, id, row }] of prepared.entries()) {
    const error = await parentError(client, view, session, id, row, now())
    if (error) refusals.push({ at, error })
  }
  return refusals
}

/** System columns, which only the server fills, and those of the document; of a tree also its own two. */
function insertColumns(form: CompiledForm): string[] {
  const known = recordTable(form).columns
  const system = systemColumns(form.document).map(({ name }) => name)
  const columns = [...system.filter((name) => known.has(name)), ...writtenColumns(form)]
  if (!form.tree) return columns
  for (const name of [form.tree.parent, form.tree.hasChild])
    if (known.has(name) && !columns.includes(name)) columns.push(name)
  return columns
}
