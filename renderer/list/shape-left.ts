import { canGroup } from '#schemas/compile/can-group.ts'
import { subFieldOf } from '#schemas/compile/joint-query.ts'
import type { ListLayout } from '#schemas/compile/model.ts'
import type { DataClient } from '../data/data-client.ts'
import type { ListShape } from '../model/list-state.ts'
import type { PageModel } from '../model/page-model.ts'

/**
 * Columns, filters and layouts of a form's list that the rights leave, and that the server can answer; `asks` says whether the user has
 * a filter of a sub table.
 */
export function shapeLeft(
  { form: { list, document }, filters }: Pick<PageModel, 'form' | 'filters'>,
  taken: ReadonlySet<string>,
  asks: (name: string) => boolean,
  { groups, board }: Pick<DataClient, 'groups' | 'board'>,
  onlyTable: boolean,
): Omit<ListShape, 'wordsOf'> {
  const { paging, pageSize, pageSizes, layouts, groupBy } = list
  const columns = list.columns.filter(({ field }) => !taken.has(field.name))
  const { store } = document
  const isInTable = document.list?.url === undefined && !(store && 'source' in store)
  const isLeft = (layout: ListLayout) =>
    (layout.kind !== 'board' || (isInTable && board !== undefined)) &&
    neededBy(layout).every((name) => !taken.has(name))
  const left = layouts?.filter(isLeft)
  return {
    columns,
    query: filters.filter(({ field: { name } }) => (subFieldOf(name) ? asks(name) : !taken.has(name))),
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
