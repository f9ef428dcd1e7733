import { useCallback, useEffect, useState } from 'react'
import type { Option, RequestError } from './data-client.ts'
import { useRequest } from './use-request.ts'

export interface OptionSearch {
  /** What is typed; the control shows it. */
  keyword: string
  setKeyword(keyword: string): void
  /** What was found for the very text that is typed: while its answer is under way there is nothing to choose. */
  choices: readonly Option[]
  /** Everything that was found last, for the text of what has been chosen. */
  known: readonly Option[]
  waiting: boolean
  error: RequestError | null
  /** Asks at once, without waiting for the hand to rest. */
  hurry(): void
}

const NONE: readonly Option[] = []

/**
 * Choices of a drop-down that asks the server while its user types; nothing is asked before it is opened. A hand is
 * quicker than an answer: what belongs to the text before must not be there when Enter takes the first.
 */
export function useOptionSearch(
  open: boolean,
  delayMs: number,
  search: (keyword: string, signal: AbortSignal) => Promise<readonly Option[]>,
  deps: readonly unknown[],
): OptionSearch {
  const [keyword, setKeyword] = useState('')
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => {
    if (!open) return
    if (keyword === '') return setWanted('')
    const timer = setTimeout(() => setWanted(keyword), delayMs)
    return () => clearTimeout(timer)
  }, [open, keyword, delayMs])
  const found = useRequest(
    async (signal) => (wanted === null ? null : { keyword: wanted, options: await search(wanted, signal) }),
    [wanted, ...deps],
  )
  const known = found.data?.options ?? NONE
  const error = wanted === keyword ? found.error : null
  const waiting = error === null && (found.loading || found.data?.keyword !== keyword)
  return {
    keyword,
    setKeyword,
    choices: waiting || error ? NONE : known,
    known,
    waiting,
    error,
    hurry: useCallback(() => setWanted(keyword), [keyword]),
  }
}
