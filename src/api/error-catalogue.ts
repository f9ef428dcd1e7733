import { PASSWORD_CHANGE, SECOND_FACTOR } from '#schemas/api/errors.ts'
import { t } from '#schemas/text/text.ts'
import { text } from '../text/zh-CN.ts'

/** Everything known about a call that did not answer 2xx. */
export interface Failure {
  /** HTTP status; 0 when there was no answer at all. */
  status: number
  /** `message` of the answer, '' without one. */
  message: string
  timedOut: boolean
  /** A token went with the call. */
  hadToken: boolean
  /** The page runs inside a work-chat app. */
  inWorkChat: boolean
  /** Name that the server gives to its refusal. */
  refusal?: string | null
}

/** What the user is told, and what follows. One failure gives exactly one of these. */
export interface Announcement {
  how: 'notification' | 'message' | 'expired' | 'passwordChange' | 'secondFactor' | 'loading' | 'none'
  text: string
  /** How long it stays. */
  seconds: number
  /** Sign out and reload after so many ms; null: nothing follows. */
  signOutAfterMs: number | null
}

const SHOWN_SECONDS = 4
const SIGN_OUT_AFTER_MS = 1500
const say = (how: Announcement['how'], message: string, signOutAfterMs: number | null = null) => ({
  how,
  text: message,
  seconds: SHOWN_SECONDS,
  signOutAfterMs,
})

/** The whole catalogue: from a failed call to its one announcement. */
export function announcementOf(failure: Failure): Announcement {
  const { status, message, hadToken } = failure
  if (failure.timedOut || status === 504) return say('message', text.error.timeout)
  if (status === 0) return say('message', text.error.unreachable)
  if (status === 403 && failure.refusal === PASSWORD_CHANGE)
    return say('passwordChange', message || text.error.forbidden)
  if (status === 403 && failure.refusal === SECOND_FACTOR)
    return say('secondFactor', message || text.error.forbidden)
  if (status === 403) return say('notification', text.error.forbidden)
  if (status === 404) return say('message', text.error.notFound)
  if (status === 401) return say('message', text.error.expired, hadToken ? SIGN_OUT_AFTER_MS : null)
  if (status === 500 && hadToken && message.includes(t('Token失效')))
    // The app signs its user in again by itself, once the page is loaded anew; a loading message alone would stay for ever.
    return failure.inWorkChat
      ? say('loading', text.error.expired, SIGN_OUT_AFTER_MS)
      : say('expired', text.error.expired)
  // Stale saves and unfit rows are answered where they happened: with both sides, or at the field.
  if (status === 409 || status === 422) return say('none', message || text.error.unknown)
  return say('message', message || text.error.unknown)
}
