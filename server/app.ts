import type { FastifyInstance } from 'fastify'
import { actionCode, actionRight, rightsPrefix } from '#schemas/compile/action-code.ts'
import program from '../package.json' with { type: 'json' }
import { type DeclaredRoute, installAccess } from './http/access.ts'
import { installAnswerLanguage } from './http/answer-language.ts'
import { installChangeLog } from './http/change-log.ts'
import { requestEvent } from './http/request-event.ts'
import { createHttpServer } from './http/server.ts'
import { createStrangerLog } from './http/stranger-log.ts'
import { installWebFiles } from './http/web-files.ts'
import type { Configuration } from './modules/configuration/configuration.ts'
import type { Dictionaries } from './modules/dict/dictionaries.ts'
import { DOCUMENTS_CHANGED } from './modules/document/documents.ts'
import type { JobClasses } from './modules/job/job-classes.ts'
import { changeWords } from './modules/log/change-words.ts'
import { watchCalls } from './modules/monitor/http-traces.ts'
import { namedFigures } from './modules/monitor/metrics.ts'
import { measured, registerPrometheus } from './modules/monitor/routes.ts'
import { createSampler } from './modules/monitor/sampler.ts'
import { shellSettingsOf } from './modules/setting/routes.ts'
import type { Settings } from './modules/setting/settings.ts'
import type { EventLog } from './operation/event-log.ts'
import type { SessionStore } from './permission/session-store.ts'
import { installSockets } from './socket/plugin.ts'
import { registerSockets } from './socket/routes.ts'
import { startTelemetry } from './telemetry/telemetry.ts'
import type { AppParts } from './wiring/app-parts.ts'
import { formParts, registerForms } from './wiring/form-routes.ts'
import { createLive } from './wiring/live.ts'
import { registerPeople } from './wiring/people-routes.ts'
import { createRecords } from './wiring/records.ts'
import { createServices, type Services } from './wiring/services.ts'
import { createSignIn, type SignIn } from './wiring/sign-in.ts'
import { registerSignIn } from './wiring/sign-in-routes.ts'
import { registerSystem } from './wiring/system-routes.ts'

/** The application, ready to listen or to be asked by tests. */
export interface App {
  server: FastifyInstance
  sessions: SessionStore
  dictionaries: Dictionaries
  settings: Settings
  configuration: Configuration
  events: EventLog
  /** The work that scheduled jobs may name. */
  jobClasses: JobClasses
  /** Every route with who may call it. */
  routes: readonly DeclaredRoute[]
  close(): Promise<void>
}

/** Builds the application from its parts: the one place where they are put together. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { config, connections, documents } = parts
  const server = await createHttpServer({
    apiBase: config.apiBase,
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    dialectV3: config.dialectV3,
    ...(parts.logStream ? { logStream: parts.logStream } : {}),
    ...(parts.checksAnswers ? { checksAnswers: true } : {}),
  })
  const telemetry =
    config.telemetry &&
    startTelemetry({
      config: config.telemetry,
      version: program.version,
      app: server,
      pools: [connections.writePool, connections.readPool],
      figures: async () => namedFigures(await measured(sampler)),
    })
  const services = await createServices(parts, server)
  const { texts, settings, sessions, events, dictionaries, data } = services
  installAnswerLanguage(server, texts)
  const records = createRecords(services)
  const signIn = createSignIn(services, parts)
  const live = createLive(services)
  const sampler = createSampler(server, {
    pool: connections.readPool,
    apiBase: config.apiBase,
    idleMs: services.idleMs,
    warn: (reason) => server.log.warn({ err: reason }, 'database not measured'),
  })
  const traces = watchCalls(server, config.apiBase)
  await installSockets(server)
  const routes = requireAccess(server, services, signIn)
  installChangeLog(server, { log: events, words: changeWords(documents) })
  await server.register(
    async (api) => {
      const forms = formParts(services, records)
      registerSignIn(api, services, signIn)
      registerForms(api, services, forms)
      registerPeople(api, services, records, forms)
      registerSystem(api, services, forms, { ...records, ...signIn, sampler, traces })
      registerSockets(api, { ...live, publicOrigins: config.publicOrigins })
    },
    { prefix: config.apiBase },
  )
  registerPrometheus(server, { sampler, token: config.metricsToken })
  if (parts.webFolder)
    await installWebFiles(server, parts.webFolder, {
      ...config,
      shell: () => shellSettingsOf(settings, config.apiBase),
    })
  // Another process has taken in documents: they are read before open pages ask for them.
  const unheard = connections.listen(DOCUMENTS_CHANGED, {
    onMessage: () =>
      void documents
        .reload()
        .then(() => sessions.forgetRights())
        .catch((error: unknown) => server.log.warn({ err: error }, 'documents not read')),
  })
  const untold = settings.onChange(() => live.hub.tellAll({ cmd: 'settings' }))
  await server.ready()

  return {
    server,
    sessions,
    dictionaries,
    settings,
    configuration: records.configuration,
    events,
    jobClasses: telemetry?.traced(records.jobClasses) ?? records.jobClasses,
    routes,
    async close() {
      await server.close()
      await telemetry?.close()
      records.news.close()
      live.hub.close()
      sampler.close()
      await events.settled()
      sessions.close()
      dictionaries.close()
      texts.close()
      data.close()
      untold()
      unheard()
      settings.close()
    },
  }
}

/** Every call is refused that its route does not allow; answers the list of routes, which grows as they are declared. */
function requireAccess(
  server: FastifyInstance,
  { documents, sessions, events }: Services,
  { apiKeys }: SignIn,
): readonly DeclaredRoute[] {
  const strangers = createStrangerLog()
  return installAccess(server, {
    sessionOf: (token, tenant) => sessions.find(token, tenant),
    whyEnded: (token) => sessions.whyEnded(token),
    sessionOfKey: (key, tenant) => apiKeys.find(key, tenant),
    permissionOf(name, action) {
      // A composite page is opened by who may list what is chosen from.
      const entry = documents.entry(documents.page(name)?.document?.left.form ?? name)
      if (!entry) return null
      const declared = entry.form?.list.actions.find((one) => actionCode(one) === action)
      // A document that cannot be used has said nothing of its rights.
      return `${entry.form?.rights ?? rightsPrefix(entry)}:${declared ? actionRight(declared) : action}`
    },
    onRefused(request, session, why) {
      // Requests without a session are unlimited in number: the log keeps the first of each address in a minute.
      if (!session && !strangers.mayLog(request.ip)) return
      events.write({
        ...requestEvent(request),
        kind: 'operation',
        content: `拒绝访问：${why}`,
        result: 'refused',
      })
    },
  })
}
