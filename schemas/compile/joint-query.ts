import { traitsOf } from '../widget/traits.ts'
import { filterOf } from './compile-form.ts'
import type { CompiledForm, QueryItem } from './model.ts'

/** The sub table and the field of `<sub table>@<field>`; null for a field of the form's own. */
export function subFieldOf(name: string): { code: string; field: string } | null {
  const [code = '', field, ...more] = name.split('@')
  return field === undefined ? null : { code, field: [field, ...more].join('@') }
}

/** Name under which a main list knows a field of a sub table. */
export function subFieldName(code: string, field: string): string {
  return `${code}@${field}`
}

/** The filters of a list in the document's order: the form's own, and those of sub tables whose forms are found. */
export function listFilters(
  form: CompiledForm,
  subForm: (code: string) => CompiledForm | null | undefined,
): readonly QueryItem[] {
  const named = new Map<string, Entry>()
  for (const one of form.document.list?.query ?? []) {
    const entry = typeof one === 'string' ? { field: one } : one
    if (!named.has(entry.field)) named.set(entry.field, entry)
  }
  if (![...named.keys()].some(subFieldOf)) return form.list.query
  const own = new Map(form.list.query.map((item) => [item.field.name, item]))
  const titles = new Map<string, number>()
  const count = (title: string) => titles.set(title, (titles.get(title) ?? 0) + 1)
  for (const { title } of [...form.fields, ...own.values()]) count(title)
  const items = [...named.values()].flatMap((entry) => {
    const item = own.get(entry.field) ?? jointItem(form, entry, subForm)
    if (item && subFieldOf(item.field.name)) count(item.title)
    return item ?? []
  })
  return items.map((item) => {
    const place = subFieldOf(item.field.name)
    if (!place || named.get(item.field.name)?.title !== undefined || titles.get(item.title) === 1) return item
    const title = `${subTitle(form, place.code, subForm)}/${item.title}`
    return { ...item, title }
  })
}

type Entry = Exclude<NonNullable<NonNullable<CompiledForm['document']['list']>['query']>[number], string>

function jointItem(
  form: CompiledForm,
  entry: Entry,
  subForm: (code: string) => CompiledForm | null | undefined,
): QueryItem | null {
  const place = subFieldOf(entry.field)
  const sub = form.subTables.find(({ code }) => code === place?.code)
  const owner = sub && subForm(sub.code)
  const field = owner?.fields.find(({ name }) => name === place?.field)
  if (!owner || !field?.persist || field.name === sub.foreignKey) return null
  if (traitsOf(field.view).secret || field.column.type === 'Blob') return null
  const item = filterOf(owner, field)
  return {
    ...item,
    // It is no field of the main record: nothing is filled in from it.
    field: { ...field, name: entry.field, inForm: false, inList: false },
    title: entry.title ?? item.title,
    mode: entry.mode ?? item.mode,
    initial: entry.default ?? null,
    required: entry.required ?? false,
  }
}

function subTitle(
  form: CompiledForm,
  code: string,
  subForm: (code: string) => CompiledForm | null | undefined,
): string {
  return form.subTables.find((sub) => sub.code === code)?.title || subForm(code)?.title || code
}
