import type Handsontable from 'handsontable/base'

type Range = NonNullable<ReturnType<Handsontable.Core['getSelectedRangeLast']>>

/** The cells of a range, its last ones included. */
export interface Corners {
  top: number
  left: number
  bottom: number
  right: number
}

/** Without headings, which a range of whole rows or columns begins with. */
export function cornersOf(range: Range): Corners {
  const start = range.getTopStartCorner()
  const end = range.getBottomEndCorner()
  const place = (number: number | null) => Math.max(0, number ?? 0)
  return { top: place(start.row), left: place(start.col), bottom: place(end.row), right: place(end.col) }
}
