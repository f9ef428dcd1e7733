import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SessionEnd } from '#schemas/api/session-end.ts'
import type { Connections } from '../database/connection.ts'
import { AppError } from '../errors.ts'
import { endOldest } from './oldest-sessions.ts'
import { readRights, type UserRights } from './permission-data.ts'
import { RIGHTS_CHANGED, RIGHTS_CHANNEL } from './rights-channel.ts'
import type { Session } from './session.ts'
import { endReasonOf, keepEnds } from './session-ends.ts'
import { ID_LENGTH, sessionOf } from './session-of.ts'

/** A session ends this long after its sign-in, however busy. */
export const SESSION_MS = 7 * 24 * 3_600_000
/** The time of the last call is written at most this often. */
const TOUCH_MS = 60_000

/** Where a session comes from. */
export interface SessionOrigin {
  address: string
  /** What the browser says of itself; null where it says nothing. */
  device: string | null
}

/** Sessions and what their users may do. Rights are cached in memory and forgotten the moment they change. */
export interface SessionStore {
  /** Begins a session and answers its token: 256 random bits, of which only a hash is kept. */
  begin(userId: string, tenantId: number, from: SessionOrigin): Promise<string>
  /** The session of a token, or null; in the session's own tenant where none is named. One that is not the user's is refused. */
  find(token: string, tenant?: string): Promise<Session | null>
  rights(session: Pick<Session, 'userId' | 'tenantId'>): Promise<UserRights | null>
  end(token: string): Promise<void>
  /** Ends one session by the name that `Session.id` gives it, if its user belongs to the tenant. */
  endNamed(id: string, tenantId: number): Promise<boolean>
  /** Ends sessions of a user by their names, or all but the one named `except`; answers how many. */
  endOf(
    userId: string,
    which: { ids: readonly string[] } | { except: string },
    reason: SessionEnd,
  ): Promise<number>
  /** Ends all sessions of a user, whose password was changed. */
  endAll(userId: string, reason: SessionEnd): Promise<void>
  /** Why the session of a token that is not valid ended, as far as that is known. */
  whyEnded(token: string): Promise<SessionEnd | null>
  /** Forgets cached rights, here and in other processes. To be called after roles, grants, users or menus change. */
  rightsChanged(): Promise<void>
  /** Forgets cached rights in this process, so that the next call here knows; for after a commit that told the others. */
  forgetRights(): void
  /** Chooses the tenant that a session works in; the caller has checked that it is one of the user's. */
  chooseTenant(token: string, tenantId: number): Promise<void>
  /** Chooses the current department of a user. */
  chooseDepartment(session: Session, orgCode: string): Promise<void>
  close(): void
}

interface Kept {
  userId: string
  tenantId: number
  createdAt: number
  seenAt: number
  touchedAt: number
}

/** Hash under which a token is kept. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** What an administrator says of sessions. */
export interface SessionPolicy {
  /** A session ends after so many ms without a call. */
  idleMs: number
  /** Sessions that a user may have at once; the oldest ones end. 0: any number. */
  maxPerUser: number
}

