import { type Kysely, sql } from 'kysely'
import type { Audience, QuerySettings } from '#schemas/api/list-view.ts'
import type { Tables } from '../../database/tables.ts'
import type { Session } from '../../permission/session.ts'
import type { ListPlace } from './store.ts'

/** A saved query as it is kept, and what the session's user does with it. */
export interface StoredQuery extends ListPlace {
  id: string
  title: string
  audience: { kind: Audience['kind']; id: string; name: string }
  /** The user is among those it is for. */
  forMe: boolean
  isDefault: boolean
  version: number
  opens: boolean
  onHome: boolean
  subscribed: boolean
  settings: QuerySettings
}

/** True for queries of the user, the user's roles, the user's departments or those above them, and everybody. */
const forUser = ({ userId, tenantId, orgCodes }: Session) => sql<boolean>`coalesce(v.user_id = ${userId}
  or num_nonnulls(v.user_id, v.role_id, v.depart_id) = 0
  or v.role_id in (select ur.role_id from platform.sys_user_role ur where ur.user_id = ${userId})
  or v.depart_id in (select o.id from platform.sys_depart o where o.tenant_id = ${tenantId} and o.del_flag = 0
    and exists (select from unnest(${[...orgCodes]}::text[]) as own (code) where starts_with(own.code, o.org_code))), false)`

/** The saved queries for a user, in the user's order; `all` adds those that are shared with others. */
export function foundQueries(db: Kysely<Tables>, session: Session, all: boolean) {
  const mine = forUser(session)
  return db
    .selectFrom('list_view as v')
    .leftJoin('sys_role as r', 'r.id', 'v.role_id')
    .leftJoin('sys_depart as d', 'd.id', 'v.depart_id')
    .leftJoin('list_view_use as u', (join) =>
      join.onRef('u.view_id', '=', 'v.id').on('u.user_id', '=', session.userId),
    )
    .where('v.tenant_id', '=', session.tenantId)
    .where('v.title', '<>', '')
    .where(all ? sql<boolean>`(v.user_id is null or ${mine})` : mine)
    .select([
      'v.id',
      'v.page',
      'v.form',
      'v.title',
      'v.user_id',
      'v.role_id',
      'v.depart_id',
      'v.is_default',
      'v.version',
      'v.settings',
      'r.role_name',
      'd.depart_name',
      'u.opens',
      'u.on_home',
      'u.subscribed',
      mine.as('for_me'),
    ])
    .orderBy(sql`u.place nulls last`)
    .orderBy(sql`v.user_id is null`)
    .orderBy('v.kept_at')
    .orderBy('v.id')
}
type FoundRow = Awaited<ReturnType<ReturnType<typeof foundQueries>['execute']>>[number]

/** A row of them as a query. */
export function queryOf(row: FoundRow): StoredQuery {
  const { id, page, form, title, settings } = row
  return {
    id,
    page,
    form,
    title,
    audience: audienceOf(row),
    forMe: row.for_me,
    isDefault: row.is_default,
    version: row.version,
    opens: row.opens ?? false,
    onHome: row.on_home ?? false,
    subscribed: row.subscribed ?? false,
    settings: { matchType: 'and', records: [], filters: {}, sort: [], ...settings },
  }
}

function audienceOf({
  user_id,
  role_id,
  role_name,
  depart_id,
  depart_name,
}: FoundRow): StoredQuery['audience'] {
  if (user_id !== null) return { kind: 'me', id: '', name: '' }
  if (role_id !== null) return { kind: 'role', id: role_id, name: role_name ?? '' }
  if (depart_id !== null) return { kind: 'depart', id: depart_id, name: depart_name ?? '' }
  return { kind: 'all', id: '', name: '' }
}
