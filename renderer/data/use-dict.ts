import { useContext } from 'react'
import type { Field } from '#schemas/compile/model.ts'
import type { Option, RequestError } from './data-client.ts'
import { PageDictsContext } from './page-dicts.ts'
import { useRenderer } from './renderer-context.tsx'
import { asRequestError, useRequest } from './use-request.ts'

const NONE: readonly Option[] = []

/** Choices of a field: from the document or the page where they are there already, else asked once. */
export function useDict(field: Pick<Field, 'dict' | 'dictKey'>): {
  options: readonly Option[]
  loading: boolean
  error: RequestError | null
} {
  const { client } = useRenderer()
  const dicts = useContext(PageDictsContext)
  const key = field.dictKey
  const known: readonly Option[] | null =
    key !== null && Object.hasOwn(dicts, key)
      ? (dicts[key] ?? NONE)
      : Array.isArray(field.dict)
        ? field.dict
        : key === null
          ? NONE
          : null
  const request = useRequest(
    async (signal) => (known || key === null ? null : client.options(key, {}, { signal })),
    [client, key, known === null],
  )
  if (known) return { options: known, loading: false, error: null }
  return {
    options: request.data ?? NONE,
    loading: request.loading,
    error: request.error && asRequestError(request.error),
  }
}
