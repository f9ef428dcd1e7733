import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { ok } from '#schemas/api/envelope.ts'
import { type VisitDay, visitCounts, visitDays } from '#schemas/api/log.ts'
import { wireTime } from '#schemas/compile/form-variables.ts'
import type { Tables } from '../../database/tables.ts'
import { route } from '../../http/route.ts'
import type { Session } from '../../permission/session.ts'

const SIGNED_IN = { access: 'signedIn' } as const
/** Kind of the lines that tell of sign-ins, and what those of a session's beginning say. */
const [SIGN_IN, BEGUN] = [1, '登录成功']
const DAYS = 7
const DAY_MS = 86_400_000

/** How often people of the tenant signed in, as far as the log is kept: figures for a home page, without names. */
export function registerVisits(app: FastifyInstance, read: Kysely<Tables>, now: () => Date): void {
  const visits = ({ tenantId }: Session) =>
    read
      .selectFrom('sys_log')
      .where('tenant_id', '=', tenantId)
      .where('log_type', '=', SIGN_IN)
      .where('log_content', '=', BEGUN)
  const dayOf = (daysAgo: number) =>
    wireTime(new Date(now().getTime() - daysAgo * DAY_MS)).datetime.slice(0, 10)

  route(app, 'GET', '/sys/loginfo', { ...SIGNED_IN, answer: visitCounts }, async ({ session }) => {
    const [all, today] = await Promise.all([
      visits(session)
        .select(({ fn }) => fn.countAll<number>().as('visits'))
        .executeTakeFirstOrThrow(),
      visits(session)
        .where('create_time', '>=', `${dayOf(0)} 00:00:00`)
        .select(({ fn }) => [
          fn.countAll<number>().as('visits'),
          fn.count<number>('ip').distinct().as('addresses'),
        ])
        .executeTakeFirstOrThrow(),
    ])
    return ok({
      totalVisitCount: Number(all.visits),
      todayVisitCount: Number(today.visits),
      todayIp: Number(today.addresses),
    })
  })

  route(app, 'GET', '/sys/visitInfo', { ...SIGNED_IN, answer: visitDays }, async ({ session }) => {
    const day = sql<string>`to_char(create_time, 'YYYY-MM-DD')`
    const rows = await visits(session)
      .where('create_time', '>=', `${dayOf(DAYS - 1)} 00:00:00`)
      .select(({ fn }) => [
        day.as('day'),
        fn.countAll<number>().as('visits'),
        fn.count<number>('ip').distinct().as('addresses'),
      ])
      .groupBy(day)
      .execute()
    const days = Array.from({ length: DAYS }, (_, at): VisitDay => {
      const tian = dayOf(DAYS - 1 - at)
      const found = rows.find((row) => row.day === tian)
      return {
        tian,
        type: tian.slice(5),
        visit: Number(found?.visits ?? 0),
        ip: Number(found?.addresses ?? 0),
      }
    })
    return ok(days)
  })
}
