import { useEffect, useState } from 'react'
import type { ListSettings, QuerySettings, SavedQueryOfUser } from '#schemas/api/list-view.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { differs, listStateSearch, queryAlike, stateOfQuery } from '../model/list-address.ts'
import { initialListState } from '../model/list-state.ts'
import { keptSettings, NO_QUERY } from '../model/saved-query.ts'
import type { QuerySet } from '../query/use-saved-queries.ts'
import type { ListModel } from './use-list.ts'

/** The saved query that a list comes from, and what leads to and from it. */
export interface ViewedQuery {
  active: SavedQueryOfUser | null
  /** Where the list comes from none: one that would ask for the same. */
  alike: SavedQueryOfUser | null
  /** The address names a query that is not there. */
  isUnknown: boolean
  isChanged: boolean
  /** Null: none, the list as its document has it. */
  choose(query: SavedQueryOfUser | null): void
  /** A query that was just saved is the one that is looked at. */
  take(id: string): void
  /** What the list asks for now, with another condition if one is given, and how it looks. */
  settings(looks: ListSettings, condition?: Condition): QuerySettings
  address(): string
}

/** Which saved query a list shows. */
export function useViewedQuery(
  { queries, reload }: Pick<QuerySet, 'queries' | 'reload'>,
  { state, shape, navigate, choose: tick }: ListModel,
  search = '',
): ViewedQuery {
  const named = new URLSearchParams(search).get('view')
  const unknown =
    named !== null && named !== NO_QUERY && !queries.some(({ id }) => id === named) ? named : null
  // It may have been shared since the page was loaded.
  const [askedFor, setAskedFor] = useState<string | null>(null)
  useEffect(() => {
    if (unknown === null) return
    let isLate = false
    void reload()
      .catch(() => undefined)
      .then(() => {
        if (!isLate) setAskedFor(unknown)
      })
    return () => {
      isLate = true
    }
  }, [unknown, reload])
  const active = queries.find(({ id }) => id === state.view) ?? null
  const [saved, setSaved] = useState<string | null>(null)
  // The address names a query that the list has by then.
  useEffect(() => {
    if (!queries.some(({ id }) => id === saved)) return
    setSaved(null)
    navigate({ ...state, view: saved ?? undefined })
  }, [queries, saved, state, navigate])
  return {
    active,
    alike: active ? null : queryAlike(shape, queries, state),
    isUnknown: unknown !== null && unknown === askedFor,
    isChanged: active !== null && differs(shape, active, state),
    choose(query) {
      tick(new Map())
      navigate(query ? stateOfQuery(shape, query) : { ...initialListState(shape), view: NO_QUERY })
    },
    take: setSaved,
    settings: (looks, condition = state.condition ?? undefined) =>
      keptSettings({ ...state, condition: condition ?? null }, looks, shape.wordsOf),
    address() {
      // Nobody else knows a query of one's own: its conditions are said.
      const isOwn = active?.audience.kind === 'me'
      const { saved: _, ...plain } = shape
      const search = listStateSearch(isOwn ? plain : shape, { ...state, pageNo: 1 })
      const { origin, pathname } = window.location
      return `${origin}${pathname}${search === '' ? '' : `?${search}`}`
    },
  }
}
