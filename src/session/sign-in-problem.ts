import { RequestError } from '#renderer/index.ts'
import { SignInRefused } from './sign-in-refused.ts'

/** Why a sign-in did not succeed. */
export interface SignInProblem {
  kind: 'refused' | 'locked' | 'broken'
  message: string
  /** A slider that opens the closed account for one try. */
  challenge: string | null
  /** Links an account of another system at the next sign-in. */
  bindToken: string | null
  /** The person is known; a code of the second factor is still to be sent with this. */
  secondFactor: string | null
}

const TOO_MANY_TRIES = 429

/** A failed sign-in in words; what is no refusal or failed call is thrown on. */
export function signInProblemOf(error: unknown): SignInProblem {
  const plain = { challenge: null, bindToken: null, secondFactor: null }
  if (error instanceof SignInRefused)
    return {
      ...plain,
      kind: 'refused',
      message: error.message,
      bindToken: detailOf(error, 'bindToken'),
      secondFactor: detailOf(error, 'secondFactor'),
    }
  if (error instanceof RequestError)
    return {
      ...plain,
      challenge: detailOf(error, 'challenge'),
      kind:
        error.status === TOO_MANY_TRIES
          ? 'locked'
          : error.status >= 400 && error.status < 500
            ? 'refused'
            : 'broken',
      message: error.message,
    }
  throw error
}

function detailOf({ detail }: { detail: unknown }, name: string): string | null {
  if (typeof detail !== 'object' || detail === null) return null
  const value = (detail as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : null
}
