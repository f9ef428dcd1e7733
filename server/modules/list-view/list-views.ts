import type { ListSettings } from '#schemas/api/list-view.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { formView } from '../online-form/index.ts'
import type { ListViewStore } from './store.ts'

/** How this user set up the lists of a page, by the forms of the lists. */
export type OwnSettings = (session: Session, page: string) => Promise<Record<string, ListSettings>>

/** Settings as their user may see them now: of a column that the rights hide not even the name is told. */
export function createOwnSettings(
  store: Pick<ListViewStore, 'own'>,
  documents: Pick<Documents, 'resolve'>,
): OwnSettings {
  return async (session, page) => {
    const kept = await store.own(session, page)
    return Object.fromEntries(
      kept.flatMap(({ form: code, settings }) => {
        const form = documents.resolve(code)
        return form ? [[code, seenSettings(settings, formView(session, form).hidden)]] : []
      }),
    )
  }
}

function seenSettings(settings: ListSettings, hidden: ReadonlySet<string>): ListSettings {
  const { columns } = settings
  return columns ? { ...settings, columns: columns.filter(({ field }) => !hidden.has(field)) } : settings
}
