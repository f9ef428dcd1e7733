import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { badRequest, notFound } from '../../../errors.ts'
import { formView } from '../read/form-view.ts'
import { isKey } from '../read/record-source.ts'
import { aroundRecord } from './around-record.ts'
import type { FormChange, LeavingRow, Records, Step } from './behaviour.ts'
import type { BehaviourSteps } from './behaviour-steps.ts'
import { type Judged, judgeEach, type Meeting, type TriedRow } from './judge-each.ts'
import { type EachOptions, keepEach, type SentRow } from './keep-each.ts'
import { storedChange } from './logged-change.ts'
import { touchMains } from './main-records.ts'
import {
  checkRow,
  isChanged,
  type Prepared,
  prepareInsert,
  prepareOwn,
  prepareUpdate,
} from './prepared-row.ts'
import { Refused, refuse } from './refusal.ts'
import { type Restoring, restoreRecords } from './restore.ts'
import type { LostRows } from './row-again.ts'
import { deleteWhere, insertRows, updateRows } from './row-changes.ts'
import { lockRow, lockRows } from './row-locks.ts'
import { type AskedTable, type SavedRow, saveTable } from './save-table.ts'
import { refuseStale } from './stale-save.ts'
import type { Refusals } from './store-batch.ts'
import { rowsWith } from './stored-rows.ts'
import {
  deleteSubRows,
  leavingRows,
  missingSubRows,
  planSubRows,
  refuseOdd,
  repeatedRows,
  replaceSubRows,
  type SubInput,
  subInputs,
  subRowKeys,
} from './sub-rows.ts'
import { lockTree, maintainChildMarks, nodesBelow, parentsOfOthers } from './tree-rows.ts'
import { refuseBuiltIn, unfitSubRows } from './unfit-rows.ts'
import type { Unit } from './unit.ts'
import { type AskedEdit, type EditedRow, sameFor, updateEach } from './update-each.ts'
import type { WriterParts } from './writer-parts.ts'

/** Behaviours that set each other off further than this go round in a circle. */
const MAX_DEPTH = 8

/** The steps of every change of records, in their order, inside a transaction that somebody else opens and logs. */
export interface UnitOfWork {
  insert(unit: Unit, form: CompiledForm, body: Row): Promise<string>
  /** `lost`: sub rows of the body that were deleted, and are to come back. */
  update(unit: Unit, form: CompiledForm, body: Row, lost?: LostRows): Promise<string>
  /** Sets fields of records, by their ids, as the server does; the records must be among those that the session may see. */
  set(unit: Unit, form: CompiledForm, values: ReadonlyMap<string, Row>): Promise<void>
  /** Removes what the session may see of these; 404 when that is nothing, or not all where a behaviour asks for it. */
  remove(unit: Unit, form: CompiledForm, ids: readonly string[]): Promise<number>
  /** Adds and changes rows, each judged by itself; answers what is wrong with those that were not kept. */
  keepEach(unit: Unit, form: CompiledForm, rows: readonly SentRow[], options?: EachOptions): Promise<Refusals>
  /** Gives records the same values, each judged by itself. */
  updateEach(unit: Unit, form: CompiledForm, asked: AskedEdit): Promise<EditedRow[]>
  /** Saves what was edited in the table of a list, all of it or nothing. */
  saveTable(unit: Unit, form: CompiledForm, asked: AskedTable): Promise<SavedRow[]>
  /** Says what would come of rows, in a transaction that is undone. */
  judgeEach(unit: Unit, form: CompiledForm, rows: readonly TriedRow[], meeting: Meeting): Promise<Judged[]>
  /** Brings records back to what they were. */
  restore(unit: Unit, asked: Restoring): Promise<void>
  /** What follows once from all that was changed. */
  finish(unit: Unit): Promise<void>
  stepOf(unit: Unit, leaving?: readonly LeavingRow[]): Step
}

