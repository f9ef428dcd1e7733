import type { Pool } from 'pg'
import { errorCode } from '../../../database/error-code.ts'

/** A statement that ran longer than it may. */
const CANCELED = '57014'

/** The rows of a statement; null where that takes longer than `ms`, a free connection included. */
export type LimitedRead = <R extends object>(
  text: string,
  values: readonly unknown[],
  ms: number,
) => Promise<R[] | null>

/** Reads on the read-only pool; a statement that takes too long is ended in the database, too. */
export function createLimitedRead(pool: Pool): LimitedRead {
  return async <R extends object>(text: string, values: readonly unknown[], ms: number) => {
    const end = Date.now() + ms
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      const left = Math.ceil(end - Date.now())
      if (left <= 0) return null
      await client.query('begin')
      await client.query("select set_config('statement_timeout', $1, true)", [String(left)])
      const { rows } = await client.query<R>(text, [...values])
      await client.query('commit')
      return rows
    } catch (error) {
      await client.query('rollback').catch((failed: unknown) => {
        broken = failed instanceof Error ? failed : new Error(String(failed))
      })
      if (errorCode(error) === CANCELED) return null
      throw error
    } finally {
      client.release(broken)
    }
  }
}
