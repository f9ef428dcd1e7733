import { useCallback, useRef } from 'react'
import type { Condition } from '#schemas/page/condition.ts'
import type { ActionHost } from '../actions/action.ts'
import { listCall } from '../model/list-call.ts'
import type { ListModel } from './use-list.ts'
import type { ListSetup } from './use-list-settings.ts'

/** Tells, when it is asked, which rows the list shows, and in which columns. */
export function useListed(
  { shape, state }: ListModel,
  { shown }: ListSetup,
  where: Condition | undefined,
): NonNullable<ActionHost['listed']> {
  const latest = useRef({ shape, state, shown, where })
  latest.current = { shape, state, shown, where }
  return useCallback(() => {
    const { shape, state, shown, where } = latest.current
    const query = listCall(null, shape, state, where)
    return query && { query, columns: shown.map(({ field }) => field.name) }
  }, [])
}
