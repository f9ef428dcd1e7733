import type { CompiledForm, Field, Row } from '#schemas/compile/model.ts'
import { systemColumns } from '#schemas/compile/system-columns.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import type { DataColumn } from '../../../database/data-column.ts'
import { quoted } from '../../../database/identifiers.ts'
import type { FindColumn } from '../../../http/list-query.ts'
import { may } from '../../../permission/may.ts'
import type { Session } from '../../../permission/session.ts'
import { hasTable, type RecordTable, recordTable } from '../sql/record-table.ts'
import { computedColumns } from './computed-columns.ts'
import { queryColumn } from './query-column.ts'

/** What stands in an answer for a secret; a save that brings it back changes nothing. */
export const SECRET_MASK = '******'

/** A form as one user sees it: what may be read, filtered and sorted by. */
export interface FormView {
  form: CompiledForm
  /** As in `Readable`. */
  toChoose?: true
  /** Null for computed rows. */
  table: RecordTable | null
  /** Fields that the user may see. */
  fields: readonly Field[]
  hidden: ReadonlySet<string>
  /** Stored columns that the user may read, filter and sort by. */
  columns: ReadonlyMap<string, DataColumn>
  /** All stored columns: for row rules, which may speak of hidden ones. */
  all: ReadonlyMap<string, DataColumn>
  /** Columns whose value never leaves the server; answers say only that there is one. */
  secrets: ReadonlySet<string>
  /** Select list of a list page: long texts only where the list shows them. */
  listSelect: string
  /** Select list of one record. */
  recordSelect: string
  find: FindColumn
}

const NOTHING: readonly string[] = []

/** Views per form and set of hidden columns: a request finds its view ready. */
const views = new WeakMap<CompiledForm, Map<string, FormView>>()

/** The form as the session's user sees it; a module may hide more of it. */
export function formView(
  session: Session,
  form: CompiledForm,
  hiddenBesides: readonly string[] = NOTHING,
): FormView {
  const controlled = form.permissions.columns
  const hidden =
    controlled.length === 0
      ? hiddenBesides
      : [
          ...new Set([
            ...hiddenBesides,
            ...controlled
              .map(({ field }) => field)
              .filter((column) => !may(session, 'see', { form, column }).allowed),
          ]),
        ].sort()
  const key = hidden.join(',')
  let known = views.get(form)
  if (!known) {
    known = new Map()
    views.set(form, known)
  }
  let view = known.get(key)
  if (!view) {
    view = createView(form, new Set(hidden))
    known.set(key, view)
  }
  return view
}

/** The part of a stored row that the user may see. */
export function seenOf(view: FormView, row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => view.columns.has(name)))
}

function createView(form: CompiledForm, hidden: ReadonlySet<string>): FormView {
  const table = hasTable(form) ? recordTable(form) : null
  const all = table?.columns ?? computedColumns(form)
  // Every answer carries these, whatever the document says. The tenant never leaves the server.
  const system = new Set(systemColumns(form.document).map(({ name }) => name))
  const secrets = new Set(
    form.fields
      .filter(({ view, name }) => traitsOf(view).secret && !hidden.has(name))
      .map(({ name }) => name),
  )
  const visible = new Map(
    [...all].filter(
      ([name, column]) =>
        !hidden.has(name) &&
        !secrets.has(name) &&
        name !== '_tenant' &&
        (column.field ? column.field.persist : system.has(name)),
    ),
  )
  const listed = new Set(form.list.columns.map((column) => column.field.name))
  const readable = [...visible.values()].filter((column) => column.kind !== 'binary')
  const sqlOf = (name: string) => all.get(name)?.sql ?? quoted(name)
  const masked = [...secrets]
    .filter((name) => all.get(name)?.field?.persist)
    .map((name) => `case when ${sqlOf(name)} is not null then '${SECRET_MASK}' end as ${quoted(name)}`)
  const select = (columns: readonly DataColumn[]) => [...columns.map(selected), ...masked].join(', ')
  const inList = readable.filter(
    ({ name, field }) =>
      field === null || listed.has(name) || (field.column.type !== 'Text' && field.column.type !== 'Blob'),
  )
  const byCamelCase = new Map([...visible.values()].map((column) => [camelCase(column.name), column]))
  return {
    form,
    table,
    fields: form.fields.filter((field) => !hidden.has(field.name)),
    hidden,
    columns: visible,
    secrets,
    all,
    listSelect: select(inList),
    recordSelect: select(readable),
    find: (name) => {
      const column = visible.get(name) ?? byCamelCase.get(name)
      return column && column.kind !== 'binary' ? queryColumn(column) : null
    },
  }
}

/** Select list of some columns of a view; those that the user may not see are left out. */
export function selectOf({ columns }: Pick<FormView, 'columns'>, names: readonly string[]): string {
  return names
    .flatMap((name) => {
      const column = columns.get(name)
      return column && column.kind !== 'binary' ? selected(column) : []
    })
    .join(', ')
}

/** A column under the name that rows carry. */
function selected({ name, sql }: DataColumn): string {
  return sql === quoted(name) ? sql : `${sql} as ${quoted(name)}`
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
