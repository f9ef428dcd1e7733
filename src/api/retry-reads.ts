import { type CallOptions, type Http, Unreachable } from './http.ts'

/** Waits until the server can be reached again. */
export interface WaitsForServer {
  wait(): Promise<void>
}

/**
 * Reads that found no server are asked again when it is back, without a word: the page keeps its skeleton and a banner
 * says why. Changes are never repeated by themselves; they fail, and what was typed stays.
 */
export function retryReads(http: Http, server: WaitsForServer): Http {
  async function read<T>(ask: (options: CallOptions) => Promise<T>, options: CallOptions = {}): Promise<T> {
    for (;;) {
      try {
        return await ask(options)
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
        await Promise.race([server.wait(), aborted(options.signal)])
      }
    }
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
