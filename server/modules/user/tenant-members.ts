import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'

/* The statements behind who belongs to a tenant, inside the transaction of a change. */

const ADMIN_ROLE = 'admin'

/** Makes users members of a tenant; those who are members stay so. */
export async function addMembers(
  client: PoolClient,
  tenantId: number,
  userIds: readonly string[],
): Promise<void> {
  await client.query(
    `insert into platform.sys_user_tenant (user_id, tenant_id) select id, $1 from unnest($2::text[]) as given(id)
     on conflict do nothing`,
    [tenantId, [...userIds]],
  )
}

/** Takes users out of a tenant, with the roles and departments that they have there. */
export async function removeMembers(
  client: PoolClient,
  tenantId: number,
  userIds: readonly string[],
): Promise<void> {
  const values = [tenantId, [...userIds]]
  await client.query(
    'delete from platform.sys_user_role where tenant_id = $1 and user_id = any($2::text[])',
    values,
  )
  await client.query(
    `delete from platform.sys_user_depart ud using platform.sys_depart d
     where d.id = ud.dep_id and d.tenant_id = $1 and ud.user_id = any($2::text[])`,
    values,
  )
  await client.query(
    'delete from platform.sys_user_tenant where tenant_id = $1 and user_id = any($2::text[])',
    values,
  )
}

/** Gives a member the administrator's role of a tenant, or takes it; a tenant without that role gets it. */
export async function setAdministrator(
  client: PoolClient,
  tenantId: number,
  userId: string,
  isAdmin: boolean,
): Promise<void> {
  if (!isAdmin) {
    await client.query(
      `delete from platform.sys_user_role ur using platform.sys_role r
       where r.id = ur.role_id and r.tenant_id = $1 and r.role_code = $3 and ur.user_id = $2`,
      [tenantId, userId, ADMIN_ROLE],
    )
    return
  }
  await client.query(
    `insert into platform.sys_role (id, role_name, role_code, description, tenant_id)
     values ($1, '管理员', $2, '拥有租户内的全部权限', $3) on conflict (tenant_id, role_code) do nothing`,
    [randomUUID(), ADMIN_ROLE, tenantId],
  )
  await client.query(
    `insert into platform.sys_user_role (id, user_id, role_id, tenant_id)
     select $1, $2, id, tenant_id from platform.sys_role where tenant_id = $3 and role_code = $4
     on conflict do nothing`,
    [randomUUID(), userId, tenantId, ADMIN_ROLE],
  )
}

/** What is wrong with the number of a tenant's members; null where it is within the limit. Two who join at once wait for each other. */
export async function beyondLimit(client: PoolClient, tenantId: number): Promise<string | null> {
  const { rows } = await client.query<{ most: number | null }>(
    'select member_limit as most from platform.sys_tenant where id = $1 for no key update',
    [tenantId],
  )
  const most = rows[0]?.most ?? null
  if (most === null) return null
  const { rows: counted } = await client.query<{ members: number }>(
    `select count(*)::int as members from platform.sys_user_tenant ut join platform.sys_user u on u.id = ut.user_id
     where ut.tenant_id = $1 and u.del_flag = 0`,
    [tenantId],
  )
  return (counted[0]?.members ?? 0) > most ? `租户的成员已达上限 ${most} 人` : null
}

/** Those of the tenants that somebody but this user belongs to, or in which something was made. */
export async function usedTenants(
  client: Pick<PoolClient, 'query'>,
  ids: readonly number[],
  userId: string,
): Promise<Set<number>> {
  const of = (table: string, more = '') =>
    `exists (select from platform.${table} x where x.tenant_id = t.id${more})`
  const { rows } = await client.query<{ id: number }>(
    `select t.id from platform.sys_tenant t where t.id = any($1::int[]) and (
       ${of('sys_user_tenant', ' and x.user_id <> $2')} or ${of('operation')} or ${of('sys_depart')}
       or ${of('sys_role', " and x.role_code <> 'admin'")} or ${of('sys_category')} or ${of('sys_position')}
       or ${of('sys_announcement')} or ${of('sys_user_agent')})`,
    [[...ids], userId],
  )
  return new Set(rows.map(({ id }) => id))
}
