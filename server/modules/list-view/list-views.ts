import type { ListSettings } from '#schemas/api/list-view.ts'
import type { PageViews } from '#schemas/api/page.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { formView } from '../online-form/index.ts'
import { type SavedQueries, sharesQueries } from './saved-queries.ts'
import type { ListViewStore } from './store.ts'

/** What is kept of the lists of a page as their user may see it now: of a column that the rights hide not even the name is told. */
export function createPageViews(
  store: Pick<ListViewStore, 'own'>,
  queries: Pick<SavedQueries, 'ofPage'>,
  documents: Pick<Documents, 'resolve'>,
): (session: Session, page: string) => Promise<PageViews> {
  return async (session, page) => {
    const [kept, saved] = await Promise.all([store.own(session, page), queries.ofPage(session, page)])
    const own = kept.flatMap(({ form: code, settings }) => {
      const form = documents.resolve(code)
      return form ? [[code, seenSettings(settings, formView(session, form).hidden)] as const] : []
    })
    return { page, own: Object.fromEntries(own), saved, mayShare: sharesQueries(session) }
  }
}

function seenSettings(settings: ListSettings, hidden: ReadonlySet<string>): ListSettings {
  const { columns } = settings
  return columns ? { ...settings, columns: columns.filter(({ field }) => !hidden.has(field)) } : settings
}