/** The steps over the parts of the writer. What happens here is their order; each is a file of its own. */
export function createUnitOfWork(parts: WriterParts, steps: BehaviourSteps): UnitOfWork {
  const { documents, log, now } = parts

  async function insert(unit: Unit, form: CompiledForm, body: Row): Promise<string> {
    const subs = subInputs(documents, form, body, unit.session)
    refuseOdd(form, body, subs)
    const around = await aroundRecord(parts, unit, form, body, null, subs)
    const main = prepareInsert(parts, unit.session, formView(unit.session, form), body, around)
    await keep(unit, main, subs)
    return main.id
  }

  async function update(unit: Unit, form: CompiledForm, body: Row, lost?: LostRows): Promise<string> {
    const { client, session, requestId } = unit
    const view = formView(session, form)
    const subs = subInputs(documents, form, body, session)
    refuseOdd(form, body, subs)
    const id = String(body.id ?? '')
    if (!isKey(id)) throw badRequest('参数不识别！')
    if (form.tree) await lockTree(client, form, session.tenantId)
    const stored = await lockRow(client, view, session, id, now())
    if (!stored) throw notFound()
    // Before staleness: a record that is no longer edited leaves nothing to merge.
    refuseBuiltIn(form, 'edit', [stored], session, now())
    await refuseStale(client, view, stored, body, subs, session, now)
    if (body._version === undefined)
      log.info({ requestId, form: form.code, id }, 'save without a record version')
    const around = await aroundRecord(parts, unit, form, body, stored, subs)
    await keep(unit, prepareUpdate(parts, session, view, stored, body, around), subs, lost)
    return id
  }

  /** A record with its sub rows, from the filled-in draft to what follows from it. */
  async function keep(unit: Unit, main: Prepared, subs: readonly SubInput[], lost?: LostRows): Promise<void> {
    const { client, session } = unit
    const { form } = main.view
    // The sub rows hang on a field that may be filled only now.
    await steps.prepare([main], stepOf(unit))
    const plans = await planSubRows(parts, client, main, subs, session, lost)
    const subDrafts = plans.flatMap(({ prepared }) => prepared)
    const step = stepOf(unit, plans.flatMap(leavingRows))
    // What a new row is given, a row that comes back has had before.
    const fresh = subDrafts.filter(({ restored }) => !restored)
    await steps.prepare(fresh, step)
    await steps.complete([main, ...subDrafts], step)
    await judge([main, ...subDrafts], step, [
      ...plans.flatMap((plan) => unfitSubRows(plan, session, step.now)),
      ...plans.flatMap(repeatedRows),
      ...missingSubRows(documents, form, subs, main.stored === null),
    ])
    await release(step)
    refuse(await (main.stored === null ? insertRows : updateRows)(parts, client, form, [main], unit))
    const done = [storedChange(documents, main)]
    for (const plan of plans) done.push(...(await replaceSubRows(parts, client, plan, unit)))
    await touchMains(documents, client, form, session, main.stored ? [main.stored, main.row] : [main.row])
    await follow(unit, done, step)
  }

  async function insertOwn(unit: Unit, form: CompiledForm, values: Row): Promise<string> {
    const around = await aroundRecord(parts, unit, form, values, null, [])
    const draft = prepareOwn(parts, unit.session, formView(unit.session, form), null, values, around)
    await keep(unit, draft, [])
    return draft.id
  }

  async function set(unit: Unit, form: CompiledForm, values: ReadonlyMap<string, Row>): Promise<void> {
    if (values.size === 0) return
    const { client, session } = unit
    const view = formView(session, form)
    if (form.tree) await lockTree(client, form, session.tenantId)
    const rows = await lockRows(client, view, session, [...values.keys()], now(), 'change')
    if (rows.length < values.size) throw notFound()
    const drafts: Prepared[] = []
    for (const stored of rows) {
      const own = values.get(String(stored.id)) ?? {}
      const around = await aroundRecord(parts, unit, form, own, stored, [])
      const draft = prepareOwn(parts, session, view, stored, own, around)
      if (isChanged(draft)) drafts.push(draft)
    }
    if (drafts.length === 0) return
    const step = stepOf(unit)
    await steps.prepare(drafts, step)
    await steps.complete(drafts, step)
    await judge(drafts, step, [])
    refuse(await updateRows(parts, client, form, drafts, unit))
    await touchMains(
      documents,
      client,
      form,
      session,
      drafts.flatMap(({ before, row }) => [before, row]),
    )
    await follow(
      unit,
      drafts.map((draft) => storedChange(documents, draft)),
      step,
    )
  }

  async function remove(unit: Unit, form: CompiledForm, ids: readonly string[]): Promise<number> {
    const { client, session } = unit
    const { tree } = form
    if (tree) await lockTree(client, form, session.tenantId)
    const view = formView(session, form)
    let rows = await lockRows(client, view, session, ids, now(), 'remove')
    const least = steps.removesTogether(form) ? new Set(ids).size : 1
    if (rows.length < least) throw notFound()
    if (tree && steps.removesBelow(form)) {
      const named = rows.map((row) => String(row.id))
      const all = [...named, ...(await nodesBelow(client, form, session.tenantId, named))]
      rows = await lockRows(client, view, session, all, now(), 'remove')
    }
    // What behaviours remove is the server's own.
    if (unit.depth === 0) refuseBuiltIn(form, 'delete', rows, session, now())
    const found = rows.map((row) => String(row.id))
    if (await parentsOfOthers(client, form, session.tenantId, found))
      throw new Refused([{ field: tree?.parent ?? '', message: '该节点下有子节点，请先删除子节点' }])
    const leaving = rows.map((row) => ({ form, id: String(row.id), row }))
    const step = stepOf(unit, [...leaving, ...(await leavingSubRows(unit, form, rows))])
    await release(step)
    const subs = await deleteSubRows(documents, client, form, session, rows)
    const mains = await deleteWhere(documents, client, form, session, 'id', found)
    await touchMains(documents, client, form, session, rows)
    if (tree) {
      const parents = rows.map((row) => row[tree.parent])
      await maintainChildMarks(client, form, session.tenantId, parents)
    }
    await follow(unit, [...mains, ...subs], step)
    return found.length
  }

  /** Sub rows that go with their main records, where somebody wants to see them before. */
  async function leavingSubRows(
    { client, session }: Unit,
    form: CompiledForm,
    mains: readonly Row[],
  ): Promise<LeavingRow[]> {
    const leaving: LeavingRow[] = []
    for (const { subForm, foreignKey, values } of subRowKeys(documents, form, mains)) {
      if (!steps.watchesRemoval(subForm)) continue
      const rows = await rowsWith(client, subForm, session.tenantId, foreignKey, values)
      leaving.push(...rows.map((row) => ({ form: subForm, id: String(row.id), row })))
    }
    return leaving
  }

  /** The document's own checks first, then those that ask the database. */
  async function judge(drafts: readonly Prepared[], step: Step, more: readonly RowError[]): Promise<void> {
    const errors = [...drafts.flatMap((draft) => checkRow(draft)), ...more]
    if (errors.length > 0) throw new Refused(errors)
    refuse(await steps.check(drafts, step))
  }

  async function release(step: Step): Promise<void> {
    const message = await steps.beforeRemove(step.leaving, step)
    if (message !== null) throw new Refused([{ field: '', message }])
  }

  async function follow(unit: Unit, done: readonly FormChange[], step: Step): Promise<void> {
    unit.changes.push(...done)
    const errors = await steps.after(done, step)
    if (errors.length > 0) throw new Refused([...errors])
  }

  function stepOf(unit: Unit, leaving: readonly LeavingRow[] = []): Step {
    const { client, session, requestId, address, action } = unit
    return {
      client,
      session,
      requestId,
      address,
      action,
      now: now(),
      leaving,
      records: recordsOf(unit),
      async notify(channel, payload) {
        await client.query('select pg_notify($1, $2)', [channel, payload])
      },
      afterCommit(work) {
        unit.committed.push(work)
      },
    }
  }

  function ownUnit(unit: Unit): Unit {
    const session = { ...unit.session, isAdmin: true, only: undefined }
    return { ...unit, session, depth: unit.depth + 1 }
  }

  /** What behaviours change: part of the same unit, with every right of the tenant. */
  function recordsOf(unit: Unit): Records {
    const inner = ownUnit(unit)
    const formOf = (code: string): CompiledForm => {
      const form = documents.resolve(code)
      if (!form) throw new Error(`no form ${code}`)
      if (inner.depth > MAX_DEPTH) throw new Error(`behaviours of ${code} set each other off without end`)
      return form
    }
    return {
      insert: async (code, values) => insertOwn(inner, formOf(code), values),
      set: async (code, ids, values) => set(inner, formOf(code), sameFor(ids, values)),
      setEach: async (code, values) => set(inner, formOf(code), values),
      async remove(code, ids) {
        await remove(inner, formOf(code), ids)
      },
    }
  }

  const restore = (unit: Unit, asked: Restoring) =>
    restoreRecords({ parts, steps, stepOf, ownUnit }, unit, asked)

  return {
    insert,
    keepEach: (...asked) => keepEach({ parts, steps, stepOf }, ...asked),
    judgeEach: (...asked) => judgeEach({ parts, steps, stepOf }, ...asked),
    update,
    updateEach: (...asked) => updateEach({ parts, steps, stepOf }, ...asked),
    saveTable: (...asked) => saveTable({ parts, steps, stepOf }, remove, ...asked),
    set,
    remove,
    restore,
    finish: (unit) => steps.finish(unit.changes, stepOf(unit)),
    stepOf,
  }
}
