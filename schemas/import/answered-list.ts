import { type FormDocument, LIST_ACTIONS } from '../page/form.ts'
import type { AnsweredField } from './answered-fields.ts'
import { type DumpRow, integer, text } from './dump-row.ts'

type List = NonNullable<FormDocument['list']>

/** Other names of the wire for a button of a list. */
const OTHER_BUTTONS: Readonly<Record<string, string>> = { update: 'edit' }
/** Narrower or wider is no width that a column could have. */
const WIDTHS = { least: 20, most: 2000 } as const

/** Columns and filters in the order of their own answers, and the buttons that this user may use. */
export function arrangeList(
  document: FormDocument,
  { fields, columns }: { fields: readonly AnsweredField[]; columns: DumpRow },
): void {
  const hidden = new Set(namesOf(columns.hide_columns))
  const list: List = document.list ?? {}
  const seen = fields.filter(
    ({ name }) => Object.hasOwn(document.schema.properties, name) && !hidden.has(name),
  )
  const entries = new Map((list.columns ?? []).map((entry) => [fieldOf(entry), entry]))
  const filters = new Map((list.query ?? []).map((item) => [fieldOf(item), item]))
  document.list = {
    ...list,
    columns: placed(seen, ({ column }) => column?.at).map((field) =>
      columnEntry(field, entries.get(field.name) ?? field.name),
    ),
    query: placed(seen, ({ query }) => query?.at).flatMap((field) => {
      const item = filters.get(field.name)
      return item === undefined ? [] : titled(field, item)
    }),
    actions: LIST_ACTIONS.filter(
      (action) => ![...hidden].some((name) => (OTHER_BUTTONS[name] ?? name) === action),
    ),
  }
}

/** The fields that have a place, in that order. */
function placed(
  fields: readonly AnsweredField[],
  at: (field: AnsweredField) => number | undefined,
): AnsweredField[] {
  return fields
    .filter((field) => at(field) !== undefined)
    .sort((left, right) => (at(left) ?? 0) - (at(right) ?? 0))
}

function columnEntry({ column }: AnsweredField, entry: NonNullable<List['columns']>[number]) {
  const row = column?.row ?? {}
  const width = integer(row, 'width')
  const fits = width !== null && width >= WIDTHS.least && width <= WIDTHS.most
  return {
    ...(typeof entry === 'string' ? { field: entry } : entry),
    ...(fits ? { width } : {}),
    ...(text(row, 'sorter') === 'false' ? { sortable: false } : {}),
  }
}

function titled({ query }: AnsweredField, item: NonNullable<List['query']>[number]) {
  const label = text(query?.row ?? {}, 'label')
  return typeof item === 'string' || label === '' ? item : { ...item, title: label }
}

function fieldOf(entry: string | { field: string }): string {
  return typeof entry === 'string' ? entry : entry.field
}

function namesOf(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []
}
