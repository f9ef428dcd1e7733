import type { PoolClient } from 'pg'
import { Parameters } from '../../../database/condition-sql.ts'
import type { ValueKind } from '../../../database/data-column.ts'
import type { Session } from '../../../permission/session.ts'
import type { FormView } from './form-view.ts'
import { scopedWhere, tableOf } from './scoped-where.ts'

/** Types that texts are compared as, so that an index of the column can be used. */
const TYPES: Readonly<Record<Exclude<ValueKind, 'binary'>, string>> = {
  text: 'text',
  integer: 'integer',
  long: 'bigint',
  decimal: 'numeric',
  double: 'double precision',
  date: 'date',
  datetime: 'timestamp',
}

/**
 * Ids of the records that the user sees with these values in these columns, by the place of the values: two where there are more, since
 * values of many rows may be those of many records. Null values mean no record.
 */
export async function idsByValues(
  client: PoolClient,
  view: FormView,
  session: Session,
  names: readonly string[],
  values: readonly (readonly string[] | null)[],
  now: Date,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const columns = names.flatMap((name) => view.columns.get(name) ?? [])
  const given = values.flatMap((own, at) => (own === null ? [] : [{ at, own }]))
  if (given.length === 0 || columns.length === 0 || columns.length < names.length) return new Map()
  const parameters = new Parameters()
  const where = scopedWhere(view, session, [], parameters, now)
  // What is no such value belongs to no record.
  const typed = columns.map(({ kind }, at) => {
    const type = kind === 'binary' ? 'text' : TYPES[kind]
    const text = `own ->> ${at}`
    return `case when pg_input_is_valid(${text}, '${type}') then (${text})::${type} end as k${at}`
  })
  const keys = columns.map((_, at) => `k${at}`)
  const isSame = (one: string, other: string) =>
    keys.map((key) => `${one}.${key} = ${other}.${key}`).join(' and ')
  const { rows } = await client.query<{ at: number; ids: string[] }>(
    `with given as materialized (select at, ${typed.join(', ')}
       from jsonb_to_recordset(${parameters.add(JSON.stringify(given))}::jsonb) as sent(at int, own jsonb)),
     found as (select ${keys.map((key) => `asked.${key}`).join(', ')}, (array_agg(kept.id))[1:2] as ids
       from (select distinct ${keys.join(', ')} from given) as asked join (
         select "id" as id, ${columns.map(({ sql }, at) => `${sql} as k${at}`).join(', ')} from ${tableOf(view).from} where ${where}
       ) as kept on ${isSame('kept', 'asked')} group by ${keys.map((key) => `asked.${key}`).join(', ')})
     select given.at, found.ids from given join found on ${isSame('found', 'given')}`,
    parameters.values,
  )
  return new Map(rows.map(({ at, ids }) => [at, ids]))
}
