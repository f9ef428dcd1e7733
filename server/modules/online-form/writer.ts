import type { PoolClient } from 'pg'
import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { inTransaction } from '../../database/transaction.ts'
import { badRequest, notFound } from '../../errors.ts'
import { type Change, recordOperation } from '../../operation/operation-log.ts'
import type { Session } from '../../permission/session.ts'
import { chosenErrors } from './chosen-values.ts'
import { formView } from './form-view.ts'
import { claimKey, keepAnswer } from './idempotency.ts'
import { createReferences } from './incoming-references.ts'
import { storedChange } from './logged-change.ts'
import { touchMains } from './main-records.ts'
import { checkRow, type Prepared, prepareInsert, prepareUpdate } from './prepared-row.ts'
import { Refused, refuse, refusedAsAnswer, withRowErrors } from './refusal.ts'
import { deleteWhere, insertRows, updateRows } from './row-changes.ts'
import { lockRow, lockRows } from './row-locks.ts'
import { refuseStale } from './stale-save.ts'
import { isKey } from './store.ts'
import {
  deleteSubRows,
  missingSubRows,
  planSubRows,
  replaceSubRows,
  type SubPlan,
  subInputs,
} from './sub-rows.ts'
import { lockTree, maintainChildMarks, parentsOfOthers } from './tree-rows.ts'
import type { WriteContext, WriterParts } from './writer-parts.ts'

/** A save is done, or the row is refused with its errors. */
export type SaveAnswer = { saved: true; id: string } | { saved: false; errors: RowError[] }

/** Changes records of online forms: one request, one transaction. */
export interface FormWriter {
  insert(form: CompiledForm, body: Row, context: WriteContext): Promise<SaveAnswer>
  update(form: CompiledForm, body: Row, context: WriteContext): Promise<SaveAnswer>
  /** Deletes what the user may see of these; 404 when that is nothing. Answers how many. */
  remove(form: CompiledForm, ids: readonly string[], context: WriteContext): Promise<number>
}

const MAX_DELETED = 1000

