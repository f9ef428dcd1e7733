/** The steps that can be taken back and made again. A state is never written to. */
export interface History<State> {
  /** Remembers the state before a change; what was taken back cannot be made again from now on. */
  push(before: State): void
  /** The state before the last change, or null when there is none; `now` can be reached again by `redo`. */
  undo(now: State): State | null
  redo(now: State): State | null
  /** Rewrites every state that is remembered, for a correction that is no step of its own. */
  rewrite(correct: (state: State) => State): void
  clear(): void
}
