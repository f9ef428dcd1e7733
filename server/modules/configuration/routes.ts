import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  compareAnswer,
  compareBody,
  exportBody,
  MAX_PACKAGE_BYTES,
  packageAnswer,
  partsAnswer,
  partsQuery,
  takeAnswer,
  takeBody,
} from '#schemas/api/configuration.ts'
import { ok } from '#schemas/api/envelope.ts'
import { requestEvent } from '../../http/request-event.ts'
import { route } from '../../http/route.ts'
import type { EventLog } from '../../operation/event-log.ts'
import type { Configuration } from './configuration.ts'

const EXPORT = { access: { permission: 'system:config:export' } } as const
/** The body holds the package and a word for each of its entries besides. */
const IMPORT = {
  access: { permission: 'system:config:import' },
  bodyLimit: MAX_PACKAGE_BYTES + 1024 * 1024,
} as const

/** Calls of the screen that moves configurations. */
export function registerConfiguration(
  app: FastifyInstance,
  { configuration, log }: { configuration: Configuration; log: EventLog },
): void {
  /** The line of the log says what was done; a package is too long to be one of its parameters. */
  const tell = (request: FastifyRequest, content: string) =>
    log.write({ ...requestEvent(request), kind: 'operation', content, result: 'success' })

  route(
    app,
    'GET',
    '/sys/config/parts',
    { ...EXPORT, query: partsQuery, answer: partsAnswer },
    async ({ query, session }) => ok(await configuration.names(session, query)),
  )

  route(
    app,
    'POST',
    '/sys/config/export',
    { ...EXPORT, body: exportBody, answer: packageAnswer },
    async (request) => {
      const made = await configuration.export(request.session, request.body.choice)
      const count = Object.values(made.parts).reduce((sum, list) => sum + (list?.length ?? 0), 0)
      tell(request, `导出配置：${count} 项`)
      return ok(made)
    },
  )

  route(
    app,
    'POST',
    '/sys/config/compare',
    { ...IMPORT, body: compareBody, answer: compareAnswer },
    async (request) => {
      const compared = await configuration.compare(request.session, request.body.package)
      tell(request, '比较配置包与本系统')
      return ok(compared)
    },
  )

  route(
    app,
    'POST',
    '/sys/config/take',
    { ...IMPORT, body: takeBody, answer: takeAnswer },
    async (request) => {
      const { session, id, ip, body } = request
      const caller = { session, requestId: String(id), address: ip }
      const result = await configuration.take(caller, body.package, body.choice)
      tell(request, `导入配置：${result.taken.map(({ title, count }) => `${title} ${count} 项`).join('、')}`)
      return ok(result, '导入成功！')
    },
  )
}
