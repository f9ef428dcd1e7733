import { setImmediate as breath } from 'node:timers/promises'
import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { batchesOf } from '../../../database/batches.ts'
import { leaveBin } from '../../../operation/operation-log.ts'
import { formView } from '../read/form-view.ts'
import { aroundRecord } from './around-record.ts'
import type { FormChange, LeavingRow, Step } from './behaviour.ts'
import type { BehaviourSteps } from './behaviour-steps.ts'
import { storedChange } from './logged-change.ts'
import { touchMains } from './main-records.ts'
import { type PastChange, type PastProblem, refusePast } from './past-change.ts'
import { checkRow, type Prepared } from './prepared-row.ts'
import { Refused } from './refusal.ts'
import {
  homelessRows,
  laterRows,
  lostRows,
  type PastGroup,
  presentRows,
  repeatedRows,
  unlikeRows,
} from './restore-checks.ts'
import { restoredDrafts } from './restored-rows.ts'
import { deleteWhere, storeRowsAgain, updateRows } from './row-changes.ts'
import { lockTree, maintainChildMarks } from './tree-rows.ts'
import { refuseBuiltIn } from './unfit-rows.ts'
import type { Unit } from './unit.ts'
import type { WriterParts } from './writer-parts.ts'

/** Rows that are checked before other requests have their turn. */
const BREATH_ROWS = 200

export interface RestoreTools {
  parts: WriterParts
  steps: BehaviourSteps
  stepOf(unit: Unit, leaving?: readonly LeavingRow[]): Step
  /** The same unit with every right of the tenant: for records that had followed by themselves. */
  ownUnit(unit: Unit): Unit
}

/** What is to be as it was. */
export interface Restoring {
  /** The form that the operation was done in; its sub tables belong to it, records of other forms had followed. */
  form: CompiledForm
  changes: readonly PastChange[]
  /** An action of the document sets fields whatever its user may change, and has a condition of its own. */
  byAction: boolean
  /** Told how many of the changes are taken back; what it throws ends the whole. */
  onProgress?(changes: number): void
}

/**
 * Brings records back to what they were before an operation, all of them or none: those that it added go, those that it
 * deleted come back with key, stamps and sub rows, changed ones get the values that they had. What today's rules forbid, or what
 * somebody has changed since, refuses the whole.
 */
