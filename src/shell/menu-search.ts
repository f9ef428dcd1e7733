import type { MenuModel, PageRoute } from './menu-model.ts'

/** One entry that the menu search can find. */
export interface SearchEntry {
  path: string
  title: string
  /** Titles of the groups above, joined. */
  trail: string
}

/** Every page that the side menu lists. */
export function searchEntries(model: MenuModel): SearchEntry[] {
  return model.routes
    .filter((route) => !route.hidden && isOpenable(route))
    .map((route) => ({
      path: route.path,
      title: route.title,
      trail: route.parents.map(({ title }) => title).join(' / '),
    }))
}

const isOpenable = (route: PageRoute) => route.children.length === 0 && !route.path.includes(':')

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
