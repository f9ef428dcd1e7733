import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** Wrong passwords before an account, or an address, has to wait. */
const MAX_PER_USER = 5
const MAX_PER_ADDRESS = 20
/** Up to here a solved slider opens a closed account for one more try; after that only time does. */
const MAX_WITH_SLIDER = 10
/** Failures older than this are forgotten; a lock lasts as long. */
export const LOCK_MS = 10 * 60_000

/** Counts wrong passwords per account and per address; kept in the database, so that all processes count together. */
export interface LoginGuard {
  /** Ms to wait before the next try; 0 when it may be made. */
  waitFor(username: string, address: string): Promise<number>
  /** Whether a solved slider may take the place of the wait. */
  opensBySlider(username: string, address: string): Promise<boolean>
  /** Answers true when this failure closed the door. */
  failed(username: string, address: string): Promise<boolean>
  succeeded(username: string): Promise<void>
  /**
   * Runs one try of an address and of an account after the other: tries sent at the same moment must not all slip in
   * before the count.
   */
  inTurn<T>(username: string, address: string, attempt: () => Promise<T>): Promise<T>
}

/** The guard over the database. `now` in ms, for tests. */
export function createLoginGuard(db: Kysely<Tables>, now: () => number = Date.now): LoginGuard {
  const userKey = (username: string) => `user:${username.toLowerCase().slice(0, 100)}`
  const addressKey = (address: string) => `address:${address}`

  const queues = new Map<string, Promise<unknown>>()

  async function queued<T>(key: string, attempt: () => Promise<T>): Promise<T> {
    const before = queues.get(key) ?? Promise.resolve()
    const mine = before.then(attempt, attempt)
    queues.set(key, mine)
    try {
      return await mine
    } finally {
      if (queues.get(key) === mine) queues.delete(key)
    }
  }

  async function count(subject: string): Promise<number> {
    const since = new Date(now() - LOCK_MS)
    const at = new Date(now())
    // An account counts wrong passwords in a row; behind an address there may be many people, so only those of a while.
    const counted = subject.startsWith('user:') ? 'sys_login_failure.last_at' : 'sys_login_failure.first_at'
    const row = await db
      .insertInto('sys_login_failure')
      .values({ subject, failures: 1, first_at: at, last_at: at })
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet((eb) => ({
          failures: eb
            .case()
            .when(counted, '<', since)
            .then(1)
            .else(eb('sys_login_failure.failures', '+', 1))
            .end(),
          first_at: eb
            .case()
            .when(counted, '<', since)
            .then(at)
            .else(eb.ref('sys_login_failure.first_at'))
            .end(),
          last_at: at,
        })),
      )
      .returning('failures')
      .executeTakeFirstOrThrow()
    return Number(row.failures)
  }

  function rowsOf(username: string, address: string) {
    return db
      .selectFrom('sys_login_failure')
      .selectAll()
      .where('subject', 'in', [userKey(username), addressKey(address)])
      .execute()
  }

  return {
    async opensBySlider(username, address) {
      const rows = await rowsOf(username, address)
      return rows.every(
        (row) =>
          row.failures < (row.subject.startsWith('user:') ? MAX_WITH_SLIDER : MAX_PER_ADDRESS) ||
          row.last_at.getTime() + LOCK_MS <= now(),
      )
    },
    async waitFor(username, address) {
      const rows = await rowsOf(username, address)
      const waits = rows.map((row) => {
        const most = row.subject.startsWith('user:') ? MAX_PER_USER : MAX_PER_ADDRESS
        return row.failures >= most ? row.last_at.getTime() + LOCK_MS - now() : 0
      })
      return Math.max(0, ...waits)
    },
    async failed(username, address) {
      const [byUser, byAddress] = await Promise.all([count(userKey(username)), count(addressKey(address))])
      return byUser >= MAX_PER_USER || byAddress >= MAX_PER_ADDRESS
    },
    inTurn(username, address, attempt) {
      // Always in this order, so that two tries never wait for each other.
      return queued(addressKey(address), () => queued(userKey(username), attempt))
    },
    async succeeded(username) {
      await db.deleteFrom('sys_login_failure').where('subject', '=', userKey(username)).execute()
    },
  }
}
