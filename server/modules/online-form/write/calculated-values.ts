import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import { calculate } from '#schemas/compile/rules/calculate.ts'
import type { RuleContext } from '#schemas/compile/rules/rule-names.ts'
import { rulePlan } from '#schemas/compile/rules/rule-plan.ts'
import { sessionVariables } from '../../../permission/session-user.ts'
import type { Documents } from '../../document/documents.ts'
import { mainRecord, storedSubRows } from './around-record.ts'
import type { Behaviour, FormChange, Step } from './behaviour.ts'
import { isSame, type Prepared } from './prepared-row.ts'
import { rowsWith } from './stored-rows.ts'

/** Main record and sub rows may give each other values; without a circle, which the check refuses, this many rounds are plenty. */
const MOST_ROUNDS = 8

/**
 * What rules calculate is calculated once more when everything else of a save is known, whatever was sent for it. Records
 * that read what was saved by itself follow: the totals of a main record, the rows of a changed one.
 */
export function calculatedValues(documents: Documents): Behaviour {
  return {
    name: 'calculated values',
    async complete(drafts, step) {
      const subs = drafts.filter(({ place }) => place.subTable !== undefined)
      for (const draft of drafts)
        if (draft.place.subTable === undefined) await completeRecord(documents, draft, subs, step)
    },
    async after(changes, step) {
      await totalsFollow(documents, changes, step)
      await rowsFollow(documents, changes, step)
    },
  }
}

async function completeRecord(
  documents: Documents,
  main: Prepared,
  subs: readonly Prepared[],
  { client, session, leaving }: Step,
): Promise<void> {
  const { form } = main.view
  if ([main, ...subs].every((draft) => draft.view.form.rules.length === 0)) return
  const { tables } = rulePlan(form)
  // Rows that this user does not see stay, and count.
  const staying = new Map<string, readonly Row[]>()
  const mine = new Set([...subs, ...leaving].map(({ id }) => id))
  for (const code of main.stored ? tables : []) {
    const table = await storedSubRows(documents, client, session, form, code, main.row)
    staying.set(
      code,
      (table?.rows ?? []).filter((row) => !mine.has(String(row.id))),
    )
  }
  main.context = {
    ...main.context,
    rows(code) {
      const own = subs.filter(({ place }) => place.subTable === code)
      const subForm = own[0]?.view.form ?? documents.resolve(code)
      return subForm && { form: subForm, rows: [...own.map(({ row }) => row), ...(staying.get(code) ?? [])] }
    },
  }
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    let moved = apply(main)
    for (const sub of subs) {
      sub.context = { ...sub.context, main: { form, row: main.row } }
      if (apply(sub)) moved = true
    }
    if (!moved) return
  }
}

function apply(draft: Prepared): boolean {
  const { view, row, context, open } = draft
  draft.row = calculate(view.form, row, context, { untouched: open })
  return draft.row !== row
}

/** Sub rows were changed on a page of their own: main records that sum them up are brought up to date. */
async function totalsFollow(documents: Documents, changes: readonly FormChange[], step: Step): Promise<void> {
  const { client, session } = step
  for (const [form, own] of byForm(changes))
    for (const { main, sub } of documents.mainsOf(form.code)) {
      if (!rulePlan(main).tables.has(sub.code) || !documents.entry(main.code)?.synced) continue
      const keys = new Set(
        own.flatMap(({ before, after }) => [before?.[sub.foreignKey], after?.[sub.foreignKey]]),
      )
      const named = [...keys].filter((key) => key !== null && key !== undefined && key !== '').map(String)
      const saved = new Set(changes.filter((one) => one.form === main).map(({ recordId }) => recordId))
      const rows = await rowsWith(client, main, session.tenantId, sub.mainField, named)
      await follow(
        documents,
        main,
        rows.filter((row) => !saved.has(String(row.id))),
        step,
      )
    }
}

/** A main record was changed without its sub rows: those that read it are brought up to date. */
async function rowsFollow(documents: Documents, changes: readonly FormChange[], step: Step): Promise<void> {
  const { client, session } = step
  const saved = new Set(changes.map(({ recordId }) => recordId))
  for (const [form, own] of byForm(changes.filter(({ before, after }) => before && after)))
    for (const { code } of form.subTables) {
      const subForm = documents.resolve(code)
      if (!subForm || subForm.rules.length === 0 || rulePlan(subForm).mainKeys.size === 0) continue
      const ids = own.map(({ recordId }) => recordId)
      for (const row of await rowsWith(client, form, session.tenantId, 'id', ids)) {
        const table = await storedSubRows(documents, client, session, form, code, row)
        await follow(
          documents,
          subForm,
          (table?.rows ?? []).filter((one) => !saved.has(String(one.id))),
          step,
        )
      }
    }
}

/** Sets what is calculated otherwise than it is stored. */
async function follow(
  documents: Documents,
  form: CompiledForm,
  rows: readonly Row[],
  { client, session, now, records }: Step,
): Promise<void> {
  const plan = rulePlan(form)
  const variables = sessionVariables(session, now)
  const found = new Map<string, Row>()
  for (const row of rows) {
    const tables = new Map<string, NonNullable<Awaited<ReturnType<typeof storedSubRows>>>>()
    for (const code of plan.tables) {
      const table = await storedSubRows(documents, client, session, form, code, row)
      if (table) tables.set(code, table)
    }
    const context: RuleContext = {
      variables,
      main: plan.mainKeys.size > 0 ? await mainRecord(documents, client, session, form, row) : null,
      rows: (code) => tables.get(code) ?? null,
    }
    const next = calculate(form, row, context)
    const moved = plan.values.filter(
      ({ field }) => field.persist && !isSame(next[field.name], row[field.name]),
    )
    if (moved.length > 0)
      found.set(String(row.id), Object.fromEntries(moved.map(({ field }) => [field.name, next[field.name]])))
  }
  if (found.size > 0) await records.setEach(form.code, found)
}

function byForm(changes: readonly FormChange[]): Map<CompiledForm, FormChange[]> {
  const groups = new Map<CompiledForm, FormChange[]>()
  for (const change of changes) {
    const group = groups.get(change.form)
    if (group) group.push(change)
    else groups.set(change.form, [change])
  }
  return groups
}
