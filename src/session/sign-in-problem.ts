import { RequestError } from '#renderer/index.ts'
import { SignInRefused } from './session.ts'

/** Why a sign-in did not succeed. */
export interface SignInProblem {
  kind: 'refused' | 'locked' | 'broken'
  message: string
  /** A slider that opens the closed account for one try. */
  challenge: string | null
  /** Links an account of another system at the next sign-in. */
  bindToken: string | null
}

const TOO_MANY_TRIES = 429

/** A failed sign-in in words; what is no refusal or failed call is thrown on. */
export function signInProblemOf(error: unknown): SignInProblem {
  const plain = { challenge: null, bindToken: null }
  if (error instanceof SignInRefused)
    return { ...plain, kind: 'refused', message: error.message, bindToken: detailOf(error, 'bindToken') }
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
