import { t } from '#schemas/text/text.ts'
import { RequestError } from '../data/data-client.ts'

/** How long the fetched file stays in memory for the browser to store it. */
const KEPT_MS = 10_000
/** What servers call a file that they know; a page in its place is none. */
const FILE_TYPE = /^(application\/(?!json|xhtml)|image\/|text\/(csv|plain)|$)/

/**
 * Fetches a file and hands it to the user. One that is empty, that does not come, or in whose place the server says why not
 * (a JSON answer) is a warning; answers whether it came. A session that ended is told by the client itself. Null is a file that comes
 * another way.
 */
export async function handOverFile(
  fetched: Promise<Blob | null>,
  name: string,
  warn: (message: string) => void,
): Promise<boolean> {
  const blob = await fetched.catch((error: unknown) => {
    if (!(error instanceof RequestError)) throw error
    return error.announced ? 'told' : new Blob()
  })
  if (blob === 'told') return false
  if (blob === null) return true
  if (blob.size === 0 || blob.type.startsWith('application/json')) {
    warn(t('文件下载失败'))
    return false
  }
  if (!FILE_TYPE.test(blob.type)) {
    warn(t('未知的文件'))
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
