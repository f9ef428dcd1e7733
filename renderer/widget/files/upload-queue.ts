import type { UploadedFile } from '#schemas/api/file.ts'
import { t } from '#schemas/text/text.ts'
import { arrivedFile, type FileItem, startedFile } from './file-item.ts'

/** A file that was chosen in this field. */
export interface Upload {
  key: number
  item: FileItem
  cancel(): void
}

/** A file that did not arrive, with the reason. */
export interface FailedFile {
  file: File
  message: string
}

interface Parts {
  send(file: File, call: { signal: AbortSignal; onProgress(share: number): void }): Promise<UploadedFile>
  /** Files that are still under way, and the one that has just come to its end, whenever something of that changes. */
  onTurn(uploads: readonly Upload[]): void
  onDone(file: UploadedFile): void
  /** Everything that was chosen has arrived, but for these. */
  onFailed(failed: readonly FailedFile[]): void
  /** The first file goes out; the answer is called when all have come to their end. */
  begin?: (() => (isWhole: boolean) => void) | undefined
}

/** Sends files one after the other, in the order in which they were chosen. */
export function createUploadQueue(parts: Parts) {
  let waiting: { file: File; upload: Upload; abort: AbortController }[] = []
  let failed: FailedFile[] = []
  let serial = 0
  let isRunning = false
  let isClosed = false
  const tell = (ended: readonly Upload[] = []) => {
    if (!isClosed) parts.onTurn([...waiting.map(({ upload }) => ({ ...upload })), ...ended])
  }
  const end = (upload: Upload, item: Partial<FileItem>) => {
    waiting = waiting.filter((one) => one.upload.key !== upload.key)
    tell([{ ...upload, item: { ...upload.item, ...item } }])
  }

  async function sendNext({ file, upload, abort }: (typeof waiting)[number]): Promise<void> {
    try {
      const done = await parts.send(file, {
        signal: abort.signal,
        onProgress(share) {
          upload.item = { ...upload.item, percent: Math.floor(share * 100) }
          if (!abort.signal.aborted) tell()
        },
      })
      if (abort.signal.aborted) return
      parts.onDone(done)
      end(upload, arrivedFile(done))
    } catch (error) {
      if (abort.signal.aborted) return
      const message = (error instanceof Error ? error.message : '') || t('未知错误')
      failed.push({ file, message })
      end(upload, { status: 'error', message })
    }
  }

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    const ended = parts.begin?.()
    for (let next = waiting[0]; next && !isClosed; next = waiting[0]) await sendNext(next)
    isRunning = false
    const reported = failed
    failed = []
    // A field that is gone took its files along.
    ended?.(reported.length === 0 && !isClosed)
    if (reported.length > 0 && !isClosed) parts.onFailed(reported)
  }

  return {
    add(files: readonly File[]): void {
      for (const file of files) {
        const abort = new AbortController()
        const upload: Upload = {
          key: ++serial,
          item: startedFile(file),
          cancel() {
            abort.abort()
            end(upload, { status: 'removed' })
          },
        }
        waiting.push({ file, abort, upload })
      }
      tell()
      void run()
    },
    /** Its field is gone: what is under way is given up. */
    close(): void {
      isClosed = true
      for (const { abort } of waiting) abort.abort()
    },
  }
}
