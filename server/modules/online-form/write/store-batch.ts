import type { CompiledForm, RowError } from '#schemas/compile/model.ts'
import type { Step } from './behaviour.ts'
import type { BehaviourSteps } from './behaviour-steps.ts'
import { type Draft, prepareSubs } from './keep-subs.ts'
import { storedChange } from './logged-change.ts'
import { touchMains } from './main-records.ts'
import { checkRow } from './prepared-row.ts'
import { Refused } from './refusal.ts'
import { insertRows, updateRows } from './row-changes.ts'
import { replaceSubRows } from './sub-rows.ts'
import { type RowRefusal, repeatedWithin } from './unique-values.ts'
import type { Unit } from './unit.ts'
import type { WriterParts } from './writer-parts.ts'

/** What is wrong with each row, by its place; rows that were kept are not among them. */
export type Refusals = Map<number, RowError[]>

/** Adds to what is wrong with a row: thousands of errors may come one by one, so that what is known is not copied. */
export function addErrors(refusals: Refusals, at: number, errors: Iterable<RowError>): void {
  const known = refusals.get(at) ?? []
  refusals.set(at, known)
  for (const error of errors) known.push(error)
}

export interface EachTools {
  parts: WriterParts
  steps: BehaviourSteps
  stepOf(unit: Unit): Step
}

/** Stores the rows of a batch that nothing is wrong with; what is wrong with the others goes to `found`. */
export async function storeBatch(
  { parts, steps, stepOf }: EachTools,
  unit: Unit,
  form: CompiledForm,
  drafts: readonly Draft[],
  found: Refusals,
  trial: boolean,
): Promise<void> {
  const { client, session } = unit
  const { documents } = parts
  let open = [...drafts]
  const mains = () => open.map(({ main }) => main)
  const refuse = (at: number, errors: readonly RowError[]) => addErrors(found, at, errors)
  const left = () => open.filter(({ at }) => !found.has(at))
  /** Takes records out because of refused rows, which are named by their places among `asked`; true where there were any. */
  const refused = (rows: readonly RowRefusal[], asked: readonly { at: number }[] = open): boolean => {
    for (const { at, error } of rows) {
      const place = asked[at]?.at
      if (place !== undefined) refuse(place, [error])
    }
    open = left()
    return rows.length > 0
  }
  /** Stores those of one sort, as many as can be. */
  const kept = async (change: typeof insertRows, isOfSort: (draft: Draft) => boolean): Promise<void> => {
    for (;;) {
      const some = open.filter(isOfSort)
      if (some.length === 0) return
      const rows = some.map(({ main }) => main)
      if (!refused(await change(parts, client, form, rows, unit), some)) return
    }
  }
  const step = stepOf(unit)
  await steps.prepare(mains(), step)
  const subs = await prepareSubs(parts, steps, unit, step, open, refuse)
  open = left()
  await subs.complete(open)
  const odd: Refusals = trial ? oddFields(open) : new Map()
  if (!trial) {
    const entries = subs.entries(open)
    refused(
      entries.flatMap(({ entry }, at) => checkRow(entry).map((error) => ({ at, error }))),
      entries,
    )
    refused(
      repeatedWithin(
        form,
        mains().map(({ row }) => row),
      ),
    )
    for (const { at, error } of subs.repeated(open)) refuse(at, [error])
    open = left()
  }
  // Each asks only for the rows that those before it have left.
  for (let entries = subs.entries(open); entries.length > 0; entries = subs.entries(open)) {
    const rows = entries.map(({ entry }) => entry)
    if (!refused(await steps.check(rows, step), entries)) break
  }
  for (const [at, errors] of odd) found.set(at, [...errors, ...(found.get(at) ?? [])])
  if (trial || open.length === 0) return
  // First those that may let go of a value which a new one takes.
  await kept(updateRows, ({ main }) => main.stored !== null)
  await kept(insertRows, ({ main }) => main.stored === null)
  if (open.length === 0) return
  await touchMains(
    documents,
    client,
    form,
    session,
    mains().flatMap(({ row, stored }) => (stored ? [stored, row] : [row])),
  )
  const done = mains().map((main) => storedChange(documents, main))
  for (const plan of subs.plans(open)) done.push(...(await replaceSubRows(parts, client, plan, unit)))
  unit.changes.push(...done)
  const errors = await steps.after(done, step)
  if (errors.length > 0) throw new Refused([...errors])
}

/** What is wrong with rows as far as it can be told without the database; what it is said of is left out of them, so that the rest can be judged, too. */
function oddFields(drafts: readonly Draft[]): Refusals {
  const odd: Refusals = new Map()
  for (const { at, main } of drafts) {
    const errors = checkRow(main)
    if (errors.length === 0) continue
    odd.set(at, errors)
    const kept = errors.map(({ field }) => [field, main.before[field] ?? null] as const)
    main.row = { ...main.row, ...Object.fromEntries(kept.filter(([field]) => field !== '')) }
  }
  return odd
}
