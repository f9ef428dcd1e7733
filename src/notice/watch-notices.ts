import type { ReconnectingSocket } from '../socket/reconnecting-socket.ts'

/** While the socket is away, the lists are asked for this often. */
export const POLL_MS = 6000
/** A socket that took longer than this to open may have missed something since the first load. */
const SLOW_OPEN_MS = 1000
/** Close code of the server for a session that is over. */
const SESSION_ENDED = 4401
/** A minute of tries. */
const TRIES_PER_LOOK = 12

export interface NoticeWatch {
  /** Loads the lists; rejects when that fails. */
  load(): Promise<void>
  connect(handlers: { onOpen(): void; onPush(): void; onDown(code: number | null): void }): ReconnectingSocket
  /** The failure means that the session is over. */
  isSessionOver(error: unknown): boolean
}

/**
 * Keeps the bell's lists fresh: loaded at once, then whenever the server pushes. Polling stands in while the socket is
 * away, and not in a hidden browser tab. When a load fails it stops without a word; the socket's return, or
 * the next push, begins anew. Answers `reload` and what ends it all.
 */
export function watchNotices({ load, connect, isSessionOver }: NoticeWatch): {
  reload(): void
  stop(): void
} {
  let isStopped = false
  let hasFailed = false
  let isLoading = false
  let isAskedAgain = false
  const begun = Date.now()

  async function reload(): Promise<void> {
    if (isStopped) return
    if (isLoading) {
      // What is under way may be older than what was pushed.
      isAskedAgain = true
      return
    }
    isLoading = true
    try {
      await load()
      hasFailed = false
    } catch (error) {
      hasFailed = true
      if (isSessionOver(error)) stop()
    } finally {
      isLoading = false
    }
    if (isAskedAgain) {
      isAskedAgain = false
      void reload()
    }
  }

  function stop(): void {
    isStopped = true
    clearInterval(polling)
    socket.close()
  }

  let opened = 0
  let isUp = false
  let failedTries = 0
  const socket = connect({
    onOpen() {
      opened++
      isUp = true
      failedTries = 0
      if (opened > 1 || Date.now() - begun > SLOW_OPEN_MS) void reload()
    },
    onPush: () => void reload(),
    onDown(code) {
      // The line was cut just now: polling takes over.
      if (isUp) hasFailed = false
      isUp = false
      failedTries++
      // Why a handshake was refused is not said: a load finds out now and then whether the session is over.
      if (code === SESSION_ENDED || failedTries % TRIES_PER_LOOK === 0) void reload()
    },
  })
  const polling = setInterval(() => {
    if (!socket.isOpen() && !hasFailed && !document.hidden && !isLoading) void reload()
  }, POLL_MS)
  void reload()

  return { reload: () => void reload(), stop }
}
