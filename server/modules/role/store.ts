import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { GrantedDataRule } from '#schemas/api/role-grant.ts'
import type { Tables } from '../../database/tables.ts'
import type { Session } from '../../permission/session.ts'

/*
 * The statements of grants. A change runs inside the transaction of the service after `lockRole`, which makes sure that the
 * role is one of the session's tenant; grants of one role therefore change one after the other. Reading asks `isOwnRole`.
 */

/** A connection, or the pool of reading ones. */
type Query = Pick<Pool | PoolClient, 'query'>

/** True for a role of the session's tenant. */
export async function isOwnRole(db: Query, session: Session, roleId: string): Promise<boolean> {
  const { rows } = await db.query('select from platform.sys_role where id = $1 and tenant_id = $2', [
    roleId,
    session.tenantId,
  ])
  return rows.length > 0
}

/** True where a role of the session's tenant other than this one has the code. */
export async function isCodeTaken(
  read: Kysely<Tables>,
  { tenantId }: Session,
  roleCode: string,
  exceptId: string | undefined,
): Promise<boolean> {
  const taken = read
    .selectFrom('sys_role')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('role_code', '=', roleCode)
  const other = exceptId === undefined ? taken : taken.where('id', '!=', exceptId)
  return (await other.executeTakeFirst()) !== undefined
}

/** A role of the session's tenant, kept from other grants until the transaction ends; null when there is none. */
export async function lockRole(
  client: PoolClient,
  session: Session,
  roleId: string,
): Promise<{ id: string; roleCode: string } | null> {
  const { rows } = await client.query<{ id: string; roleCode: string }>(
    `select id, role_code as "roleCode" from platform.sys_role where id = $1 and tenant_id = $2 for update`,
    [roleId, session.tenantId],
  )
  return rows[0] ?? null
}

/** Ids of the permissions that a role holds. */
export async function heldPermissions(client: Query, roleId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    'select permission_id as id from platform.sys_role_permission where role_id = $1 order by permission_id',
    [roleId],
  )
  return rows.map(({ id }) => id)
}

/** Those of the ids that are permissions. */
export async function knownPermissions(client: PoolClient, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>(
    'select id from platform.sys_permission where id = any($1::text[]) and del_flag = 0',
    [ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Ids of the permissions that have none but these codes. */
export async function permissionsWithin(client: Query, codes: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from platform.sys_permission where del_flag = 0 and not exists (
       select from unnest(string_to_array(perms, ',')) as one(code)
       where trim(one.code) <> '' and not trim(one.code) = any($1::text[]))`,
    [[...codes]],
  )
  return rows.map(({ id }) => id)
}

/** Gives a role permissions; those that it has stay as they are. */
export async function addPermissions(
  client: PoolClient,
  roleId: string,
  ids: readonly string[],
): Promise<void> {
  await client.query(
    `insert into platform.sys_role_permission (id, role_id, permission_id)
     select given.id, $1, given.permission from unnest($2::text[], $3::text[]) as given(id, permission)
     on conflict (role_id, permission_id) do nothing`,
    [roleId, ids.map(() => randomUUID()), ids],
  )
}

/** Takes permissions from a role. */
export async function removePermissions(
  client: PoolClient,
  roleId: string,
  ids: readonly string[],
): Promise<void> {
  await client.query(
    'delete from platform.sys_role_permission where role_id = $1 and permission_id = any($2::text[])',
    [roleId, ids],
  )
}

/** The data rules of a permission, disabled ones among them: a role keeps them; and those that the role holds, null when it does not hold the permission. */
export async function dataRules(
  client: Query,
  roleId: string,
  permissionId: string,
): Promise<{ rules: GrantedDataRule[]; held: string[] | null }> {
  const { rows: rules } = await client.query<GrantedDataRule>(
    `select id, permission_id as "permissionId", rule_name as "ruleName", rule_column as "ruleColumn",
       rule_conditions as "ruleConditions", rule_value as "ruleValue", status
     from platform.sys_permission_data_rule where permission_id = $1 order by rule_name, id`,
    [permissionId],
  )
  const { rows } = await client.query<{ ids: string | null }>(
    'select data_rule_ids as ids from platform.sys_role_permission where role_id = $1 and permission_id = $2',
    [roleId, permissionId],
  )
  const [grant] = rows
  return { rules, held: grant ? (grant.ids ?? '').split(',').filter((id) => id !== '') : null }
}

/** The data rules that narrow a role on each of these permissions. */
export async function rulesOf(
  client: Query,
  roleId: string,
  permissionIds: readonly string[],
): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ id: string; rules: string }>(
    `select permission_id as id, data_rule_ids as rules from platform.sys_role_permission
     where role_id = $1 and permission_id = any($2::text[]) and coalesce(data_rule_ids, '') <> ''`,
    [roleId, permissionIds],
  )
  return Object.fromEntries(rows.map(({ id, rules }) => [id, rules.split(',')]))
}

/** Sets the data rules that a role is limited to on one permission; none lifts the limits. */
export async function setDataRules(
  client: PoolClient,
  roleId: string,
  permissionId: string,
  ids: readonly string[],
): Promise<void> {
  await client.query(
    'update platform.sys_role_permission set data_rule_ids = $3 where role_id = $1 and permission_id = $2',
    [roleId, permissionId, ids.length > 0 ? ids.join(',') : null],
  )
}

/** `kind:key` of the columns and row rules of a form that a role holds. */
export async function heldFormGrants(client: Query, roleId: string, form: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select kind || ':' || key as name from platform.form_grant where role_id = $1 and form_code = $2 order by 1`,
    [roleId, form],
  )
  return rows.map(({ name }) => name)
}

/** Gives and takes columns and row rules of a form, named `kind:key`. */
export async function changeFormGrants(
  client: PoolClient,
  roleId: string,
  form: string,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  await client.query(
    `delete from platform.form_grant where role_id = $1 and form_code = $2 and kind || ':' || key = any($3::text[])`,
    [roleId, form, removed],
  )
  await client.query(
    `insert into platform.form_grant (role_id, form_code, kind, key)
     select $1, $2, split_part(name, ':', 1), substr(name, strpos(name, ':') + 1) from unnest($3::text[]) as name
     on conflict do nothing`,
    [roleId, form, added],
  )
}
