import type { PoolClient } from 'pg'
import type { CompiledForm, Row, RowError, SubTable } from '#schemas/compile/model.ts'
import { MAX_SUB_ROWS } from '#schemas/compile/sub-rows.ts'
import { badRequest } from '../../errors.ts'
import type { Change } from '../../operation/operation-log.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { type FormView, formView } from './form-view.ts'
import { storedChange } from './logged-change.ts'
import { checkRow, isChanged, type Prepared, prepareInsert, prepareUpdate } from './prepared-row.ts'
import { Refused } from './refusal.ts'
import { deleteWhere, insertRows, updateRows } from './row-changes.ts'
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
  /** Ids of stored rows that are not among them. */
  gone: readonly string[]
}

/** The sub tables that a body speaks of, by form code or table name; those that it leaves out are not among them. */
export function subInputs(documents: Documents, form: CompiledForm, body: Row, session: Session): SubInput[] {
  return form.subTables.flatMap((sub) => {
    const subForm = documents.resolve(sub.code)
    if (!subForm) return []
    const name = [sub.code, subForm.table.name].find((candidate) => Object.hasOwn(body, candidate))
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

/** What the sub rows of a body come to; refused when one of them is not in order. */
export async function planSubRows(
  parts: Pick<WriterParts, 'documents' | 'now'>,
  client: PoolClient,
  main: Prepared,
  inputs: readonly SubInput[],
  session: Session,
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
    const prepared = rows.map((body) => {
      const id = body.id === undefined || body.id === null ? '' : String(body.id)
      const known = kept.has(id) ? undefined : stored.get(id)
      if (!known) return prepareInsert(parts, session, view, body, { name: sub.foreignKey, value: key })
      kept.add(id)
      return prepareUpdate(parts, session, view, known, body)
    })
    prepared.forEach((entry, row) => {
      for (const error of checkRow(entry, session, parts.now()))
        errors.push({ ...error, subTable: sub.code, row })
    })
    for (const { at, error } of repeatedWithin(
      view.form,
      prepared.map((entry) => entry.row),
    ))
      errors.push({ ...error, subTable: sub.code, row: at })
    plans.push({ input, prepared, gone: [...stored.keys()].filter((id) => !kept.has(id)) })
  }
  if (errors.length > 0) throw new Refused(errors)
  return plans
}

/** Sub rows replace the stored set: known ids are kept and changed, others inserted, missing ones deleted. */
export async function replaceSubRows(
  parts: Pick<WriterParts, 'documents' | 'fillRules' | 'log' | 'now'>,
  client: PoolClient,
  { input, prepared, gone }: SubPlan,
  context: WriteContext,
): Promise<Change[]> {
  const { sub, view } = input
  const { form } = view
  const { documents } = parts
  const done: Change[] = []
  // Freed values first: a new row may take a unique value of a deleted or a changed one.
  if (gone.length > 0) done.push(...(await deleteWhere(documents, client, form, context.session, 'id', gone)))
  const write = async (work: typeof insertRows, entries: readonly Prepared[]) => {
    // Nodes of a tree may depend on each other: one after the other.
    const batches = form.tree ? entries.map((entry) => [entry]) : [entries]
    for (const batch of batches)
      for (const { at, error } of await work(parts, client, form, batch, context)) {
        const row = prepared.indexOf(batch[at] as Prepared)
        throw new Refused([{ ...error, subTable: sub.code, row }])
      }
    done.push(...entries.map((entry) => storedChange(documents, entry)))
  }
  await write(
    updateRows,
    prepared.filter((entry) => entry.stored !== null && isChanged(entry)),
  )
  await write(
    insertRows,
    prepared.filter((entry) => entry.stored === null),
  )
  return done
}

/** Deletes the sub rows of main records that go, whoever may see them; answers the log's changes per form. */
export async function deleteSubRows(
  documents: Documents,
  client: PoolClient,
  form: CompiledForm,
  session: Session,
  mains: readonly Row[],
): Promise<{ form: CompiledForm; changes: readonly Change[] }[]> {
  const gone: { form: CompiledForm; changes: readonly Change[] }[] = []
  for (const sub of form.subTables) {
    const subForm = documents.resolve(sub.code)
    if (!subForm) continue
    const values = mains
      .map((row) => row[sub.mainField])
      .filter((value) => value !== null && value !== undefined)
    const changes = await deleteWhere(documents, client, subForm, session, sub.foreignKey, values.map(String))
    gone.push({ form: subForm, changes })
  }
  return gone
}
