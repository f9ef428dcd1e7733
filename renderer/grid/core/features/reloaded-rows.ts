import { type GridColumn, plainText } from '../columns.ts'
import type { GridRow } from '../row-source.types.ts'
import { createTimedFlag, HIGHLIGHT_MS } from './timed-flag.ts'

/** Rows that came anew from elsewhere, shown for a moment. */
export interface ReloadedRows {
  has(key: string): boolean
  /** `now` took the place of the rows that were drawn. */
  replaced(before: readonly GridRow[], now: readonly GridRow[]): void
  /** The rows with these keys have come anew. */
  show(keys: ReadonlySet<string>): void
}

/** No row was reloaded; `repaint` is called when the highlight ends. */
export function createReloadedRows(columns: readonly GridColumn[], repaint: () => void): ReloadedRows {
  let keys: ReadonlySet<string> = new Set()
  const flag = createTimedFlag(HIGHLIGHT_MS, (isUp) => {
    if (isUp) return
    keys = new Set()
    repaint()
  })
  const show = (next: ReadonlySet<string>): void => {
    keys = next
    flag.drop()
    if (keys.size > 0) flag.raise()
  }
  return {
    has: (key) => keys.has(key),
    replaced: (before, now) => show(changedKeys(columns, before, now)),
    show,
  }
}

/** Rows that are new or read otherwise; none where other rows are shown altogether, as of another page. */
function changedKeys(
  columns: readonly GridColumn[],
  before: readonly GridRow[],
  now: readonly GridRow[],
): ReadonlySet<string> {
  const known = new Map(before.map((row) => [row.key, row.values]))
  if (!now.some(({ key }) => known.has(key))) return new Set()
  const changed = now.filter(({ key, values }) => {
    const old = known.get(key)
    return !old || columns.some(({ name }) => plainText(old[name]) !== plainText(values[name]))
  })
  return new Set(changed.map(({ key }) => key))
}