/** The store over the database. `now` in ms, for tests. */
export function createSessionStore(
  connections: Connections,
  policy: () => SessionPolicy,
  now: () => number = Date.now,
): SessionStore {
  const { write, read } = connections
  const kept = new Map<string, Kept>()
  const built = new Map<string, { session: Session; rights: UserRights }>()
  const rightsOf = new Map<string, UserRights>()
  let version = 0

  const forget = () => {
    version++
    kept.clear()
    built.clear()
    rightsOf.clear()
  }
  let listening = false
  const unlisten = connections.listen(RIGHTS_CHANNEL, {
    onMessage: forget,
    // Changes made while the connection was lost are unknown.
    onUp: (up) => {
      listening = up
      forget()
    },
  })

  async function announce(what = ''): Promise<void> {
    forget()
    await sql`select pg_notify(${RIGHTS_CHANNEL}, ${what})`.execute(write)
  }

  async function load(hash: string): Promise<Kept | null> {
    const known = kept.get(hash)
    if (known && listening) return known
    const started = version
    const row = await read
      .selectFrom('sys_session')
      .select(['user_id', 'tenant_id', 'created_at', 'seen_at'])
      .where('token_hash', '=', hash)
      .executeTakeFirst()
    if (!row) return null
    const fresh = {
      userId: row.user_id,
      tenantId: row.tenant_id,
      createdAt: row.created_at.getTime(),
      seenAt: row.seen_at.getTime(),
      touchedAt: row.seen_at.getTime(),
    }
    // A session that ended while it was read must not be kept.
    if (started === version) kept.set(hash, fresh)
    return fresh
  }

  /** A tenant ends without anybody changing it. */
  const isEnded = ({ tenantEnds }: UserRights) => tenantEnds !== null && tenantEnds <= now()

  async function loadRights(userId: string, tenantId: number): Promise<UserRights | null> {
    const key = `${userId} ${tenantId}`
    const known = rightsOf.get(key)
    if (known && listening && !isEnded(known)) return known
    const started = version
    const rights = await readRights(read, userId, tenantId, new Date(now()))
    // Rights that changed while they were read must not be kept.
    if (rights?.tenants.includes(tenantId) && started === version) rightsOf.set(key, rights)
    return rights
  }

  return {
    async begin(userId, tenantId, { address, device }) {
      const token = randomBytes(32).toString('base64url')
      const at = new Date(now())
      await write
        .insertInto('sys_session')
        .values({
          token_hash: hashToken(token),
          user_id: userId,
          tenant_id: tenantId,
          address,
          device,
          created_at: at,
          seen_at: at,
          expires_at: new Date(now() + SESSION_MS),
        })
        .execute()
      const { maxPerUser } = policy()
      const oldest = maxPerUser > 0 ? await endOldest(write, userId, maxPerUser) : []
      if (oldest.length > 0) {
        await keepEnds(write, oldest, 'tooMany')
        await announce()
      }
      return token
    },

    async find(token, tenant) {
      if (token.length > 200) return null
      const hash = hashToken(token)
      const at = now()
      const { idleMs } = policy()
      const isOver = ({ createdAt, seenAt }: Kept) => at - createdAt > SESSION_MS || at - seenAt > idleMs
      let session = await load(hash)
      if (session && isOver(session)) {
        // He may have been busy at another server process all the time.
        kept.delete(hash)
        session = await load(hash)
      }
      if (!session) return null
      if (isOver(session)) {
        await write.deleteFrom('sys_session').where('token_hash', '=', hash).execute()
        await keepEnds(write, [hash], at - session.createdAt > SESSION_MS ? 'expired' : 'idle')
        await announce()
        return null
      }
      session.seenAt = at
      if (at - session.touchedAt > TOUCH_MS) {
        session.touchedAt = at
        await write
          .updateTable('sys_session')
          .set({ seen_at: new Date(at) })
          .where('token_hash', '=', hash)
          .execute()
      }
      const asked = tenant === undefined ? session.tenantId : idOf(tenant)
      const key = `${hash} ${asked}`
      const known = built.get(key)
      if (known && listening && !isEnded(known.rights)) return known.session
      const started = version
      const rights = await loadRights(session.userId, asked)
      if (!rights) return null
      if (!rights.tenants.includes(asked)) {
        // A user who was removed from the tenant of the session has no session any more.
        if (asked === session.tenantId) return null
        throw new AppError('TENANT_FORBIDDEN')
      }
      const fresh = sessionOf(hash, asked, rights)
      if (started === version) built.set(key, { session: fresh, rights })
      return fresh
    },

    rights: (session) => loadRights(session.userId, session.tenantId),

    async end(token) {
      await write.deleteFrom('sys_session').where('token_hash', '=', hashToken(token)).execute()
      await announce()
    },

    async endNamed(id, tenantId) {
      const ended = await write
        .deleteFrom('sys_session')
        .where(sql<string>`left(token_hash, ${ID_LENGTH})`, '=', id)
        .where('user_id', 'in', (eb) =>
          eb.selectFrom('sys_user_tenant').select('user_id').where('tenant_id', '=', tenantId),
        )
        .returning('token_hash')
        .execute()
      if (ended.length === 0) return false
      await keepEnds(write, hashesOf(ended), 'forced')
      await announce()
      return true
    },

    async endOf(userId, which, reason) {
      const name = sql<string>`left(token_hash, ${ID_LENGTH})`
      const named = write.deleteFrom('sys_session').where('user_id', '=', userId)
      const ended = await ('ids' in which
        ? named.where(name, 'in', [...which.ids, ''])
        : named.where(name, '!=', which.except)
      )
        .returning('token_hash')
        .execute()
      await keepEnds(write, hashesOf(ended), reason)
      if (ended.length > 0) await announce()
      return ended.length
    },

    async endAll(userId, reason) {
      const ended = await write
        .deleteFrom('sys_session')
        .where('user_id', '=', userId)
        .returning('token_hash')
        .execute()
      await keepEnds(write, hashesOf(ended), reason)
      await announce()
    },

    whyEnded: async (token) => (token.length > 200 ? null : endReasonOf(read, hashToken(token))),

    rightsChanged: () => announce(RIGHTS_CHANGED),
    forgetRights: forget,

    async chooseTenant(token, tenantId) {
      await write
        .updateTable('sys_session')
        .set({ tenant_id: tenantId })
        .where('token_hash', '=', hashToken(token))
        .execute()
      await announce()
    },

    async chooseDepartment(session, orgCode) {
      await write
        .updateTable('sys_user')
        .set({ org_code: orgCode })
        .where('id', '=', session.userId)
        .execute()
      await announce()
    },

    close: unlisten,
  }
}

function hashesOf(rows: readonly { token_hash: string }[]): string[] {
  return rows.map(({ token_hash }) => token_hash)
}

/** A number that no tenant has for what is none. */
function idOf(tenant: string): number {
  return /^\d{1,9}$/.test(tenant) ? Number(tenant) : -1
}
