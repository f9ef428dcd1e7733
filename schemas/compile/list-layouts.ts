import type { FormDocument } from '../page/form.ts'
import type { ListLayoutWords } from '../page/list-layout.ts'
import { traitsOf } from '../widget/traits.ts'
import { canBoard } from './can-group.ts'
import type { Field, ListColumn, ListLayout } from './model.ts'

type Words<K extends ListLayoutWords['kind']> = Extract<ListLayoutWords, { kind: K }>

/** Whether a field holds days or moments, so that records stand on a calendar by it. */
export function isDay(field: Pick<Field, 'persist' | 'column'>): boolean {
  return field.persist && (field.column.type === 'Date' || field.column.type === 'Datetime')
}

/** Whether a field holds pictures. */
export function isImage(field: Pick<Field, 'persist' | 'view'>): boolean {
  return field.persist && traitsOf(field.view).pictures === true
}

/** Whether a field can be read on a card. */
export function isOnCard({ view, column }: Pick<Field, 'view' | 'column'>): boolean {
  return !traitsOf(view).secret && column.type !== 'Blob'
}

/**
 * The ways in which a list is shown, the one that it opens with first; absent where there is the table alone. A table is always among
 * them. What names a field that is not there, or not of the kind, is left out.
 */
export function listLayouts(
  { list, tree }: FormDocument,
  byName: ReadonlyMap<string, Field>,
  columns: readonly ListColumn<Field>[],
): readonly ListLayout[] | undefined {
  const named = list?.layouts
  // Rows below rows stand in a table.
  if (!named || tree) return undefined
  const first = columns[0]?.field ?? [...byName.values()][0]
  const seen = new Map<string, number>()
  const layouts = named.flatMap((words): ListLayout[] => {
    const parts = first ? partsOf(words, byName, first) : null
    if (!parts || (words.kind === 'table' && seen.has('table'))) return []
    const nth = (seen.get(words.kind) ?? 0) + 1
    seen.set(words.kind, nth)
    const key = nth === 1 ? words.kind : `${words.kind}${nth}`
    return [{ key, ...(words.title ? { title: words.title } : {}), ...parts }]
  })
  if (!seen.has('table')) layouts.unshift({ key: 'table', kind: 'table' })
  return layouts.length > 1 ? layouts : undefined
}

type Parts<L> = L extends unknown ? Omit<L, 'key' | 'title'> : never

function partsOf(
  words: ListLayoutWords,
  byName: ReadonlyMap<string, Field>,
  first: Field,
): Parts<ListLayout> | null {
  const label = byName.get(words.kind === 'table' ? '' : (words.label ?? '')) ?? first
  const fieldsOf = (names: readonly string[] = []) =>
    names.flatMap((name) => byName.get(name) ?? []).filter(isOnCard)
  switch (words.kind) {
    case 'board':
      return board(words, byName.get(words.groupBy), { label, fields: fieldsOf(words.fields) })
    case 'calendar':
      return calendar(words, byName, label)
    case 'gallery': {
      const image = byName.get(words.image)
      return image && isImage(image)
        ? { kind: 'gallery', image, label, fields: fieldsOf(words.fields) }
        : null
    }
    default:
      return { kind: 'table' }
  }
}

function board(
  { kind }: Words<'board'>,
  groupBy: Field | undefined,
  card: { label: Field; fields: Field[] },
): Parts<ListLayout> | null {
  return groupBy && canBoard(groupBy) ? { kind, groupBy, ...card } : null
}

function calendar(
  words: Words<'calendar'>,
  byName: ReadonlyMap<string, Field>,
  label: Field,
): Parts<ListLayout> | null {
  const start = byName.get(words.start)
  const end = byName.get(words.end ?? '')
  if (!start || !isDay(start)) return null
  return { kind: 'calendar', start, ...(end && isDay(end) ? { end } : {}), label }
}
