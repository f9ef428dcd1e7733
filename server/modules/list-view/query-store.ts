import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import {
  type Audience,
  type Audiences,
  MAX_SAVED_QUERIES,
  type QuerySettings,
  type UseQueryBody,
} from '#schemas/api/list-view.ts'
import type { Tables } from '../../database/tables.ts'
import { badRequest, conflict, notFound } from '../../errors.ts'
import { reader } from '../../language.ts'
import type { Session } from '../../permission/session.ts'
import { pathsOf } from '../depart/depart-path.ts'
import { foundQueries, queryOf, type StoredQuery } from './found-queries.ts'
import { keepOneDefault, ofSame, ownerOf } from './query-owner.ts'
import type { ListPlace } from './store.ts'

/** What is kept of a query, whoever uses it. */
export interface QueryContent {
  title: string
  audience: Audience
  settings: QuerySettings
  isDefault: boolean
}

/** Saved queries of one tenant at a time. What in them the user may see is for the caller to know. */
export interface QueryStore {
  /** Those for this user, in the user's order; `all` adds those that are shared with others. */
  list(session: Session, page: string, all: boolean): Promise<StoredQuery[]>
  get(session: Session, id: string, all: boolean): Promise<StoredQuery | null>
  /** Those that the user put on the home page. */
  home(session: Session): Promise<StoredQuery[]>
  /** In place of one of the same name for the same people; answers its id. */
  save(session: Session, place: ListPlace, content: QueryContent): Promise<string>
  /** Refused where the query is not in the state `before` any more. */
  change(session: Session, before: StoredQuery, content: QueryContent): Promise<void>
  remove(session: Session, id: string): Promise<void>
  /** What the user does with a query. A list begins with one query at most. */
  use(session: Session, query: ListPlace & { id: string }, use: UseQueryBody): Promise<void>
  /** These stand in this order, for this user. */
  order(session: Session, ids: readonly string[]): Promise<void>
  /** Whom the tenant's queries can be shared with. */
  audiences(session: Session): Promise<Audiences>
}

/** Somebody else has changed a query since it was looked at. */
export const changedMeanwhile = (title: string) => conflict(`查询“${title}”已被他人修改`, null)

/** There is no such query, or not any more. */
export const unknownQuery = () => notFound('保存的查询不存在')

