import type { Pool, PoolClient } from 'pg'
import { errorCode } from './error-code.ts'

/** Two transactions that wait for each other: the one that lost is simply begun again. */
const RETRIED = new Set(['40P01', '40001'])
const MAX_TRIES = 4

/** Runs `work` in one transaction on the write pool; all of it or nothing is kept. */
export async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin')
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch((rollbackError: unknown) => {
        // The connection is of no further use; the pool must not hand it out again.
        broken = rollbackError instanceof Error ? rollbackError : new Error(String(rollbackError))
      })
      const code = errorCode(error)
      if (code === null || !RETRIED.has(code) || tries >= MAX_TRIES) throw error
    } finally {
      client.release(broken)
    }
  }
}

/** Runs `work` in a transaction of which nothing is kept. */
export async function inTrial<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    return await work(client)
  } finally {
    await client.query('rollback').catch((error: unknown) => {
      broken = error instanceof Error ? error : new Error(String(error))
    })
    client.release(broken)
  }
}
