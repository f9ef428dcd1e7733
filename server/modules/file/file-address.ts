import { timingSafeEqual } from 'node:crypto'
import type { SecretBox } from '../../secret-box.ts'
import type { FileUse } from './file-use.ts'

/** Below it files are answered. */
export const STATIC = '/sys/common/static'
/** Page that shows a PDF or a text; the name is the wire's. */
export const PREVIEW = '/sys/common/pdf/pdfPreviewIframe'
/** The files of a record's column in one archive. */
export const ARCHIVE = '/sys/common/zip'
const FILE = 'file'
const FILES = 'files of a record'
/** An address works for one to two of these spans: it stays the same for a while, so that browsers keep the picture. */
const SPAN_MS = 30 * 60_000

/** What an address carries to vouch for itself. */
export interface Signature {
  until?: string | undefined
  sign?: string | undefined
}

/** Addresses of files that work without a session for a short time, for pictures and links, which send no header. */
export interface FileAddresses {
  of(path: string): string
  /** The page that shows the file. */
  previewOf(path: string): string
  /** All files that a record's column names. */
  archiveOf(use: FileUse): string
  /** True for what `of` has made and what is not over. */
  isSigned(path: string, signature: Signature): boolean
  /** The same for `archiveOf`. */
  isSignedArchive(use: FileUse, signature: Signature): boolean
  /** How long an address of now works at least (s). */
  readonly keptSeconds: number
}

/** The addresses under the key of the installation. */
export function createFileAddresses(
  box: Pick<SecretBox, 'sign'>,
  apiBase: string,
  now: () => number,
): FileAddresses {
  const query = (purpose: string, subject: string) => {
    const until = String((Math.floor(now() / SPAN_MS) + 2) * (SPAN_MS / 1000))
    return `until=${until}&sign=${box.sign(purpose, `${subject}\n${until}`)}`
  }
  const isSigned = (purpose: string, subject: string, { until = '', sign = '' }: Signature) => {
    if (!/^\d{1,12}$/.test(until) || Number(until) * 1000 < now()) return false
    const [given, right] = [Buffer.from(sign), Buffer.from(box.sign(purpose, `${subject}\n${until}`))]
    return given.length === right.length && timingSafeEqual(given, right)
  }
  const of = (path: string) => `${apiBase}${STATIC}/${path}?${query(FILE, path)}`
  return {
    keptSeconds: SPAN_MS / 1000,
    of,
    previewOf: (path) => `${apiBase}${PREVIEW}?url=${encodeURIComponent(of(path))}`,
    archiveOf({ form, recordId, field }) {
      const named = new URLSearchParams({ form, id: recordId, field })
      return `${apiBase}${ARCHIVE}?${named}&${query(FILES, subjectOf({ form, recordId, field }))}`
    },
    isSigned: (path, signature) => isSigned(FILE, path, signature),
    isSignedArchive: (use, signature) => isSigned(FILES, subjectOf(use), signature),
  }
}

function subjectOf({ form, recordId, field }: FileUse): string {
  return JSON.stringify([form, recordId, field])
}
