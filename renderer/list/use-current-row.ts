import { useMemo, useState } from 'react'
import type { Row } from '#schemas/compile/model.ts'
import type { ListModel } from './use-list.ts'

/** The row whose parts are shown beside the list, apart from those that are ticked. */
export interface CurrentRow {
  row: Row | null
  pick(row: Row): void
}

/** The row that was clicked last, as long as the list shows it. */
export function useCurrentRow({ rows, keyOf }: ListModel): CurrentRow {
  const [key, setKey] = useState<string | null>(null)
  const row = rows?.find((one) => keyOf(one) === key) ?? null
  return useMemo(() => ({ row, pick: (picked) => setKey(keyOf(picked)) }), [row, keyOf])
}
