import type { DictOption } from '../../page/form.ts'
import { onOffOptions } from '../../widget/on-off.ts'
import type { CompiledForm, Field, ListColumn } from '../model.ts'
import { extendJson } from './dict-columns.ts'
import { wireKind } from './wire-kind.ts'

/** One column of a generated list, as clients of the wire read it. */
export interface WireColumn {
  title: string
  dataIndex: string
  align: 'left' | 'right' | 'center'
  sorter: boolean
  width?: number
  fieldType: string
  dbType: string
  customRender?: string
  hrefSlotName?: string
  scopedSlots?: { customRender: string }
  showLength?: number
  fieldExtendJson: string
  linkField?: string
}

/** A button of a list that clients of the wire have built in. */
export interface WireButton {
  buttonCode: string
  buttonName: string
  buttonStyle: 'built-in'
  buttonStatus: '1'
  buttonIcon: string
}

/** Result of getColumns. */
export interface WireColumns {
  id: string
  code: string
  currentTableName: string
  description: string
  tableType: 1 | 2 | 3
  formTemplate: string
  relationType: number | null
  paginationFlag: 'Y' | 'N'
  checkboxFlag: 'Y' | 'N'
  scrollFlag: 0 | 1
  isDesForm: 'Y' | 'N'
  desFormCode: string
  themeTemplate: string
  columns: WireColumn[]
  dictOptions: Record<string, readonly DictOption[]>
  fieldHrefSlots: { slotName: string; href: string }[]
  /** Empty for the specified client, which has these buttons of its own. */
  cgButtonList: readonly WireButton[]
  enhanceJs: string
  hideColumns: string[]
  foreignKeys: { field: string; table: string; key: string }[]
  pidField?: string
  hasChildrenField?: string
  textField?: string
}

/** What the server knows beyond the document. */
export interface WireColumnsContext {
  /** Entries of dictionaries by column; columns without stay codes and bring their text as `_dictText`. */
  dictOptions?: Readonly<Record<string, readonly DictOption[]>>
  /** Columns that this user may not see. */
  hidden?: ReadonlySet<string>
  /** Buttons that this user may not use. */
  hiddenButtons?: readonly string[]
  /** Set where the form stands as a sub table. */
  mains?: readonly { table: string; mainField: string; foreignKey: string; relation: 'many' | 'one' }[]
}

/** Kinds whose text comes with the row instead of from a dictionary that is sent along. */
const TEXT_IN_ROW: ReadonlySet<string> = new Set([
  'sel_user',
  'sel_depart',
  'sel_search',
  'cat_tree',
  'sel_tree',
  'popup_dict',
  'link_down',
  'link_table',
  'sel_role',
  'sel_position',
])
const SLOTS: Readonly<Record<string, string>> = {
  file: 'fileSlot',
  image: 'imgSlot',
  umeditor: 'htmlSlot',
  pca: 'pcaSlot',
  date: 'dateSlot',
}

/** The list configuration of a form in the shape of getColumns. */
export function wireColumns(form: CompiledForm, context: WireColumnsContext = {}): WireColumns {
  const { dictOptions = {}, hidden = new Set(), hiddenButtons = [], mains = [] } = context
  const columns = form.list.columns.filter(({ field }) => !hidden.has(field.name))
  const sent: Record<string, readonly DictOption[]> = {}
  for (const { field } of columns) {
    const options = Object.hasOwn(dictOptions, field.name) ? dictOptions[field.name] : inlineOptions(field)
    if (options && !TEXT_IN_ROW.has(field.view)) sent[field.name] = options
  }
  const [main] = mains
  return {
    id: form.code,
    code: form.code,
    currentTableName: form.tableName,
    description: form.title,
    tableType: main ? 3 : form.type === 'main' ? 2 : 1,
    formTemplate: String(form.form.columns),
    relationType: main ? (main.relation === 'one' ? 1 : 0) : null,
    paginationFlag: form.list.paging ? 'Y' : 'N',
    checkboxFlag: form.list.checkbox ? 'Y' : 'N',
    scrollFlag: 1,
    isDesForm: 'N',
    desFormCode: '',
    themeTemplate: form.document.layout?.theme ?? 'normal',
    columns: columns.map((column) => wireColumn(column, Object.hasOwn(sent, column.field.name))),
    dictOptions: sent,
    fieldHrefSlots: columns.flatMap(({ field }) =>
      field.property.href ? { slotName: `fieldHref_${field.name}`, href: field.property.href } : [],
    ),
    cgButtonList: [],
    enhanceJs: '',
    hideColumns: [...hidden, ...hiddenButtons],
    foreignKeys: mains.map(({ table, mainField, foreignKey }) => ({
      field: foreignKey,
      table,
      key: mainField,
    })),
    ...(form.tree
      ? { pidField: form.tree.parent, hasChildrenField: form.tree.hasChild, textField: form.tree.label }
      : {}),
  }
}

function wireColumn({ field, width, sortable, align }: ListColumn<Field>, hasOptions: boolean): WireColumn {
  const { showLength, linkField } = field.options
  const slot = Object.hasOwn(SLOTS, field.view) ? SLOTS[field.view] : undefined
  return {
    title: field.title,
    dataIndex: field.name,
    align,
    sorter: sortable,
    ...(width === null ? {} : { width }),
    fieldType: wireKind(field.view),
    dbType: field.column.type,
    ...(hasOptions ? { customRender: field.name } : {}),
    // What follows the prefix is the column of the row that holds the text.
    ...(!hasOptions && TEXT_IN_ROW.has(field.view)
      ? { customRender: `_replace_text_${field.name}_dictText` }
      : {}),
    ...(field.property.href ? { hrefSlotName: `fieldHref_${field.name}` } : {}),
    ...(slot ? { scopedSlots: { customRender: slot } } : {}),
    ...(typeof showLength === 'number' ? { showLength } : {}),
    fieldExtendJson: extendJson(field.options),
    ...(typeof linkField === 'string' ? { linkField } : {}),
  }
}

/** Entries that need no server: those in the document, and the two of a switch. */
export function inlineOptions(field: Field): readonly DictOption[] | null {
  if (Array.isArray(field.dict)) return field.dict
  return field.view === 'switch' && field.dict === null ? onOffOptions(field.options) : null
}
