import type { CompiledForm, Row } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { Parameters } from '../../../database/condition-sql.ts'
import type { ListQuery } from '../../../http/list-query.ts'
import type { Session } from '../../../permission/session.ts'
import type { FormView } from './form-view.ts'
import { listWhere } from './list-reader.ts'
import type { Listed } from './record-source.ts'
import type { OwnCondition } from './scoped-where.ts'

/** Columns of rows in the bin besides their own: when and by whom they were deleted. */
const DELETED = '"recycled_time", "recycled_by", "recycled_by_dictText"'

type Run = <R extends object>(text: string, values: readonly unknown[]) => Promise<R[]>

/** A page of the deleted records of a form that the user's row rules show, the last deleted first. */
export async function recycledRows(
  read: Run,
  view: FormView,
  session: Session,
  query: ListQuery,
  now: Date,
): Promise<Listed> {
  const { parameters, from, where } = recycled(view, session, query, [], now)
  const counted = [...parameters.values]
  const limit = `limit ${parameters.add(query.pageSize)} offset ${parameters.add((query.pageNo - 1) * query.pageSize)}`
  const records = await read<Row>(
    `select ${view.listSelect}, ${DELETED} from ${from} where ${where} order by "recycled_time" desc, "_change" desc ${limit}`,
    parameters.values,
  )
  const [count] = await read<{ total: number }>(
    `select count(*)::int as total from ${from} where ${where}`,
    counted,
  )
  return { records, total: count?.total ?? 0 }
}

/** Files of a record in the bin are told by their names, and are not to be had. */
export function nameFiles(form: CompiledForm, row: Row): void {
  const { _files: described } = row as { _files?: Readonly<Record<string, { name: string }>> }
  delete row._files
  delete row._zips
  for (const { name, view } of form.fields) {
    const paths = traitsOf(view).files !== 'paths' ? '' : String(row[name] ?? '')
    if (paths !== '')
      row[`${name}_dictText`] = paths
        .split(',')
        .map((path) => described?.[path]?.name ?? path)
        .join('，')
  }
}

/** Those of the records that lie in the bin of the form, where the user's row rules show them: the keys of their deletions. */
export async function recycledChanges(
  run: Run,
  view: FormView,
  session: Session,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const own: OwnCondition = { own: { field: 'id', rule: 'in', val: [...ids] } }
  const { parameters, from, where } = recycled(view, session, { filter: null, condition: null }, [own], now)
  const rows = await run<{ change: string }>(
    `select "_change" as change from ${from} where ${where}`,
    parameters.values,
  )
  return rows.map(({ change }) => change)
}

/** Deleted rows as a table with the form's own columns, so that row rules and filters ask them as they ask the rows that are there. */
function recycled(
  view: FormView,
  session: Session,
  query: Pick<ListQuery, 'filter' | 'condition'>,
  conditions: readonly (Condition | OwnCondition)[],
  now: Date,
) {
  const { form, table } = view
  if (!form.table || !table) throw new Error(`the form ${form.code} has no table of its own`)
  const parameters = new Parameters()
  const { names, types } = columnsOf(form)
  // A column may have changed its type since: what does not fit it any more is shown as nothing.
  const fitting = `(select coalesce(jsonb_object_agg(k.name, case when pg_input_is_valid(c.before ->> k.name, k.type) then c.before -> k.name end), '{}')
    from unnest(${parameters.add(names)}::text[], ${parameters.add(types)}::text[]) as k(name, type) where c.before ? k.name)`
  const from = `(
    select r.*, c.id as "_change", c.create_time as "recycled_time", c.create_by as "recycled_by",
      coalesce(u.realname, c.create_by) as "recycled_by_dictText"
    from platform.operation_change c join platform.operation o on o.id = c.operation_id
    left join platform.sys_user u on u.username = c.create_by
    cross join lateral jsonb_populate_record(null::${table.from}, ${fitting} || jsonb_build_object('_tenant', c.tenant_id)) r
    where c.recycled and c.tenant_id = ${parameters.add(session.tenantId)} and c.table_name = ${parameters.add(form.tableName)}
      and o.resource = ${parameters.add(form.code)}) as deleted`
  const { where } = listWhere(view, session, query, { conditions }, parameters, now)
  return { parameters, from, where }
}

function columnsOf(form: CompiledForm) {
  const columns = form.table?.columns.filter(({ name }) => name !== '_tenant') ?? []
  return { names: columns.map(({ name }) => name), types: columns.map(({ sql }) => sql) }
}
