import { useEffect } from 'react'
import { LIST_STARTS } from '#schemas/api/search.ts'
import type { Action } from '../actions/action.ts'
import type { ActionRunner } from '../actions/use-action-runner.tsx'

/** Parameter of a list's address that names what is begun once. */
const START = 'start'
const NOBODY: readonly never[] = []

/** Begins what the address asks for, where the user may, and takes the word out of the address: a reload begins nothing. */
export function useStart(
  search: string,
  onSearch: ((search: string) => void) | undefined,
  actions: readonly Action[],
  { run }: Pick<ActionRunner, 'run'>,
): void {
  const start = new URLSearchParams(search).get(START)
  useEffect(() => {
    if (start === null || !onSearch) return
    const rest = new URLSearchParams(search)
    rest.delete(START)
    onSearch(rest.toString())
    const action = actions.find(({ code }) => code === start && LIST_STARTS.some((one) => one === code))
    if (action) void run(action, NOBODY)
  }, [start, search, onSearch, actions, run])
}
