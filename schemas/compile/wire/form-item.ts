import type { DictOption } from '../../page/form.ts'
import { furtherLevels } from '../../widget/named-fields.ts'
import type { CompiledForm, Field, SubTable } from '../model.ts'
import { inlineOptions } from './columns.ts'
import { CATEGORY_TREE, extendJson, wireDict } from './dict-columns.ts'
import { itemWords } from './item-words.ts'
import { wireKind } from './wire-kind.ts'
import { type Json, wirePattern, wireRules } from './wire-rules.ts'

/** Result of getFormItem. */
export interface WireFormItem {
  head: Json
  schema: Json
  formTemplate: string
  description: string
  enhanceJs: string
  cgButtonList: never[]
  form_disable_update?: true
}

/** What the server knows beyond the document; keys are `field` or `subTable.field`. */
export interface WireFormContext {
  dictOptions?: Readonly<Record<string, readonly DictOption[]>>
  /** Fields that this user may not see. */
  hidden?: ReadonlySet<string>
  /** Fields that this user may see but not change. */
  disabled?: ReadonlySet<string>
  /** The user may look but not save. */
  readOnly?: boolean
}

/** What a grid of the wire calls a widget kind. */
const GRID_TYPES: Readonly<Record<string, string>> = {
  text: 'input',
  number: 'inputNumber',
  list: 'select',
  switch: 'checkbox',
  password: 'input',
  icon: 'input',
  color: 'input',
  rate: 'inputNumber',
  sel_role: 'input',
  sel_position: 'input',
  umeditor: 'textarea',
  markdown: 'textarea',
}
const GRID_WIDTHS: Readonly<Record<string, number>> = { datetime: 200, sel_user: 220, sel_depart: 160 }
const GRID_WIDTH = 120

/** The form configuration of a form in the shape of getFormItem. */
export function wireFormItem(
  form: CompiledForm,
  subForms: ReadonlyMap<string, CompiledForm>,
  context: WireFormContext = {},
): WireFormItem {
  const properties: Json = propertiesOf(form, '', context)
  for (const [at, sub] of form.subTables.entries()) {
    const subForm = subForms.get(sub.code)
    if (subForm) properties[sub.code] = subTable(sub, subForm, at, context)
  }
  const { document } = form
  return {
    head: {
      id: form.code,
      tableName: form.tableName,
      tableTxt: form.title,
      tableType: form.type === 'main' ? 2 : 1,
      formTemplate: String(form.form.columns),
      isTree: form.tree ? 'Y' : 'N',
      treeParentIdField: form.tree?.parent ?? null,
      themeTemplate: document.layout?.theme ?? 'normal',
      relationType: null,
      subTableStr: form.subTables.map(({ code }) => code).join(','),
      isDesForm: 'N',
      desFormCode: '',
      extConfigJson: JSON.stringify({
        modelFullscreen: form.form.fullscreen ? 1 : 0,
        modalMinWidth: document.layout?.width ?? '',
      }),
    },
    schema: {
      table: form.tableName,
      title: form.title,
      type: 'object',
      required: requiredOf(form, '', context),
      properties,
    },
    formTemplate: String(form.form.columns),
    description: form.title,
    enhanceJs: '',
    cgButtonList: [],
    ...(context.readOnly ? { form_disable_update: true as const } : {}),
  }
}

function requiredOf(form: CompiledForm, prefix: string, context: WireFormContext): string[] {
  return visible(form, prefix, context).flatMap((field) => (field.required ? field.name : []))
}

function visible(form: CompiledForm, prefix: string, { hidden = new Set() }: WireFormContext): Field[] {
  return form.fields.filter((field) => field.inForm && !hidden.has(prefix + field.name))
}

function propertiesOf(form: CompiledForm, prefix: string, context: WireFormContext): Json {
  return Object.fromEntries(
    visible(form, prefix, context).map((field, at) => [
      field.name,
      wireProperty(form, field, at, prefix, context),
    ]),
  )
}

/** One field as a form of the wire reads it. */
export function wireProperty(
  form: CompiledForm,
  field: Field,
  at: number,
  prefix: string,
  context: WireFormContext,
): Json {
  const { property, options } = field
  const disabled = field.readOnly || context.disabled?.has(prefix + field.name) === true
  const choices = optionsOf(field, prefix, context)
  return {
    title: field.title,
    order: at + 1,
    type: property.type,
    view: wireKind(field.view),
    ...(choices ? { enum: choices.map(wireOption) } : {}),
    ...wireDict(field.dict, field.dictKey),
    ...(property.default === undefined ? {} : { defVal: property.default }),
    ...wirePattern(field),
    ...(property.type === 'string' && field.column.length !== null
      ? { maxLength: property.maxLength ?? field.column.length }
      : {}),
    ...(field.column.scale === null ? {} : { dbPointLength: field.column.scale }),
    fieldExtendJson: extendJson(options),
    ...(disabled ? { disabled: true, ui: { widgetattrs: { disabled: true } } } : {}),
    ...kindSpecific(form, field),
    ...itemWords(field, choices),
  }
}

