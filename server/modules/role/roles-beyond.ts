import type { PoolClient } from 'pg'
import { mayGiveEverything } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { openedWithoutRule, rowNarrowings } from './row-narrowing.ts'
import { permissionsWithin } from './store.ts'

type Forms = Pick<Documents, 'resolve'>

/**
 * Names of those roles of the session's tenant that hold something its user does not hold, or that show rows which a data
 * or row rule keeps from the user: they can neither be given nor taken away by that user. None for an administrator; a key has its own rights only.
 */
export async function rolesBeyond(
  client: PoolClient,
  session: Session,
  documents: Forms,
  roleIds: readonly string[],
): Promise<string[]> {
  if (mayGiveEverything(session) || roleIds.length === 0) return []
  const ofKey = session.only ? await permissionsWithin(client, session.permissions) : null
  const { rows } = await client.query<{ name: string }>(
    `with mine as (
       select ur.role_id as id from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
       where ur.user_id = $2 and r.tenant_id = $3),
     held as (
       select rp.role_id, p.form_code, string_to_array(coalesce(rp.data_rule_ids, ''), ',') as rules
       from platform.sys_role_permission rp join platform.sys_permission p on p.id = rp.permission_id
       where p.form_code is not null and p.del_flag = 0),
     narrowing as (
       select distinct h.form_code, d.id as rule from held h
       join platform.sys_permission_data_rule d on d.id = any(h.rules) and d.status = '1'
       where h.role_id in (select id from mine))
     select r.role_name as name from platform.sys_role r
     where r.id = any($1::text[]) and r.tenant_id = $3 and (
       r.role_code = 'admin'
       or exists (
         select from platform.sys_role_permission p where p.role_id = r.id and (
           not p.permission_id = any($4::text[])
           or (not $5 and not exists (
             select from platform.sys_role_permission own
             where own.role_id in (select id from mine) and own.permission_id = p.permission_id))))
       or exists (
         select from platform.form_grant g where g.role_id = r.id and not exists (
           select from platform.form_grant own
           where own.role_id in (select id from mine)
             and (own.form_code, own.kind, own.key) = (g.form_code, g.kind, g.key)))
       -- The role shows rows of a form that a data rule keeps from the user.
       or exists (
         select from narrowing n where exists (
           select from held h where h.role_id = r.id and h.form_code = n.form_code)
         and not exists (
           select from held h where h.role_id = r.id and h.form_code = n.form_code and n.rule = any(h.rules))))
     order by 1`,
    // What a role gives is compared with the key's rights; with the maker's roles, too, unless the maker is an administrator.
    [[...roleIds], session.userId, session.tenantId, ofKey, session.isAdmin],
  )
  if (rows.length > 0) return rows.map(({ name }) => name)
  const unruled = await openedWithoutRule(client, roleIds, rowNarrowings(session, documents))
  return [...new Set(unruled.map(({ role }) => role))]
}

/** Name of one of these roles that narrows the session's own rows by a data or row rule; null for an administrator. */
export async function roleThatNarrows(
  client: PoolClient,
  session: Session,
  documents: Forms,
  roleIds: readonly string[],
): Promise<string | null> {
  if (session.isAdmin || roleIds.length === 0) return null
  const { rows } = await client.query<{ name: string }>(
    `select r.role_name as name from platform.sys_role r join platform.sys_user_role ur on ur.role_id = r.id
     where r.id = any($1::text[]) and ur.user_id = $2 and r.tenant_id = $3 and (
       exists (
         select from platform.sys_role_permission rp
         where rp.role_id = r.id and coalesce(rp.data_rule_ids, '') <> '')
       or exists (
         select from platform.form_grant g
         where g.role_id = r.id and g.kind = 'row' and g.form_code = any($4::text[])))
     order by 1 limit 1`,
    [
      [...roleIds],
      session.userId,
      session.tenantId,
      rowNarrowings(session, documents).map(({ form }) => form),
    ],
  )
  return rows[0]?.name ?? null
}

/** Ids of the data rules that narrow the session's own rows, by the permission that they belong to; empty for an administrator. */
export async function ownDataRules(
  client: PoolClient,
  session: Session,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (session.isAdmin) return new Map()
  const { rows } = await client.query<{ permission: string; rules: string[] }>(
    `select rp.permission_id as permission, array_agg(distinct d.id order by d.id) as rules
     from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
     join platform.sys_role_permission rp on rp.role_id = r.id
     join platform.sys_permission_data_rule d on d.id = any(string_to_array(coalesce(rp.data_rule_ids, ''), ','))
     where ur.user_id = $1 and r.tenant_id = $2 and d.status = '1' group by rp.permission_id`,
    [session.userId, session.tenantId],
  )
  return new Map(rows.map(({ permission, rules }) => [permission, rules]))
}