/** The writer over the write pool. What happens here is the order of the steps; each step is a file of its own. */
export function createFormWriter(
  given: Omit<WriterParts, 'now'> & Partial<Pick<WriterParts, 'now'>>,
): FormWriter {
  const parts: WriterParts = { ...given, now: given.now ?? (() => new Date()) }
  const { pool, documents, changes, log, now } = parts
  const references = createReferences(documents)

  async function insert(form: CompiledForm, body: Row, context: WriteContext): Promise<SaveAnswer> {
    const { session, requestId } = context
    const subs = subInputs(documents, form, body, session)
    const main = prepareInsert(parts, session, formView(session, form), body)
    const errors = [...checkRow(main, session, now()), ...missingSubRows(documents, form, subs, true)]
    return save(form, context, ['add', form.code, body], errors, async (client) => {
      refuse(await insertRows(parts, client, form, [main], context))
      const plans = await planSubRows(parts, client, main, subs, session)
      await refuseUnknownChoices(parts, main, plans, session)
      const done: Change[] = [storedChange(documents, main)]
      for (const plan of plans) done.push(...(await replaceSubRows(parts, client, plan, context)))
      await touchMains(documents, client, form, session, [main.row])
      await recordOperation(client, {
        session,
        action: 'add',
        resource: form.code,
        requestId,
        changes: done,
      })
      return main.id
    })
  }

  async function update(form: CompiledForm, body: Row, context: WriteContext): Promise<SaveAnswer> {
    const { session, requestId } = context
    const id = typeof body.id === 'string' || typeof body.id === 'number' ? String(body.id) : ''
    if (!isKey(id)) throw badRequest('参数不识别！')
    const view = formView(session, form)
    const subs = subInputs(documents, form, body, session)
    return save(form, context, ['edit', form.code, body], [], async (client) => {
      if (form.tree) await lockTree(client, form, session.tenantId)
      const stored = await lockRow(client, view, session, id, now())
      if (!stored) throw notFound()
      await refuseStale(client, view, stored, body, subs, session, now)
      if (body._version === undefined)
        log.info({ requestId, form: form.code, id }, 'save without a record version')
      const main = prepareUpdate(parts, session, view, stored, body)
      const errors = [...checkRow(main, session, now()), ...missingSubRows(documents, form, subs, false)]
      if (errors.length > 0) throw new Refused(errors)
      const plans = await planSubRows(parts, client, main, subs, session)
      await refuseUnknownChoices(parts, main, plans, session)
      refuse(await updateRows(parts, client, form, [main], context))
      const done: Change[] = [storedChange(documents, main)]
      for (const plan of plans) done.push(...(await replaceSubRows(parts, client, plan, context)))
      for (const { input } of plans) {
        const { form: subForm } = input.view
        const gone = done.filter(({ table, after }) => table === subForm.table.name && after === null)
        await refuseReferenced(client, subForm, gone, session)
      }
      await touchMains(documents, client, form, session, [stored, main.row])
      await recordOperation(client, {
        session,
        action: 'edit',
        resource: form.code,
        requestId,
        changes: done,
      })
      return id
    })
  }

  async function remove(form: CompiledForm, ids: readonly string[], context: WriteContext): Promise<number> {
    const wanted = [...new Set(ids.filter(isKey))]
    if (wanted.length === 0) throw badRequest('参数不识别！')
    if (wanted.length > MAX_DELETED) throw badRequest(`一次最多删除 ${MAX_DELETED} 条`)
    const count = await refusedAsAnswer(() =>
      withRowErrors(documents, form, () =>
        inTransaction(pool, (client) => removeRows(client, form, wanted, context)),
      ),
    )
    bumpTables(form)
    return count
  }

  /** The steps of a deletion, inside its transaction. */
  async function removeRows(
    client: PoolClient,
    form: CompiledForm,
    wanted: readonly string[],
    { session, requestId }: WriteContext,
  ): Promise<number> {
    const { tree } = form
    if (tree) await lockTree(client, form, session.tenantId)
    const rows = await lockRows(client, formView(session, form), session, wanted, now())
    if (rows.length === 0) throw notFound()
    const found = rows.map((row) => String(row.id))
    if (await parentsOfOthers(client, form, session.tenantId, found))
      throw new Refused([{ field: tree?.parent ?? '', message: '该节点下有子节点，请先删除子节点' }])
    const subs = await deleteSubRows(documents, client, form, session, rows)
    const mains = { form, changes: await deleteWhere(documents, client, form, session, 'id', found) }
    const gone = [mains, ...subs]
    for (const one of gone) await refuseReferenced(client, one.form, one.changes, session)
    await touchMains(documents, client, form, session, rows)
    if (tree)
      await maintainChildMarks(
        client,
        form,
        session.tenantId,
        rows.map((row) => row[tree.parent]),
      )
    await recordOperation(client, {
      session,
      action: wanted.length > 1 ? 'batch_delete' : 'delete',
      resource: form.code,
      requestId,
      changes: gone.flatMap((one) => one.changes),
    })
    return found.length
  }

  /** The frame of insert and update: errors that need no database first, then one transaction. */
  async function save(
    form: CompiledForm,
    { session, idempotencyKey }: WriteContext,
    /** What is asked for, to tell repeats of a key from its misuse. */
    request: unknown,
    errors: RowError[],
    work: (client: PoolClient) => Promise<string>,
  ): Promise<SaveAnswer> {
    if (errors.length > 0) return { saved: false, errors }
    try {
      const id = await withRowErrors(documents, form, () =>
        inTransaction(pool, async (client) => {
          if (idempotencyKey === undefined) return work(client)
          const claim = await claimKey(client, session, idempotencyKey, request)
          if (claim.answer !== null) return claim.answer
          const answer = await work(client)
          await keepAnswer(client, session, idempotencyKey, answer)
          return answer
        }),
      )
      bumpTables(form)
      return { saved: true, id }
    } catch (error) {
      if (error instanceof Refused) return { saved: false, errors: error.errors }
      throw error
    }
  }

  /** Records that others name by their key stay. */
  async function refuseReferenced(
    client: PoolClient,
    form: CompiledForm,
    gone: readonly Change[],
    session: Session,
  ): Promise<void> {
    const rows = gone.flatMap(({ before }) => (before === null ? [] : [before]))
    const message = await references.problem(client, form, session.tenantId, rows)
    if (message !== null) throw new Refused([{ field: '', message }])
  }

  /** What was computed from the tables of a form and its sub tables is out of date. */
  function bumpTables(form: CompiledForm): void {
    changes.bump(form.table.name)
    for (const sub of form.subTables) {
      const subForm = documents.resolve(sub.code)
      if (subForm) changes.bump(subForm.table.name)
    }
  }

  return { insert, update, remove }
}

/** Values of main record and sub rows that no dictionary has: one question per dictionary for all of them. */
async function refuseUnknownChoices(
  { dictionaries, areaText }: Pick<WriterParts, 'dictionaries' | 'areaText'>,
  main: Prepared,
  plans: readonly SubPlan[],
  session: Session,
): Promise<void> {
  const places: Pick<RowError, 'subTable' | 'row'>[] = [{}]
  for (const { input, prepared } of plans)
    prepared.forEach((_, row) => {
      places.push({ subTable: input.sub.code, row })
    })
  const rows = [main, ...plans.flatMap(({ prepared }) => prepared)]
  const refusals = await chosenErrors(rows, session, dictionaries, areaText)
  if (refusals.length > 0) throw new Refused(refusals.map(({ at, error }) => ({ ...error, ...places[at] })))
}
