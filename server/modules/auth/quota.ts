import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'

/** Counts events of a subject within a window; in the database, so that all processes count together. */
export interface Quota {
  /** Counts one more and answers true while there are at most `most` within `ms`. */
  take(subject: string, most: number, ms: number): Promise<boolean>
}

/** The counter over the same table as wrong passwords; subjects begin with what is counted, e.g. `sms-phone:`. */
export function createQuota(db: Kysely<Tables>, now: () => number): Quota {
  return {
    async take(subject, most, ms) {
      const at = new Date(now())
      const since = new Date(now() - ms)
      const row = await db
        .insertInto('sys_login_failure')
        .values({ subject: subject.slice(0, 200), failures: 1, first_at: at, last_at: at })
        .onConflict((conflict) =>
          conflict.column('subject').doUpdateSet((eb) => {
            const isOver = eb('sys_login_failure.first_at', '<=', since)
            return {
              failures: eb
                .case()
                .when(isOver)
                .then(1)
                .else(eb('sys_login_failure.failures', '+', 1))
                .end(),
              first_at: eb.case().when(isOver).then(at).else(eb.ref('sys_login_failure.first_at')).end(),
              last_at: at,
            }
          }),
        )
        .returning('failures')
        .executeTakeFirstOrThrow()
      return Number(row.failures) <= most
    },
  }
}
