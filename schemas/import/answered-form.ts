import type { DictOption, FormDocument, Property } from '../page/form.ts'
import { traitsOf } from '../widget/traits.ts'
import { type AnsweredLookup, answeredOptions, isOfTable } from './answered-choices.ts'
import { type AnsweredField, answeredFields, definitionRow } from './answered-fields.ts'
import { arrangeList } from './answered-list.ts'
import { type DumpRow, dumpRow, isRecord, text } from './dump-row.ts'
import { legalCode } from './field-names.ts'
import { importForm } from './jeecg-form.ts'
import type { KnownDicts } from './known-dicts.ts'

/** What a server of the wire answers about a form: getColumns, getFormItem, getQueryInfo. */
export interface FormAnswers {
  columns: unknown
  form: unknown
  query: unknown
  /** getColumns of the sub tables by table, as far as the server has it: it names the column that points to the main record. */
  subColumns?: Readonly<Record<string, unknown>>
}

/** A document that those answers come from, and what of them has no place in it. */
export interface AnsweredForm {
  document: FormDocument
  subDocuments: Record<string, FormDocument>
  /** Choices that came along, by dictionary key. */
  dicts: Record<string, DictOption[]>
  /** How the server calls what fields choose from, by dictionary key. */
  lookups: Record<string, AnsweredLookup>
  /** Columns whose text stands in another column of the row. */
  texts: Record<string, string>
  /** How the server calls the forms, by code. */
  ids: Record<string, string>
  tableType: number
  /** Columns that were left out, because no document can have one of that name. */
  left: string[]
}

/** A column that points to the main record, where the server does not say what it is called. The form never shows it. */
const UNNAMED_KEY = 'main_record_id'

/** What a form is made of, before it is a document. */
interface Answered {
  head: Readonly<Record<string, unknown>>
  fields: readonly AnsweredField[]
  columns: DumpRow
}

/** Makes the document of a form out of what a server tells its clients. Null where the answers name no table. Never throws. */
export function answeredForm({ columns, form, query, subColumns = {} }: FormAnswers): AnsweredForm | null {
  const list = dumpRow(columns)
  const item = isRecord(form) ? form : {}
  const schema = isRecord(item.schema) ? item.schema : {}
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const head = dumpRow(item.head)
  const table = text(head, 'table_name') || text(dumpRow(schema), 'table') || text(list, 'current_table_name')
  if (legalCode(table) === null) return null
  const left: string[] = []
  const isTree = text(list, 'pid_field') !== ''
  const main: Answered = {
    columns: list,
    fields: answeredFields(
      {
        form: properties,
        required: schema.required,
        columns: list.columns,
        query,
        ...(isTree ? { more: [text(list, 'has_children_field') || 'has_child'] } : {}),
      },
      (name) => left.push(name),
    ),
    head: {
      ...head,
      table_name: table,
      table_txt: text(head, 'table_txt') || text(list, 'description') || text(item as DumpRow, 'description'),
      form_template: text(head, 'form_template') || text(item as DumpRow, 'formTemplate'),
      is_page: text(list, 'pagination_flag'),
      is_checkbox: text(list, 'checkbox_flag'),
      is_tree: isTree ? 'Y' : 'N',
      tree_parent_id_field: text(list, 'pid_field'),
      tree_id_field: text(list, 'has_children_field'),
      tree_fieldname: text(list, 'text_field'),
      // The lists of sub tables beside the main list ask for documents of their own.
      theme_template: '',
    },
  }
  const subs = Object.entries(properties).flatMap(([name, source]) =>
    isRecord(source) && source.view === 'tab'
      ? answeredSub(table, name, source, dumpRow(subColumns[String(source.key ?? name)]), left)
      : [],
  )
  main.head = {
    ...main.head,
    sub_table_str: subs.map((sub) => text(sub.head as DumpRow, 'table_name')).join(','),
  }
  return assembled(main, subs, left, text(head, 'id') || text(list, 'id') || text(list, 'code'))
}

function answeredSub(
  main: string,
  name: string,
  source: Readonly<Record<string, unknown>>,
  columns: DumpRow,
  left: string[],
): Answered[] {
  const table = String(source.key ?? name)
  if (legalCode(table) === null) return []
  const keys = Array.isArray(columns.foreign_keys) ? columns.foreign_keys.map(dumpRow) : []
  const key = keys.find((one) => text(one, 'table').toLowerCase() === main.toLowerCase()) ?? keys[0] ?? {}
  const foreignKey = (text(key, 'field') || UNNAMED_KEY).toLowerCase()
  const fields = answeredFields(
    {
      form: source.properties ?? source.columns,
      required: source.required,
      // What is listed is listed beside the main form only; of its columns the types count.
      columns: columns.columns,
      query: [],
      more: [foreignKey],
    },
    (column) => left.push(`${table}.${column}`),
  )
  return [
    {
      columns,
      fields,
      head: {
        id: source.id,
        table_name: table,
        table_txt: source.describe,
        table_type: '3',
        tab_order_num: source.order,
        relation_type: String(source.relationType ?? 0),
        foreign_key: foreignKey,
        main_table: main,
        main_field: source.foreignKey ?? 'id',
      },
    },
  ]
}

