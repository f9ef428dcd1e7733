/** The envelope of every answer. `code` 0 and 200 both mean success; clients test `success`. */
export interface Envelope<T> {
  success: boolean
  message: string
  code: number | string
  result: T
  /** Epoch ms. */
  timestamp: number
}

/** An answer to what was asked. */
export interface Done<T> extends Envelope<T> {
  success: true
}

/** An expected refusal: HTTP status 200, for the caller to read. */
export interface Refused<T> extends Envelope<T> {
  success: false
}

/** One page of a list. */
export interface PageOf<T> {
  records: T[]
  total: number
  size: number
  current: number
  pages: number
}

/** Wraps a result as success. The code is 200 unless the wire has another one. */
export function ok<T>(result: T, message = '操作成功！', code: number | string = 200): Done<T> {
  return { success: true, message, code, result, timestamp: Date.now() }
}

/** An expected refusal; `result` is what the caller is told besides the sentence. */
export function refused(message: string, code?: number): Refused<null>
export function refused<T>(message: string, code: number, result: T): Refused<T>
export function refused(message: string, code = 500, result: unknown = null): Refused<unknown> {
  return { success: false, message, code, result, timestamp: Date.now() }
}

/** `size` and `current` as asked; `pages` computed. */
export function pageOf<T>(records: T[], total: number, current: number, size: number): PageOf<T> {
  return { records, total, size, current, pages: size > 0 ? Math.ceil(total / size) : 0 }
}
