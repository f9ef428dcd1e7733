import type { FieldSession, FieldSessions } from './field-session.types.ts'

/** No field is open. `show` is told of the session that begins, and of null when it ends. */
export function createFieldSessions(show: (session: FieldSession | null) => void): FieldSessions {
  let session: FieldSession | null = null
  let held = false
  return {
    current: () => session,
    open(row, column, values) {
      held = false
      session = { row, column, values, draft: new Map(), typed: null }
      show(session)
    },
    pressed(inside) {
      held = inside
    },
    isHeld: () => held,
    close(keep) {
      const ended = session
      if (!ended) return null
      session = null
      show(null)
      if (!keep) return null
      // What was typed last goes before what was chosen earlier.
      if (ended.typed !== null) return { typed: ended.typed }
      return ended.draft.size > 0 ? { chosen: ended.draft } : null
    },
  }
}
