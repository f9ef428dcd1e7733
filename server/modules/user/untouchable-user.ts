import type { PoolClient } from 'pg'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { untouchable } from './user-rules.ts'

/** Roles and departments of the user `u` in the tenant `$2`, as the document of users has them. */
export const MEMBERSHIPS = `
  (select string_agg(r.id, ',') from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
   where ur.user_id = u.id and r.tenant_id = $2) as selectedroles,
  (select string_agg(d.id, ',') from platform.sys_user_depart ud join platform.sys_depart d on d.id = ud.dep_id
   where ud.user_id = u.id and d.tenant_id = $2) as selecteddeparts`

/** Why nothing of this user, by id or name, is for the session to decide; null where it is, or where there is no such user. */
export async function untouchableUser(
  client: PoolClient,
  session: Session,
  documents: Pick<Documents, 'resolve'>,
  by: { id: string } | { username: string },
): Promise<string | null> {
  const { rows } = await client.query<{ id: string; selectedroles: string; selecteddeparts: string }>(
    `select u.id, ${MEMBERSHIPS} from platform.sys_user u where ${'id' in by ? 'u.id' : 'u.username'} = $1`,
    ['id' in by ? by.id : by.username, session.tenantId],
  )
  const [user] = rows
  return user
    ? ((await untouchable({ client, session }, documents, user.id, { ...user }))?.message ?? null)
    : null
}
