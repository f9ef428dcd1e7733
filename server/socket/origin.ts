/**
 * True when a page of ours opened the connection. Browsers connect from any page and only name its origin, so the server
 * compares it; programs name none, and need the token all the same.
 */
export function isOwnOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicOrigins: readonly string[],
): boolean {
  if (origin === undefined) return true
  if (publicOrigins.includes(origin)) return true
  try {
    return new URL(origin).host === host
  } catch {
    // `null`, as a sandboxed frame names itself.
    return false
  }
}
