import type { Condition } from '../page/condition.ts'
import type { Property } from '../page/form.ts'
import { namesIn } from '../widget/named-fields.ts'
import { answeredOptions } from './answered-choices.ts'
import { type DumpRow, isRecord, text } from './dump-row.ts'
import type { FieldNames } from './field-names.ts'
import type { Notes } from './import-note.ts'
import { parseLenient } from './lenient-json.ts'
import { NOTHING, parseSqlCondition, parseTableClause } from './sql-condition.ts'

type Options = Record<string, unknown>

/** Where the choices of a field come from: its dictionary, or the options of its kind. */
export interface FieldChoices {
  dict?: Property['dict']
  options: Options
}

interface DictColumns {
  table: string
  code: string
  text: string
}

const WITH_DICT: ReadonlySet<string> = new Set([
  'list',
  'radio',
  'checkbox',
  'list_multi',
  'sel_search',
  'text',
  'number',
  'switch',
  'hidden',
])

/** Reads dict_table, dict_field and dict_text as the widget uses them. */
export function fieldChoices(
  row: DumpRow,
  field: string,
  view: string,
  names: FieldNames,
  notes: Notes,
): FieldChoices {
  const columns = {
    table: text(row, 'dict_table'),
    code: text(row, 'dict_field'),
    text: text(row, 'dict_text'),
  }
  switch (view) {
    case 'popup':
      return { options: popup(columns, field, names, notes) }
    case 'cat_tree':
      if (columns.table)
        notes.add(field, `字典表 "${columns.table.slice(0, 100)}"`, '分类树只用分类编码，已忽略')
      return {
        options: {
          ...(columns.code ? { pcode: columns.code } : {}),
          ...(columns.text ? { textField: names.of(columns.text) } : {}),
        },
      }
    case 'sel_tree':
      return { options: selTree(columns, field, notes) }
    case 'link_down':
      if (columns.code) notes.add(field, `字典 ${columns.code.slice(0, 100)}`, '联动下拉不使用字典')
      return { options: linkDown(columns.table, field, names, notes) }
    case 'popup_dict':
      return {
        options: {
          ...(columns.table ? { code: columns.table } : {}),
          value: columns.code,
          text: columns.text,
        },
      }
    case 'link_table_field':
      return {
        options: {
          ...(columns.table ? { table: names.of(columns.table) } : {}),
          ...(columns.text ? { text: columns.text.trim().toLowerCase() } : {}),
        },
      }
    case 'link_table':
      return {
        options: {
          ...(columns.table ? { table: columns.table } : {}),
          ...(columns.code ? { value: columns.code } : {}),
          ...(columns.text ? { text: columns.text } : {}),
        },
      }
  }
  const listed = answeredOptions(row.list_source)
  if (!WITH_DICT.has(view)) {
    const unused = columns.table || columns.code || (listed.length > 0 ? 'listSource' : '')
    if (unused) notes.add(field, `字典 ${unused}`, `控件 ${view} 不使用字典`)
    return { options: {} }
  }
  const dict = dictOf(columns, field, notes) ?? (listed.length > 0 ? listed : undefined)
  return dict === undefined ? { options: {} } : { dict, options: {} }
}

/** A dictionary code, a table with columns and condition, or nothing. Never wider than the definition says. */
export function dictOf(columns: DictColumns, field: string, notes: Notes): Property['dict'] | undefined {
  if (columns.table === '') {
    if (columns.code === '' && columns.text !== '')
      notes.add(field, `字典显示列 ${columns.text.slice(0, 100)}`, '没有字典表或字典编码，未导入')
    return columns.code === '' ? undefined : columns.code
  }
  const clause = parseTableClause(columns.table)
  if (!clause) {
    notes.add(field, `字典表 "${columns.table}"`, '条件不能转换为数据，未导入字典')
    return undefined
  }
  if (columns.code === '' || columns.text === '') {
    notes.add(field, `字典表 "${columns.table}"`, '缺少存储列或显示列，未导入字典')
    return undefined
  }
  return {
    table: clause.table,
    value: columns.code.toLowerCase(),
    text: columns.text.toLowerCase(),
    ...(clause.where ? { where: clause.where } : {}),
    ...(clause.order ? { order: clause.order } : {}),
  }
}

function popup(columns: DictColumns, field: string, names: FieldNames, notes: Notes): Options {
  const { table: popupCode, code: orgFields } = columns
  const from = orgFields.split(',').map((name) => name.trim())
  const to = columns.text.split(',').map((name) => names.of(name))
  const pairs = from.flatMap((name, at) => (name && to[at] ? [[name, to[at]] as const] : []))
  if (!popupCode || pairs.length === 0) {
    notes.add(field, 'popup 配置', 'popup参数未正确配置!')
    return {}
  }
  if (from.length !== to.length || pairs.length !== from.length)
    notes.add(field, 'popup 配置', 'popup参数未正确配置,原始值和目标值数量不一致!只保留成对的')
  return {
    popupCode,
    orgFields: pairs.map(([name]) => name).join(','),
    destFields: pairs.map(([, name]) => name).join(','),
  }
}

function selTree(columns: DictColumns, field: string, notes: Notes): Options {
  const clause = parseTableClause(columns.table)
  const parts = columns.text.split(',').map((part) => part.trim().toLowerCase())
  const [code = '', pidField = '', label = '', hasChildField = ''] = parts
  if (!clause && columns.table) notes.add(field, `树表 "${columns.table}"`, '条件不能转换为数据，未导入')
  else if (!clause || !code || !pidField || !label)
    notes.add(field, '树表配置', '应为表名和 "id,父级,名称,是否有子级"')
  if (!clause || !code || !pidField || !label) return {}
  return {
    table: clause.table,
    text: label,
    code,
    pidField,
    pidValue: columns.code || '0',
    ...(hasChildField ? { hasChildField } : {}),
    ...(clause.where ? { condition: clause.where } : {}),
  }
}

function linkDown(source: string, field: string, names: FieldNames, notes: Notes): Options {
  const config = parseLenient(source)
  const read = (key: string) =>
    isRecord(config) && typeof config[key] === 'string' ? (config[key] as string).trim() : ''
  const [table, txt, key, idField, pidField] = ['table', 'txt', 'key', 'idField', 'pidField'].map(read)
  if (!table || !txt || !key || !idField || !pidField) {
    notes.add(field, '联动下拉配置', '应为含 table、txt、key、idField、pidField 的对象')
    return {}
  }
  const clause = parseTableClause(table)
  if (!clause) {
    notes.add(field, `联动下拉的表 "${table}"`, '不是表名，未导入')
    return {}
  }
  const linkField = namesIn(read('linkField'))
    .map((name) => names.of(name))
    .join(',')
  return {
    table: clause.table,
    txt: txt.toLowerCase(),
    key: key.toLowerCase(),
    idField: idField.toLowerCase(),
    pidField: pidField.toLowerCase(),
    ...(linkField ? { linkField } : {}),
    ...condition([clause.where, firstLevel(read('condition'), field, notes)]),
  }
}

function firstLevel(sql: string, field: string, notes: Notes): Condition | null {
  if (sql === '' || /^\s*1\s*=\s*1\s*$/.test(sql)) return null
  const parsed = parseSqlCondition(sql)
  if (!parsed) notes.add(field, `联动条件 "${sql}"`, '不能转换为数据，第一级没有选项')
  return parsed ?? NOTHING
}

function condition(parts: readonly (Condition | null)[]): { condition?: Condition } {
  const said = parts.filter((part) => part !== null)
  const [only] = said
  if (!only) return {}
  return { condition: said.length === 1 ? only : { and: said } }
}
