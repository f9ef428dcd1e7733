import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type ListSettings, MAX_OWN_LISTS } from '#schemas/api/list-view.ts'
import type { Tables } from '../../database/tables.ts'
import { notFound } from '../../errors.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'

/** A list: its form, and the page on which it stands. */
export interface ListPlace {
  page: string
  form: string
}

/** The list of a form on a page, its own where none is named; 404 where there is no such thing. */
export function placeIn(
  documents: Pick<Documents, 'resolve' | 'page'>,
  code: string,
  pageCode: string = code,
): ListPlace {
  const form = documents.resolve(code)
  if (!form) throw notFound()
  if (pageCode !== code && !documents.resolve(pageCode) && !documents.page(pageCode)) throw notFound()
  return { page: pageCode, form: code }
}

/** How users set their lists up, each for one user in one tenant. Who may see what is in it is for the caller to know. */
export interface ListViewStore {
  /** Of each list of a page that this user has set up. */
  own(session: Session, page: string): Promise<{ form: string; settings: ListSettings }[]>
  /** In place of what was kept; of too many lists those go that were not touched for longest. */
  keepOwn(session: Session, place: ListPlace, settings: ListSettings): Promise<void>
  removeOwn(session: Session, place: ListPlace): Promise<void>
}

/** The store over the databases. */
export function createListViewStore(
  { read, write }: { read: Kysely<Tables>; write: Kysely<Tables> },
  now: () => Date,
): ListViewStore {
  return {
    own: ({ tenantId, userId }, page) =>
      read
        .selectFrom('list_view')
        .select(['form', 'settings'])
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', userId)
        .where('page', '=', page)
        .where('title', '=', '')
        .execute(),

    async keepOwn({ tenantId, userId }, { page, form }, settings) {
      const state = { settings: JSON.stringify(settings), kept_at: now() }
      const place = { tenant_id: tenantId, user_id: userId, page, form, title: '' }
      await write.transaction().execute(async (change) => {
        await change
          .insertInto('list_view')
          .values({ id: randomUUID(), ...place, ...state })
          .onConflict((conflict) =>
            conflict
              .columns(['user_id', 'tenant_id', 'page', 'form'])
              .where('title', '=', '')
              .doUpdateSet((row) => ({ ...state, version: row('list_view.version', '+', 1) })),
          )
          .execute()
        await change
          .deleteFrom('list_view')
          .where('tenant_id', '=', tenantId)
          .where('user_id', '=', userId)
          .where('title', '=', '')
          .where('id', 'in', (own) =>
            own
              .selectFrom('list_view')
              .select('id')
              .where('tenant_id', '=', tenantId)
              .where('user_id', '=', userId)
              .where('title', '=', '')
              .orderBy('kept_at', 'desc')
              .orderBy('id')
              .offset(MAX_OWN_LISTS),
          )
          .execute()
      })
    },

    async removeOwn({ tenantId, userId }, { page, form }) {
      await write
        .deleteFrom('list_view')
        .where('tenant_id', '=', tenantId)
        .where('user_id', '=', userId)
        .where('page', '=', page)
        .where('form', '=', form)
        .where('title', '=', '')
        .execute()
    },
  }
}
