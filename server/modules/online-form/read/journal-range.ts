import type { Comparison, Condition } from '#schemas/page/condition.ts'
import { badRequest } from '../../../errors.ts'
import type { ListQuery } from '../../../http/list-query.ts'
import type { ReadQuery } from '../sql/read-query.ts'
import type { RecordTable } from '../sql/record-table.ts'

/** Rows of a journal from which on a question that no index answers has to name a time: reading all of them takes seconds. */
const LARGE_JOURNAL = 2_000_000
/** What a list compares with the time where it has a begin. */
const BEGINS: ReadonlySet<string> = new Set(['eq', 'gt', 'ge'])

/**
 * Refuses a question to a large journal that only reading all of it would answer: one that looks for something no index holds, or wants
 * another order than that of time, and does not say from when on.
 */
export async function refuseEndless(
  read: ReadQuery,
  table: RecordTable,
  { filter, condition }: Pick<ListQuery, 'filter' | 'condition'>,
  sort: ListQuery['sort'],
): Promise<void> {
  const { journal } = table
  if (!journal) return
  const asked = [filter, condition].flatMap((one) => (one ? needed(one) : []))
  if (asked.some(({ field, rule }) => field === journal.time && BEGINS.has(rule))) return
  const isFound = [filter, condition]
    .flatMap((one) => (one ? comparisons(one) : []))
    .every(({ field, rule }) => field === journal.time || (rule === 'eq' && journal.found.includes(field)))
  const order = sort[0]?.field
  if (isFound && (order === journal.time || order === 'id')) return
  const [size] = await read<{ rows: number }>(
    'select reltuples::float8 as rows from pg_class where oid = $1::regclass',
    [table.from],
  )
  if ((size?.rows ?? 0) >= LARGE_JOURNAL) throw badRequest('记录很多，请先选择开始时间，再按此条件查询或排序')
}

/** The comparisons that every row has to pass. */
function needed(condition: Condition): Comparison[] {
  if ('and' in condition) return condition.and.flatMap(needed)
  return 'or' in condition ? [] : [condition]
}

function comparisons(condition: Condition): Comparison[] {
  if ('and' in condition) return condition.and.flatMap(comparisons)
  return 'or' in condition ? condition.or.flatMap(comparisons) : [condition]
}
