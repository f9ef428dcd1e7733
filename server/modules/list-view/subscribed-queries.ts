import type { PoolClient } from 'pg'
import type { QuerySettings } from '#schemas/api/list-view.ts'
import { isLanguage, type Language, OWN_LANGUAGE } from '#schemas/text/text.ts'
import type { UserRights } from '../../permission/permission-data.ts'

/** A saved query, and a user who is to be told of records that enter it. */
export interface Subscription {
  id: string
  page: string
  form: string
  title: string
  settings: QuerySettings
  userId: string
  language: Language
  /** The query is still one of this user's. */
  isFor(rights: UserRights): boolean
}

interface SubscriptionRow {
  id: string
  page: string
  form: string
  title: string
  settings: Partial<QuerySettings>
  owner: string | null
  role_id: string | null
  depart_id: string | null
  org_code: string | null
  subscriber: string
  language: string
}

/** Who is to be told of records of these forms. The index of subscriptions alone answers where there are none. */
export async function subscriptionsOf(
  client: PoolClient,
  tenantId: number,
  forms: readonly string[],
): Promise<Subscription[]> {
  const { rows } = await client.query<SubscriptionRow>(
    `select v.id, v.page, v.form, v.title, v.settings, v.user_id as owner, v.role_id, v.depart_id, d.org_code,
       u.user_id as subscriber, u.language
     from platform.list_view_use u join platform.list_view v on v.id = u.view_id
     left join platform.sys_depart d on d.id = v.depart_id and d.tenant_id = v.tenant_id and d.del_flag = 0
     where u.subscribed and v.tenant_id = $1 and v.form = any($2::text[]) and v.title <> ''
     order by v.id, u.user_id`,
    [tenantId, forms],
  )
  return rows.map((row) => ({
    id: row.id,
    page: row.page,
    form: row.form,
    title: row.title,
    settings: { matchType: 'and', records: [], filters: {}, sort: [], ...row.settings },
    userId: row.subscriber,
    language: isLanguage(row.language) ? row.language : OWN_LANGUAGE,
    isFor: (rights) => isFor(row, rights),
  }))
}

function isFor({ owner, role_id, depart_id, org_code }: SubscriptionRow, rights: UserRights): boolean {
  if (owner !== null) return owner === rights.userId
  if (role_id !== null) return rights.roleIds.includes(role_id)
  if (depart_id === null) return true
  return org_code !== null && rights.orgCodes.some((code) => code.startsWith(org_code))
}
