import type { Pool } from 'pg'
import { errorCode } from '../../../database/error-code.ts'
import { PreparedRead } from '../../../database/prepared-read.ts'
import { AppError } from '../../../errors.ts'

/** Statements with a name are parsed and planned once per connection; more would only fill its memory. */
const MAX_NAMED = 500

/** PostgreSQL's word for "the table is not as this statement thinks". */
const STRUCTURE_ERRORS = new Set(['42703', '42P01', '42883', '42804', '3F000'])
/** A prepared statement whose answer changed its shape, because the table was altered meanwhile. */
const PLAN_OUTDATED = '0A000'

/** Runs a query on the read-only pool; the same text is prepared once per connection. */
export type ReadQuery = <R extends object>(text: string, values: readonly unknown[]) => Promise<R[]>

/** Error answer for a table that does not match its document yet; the wire's word for it. */
export const notSynchronised = () => new AppError('NO_DB_SYNC')

/** One round trip per query: no transaction, a named prepared statement, read-only by the pool's settings. */
export function createReadQuery(pool: Pool): ReadQuery {
  const names = new Map<string, string>()

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_NAMED) return known
    const name = `form_${names.size}`
    names.set(text, name)
    return name
  }

  return async <R extends object>(text: string, values: readonly unknown[]) => {
    const name = nameOf(text)
    try {
      if (name === undefined) return (await pool.query<R>({ text, values: [...values] })).rows
      const { types } = pool.options
      // With a statement of one's own the pool answers what that says; its types know it of streams alone.
      return await (pool.query(new PreparedRead<R>({ name, text, values, types })) as unknown as Promise<R[]>)
    } catch (error) {
      const code = errorCode(error)
      if (code === PLAN_OUTDATED) return (await pool.query<R>({ text, values: [...values] })).rows
      if (code !== null && STRUCTURE_ERRORS.has(code)) throw notSynchronised()
      throw error
    }
  }
}

/** True for errors that say the table does not match the document. */
export function isStructureError(error: unknown): boolean {
  const code = errorCode(error)
  return code !== null && STRUCTURE_ERRORS.has(code)
}
