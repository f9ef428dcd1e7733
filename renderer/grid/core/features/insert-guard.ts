/** Rows are inserted by a button once in this time, ms. */
export const INSERT_EVERY_MS = 1500
/** Presses that follow each other within this time are too fast, ms. */
export const TOO_FAST_MS = 300

/** What a press comes to: a row, nothing because a row has just come, or the warning. */
export type Press = 'insert' | 'wait' | 'too fast'

/** Judges the presses of one button; `now` is the time in ms. */
export function createInsertGuard(now: () => number = () => Date.now()): () => Press {
  let pressed = Number.NEGATIVE_INFINITY
  let inserted = Number.NEGATIVE_INFINITY
  return () => {
    const at = now()
    const isTooFast = at - pressed < TOO_FAST_MS
    pressed = at
    if (isTooFast) return 'too fast'
    if (at - inserted < INSERT_EVERY_MS) return 'wait'
    inserted = at
    return 'insert'
  }
}
