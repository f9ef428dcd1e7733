import type { AxiosRequestConfig } from 'axios'

/** A call without an answer ends after this long, a transfer after this long without progress. */
export const REQUEST_TIMEOUT_MS = 9000

/** A call that lives as long as it makes progress. */
export interface Transfer {
  config: Pick<AxiosRequestConfig, 'timeout' | 'signal' | 'onUploadProgress' | 'onDownloadProgress'>
  hasStalled(): boolean
  end(): void
}

/** Watches an upload or a download: without progress it is aborted, however long it has gone on. What has arrived is answered within a time of its own. */
export function watchedTransfer(
  signal?: AbortSignal,
  onProgress?: (share: number) => void,
  answerWithinMs = REQUEST_TIMEOUT_MS,
): Transfer {
  const control = new AbortController()
  let stalled = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (ms = REQUEST_TIMEOUT_MS) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      stalled = true
      control.abort()
    }, ms)
  }
  const leave = () => control.abort()
  if (signal?.aborted) leave()
  signal?.addEventListener('abort', leave)
  wait()
  return {
    config: {
      timeout: 0,
      signal: control.signal,
      onUploadProgress({ progress = 0 }) {
        wait(progress < 1 ? REQUEST_TIMEOUT_MS : answerWithinMs)
        onProgress?.(progress)
      },
      onDownloadProgress: () => wait(),
    },
    hasStalled: () => stalled,
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    },
  }
}
