import type { ChoiceSource } from '#schemas/compile/choice-source.ts'
import { useClient } from './client-context.ts'
import { findLabels } from './find-choices.ts'
import { useRequest } from './use-request.ts'

const NONE: ReadonlyMap<string, string> = new Map()

/**
 * Texts of stored values, asked in one call; null while they are under way. Values without a text are absent, and so are
 * all of them where the call failed.
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
  return data ?? (loading ? null : NONE)
}
