import type { History } from './history.types.ts'

/** As many acts as can be taken back: more than a long spell of typing has. */
export const UNDO_STEPS = 200

/** An empty history that remembers the last steps. */
export function createHistory<State>(limit = UNDO_STEPS): History<State> {
  let past: readonly State[] = []
  let future: readonly State[] = []
  return {
    push(before) {
      past = [...past.slice(1 - limit), before]
      future = []
    },
    undo(now) {
      if (past.length === 0) return null
      const [before] = past.slice(-1) as [State]
      past = past.slice(0, -1)
      future = [...future, now]
      return before
    },
    redo(now) {
      if (future.length === 0) return null
      const [after] = future.slice(-1) as [State]
      future = future.slice(0, -1)
      past = [...past, now]
      return after
    },
    rewrite(correct) {
      past = past.map(correct)
      future = future.map(correct)
    },
    clear() {
      past = []
      future = []
    },
  }
}
