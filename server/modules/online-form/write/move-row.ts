import type { MoveBody } from '#schemas/api/record.ts'
import { fieldStates } from '#schemas/compile/field-states.ts'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { AppError, badRequest, forbidden, notFound } from '../../../errors.ts'
import { sessionVariables } from '../../../permission/session-user.ts'
import { formView } from '../read/form-view.ts'
import { sortOf, sortSql } from '../read/sort-order.ts'
import { recordTable } from '../sql/record-table.ts'
import { writableFields } from './row-input.ts'
import { lockRow } from './row-locks.ts'
import { changedPlaces } from './sibling-places.ts'
import { isRoot, lockTree, rootValue } from './tree-rows.ts'
import { refuseBuiltIn } from './unfit-rows.ts'
import type { Unit } from './unit.ts'
import type { UnitOfWork } from './unit-of-work.ts'
import type { WriterParts } from './writer-parts.ts'

/** Most siblings that are put in order by hand. */
const MAX_SIBLINGS = 5000
const STALE = '该节点的位置或同级顺序已被他人修改，请按最新的顺序重试'

/**
 * Puts a record of a tree between siblings. The wish names its neighbours, so that what others moved meanwhile is kept; the
 * record is changed as its user may change it, and the numbers of siblings that make room follow by themselves.
 */
export async function moveRow(
  { documents, now }: Pick<WriterParts, 'documents' | 'now'>,
  units: Pick<UnitOfWork, 'set' | 'stepOf'>,
  unit: Unit,
  form: CompiledForm,
  asked: MoveBody,
): Promise<void> {
  const { tree } = form
  const { order } = form.list
  const { client, session } = unit
  if (!tree || order === null) throw badRequest('该页面的数据不能拖动排序')
  await lockTree(client, form, session.tenantId)
  const view = formView(session, form)
  const stored = await lockRow(client, view, session, asked.id, now())
  if (!stored) throw notFound()
  refuseBuiltIn(form, 'edit', [stored], session, now())
  const parentOf = (parent: unknown) => (isRoot(form, parent) ? null : String(parent))
  const parent = parentOf(asked.parent)
  if (parentOf(stored[tree.parent]) !== parentOf(asked.from)) throw new AppError('STALE', STALE)
  const goesElsewhere = parent !== parentOf(asked.from)
  const foreignKeys = documents.mainsOf(form.code).map(({ sub }) => sub.foreignKey)
  const open = writableFields(session, view, { inserting: false, foreignKeys })
  for (const name of goesElsewhere ? [order, tree.parent] : [order])
    if (!open.some((field) => field.name === name))
      throw forbidden(`您没有更改“${titleOf(form, name)}”的权限`)

  const others = (await siblings(unit, form, parent)).filter(({ id }) => id !== asked.id)
  const at = placeAmong(others, asked)
  if (at === null) throw new AppError('STALE', STALE)
  const wanted = [...others.slice(0, at), { id: asked.id, place: null }, ...others.slice(at)]
  const { minimum = 0, maximum = 999_999 } = form.fields.find(({ name }) => name === order)?.property ?? {}
  const places = changedPlaces(
    wanted.map(({ place }) => place),
    at,
    { least: Math.ceil(minimum), most: Math.floor(maximum) },
  )
  if (places === null) throw badRequest('同级的数据太多，排不下更多的顺序')

  const moved: Row = { [order]: places.get(at) ?? null }
  if (goesElsewhere) moved[tree.parent] = parent ?? rootValue(form)
  await units.set(unit, form, new Map([[asked.id, moved]]))
  await refuseClosed()
  const pushed = [...places].flatMap(([index, place]) => {
    const { id } = wanted[index] ?? { id: asked.id }
    return id === asked.id ? [] : [[id, { [order]: place }] as const]
  })
  await units.stepOf(unit).records.setEach(form.code, new Map(pushed))

  /** What the document's rules close in the record as it now is cannot have been changed. */
  async function refuseClosed(): Promise<void> {
    const row = await lockRow(client, view, session, asked.id, now())
    if (!row || !tree || order === null) throw notFound()
    const { hidden, readonly } = fieldStates(form, row, { variables: sessionVariables(session, now()) })
    const isOpen = (name: string) => !readonly.has(name) && !hidden.has(name)
    if (!isOpen(order)) throw forbidden(`该记录的“${titleOf(form, order)}”不能更改`)
    if (goesElsewhere && !isOpen(tree.parent) && (parent !== null || readonly.has(tree.parent)))
      throw forbidden(`该记录的“${titleOf(form, tree.parent)}”不能更改`)
  }
}

interface Sibling {
  id: string
  place: number | null
}

/** All records below one, in the order of the list, whether or not the user sees them. */
async function siblings(
  { client, session }: Unit,
  form: CompiledForm,
  parent: string | null,
): Promise<Sibling[]> {
  const table = recordTable(form)
  const above = table.sql(form.tree?.parent ?? '')
  const view = formView({ ...session, isAdmin: true, only: undefined }, form)
  const { rows } = await client.query<{ id: string; place: string | null }>(
    `select "id"::text as id, ${table.sql(form.list.order ?? '')}::text as place from ${table.from}
     where ${table.scope('$1')} and ${
       parent === null ? `(${above} is null or ${above}::text in ('', $2))` : `${above}::text = $2`
     } order by ${sortSql(view, sortOf(view, []))} limit ${MAX_SIBLINGS + 1}`,
    [session.tenantId, parent ?? form.tree?.root ?? ''],
  )
  if (rows.length > MAX_SIBLINGS) throw badRequest(`同级的数据超过 ${MAX_SIBLINGS} 条，不能拖动排序`)
  return rows.map(({ id, place }) => ({ id, place: place === null ? null : Number(place) }))
}

/** Where the record is to stand among the others; null where the neighbour that it names is no longer there. */
function placeAmong(others: readonly Sibling[], { before, after }: MoveBody): number | null {
  const neighbour = before ?? after
  if (neighbour === undefined) return others.length
  const found = others.findIndex(({ id }) => id === neighbour)
  if (found < 0) return null
  return before === undefined ? found + 1 : found
}

function titleOf(form: CompiledForm, name: string): string {
  return form.fields.find((field) => field.name === name)?.title ?? name
}
