import { randomInt } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'

/** First key of the locks that processes hold: "jobs". */
export const LOCKS = 0x6a6f6273
/** A lost connection is replaced after this time. */
const AGAIN_MS = 500

/** SQL that is true for the number of a process which is there. */
export const isThere = (process: string) => `exists (
  select from pg_locks l where l.locktype = 'advisory' and l.objsubid = 2 and l.granted
    and l.database = (select oid from pg_database where datname = current_database())
    and l.classid::bigint = ${LOCKS} and l.objid::bigint = ${process})`

/** What tells other processes that this one is there: the database lets go of it when the process ends, however that comes about. */
export interface ProcessMark {
  /** The number of this process; null while it is not held. */
  number(): number | null
  hold(): Promise<void>
  release(): void
}

/** A lock of the database on a connection of its own. */
export function createProcessMark(pool: Pool, warn: (reason: unknown) => void): ProcessMark {
  const number = randomInt(1, 2 ** 31)
  let client: PoolClient | null = null
  let isOver = false
  let timer: NodeJS.Timeout | undefined

  async function hold(): Promise<void> {
    let taken: PoolClient | null = null
    try {
      taken = await pool.connect()
      const mine = taken
      taken.once('error', () => lost(mine))
      await taken.query('select pg_advisory_lock($1, $2)', [LOCKS, number])
      if (isOver) taken.release(true)
      else client = taken
    } catch (error) {
      taken?.release(true)
      if (isOver) return
      warn(error)
      again()
    }
  }

  function again(): void {
    timer = setTimeout(() => void hold(), AGAIN_MS)
    timer.unref()
  }

  function lost(held: PoolClient): void {
    if (client !== held) return
    client = null
    held.release(true)
    if (!isOver) again()
  }

  return {
    number: () => (client ? number : null),
    hold,
    release() {
      isOver = true
      clearTimeout(timer)
      client?.release(true)
      client = null
    },
  }
}
