import { useEffect, useRef, useState } from 'react'
import { useFormTurn } from '../widget/use-form-turn.ts'
import type { QuerySet } from './use-saved-queries.ts'

/** How many rows each query finds, by its id. */
export type QueryCountsById = ReadonlyMap<string, number | null>

const NONE: QueryCountsById = new Map()

/** What a list shows: its rows, null before the first answer, and the question that they answer. */
interface Shown {
  rows: unknown
  state: unknown
}

/** Counts of the saved queries in one call, after the rows of the list are there; again when its records change. */
export function useQueryCounts(
  { place, keeper, queries }: QuerySet,
  { rows, state }: Shown,
): QueryCountsById {
  const [counts, setCounts] = useState(NONE)
  const turn = useFormTurn(place.form)
  const counted = useRef<{ queries: unknown; turn: unknown } & Shown>(null)
  const latest = useRef(0)
  useEffect(() => {
    if (!keeper?.counts || rows === null || !queries.some(({ forMe }) => forMe)) return
    const before = counted.current
    counted.current = { queries, turn, rows, state }
    // Other rows without another question: records were changed.
    const isSame = before?.queries === queries && before.turn === turn
    if (isSame && (before.rows === rows || before.state !== state)) return
    const asked = ++latest.current
    keeper.counts(place).then(
      (answer) => {
        if (asked === latest.current) setCounts(new Map(answer.map(({ id, count }) => [id, count])))
      },
      // Counts are an extra: without them the queries stand there as they are.
      () => undefined,
    )
  }, [keeper, place, queries, rows, state, turn])
  return counts
}
