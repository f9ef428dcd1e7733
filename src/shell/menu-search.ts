import type { MenuModel, MenuNode } from '../menu/menu-model.ts'

/** One entry that the menu search can find. */
export interface SearchEntry {
  key: string
  /** With the query that the menu gives it. */
  path: string
  /** Opens in a new window instead. */
  externalUrl: string | null
  title: string
  /** Titles of the groups above, joined. */
  trail: string
}

/** Every entry that the side menu lists and that leads to one page. */
export function searchEntries(model: MenuModel): SearchEntry[] {
  const of = (nodes: readonly MenuNode[], groups: readonly string[]): SearchEntry[] =>
    nodes.flatMap(({ key, title, path, externalUrl, children }) => {
      if (children.length > 0) return of(children, [...groups, title])
      return path.includes(':') && !externalUrl
        ? []
        : [{ key, path, externalUrl, title, trail: groups.join(' / ') }]
    })
  return of(model.tree, [])
}

/** How well a text answers a keyword; 0 not at all. */
export type Match = (title: string, keyword: string) => boolean

/** Entries whose title holds the keyword, or whose pinyin does. */
export function findEntries(
  entries: readonly SearchEntry[],
  keyword: string,
  matchesPinyin: Match | null,
): SearchEntry[] {
  const wanted = keyword.trim().toLowerCase()
  if (wanted === '') return [...entries]
  const byTitle = entries.filter(({ title }) => title.toLowerCase().includes(wanted))
  if (!matchesPinyin || !/^[a-z0-9]+$/.test(wanted)) return byTitle
  return [
    ...byTitle,
    ...entries.filter((entry) => !byTitle.includes(entry) && matchesPinyin(entry.title, wanted)),
  ]
}
