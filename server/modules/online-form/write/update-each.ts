import { fieldStates } from '#schemas/compile/field-states.ts'
import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { badRequest, conflict, forbidden } from '../../../errors.ts'
import { type FormView, formView } from '../read/form-view.ts'
import { hasTable } from '../sql/record-table.ts'
import { keepEach } from './keep-each.ts'
import { isChanged, type Prepared } from './prepared-row.ts'
import { writableFields } from './row-input.ts'
import { lockRows } from './row-locks.ts'
import type { EachTools } from './store-batch.ts'
import { refuseOdd } from './sub-rows.ts'
import { lockTree } from './tree-rows.ts'
import type { Unit } from './unit.ts'

/** Records that get the same values: each with the version that the caller saw, if it saw one. */
export interface AskedEdit {
  rows: ReadonlyMap<string, number | undefined>
  values: Row
}

/** What came of one of them. */
export interface EditedRow {
  stored: Row
  /** The record as it is now; as it was where it is refused. */
  row: Row
  isChanged: boolean
  errors: readonly RowError[]
}

/**
 * Gives stored records the same values, each judged by itself as a save judges it: the good ones are kept, whatever is wrong
 * with the others. Columns that the caller may not change are refused, and so is everything where a record is not the one that was seen.
 */
export async function updateEach(
  tools: EachTools,
  unit: Unit,
  form: CompiledForm,
  { rows: asked, values }: AskedEdit,
): Promise<EditedRow[]> {
  const { client, session } = unit
  const { documents, now } = tools.parts
  if (!hasTable(form)) throw badRequest('该数据由程序计算，不能改动')
  const view = formView(session, form)
  const foreignKeys = documents.mainsOf(form.code).map(({ sub }) => sub.foreignKey)
  refuseClosedColumns(view, unit, foreignKeys, values)
  refuseOdd(form, values, [])
  if (form.tree) await lockTree(client, form, session.tenantId)
  const rows = await lockRows(client, view, session, [...asked.keys()], now(), 'change')
  refuseOlder(asked, rows)

  const read = new Map<number, Prepared>()
  const sent = rows.map(({ id }) => ({ id: String(id), body: values }))
  const refusals = await keepEach(tools, unit, form, sent, {
    // The parent, which the place in the tree hangs on, is not among the columns.
    isFlat: true,
    onRead: (at, row) => read.set(at, row),
    alsoWrong: (row) => closedByRules(row, values),
  })
  return rows.map((stored, at) => {
    const errors = refusals.get(at) ?? []
    const kept = errors.length === 0 ? read.get(at) : undefined
    return { stored, row: kept?.row ?? stored, isChanged: kept !== undefined && isChanged(kept), errors }
  })
}

/** Columns that nobody may change in several records at once, or this caller not at all. */
function refuseClosedColumns(
  view: FormView,
  { session }: Unit,
  foreignKeys: readonly string[],
  values: Row,
): void {
  const { form } = view
  const open = new Map(
    writableFields(session, view, { inserting: false, foreignKeys }).map((field) => [field.name, field]),
  )
  const names = Object.keys(values)
  if (names.length === 0) throw badRequest('请选择要修改的列')
  for (const name of names) {
    const title = view.fields.find((field) => field.name === name)?.title ?? name
    if (!open.has(name)) throw forbidden(`您没有更改“${title}”的权限`)
    // Each move looks at the whole tree.
    if (form.tree?.parent === name) throw badRequest(`“${title}”不能批量修改`)
  }
}

/** Refuses everything where one of these records is no longer the one that was seen. */
export function refuseOlder(asked: AskedEdit['rows'], rows: readonly Row[]): void {
  const stored = new Map(rows.map((row) => [String(row.id), Number(row._version)]))
  const gone = [...asked.keys()].filter((id) => !stored.has(id))
  const changed = [...asked].flatMap(([id, version]) =>
    version === undefined || !stored.has(id) || stored.get(id) === version ? [] : [id],
  )
  const count = gone.length + changed.length
  if (count > 0) throw conflict(`有 ${count} 条记录已被他人修改或删除，请核对后再修改`, { gone, changed })
}

/** A save leaves out what rules close; whoever edits many records at once is told of which. */
export function closedByRules({ view, row, context }: Prepared, values: Row): RowError[] {
  const { hidden, readonly } = fieldStates(view.form, row, context)
  return view.form.fields
    .filter(({ name }) => Object.hasOwn(values, name) && (hidden.has(name) || readonly.has(name)))
    .map(({ name, title }) => ({ field: name, message: `该记录的“${title}”不能更改` }))
}

/** The same values for each of these records. */
export function sameFor(ids: readonly string[], values: Row): ReadonlyMap<string, Row> {
  return new Map(ids.map((id) => [id, values]))
}
