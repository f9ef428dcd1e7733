import type { Pool } from 'pg'
import { errorCode } from '../../../database/error-code.ts'

/** A statement that ran longer than it may. */
const CANCELED = '57014'

/** Counts the rows of a statement that answers `total`; null where that takes longer than `ms`. */
export type LimitedCount = (text: string, values: readonly unknown[], ms: number) => Promise<number | null>

/** Counts on the read-only pool; a count that takes too long is ended in the database, too. */
export function createLimitedCount(pool: Pool): LimitedCount {
  return async (text, values, ms) => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin')
      await client.query("select set_config('statement_timeout', $1, true)", [String(Math.ceil(ms))])
      const { rows } = await client.query<{ total: number }>(text, [...values])
      await client.query('commit')
      return rows[0]?.total ?? 0
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
