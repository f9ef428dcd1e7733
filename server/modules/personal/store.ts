import { type Kysely, sql, type Updateable } from 'kysely'
import type { SysUser, Tables } from '../../database/tables.ts'
import type { Session } from '../../permission/session.ts'
import { ID_LENGTH } from '../../permission/session-of.ts'

type Db = Kysely<Tables>

/** Most sessions of one user that are listed. */
const MAX_SESSIONS = 1000

/** Names of the positions of a tenant that have these codes. */
export async function positionNames(read: Db, tenantId: number, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const rows = await read
    .selectFrom('sys_position')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('code', 'in', [...codes])
    .execute()
  return rows.map(({ name }) => name)
}

/** Which messages a user gets by mail. */
export async function mailKindsOf(read: Db, userId: string): Promise<string> {
  const { mail_kinds } = await read
    .selectFrom('sys_user')
    .select('mail_kinds')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return mail_kinds
}

/** Keeps which messages a user gets by mail. */
export async function writeMailKinds(write: Db, userId: string, kinds: string): Promise<void> {
  await write.updateTable('sys_user').set({ mail_kinds: kinds }).where('id', '=', userId).execute()
}

/** True where another user has the address, in whatever case. */
export async function isEmailTaken(db: Db, email: string, userId: string): Promise<boolean> {
  const taken = await db
    .selectFrom('sys_user')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .where('id', '!=', userId)
    .where('del_flag', '=', 0)
    .executeTakeFirst()
  return taken !== undefined
}

/** Path of the picture of an account, which stays locked until the transaction ends. */
export async function lockedPicture(write: Db, userId: string): Promise<string | null> {
  const { avatar } = await write
    .selectFrom('sys_user')
    .select('avatar')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return avatar
}

/** Changes the own account. */
export async function writeProfile(
  write: Db,
  { userId, username }: Session,
  changes: Updateable<Pick<SysUser, 'realname' | 'sex' | 'birthday' | 'email' | 'telephone' | 'avatar'>>,
): Promise<void> {
  await write
    .updateTable('sys_user')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1), update_by: username }))
    .where('id', '=', userId)
    .execute()
}

/** Sessions of a user that have not ended, the one used last first. */
export function openSessions(read: Db, userId: string, { now, idleMs }: { now: number; idleMs: number }) {
  return read
    .selectFrom('sys_session')
    .select([
      'device',
      'address',
      'created_at',
      'seen_at',
      sql<string>`left(token_hash, ${ID_LENGTH})`.as('id'),
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', new Date(now))
    .where('seen_at', '>', new Date(now - idleMs))
    .orderBy('seen_at', 'desc')
    .orderBy('token_hash')
    .limit(MAX_SESSIONS)
    .execute()
}

/** True where a role of the user asks for a second factor. */
export async function isSecondFactorRequired(read: Db, userId: string): Promise<boolean> {
  const role = await read
    .selectFrom('sys_user_role as ur')
    .innerJoin('sys_role as r', 'r.id', 'ur.role_id')
    .select('r.id')
    .where('ur.user_id', '=', userId)
    .where('r.second_factor', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return role !== undefined
}

/** Key and account of a user of the tenant; undefined where there is no such user. */
export function userOfTenant(read: Db, tenantId: number, userId: string) {
  return read
    .selectFrom('sys_user as u')
    .innerJoin('sys_user_tenant as ut', 'ut.user_id', 'u.id')
    .select(['u.id', 'u.username'])
    .where('ut.tenant_id', '=', tenantId)
    .where('u.id', '=', userId)
    .where('u.del_flag', '=', 0)
    .executeTakeFirst()
}
