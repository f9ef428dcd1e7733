import type { SessionEnd } from '#schemas/api/session-end.ts'
import type { Store } from './storage.ts'

const NAME = 'SESSION_END'
/** Kept while somebody is signed in. Once the token is gone without a word, its time was over. */
const RUNNING = 'running'

/** Why the last session of this browser ended, for the sign-in page. */
export interface EndReason {
  began(): void
  /** The server said that the session is over, and why where it knows. */
  ended(reason: SessionEnd | null): void
  /** The page lets go of the session; after the user's own sign-out nothing is left to be said. */
  left(isOwnWish: boolean): void
  /** Null where nothing has to be said. */
  read(): SessionEnd | null
}

/** Over local storage: windows of the same browser, and the page after a reload, say the same. */
export function createEndReason(kept: Store): EndReason {
  return {
    began: () => kept.set(NAME, RUNNING),
    ended: (reason) => kept.set(NAME, reason ?? 'expired'),
    left(isOwnWish) {
      if (isOwnWish || kept.get(NAME) === RUNNING) kept.remove(NAME)
    },
    read() {
      const reason = kept.get<SessionEnd | typeof RUNNING>(NAME)
      return reason === RUNNING ? 'expired' : reason
    },
  }
}
