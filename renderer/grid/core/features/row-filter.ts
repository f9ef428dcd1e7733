import { sortedKeys } from './sight-order.ts'

/** What a condition of a column asks of its cells. */
export type FilterRule =
  | 'contains'
  | 'lacks'
  | 'equals'
  | 'differs'
  | 'starts'
  | 'ends'
  | 'more'
  | 'less'
  | 'between'
  | 'empty'
  | 'filled'

/** What the values of a column are compared as: only numbers and moments have a greater and a less. */
export type Measure = 'text' | 'number' | 'moment'

/** Which rows of a column are seen: those that say one of these texts, or those that meet a condition. */
export type RowFilter =
  | { readonly texts: ReadonlySet<string> }
  | { readonly rule: FilterRule; readonly measure: Measure; readonly operand: Operand; readonly to: Operand }

/** Numbers are compared as numbers, everything else as text. */
export type Operand = string | number

/** What a cell says, and what it is compared by. */
export interface CellSaying {
  text: string
  value: Operand
}

/** One of the texts that cells of a column say; '' for those that say nothing. */
export interface FilterChoice {
  text: string
  count: number
}

/** Whether a row is seen by what its cell says. */
export function passes(filter: RowFilter, { text, value }: CellSaying): boolean {
  const said = text.trim()
  if ('texts' in filter) return filter.texts.has(said)
  const { rule, measure, operand, to } = filter
  if (rule === 'empty') return said === ''
  if (rule === 'filled') return said !== ''
  if (measure !== 'text') return value === '' ? rule === 'differs' : measured(rule, value, operand, to)
  const cell = plain(value)
  const wanted = plain(operand)
  if (rule === 'equals') return cell === wanted
  if (rule === 'differs') return cell !== wanted
  if (rule === 'starts') return cell.startsWith(wanted)
  if (rule === 'ends') return cell.endsWith(wanted)
  return cell.includes(wanted) === (rule === 'contains')
}

/** A moment is compared as exactly as it was asked for: a day has every hour of it. */
function measured(rule: FilterRule, value: Operand, operand: Operand, to: Operand): boolean {
  const against = (other: Operand): number => {
    if (typeof value === 'number') return value - Number(other)
    const cell = value.slice(0, String(other).length)
    return cell === other ? 0 : cell < String(other) ? -1 : 1
  }
  const from = against(operand)
  if (rule === 'equals') return from === 0
  if (rule === 'differs') return from !== 0
  if (rule === 'more') return from > 0
  if (rule === 'less') return from < 0
  const end = against(to)
  // Also when the greater one was typed first.
  return (from >= 0 && end <= 0) || (from <= 0 && end >= 0)
}

const plain = (text: Operand): string => String(text).trim().toLowerCase()

/** The texts that cells say, each once and counted, in the order in which a column is sorted. */
export function filterChoices(cells: readonly CellSaying[]): readonly FilterChoice[] {
  const found = new Map<string, { key: string; value: Operand; count: number }>()
  for (const { text, value } of cells) {
    const key = text.trim()
    const known = found.get(key)
    if (known) known.count += 1
    else found.set(key, { key, value: key === '' ? '' : value, count: 1 })
  }
  return sortedKeys([...found.values()], ({ value }) => value, false).map((text) => ({
    text,
    count: found.get(text)?.count ?? 0,
  }))
}
