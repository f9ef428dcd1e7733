import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { badRequest, forbidden } from '../../../errors.ts'
import { type FormView, formView } from '../read/form-view.ts'
import { keepEach } from './keep-each.ts'
import { Refused } from './refusal.ts'
import { writableFields } from './row-input.ts'
import { lockRows } from './row-locks.ts'
import type { EachTools } from './store-batch.ts'
import { lockTree } from './tree-rows.ts'
import type { Unit } from './unit.ts'
import { closedByRules, refuseOlder } from './update-each.ts'

/** What was edited in the table of a list: rows with their new values, those without `id` are new; and the keys of those that go. */
export interface AskedTable {
  rows: readonly Row[]
  removed: readonly string[]
}

/** A record that was saved, as it is now. */
export interface SavedRow {
  id: string
  version: number
}

/** What every save sends along with the values. */
const OF_THE_ROW: ReadonlySet<string> = new Set(['id', '_version'])

/**
 * Saves all of it or nothing, each row judged as a save judges it; rows of errors are counted from 0. Refuses columns that the
 * caller may not change, and everything where a record is not the one that was seen. Answers the saved rows in the order of those that were sent.
 */
export async function saveTable(
  tools: EachTools,
  remove: (unit: Unit, form: CompiledForm, ids: readonly string[]) => Promise<number>,
  unit: Unit,
  form: CompiledForm,
  { rows, removed }: AskedTable,
): Promise<SavedRow[]> {
  const { client, session } = unit
  const { documents, now } = tools.parts
  const view = formView(session, form)
  const foreignKeys = documents.mainsOf(form.code).map(({ sub }) => sub.foreignKey)
  refuseClosedColumns(view, unit, foreignKeys, rows)
  if (form.tree) await lockTree(client, form, session.tenantId)
  const seen = new Map<string, number | undefined>(removed.map((id) => [id, undefined]))
  for (const row of rows) {
    if (row.id === undefined) continue
    const id = String(row.id)
    if (seen.has(id)) throw badRequest('同一条记录不能提交两次')
    seen.set(id, row._version === undefined ? undefined : Number(row._version))
  }
  const going = await lockRows(client, view, session, removed, now(), 'remove')
  const ids = [...seen.keys()].slice(removed.length)
  refuseOlder(seen, [...going, ...(await lockRows(client, view, session, ids, now(), 'change'))])

  // First what goes: it may let go of a value that another row takes.
  if (removed.length > 0) await remove(unit, form, removed)
  const read = new Map<number, string>()
  const sent = rows.map((row, at) => ({ at, body: valuesOf(row), id: row.id }))
  const bodies = new Map<string, Row>(sent.map(({ id, body }) => [String(id), body]))
  const refusals = await keepEach(
    tools,
    unit,
    form,
    sent.map(({ id, body }) => ({ body, ...(id === undefined ? {} : { id: String(id) }) })),
    {
      onRead: (at, { id }) => read.set(at, id),
      alsoWrong: (row) => (row.stored ? closedByRules(row, bodies.get(row.id) ?? {}) : []),
    },
  )
  const errors = [...refusals].sort(([one], [other]) => one - other).flatMap(placed)
  if (errors.length > 0) throw new Refused(errors)
  const keys = rows.map((_, at) => read.get(at) ?? '')
  const stored = await lockRows(client, view, session, keys, now(), 'read')
  const versions = new Map(stored.map((row) => [String(row.id), Number(row._version)]))
  return keys.map((id) => ({ id, version: versions.get(id) ?? 0 }))
}

function placed([row, errors]: readonly [number, readonly RowError[]]): RowError[] {
  return errors.map((error) => ({ ...error, row }))
}

function valuesOf(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !OF_THE_ROW.has(name)))
}

/** Columns that nobody may change, or this caller not: a save would leave them out, and whoever edits a table would not notice. */
function refuseClosedColumns(
  view: FormView,
  { session }: Unit,
  foreignKeys: readonly string[],
  rows: readonly Row[],
): void {
  const open = (inserting: boolean) =>
    new Set(writableFields(session, view, { inserting, foreignKeys }).map(({ name }) => name))
  const [toAdd, toChange] = [open(true), open(false)]
  for (const row of rows) {
    const names = Object.keys(valuesOf(row))
    if (row.id !== undefined && names.length === 0) throw badRequest('没有要修改的内容')
    const closed = names.find((name) => !(row.id === undefined ? toAdd : toChange).has(name))
    if (closed === undefined) continue
    const title = view.fields.find(({ name }) => name === closed)?.title ?? closed
    throw forbidden(`您没有更改“${title}”的权限`)
  }
}
