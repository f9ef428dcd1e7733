import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Connections } from './database/connection.ts'
import { type DeclaredRoute, installAccess } from './http/access.ts'
import { requestEvent } from './http/request-event.ts'
import { createHttpServer } from './http/server.ts'
import { createStrangerLog } from './http/stranger-log.ts'
import { installWebFiles } from './http/web-files.ts'
import { registerAnnouncement } from './modules/announcement/routes.ts'
import { createAnnouncementService } from './modules/announcement/service.ts'
import { createAnnouncementStore } from './modules/announcement/store.ts'
import { areaText } from './modules/area/area-text.ts'
import { createAccounts } from './modules/auth/accounts.ts'
import { createAdmission } from './modules/auth/admission.ts'
import { createLoginGuard } from './modules/auth/login-guard.ts'
import { createOneTimeSecrets } from './modules/auth/one-time-secrets.ts'
import { registerOtherWays } from './modules/auth/other-routes.ts'
import { createOtherWays } from './modules/auth/other-ways.ts'
import { createQuota } from './modules/auth/quota.ts'
import { registerAuth } from './modules/auth/routes.ts'
import { createAuthService } from './modules/auth/service.ts'
import { createSliders } from './modules/auth/slider.ts'
import { createSmsCodes, logSmsSender, type SmsSender } from './modules/auth/sms.ts'
import { registerCategory } from './modules/category/routes.ts'
import { createCategoryStore } from './modules/category/store.ts'
import { registerCheckRule } from './modules/check-rule/routes.ts'
import { registerDepart } from './modules/depart/routes.ts'
import { createDictionaries, type Dictionaries } from './modules/dict/dictionaries.ts'
import { registerDict } from './modules/dict/routes.ts'
import type { Documents } from './modules/document/documents.ts'
import { registerDuplicate } from './modules/duplicate/routes.ts'
import { createExternalCalls } from './modules/external-call/external-call.ts'
import { registerExternalCall } from './modules/external-call/routes.ts'
import { createFillRules } from './modules/fill-rule/fill-rules.ts'
import { registerFillRule } from './modules/fill-rule/routes.ts'
import { cachedTexts } from './modules/online-form/cached-texts.ts'
import { createFormReader } from './modules/online-form/reader.ts'
import { registerOnlineForm } from './modules/online-form/routes.ts'
import { createRowAccess } from './modules/online-form/row-access.ts'
import { platformLevel } from './modules/online-form/select-options.ts'
import { createFormWriter } from './modules/online-form/writer.ts'
import { registerOnlineUser } from './modules/online-user/routes.ts'
import { createOnlineUserStore } from './modules/online-user/store.ts'
import { registerUser } from './modules/user/routes.ts'
import { createUserStore } from './modules/user/store.ts'
import { createEventLog, type EventLog } from './operation/event-log.ts'
import { createSessionStore, type SessionStore } from './permission/session-store.ts'
import { createHub } from './socket/hub.ts'
import { createLiveRows } from './socket/live-rows.ts'
import { createFindLive } from './socket/live-sessions.ts'
import { installSockets } from './socket/plugin.ts'
import { pushNow } from './socket/push.ts'
import { registerSockets } from './socket/routes.ts'

/** What the application is built from. */
export interface AppParts {
  config: Pick<
    Config,
    | 'apiBase'
    | 'gridLicenseKey'
    | 'page'
    | 'logLevel'
    | 'sessionIdleMinutes'
    | 'registration'
    | 'casUrl'
    | 'publicOrigins'
    | 'externalOrigins'
    | 'thirdLoginSecrets'
    | 'trustProxy'
  >
  connections: Connections
  documents: Documents
  /** Folder of the built browser application; absent in tests of calls. */
  webFolder?: string
  /** Sends short messages; the built-in one writes them to the log. */
  smsSender?: SmsSender
  /** Clock in ms, for tests of locks and session ends. */
  now?: () => number
  /** Where log lines go; the terminal when absent. */
  logStream?: { write(line: string): void }
}

/** The application, ready to listen or to be asked by tests. */
export interface App {
  server: FastifyInstance
  sessions: SessionStore
  dictionaries: Dictionaries
  events: EventLog
  /** Every route with who may call it. */
  routes: readonly DeclaredRoute[]
  close(): Promise<void>
}

