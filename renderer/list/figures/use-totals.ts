import { useMemo } from 'react'
import type { ListColumn, Row } from '#schemas/compile/model.ts'
import type { ListQuery, RowSource } from '../../data/data-client.ts'
import { useRequest } from '../../data/use-request.ts'
import { useRenderer } from '../../widget/renderer-context.tsx'

/** Whether the totals of a source are asked for: addresses of another part of the server answer rows alone. */
function hasTotals({ platform, url, offeredBy }: RowSource): boolean {
  return !platform && url === undefined && offeredBy === undefined
}

/**
 * What stands below the columns of a list, over all rows of its query; null while it is not there. The list does not wait for it, and
 * is a list without it.
 */
export function useTotals(
  source: RowSource,
  columns: readonly ListColumn[],
  call: ListQuery | null,
  turn: unknown,
): Row | null {
  const { client } = useRenderer()
  const { totals } = client
  const isAsked = totals !== undefined && hasTotals(source) && columns.some(({ total }) => total)
  // Another page, or another order, has the same totals.
  const { filter, advanced } = call ?? {}
  const key = call && isAsked ? JSON.stringify({ filter, advanced }) : null
  const question = useMemo<ListQuery | null>(() => (key === null ? null : JSON.parse(key)), [key])
  const { data } = useRequest(
    async (signal) =>
      question && totals
        ? { question, row: await totals(source, question, { signal }).catch(() => null) }
        : null,
    [totals, source, question, turn],
  )
  return data && data.question === question ? data.row : null
}
