import type { RowError } from '#schemas/compile/model.ts'
import type { Step } from './behaviour.ts'
import type { BehaviourSteps } from './behaviour-steps.ts'
import type { Prepared } from './prepared-row.ts'
import { Refused } from './refusal.ts'
import { planSubRows, type SubInput, type SubPlan } from './sub-rows.ts'
import { repeatedWithin } from './unique-values.ts'
import type { Unit } from './unit.ts'
import type { WriterParts } from './writer-parts.ts'

/** A new record of a file, its place there, and the sub rows that it brings. */
export interface Draft {
  at: number
  main: Prepared
  subs: readonly SubInput[]
}

/** A row that is judged: a record or one of its sub rows, with the place of the record. */
export interface JudgedEntry {
  at: number
  entry: Prepared
}

/** The sub rows of records that are stored together. */
export interface KeptSubs {
  /** The records that are left, each before its sub rows. */
  entries(drafts: readonly Draft[]): JudgedEntry[]
  /** What rules make of records and their sub rows. */
  complete(drafts: readonly Draft[]): Promise<void>
  /** What repeats within one record, or among the records of the batch. */
  repeated(drafts: readonly Draft[]): { at: number; error: RowError }[]
  /** All sub rows of the records that are left, one plan for each sub table. */
  plans(drafts: readonly Draft[]): SubPlan[]
}

/** Makes the sub rows of new records ready; `refuse` is told of records whose sub rows have nothing to hang on. */
export async function prepareSubs(
  parts: Pick<WriterParts, 'documents' | 'now'>,
  steps: BehaviourSteps,
  { client, session }: Unit,
  step: Step,
  drafts: readonly Draft[],
  refuse: (at: number, errors: readonly RowError[]) => void,
): Promise<KeptSubs> {
  const known = new Map<Draft, readonly SubPlan[]>()
  for (const draft of drafts) {
    if (draft.subs.length === 0) continue
    try {
      known.set(draft, await planSubRows(parts, client, draft.main, draft.subs, session))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      refuse(draft.at, error.errors)
    }
  }
  const rowsOf = (draft: Draft) => (known.get(draft) ?? []).flatMap(({ prepared }) => prepared)
  const all = drafts.flatMap(rowsOf)
  if (all.length > 0) await steps.prepare(all, step)

  function plans(some: readonly Draft[]): SubPlan[] {
    const joined = new Map<string, SubPlan>()
    for (const plan of some.flatMap((draft) => known.get(draft) ?? [])) {
      const { code } = plan.input.sub
      const before = joined.get(code)?.prepared ?? []
      joined.set(code, { ...plan, prepared: [...before, ...plan.prepared] })
    }
    return [...joined.values()]
  }

  return {
    entries: (some) =>
      some.flatMap((draft) => [draft.main, ...rowsOf(draft)].map((entry) => ({ at: draft.at, entry }))),

    async complete(some) {
      // Rules take all sub rows that they are shown for those of the record.
      const alone = some.filter((draft) => rowsOf(draft).length === 0)
      if (alone.length > 0)
        await steps.complete(
          alone.map(({ main }) => main),
          step,
        )
      for (const draft of some) {
        const rows = rowsOf(draft)
        if (rows.length > 0) await steps.complete([draft.main, ...rows], step)
      }
    },

    repeated(some) {
      const owners = new Map(
        some.flatMap((draft) => rowsOf(draft).map((entry) => [entry, draft.at] as const)),
      )
      return plans(some).flatMap(({ input, prepared }) =>
        repeatedWithin(
          input.view.form,
          prepared.map(({ row }) => row),
        ).flatMap(({ at, error }) => {
          const entry = prepared[at]
          const owner = entry && owners.get(entry)
          return owner === undefined ? [] : [{ at: owner, error: { ...error, ...entry?.place } }]
        }),
      )
    },

    plans,
  }
}