/** What is saved in a tenant changes one after the other: a name, a default and the first of a list are looked for before they are set. */
function changing<T>(
  write: Kysely<Tables>,
  { tenantId }: Session,
  work: (change: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return write.transaction().execute(async (change) => {
    await sql`select pg_advisory_xact_lock(hashtext('saved queries'), ${tenantId})`.execute(change)
    return work(change)
  })
}

async function isKept(db: Kysely<Tables>, { tenantId }: Session, id: string): Promise<boolean> {
  const query = db.selectFrom('list_view').select('id').where('id', '=', id).where('tenant_id', '=', tenantId)
  return (await query.executeTakeFirst()) !== undefined
}

/** The store over the databases. */
export function createQueryStore(
  { read, write }: { read: Kysely<Tables>; write: Kysely<Tables> },
  now: () => Date,
): QueryStore {
  return {
    list: async (session, page, all) =>
      (await foundQueries(read, session, all).where('v.page', '=', page).execute()).map(queryOf),

    async get(session, id, all) {
      const row = await foundQueries(read, session, all).where('v.id', '=', id).executeTakeFirst()
      return row ? queryOf(row) : null
    },

    home: async (session) =>
      (await foundQueries(read, session, false).where('u.on_home', '=', true).execute()).map(queryOf),

    save: (session, place, { title, audience, settings, isDefault }) =>
      changing(write, session, async (change) => {
        const owner = await ownerOf(change, session, audience)
        const kept = { settings: JSON.stringify(settings), is_default: isDefault, kept_at: now() }
        const known = await ofSame(change, session, place, owner).select(['id', 'title']).execute()
        const same = known.find((one) => one.title === title)
        if (!same && known.length >= MAX_SAVED_QUERIES)
          throw badRequest(`一个列表最多保存 ${MAX_SAVED_QUERIES} 个查询`)
        const id = same?.id ?? randomUUID()
        const { tenantId, username } = session
        const values = { id, tenant_id: tenantId, ...place, ...owner, title, ...kept, create_by: username }
        if (same)
          await change
            .updateTable('list_view')
            .set((row) => ({ ...kept, version: row('version', '+', 1) }))
            .where('id', '=', id)
            .execute()
        else await change.insertInto('list_view').values(values).execute()
        if (isDefault) await keepOneDefault(change, session, place, owner, id)
        return id
      }),

    change: (session, before, { title, audience, settings, isDefault }) =>
      changing(write, session, async (change) => {
        const owner = await ownerOf(change, session, audience)
        const same = await ofSame(change, session, before, owner)
          .select('id')
          .where('title', '=', title)
          .where('id', '<>', before.id)
          .executeTakeFirst()
        if (same) throw badRequest(`已有名称为“${title}”的查询`)
        const changed = await change
          .updateTable('list_view')
          .set((row) => ({
            title,
            ...owner,
            settings: JSON.stringify(settings),
            is_default: isDefault,
            version: row('version', '+', 1),
          }))
          .where('id', '=', before.id)
          .where('tenant_id', '=', session.tenantId)
          .where('version', '=', before.version)
          .executeTakeFirst()
        if (changed.numUpdatedRows === 0n) throw changedMeanwhile(before.title)
        if (isDefault) await keepOneDefault(change, session, before, owner, before.id)
      }),

    remove: (session, id) =>
      changing(write, session, async (change) => {
        await change
          .deleteFrom('list_view')
          .where('id', '=', id)
          .where('tenant_id', '=', session.tenantId)
          .execute()
      }),

    use: (session, { id, page, form }, { opens, onHome, subscribed }) =>
      changing(write, session, async (change) => {
        const { userId, tenantId } = session
        const said = {
          ...(opens === undefined ? {} : { opens }),
          ...(onHome === undefined ? {} : { on_home: onHome }),
          ...(subscribed === undefined ? {} : { subscribed, language: reader().language }),
        }
        if (Object.keys(said).length === 0) return
        if (!(await isKept(change, session, id))) throw unknownQuery()
        await change
          .insertInto('list_view_use')
          .values({ view_id: id, user_id: userId, ...said })
          .onConflict((conflict) => conflict.columns(['view_id', 'user_id']).doUpdateSet(said))
          .execute()
        if (opens)
          await change
            .updateTable('list_view_use')
            .set({ opens: false })
            .where('user_id', '=', userId)
            .where('view_id', '<>', id)
            .where('view_id', 'in', (views) =>
              views
                .selectFrom('list_view')
                .select('id')
                .where('tenant_id', '=', tenantId)
                .where('page', '=', page)
                .where('form', '=', form),
            )
            .execute()
      }),

    async order(session, ids) {
      if (ids.length === 0) return
      const placed = sql`insert into platform.list_view_use as u (view_id, user_id, place)
        select v.id, ${session.userId}, asked.place
        from unnest(${[...new Set(ids)]}::text[]) with ordinality as asked (id, place)
        join platform.list_view v on v.id = asked.id
        where v.tenant_id = ${session.tenantId} and v.title <> '' and (v.user_id is null or v.user_id = ${session.userId})
        on conflict (view_id, user_id) do update set place = excluded.place`
      await changing(write, session, (change) => placed.execute(change))
    },

    async audiences({ tenantId }) {
      const [roles, departs] = await Promise.all([
        read
          .selectFrom('sys_role')
          .select(['id', 'role_name as name'])
          .where('tenant_id', '=', tenantId)
          .orderBy('role_name')
          .execute(),
        read
          .selectFrom('sys_depart')
          .select(['id', 'parent_id as parentId', 'depart_name as departName'])
          .where('tenant_id', '=', tenantId)
          .where('del_flag', '=', 0)
          .orderBy('org_code')
          .execute(),
      ])
      const paths = pathsOf(departs)
      return {
        roles,
        departs: departs.map(({ id, departName }) => ({ id, name: paths.get(id) ?? departName })),
      }
    },
  }
}
