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
  onDown(code: number | null): void
}

/** The bell's line to the server. */
export function openNoticeSocket({
  apiBase,
  token,
  userId,
  onPush,
  onRights,
  ...handlers
}: NoticeSocketOptions): ReconnectingSocket {
  return openReconnecting({
    ...handlers,
    address: socketAddress(apiBase, `/websocket/${encodeURIComponent(userId)}`),
    protocols: socketProtocols(token),
    heartbeat: { everyMs: NOTICE_HEARTBEAT_MS, text: () => 'HeartBeat' },
    onText(text) {
      const cmd = commandOf(text)
      if (cmd === 'topic' || cmd === 'user') onPush()
      if (cmd === 'rights') onRights()
    },
  })
}

function commandOf(text: string): PushMessage['cmd'] | null {
  try {
    return (JSON.parse(text) as PushMessage | null)?.cmd ?? null
  } catch {
    // Another server of this wire answers heartbeats with a bare word.
    return null
  }
}
