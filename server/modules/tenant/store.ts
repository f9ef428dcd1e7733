import type { Kysely } from 'kysely'
import type { PoolClient } from 'pg'
import type { Tables } from '../../database/tables.ts'
import { recordOperation } from '../../operation/operation-log.ts'
import type { Session } from '../../permission/session.ts'
import { GRANTED, TENANT_MARKS } from '../role/grant-names.ts'

type Read = Kysely<Tables>

/** Most tenants that are told where none are named. */
const MAX_TENANTS = 1000

/** The named tenants, or the first ones. */
export function listTenants(read: Read, ids: readonly number[] | null) {
  const tenants = read
    .selectFrom('sys_tenant')
    .select(['id', 'name', 'status', 'begin_date as beginDate', 'end_date as endDate'])
    .orderBy('id')
  return (ids ? tenants.where('id', 'in', [...ids]) : tenants.limit(MAX_TENANTS)).execute()
}

/** A page of the members of a tenant whose account or name holds a word, and how many there are. */
export async function listMembers(
  read: Read,
  tenantId: number,
  word: string,
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
) {
  const like = `%${word.replaceAll('*', '').replaceAll(/[\\%_]/g, '\\$&')}%`
  const members = read
    .selectFrom('sys_user_tenant as ut')
    .innerJoin('sys_user as u', 'u.id', 'ut.user_id')
    .where('ut.tenant_id', '=', tenantId)
    .where('u.del_flag', '=', 0)
    .where((eb) => eb.or([eb('u.username', 'like', like), eb('u.realname', 'like', like)]))
  const [{ total }, rows] = await Promise.all([
    members.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
    members
      .select(['u.id', 'u.username', 'u.realname', 'u.status'])
      .select((eb) =>
        eb
          .exists(
            eb
              .selectFrom('sys_user_role as ur')
              .innerJoin('sys_role as r', 'r.id', 'ur.role_id')
              .select('r.id')
              .whereRef('ur.user_id', '=', 'u.id')
              .whereRef('r.tenant_id', '=', 'ut.tenant_id')
              .where('r.role_code', '=', 'admin'),
          )
          .as('isAdmin'),
      )
      .orderBy('u.username')
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute(),
  ])
  return { rows: rows.map((row) => ({ ...row, isAdmin: Boolean(row.isAdmin) })), total: Number(total) }
}

/** Users of an account, or else of a phone number; two at most, which is enough to know that there are several. */
export function usersCalled(read: Read, { username, phone }: { username?: string; phone?: string }) {
  return read
    .selectFrom('sys_user')
    .select('id')
    .where('del_flag', '=', 0)
    .where((eb) => (username ? eb('username', '=', username) : eb('phone', '=', phone ?? '')))
    .limit(2)
    .execute()
}

/** What the users are in a tenant: members, administrators. */
export async function marksOf(
  client: PoolClient,
  tenantId: number,
  userIds: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ id: string; administers: boolean }>(
    `select ut.user_id as id, exists (select from platform.sys_user_role ur join platform.sys_role r on r.id = ur.role_id
         where ur.user_id = ut.user_id and r.tenant_id = ut.tenant_id and r.role_code = 'admin') as administers
     from platform.sys_user_tenant ut where ut.tenant_id = $1 and ut.user_id = any($2::text[]) order by ut.user_id`,
    [tenantId, [...userIds]],
  )
  return rows.flatMap(({ id, administers }) => [
    `${TENANT_MARKS.member}:${id}`,
    ...(administers ? [`${TENANT_MARKS.administrator}:${id}`] : []),
  ])
}

/** Writes to the log of operations what users were in a tenant and what they are now. */
export async function recordMembers(
  client: PoolClient,
  { session, requestId }: { session: Session; requestId: string },
  tenantId: number,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  await recordOperation(client, {
    session,
    action: 'edit',
    resource: 'sys_tenant',
    requestId,
    changes: [
      {
        table: GRANTED.tenantMembers,
        recordId: String(tenantId),
        version: 0,
        before: { granted: before },
        after: { granted: after },
        documentVersion: '',
      },
    ],
  })
}