function optionsOf(
  field: Field,
  prefix: string,
  { dictOptions = {} }: WireFormContext,
): readonly DictOption[] | null {
  const key = prefix + field.name
  return (Object.hasOwn(dictOptions, key) ? dictOptions[key] : null) ?? inlineOptions(field)
}

function wireOption({ value, text, color }: DictOption): Json {
  return { value, title: text, text, label: text, ...(color ? { color } : {}) }
}

function kindSpecific(form: CompiledForm, field: Field): Json {
  const { options } = field
  switch (field.view) {
    case 'popup':
      return {
        code: options.popupCode,
        orgFields: options.orgFields,
        destFields: options.destFields,
        popupMulti: options.popupMulti ?? false,
        ...subKey(options),
      }
    case 'cat_tree':
      return {
        pcode: options.pcode ?? '0',
        textField: options.textField ?? '',
        dict: [CATEGORY_TREE.dictTable, CATEGORY_TREE.dictText, CATEGORY_TREE.dictCode].join(','),
        pidField: CATEGORY_TREE.pidField,
        hasChildField: CATEGORY_TREE.hasChildField,
      }
    case 'sel_tree':
      return {
        dict: `${String(options.table)},${String(options.text)},${String(options.code)}`,
        pidField: options.pidField,
        pidValue: options.pidValue ?? '0',
        hasChildField: options.hasChildField ?? '',
      }
    case 'link_down': {
      const { condition: _onTheServer, ...config } = options
      const others = furtherLevels(field).flatMap((name) => {
        const other = form.fields.find((entry) => entry.name === name)
        return other ? { field: other.name, title: other.title, order: form.fields.indexOf(other) + 1 } : []
      })
      return { config, others }
    }
    default:
      return {}
  }
}

function subKey({ subKey }: Field['options']): Json {
  return typeof subKey === 'string' ? { subKey } : {}
}

function subTable(sub: SubTable, form: CompiledForm, at: number, context: WireFormContext): Json {
  const prefix = `${sub.code}.`
  const common = {
    view: 'tab',
    key: sub.code,
    describe: sub.title || form.title,
    // Deliberate: the wire means the column of the main table.
    foreignKey: sub.mainField,
    order: at + 1,
    id: form.code,
    hideButtons: [],
    required: requiredOf(form, prefix, context).filter((name) => name !== sub.foreignKey),
  }
  if (sub.relation === 'one') {
    const properties = propertiesOf(form, prefix, context)
    delete properties[sub.foreignKey]
    return { ...common, relationType: 1, properties }
  }
  const columns = visible(form, prefix, context)
    .filter((field) => field.name !== sub.foreignKey)
    .map((field, index) => gridColumn(field, index, prefix, context))
  return { ...common, relationType: 0, columns }
}

function gridColumn(field: Field, at: number, prefix: string, context: WireFormContext): Json {
  const { property, options } = field
  const choices = optionsOf(field, prefix, context)
  return {
    key: field.name,
    title: field.title,
    type: gridType(field),
    width: property.width ?? (Object.hasOwn(GRID_WIDTHS, field.view) ? GRID_WIDTHS[field.view] : GRID_WIDTH),
    ...(choices ? { options: choices.map(wireOption) } : {}),
    ...wireDict(field.dict, field.dictKey),
    validateRules: wireRules(field),
    fieldDefaultValue: property.default ?? '',
    fieldExtendJson: extendJson(options),
    ...(field.view === 'popup'
      ? {
          popupCode: options.popupCode,
          orgFields: options.orgFields,
          destFields: options.destFields,
          ...subKey(options),
        }
      : {}),
    disabled: field.readOnly || context.disabled?.has(prefix + field.name) === true,
    view: wireKind(field.view),
    order: at + 1,
  }
}

function gridType(field: Field): string {
  if (field.view === 'text' && field.property.type !== 'string') return 'inputNumber'
  return Object.hasOwn(GRID_TYPES, field.view) ? (GRID_TYPES[field.view] ?? field.view) : field.view
}
