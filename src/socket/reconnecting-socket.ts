/** After an error or close the socket is opened again this much later. */
export const RECONNECT_MS = 5000

export interface SocketHandlers {
  onOpen?(): void
  onText(text: string): void
  /** It was lost, or could not be opened; with the close code where there is one. Called once for each time. */
  onDown?(code: number | null): void
}

export interface SocketOptions extends SocketHandlers {
  address: string
  protocols: string[]
  heartbeat: {
    everyMs: number
    text(): string
    /** Without any word from the other side for this long after a heartbeat, the line is given up. */
    replyMs?: number
  }
}

/** A socket that comes back. */
export interface ReconnectingSocket {
  /** False while there is no line: nothing is kept for later. */
  send(text: string): boolean
  isOpen(): boolean
  close(): void
}

/** Opens the socket, and again whenever it is lost. There is never more than one line, nor more than one try at a time. */
export function openReconnecting(options: SocketOptions): ReconnectingSocket {
  const { address, protocols, heartbeat } = options
  let socket: WebSocket | null = null
  let beat: ReturnType<typeof setInterval> | undefined
  let reply: ReturnType<typeof setTimeout> | undefined
  /** The lock: set while a reconnect is due. An error and the close after it ask for one only. */
  let retry: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  function connect(): void {
    retry = undefined
    let fresh: WebSocket
    try {
      fresh = new WebSocket(address, protocols)
    } catch {
      // An address that the browser refuses today may be allowed after the next try's redirect; the bell stays quiet.
      lost(null)
      return
    }
    socket = fresh
    fresh.onopen = () => {
      if (socket !== fresh) return
      say()
      beat = setInterval(say, heartbeat.everyMs)
      options.onOpen?.()
    }
    fresh.onmessage = ({ data }) => {
      if (socket !== fresh) return
      clearTimeout(reply)
      if (typeof data === 'string') options.onText(data)
    }
    fresh.onerror = () => lost(fresh)
    fresh.onclose = ({ code }) => lost(fresh, code)

    function say(): void {
      if (fresh.readyState !== WebSocket.OPEN) return
      fresh.send(heartbeat.text())
      if (heartbeat.replyMs === undefined) return
      clearTimeout(reply)
      reply = setTimeout(() => lost(fresh), heartbeat.replyMs)
    }
  }

  function lost(from: WebSocket | null, code: number | null = null): void {
    if (isClosed || from !== socket || retry !== undefined) return
    drop()
    retry = setTimeout(connect, RECONNECT_MS)
    options.onDown?.(code)
  }

  function drop(): void {
    clearInterval(beat)
    clearTimeout(reply)
    const old = socket
    socket = null
    if (!old) return
    old.onopen = old.onmessage = old.onerror = old.onclose = null
    old.close()
  }

  connect()
  return {
    send(text) {
      if (socket?.readyState !== WebSocket.OPEN) return false
      socket.send(text)
      return true
    },
    isOpen: () => socket?.readyState === WebSocket.OPEN,
    close() {
      isClosed = true
      clearTimeout(retry)
      drop()
    },
  }
}
