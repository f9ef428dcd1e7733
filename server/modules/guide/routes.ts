import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { nothing } from '#schemas/api/answer.ts'
import { ok } from '#schemas/api/envelope.ts'
import { guideShape } from '#schemas/api/guide.ts'
import type { Tables } from '../../database/tables.ts'
import { route } from '../../http/route.ts'
import type { Settings } from '../setting/settings.ts'
import { guideOf, putAway } from './guide.ts'

/** Calls of the first-run guide. Who may open none of its screens is told of none. */
export function registerGuide(
  app: FastifyInstance,
  {
    read,
    write,
    settings,
  }: { read: Kysely<Tables>; write: Kysely<Tables>; settings: Pick<Settings, 'state'> },
): void {
  route(app, 'GET', '/sys/guide', { access: 'signedIn', answer: guideShape }, async ({ session }) =>
    ok(await guideOf(read, settings, session)),
  )

  route(app, 'POST', '/sys/guide/putAway', { access: 'signedIn', answer: nothing }, async ({ session }) => {
    await putAway(write, session.userId)
    return ok(null, '使用向导不再自动显示')
  })
}
