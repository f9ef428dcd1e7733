/** Most characters that the log keeps of a request's parameters. */
const MAX_LENGTH = 2000
/** Most characters of one value, and most entries of one list or object. */
const MAX_VALUE = 200
const MAX_ENTRIES = 50
const MAX_DEPTH = 6

/** Names of what nobody but its owner may read, in the spellings of the wire and of other systems. */
const SECRET =
  /passw|pwd|secret|token|captcha|smscode|ticket|challenge|authorization|cookie|credential|api_?key/i
/** User and password in an address: `postgres://user:password@host`. */
const USER_IN_ADDRESS = /(:\/\/)[^\s/@]+@/g
/** What an entry of a list of settings is called by. */
const NAMES = ['name', 'key', 'code', 'field']

export const MASK = '***'

/** True for a name under which a secret may stand. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name)
}

/**
 * Parameters of a request as the log keeps them: JSON of limited length, in which secrets and the values of `hidden`
 * names are masked; null when there are none. The work is bounded, however large the request was.
 */
export function maskedParameters(
  parameters: Readonly<Record<string, unknown>>,
  hidden: ReadonlySet<string> = new Set(),
): string | null {
  let left = MAX_LENGTH
  const masked = (value: unknown, depth: number): unknown => {
    if (left <= 0 || depth > MAX_DEPTH) return '…'
    if (typeof value === 'string') {
      const text = value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value
      left -= text.length
      return text.replaceAll(USER_IN_ADDRESS, `$1${MASK}@`)
    }
    left -= 4
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) {
      const kept = value.slice(0, MAX_ENTRIES).map((one) => masked(one, depth + 1))
      return value.length > MAX_ENTRIES ? [...kept, `…${value.length}`] : kept
    }
    return maskedObject(value as Record<string, unknown>, depth)
  }
  const maskedObject = (value: Record<string, unknown>, depth: number): Record<string, unknown> => {
    // An entry that says what it is: { name: 'mail.password', value: … }.
    const tells = NAMES.some((name) => typeof value[name] === 'string' && isSecretName(value[name]))
    const kept: [string, unknown][] = []
    for (const [name, one] of Object.entries(value)) {
      if (kept.length >= MAX_ENTRIES || left <= 0) break
      left -= name.length
      const isMasked = isSecretName(name) || hidden.has(name) || (tells && !NAMES.includes(name))
      kept.push([name, isMasked && one !== null && one !== '' ? MASK : masked(one, depth + 1)])
    }
    return Object.fromEntries(kept)
  }
  const entries = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null)
  if (entries.length === 0) return null
  return JSON.stringify(maskedObject(Object.fromEntries(entries), 0))
}
