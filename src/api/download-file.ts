import { RequestError } from '#renderer/index.ts'
import { text } from '../text/zh-CN.ts'
import type { Http, Params } from './http.ts'

/** How long the fetched file stays in memory for the browser to store it. */
const KEPT_MS = 10_000

/** A file to be fetched. */
export interface WantedFile {
  path: string
  params?: Params
  /** Name under which the user gets it. */
  name: string
}

/**
 * Fetches a file and hands it to the user. One that is empty, that does not come, or in whose place the server says why not
 * (a JSON answer) is a warning; answers whether it came. A session that ended is told by the client itself.
 */
export async function downloadFile(
  http: Pick<Http, 'download'>,
  { path, params, name }: WantedFile,
  warn: (message: string) => void,
): Promise<boolean> {
  const blob = await http.download(path, params, { quiet: true }).catch((error: unknown) => {
    if (!(error instanceof RequestError)) throw error
    return error.announced ? null : new Blob()
  })
  if (blob === null) return false
  if (blob.size === 0 || blob.type.startsWith('application/json')) {
    warn(text.error.download)
    return false
  }
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Not at once: some browsers begin to read it only after the click is through.
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
  return true
}
