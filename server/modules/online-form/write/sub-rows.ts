import type { PoolClient } from 'pg'
import type { CompiledForm, Row, RowError, SubTable } from '#schemas/compile/model.ts'
import { oddValues } from '#schemas/compile/odd-values.ts'
import { MAX_SUB_ROWS } from '#schemas/compile/sub-rows.ts'
import { badRequest } from '../../../errors.ts'
import { leaveBin } from '../../../operation/operation-log.ts'
import type { Session } from '../../../permission/session.ts'
import type { Documents } from '../../document/documents.ts'
import { type FormView, formView } from '../read/form-view.ts'
import type { FormChange, LeavingRow } from './behaviour.ts'
import { storedChange } from './logged-change.ts'
import { isChanged, type Prepared, prepareInsert, prepareUpdate } from './prepared-row.ts'
import { Refused } from './refusal.ts'
import { type LostRows, prepareAgain } from './row-again.ts'
import { deleteWhere, insertRows, storeRowsAgain, updateRows } from './row-changes.ts'
import { lockSubRows } from './row-locks.ts'
import { repeatedWithin } from './unique-values.ts'
import type { WriteContext, WriterParts } from './writer-parts.ts'

/** The rows that a body brings for one sub table. */
export interface SubInput {
  sub: SubTable
  view: FormView
  rows: readonly Row[]
}

/** What becomes of the stored rows of a sub table. */
export interface SubPlan {
  input: SubInput
  prepared: readonly Prepared[]
  /** Stored rows that are not among them. */
  gone: readonly Row[]
}

/** The sub tables that a body contains, by form code or table name; those that it leaves out are not among them. */
export function subInputs(documents: Documents, form: CompiledForm, body: Row, session: Session): SubInput[] {
  return form.subTables.flatMap((sub) => {
    const subForm = documents.resolve(sub.code)
    if (!subForm) return []
    const name = [sub.code, subForm.tableName].find((candidate) => Object.hasOwn(body, candidate))
    if (name === undefined) return []
    const given = body[name]
    const rows = given === null || given === undefined ? [] : Array.isArray(given) ? given : [given]
    if (rows.length > MAX_SUB_ROWS) throw badRequest(`子表最多 ${MAX_SUB_ROWS} 行`)
    if (!rows.every((row): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row)))
      throw badRequest('子表数据格式不正确')
    // An empty object stands for "no record" in a one-to-one sub table.
    const filled =
      sub.relation === 'one' ? rows.filter((row) => Object.keys(row).length > 0).slice(0, 1) : rows
    return [{ sub, view: formView(session, subForm), rows: filled }]
  })
}

/** A new record must bring its sub rows; a change may leave them out, and they stay as they are. */
export function missingSubRows(
  documents: Documents,
  form: CompiledForm,
  inputs: readonly SubInput[],
  isNew: boolean,
): RowError[] {
  return form.subTables.flatMap((sub) => {
    const input = inputs.find((candidate) => candidate.sub === sub)
    const count = input ? input.rows.length : isNew ? 0 : sub.minRows
    // Its tab is called so.
    const title = sub.title || documents.resolve(sub.code)?.title || sub.code
    return count < sub.minRows
      ? [{ field: '', subTable: sub.code, message: `${title}至少需要 ${sub.minRows} 行` }]
      : []
  })
}

/** What the sub rows of a body come to; nothing is judged yet but that they have something to hang on. */
export async function planSubRows(
  parts: Pick<WriterParts, 'documents' | 'now'>,
  client: PoolClient,
  main: Prepared,
  inputs: readonly SubInput[],
  session: Session,
  lost?: LostRows,
): Promise<SubPlan[]> {
  const errors: RowError[] = []
  const plans: SubPlan[] = []
  for (const input of inputs) {
    const { sub, view, rows } = input
    const key = main.row[sub.mainField]
    if (key === null || key === undefined || key === '') {
      if (rows.length > 0)
        errors.push({ field: '', subTable: sub.code, message: '主表关联字段为空，不能保存子表' })
      continue
    }
    const stored =
      main.stored === null
        ? new Map<string, Row>()
        : await lockSubRows(client, view, session, sub, key, parts.now())
    const kept = new Set<string>()
    const around = { main: { form: main.view.form, row: main.row } }
    const prepared = rows.map((body, row) => {
      const id = body.id === undefined || body.id === null ? '' : String(body.id)
      const known = kept.has(id) ? undefined : stored.get(id)
      if (known) kept.add(id)
      const again = known ? undefined : lost?.get(sub.code)?.get(id)
      const entry = known
        ? prepareUpdate(parts, session, view, known, body, around)
        : again
          ? prepareAgain(parts, session, view, again, body, around)
          : prepareInsert(parts, session, view, body, around, { name: sub.foreignKey, value: key })
      entry.place = { subTable: sub.code, row }
      return entry
    })
    plans.push({
      input,
      prepared,
      gone: [...stored].flatMap(([id, row]) => (kept.has(id) ? [] : [row])),
    })
  }
  if (errors.length > 0) throw new Refused(errors)
  return plans
}

