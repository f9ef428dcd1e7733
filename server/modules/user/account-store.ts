import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Session } from '../../permission/session.ts'

/** Users of the session's tenant. */
function usersOf(read: Kysely<Tables>, { tenantId }: Session) {
  return read
    .selectFrom('sys_user as u')
    .innerJoin('sys_user_tenant as ut', 'ut.user_id', 'u.id')
    .where('ut.tenant_id', '=', tenantId)
    .where('u.del_flag', '=', 0)
}

/** Ids of the tenant's users who have a value in one of the columns that tell users apart. */
export async function accountsWith(
  read: Kysely<Tables>,
  session: Session,
  column: 'username' | 'phone' | 'email',
  value: string,
): Promise<string[]> {
  const users = await usersOf(read, session).select('u.id').where(`u.${column}`, '=', value).execute()
  return users.map(({ id }) => id)
}

/** Ids of the roles that a user has in the session's tenant. */
export async function roleIdsOf(read: Kysely<Tables>, session: Session, userId: string): Promise<string[]> {
  const roles = await usersOf(read, session)
    .innerJoin('sys_user_role as ur', 'ur.user_id', 'u.id')
    .innerJoin('sys_role as r', (join) =>
      join.onRef('r.id', '=', 'ur.role_id').onRef('r.tenant_id', '=', 'ut.tenant_id'),
    )
    .select('r.id')
    .where('u.id', '=', userId)
    .orderBy('r.role_code')
    .execute()
  return roles.map(({ id }) => id)
}

/** The departments of a user in the session's tenant, as choices. */
export function departChoicesOf(read: Kysely<Tables>, session: Session, userId: string) {
  return usersOf(read, session)
    .innerJoin('sys_user_depart as ud', 'ud.user_id', 'u.id')
    .innerJoin('sys_depart as d', (join) =>
      join.onRef('d.id', '=', 'ud.dep_id').onRef('d.tenant_id', '=', 'ut.tenant_id'),
    )
    .select(['d.id as key', 'd.id as value', 'd.depart_name as title'])
    .where('u.id', '=', userId)
    .where('d.del_flag', '=', 0)
    .orderBy('d.org_code')
    .execute()
}