function assembled(
  main: Answered,
  subs: readonly Answered[],
  left: string[],
  id: string,
): AnsweredForm | null {
  const all = [main, ...subs]
  const dicts = knownDicts(all)
  const definitions = all.map(definitionOf)
  const [definition, ...family] = definitions
  const imported = importForm(definition, family, { dicts }).document
  if (!imported) return null
  const answered: AnsweredForm = {
    document: imported,
    subDocuments: {},
    dicts: {},
    lookups: {},
    texts: {},
    ids: { [imported.code]: id || imported.code },
    tableType: subs.length > 0 ? 2 : 1,
    left,
  }
  finish(imported, main, answered)
  arrangeList(imported, main)
  family.forEach((one, at) => {
    const sub = importForm(one, [definition], { dicts }).document
    const source = subs[at]
    if (!sub || !source || !imported.subTables?.some(({ code }) => code === sub.code)) return
    finish(sub, source, answered)
    answered.subDocuments[sub.code] = sub
    answered.ids[sub.code] = String(source.head.id ?? sub.code)
  })
  return answered
}

function definitionOf({ head, fields, columns }: Answered): unknown {
  const { foreign_key, main_table, main_field, ...own } = head
  return {
    head: own,
    onl_cgform_field: fields.map((field, at) => ({
      ...definitionRow(field, at),
      field_href: hrefOf(field, columns),
      ...(field.name === foreign_key ? { main_table, main_field } : {}),
    })),
  }
}

/** The address behind a column of the list. */
function hrefOf({ column }: AnsweredField, { field_href_slots: slots }: DumpRow): string {
  const wanted = text(column?.row ?? {}, 'href_slot_name')
  if (wanted === '' || !Array.isArray(slots)) return ''
  return text(slots.map(dumpRow).find((slot) => text(slot, 'slot_name') === wanted) ?? {}, 'href')
}

/** Texts by value of the dictionaries that came along. */
function knownDicts(all: readonly Answered[]): KnownDicts {
  const known = new Map<string, Map<string, string>>()
  for (const { dict_table, dict_field, options } of all.flatMap(({ fields }) =>
    fields.map(({ choices: { columns, options } }) => ({ ...columns, options })),
  ))
    if (dict_table === '' && dict_field !== '' && options.length > 0)
      known.set(dict_field, new Map(options.map(({ value, text: shown }) => [String(value), shown])))
  return known
}

/** Puts the choices that came along where the document has them, and keeps how the server calls the others. */
function finish(document: FormDocument, { fields, columns }: Answered, answered: AnsweredForm): void {
  const sent = isRecord(columns.dict_options) ? columns.dict_options : {}
  for (const field of fields) {
    const { name, choices, column, query } = field
    const property = document.schema.properties[name]
    if (!property) continue
    const rendered = text(column?.row ?? {}, 'custom_render')
    const replaced = /^_replace_text_(.+)$/.exec(rendered)?.[1]
    if (replaced !== undefined && replaced !== name) answered.texts[name] = replaced
    const listed = rendered === '' || !Object.hasOwn(sent, rendered) ? [] : answeredOptions(sent[rendered])
    place(
      property,
      choices.options.length > 0 ? choices.options : listed,
      `${document.code}.${name}`,
      answered,
    )
    if (choices.lookup) answered.lookups[`${document.code}.${name}`] = choices.lookup
    if (query?.choices.lookup) answered.lookups[`${document.code}.${name}?query`] = query.choices.lookup
  }
}

function place(
  property: Property,
  options: readonly DictOption[],
  key: string,
  { dicts }: AnsweredForm,
): void {
  const { choices, searches } = traitsOf(property.view)
  if (options.length === 0 || isOfTable(property.view) || searches) return
  if (choices === 'onOff') {
    const [on, off] = options
    if (on && off && options.length === 2 && `${on.text}${off.text}` !== '是否')
      property.options = { ...property.options, texts: [on.text, off.text] }
    return
  }
  if (choices !== undefined && choices !== 'dict') return
  const typed = options.map((option) =>
    property.type === 'string'
      ? { ...option, value: String(option.value) }
      : { ...option, value: Number(option.value) },
  )
  if (typeof property.dict === 'string') dicts[property.dict] = typed
  else if (property.dict !== undefined) dicts[key] = typed
  else property.dict = typed
}
