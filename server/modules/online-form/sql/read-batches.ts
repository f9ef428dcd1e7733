import type { Pool, PoolClient } from 'pg'
import { isStructureError, notSynchronised } from './read-query.ts'

/** Rows of a batch: few, since what is made of one keeps other callers waiting, and what lives short is cheap to collect. */
export const BATCH_ROWS = 50
/** Readings at the same time; each holds a connection of the pool for as long as it takes, and pages of lists need the others. */
const MAX_READINGS = 3
/** Who takes no more rows for this long (ms) is given up, so that no snapshot stays for ever. */
const PATIENCE_MS = 60_000

/** Who takes the rows of a statement a batch at a time, and what ends it. */
export interface TakeBatches<R> {
  onRows(rows: R[]): Promise<void>
  signal?: AbortSignal | undefined
}

/** Runs a query of any number of rows with a cursor: in little memory, and all of one snapshot. Rejects when the signal is given. */
export type ReadBatches = <R extends object>(
  statement: { text: string; values: readonly unknown[] },
  take: TakeBatches<R>,
) => Promise<void>

/** Reads in batches on the read-only pool. */
export function createReadBatches(pool: Pool): ReadBatches {
  const waiting: (() => void)[] = []
  let running = 0

  async function turn(signal: AbortSignal | undefined): Promise<void> {
    if (running < MAX_READINGS) {
      running += 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const mine = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(mine), 1)
        reject(signal?.reason)
      }
      waiting.push(mine)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  /** The next in the queue takes over the place of whoever is done. */
  function done(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return async (statement, take) => {
    take.signal?.throwIfAborted()
    await turn(take.signal)
    try {
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        await readAll(client, statement, take)
      } catch (error) {
        if (isStructureError(error)) throw notSynchronised()
        throw error
      } finally {
        await client.query('rollback').catch((error: Error) => {
          broken = error
        })
        client.release(broken)
      }
    } finally {
      done()
    }
  }
}

async function readAll<R extends object>(
  client: PoolClient,
  { text, values }: { text: string; values: readonly unknown[] },
  { onRows, signal }: TakeBatches<R>,
): Promise<void> {
  await client.query(
    `begin read only;
     set local idle_in_transaction_session_timeout = ${PATIENCE_MS};
     set local cursor_tuple_fraction = 1`,
  )
  await client.query({ text: `declare batches no scroll cursor for ${text}`, values: [...values] })
  // Answers of one connection hold on to each other until the old generation is collected: emptied, they hold no rows.
  const next = () => client.query<R>(`fetch ${BATCH_ROWS} from batches`).then(({ rows }) => rows.splice(0))
  for (let rows = await next(); rows.length > 0; rows = await next()) {
    signal?.throwIfAborted()
    const isLast = rows.length < BATCH_ROWS
    await onRows(rows)
    if (isLast) return
    signal?.throwIfAborted()
  }
}
