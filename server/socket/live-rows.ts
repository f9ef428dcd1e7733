import type { LiveRowsMessage } from '#schemas/api/announcement.ts'
import { parsePlace } from '#schemas/api/presence.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { isSystemColumn } from '#schemas/compile/system-columns.ts'
import { may, rowRule } from '../permission/may.ts'
import type { Session } from '../permission/session.ts'
import type { SessionStore } from '../permission/session-store.ts'
import type { Connection, HubParts } from './hub.ts'
import { createPresence, recordOf } from './presence.ts'
import type { Push } from './push.ts'

/** More tables than a page shows. */
const MAX_KEYS = 50
const MAX_KEY_LENGTH = 200
/** The one column of every row that is never sent. */
const TENANT = '_tenant'

export interface LiveRowsParts {
  sessions: Pick<SessionStore, 'rights'>
  /** The form that a name stands for. */
  form(name: string): CompiledForm | null
  /** Whether the row is one that the session may read. */
  seesRow(session: Session, form: CompiledForm, id: string): Promise<boolean>
  push(push: Push): Promise<void>
}

/** Tables on several screens, kept alike: `<form code>` names a list, `<form code>:<record id>` an opened record. */
export interface LiveRows {
  /** Takes what a browser said; what cannot be read, or may not be said, is left aside. */
  receive(connection: Connection, pageId: string, text: string): Promise<void>
  /** The connection is closed: its user has left all records. */
  left(connection: Connection): Promise<void>
  presenceText: HubParts['presenceText']
  tableText: HubParts['tableText']
  rowsTexts: HubParts['rowsTexts']
}

/** Passes changed rows on to those who show the same table and may see it, with the columns that they may see. */
export function createLiveRows({ sessions, form, seesRow, push }: LiveRowsParts): LiveRows {
  /** Rights as they are now, not as they were when the connection was opened. */
  async function current({ session }: Connection): Promise<Session | null> {
    const rights = await sessions.rights(session)
    return rights?.tenants.includes(session.tenantId) ? { ...session, ...rights } : null
  }
  /** What the sender may say: rows that the sender may read, columns that the sender may change. */
  async function tellable(
    message: LiveRowsMessage,
    session: Session,
    compiled: CompiledForm,
  ): Promise<LiveRowsMessage | null> {
    const changes = (column: string) => may(session, 'change', { form: compiled, column }).allowed
    const isNarrowed = rowRule(session, compiled) !== null
    if (message.type === 'common_send_date') {
      const isBare = isNarrowed || compiled.fields.some(({ name }) => !changes(name))
      return isBare ? { ...message, data: { ...message.data, args: null } } : message
    }
    if (message.type !== 'update_vxe_table') return null
    const { socketKey, args } = message.data
    const { id } = args.row
    if (isNarrowed && !(await seesRow(session, compiled, String(id)))) return null
    const names = new Set(compiled.fields.map(({ name }) => name))
    const said = Object.entries(args.row).filter(
      ([name]) =>
        name === 'id' || (names.has(name) && !isSystemColumn(name, compiled.document) && changes(name)),
    )
    return {
      ...message,
      data: { socketKey, args: { ...args, row: Object.fromEntries(said) as typeof args.row } },
    }
  }

  const formOf = (socketKey: string) => form(socketKey.split(':', 1)[0] ?? '')
  const presence = createPresence({ form, current, seesRow, push })
  /** Of a message about a record: whether it is one that the session may read. */
  async function isOwn(session: Session, compiled: CompiledForm, socketKey: string): Promise<boolean> {
    const record = recordOf(socketKey)
    return record === null || rowRule(session, compiled) === null || seesRow(session, compiled, record.id)
  }

  return {
    async receive(connection, pageId, text) {
      const message = parseMessage(text)
      if (!message) return
      if (message.type === 'heart_beat') {
        if (message.data !== true) {
          const { socketKeys } = message.data
          await presence.join(connection, await presence.admitted(connection, socketKeys))
        }
        connection.send(JSON.stringify({ type: 'heart_beat', data: true }))
        return
      }
      if (message.type === 'tell_place') {
        await presence.place(connection, message.data.socketKey, message.data.place)
        return
      }
      if (message.type === 'rows_changed' || message.type === 'presence') return
      const socketKey = message.type === 'update_vxe_table' ? message.data.socketKey : message.data.key
      const compiled = formOf(socketKey)
      const session = compiled && (await current(connection))
      if (!compiled || !session || !may(session, 'edit', { form: compiled }).allowed) return
      if (!(await isOwn(session, compiled, socketKey))) return
      const told = await tellable(message, session, compiled)
      if (!told) return
      await push({
        to: 'tables',
        tenantId: session.tenantId,
        socketKey,
        from: connection.id,
        message: signed(told, pageId),
      })
    },

    left: (connection) => presence.join(connection, new Set()),
    presenceText: presence.text,

    async tableText(connection, { socketKey, message }) {
      const compiled = formOf(socketKey)
      const session = compiled && (await current(connection))
      if (!compiled || !session || !may(session, 'list', { form: compiled }).allowed) return null
      if (!(await isOwn(session, compiled, socketKey))) return null
      const isNarrowed = rowRule(session, compiled) !== null
      const sees = (column: string) => may(session, 'see', { form: compiled, column }).allowed
      if (message.type === 'common_send_date') {
        // Nobody knows what an event carries, so it is told bare to those who do not see everything.
        const isBare = isNarrowed || compiled.fields.some(({ name }) => !sees(name))
        const data = isBare ? { ...message.data, args: null } : message.data
        return JSON.stringify({ ...message, data })
      }
      if (message.type !== 'update_vxe_table') return null
      const { row, senderId } = message.data.args
      const names = new Set(compiled.fields.map(({ name }) => name))
      const seen = Object.entries(row).filter(
        ([name]) =>
          name === 'id' ||
          (!isNarrowed &&
            name !== TENANT &&
            (isSystemColumn(name, compiled.document) || names.has(name)) &&
            sees(name)),
      )
      const args = { row: Object.fromEntries(seen), senderId }
      return JSON.stringify({ ...message, data: { socketKey, args } })
    },

    async rowsTexts(connection, { table, by, changed, added, isMany }) {
      const { page, session, socketKeys } = connection
      if (page !== null && by === pageOf(session, page)) return []
      const shown = [...socketKeys].filter((key) => form(key)?.tableName === table)
      const rights = shown.length > 0 ? await current(connection) : null
      if (!rights) return []
      return shown.flatMap((key) => {
        const compiled = form(key)
        if (!compiled || !may(rights, 'list', { form: compiled }).allowed) return []
        const data = { form: key, changed, added, isMany }
        return [JSON.stringify({ type: 'rows_changed', data } satisfies LiveRowsMessage)]
      })
    },
  }
}

