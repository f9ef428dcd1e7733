import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import type { Tables } from '../../database/tables.ts'
import { notFound } from '../../errors.ts'
import { recordOperation } from '../../operation/operation-log.ts'
import type { Session } from '../../permission/session.ts'
import { GRANTED } from '../role/grant-names.ts'
import { apply } from '../role/granting.ts'

/* The statements behind what departments and their roles hold. */

export type Db = Pick<Pool | PoolClient, 'query'>

/** Where the grants of each kind of holder stand. */
export const HELD = {
  depart: { table: GRANTED.toDepart, holder: 'depart_id' },
  role: { table: GRANTED.toDepartRole, holder: 'role_id' },
} as const

/** Ids of the permissions that a department or a role of it holds. */
export async function held(db: Db, kind: keyof typeof HELD, id: string): Promise<string[]> {
  const { table, holder } = HELD[kind]
  const { rows } = await db.query<{ id: string }>(
    `select permission_id as id from platform.${table} where ${holder} = $1 order by 1`,
    [id],
  )
  return rows.map((row) => row.id)
}

/** Gives permissions to one of them, and takes others. */
export async function replace(
  client: PoolClient,
  kind: keyof typeof HELD,
  id: string,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  const { table, holder } = HELD[kind]
  await client.query(
    `delete from platform.${table} where ${holder} = $1 and permission_id = any($2::text[])`,
    [id, removed],
  )
  await client.query(
    `insert into platform.${table} (id, ${holder}, permission_id)
     select given.id, $1, given.permission from unnest($2::text[], $3::text[]) as given(id, permission)
     on conflict do nothing`,
    [id, added.map(() => randomUUID()), added],
  )
}

/** What a department lost, its roles lose. Answers what each of them held and holds. */
export async function takeFromRoles(
  client: PoolClient,
  departId: string,
  removed: readonly string[],
): Promise<Granted[]> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct r.id from platform.sys_depart_role r
     join platform.sys_depart_role_permission rp on rp.role_id = r.id
     where r.depart_id = $1 and rp.permission_id = any($2::text[]) order by 1`,
    [departId, removed],
  )
  const lost: Granted[] = []
  for (const { id } of rows) {
    const before = await held(client, 'role', id)
    await replace(client, 'role', id, { added: [], removed })
    lost.push({ table: HELD.role.table, recordId: id, before, after: apply(before, [], removed) })
  }
  return lost
}

/** 404 for a department that is none of the session's tenant. */
export async function departOf(
  db: Db,
  session: Session,
  id: string,
  lock: 'for update' | 'for share' | '' = '',
): Promise<void> {
  const { rows } = await db.query(
    `select from platform.sys_depart where id = $1 and tenant_id = $2 and del_flag = 0 ${lock}`,
    [id, session.tenantId],
  )
  if (rows.length === 0) throw notFound('部门不存在')
}

/** The department of a role; 404 for a role that is none of the session's tenant. */
export async function roleOf(
  db: Db,
  session: Session,
  id: string,
  lock: 'for update' | 'for share' | '' = '',
): Promise<string> {
  const { rows } = await db.query<{ depart: string }>(
    `select depart_id as depart from platform.sys_depart_role where id = $1 and tenant_id = $2 ${lock}`,
    [id, session.tenantId],
  )
  if (!rows[0]) throw notFound('部门角色不存在')
  return rows[0].depart
}

/** The department roles that a user has in the session's tenant; in one department where one is named. */
export function rolesOfUser(
  read: Kysely<Tables>,
  { tenantId }: Session,
  userId: string,
  departId: string | undefined,
) {
  const held = read
    .selectFrom('sys_depart_role_user as ru')
    .innerJoin('sys_depart_role as r', 'r.id', 'ru.drole_id')
    .select(['ru.id', 'ru.user_id as userId', 'ru.drole_id as droleId'])
    .where('ru.user_id', '=', userId)
    .where('r.tenant_id', '=', tenantId)
  return (departId ? held.where('r.depart_id', '=', departId) : held).execute()
}

/** The roles of a department of the session's tenant. */
export function rolesOfDepart(read: Kysely<Tables>, { tenantId }: Session, departId: string) {
  return read
    .selectFrom('sys_depart_role')
    .select(['id', 'depart_id as departId', 'role_name as roleName', 'role_code as roleCode', 'description'])
    .where('depart_id', '=', departId)
    .where('tenant_id', '=', tenantId)
    .orderBy('role_code')
    .execute()
}

/** What was granted of one kind, before and after. */
export interface Granted {
  table: (typeof GRANTED)['toDepart' | 'toDepartRole' | 'departRoles']
  recordId: string
  before: readonly string[]
  after: readonly string[]
}

/** Writes a change of grants to the log of operations. */
export async function record(
  client: PoolClient,
  session: Session,
  requestId: string,
  resource: string,
  changes: readonly Granted[],
): Promise<void> {
  await recordOperation(client, {
    session,
    action: 'edit',
    resource,
    requestId,
    changes: changes.map(({ table, recordId, before, after }) => ({
      table,
      recordId,
      version: 0,
      before: { granted: before },
      after: { granted: after },
      documentVersion: '',
    })),
  })
}
