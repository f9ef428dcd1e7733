import program from '../../package.json' with { type: 'json' }
import { backupJob } from '../modules/backup/backups.ts'
import { createConfiguration } from '../modules/configuration/configuration.ts'
import { createDepartGrants } from '../modules/depart-role/depart-grants.ts'
import { DOCUMENTS_CHANGED, type Documents } from '../modules/document/documents.ts'
import { type ExportJobParts, exportJob } from '../modules/export/export-job.ts'
import { createExporter } from '../modules/export/exporter.ts'
import { CHANGED } from '../modules/export/my-exports.ts'
import { emptyBins } from '../modules/history/empty-bin.ts'
import { undoJob } from '../modules/history/undo-job.ts'
import { createUndoOrders } from '../modules/history/undo-orders.ts'
import { cleanUp } from '../modules/job/clean-up.ts'
import { type JobClasses, logParameter } from '../modules/job/job-classes.ts'
import { CHANNELS } from '../modules/message/receivers.ts'
import { sendMessages } from '../modules/message/send-messages.ts'
import { mailSender, smsMessageSender } from '../modules/message/senders.ts'
import { systemMessageSender } from '../modules/message/system-message.ts'
import { checkBehaviours, createFormActions, createFormWriter } from '../modules/online-form/index.ts'
import { createRoleGrants } from '../modules/role/grants.ts'
import { TEXTS_CHANGED } from '../modules/text/store.ts'
import { pushNow } from '../socket/push.ts'
import { createRowNews } from '../socket/row-news.ts'
import { createActionCalls } from './action-calls.ts'
import { behavioursOver } from './behaviours.ts'
import type { Services } from './services.ts'

/** The writer of records with what stands on it: actions, grants, jobs, configuration packages. */
export function createRecords(services: Services) {
  const { config, connections, documents, data, sessions, events, clock, log, box, settings, files } =
    services
  const exporter = createExporter({
    reader: services.reader,
    documents,
    folder: files.folder,
    say: services.say,
  })
  const undoOrders = createUndoOrders(connections.writePool)
  // The writer, which messages need, asks the rules of jobs for the names in here.
  const jobClasses: JobClasses = {
    backup: backupJob({
      ...connections,
      folder: services.backupFolder,
      program: program.version,
      keyMark: () => box.mark(),
      files: files.store,
    }),
    'clean-up': cleanUp(connections.write, config.logDays, {
      async emptyBins() {
        const { recycleDays } = await settings.get('history')
        return emptyBins(connections.writePool, documents, recycleDays, clock())
      },
      expireExports: () => services.exportOrders.expire(),
      expireUndos: () => undoOrders.expire(),
      sweepFiles: files.sweep,
    }),
    export: exportJob({
      orders: services.exportOrders,
      documents,
      exporter,
      files: files.made,
      sessions,
      texts: services.texts,
      send: (message) => sendToUser(message),
      changed: ({ tenantId, userId }) =>
        pushNow(connections.write, { to: 'users', tenantId, userIds: [userId], message: CHANGED }),
      log: events,
      warn: (reason, message) => log.warn({ err: reason }, message),
    }),
    'send-messages': (run) => sendWaiting(run),
    undo: undoJob({
      orders: undoOrders,
      documents,
      writer: { restore: (...asked) => writer.restore(...asked) },
      sessions,
      texts: services.texts,
      send: (message) => sendToUser(message),
      warn: (reason, message) => log.warn({ err: reason }, message),
    }),
    'log-parameter': logParameter({ info: (message) => log.info(message) }),
  }
  const behaviours = behavioursOver(services, documents, jobClasses)
  checkBehaviours(behaviours, documents)
  const news = createRowNews({
    push: (told) => pushNow(connections.write, told),
    warn: (reason, message) => log.warn({ err: reason }, message),
  })
  /** Writes records of the documents given: those in force, or those of a package that is taken in. */
  const writerOver = (known: Documents, rules = behavioursOver(services, known, jobClasses)) =>
    createFormWriter({
      pool: connections.writePool,
      changes: data.changes,
      log,
      now: clock,
      documents: known,
      behaviours: rules,
      onChanged: news.add,
    })
  const writer = writerOver(documents, behaviours)
  const grantParts = {
    pool: connections.writePool,
    readPool: connections.readPool,
    sessions,
    documents,
    describe: events.describe,
  }
  const roleGrants = createRoleGrants(grantParts)
  const departGrants = createDepartGrants(grantParts)
  const configuration = createConfiguration({
    readPool: connections.readPool,
    documents,
    writerOver: (known) => writerOver(known),
    grantsOver: (known) => createRoleGrants({ ...grantParts, documents: known }),
    say: services.say,
    channels: { documents: DOCUMENTS_CHANGED, texts: TEXTS_CHANGED },
  })
  const calls = createActionCalls(services, { roles: roleGrants, departs: departGrants })
  const actions = createFormActions({ writer, calls, store: data.store })
  const systemMessages = systemMessageSender({ documents, writer, actions })
  const sendWaiting = sendMessages(
    connections.writePool,
    {
      [CHANNELS.sms]: smsMessageSender(services.sms, services.isSmsLogged),
      [CHANNELS.mail]: mailSender(() => settings.get('mail'), config.smtpUrl, config.externalNetworks, {
        warn: (message) => log.warn(message),
      }),
      [CHANNELS.system]: systemMessages,
    },
    clock,
  )
  const sendToUser: ExportJobParts['send'] = async ({ userId, ...message }) => {
    await systemMessages.send({ ...message, receivers: [userId] })
  }
  return { exporter, jobClasses, news, writer, undoOrders, actions, roleGrants, departGrants, configuration }
}

export type Records = ReturnType<typeof createRecords>
