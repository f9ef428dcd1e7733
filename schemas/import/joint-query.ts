import { subFieldName } from '../compile/joint-query.ts'
import type { FormDocument } from '../page/form.ts'
import { type DumpRow, dumpRow, flag, isRecord, text } from './dump-row.ts'
import { type Relative, relativesIn } from './family.ts'
import type { EarlierDocument } from './form-relations.ts'
import type { Notes } from './import-note.ts'
import { parseLenient } from './lenient-json.ts'

type QueryItem = NonNullable<NonNullable<FormDocument['list']>['query']>[number]

interface Relations {
  family: readonly unknown[]
  earlier: EarlierDocument
  /** The filters of a sub table's own list. */
  filtersOf(relative: Relative): readonly QueryItem[]
}

/** The filters of sub tables that a main form with a joint query has: those of their own lists. */
export function importJointQuery(
  head: DumpRow,
  subTables: NonNullable<FormDocument['subTables']>,
  { family, earlier, filtersOf }: Relations,
  notes: Notes,
): QueryItem[] {
  const config = parseLenient(text(head, 'ext_config_json'))
  if (!isRecord(config) || !flag(dumpRow(config), 'join_query')) return []
  if (subTables.length === 0) {
    notes.add(null, '主子表联合查询', '没有子表')
    return []
  }
  return subTables.flatMap(({ code, foreignKey }) => {
    const relative = relativesIn(family).find((one) => one.code === code)
    const filters = relative ? filtersOf(relative) : (earlier(code)?.list?.query ?? [])
    return filters.flatMap((item): QueryItem[] => {
      if (typeof item === 'string') return item === foreignKey ? [] : [subFieldName(code, item)]
      const { view: _, options: __, dict: ___, field, ...words } = item
      return field === foreignKey ? [] : [{ ...words, field: subFieldName(code, field) }]
    })
  })
}
