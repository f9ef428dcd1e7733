import { useContext, useMemo } from 'react'
import { type ChoiceField, type ChoiceSource, choiceSource } from '#schemas/compile/choice-source.ts'
import { useClient } from './client-context.ts'
import type { Option, RequestError } from './data-client.ts'
import { findOptions } from './find-choices.ts'
import { OfferedChoicesContext } from './offered-choices.ts'
import { PageDictsContext } from './page-dicts.ts'
import { asRequestError, useRequest } from './use-request.ts'

/** Most choices that are offered at once; where there are more, the server is searched. */
export const CHOICES_AT_ONCE = 500
const NONE: readonly Option[] = []

export interface DictChoices {
  options: readonly Option[]
  /** These, and those that the rules of the form do not leave: a stored one keeps its text. */
  atHand: readonly Option[]
  /** There are more choices than these. */
  isCut: boolean
  loading: boolean
  error: RequestError | null
}

/** Choices of a field's dictionary: from the document or the page where they are there already, else asked once. */
export function useDict(field: ChoiceField, atOnce = CHOICES_AT_ONCE): DictChoices {
  const client = useClient()
  const dicts = useContext(PageDictsContext)
  const { dictKey = null } = field
  const source = offered(field)
  const known: readonly Option[] | null =
    dictKey !== null && Object.hasOwn(dicts, dictKey)
      ? (dicts[dictKey] ?? NONE)
      : source === null
        ? NONE
        : 'options' in source
          ? source.options
          : null
  const request = useRequest(
    async (signal) =>
      known || source === null ? null : findOptions(client, source, { pageSize: atOnce + 1 }, { signal }),
    [client, source, known === null, atOnce],
  )
  const found = known ?? request.data ?? NONE
  const isCut = found.length > atOnce
  const isOffered = useContext(OfferedChoicesContext)
  const atHand = useMemo(() => (isCut ? found.slice(0, atOnce) : found), [isCut, found, atOnce])
  const options = useMemo(
    () => (isOffered ? atHand.filter(({ value }) => isOffered(String(value))) : atHand),
    [atHand, isOffered],
  )
  return {
    options,
    atHand,
    isCut,
    loading: known === null && request.loading,
    error: known === null && request.error ? asRequestError(request.error) : null,
  }
}

/** A dictionary, or a table that the kind itself names; what is asked for level by level is not listed at once. */
function offered(field: ChoiceField): ChoiceSource | null {
  const source = choiceSource(field)
  if (field.dict !== null) return source
  if (source === null || !('table' in source)) return null
  const { tree, levels, platform, root } = source.table
  return tree || levels || platform || root !== undefined ? null : source
}
