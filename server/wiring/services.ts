import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { UNDONE_AT_ONCE } from '#schemas/api/operation.ts'
import { reader as caller } from '../language.ts'
import { createMyMessages } from '../modules/announcement/my-messages.ts'
import { areaText } from '../modules/area/area-text.ts'
import { createNewPasswords } from '../modules/auth/new-passwords.ts'
import { logSmsSender } from '../modules/auth/sms.ts'
import { backupFolder } from '../modules/backup/backups.ts'
import { createMyDeparts } from '../modules/depart/my-departs.ts'
import { declaredLookups } from '../modules/dict/declared-lookups.ts'
import { createDictionaries } from '../modules/dict/dictionaries.ts'
import { createExportOrders } from '../modules/export/export-orders.ts'
import { createMyExports } from '../modules/export/my-exports.ts'
import { createFillRules } from '../modules/fill-rule/fill-rules.ts'
import { gatewaySmsSender } from '../modules/message/senders.ts'
import { cachedTexts, createFormReader, createRowAccess } from '../modules/online-form/index.ts'
import { createOnlineSessions } from '../modules/online-user/store.ts'
import { createMenuPages } from '../modules/permission/menu-pages.ts'
import { settingsOfEnvironment } from '../modules/setting/from-environment.ts'
import { createSettings } from '../modules/setting/settings.ts'
import { createTextRows } from '../modules/text/text-rows.ts'
import { createTexts } from '../modules/text/texts.ts'
import { createDeletedUsers } from '../modules/user/deleted-users.ts'
import { createEventLog } from '../operation/event-log.ts'
import { createSessionStore } from '../permission/session-store.ts'
import { createSecretBox } from '../secret-box.ts'
import type { AppParts } from './app-parts.ts'
import { createFileParts } from './files.ts'

/** What modules share: clock, settings, sessions, rows, dictionaries, logs. Everything else is built over them. */
export async function createServices(parts: AppParts, server: FastifyInstance) {
  const { config, connections, documents } = parts
  const now = parts.now ?? Date.now
  const texts = await createTexts({ connections, documents })
  const clock = () => new Date(now())
  const box = createSecretBox({
    secretKey: config.secretKey,
    keyFile: join(config.dataDir, 'secret.key'),
  })
  const settings = await createSettings({ connections, box, fixed: settingsOfEnvironment(config) })
  const idleMs = () => settings.last('session').idleMinutes * 60_000
  const online = createOnlineSessions(connections.read, idleMs, now)
  const messages = createMyMessages(connections.read, clock)
  const deleted = createDeletedUsers(connections.read)
  const myDeparts = createMyDeparts(connections.read)
  const exportOrders = createExportOrders(connections.writePool)
  const data = createRowAccess(
    connections,
    {
      'deleted-user': deleted,
      'menu-page': createMenuPages(documents),
      'my-depart': myDeparts,
      'my-export': createMyExports(exportOrders),
      'my-message': messages,
      'online-user': online,
      text: createTextRows(texts),
    },
    clock,
  )
  const sessions = createSessionStore(
    connections,
    () => ({ idleMs: idleMs(), maxPerUser: settings.last('session').maxPerUser }),
    now,
  )
  const passwords = createNewPasswords({
    read: connections.read,
    policy: () => settings.get('password'),
    now,
  })
  const events = createEventLog(connections.write, (lost, reason) =>
    server.log.error({ lost, err: reason }, 'events not written'),
  )
  const lookups = declaredLookups(documents)
  const dictionaries = createDictionaries({ connections, documents, store: data.store, lookups, areaText })
  const fillRules = createFillRules(connections.readPool, clock)
  const files = createFileParts({
    connections,
    config,
    box,
    documents,
    store: data.store,
    settings,
    now,
    warn: (reason, message) => server.log.warn({ err: reason }, message),
  })
  const reader = createFormReader({
    documents,
    addFiles: files.addToRows,
    store: data.store,
    read: data.read,
    dictionaries: cachedTexts(dictionaries, documents, data.changes, now),
    areaText,
    now: clock,
  })
  const sms =
    parts.smsSender ??
    gatewaySmsSender(
      () => settings.get('sms'),
      config.smsGatewayUrl !== null,
      config.externalNetworks,
      logSmsSender({ warn: (message) => server.log.warn(message) }, config.logsShortMessages),
    )
  return {
    config,
    connections,
    documents,
    texts,
    now,
    clock,
    box,
    settings,
    idleMs,
    online,
    messages,
    deleted,
    myDeparts,
    exportOrders,
    undoneAtOnce: parts.undoneAtOnce ?? UNDONE_AT_ONCE,
    data,
    sessions,
    passwords,
    events,
    lookups,
    dictionaries,
    fillRules,
    files,
    reader,
    sms,
    // Short messages that are only logged are not announced as sent.
    isSmsLogged: async () => !parts.smsSender && (await settings.get('sms')).gatewayUrl === '',
    backupFolder: backupFolder(config.dataDir),
    log: server.log,
    /** A sentence of the server in the language of whoever called. */
    say: (sentence: string) => texts.say(caller().language, sentence),
  }
}

export type Services = Awaited<ReturnType<typeof createServices>>
