import type { QuerySettings, SavedQueryOfUser } from '#schemas/api/list-view.ts'
import { filterCondition } from '#schemas/compile/filter-condition.ts'
import type { CompiledForm, QueryItem } from '#schemas/compile/model.ts'
import { groupCondition, queryGroup } from '#schemas/compile/wire/query-record.ts'
import { isQueryGroup, type QueryGroup } from '#schemas/page/advanced-query.ts'
import { badRequest } from '../../errors.ts'
import { type FindColumn, type ListQuery, parseListQuery } from '../../http/list-query.ts'

/** What a user has of a form's list: the fields that may be asked about, and the filters. */
export interface SeenList {
  form: CompiledForm
  find: FindColumn
  filters: readonly QueryItem[]
  hidden: ReadonlySet<string>
}

/** Settings without what the user may not see or the form does not have any more, and the fields of conditions that went. */
export interface SeenQuery {
  settings: QuerySettings
  lost: readonly string[]
}

/** A saved query as a user may see and use it now. */
export function seenQuery(settings: QuerySettings, { find, filters: items, hidden }: SeenList): SeenQuery {
  const lost = new Set<string>()
  const keep = (entries: QueryGroup['records']): QueryGroup['records'] =>
    entries.flatMap((entry): QueryGroup['records'] => {
      if (isQueryGroup(entry)) {
        const records = keep(entry.records)
        return records.length > 0 ? [{ ...entry, records }] : []
      }
      if (find(entry.field)) return [entry]
      lost.add(entry.field)
      return []
    })
  const records = keep(settings.records)
  const names = new Map(items.flatMap((item) => filterNames(item)))
  const filters = Object.entries(settings.filters).filter(([name, value]) => {
    const isKnown = names.has(name)
    if (!isKnown && value !== '') lost.add(name.replace(/_(begin|end)$/, ''))
    return isKnown
  })
  const { columns, groupBy, ...rest } = settings
  return {
    settings: {
      ...rest,
      ...(groupBy === undefined || hidden.has(groupBy) ? {} : { groupBy }),
      records,
      filters: Object.fromEntries(filters),
      sort: settings.sort.filter(({ field }) => find(field) !== null),
      ...(columns ? { columns: columns.filter(({ field }) => !hidden.has(field)) } : {}),
    },
    lost: [...lost],
  }
}

/** What is told of conditions that were left out: of a field that is hidden only to whoever wrote the query. */
export function toldLost(
  lost: readonly string[],
  form: CompiledForm,
  isOwn: boolean,
): SavedQueryOfUser['lost'] {
  const fields: string[] = []
  for (const name of lost) {
    const field = form.fields.find((one) => one.name === name)
    // A field of a sub table may be hidden as well; what the document does not name any more is no secret.
    const isKept = field !== undefined || form.subTables.some(({ code }) => name.startsWith(`${code}@`))
    if (isOwn || !isKept) fields.push(field?.title || name)
  }
  return { fields, unnamed: lost.length - fields.length }
}

/** The rows that seen settings mean; null where the list asks for nothing, because a filter that it needs is empty. */
export function rowsOfQuery(
  { matchType, records, filters }: QuerySettings,
  { filters: items }: Pick<SeenList, 'filters'>,
): Pick<ListQuery, 'filter' | 'condition'> | null {
  if (items.some((item) => item.required && filterNames(item).every(([name]) => !filters[name]))) return null
  return {
    filter: filterCondition(items, filters) ?? null,
    condition: groupCondition({ matchType, records }),
  }
}

/** Settings as they are kept: refused, as the list itself would, where they ask for what the user may not; without what only draws controls. */
export function fitSettings(settings: QuerySettings, list: SeenList): QuerySettings {
  const { matchType, records, sort } = settings
  const { condition } = parseListQuery(
    {
      superQueryMatchType: matchType,
      superQueryParams: JSON.stringify(records),
      column: sort.map(({ field }) => field).join(','),
      order: sort.map(({ descending }) => (descending ? 'desc' : 'asc')).join(','),
    },
    list.find,
  )
  const { settings: seen, lost } = seenQuery({ ...settings, records: [] }, list)
  if (lost.length > 0) throw badRequest('查询条件的字段不存在')
  return { ...seen, ...(condition ? queryGroup(condition) : { matchType, records: [] }) }
}

function filterNames({ field: { name }, mode }: QueryItem): [name: string, item: true][] {
  return mode === 'group'
    ? [
        [`${name}_begin`, true],
        [`${name}_end`, true],
      ]
    : [[name, true]]
}
