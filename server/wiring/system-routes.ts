import type { FastifyInstance } from 'fastify'
import { tenantOf, tokenOf } from '../http/access.ts'
import { registerMessages } from '../modules/announcement/message-routes.ts'
import { createMarkRead } from '../modules/announcement/read-marks.ts'
import { registerAnnouncement } from '../modules/announcement/routes.ts'
import { registerBackups } from '../modules/backup/routes.ts'
import { registerConfiguration } from '../modules/configuration/routes.ts'
import { registerDataLog } from '../modules/data-log/routes.ts'
import { registerDataSource } from '../modules/data-source/routes.ts'
import { createExternalCalls } from '../modules/external-call/external-call.ts'
import { registerExternalCall } from '../modules/external-call/routes.ts'
import { registerArchive } from '../modules/file/archive-routes.ts'
import { registerOssFiles } from '../modules/file/oss-file-routes.ts'
import { registerPreview } from '../modules/file/preview-routes.ts'
import { createReadableFiles } from '../modules/file/readable-files.ts'
import { registerStatic } from '../modules/file/static-routes.ts'
import { registerUploads } from '../modules/file/upload-routes.ts'
import { createGateway, enabledRoutes } from '../modules/gateway-route/gateway.ts'
import { routedBy } from '../modules/gateway-route/routed-by.ts'
import { registerGatewayRoute } from '../modules/gateway-route/routes.ts'
import { registerGuide } from '../modules/guide/routes.ts'
import { registerJobs } from '../modules/job/routes.ts'
import { registerLog } from '../modules/log/routes.ts'
import { registerVisits } from '../modules/log/visits.ts'
import { registerOutgoingMessages } from '../modules/message/routes.ts'
import { type MonitorParts, registerMonitor } from '../modules/monitor/routes.ts'
import { wireRoutes } from '../modules/online-form/index.ts'
import { registerOnlineUser } from '../modules/online-user/routes.ts'
import { registerSettings } from '../modules/setting/routes.ts'
import { registerTexts } from '../modules/text/routes.ts'
import type { Forms } from './form-routes.ts'
import type { Records } from './records.ts'
import type { Services } from './services.ts'
import type { SignIn } from './sign-in.ts'

/** Settings, logs, monitors, jobs, messages, backups and connections of the platform. */
export function registerSystem(
  api: FastifyInstance,
  services: Services,
  forms: Forms,
  system: Pick<Records, 'configuration'> & Pick<SignIn, 'secrets'> & Pick<MonitorParts, 'sampler' | 'traces'>,
): void {
  const {
    config,
    connections,
    documents,
    reader,
    data,
    settings,
    events,
    files,
    messages,
    online,
    texts,
    clock,
    say,
  } = services
  const { read, write } = connections
  registerBackups(api, {
    pool: connections.readPool,
    folder: services.backupFolder,
    secrets: system.secrets,
    log: events,
  })
  registerConfiguration(api, { configuration: system.configuration, log: events })
  registerSettings(api, {
    settings,
    pool: connections.readPool,
    networks: config.externalNetworks,
  })
  registerGuide(api, { read, write, settings })
  registerOnlineUser(api, { online, ...forms })
  registerAnnouncement(api, { forms, write })
  registerMessages(api, {
    messages,
    markRead: createMarkRead(connections.writePool, messages, clock),
    forms,
    now: clock,
  })
  registerLog(api, forms)
  registerVisits(api, read, clock)
  registerTexts(api, { texts, write })
  registerDataLog(api, {
    ...{ documents, reader, writer: forms.writer, store: data.store },
    ...{ pool: connections.readPool, now: clock },
  })
  registerMonitor(api, { ...system, pool: connections.readPool, dataDir: config.dataDir, say })
  wireRoutes(api, '/sys/log', { document: 'sys_log', list: false, deleteBatch: false }, forms)
  registerExternalCall(api, {
    call: createExternalCalls({ origins: config.externalOrigins, networks: config.externalNetworks }),
    routed: routedBy(createGateway(() => enabledRoutes(read))),
    log: events,
  })
  registerUploads(api, { ...files, documents })
  registerOssFiles(api, files, forms)
  const readable = createReadableFiles({
    ...files,
    files: files.table,
    async sessionOf(request) {
      const token = tokenOf(request)
      const session = token ? await services.sessions.find(token, tenantOf(request)) : null
      return session?.mustChangePassword || session?.mustSetSecondFactor ? null : session
    },
  })
  registerStatic(api, { ...files, readable })
  registerPreview(api, { ...files, readable, texts })
  registerArchive(api, { ...files, readable, documents })
  registerDataSource(api, forms)
  registerGatewayRoute(api, forms)
  registerJobs(api, forms, clock)
  registerOutgoingMessages(api, { forms, readPool: connections.readPool })
}
