import type { CompiledForm, Field } from '#schemas/compile/model.ts'
import { isWide } from '../model/is-wide.ts'

/** A run ends at the first whole row that reaches this many fields. */
const RUN = 12

export interface RowRun {
  fields: readonly Field[]
  /** How many rows the fields take, by the form's columns. */
  rows: number
}

/**
 * Cuts the fields of a group into runs of whole rows. Each run is a grid of its own: the browser skips a run out of sight
 * as one thing, and lays out one run for a key, whatever the size of the form.
 *
 * Fields stand where they would stand in one grid. A run therefore ends only where a row ends for certain: after a field
 * that a rule may hide, or where the width of the screen decides how many columns there are, only a wide field tells.
 */
export function rowRuns(form: CompiledForm, fields: readonly Field[], taken: ReadonlySet<string>): RowRun[] {
  const columns = form.form.fit ? null : form.form.columns
  const mayHide = new Set(form.rules.flatMap(({ then }) => [...(then.show ?? []), ...(then.hide ?? [])]))
  const runs: Field[][] = []
  let run: Field[] = []
  /** Fields in the last row; null where that is not known. */
  let filled: number | null = 0
  for (const field of fields) {
    const isCertain = !mayHide.has(field.name)
    const isRow = isWide(field) || columns === 1
    const begins = filled === 0 || (isRow && isCertain)
    if (begins && run.length >= RUN) {
      runs.push(run)
      run = []
    }
    run.push(field)
    if (taken.has(field.name) || columns === 1) continue
    if (isRow) filled = isCertain || filled === 0 ? 0 : null
    else if (!isCertain || filled === null || columns === null) filled = null
    else filled = (filled + 1) % columns
  }
  if (run.length > 0) runs.push(run)
  return runs.map((one) => ({ fields: one, rows: rowsOf(one, columns ?? 2) }))
}

/** Rows that fields take: a guess of the height, mended when they are seen. */
function rowsOf(fields: readonly Field[], columns: number): number {
  const wide = fields.filter(isWide).length
  return wide + Math.ceil((fields.length - wide) / columns)
}
