import type { CompiledForm, Field } from '#schemas/compile/model.ts'
import type { PrintTemplate } from '#schemas/page/print.ts'
import { t } from '#schemas/text/text.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { detailGroups } from '../model/detail-groups.ts'
import type { PageModel } from '../model/page-model.ts'

/** Codes of the templates that every form has. No template of a document is called so: names begin with a letter. */
export const OWN_LIST = '-list'
export const OWN_RECORD = '-record'

/** More columns than these lie on the sheet's longer side. */
const UPRIGHT_COLUMNS = 6

const frame = () => ({
  header: { center: '#{sys_title}', right: '#{sys_date}' },
  footer: {
    left: t('打印人：{name}', { name: '#{sys_user_name}' }),
    center: t('第 {page} 页，共 {pages} 页', { page: '#{sys_page}', pages: '#{sys_pages}' }),
  },
})

/** The rows of a list in the columns that its user sees. */
export function listTemplate(form: CompiledForm, shown: readonly string[]): PrintTemplate {
  const columns = form.list.columns.filter(({ field }) => !traitsOf(field.view).secret)
  const byName = new Map(columns.map((column) => [column.field.name, column]))
  const wanted = shown.length > 0 ? shown.flatMap((name) => byName.get(name) ?? []) : columns
  return {
    code: OWN_LIST,
    title: t('列表'),
    kind: 'list',
    landscape: wanted.length > UPRIGHT_COLUMNS,
    ...frame(),
    columns: wanted.map(({ field, total }) => ({ field: field.name, ...(total ? { total } : {}) })),
  }
}

/** A record as its form has it: the groups, then the sub tables. */
export function recordTemplate(model: PageModel, taken: ReadonlySet<string>): PrintTemplate {
  const { form, subs } = model
  return {
    code: OWN_RECORD,
    title: t('单据'),
    kind: 'record',
    ...frame(),
    blocks: [
      ...detailGroups(form, taken).map(({ title, fields }) => ({
        ...(title ? { title } : {}),
        fields: fields.map(({ name }) => name),
        columns: 2,
      })),
      ...subs.map(({ sub, title }) => ({ rows: sub.code, title })),
    ],
  }
}

/** What is told of the rows of a sub table where the template names no columns: its fields, with the totals of its own list. */
export function subColumns(form: CompiledForm, taken: ReadonlySet<string>) {
  const totals = new Map(form.list.columns.map(({ field, total }) => [field.name, total]))
  return detailGroups(form, taken)
    .flatMap(({ fields }) => fields as readonly Field[])
    .map(({ name }) => {
      const total = totals.get(name)
      return { field: name, ...(total ? { total } : {}) }
    })
}
