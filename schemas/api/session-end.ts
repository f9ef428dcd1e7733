/** Why the server ended a session, under the names that travel with its 401. */
export const SESSION_ENDS = [
  'password',
  'passwordSet',
  'secondFactor',
  'frozen',
  'deleted',
  'forced',
  'elsewhere',
  'tooMany',
  'tenant',
  'idle',
  'expired',
] as const

/** One of these reasons. */
export type SessionEnd = (typeof SESSION_ENDS)[number]

/** The reason that an answer's `result` gives; null where it gives none that is known. */
export function sessionEndOf(result: unknown): SessionEnd | null {
  const ended = typeof result === 'object' && result !== null ? (result as { ended?: unknown }).ended : null
  return SESSION_ENDS.find((one) => one === ended) ?? null
}
