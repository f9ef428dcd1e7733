import { RequestError } from '#renderer/index.ts'
import { text } from '../text/zh-CN.ts'
import { type CallOptions, type Http, Unreachable } from './http.ts'

/** What stands in the way of a read for a while. */
export interface Obstacles {
  /** Resolves when the server can be reached again. */
  serverIsBack(): Promise<void>
  /** While the user is asked to sign in again: whether they did. Null when no such question is open. */
  signedInAgain(): Promise<boolean> | null
}

/**
 * Reads that found no server, or an ended session, are asked again when that is over, without a word: the page keeps its
 * skeleton, and a banner or dialog says why. Changes are never repeated by themselves; they fail, and what was typed stays.
 */
export function retryReads(http: Http, obstacles: Obstacles): Http {
  async function read<T>(ask: (options: CallOptions) => Promise<T>, options: CallOptions = {}): Promise<T> {
    for (;;) {
      try {
        return await ask(options)
      } catch (error) {
        const obstacle = error instanceof Unreachable ? obstacles.serverIsBack() : sessionObstacle(error)
        if (!obstacle) throw error
        if ((await Promise.race([obstacle, aborted(options.signal)])) === false) throw error
      }
    }
  }

  function sessionObstacle(error: unknown): Promise<boolean> | null {
    const hasEnded =
      error instanceof RequestError && (error.status === 401 || error.message === text.error.expired)
    return hasEnded ? obstacles.signedInAgain() : null
  }

  return {
    ...http,
    get: (path, params, options) => read((given) => http.get(path, params, given), options),
  }
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (!signal) return
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
