/** The envelope of every answer. `code` 0 and 200 both mean success; clients test `success`. */
export interface Envelope<T> {
  success: boolean
  message: string
  code: number | string
  result: T
  /** Epoch ms. */
  timestamp: number
}

/** One page of a list. */
export interface PageOf<T> {
  records: T[]
  total: number
  size: number
  current: number
  pages: number
}

/** Wraps a result as success (code 200). */
export function ok<T>(result: T, message = '操作成功！'): Envelope<T> {
  return { success: true, message, code: 200, result, timestamp: Date.now() }
}

/** An expected refusal: HTTP status 200, `success` false, for the caller to read. */
export function refused(message: string, code = 500): Envelope<null> {
  return { success: false, message, code, result: null, timestamp: Date.now() }
}

/** `size` and `current` as asked; `pages` computed. */
export function pageOf<T>(records: T[], total: number, current: number, size: number): PageOf<T> {
  return { records, total, size, current, pages: size > 0 ? Math.ceil(total / size) : 0 }
}
