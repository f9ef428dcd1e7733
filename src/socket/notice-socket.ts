import type { PushMessage } from '#schemas/api/announcement.ts'
import { openReconnecting, type ReconnectingSocket } from './reconnecting-socket.ts'
import { socketAddress, socketProtocols } from './socket-address.ts'

/** The bell says that it is there this often. */
export const NOTICE_HEARTBEAT_MS = 20_000

export interface NoticeSocketOptions {
  apiBase: string
  token: string
  userId: string
  onOpen(): void
  /** Something was published or withdrawn. */
  onPush(): void
  /** What users may do has changed. */
  onRights(): void
  /** Kept dictionaries have changed. */
  onDicts?(): void
  /** Rows of a form have changed on the server, e.g. by a job: lists of them are out of date. */
  onRows?(form: string): void
  /** Name or look of the system has changed. */
  onSettings?(): void
  onDown(code: number | null): void
}

/** The bell's line to the server. */
export function openNoticeSocket({
  apiBase,
  token,
  userId,
  onPush,
  onRights,
  onDicts,
  onRows,
  onSettings,
  ...handlers
}: NoticeSocketOptions): ReconnectingSocket {
  return openReconnecting({
    ...handlers,
    address: socketAddress(apiBase, `/websocket/${encodeURIComponent(userId)}`),
    protocols: socketProtocols(token),
    heartbeat: { everyMs: NOTICE_HEARTBEAT_MS, text: () => 'HeartBeat' },
    onText(text) {
      const { cmd, form } = messageOf(text)
      if (cmd === 'topic' || cmd === 'user') onPush()
      if (cmd === 'rights') onRights()
      if (cmd === 'dicts') onDicts?.()
      if (cmd === 'rows' && form) onRows?.(form)
      if (cmd === 'settings') onSettings?.()
    },
  })
}

function messageOf(text: string): Partial<PushMessage> {
  try {
    return (JSON.parse(text) as PushMessage | null) ?? {}
  } catch {
    // Another server of this wire answers heartbeats with a bare word.
    return {}
  }
}
