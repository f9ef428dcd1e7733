import { type Kysely, sql } from 'kysely'
import type { OnlineUser } from '#schemas/api/sign-in.ts'
import { containing } from '../../database/like.ts'
import type { Tables } from '../../database/tables.ts'
import type { Session } from '../../permission/session.ts'
import { ID_LENGTH } from '../../permission/session-store.ts'

/** Which sessions are asked for. */
export interface OnlineQuery {
  /** Part of an account or a name; '' for everybody. */
  name: string
  pageNo: number
  pageSize: number
}

/** Reads who is signed in. */
export interface OnlineUserStore {
  list(session: Session, query: OnlineQuery): Promise<{ records: OnlineUser[]; total: number }>
}

/** The store over the reading connection. A session without a call for `idleMs` is over. */
export function createOnlineUserStore(
  read: Kysely<Tables>,
  idleMs: number,
  now: () => number,
): OnlineUserStore {
  const online = (session: Session, name: string) => {
    const query = read
      .selectFrom('sys_session as s')
      .innerJoin('sys_user as u', 'u.id', 's.user_id')
      // Whoever may work in the tenant is seen there, whichever of his tenants he chose.
      .where('u.id', 'in', (eb) =>
        eb.selectFrom('sys_user_tenant').select('user_id').where('tenant_id', '=', session.tenantId),
      )
      .where('s.expires_at', '>', new Date(now()))
      .where('s.seen_at', '>', new Date(now() - idleMs))
    if (name === '') return query
    const pattern = containing(name)
    return query.where((eb) =>
      eb.or([eb('u.username', 'ilike', pattern), eb('u.realname', 'ilike', pattern)]),
    )
  }

  return {
    async list(session, { name, pageNo, pageSize }) {
      const { total } = await online(session, name)
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await online(session, name)
        .select([
          'u.id',
          'u.username',
          'u.realname',
          'u.avatar',
          'u.birthday',
          'u.sex',
          'u.phone',
          's.address',
          's.created_at',
          's.seen_at',
          sql<string>`left(s.token_hash, ${ID_LENGTH})`.as('token'),
        ])
        .orderBy('s.created_at', 'desc')
        .orderBy('s.token_hash')
        .limit(pageSize)
        .offset((pageNo - 1) * pageSize)
        .execute()
      const records = rows.map(
        ({ created_at, seen_at, address, ...user }): OnlineUser => ({
          ...user,
          address: address ?? '',
          signedInAt: localTime(created_at),
          seenAt: localTime(seen_at),
          isOwn: user.token === session.id,
        }),
      )
      return { records, total: Number(total) }
    },
  }
}

function localTime(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`
}
