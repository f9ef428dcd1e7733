import { canGroup } from '#schemas/compile/can-group.ts'
import type { CompiledForm, ListLayout } from '#schemas/compile/model.ts'
import type { DataClient } from '../data/data-client.ts'
import type { ListShape } from '../model/list-state.ts'

/** Columns, filters and layouts of a form's list that the rights leave, and that the server can answer. */
export function shapeLeft(
  { list, document }: CompiledForm,
  taken: ReadonlySet<string>,
  { groups, board }: Pick<DataClient, 'groups' | 'board'>,
  onlyTable: boolean,
): Omit<ListShape, 'wordsOf'> {
  const { query, paging, pageSize, pageSizes, layouts, groupBy } = list
  const columns = list.columns.filter(({ field }) => !taken.has(field.name))
  const { store } = document
  const isInTable = document.list?.url === undefined && !(store && 'source' in store)
  const isLeft = (layout: ListLayout) =>
    (layout.kind !== 'board' || (isInTable && board !== undefined)) &&
    neededBy(layout).every((name) => !taken.has(name))
  const left = layouts?.filter(isLeft)
  return {
    columns,
    query: query.filter(({ field }) => !taken.has(field.name)),
    paging,
    pageSize,
    pageSizes,
    ...(left && left.length > 1 && !onlyTable ? { layouts: left } : {}),
    ...(isInTable && groups
      ? { groupings: columns.flatMap(({ field }) => (canGroup(field) ? [field] : [])) }
      : {}),
    ...(groupBy ? { groupBy } : {}),
  }
}

/** Fields without which a layout shows nothing. */
function neededBy(layout: ListLayout): string[] {
  switch (layout.kind) {
    case 'board':
      return [layout.groupBy.name]
    case 'calendar':
      return [layout.start.name]
    case 'gallery':
      return [layout.image.name]
    default:
      return []
  }
}
