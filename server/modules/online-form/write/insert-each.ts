import type { CompiledForm, Row, RowError } from '#schemas/compile/model.ts'
import { formView } from '../read/form-view.ts'
import { aroundRecord } from './around-record.ts'
import type { Step } from './behaviour.ts'
import type { BehaviourSteps } from './behaviour-steps.ts'
import { storedChange } from './logged-change.ts'
import { touchMains } from './main-records.ts'
import { checkRow, type Prepared, prepareInsert } from './prepared-row.ts'
import { Refused, withRowErrors } from './refusal.ts'
import { insertRows } from './row-changes.ts'
import { missingSubRows, refuseOdd } from './sub-rows.ts'
import { type RowRefusal, repeatedWithin } from './unique-values.ts'
import type { Unit } from './unit.ts'
import type { WriterParts } from './writer-parts.ts'

/** Rows that are judged and stored together. */
const BATCH_ROWS = 500

/** What is wrong with each row, by its place; rows that were kept are not among them. */
export type Refusals = Map<number, readonly RowError[]>

export interface InsertTools {
  parts: WriterParts
  steps: BehaviourSteps
  stepOf(unit: Unit): Step
}

/** A row and its place in what was asked. */
interface Draft {
  at: number
  main: Prepared
}

/**
 * Adds rows of which each is judged by itself, as a save judges it: the good ones are kept, whatever is wrong with the others. Judged
 * and stored in batches; a batch that is refused as a whole is tried again in halves, down to the row that is meant.
 */
export async function insertEach(
  { parts, steps, stepOf }: InsertTools,
  unit: Unit,
  form: CompiledForm,
  bodies: readonly Row[],
): Promise<Refusals> {
  const { client, session } = unit
  const { documents } = parts
  const view = formView(session, form)
  const refusals: Refusals = new Map()
  const missing = missingSubRows(documents, form, [], true)

  async function prepared(at: number, body: Row): Promise<Prepared | null> {
    const errors = [...missing]
    try {
      refuseOdd(form, body, [])
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refusals.set(at, error.errors)
      return null
    }
    const around = await aroundRecord(parts, unit, form, body, null, [])
    const main = prepareInsert(parts, session, view, body, around)
    errors.unshift(...checkRow(main))
    if (errors.length === 0) return main
    refusals.set(at, errors)
    return null
  }

  /** Keeps a batch, or parts of it where something refuses all of it. */
  async function keep(drafts: readonly Draft[]): Promise<void> {
    if (drafts.length === 0) return
    const [changes, committed] = [unit.changes.length, unit.committed.length]
    const found: Refusals = new Map()
    await client.query('savepoint row_batch')
    try {
      await withRowErrors(documents, form, () => store(drafts, found))
      await client.query('release savepoint row_batch')
      for (const [at, errors] of found) refusals.set(at, errors)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      await client.query('rollback to savepoint row_batch; release savepoint row_batch')
      unit.changes.length = changes
      unit.committed.length = committed
      const [first, ...rest] = drafts
      if (first && rest.length === 0) refusals.set(first.at, error.errors)
      else {
        const middle = Math.ceil(drafts.length / 2)
        await keep(drafts.slice(0, middle))
        await keep(drafts.slice(middle))
      }
    }
  }

  /** Stores the rows of a batch that nothing is wrong with; what is wrong with the others goes to `found`. */
  async function store(drafts: readonly Draft[], found: Refusals): Promise<void> {
    let open = [...drafts]
    const mains = () => open.map(({ main }) => main)
    /** Takes refused rows out; true where there were any. */
    const refused = (rows: readonly RowRefusal[]): boolean => {
      for (const { at, error } of rows) {
        const place = open[at]?.at
        if (place !== undefined) found.set(place, [...(found.get(place) ?? []), error])
      }
      open = open.filter(({ at }) => !found.has(at))
      return rows.length > 0
    }
    const step = stepOf(unit)
    await steps.prepare(mains(), step)
    await steps.complete(mains(), step)
    refused(mains().flatMap((main, at) => checkRow(main).map((error) => ({ at, error }))))
    refused(
      repeatedWithin(
        form,
        mains().map(({ row }) => row),
      ),
    )
    // Each asks only for the rows that those before it have left.
    while (open.length > 0 && refused(await steps.check(mains(), step)));
    while (open.length > 0 && refused(await insertRows(parts, client, form, mains(), unit)));
    if (open.length === 0) return
    await touchMains(
      documents,
      client,
      form,
      session,
      mains().map(({ row }) => row),
    )
    const done = mains().map((main) => storedChange(documents, main))
    unit.changes.push(...done)
    const errors = await steps.after(done, step)
    if (errors.length > 0) throw new Refused([...errors])
  }

  // A node of a tree may stand below another one of the file.
  const size = form.tree ? 1 : BATCH_ROWS
  for (let from = 0; from < bodies.length; from += size) {
    const drafts: Draft[] = []
    for (let at = from; at < Math.min(from + size, bodies.length); at += 1) {
      const main = await prepared(at, bodies[at] ?? {})
      if (main) drafts.push({ at, main })
    }
    await keep(drafts)
  }
  return refusals
}
