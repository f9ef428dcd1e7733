import { calendarKind } from '../cell-text.ts'
import type { GridColumn } from '../columns.ts'
import type { GridRow } from '../row-source.types.ts'

/** Cells whose stored values are of another type than their columns: nobody has typed them, so that nothing else would judge them. */
export function oddCells(
  rows: readonly GridRow[],
  columns: readonly GridColumn[],
): { key: string; names: string[] }[] {
  const odd = columns.map((column) => ({ name: column.name, isOdd: oddnessOf(column) }))
  return rows.flatMap(({ key, values }) => {
    const names = odd.flatMap(({ name, isOdd }) => (isOdd(values[name]) ? [name] : []))
    return names.length > 0 ? [{ key, names }] : []
  })
}

function oddnessOf({ field }: GridColumn): (stored: unknown) => boolean {
  const isEmpty = (stored: unknown) => stored === null || stored === undefined || stored === ''
  if (field.property.type !== 'string')
    return (stored) => typeof stored !== 'number' && !isEmpty(stored) && !Number.isFinite(Number(stored))
  if (calendarKind(field) !== null)
    return (stored) => !isEmpty(stored) && !(typeof stored === 'string' && /^\d/.test(stored))
  return (stored) => typeof stored === 'object' && stored !== null
}