/** A page among those of all users: nobody can take another user's name for a page. */
export function pageOf({ userId }: Pick<Session, 'userId'>, page: string): string {
  return `${userId}/${page}`
}

/** The sender's name is written here, so a sender cannot use another's name. */
function signed(message: LiveRowsMessage, pageId: string): LiveRowsMessage {
  if (message.type !== 'update_vxe_table') return message
  const { socketKey, args } = message.data
  return { type: message.type, data: { socketKey, args: { row: args.row, senderId: pageId } } }
}

/** A message of the wire, checked; null for anything else. */
export function parseMessage(text: string): LiveRowsMessage | null {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return null
  }
  if (!isObject(message)) return null
  const { type, data } = message
  if (type === 'heart_beat') {
    // Other clients' heartbeats name no tables.
    const keys = isObject(data) && Array.isArray(data.socketKeys) ? data.socketKeys : null
    return { type, data: keys ? { socketKeys: keys.filter(isKey).slice(0, MAX_KEYS) } : true }
  }
  if (!isObject(data)) return null
  if (type === 'tell_place')
    return isKey(data.socketKey)
      ? { type, data: { socketKey: data.socketKey, place: parsePlace(data.place) } }
      : null
  if (type === 'common_send_date')
    return isKey(data.key) ? { type, data: { key: data.key, args: data.args ?? null } } : null
  if (type !== 'update_vxe_table' || !isKey(data.socketKey) || !isObject(data.args)) return null
  const { row } = data.args
  if (!isObject(row) || typeof row.id !== 'string') return null
  return { type, data: { socketKey: data.socketKey, args: { row, senderId: '' } } }
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_KEY_LENGTH
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