/** Builds the application from its parts: the one place where they are put together. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { config, connections, documents } = parts
  const now = parts.now ?? Date.now
  const server = await createHttpServer({
    apiBase: config.apiBase,
    logLevel: config.logLevel,
    trustProxy: config.trustProxy,
    ...(parts.logStream ? { logStream: parts.logStream } : {}),
  })
  const clock = () => new Date(now())
  const idleMs = config.sessionIdleMinutes * 60_000
  const data = createRowAccess(connections, clock)
  const sessions = createSessionStore(connections, idleMs, now)
  const strangers = createStrangerLog()
  const events = createEventLog(connections.write, (lost, reason) =>
    server.log.error({ lost, err: reason }, 'events not written'),
  )
  const dictionaries = createDictionaries({ connections, documents, store: data.store })
  const fillRules = createFillRules(connections.readPool, clock)
  const reader = createFormReader({
    documents,
    store: data.store,
    read: data.read,
    dictionaries: cachedTexts(dictionaries, documents, data.changes, now),
    areaText,
    now: clock,
  })
  const writer = createFormWriter({
    pool: connections.writePool,
    documents,
    changes: data.changes,
    fillRules,
    dictionaries,
    areaText,
    log: server.log,
    now: clock,
  })
  const { read, write } = connections
  const guard = createLoginGuard(write, now)
  const secrets = createOneTimeSecrets(write, now)
  const admission = createAdmission({
    read,
    sessions,
    log: events,
    allDictItems: () => dictionaries.kept(),
  })
  const auth = createAuthService({
    read,
    write,
    sessions,
    guard,
    log: events,
    admission,
    sliders: createSliders(secrets, now),
  })
  const codes = createSmsCodes({
    read,
    secrets,
    quota: createQuota(write, now),
    sender: parts.smsSender ?? logSmsSender({ warn: (message) => server.log.warn(message) }),
    warn: (phone, reason) =>
      server.log.error({ phone: `…${phone.slice(-4)}`, err: reason }, 'message not sent'),
  })
  const accounts = createAccounts({
    registration: config.registration,
    read,
    write,
    codes,
    secrets,
    sessions,
    log: events,
  })
  const ways = createOtherWays({
    config,
    read,
    write,
    codes,
    secrets,
    guard,
    admission,
    log: events,
    warn: (message, reason) => server.log.warn({ err: reason }, message),
  })

  const announcements = createAnnouncementStore(read)
  const liveRows = createLiveRows({
    sessions,
    form: (name) => documents.resolve(name),
    push: (push) => pushNow(write, push),
  })
  const hub = createHub({
    connections,
    findLive: createFindLive(read, idleMs, now),
    tableText: liveRows.tableText,
    warn: (reason, message) => server.log.warn({ err: reason }, message),
  })

  await installSockets(server)
  const routes = installAccess(server, {
    sessionOf: (token, tenant) => sessions.find(token, tenant),
    formCode: (name) => documents.resolve(name)?.code ?? documents.entry(name)?.code ?? null,
    onRefused(request, session, why) {
      // Whoever knocks without a key can do so for ever: the log keeps the first knocks of a minute.
      if (!session && !strangers.mayLog(request.ip)) return
      events.write({
        ...requestEvent(request),
        kind: 'operation',
        content: `拒绝访问：${why}`,
        result: 'refused',
      })
    },
  })
  await server.register(
    async (api) => {
      registerAuth(api, auth)
      registerOtherWays(api, { ways, codes, accounts })
      registerOnlineUser(api, {
        store: createOnlineUserStore(read, idleMs, now),
        sessions,
        log: events,
      })
      registerAnnouncement(api, {
        store: announcements,
        service: createAnnouncementService({ pool: connections.writePool, store: announcements, now: clock }),
        now: clock,
      })
      registerSockets(api, { hub, liveRows, publicOrigins: config.publicOrigins })
      registerDict(api, { dictionaries, documents, store: data.store, connections })
      registerUser(api, createUserStore(connections.read))
      registerDepart(api, connections)
      registerCategory(api, createCategoryStore(connections.read))
      registerDuplicate(api, { documents, store: data.store })
      registerCheckRule(api, connections)
      registerFillRule(api, fillRules)
      registerExternalCall(api, {
        call: createExternalCalls({ origins: config.externalOrigins }),
        log: events,
      })
      registerOnlineForm(api, {
        documents,
        reader,
        writer,
        store: data.store,
        dictionaries,
        log: events,
        platformLevel: platformLevel(connections),
      })
    },
    { prefix: config.apiBase },
  )
  if (parts.webFolder) await installWebFiles(server, parts.webFolder, config)
  await server.ready()

  return {
    server,
    sessions,
    dictionaries,
    events,
    routes,
    async close() {
      await server.close()
      hub.close()
      await events.settled()
      sessions.close()
      dictionaries.close()
      data.close()
    },
  }
}