/** Sub rows replace the stored set: known ids are kept and changed, lost ones put back, others inserted, missing ones deleted. */
export async function replaceSubRows(
  parts: Pick<WriterParts, 'documents' | 'now'>,
  client: PoolClient,
  { input, prepared, gone }: SubPlan,
  context: WriteContext,
): Promise<FormChange[]> {
  const { view } = input
  const { form } = view
  const { documents } = parts
  const done: FormChange[] = []
  // Freed values first: a new row may take a unique value of a deleted or a changed one.
  const ids = gone.map(({ id }) => String(id))
  done.push(...(await deleteWhere(documents, client, form, context.session, 'id', ids)))
  const write = async (work: typeof insertRows, entries: readonly Prepared[]) => {
    // Nodes of a tree may depend on each other: one after the other.
    const batches = form.tree ? entries.map((entry) => [entry]) : [entries]
    for (const batch of batches)
      for (const { at, error } of await work(parts, client, form, batch, context))
        throw new Refused([{ ...error, ...batch[at]?.place }])
    done.push(...entries.map((entry) => storedChange(documents, entry)))
  }
  await write(
    updateRows,
    prepared.filter((entry) => entry.stored !== null && isChanged(entry)),
  )
  await write(
    insertRows,
    prepared.filter((entry) => entry.stored === null && !entry.restored),
  )
  const back = prepared.filter((entry) => entry.restored)
  if (back.length > 0) {
    const rows = back.map(({ row }) => row)
    await storeRowsAgain(client, form, context.session, rows)
    const backIds = back.map(({ id }) => id)
    await leaveBin(client, context.session.tenantId, form.tableName, backIds)
    done.push(...back.map((entry) => storedChange(documents, entry)))
  }
  return done
}

/** Deletes the sub rows of deleted main records, whether or not the caller may see them; answers what the log keeps of them. */
export async function deleteSubRows(
  documents: Documents,
  client: PoolClient,
  form: CompiledForm,
  session: Session,
  mains: readonly Row[],
): Promise<FormChange[]> {
  const gone: FormChange[] = []
  for (const { subForm, foreignKey, values } of subRowKeys(documents, form, mains))
    gone.push(...(await deleteWhere(documents, client, subForm, session, foreignKey, values)))
  return gone
}

/** How the sub rows of these main records are found. */
export function subRowKeys(
  documents: Documents,
  form: CompiledForm,
  mains: readonly Row[],
): { subForm: CompiledForm; foreignKey: string; values: string[] }[] {
  return form.subTables.flatMap(({ code, mainField, foreignKey }) => {
    const subForm = documents.resolve(code)
    if (!subForm) return []
    const values = mains.map((row) => row[mainField]).filter((value) => value !== null && value !== undefined)
    return [{ subForm, foreignKey, values: values.map(String) }]
  })
}

/** Values that nothing can be done with are refused before anything looks at the rows. */
export function refuseOdd(form: CompiledForm, body: Row, subs: readonly SubInput[]): void {
  const errors = oddValues(form, body)
  for (const { sub, view, rows } of subs)
    for (const [row, values] of rows.entries())
      for (const error of oddValues(view.form, values)) errors.push({ ...error, subTable: sub.code, row })
  if (errors.length > 0) throw new Refused(errors)
}

/** Rows of one save that repeat each other's unique values. */
export function repeatedRows({ input, prepared }: SubPlan): RowError[] {
  const rows = prepared.map(({ row }) => row)
  return repeatedWithin(input.view.form, rows).map(({ at, error }) => ({ ...error, ...prepared[at]?.place }))
}

/** Stored rows that a save takes away. */
export function leavingRows({ input, gone }: SubPlan): LeavingRow[] {
  return gone.map((row) => ({ form: input.view.form, id: String(row.id), row }))
}
