import type { GridRow } from '../row-source.types.ts'

/** Rows that are looked at at once: more than a screen shows. */
const AT_ONCE = 200
/** Rows that are looked at before the clock is read again. */
const SLICE = 500
/** Longest that a look takes while nobody acts, ms: shorter than a frame. */
const SLICE_MS = 8

/** Looks at many rows: at the first of them at once, at the others while nobody acts. */
export interface RowScan {
  /** Begins with other rows; what was left of those before is left out. */
  begin(rows: readonly GridRow[]): void
  /** Looks at all that are left, now. */
  finish(): void
}

/** `look` sees each row once, `end` is told once all were seen later than at once. */
export function createRowScan(look: (rows: readonly GridRow[]) => void, end: () => void): RowScan {
  let rows: readonly GridRow[] = []
  let next = 0
  let waiting: (() => void) | null = null

  const until = (isLate: () => boolean): void => {
    while (next < rows.length && !isLate()) {
      look(rows.slice(next, next + SLICE))
      next += SLICE
    }
  }
  const goOn = (): void => {
    waiting = null
    const begun = performance.now()
    until(() => performance.now() - begun > SLICE_MS)
    if (next < rows.length) waiting = whenIdle(goOn)
    else end()
  }
  return {
    begin(from) {
      waiting?.()
      waiting = null
      rows = from
      next = AT_ONCE
      look(rows.slice(0, AT_ONCE))
      if (next < rows.length) waiting = whenIdle(goOn)
    },
    finish() {
      if (!waiting) return
      waiting()
      waiting = null
      until(() => false)
      end()
    },
  }
}

/** Runs it when the browser has nothing else to do; answers how to leave it. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: 1000 })
  return () => cancelIdleCallback(handle)
}
