import { isNumeric } from '#schemas/compile/is-numeric.ts'
import { calendarKind, parseCellText } from './cell-text.ts'
import { type GridColumn, plainText } from './columns.ts'
import type { CellSaying, Measure, Operand } from './features/row-filter.ts'
import type { GridParts } from './grid-parts.ts'
import type { GridRow } from './row-source.types.ts'

/** Numbers and moments have a greater and a less, where no dictionary has names for them. */
export function measureOf({ field }: GridColumn): Measure {
  if (isNumeric(field) && field.dictKey === null) return 'number'
  return calendarKind(field) === null ? 'text' : 'moment'
}

/** What cells of a column are sorted by: the number in one for numbers, else what it says. */
export function sortedBy({ texts }: GridParts, column: GridColumn): (row: GridRow) => Operand {
  const isNumber = measureOf(column) === 'number'
  return ({ values }) => {
    const value = values[column.name]
    return isNumber ? numberIn(value) : column.textOf(value, texts.textOf(column, value))
  }
}

/** What cells of a column say, and are filtered by. */
export function sayingOf({ texts }: GridParts, column: GridColumn): (row: GridRow) => CellSaying {
  const measure = measureOf(column)
  return ({ values }) => {
    const stored = values[column.name]
    const text = column.textOf(stored, texts.textOf(column, stored))
    if (measure === 'number') return { text, value: numberIn(stored) }
    return { text, value: measure === 'moment' ? plainText(stored) : text }
  }
}

/** What was typed to compare with; null where cells of the column hold nothing like it. */
export function operandOf({ texts }: GridParts, column: GridColumn, text: string): Operand | null {
  if (text.trim() === '') return null
  const measure = measureOf(column)
  if (measure === 'text') return text
  const read = parseCellText(column, text, texts.choicesOf(column.name))
  if ('reverted' in read || 'refused' in read) return null
  if (measure === 'number') {
    const number = numberIn(read.value)
    return typeof number === 'number' ? number : null
  }
  const moment = plainText(read.value)
  // A day that was typed without a time means all of it.
  const isDay = calendarKind(column.field) === 'datetime' && !text.includes(':') && !text.includes('：')
  return isDay ? moment.slice(0, moment.search(/[ T]|$/)) : moment
}

function numberIn(value: unknown): Operand {
  const text = plainText(value)
  return text === '' || !Number.isFinite(Number(text)) ? text : Number(text)
}
