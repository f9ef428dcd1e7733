import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { wireTime } from '#schemas/compile/form-variables.ts'

/** Holds for tenants (`t` in the statement) in which somebody may work now: neither frozen, nor before their begin, nor after their end. */
export function inForce(now: Date): RawBuilder<SqlBool> {
  const at = wireTime(now).datetime
  return sql<SqlBool>`(t.status = 1 and coalesce(t.begin_date <= ${at}::timestamp, true)
    and coalesce(t.end_date > ${at}::timestamp, true))`
}
