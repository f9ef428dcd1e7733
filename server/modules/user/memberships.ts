import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Session } from '../../permission/session.ts'

/* The statements behind a user's roles, departments and tenants, inside the transaction of a save. */

/** What a save adds and takes away. */
export interface Difference {
  added: string[]
  removed: string[]
}

/** Ids joined by commas, as rows carry them. */
export function listed(value: unknown): string[] {
  return [...new Set(String(value ?? '').split(','))].filter((id) => id !== '')
}

/** What a list of ids joined by commas gained and lost. */
export function difference(before: unknown, after: unknown): Difference {
  const [was, is] = [listed(before), listed(after)]
  return { added: is.filter((id) => !was.includes(id)), removed: was.filter((id) => !is.includes(id)) }
}

/** Gives a user roles of the tenant and takes others; roles of other tenants are left alone. */
export async function changeRoles(
  client: PoolClient,
  tenantId: number,
  userId: string,
  { added, removed }: Difference,
): Promise<void> {
  await client.query(
    'delete from platform.sys_user_role where user_id = $1 and tenant_id = $2 and role_id = any($3::text[])',
    [userId, tenantId, removed],
  )
  await client.query(
    `insert into platform.sys_user_role (id, user_id, role_id, tenant_id)
     select given.id, $1, r.id, r.tenant_id from unnest($3::text[], $4::text[]) as given(id, role)
     join platform.sys_role r on r.id = given.role and r.tenant_id = $2 on conflict do nothing`,
    [userId, tenantId, added.map(() => randomUUID()), added],
  )
}

/** Puts a user into departments of the tenant and takes others away; deleted departments take no members. */
export async function changeDeparts(
  client: PoolClient,
  tenantId: number,
  userId: string,
  { added, removed }: Difference,
): Promise<void> {
  await client.query(
    `delete from platform.sys_user_depart ud using platform.sys_depart d
     where d.id = ud.dep_id and d.tenant_id = $2 and ud.user_id = $1 and ud.dep_id = any($3::text[])`,
    [userId, tenantId, removed],
  )
  await client.query(
    `insert into platform.sys_user_depart (id, user_id, dep_id)
     select given.id, $1, d.id from unnest($3::text[], $4::text[]) as given(id, depart)
     join platform.sys_depart d on d.id = given.depart and d.tenant_id = $2 and d.del_flag = 0 on conflict do nothing`,
    [userId, tenantId, added.map(() => randomUUID()), added],
  )
}

/** Users whose password somebody else has set. */
export async function askForNewPassword(client: PoolClient, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await client.query('update platform.sys_user set must_change_password = true where id = any($1::text[])', [
    [...userIds],
  ])
}

/** True when a tenant has an administrator's role and no user who can sign in with it; two changes at once wait for each other. */
export async function isWithoutAdministrator(client: PoolClient, tenantId: number): Promise<boolean> {
  const { rows: roles } = await client.query<{ id: string }>(
    `select id from platform.sys_role where tenant_id = $1 and role_code = 'admin' for update`,
    [tenantId],
  )
  const [role] = roles
  if (!role) return false
  const { rows } = await client.query(
    `select from platform.sys_user_role ur join platform.sys_user u on u.id = ur.user_id
     join platform.sys_user_tenant ut on ut.user_id = u.id and ut.tenant_id = $2
     where ur.role_id = $1 and u.status = 1 and u.del_flag = 0 limit 1`,
    [role.id, tenantId],
  )
  return rows.length === 0
}

/** True for a user of a further tenant in which the session's user is no administrator: an account is one for all tenants. */
export async function belongsElsewhere(
  client: PoolClient,
  userId: string,
  session: Session,
): Promise<boolean> {
  const { rows } = await client.query(
    `select from platform.sys_user_tenant ut where ut.user_id = $1 and ut.tenant_id <> $2 and not exists (
       select from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
       where ur.user_id = $3 and r.tenant_id = ut.tenant_id and r.role_code = 'admin') limit 1`,
    [userId, session.tenantId, session.userId],
  )
  return rows.length > 0
}

/**
 * True for a user who holds every right of the session's user and belongs to the same departments: of such two, neither
 * keeps the other. Never for an administrator.
 */
export async function isEqual(client: PoolClient, userId: string, session: Session): Promise<boolean> {
  if (session.isAdmin) return false
  const { rows } = await client.query(
    `with held as (
       select ur.user_id, rp.permission_id from platform.sys_user_role ur
       join platform.sys_role_permission rp on rp.role_id = ur.role_id
       where ur.tenant_id = $3 and ur.user_id in ($1, $2)
       union
       select ru.user_id, rp.permission_id from platform.sys_depart_role_user ru
       join platform.sys_depart_role r on r.id = ru.drole_id
       join platform.sys_depart_role_permission rp on rp.role_id = r.id
       where r.tenant_id = $3 and ru.user_id in ($1, $2)),
     belongs as (
       select ud.user_id, d.org_code from platform.sys_user_depart ud join platform.sys_depart d on d.id = ud.dep_id
       where d.tenant_id = $3 and d.del_flag = 0 and ud.user_id in ($1, $2))
     select where not exists (
         select from held mine where mine.user_id = $2 and not exists (
           select from held h where h.user_id = $1 and h.permission_id = mine.permission_id))
       and not exists (
         select from belongs mine where mine.user_id = $2 and not exists (
           select from belongs b where b.user_id = $1 and starts_with(mine.org_code, b.org_code)))`,
    [userId, session.userId, session.tenantId],
  )
  return rows.length > 0
}
