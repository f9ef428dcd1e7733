import type { ChoiceSource } from '#schemas/compile/choice-source.ts'
import type { Call, DataClient, Option, OptionQuery } from './data-client.ts'

/** Choices of a source: what stands in the document is searched here, everything else is asked for. */
export async function findOptions(
  client: DataClient,
  source: ChoiceSource,
  query: OptionQuery,
  call?: Call,
): Promise<readonly Option[]> {
  if ('areas' in source) return []
  if (!('options' in source)) return client.options(source, query, call)
  const { keyword = '', pageSize } = query
  return source.options.filter(({ text }) => text.includes(keyword)).slice(0, pageSize)
}

/** Texts of stored values; values without one are absent. */
export async function findLabels(
  client: DataClient,
  source: ChoiceSource,
  values: readonly string[],
  call?: Call,
): Promise<readonly Option[]> {
  if ('areas' in source) return []
  if (!('options' in source)) return values.length === 0 ? [] : client.labels(source, values, call)
  return source.options.filter(({ value }) => values.includes(String(value)))
}
