import type { LiveRowsArgs, LiveRowsMessage, RowsChanged } from '#schemas/api/announcement.ts'
import type { Place, Presence } from '#schemas/api/presence.ts'
import { openReconnecting } from './reconnecting-socket.ts'
import { socketAddress, socketProtocols } from './socket-address.ts'

export const TABLE_HEARTBEAT_MS = 10_000
/** Without an answer to a heartbeat for this long, the line is given up and opened again. */
export const TABLE_REPLY_MS = 6000

export interface LiveRowsOptions {
  apiBase: string
  token: string
  userId: string
  /** Names this page among all that are open. */
  pageId: string
}

/** What a table wants to hear. */
export interface TableListener {
  /** Somebody else changed a row. It holds the columns that this user may see, at least `id`. */
  onRow?(args: LiveRowsArgs): void
  onEvent?(args: unknown): void
  /** Rows of the form were kept by another page; any of them may be while the line was lost. */
  onRows?(news: RowsChanged): void
  /** Somebody else has the record of this key open. */
  onPerson?(one: Presence): void
  onDown?(): void
}

/** Keeps tables on several screens alike. */
export interface LiveRowsSocket {
  readonly pageId: string
  /** `socketKey` is `<form code>` or `<form code>:<record id>`. Answers what ends it. */
  join(socketKey: string, listener: TableListener): () => void
  /** Tells the others about a changed row. */
  tellRow(socketKey: string, row: { id: string; [column: string]: unknown }): void
  tellEvent(socketKey: string, args: unknown): void
  /** Tells where this user is in an opened record; told again when the line was lost. */
  tellPlace(socketKey: string, place: Place | null): void
  close(): void
}

/** Opens the page's line for its tables. */
export function openLiveRows({ apiBase, token, userId, pageId }: LiveRowsOptions): LiveRowsSocket {
  const listeners = new Map<string, Set<TableListener>>()
  const places = new Map<string, Place | null>()
  let wasDown = false
  const tellRows = (news: RowsChanged) => {
    for (const listener of listeners.get(news.form) ?? []) listener.onRows?.(news)
  }
  const heartbeat = () =>
    JSON.stringify({
      type: 'heart_beat',
      data: { socketKeys: [...listeners.keys()] },
    } satisfies LiveRowsMessage)
  const socket = openReconnecting({
    address: socketAddress(apiBase, `/vxeSocket/${encodeURIComponent(userId)}/${encodeURIComponent(pageId)}`),
    protocols: socketProtocols(token),
    // Which tables the page shows goes with each heartbeat, so a server that was restarted knows them, too.
    heartbeat: { everyMs: TABLE_HEARTBEAT_MS, replyMs: TABLE_REPLY_MS, text: heartbeat },
    onOpen() {
      // The heartbeat that goes before has named the records.
      for (const [socketKey, place] of places) say({ type: 'tell_place', data: { socketKey, place } })
      if (wasDown)
        for (const form of listeners.keys()) tellRows({ form, changed: [], added: [], isMany: true })
      wasDown = false
    },
    onDown() {
      wasDown = true
      for (const set of listeners.values()) for (const listener of set) listener.onDown?.()
    },
    onText(text) {
      const message = parse(text)
      if (message?.type === 'update_vxe_table') {
        const { socketKey, args } = message.data
        if (args.senderId === pageId) return
        for (const listener of listeners.get(socketKey) ?? []) listener.onRow?.(args)
      } else if (message?.type === 'common_send_date')
        for (const listener of listeners.get(message.data.key) ?? []) listener.onEvent?.(message.data.args)
      else if (message?.type === 'rows_changed') tellRows(message.data)
      else if (message?.type === 'presence')
        for (const listener of listeners.get(message.data.socketKey) ?? []) listener.onPerson?.(message.data)
    },
  })
  const say = (message: LiveRowsMessage) => socket.send(JSON.stringify(message))

  return {
    pageId,
    join(socketKey, listener) {
      const set = listeners.get(socketKey) ?? new Set()
      set.add(listener)
      listeners.set(socketKey, set)
      socket.send(heartbeat())
      return () => {
        set.delete(listener)
        if (set.size > 0) return
        listeners.delete(socketKey)
        // Others are told at once that a record was closed; of lists the next heartbeat is soon enough.
        if (places.delete(socketKey)) socket.send(heartbeat())
      }
    },
    tellRow: (socketKey, row) => {
      say({ type: 'update_vxe_table', data: { socketKey, args: { row, senderId: pageId } } })
    },
    tellEvent: (key, args) => {
      say({ type: 'common_send_date', data: { key, args } })
    },
    tellPlace(socketKey, place) {
      places.set(socketKey, place)
      say({ type: 'tell_place', data: { socketKey, place } })
    },
    close: socket.close,
  }
}

function parse(text: string): LiveRowsMessage | null {
  try {
    return JSON.parse(text) as LiveRowsMessage
  } catch {
    return null
  }
}
