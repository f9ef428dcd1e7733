import type { Property } from '../page/form.ts'
import { traitsOf } from '../widget/traits.ts'
import { type DumpRow, flag, integer, text } from './dump-row.ts'
import { fieldChoices } from './field-choices.ts'
import { fieldDefault } from './field-default.ts'
import { type FieldExtension, fieldExtension } from './field-extension.ts'
import type { FieldNames } from './field-names.ts'
import { fieldStorage } from './field-storage.ts'
import { asksForValue, fieldValidation } from './field-validation.ts'
import { fieldView } from './field-view.ts'
import { withItemWords } from './form-item.ts'
import type { Notes } from './import-note.ts'
import { choosableDefault, type KnownDicts, textChoice } from './known-dicts.ts'

/** A property, and what the field says about the form as a whole. */
export interface ImportedField {
  name: string
  property: Property
  required: boolean
  extension: FieldExtension
}

/** Widths that the designer fills in by itself. */
const DEFAULT_WIDTHS: ReadonlySet<number> = new Set([0, 120, 200])

/** What a field may refer to. */
export interface FieldContext {
  names: FieldNames
  family: readonly unknown[]
  dicts: KnownDicts
}

/** Turns one row of onl_cgform_field into a property. */
export function fieldProperty(
  given: DumpRow,
  name: string,
  context: FieldContext,
  notes: Notes,
): ImportedField {
  const row = withItemWords(given)
  const { names, dicts } = context
  if (text(row, 'field_show_type') === '') notes.add(name, '控件', '定义中是空的，使用文本框')
  const { view: wanted, picker } = fieldView(name, text(row, 'field_show_type'), notes)
  let storage = fieldStorage(row, name, wanted, notes)
  const choices = fieldChoices(row, name, storage.view, names, notes)
  const odd = storage.type === 'string' ? null : textChoice(choices, context)
  if (odd !== null) {
    notes.add(name, `${text(row, 'db_type')} 类型的列使用字典`, `选项的值 ${odd} 不是数字，按文本存储`)
    storage = fieldStorage(
      { ...row, db_type: 'string', db_length: null, db_point_length: null },
      name,
      wanted,
      notes,
    )
  }
  const { view } = storage
  const numeric = storage.type !== 'string'
  const extension = fieldExtension(text(row, 'field_extend_json'), { field: name, view, numeric }, notes)
  const options: Record<string, unknown> = {
    ...(picker ? { picker } : {}),
    ...(storage.precision !== undefined && view === 'number' ? { precision: storage.precision } : {}),
    ...(view === 'switch' && numeric ? { values: [1, 0] } : {}),
    ...choices.options,
    ...extension.options,
  }
  const dated =
    storage.db?.type === 'Date' || (view === 'date' && storage.type === 'string' && !storage.db?.type)
      ? ('date' as const)
      : storage.db?.type === 'Datetime' || (view === 'datetime' && !storage.db?.type)
        ? ('datetime' as const)
        : null
  const target = { field: name, view, type: storage.type, dated, maxLength: storage.maxLength }
  const [ofForm, ofColumn] = [text(row, 'field_default_value'), text(row, 'db_default_val')]
  if (ofForm !== '' && ofColumn !== '' && ofForm !== ofColumn)
    notes.add(name, `数据库默认值 "${ofColumn}"`, `使用表单的默认值 "${ofForm}"`)
  const defaults = choosableDefault(
    fieldDefault(ofForm || ofColumn, target, notes),
    { field: name, several: traitsOf(view).several === 'always' },
    typeof choices.dict === 'string' ? dicts.get(choices.dict) : undefined,
    notes,
  )
  const shown = isShown(row)
  const readOnly = flag(row, 'is_read_only')
  const property: Property = {
    type: storage.type,
    title: titleOf(row, name, notes),
    view,
    ...(storage.maxLength === undefined ? {} : { maxLength: storage.maxLength }),
    ...(Object.keys(options).length > 0 ? { options } : {}),
    ...(choices.dict === undefined ? {} : { dict: typedDict(choices.dict, numeric) }),
    ...defaults,
    ...fieldValidation(text(row, 'field_valid_type'), { name, view, numeric, dated: dated !== null }, notes),
    ...(extension.message ? { message: extension.message } : {}),
    ...(readOnly ? { readOnly: true } : {}),
    ...(shown ? {} : { form: false }),
    ...(extension.wide ? { wide: true } : {}),
    ...width(row, name, notes),
    ...href(row, name, names, notes),
    ...(storage.db ? { db: storage.db } : {}),
    ...(text(row, 'id') ? { id: text(row, 'id') } : {}),
  }
  notMapped(row, name, notes)
  const fillable = shown && !readOnly && view !== 'hidden'
  return { name, property, required: isRequired(row, name, fillable, property, notes), extension }
}

