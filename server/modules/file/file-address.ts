import { timingSafeEqual } from 'node:crypto'
import type { SecretBox } from '../../secret-box.ts'

/** Below it files are answered. */
export const STATIC = '/sys/common/static'
const PURPOSE = 'file'
/** An address works for one to two of these spans: it stays the same for a while, so that browsers keep the picture. */
const SPAN_MS = 30 * 60_000

/** Addresses of files that work without a session for a short time, for pictures and links, which send no header. */
export interface FileAddresses {
  of(path: string): string
  /** True for what `of` has made and what is not over. */
  isSigned(path: string, until: string, sign: string): boolean
  /** How long an address of now works at least (s). */
  readonly keptSeconds: number
}

/** The addresses under the key of the installation. */
export function createFileAddresses(
  box: Pick<SecretBox, 'sign'>,
  apiBase: string,
  now: () => number,
): FileAddresses {
  const signature = (path: string, until: string) => box.sign(PURPOSE, `${path}\n${until}`)
  return {
    keptSeconds: SPAN_MS / 1000,
    of(path) {
      const until = String((Math.floor(now() / SPAN_MS) + 2) * (SPAN_MS / 1000))
      return `${apiBase}${STATIC}/${path}?until=${until}&sign=${signature(path, until)}`
    },
    isSigned(path, until, sign) {
      if (!/^\d{1,12}$/.test(until) || Number(until) * 1000 < now()) return false
      const [given, right] = [Buffer.from(sign), Buffer.from(signature(path, until))]
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
