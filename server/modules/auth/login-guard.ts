import type { Kysely } from 'kysely'
import { type BoundedQueue, createBoundedQueue } from '../../bounded-queue.ts'
import type { Tables } from '../../database/tables.ts'

/** Wrong passwords of an account from one address, before each further try needs a slider and waits. */
const MAX_PER_PAIR = 5
/** Wrong passwords of one address, and of one account from anywhere, before each further try needs a slider. */
const MAX_PER_ADDRESS = 20
const MAX_PER_ACCOUNT = 30
/** Failures older than this are forgotten. */
export const LOCK_MS = 10 * 60_000
/** The first try beyond the limit waits this long, each further one twice as long, up to the most. */
const FIRST_DELAY_MS = 1000
const MAX_DELAY_MS = 4000
/** Tries that wait for the one before them: of an account from one address, and of an address. */
const WAITING = { pair: 8, address: 50 } as const

/**
 * Counts wrong passwords; kept in the database, so that all processes count together. Nothing is ever closed for the
 * owner of an account: beyond the limits a try costs a solved slider, and, for an account from the same address, time.
 */
export interface LoginGuard {
  /** Whether the next try needs a solved slider. */
  needsSlider(username: string, address: string): Promise<boolean>
  /**
   * Ms until a subject that is no account (a code, a ticket, an old password) may be tried again from this address;
   * `anywhere` counts the failures from all addresses, too.
   */
  waitFor(subject: string, address: string, from?: 'anywhere'): Promise<number>
  /** Answers true when this failure reached a limit. */
  failed(username: string, address: string): Promise<boolean>
  succeeded(username: string, address: string): Promise<void>
  /**
   * Runs tries of an account from one address, and tries of an address, one after the other: tries sent at the same
   * moment must not all slip in before the count. `isSlow` lets a try beyond the limit wait first.
   */
  inTurn<T>(username: string, address: string, attempt: () => Promise<T>, isSlow?: boolean): Promise<T>
}

export interface LoginGuardParts {
  db: Kysely<Tables>
  /** Ms; for tests. */
  now(): number
  sleep(ms: number): Promise<void>
}

/** The guard over the database. */
export function createLoginGuard({ db, now, sleep }: LoginGuardParts): LoginGuard {
  const accountKey = (username: string) => `user:${username.toLowerCase().slice(0, 100)}`
  const addressKey = (address: string) => `address:${address}`
  const pairKey = (username: string, address: string) =>
    `pair:${address} ${username.toLowerCase().slice(0, 100)}`
  const queues = new Map<string, BoundedQueue>()

  async function queued<T>(key: string, waiting: number, attempt: () => Promise<T>): Promise<T> {
    const queue = queues.get(key) ?? createBoundedQueue({ running: 1, waiting }, 'TOO_MANY_TRIES')
    queues.set(key, queue)
    try {
      return await queue.run(attempt)
    } finally {
      if (queue.size() === 0) queues.delete(key)
    }
  }

  async function count(subject: string): Promise<number> {
    const since = new Date(now() - LOCK_MS)
    const at = new Date(now())
    // An account from one address counts wrong passwords in a row; the others may stand for many people, so those count of a while.
    const counted = subject.startsWith('pair:') ? 'sys_login_failure.last_at' : 'sys_login_failure.first_at'
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

  /** Failures that still count, and when the last one was. */
  async function failuresOf(subjects: readonly string[]) {
    const rows = await db
      .selectFrom('sys_login_failure')
      .selectAll()
      .where('subject', 'in', [...subjects])
      .execute()
    return new Map(
      rows
        .filter((row) => row.last_at.getTime() + LOCK_MS > now())
        .map((row) => [row.subject, { failures: row.failures, lastAt: row.last_at.getTime() }]),
    )
  }

  async function delayOf(username: string, address: string): Promise<number> {
    const key = pairKey(username, address)
    const failures = (await failuresOf([key])).get(key)?.failures ?? 0
    const beyond = failures - MAX_PER_PAIR
    return beyond < 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** beyond, MAX_DELAY_MS)
  }

  return {
    async needsSlider(username, address) {
      const pair = pairKey(username, address)
      const account = accountKey(username)
      const found = await failuresOf([pair, account, addressKey(address)])
      const failures = (subject: string) => found.get(subject)?.failures ?? 0
      return (
        failures(pair) >= MAX_PER_PAIR ||
        failures(account) >= MAX_PER_ACCOUNT ||
        failures(addressKey(address)) >= MAX_PER_ADDRESS
      )
    },
    async waitFor(subject, address, from) {
      const most = new Map([
        [pairKey(subject, address), MAX_PER_PAIR],
        ...(from === 'anywhere' ? [[accountKey(subject), MAX_PER_ACCOUNT] as const] : []),
      ])
      const found = await failuresOf([...most.keys()])
      const waits = [...found].map(([key, { failures, lastAt }]) =>
        failures >= (most.get(key) ?? Number.POSITIVE_INFINITY) ? lastAt + LOCK_MS - now() : 0,
      )
      return Math.max(0, ...waits)
    },
    async failed(username, address) {
      const [byPair, byAccount, byAddress] = await Promise.all([
        count(pairKey(username, address)),
        count(accountKey(username)),
        count(addressKey(address)),
      ])
      return byPair >= MAX_PER_PAIR || byAccount >= MAX_PER_ACCOUNT || byAddress >= MAX_PER_ADDRESS
    },
    async succeeded(username, address) {
      await db.deleteFrom('sys_login_failure').where('subject', '=', pairKey(username, address)).execute()
    },
    inTurn(username, address, attempt, isSlow = false) {
      // Always in this order, so that two tries never wait for each other; the wait holds up this account here, and no other.
      return queued(pairKey(username, address), WAITING.pair, async () => {
        const delay = isSlow ? await delayOf(username, address) : 0
        if (delay > 0) await sleep(delay)
        return queued(addressKey(address), WAITING.address, attempt)
      })
    },
  }
}
