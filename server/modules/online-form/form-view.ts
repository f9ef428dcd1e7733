import type { CompiledForm, Field } from '#schemas/compile/model.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { quoted } from '../../database/identifiers.ts'
import type { FindColumn } from '../../http/list-query.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import { type DataColumn, dataColumns, queryColumn } from './data-column.ts'

/** What stands in an answer for a secret; a save that brings it back changes nothing. */
export const SECRET_MASK = '******'

/** Columns that every answer carries, whatever the document says. The tenant never leaves the server. */
const ALWAYS_READ = [
  'id',
  'create_by',
  'create_time',
  'update_by',
  'update_time',
  'sys_org_code',
  '_version',
] as const

/** A form as one user sees it: what may be read, filtered and sorted by. */
export interface FormView {
  form: CompiledForm
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

/** Views per form and set of hidden columns: a request finds its view ready. */
const views = new WeakMap<CompiledForm, Map<string, FormView>>()

/** The form as the session's user sees it. */
export function formView(session: Session, form: CompiledForm): FormView {
  const controlled = form.permissions.columns
  const hidden =
    controlled.length === 0
      ? []
      : [...new Set(controlled.map(({ field }) => field))]
          .filter((column) => !may(session, 'see', { form, column }).allowed)
          .sort()
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

function createView(form: CompiledForm, hidden: ReadonlySet<string>): FormView {
  const all = dataColumns(form)
  const system = new Set<string>(ALWAYS_READ)
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
        (column.field?.persist !== false || system.has(name)),
    ),
  )
  const listed = new Set(form.list.columns.map((column) => column.field.name))
  const readable = [...visible.values()].filter((column) => column.kind !== 'binary')
  const masked = [...secrets]
    .filter((name) => all.get(name)?.field?.persist)
    .map((name) => `case when ${quoted(name)} is not null then '${SECRET_MASK}' end as ${quoted(name)}`)
  const select = (names: readonly string[]) => [...names.map(quoted), ...masked].join(', ')
  const inList = readable.filter(
    ({ name, field }) =>
      field === null || listed.has(name) || (field.column.type !== 'Text' && field.column.type !== 'Blob'),
  )
  const byCamelCase = new Map([...visible.values()].map((column) => [camelCase(column.name), column]))
  return {
    form,
    fields: form.fields.filter((field) => !hidden.has(field.name)),
    hidden,
    columns: visible,
    secrets,
    all,
    listSelect: select(inList.map(({ name }) => name)),
    recordSelect: select(readable.map(({ name }) => name)),
    find: (name) => {
      const column = visible.get(name) ?? byCamelCase.get(name)
      return column && column.kind !== 'binary' ? queryColumn(column) : null
    },
  }
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
