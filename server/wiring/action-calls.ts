import type { ACTION_CALLS } from '#schemas/page/call-names.ts'
import { messageCalls } from '../modules/announcement/read-marks.ts'
import { apiKeyCalls } from '../modules/api-key/routes.ts'
import { orderBackup } from '../modules/backup/backups.ts'
import { connectionTest } from '../modules/data-source/connection-test.ts'
import { tellDictionaries } from '../modules/dict/dict-rules.ts'
import { exportCalls } from '../modules/export/my-exports.ts'
import { jobCalls } from '../modules/job/job-calls.ts'
import { clearLog } from '../modules/log/clear-log.ts'
import { outgoingMessageCalls } from '../modules/message/send-messages.ts'
import type { ActionCall } from '../modules/online-form/index.ts'
import { forceLogout } from '../modules/online-user/force-logout.ts'
import { undoCall } from '../modules/rights-undo/undo.ts'
import { type UndoRightsParts, undoRights } from '../modules/rights-undo/undo-rights.ts'
import { recycleBinCalls } from '../modules/user/recycle-bin.ts'
import { resetSecondFactor, userCalls } from '../modules/user/user-calls.ts'
import type { Services } from './services.ts'

/** What the actions of documents do on the server, by the names of `schemas/page/call-names.ts`. */
export function createActionCalls(services: Services, grants: Pick<UndoRightsParts, 'roles' | 'departs'>) {
  const { config, documents, data, sessions, events, messages, box, dictionaries, files } = services
  return {
    'backup.make': orderBackup,
    'log.clear': clearLog,
    'log.undo': undoCall(undoRights({ ...grants, documents, records: data.store })),
    'online-user.forceLogout': forceLogout(sessions, events),
    ...apiKeyCalls,
    ...exportCalls(files.made),
    ...jobCalls,
    ...messageCalls(messages),
    ...outgoingMessageCalls,
    ...userCalls,
    'user.resetSecondFactor': resetSecondFactor(documents, sessions, events),
    'data-source.test': connectionTest({ box, networks: config.externalNetworks }),
    async 'dict.refresh'({ step }) {
      await tellDictionaries(step, dictionaries)
      return { message: '字典缓存已刷新' }
    },
    ...recycleBinCalls(documents, events),
  } satisfies Record<(typeof ACTION_CALLS)[number], ActionCall>
}
