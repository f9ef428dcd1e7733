import type { ListSettings, QuerySettings, SavedQueryOfUser } from '#schemas/api/list-view.ts'
import { groupCondition, type QueryWords, queryGroup } from '#schemas/compile/wire/query-record.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { ListState } from './list-state.ts'

/** In the address of a list: none of the saved queries, although the list would begin with one. */
export const NO_QUERY = 'all'

/** The query that a list begins with where its address says nothing: the user's own choice, else the one of the nearest people. */
export function firstQuery(saved: readonly SavedQueryOfUser[]): SavedQueryOfUser | null {
  const mine = saved.filter(({ forMe }) => forMe)
  const ofKind = (kind: SavedQueryOfUser['audience']['kind']) =>
    mine.find(({ audience, isDefault }) => isDefault && audience.kind === kind)
  return mine.find(({ opens }) => opens) ?? ofKind('role') ?? ofKind('depart') ?? ofKind('all') ?? null
}

/** What a list asks for by a saved query, on its first page. */
export function queryState({ id, settings }: SavedQueryOfUser, begun: ListState): ListState {
  const { filters, sort, pageSize, layout, groupBy } = settings
  return {
    view: id,
    filter: filters,
    condition: conditionOf(settings),
    sort,
    pageNo: 1,
    pageSize: pageSize ?? begun.pageSize,
    ...(layout === undefined ? {} : { layout }),
    ...(groupBy === undefined ? {} : { groupBy }),
  }
}

function conditionOf(settings: QuerySettings): Condition | null {
  try {
    return groupCondition(settings)
  } catch {
    // A newer program compares by a rule that this one does not know.
    return null
  }
}

/** What is kept of a list: the question, the order, and how it looks. */
export function keptSettings(
  { filter, condition, sort, pageSize, layout, groupBy }: ListState,
  { columns, density, rowNumbers }: ListSettings,
  wordsOf?: (field: string) => QueryWords,
): QuerySettings {
  const given = Object.entries(filter).filter(([, value]) => value !== '')
  return {
    ...(condition ? queryGroup(condition, wordsOf) : { matchType: 'and', records: [] }),
    filters: Object.fromEntries(given),
    sort: sort.map(({ field, descending }) => ({ field, descending })),
    pageSize,
    ...(layout === undefined ? {} : { layout }),
    ...(groupBy === undefined ? {} : { groupBy }),
    ...(columns ? { columns } : {}),
    ...(density ? { density } : {}),
    ...(rowNumbers === undefined ? {} : { rowNumbers }),
  }
}

/** How a list looks by a saved query; null where the query says nothing of that. */
export function queryLooks({ columns, density, rowNumbers }: QuerySettings): ListSettings | null {
  if (columns === undefined && density === undefined && rowNumbers === undefined) return null
  return {
    ...(columns ? { columns } : {}),
    ...(density ? { density } : {}),
    ...(rowNumbers === undefined ? {} : { rowNumbers }),
  }
}
