import { useEffect, useMemo, useState } from 'react'
import type { FormStarts, FoundRecord } from '#schemas/api/search.ts'
import { useServices } from '../../kit/services.ts'
import { useAnswer } from '../../kit/use-answer.ts'
import type { MenuModel } from '../../menu/menu-model.ts'
import { text } from '../../text/zh-CN.ts'
import type { UserAction } from '../user-actions.tsx'
import { recentChoices } from './recent-choices.ts'
import { actionItems, type Match, matching, menuItems, recordItem, type SearchItem } from './search-items.ts'
import { useFoundRecords } from './use-found-records.ts'

/** More of a group than anybody reads; typing on narrows it down. */
const MOST_SHOWN = 50
const NONE: readonly FormStarts[] = []

/** Items under a heading. */
export interface SearchGroup {
  key: string
  title: string
  items: readonly SearchItem[]
}

export interface SearchGroups {
  groups: readonly SearchGroup[]
  /** The record behind an item, which is remembered with what it is called. */
  recordOf(item: SearchItem): FoundRecord | undefined
  /** Said below what was found: records are still looked for, or not all could be. */
  note: string
  loading: boolean
}

/** What the search finds for a keyword: what was chosen last while there is none, menu entries, records, actions. */
export function useSearchGroups(
  model: MenuModel,
  own: readonly UserAction[],
  username: string,
  keyword: string,
): SearchGroups {
  const { kept } = useServices()
  const matchesPinyin = usePinyin()
  const starts = useAnswer<FormStarts[]>('/online/search/starts').data ?? NONE
  const { found, loading, failed } = useFoundRecords(keyword)
  const menus = useMemo(() => menuItems(model), [model])
  const actions = useMemo(() => actionItems(model, starts, own), [model, starts, own])
  const recent = useMemo(() => recentChoices(kept, username), [kept, username])
  return useMemo(() => {
    const records = new Map(found.records.map((record) => [recordItem(model, record), record]))
    const last = new Map<SearchItem, FoundRecord | undefined>()
    if (keyword.trim() === '')
      for (const { key, record } of recent) {
        const item = record
          ? recordItem(model, record)
          : [...menus, ...actions].find((one) => one.key === key)
        if (item) last.set({ ...item, key: `recent ${item.key}` }, record)
      }
    const words = text.search.groups
    const groups = [
      { key: 'recent', title: words.recent, items: [...last.keys()] },
      { key: 'menus', title: words.menus, items: matching(menus, keyword, matchesPinyin) },
      { key: 'records', title: words.records, items: [...records.keys()] },
      { key: 'actions', title: words.actions, items: matching(actions, keyword, matchesPinyin) },
    ]
    const note = failed
      ? text.search.failed
      : found.unfinished.length > 0
        ? text.search.unfinished(found.unfinished.join('、'))
        : ''
    return {
      groups: groups
        .filter(({ items }) => items.length > 0)
        .map((group) => ({ ...group, items: group.items.slice(0, MOST_SHOWN) })),
      recordOf: (item) => records.get(item) ?? last.get(item),
      note,
      loading,
    }
  }, [model, menus, actions, recent, found, loading, failed, keyword, matchesPinyin])
}

/** Compares titles by their pinyin. Large, and needed only here; without it, titles are still found. */
function usePinyin(): Match | null {
  const [matches, setMatches] = useState<Match | null>(null)
  useEffect(() => {
    let isGone = false
    import('./pinyin-match.ts')
      .then((file) => !isGone && setMatches(() => file.matchesPinyin))
      .catch((error: unknown) => console.warn('pinyin search is not available', error))
    return () => {
      isGone = true
    }
  }, [])
  return matches
}
