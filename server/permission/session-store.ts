import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Connections } from '../database/connection.ts'
import { AppError } from '../errors.ts'
import { readRights, type UserRights } from './permission-data.ts'
import type { Session } from './session.ts'

/** A session ends this long after its sign-in, however busy. */
export const SESSION_MS = 7 * 24 * 3_600_000
/** The time of the last call is written at most this often. */
const TOUCH_MS = 60_000
/** Where processes tell each other that sessions or rights changed. */
export const RIGHTS_CHANNEL = 'rights_changed'
/** Said there when what users may do has changed; anything else is about a session. */
export const RIGHTS_CHANGED = 'rights'
/** Characters of the hash that name a session; far too few to be the token. */
export const ID_LENGTH = 16

/** Sessions and what their users may do. Rights are cached in memory and forgotten the moment they change. */
export interface SessionStore {
  /** Begins a session and answers its token: 256 random bits, of which only a hash is kept. */
  begin(userId: string, tenantId: number, address: string): Promise<string>
  /** The session of a token, or null. Another tenant than one of the user's is refused. */
  find(token: string, tenant?: string): Promise<Session | null>
  rights(session: Session): Promise<UserRights | null>
  end(token: string): Promise<void>
  /** Ends one session by the name that `Session.id` gives it, if its user belongs to the tenant. */
  endNamed(id: string, tenantId: number): Promise<boolean>
  /** Ends all sessions of a user: password change, freezing, deletion. */
  endAll(userId: string): Promise<void>
  /** Forgets cached rights, here and in other processes. To be called after roles, grants, users or menus change. */
  rightsChanged(): Promise<void>
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

/** The store over the database. A session ends after `idleMs` without a call. `now` in ms, for tests. */
export function createSessionStore(
  connections: Connections,
  idleMs: number,
  now: () => number = Date.now,
): SessionStore {
  const { write, read } = connections
  const kept = new Map<string, Kept>()
  const built = new Map<string, Session>()
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
    // What changed while nobody listened is unknown.
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

  async function loadRights(userId: string, tenantId: number): Promise<UserRights | null> {
    const key = `${userId} ${tenantId}`
    const known = rightsOf.get(key)
    if (known && listening) return known
    const started = version
    const rights = await readRights(read, userId, tenantId)
    // Rights that changed while they were read must not be kept.
    if (rights?.tenants.includes(tenantId) && started === version) rightsOf.set(key, rights)
    return rights
  }

  return {
    async begin(userId, tenantId, address) {
      const token = randomBytes(32).toString('base64url')
      const at = new Date(now())
      await write
        .insertInto('sys_session')
        .values({
          token_hash: hashToken(token),
          user_id: userId,
          tenant_id: tenantId,
          address,
          created_at: at,
          seen_at: at,
          expires_at: new Date(now() + SESSION_MS),
        })
        .execute()
      await write.deleteFrom('sys_session').where('expires_at', '<', new Date(now())).execute()
      return token
    },

    async find(token, tenant) {
      if (token.length > 200) return null
      const hash = hashToken(token)
      const at = now()
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
      const asked = tenant === undefined || tenant === '' || tenant === '0' ? session.tenantId : idOf(tenant)
      const key = `${hash} ${asked}`
      const known = built.get(key)
      if (known && listening) return known
      const started = version
      const rights = await loadRights(session.userId, asked)
      if (!rights) return null
      if (!rights.tenants.includes(asked)) {
        // Taken out of his own tenant, he has no session any more.
        if (asked === session.tenantId) return null
        throw new AppError(403, '无权访问该租户', null, 510)
      }
      const fresh = sessionOf(hash, asked, rights)
      if (started === version) built.set(key, fresh)
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
        .executeTakeFirst()
      if (Number(ended.numDeletedRows) === 0) return false
      await announce()
      return true
    },

    async endAll(userId) {
      await write.deleteFrom('sys_session').where('user_id', '=', userId).execute()
      await announce()
    },

    rightsChanged: () => announce(RIGHTS_CHANGED),

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

/** A number that no tenant has for what is none. */
function idOf(tenant: string): number {
  return /^\d{1,9}$/.test(tenant) ? Number(tenant) : -1
}

function sessionOf(hash: string, tenantId: number, rights: UserRights): Session {
  const digest = createHash('sha256')
  for (const code of [...rights.permissions].sort()) digest.update(code).update('\n')
  digest.update(
    JSON.stringify(
      [...rights.forms].map(([code, form]) => [
        code,
        [...form.visible],
        [...form.editable],
        [...form.rows],
        form.menuRules,
      ]),
    ),
  )
  digest.update(`${rights.userId} ${tenantId} ${rights.isAdmin}`)
  return {
    id: hash.slice(0, ID_LENGTH),
    userId: rights.userId,
    username: rights.username,
    realname: rights.realname,
    tenantId,
    orgCode: rights.orgCode,
    orgCodes: rights.orgCodes,
    roleCodes: rights.roleCodes,
    isAdmin: rights.isAdmin,
    permissions: rights.permissions,
    forms: rights.forms,
    rightsVersion: digest.digest('hex').slice(0, 16),
  }
}
