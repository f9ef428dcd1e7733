import type { PoolClient } from 'pg'
import { mayGiveEverything } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'

/** Name of a department that is neither one of the session's own nor below one; null when there is none. */
export async function departsBeyond(
  client: Pick<PoolClient, 'query'>,
  session: Session,
  departIds: readonly string[],
): Promise<string | null> {
  if (mayGiveEverything(session) || departIds.length === 0) return null
  const { rows } = await client.query<{ name: string }>(
    `select d.depart_name as name from platform.sys_depart d
     where d.id = any($1::text[]) and d.tenant_id = $2
       and not exists (select from unnest($3::text[]) as own(code) where starts_with(d.org_code, own.code))
     order by d.org_code limit 1`,
    [[...departIds], session.tenantId, session.orgCodes],
  )
  return rows[0]?.name ?? null
}
