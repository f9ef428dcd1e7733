import type { SortBy } from '../data/data-client.ts'

/**
 * The order after a click on a heading. `asked` is the former order with the one column that was clicked changed, added or left out;
 * where the click adds, the others stay, else that column alone decides.
 */
export function sortedBy(before: readonly SortBy[], asked: readonly SortBy[], adds: boolean): SortBy[] {
  const found = (list: readonly SortBy[], name: string) => list.find(({ field }) => field === name)
  const clicked = asked.filter(({ field, descending }) => found(before, field)?.descending !== descending)
  if (!adds) return clicked
  const kept = before.flatMap(({ field }) => found(asked, field) ?? [])
  return [...kept, ...clicked.filter(({ field }) => !found(before, field))]
}
