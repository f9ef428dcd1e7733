import type { Envelope } from '#schemas/api/envelope.ts'
import type { FormAnswers } from '#schemas/import/answered-form.ts'
import { type CallOptions, type Http, resultOf } from '../http.ts'
import { ONLINE } from '../http-data-client.ts'

/** Asks a server for everything that it tells its clients about a form. */
export async function formAnswers(http: Http, id: string, call: CallOptions): Promise<FormAnswers> {
  const ask = async (what: string, of = id, params = {}): Promise<unknown> =>
    resultOf(await http.get<Envelope<unknown>>(`${ONLINE}/${what}/${encodeURIComponent(of)}`, params, call))
  const [columns, form, query] = await Promise.all([
    ask('getColumns'),
    ask('getFormItem'),
    ask('getQueryInfo'),
  ])
  const subs = subTablesIn(form)
  if (subs.length === 0) return { columns, form, query }
  // Older servers answer all sub tables at once to one theme only, or know this call not at all.
  const listed = await ask('getErpColumns').then(subColumnsIn, () => new Map<string, unknown>())
  const found = await Promise.all(
    subs.map(async ({ table, id: sub }) => [
      table,
      listed.get(table) ?? (await ask('getColumns', sub, { tabletype: 3 }).catch(() => null)),
    ]),
  )
  return { columns, form, query, subColumns: Object.fromEntries(found) }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function subTablesIn(form: unknown): { table: string; id: string }[] {
  const schema = isObject(form) ? form.schema : null
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {}
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property) || property.view !== 'tab') return []
    const table = String(property.key ?? name)
    return { table, id: String(property.id ?? table) }
  })
}

function subColumnsIn(answer: unknown): Map<string, unknown> {
  const list = isObject(answer) && Array.isArray(answer.subList) ? answer.subList.filter(isObject) : []
  return new Map(list.map((columns) => [String(columns.currentTableName), columns]))
}