/** Choices that came along store what the column stores. */
function typedDict(dict: NonNullable<Property['dict']>, numeric: boolean): NonNullable<Property['dict']> {
  if (!Array.isArray(dict)) return dict
  return dict.map((option) => ({
    ...option,
    value: numeric ? Number(option.value) : String(option.value),
  }))
}

function isShown(row: DumpRow): boolean {
  const value = text(row, 'is_show_form')
  return value === '' || flag(row, 'is_show_form')
}

function titleOf(row: DumpRow, name: string, notes: Notes): string {
  const title = text(row, 'db_field_txt')
  if (title.length > 200) notes.add(name, '字段标题', '超过200个字，已截断')
  if (title === '') notes.add(name, '字段标题', '没有标题，使用字段名')
  return title.slice(0, 200) || name
}

function isRequired(
  row: DumpRow,
  name: string,
  fillable: boolean,
  property: Property,
  notes: Notes,
): boolean {
  const wanted = flag(row, 'field_must_input') || asksForValue(text(row, 'field_valid_type'))
  if (!wanted) {
    if (text(row, 'db_is_null') === '0' && fillable && property.default === undefined)
      notes.add(name, '数据库非空', '表单未设必填，列允许为空')
    return false
  }
  const filled = property.default !== undefined || property.defaultFrom !== undefined
  if (fillable || filled) return true
  notes.add(name, '必填', '字段不在表单中、隐藏或只读，且没有默认值，无法填写')
  return false
}

function width(row: DumpRow, name: string, notes: Notes): { width?: number } {
  const wanted = integer(row, 'field_length')
  if (wanted !== null && wanted >= 20 && wanted <= 2000)
    return DEFAULT_WIDTHS.has(wanted) ? {} : { width: wanted }
  if (text(row, 'field_length') !== '' && wanted !== 0)
    notes.add(name, `控件长度 ${text(row, 'field_length').slice(0, 100)}`, '应为 20 到 2000，使用默认宽度')
  return {}
}

function href(row: DumpRow, name: string, names: FieldNames, notes: Notes): { href?: string } {
  const written = text(row, 'field_href')
  if (written === '') return {}
  const scheme = /^([a-z][a-z0-9+.-]*):/i
    .exec([...written].filter((char) => char > ' ').join(''))?.[1]
    ?.toLowerCase()
  if (scheme && !['http', 'https', 'mailto', 'tel', 'online'].includes(scheme)) {
    notes.add(name, `链接 "${written}"`, '不允许的协议')
    return {}
  }
  return { href: written.replaceAll(/\$\{\s*(\w+)\s*\}/g, (_, column: string) => `\${${names.of(column)}}`) }
}

function notMapped(row: DumpRow, name: string, notes: Notes): void {
  if (text(row, 'converter')) notes.add(name, `转换器 ${text(row, 'converter')}`, '文档中没有程序')
  if (text(row, 'db_is_key') === '1' && name !== 'id') notes.add(name, '主键', '主键总是 id')
}
