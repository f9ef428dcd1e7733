import type { GridRow } from '../row-source.types.ts'

/** Places of the rows that are others now, while each row is where it was; null where rows came, went or moved. */
export function changedPlaces(
  before: readonly GridRow[],
  after: readonly GridRow[],
): readonly number[] | null {
  if (before.length !== after.length) return null
  const places: number[] = []
  for (let at = 0; at < after.length; at++) {
    const [was, now] = [before[at], after[at]]
    if (was === now) continue
    if (was?.key !== now?.key) return null
    places.push(at)
  }
  return places
}
