import type { SavedQueryOfUser } from '#schemas/api/list-view.ts'
import type { FormPage, PageDefinition } from '#schemas/api/page.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { listFilters } from '#schemas/compile/joint-query.ts'
import type { CompiledForm, QueryItem, SubTable } from '#schemas/compile/model.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { t } from '#schemas/text/text.ts'
import { RequestError } from '../data/data-client.ts'

const NO_QUERIES: readonly SavedQueryOfUser[] = []

/** A sub table with its document compiled. */
export interface SubModel {
  sub: SubTable
  form: CompiledForm
  /** The label of its tab. */
  title: string
  /** Fields that this user sees but may not change. */
  readonly: readonly string[]
}

/** The definition of a form's page with its documents compiled. */
export interface PageModel {
  definition: FormPage
  form: CompiledForm
  subs: readonly SubModel[]
  /** The filters of the list, those of sub tables among them. */
  filters: readonly QueryItem[]
}

/** The queries that were saved for the list when the page was opened. */
export function savedOf({ definition: { views }, form }: PageModel): readonly SavedQueryOfUser[] {
  return (views && Object.hasOwn(views.saved, form.code) && views.saved[form.code]) || NO_QUERIES
}

/** The column that points to the main record is filled by the server: its main form does not show it. */
function withoutProperty(document: FormDocument, name: string): FormDocument {
  const { schema } = document
  return {
    ...document,
    schema: {
      ...schema,
      ...(schema.required ? { required: schema.required.filter((one) => one !== name) } : {}),
      properties: Object.fromEntries(Object.entries(schema.properties).filter(([one]) => one !== name)),
    },
  }
}

/** Compiles a definition; a sub table whose document is missing is left out. */
export function pageModel(definition: FormPage): PageModel {
  const form = compileForm(definition.document)
  const subs = form.subTables.flatMap((sub) => {
    const document = Object.hasOwn(definition.subDocuments, sub.code)
      ? definition.subDocuments[sub.code]
      : undefined
    if (!document) return []
    const prefix = `${sub.code}.`
    return [
      {
        sub,
        form: compileForm(withoutProperty(document, sub.foreignKey)),
        title: sub.title || document.title,
        readonly: definition.access.readonly
          .filter((name) => name.startsWith(prefix))
          .map((name) => name.slice(prefix.length)),
      },
    ]
  })
  return {
    definition,
    form,
    subs,
    filters: listFilters(form, (code) => subs.find(({ sub }) => sub.code === code)?.form),
  }
}

/** A sub table as a page of its own: what its list beside the main list is drawn from. Null where it may not be listed. */
export function subPageModel({ definition }: PageModel, { sub, form, readonly }: SubModel): PageModel | null {
  const document = Object.hasOwn(definition.subDocuments, sub.code)
    ? definition.subDocuments[sub.code]
    : undefined
  const actions = definition.access.subActions?.[sub.code]
  if (!document || !actions) return null
  return {
    definition: {
      ...definition,
      document,
      subDocuments: {},
      problems: [],
      access: { actions, readonly: [...readonly] },
    },
    form,
    subs: [],
    filters: form.list.query,
  }
}

/** The definition of a form's page; a page of another kind is refused in words. */
export function formPage(definition: PageDefinition): FormPage {
  if (definition.kind !== 'form')
    throw new RequestError(t('“{title}”不是表单页面', { title: definition.document.title }), 422)
  return definition
}