export async function restoreRecords(
  { parts, steps, stepOf, ownUnit }: RestoreTools,
  unit: Unit,
  { form: main, changes, byAction, onProgress }: Restoring,
): Promise<void> {
  const { client } = unit
  const { documents, now } = parts
  const groups = groupsOf(unit, ownUnit(unit), main, changes)
  let looks = 0
  /** Each change is looked at, stored, checked, and written into the log after that. */
  const tell = (count: number) => {
    looks += count
    onProgress?.(Math.floor(looks / 4))
  }
  for (const { form, unit } of groups) if (form.tree) await lockTree(client, form, unit.session.tenantId)

  const problems: PastProblem[] = []
  for (const group of groups) {
    for (const problem of await unlikeRows(parts, group)) problems.push(problem)
    tell(sizeOf(group))
  }
  refusePast(problems)
  for (const group of groups)
    problems.push(...lostRows(group, byAction), ...(await laterRows(parts, group, groups)))
  refusePast(problems)
  for (const { form, unit, stored, added, changed } of groups) {
    if (form !== main || byAction) continue
    refuseBuiltIn(form, 'delete', presentRows(stored, added), unit.session, now())
    refuseBuiltIn(form, 'edit', presentRows(stored, changed), unit.session, now())
  }
  const leavingOf = (own: boolean) =>
    groups
      .filter((group) => group.isOwn === own)
      .flatMap(({ form, added, stored }) => added.map(({ id }) => ({ form, id, row: stored.get(id) ?? {} })))
  const sides = [true, false].map((own) => {
    const mine = groups.filter((group) => group.isOwn === own)
    return { groups: mine, step: stepOf(own ? unit : ownUnit(unit), leavingOf(own)) }
  })
  for (const { step } of sides) {
    const kept = await steps.beforeRemove(step.leaving, step)
    if (kept !== null) throw new Refused([{ field: '', message: kept }])
  }

  const done = new Map<PastGroup, FormChange[]>(groups.map((group) => [group, []]))
  const drafts = new Map<PastGroup, Prepared[]>()
  const note = (group: PastGroup, more: readonly FormChange[]) => {
    for (const change of more) done.get(group)?.push(change)
  }
  for (const group of groups) {
    const { form, unit, added, stored } = group
    const ids = added.map(({ id }) => id)
    note(group, await deleteWhere(documents, client, form, unit.session, 'id', ids))
    tell(2 * ids.length)
    const { tree } = form
    if (tree && ids.length > 0) {
      const parents = ids.map((id) => stored.get(id)?.[tree.parent])
      await maintainChildMarks(client, form, unit.session.tenantId, parents)
    }
  }
  for (const group of groups) {
    const { form, unit, deleted } = group
    const all: Prepared[] = []
    for (const some of partsOf(group)) {
      for (const draft of restoredDrafts(some, now())) all.push(draft)
      await breath()
    }
    drafts.set(group, all)
    problems.push(...(await repeatedRows(client, group, all)))
    refusePast(problems)
    const changed = all.filter((draft) => draft.stored !== null)
    for (const { at, error } of await updateRows(parts, client, form, changed, unit))
      problems.push(problemOf(form, changed[at], error.message))
    refusePast(problems)
    const back = all.filter((draft) => draft.stored === null)
    await storeRowsAgain(
      client,
      form,
      unit.session,
      back.map(({ row }) => row),
    )
    await leaveBin(
      client,
      unit.session.tenantId,
      form.tableName,
      deleted.map(({ id }) => id),
    )
    for (const some of batchesOf(all)) {
      note(
        group,
        some.map((draft) => storedChange(documents, draft)),
      )
      await breath()
    }
    tell(all.length)
  }
  for (const group of groups)
    problems.push(...(await homelessRows(documents, client, group, drafts.get(group) ?? [])))
  refusePast(problems)

  for (const { groups: mine, step } of sides) {
    const all = mine.flatMap((group) => drafts.get(group) ?? [])
    for (const [at, draft] of all.entries()) {
      if (at % BREATH_ROWS === 0) {
        tell(Math.min(BREATH_ROWS, all.length - at))
        await breath()
      }
      const { form } = draft.view
      // Sub rows and main records are back by now: what rules ask of them is read where they lie.
      const around = await aroundRecord(parts, { client, session: step.session }, form, {}, draft.row, [])
      draft.context = { ...draft.context, ...around }
      const [error] = checkRow(draft)
      if (error) problems.push(problemOf(form, draft, error.message))
    }
    if (problems.length === 0)
      for (const { at, error } of await steps.check(all, step))
        problems.push(problemOf(all[at]?.view.form ?? main, all[at], error.message))
    refusePast(problems)
  }

  const restored = new Set(groups.map(({ form }) => form.code))
  for (const group of groups) {
    const { form, unit } = group
    if (documents.mainsOf(form.code).some(({ main }) => restored.has(main.code))) continue
    const rows = (done.get(group) ?? []).flatMap(({ before, after }) => [before ?? {}, after ?? {}])
    await touchMains(documents, client, form, unit.session, rows)
  }
  for (const { groups: mine, step } of sides) {
    const all = mine.flatMap((group) => done.get(group) ?? [])
    for (const change of all) unit.changes.push(change)
    const errors = await steps.after(all, step)
    if (errors.length > 0) throw new Refused([...errors])
  }
}

/** What is changed or comes back, some records at a time. */
function* partsOf(group: PastGroup): Generator<PastGroup> {
  for (const changed of batchesOf(group.changed)) yield { ...group, changed, deleted: [] }
  for (const deleted of batchesOf(group.deleted)) yield { ...group, changed: [], deleted }
}

function sizeOf({ added, deleted, changed }: PastGroup): number {
  return added.length + deleted.length + changed.length
}

/** The changes by form: the form itself first, then its sub tables, then what had followed elsewhere. */
function groupsOf(unit: Unit, own: Unit, main: CompiledForm, changes: readonly PastChange[]): PastGroup[] {
  const codes = [main.code, ...main.subTables.map(({ code }) => code)]
  const forms = [...new Set(changes.map(({ form }) => form))]
  const placeOf = ({ code }: CompiledForm) => (codes.includes(code) ? codes.indexOf(code) : codes.length)
  forms.sort((a, b) => placeOf(a) - placeOf(b) || (a.code < b.code ? -1 : 1))
  return forms.map((form) => {
    const isOwn = codes.includes(form.code)
    const its = isOwn ? unit : own
    const mine = changes.filter((change) => change.form === form)
    return {
      form,
      isOwn,
      unit: its,
      view: formView(its.session, form),
      added: mine.filter(({ before }) => before === null),
      deleted: mine.filter(({ after }) => after === null),
      changed: mine.filter(({ before, after }) => before !== null && after !== null),
      stored: new Map<string, Row>(),
    }
  })
}

function problemOf(form: CompiledForm, draft: Prepared | undefined, message: string): PastProblem {
  return { form, id: draft?.id ?? '', row: draft?.row ?? {}, message }
}
