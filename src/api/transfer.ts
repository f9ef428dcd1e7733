import type { AxiosRequestConfig } from 'axios'

/** A call without an answer ends after this long, a transfer after this long without progress. */
export const REQUEST_TIMEOUT_MS = 9000
/** What the server does with a file that has arrived (a small picture, another store) takes longer. */
const KEPT_TIMEOUT_MS = 60_000

/** A call that lives as long as it makes progress. */
export interface Transfer {
  config: Pick<AxiosRequestConfig, 'timeout' | 'signal' | 'onUploadProgress'>
  hasStalled(): boolean
  end(): void
}

/** Watches an upload: without progress it is aborted, however long it has gone on. */
export function watchedTransfer(signal?: AbortSignal, onProgress?: (share: number) => void): Transfer {
  const control = new AbortController()
  let stalled = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      stalled = true
      control.abort()
    }, ms)
  }
  const leave = () => control.abort()
  if (signal?.aborted) leave()
  signal?.addEventListener('abort', leave)
  wait(REQUEST_TIMEOUT_MS)
  return {
    config: {
      timeout: 0,
      signal: control.signal,
      onUploadProgress({ progress = 0 }) {
        wait(progress >= 1 ? KEPT_TIMEOUT_MS : REQUEST_TIMEOUT_MS)
        onProgress?.(progress)
      },
    },
    hasStalled: () => stalled,
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    },
  }
}
