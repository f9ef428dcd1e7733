import type { FormDocument, Property } from '../page/form.ts'
import { traitsOf } from '../widget/traits.ts'
import type { Field, FormGroup, FormModel } from './model.ts'

/** Width in px of a one-column form, and what sub tables and further columns add. */
const FORM_WIDTH = 800
const WIDTH_WITH_SUB_TABLES = 1100
const WIDTH_PER_COLUMN = 200
/** What a form that takes as many columns as fit is made wide for. */
const MOST_COLUMNS = 4

/** Columns of details. */
const DETAIL_COLUMNS = 3

/** Keywords of a property that are plain JSON Schema. */
const CONTRACT = [
  'type',
  'title',
  'description',
  'default',
  'maxLength',
  'minLength',
  'pattern',
  'enum',
  'minimum',
  'maximum',
  'multipleOf',
  'readOnly',
] as const satisfies readonly (keyof Property)[]

/** The form as @rjsf/core lays it out: schema, uiSchema and groups. */
export function formModel(
  document: FormDocument,
  fields: readonly Field[],
  hasSubTables: boolean,
): FormModel {
  // A hidden field travels with the record and has no place in the form.
  const inForm = fields.filter((field) => field.inForm && !traitsOf(field.view).hidden)
  const layout = document.layout ?? {}
  const fit = layout.columns === 'fit'
  const columns = (fit ? MOST_COLUMNS : (layout.columns ?? 1)) as FormModel['columns']
  const base = hasSubTables ? WIDTH_WITH_SUB_TABLES : FORM_WIDTH
  return {
    schema: {
      type: 'object',
      title: document.title,
      required: inForm.filter((field) => field.required).map((field) => field.name),
      properties: Object.fromEntries(inForm.map((field) => [field.name, contract(field)])),
    },
    uiSchema: {
      'ui:order': inForm.map((field) => field.name),
      ...Object.fromEntries(inForm.map((field) => [field.name, appearance(field)])),
    },
    groups: formGroups(layout.groups ?? [], inForm),
    columns,
    detailColumns: layout.detailColumns ?? DETAIL_COLUMNS,
    ...(fit ? { fit } : {}),
    ...(layout.steps ? { steps: true as const } : {}),
    width: layout.width ?? base + WIDTH_PER_COLUMN * (columns - 1),
    fullscreen: layout.fullscreen ?? false,
  }
}

function contract(field: Field): Record<string, unknown> {
  const schema: Record<string, unknown> = {}
  for (const keyword of CONTRACT) {
    const value = field.property[keyword]
    if (value !== undefined) schema[keyword] = value
  }
  return schema
}

function appearance(field: Field): Record<string, unknown> {
  return {
    'ui:widget': field.view,
    'ui:options': { ...field.options, wide: field.property.wide ?? false },
    ...(field.readOnly ? { 'ui:readonly': true } : {}),
  }
}

type DocumentGroups = NonNullable<NonNullable<FormDocument['layout']>['groups']>

function formGroups(named: DocumentGroups, inForm: readonly Field[]): FormGroup[] {
  const free = new Map(inForm.map((field) => [field.name, field]))
  const groups: FormGroup[] = []
  for (const { title, tab, fields } of named) {
    // A field stands where it is named first.
    const own = fields.flatMap((name) => {
      const field = free.get(name)
      free.delete(name)
      return field ? [field] : []
    })
    if (own.length > 0) groups.push({ title, tab: tab ?? false, fields: own })
  }
  return free.size > 0 ? [{ title: null, tab: false, fields: [...free.values()] }, ...groups] : groups
}
