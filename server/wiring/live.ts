import { formView } from '../modules/online-form/index.ts'
import { createHub } from '../socket/hub.ts'
import { createLiveRows } from '../socket/live-rows.ts'
import { createFindLive } from '../socket/live-sessions.ts'
import { pushNow } from '../socket/push.ts'
import type { Services } from './services.ts'

/** Open pages hear of what changes: the hub of their sockets, and what they are told of rows. */
export function createLive({ connections, documents, data, sessions, idleMs, now, log }: Services) {
  const { read, write } = connections
  const liveRows = createLiveRows({
    sessions,
    form: (name) => documents.resolve(name),
    seesRow: async (session, form, id) =>
      (await data.store.get(formView(session, form), session, id)) !== null,
    push: (push) => pushNow(write, push),
  })
  const hub = createHub({
    connections,
    findLive: createFindLive(read, idleMs, now),
    tableText: liveRows.tableText,
    rowsTexts: liveRows.rowsTexts,
    presenceText: liveRows.presenceText,
    warn: (reason, message) => log.warn({ err: reason }, message),
  })
  return { liveRows, hub }
}
