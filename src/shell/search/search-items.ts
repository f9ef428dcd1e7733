import type { FormStarts, FoundRecord } from '#schemas/api/search.ts'
import type { MenuModel, MenuNode } from '../../menu/menu-model.ts'
import { pageKindOf } from '../../menu/page-kind.ts'
import { text } from '../../text/zh-CN.ts'
import type { UserAction } from '../user-actions.tsx'

/** Where a choice leads, or what it does. */
export type SearchTarget =
  /** An address of the app, with the query that the menu gives it. */
  | { path: string }
  /** Opens in a new window. */
  | { externalUrl: string }
  | { run(): void }

/** Something that the search finds. */
export interface SearchItem {
  /** The same each time, so that a choice of another day is known again. */
  key: string
  title: string
  /** What it belongs to. */
  trail: string
  /** The language of the title, where it is not the reader's. */
  lang?: string | undefined
  target: SearchTarget
}

/** Every entry that the side menu lists and that leads to one page. */
export function menuItems(model: MenuModel): SearchItem[] {
  const of = (nodes: readonly MenuNode[], groups: readonly string[]): SearchItem[] =>
    nodes.flatMap(({ key, title, path, externalUrl, children }) => {
      if (children.length > 0) return of(children, [...groups, title])
      if (path.includes(':') && !externalUrl) return []
      const target = externalUrl ? { externalUrl } : { path }
      return [{ key: `menu ${key}`, title, trail: groups.join(' / '), target }]
    })
  return of(model.tree, [])
}

/** A record, on the page of its form. */
export function recordItem(model: MenuModel, record: FoundRecord): SearchItem {
  const { form, id, title, formTitle, note } = record
  const page = pageOfForm(model, form) ?? `/online/cgformList/${encodeURIComponent(form)}`
  return {
    key: `record ${form} ${id}`,
    title,
    trail: [note, formTitle].filter(Boolean).join(' · '),
    target: { path: withQuery(page, `record=${encodeURIComponent(id)}`) },
  }
}

/** What may be begun in the lists of the menu, and what the user may do anywhere. */
export function actionItems(
  model: MenuModel,
  starts: readonly FormStarts[],
  own: readonly UserAction[],
): SearchItem[] {
  const ofForms = starts.flatMap(({ form, formTitle, starts: codes }) => {
    const page = pageOfForm(model, form)
    if (page === null) return []
    return codes.map((code) => ({
      key: `start ${form} ${code}`,
      title: text.search.starts[code](formTitle),
      trail: '',
      target: { path: withQuery(page, `start=${code}`) },
    }))
  })
  const anywhere = own.map(({ key, title, lang, run }) => ({
    key: `action ${key}`,
    title,
    trail: '',
    lang,
    target: { run },
  }))
  return [...ofForms, ...anywhere]
}

/** The address in the menu that shows a form's list; null where the menu has none. */
function pageOfForm(model: MenuModel, form: string): string | null {
  for (const { target } of menuItems(model)) {
    if (!('path' in target)) continue
    const path = target.path.split(/[?#]/)[0] ?? ''
    const found = model.find(path)
    const page = found && pageKindOf(found.route, found.params, path)
    if (page?.kind === 'document' && page.code === form) return target.path
  }
  return null
}

function withQuery(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`
}

/** Whether a title answers a keyword. */
export type Match = (title: string, keyword: string) => boolean

/** Items whose title holds the keyword, then those whose pinyin does. */
export function matching(
  items: readonly SearchItem[],
  keyword: string,
  matchesPinyin: Match | null,
): readonly SearchItem[] {
  const wanted = keyword.trim().toLowerCase()
  if (wanted === '') return items
  const byTitle = items.filter(({ title }) => title.toLowerCase().includes(wanted))
  if (!matchesPinyin || !/^[a-z0-9]+$/.test(wanted)) return byTitle
  return [...byTitle, ...items.filter((item) => !byTitle.includes(item) && matchesPinyin(item.title, wanted))]
}
