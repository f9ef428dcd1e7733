import { type Kysely, sql } from 'kysely'
import type { OnlineUser } from '#schemas/api/sign-in.ts'
import type { Tables } from '../../database/tables.ts'
import type { Session } from '../../permission/session.ts'
import { ID_LENGTH } from '../../permission/session-of.ts'

/** A session that is open now: its `id` names the session, as the wire's `token` does. */
export type OnlineSession = Omit<OnlineUser, 'id' | 'token' | 'isOwn'> & {
  id: string
  userId: string
  isOwn: 'Y' | 'N'
}

/** Reads who is signed in. */
export interface OnlineSessions {
  /** Open sessions of the tenant's users, the newest first. */
  list(session: Session): Promise<OnlineSession[]>
}

/** The source over the reading connection. A session without a call for `idleMs` is over, which an administrator may change. */
export function createOnlineSessions(
  read: Kysely<Tables>,
  idleMs: () => number,
  now: () => number,
): OnlineSessions {
  return {
    async list(session) {
      const rows = await read
        .selectFrom('sys_session as s')
        .innerJoin('sys_user as u', 'u.id', 's.user_id')
        // Every user with access to the tenant is listed, whichever tenant they chose at sign-in.
        .where('u.id', 'in', (eb) =>
          eb.selectFrom('sys_user_tenant').select('user_id').where('tenant_id', '=', session.tenantId),
        )
        .where('s.expires_at', '>', new Date(now()))
        .where('s.seen_at', '>', new Date(now() - idleMs()))
        .select([
          'u.id as userId',
          'u.username',
          'u.realname',
          'u.avatar',
          'u.birthday',
          'u.sex',
          'u.phone',
          's.address',
          's.created_at',
          's.seen_at',
          sql<string>`left(s.token_hash, ${ID_LENGTH})`.as('id'),
        ])
        .orderBy('s.created_at', 'desc')
        .orderBy('s.token_hash')
        .execute()
      return rows.map(({ created_at, seen_at, address, ...user }) => ({
        ...user,
        address: address ?? '',
        signedInAt: localTime(created_at),
        seenAt: localTime(seen_at),
        isOwn: user.id === session.id ? 'Y' : 'N',
      }))
    },
  }
}

/** A moment as lists show it. */
export function localTime(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`
}
