import { useMemo } from 'react'
import type { ChoiceSource } from '#schemas/compile/choice-source.ts'
import { useClient } from './client-context.ts'
import { findLabels } from './find-choices.ts'
import { useRequest } from './use-request.ts'

/**
 * Texts of stored values, asked in one call; null while they are under way. Values that nothing knows any more are absent.
 * Where the call failed nothing can be said of them: each is its own text.
 */
export function useLabels(
  source: ChoiceSource | null,
  values: readonly string[],
): ReadonlyMap<string, string> | null {
  const client = useClient()
  const key = values.join(',')
  const { data, loading } = useRequest(
    async (signal) => {
      if (source === null || key === '') return new Map<string, string>()
      const found = await findLabels(client, source, key.split(','), { signal })
      return new Map(found.map(({ value, text }) => [String(value), text]))
    },
    [client, source, key],
  )
  const failed = useMemo(() => new Map(key.split(',').map((value) => [value, value])), [key])
  return data ?? (loading ? null : failed)
}
