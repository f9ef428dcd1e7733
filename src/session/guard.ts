import { linkTarget } from './at-provider.ts'

/** What a navigation needs to know. */
export interface GuardState {
  token: string | null
  /** The menu was loaded. */
  hasRights: boolean
  userAgent: string
}

export interface GuardSettings {
  homePath: string
  openPath: string
  openPathUserAgent: string
}

export type GuardDecision =
  | { go: 'on' }
  | { go: 'to'; path: string }
  /** Load the menu first, then decide again. */
  | { go: 'load' }

export const LOGIN_PATH = '/user/login'

/** Reachable without signing in; the configured open path comes on top. */
export const OPEN_PATHS: readonly string[] = [
  LOGIN_PATH,
  '/user/register',
  '/user/register-result',
  '/user/alteration',
  '/entry',
  '/requirement',
  '/questionnaire',
  '/processCompleted',
  '/gotoEntry',
  '/signIn',
]

/** Decides about one navigation. `fullPath` is path, query and hash. */
export function guard(
  path: string,
  fullPath: string,
  state: GuardState,
  settings: GuardSettings,
): GuardDecision {
  const { openPath } = settings
  const isOpen = OPEN_PATHS.includes(path) || (openPath !== '' && path === openPath)
  if (state.token) {
    if (path === LOGIN_PATH || (openPath !== '' && path === openPath))
      return {
        go: 'to',
        path:
          (path === LOGIN_PATH && linkTarget(fullPath)) || (redirectTarget(fullPath) ?? settings.homePath),
      }
    // Public screens need no menu, with or without a token.
    if (isOpen) return { go: 'on' }
    return state.hasRights ? { go: 'on' } : { go: 'load' }
  }
  const preferOpenPath =
    openPath !== '' &&
    settings.openPathUserAgent !== '' &&
    new RegExp(settings.openPathUserAgent, 'i').test(state.userAgent)
  if (isOpen) {
    // With its query: where to go afterwards, and the ticket of a CAS server that sends the browser back here.
    if (path === LOGIN_PATH && preferOpenPath)
      return { go: 'to', path: openPath + fullPath.slice(LOGIN_PATH.length) }
    return { go: 'on' }
  }
  return { go: 'to', path: loginPath(fullPath, preferOpenPath ? openPath : LOGIN_PATH) }
}

/** The sign-in page, which comes back to `fullPath`. */
export function loginPath(fullPath: string, page: string = LOGIN_PATH): string {
  return `${page}?redirect=${encodeURIComponent(fullPath)}`
}

/**
 * Where the `redirect` query leads, if that is a place of this application. `//host`, `/\host`, `https:` and the like
 * would leave it, and the sign-in page itself would lead in a circle.
 */
export function redirectTarget(fullPath: string): string | null {
  const query = fullPath.split('#')[0]?.split('?')[1] ?? ''
  const target = new URLSearchParams(query).get('redirect')
  if (!target) return null
  const origin = 'http://own.invalid'
  if (!target.startsWith('/') || !URL.canParse(target, origin)) return null
  const url = new URL(target, origin)
  if (url.origin !== origin || OPEN_PATHS.includes(url.pathname)) return null
  return url.pathname + url.search + url.hash
}
