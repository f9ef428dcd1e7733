import { useRenderer } from './renderer-context.tsx'
import { useRequest } from './use-request.ts'

/** Texts of stored values, asked in one call; null while they are not known. Values without a text are absent. */
export function useLabels(
  source: string | null,
  values: readonly string[],
): ReadonlyMap<string, string> | null {
  const { client } = useRenderer()
  const key = values.join(',')
  const { data, loading } = useRequest(
    async (signal) => {
      if (source === null || key === '') return new Map<string, string>()
      const found = await client.labels(source, key.split(','), { signal })
      return new Map(found.map(({ value, text }) => [String(value), text]))
    },
    [client, source, key],
  )
  return loading && data === null ? null : data
}
