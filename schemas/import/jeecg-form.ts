import { soundDocument } from '../compile/check-document.ts'
import { isSystemColumn } from '../compile/system-columns.ts'
import type { FormDocument, Property } from '../page/form.ts'
import { definitionShape, kindOfDefinition } from './definition-shape.ts'
import {
  type DumpRow,
  dumpRow,
  dumpRows,
  flag,
  integer,
  isRecord,
  oddColumns,
  shortly,
  text,
} from './dump-row.ts'
import { type FieldNames, fieldNames, legalCode } from './field-names.ts'
import { fieldProperty } from './field-property.ts'
import { type FieldSource, importList } from './form-list.ts'
import { importPermissions } from './form-permissions.ts'
import { createNotes, type ImportNote, type Notes } from './import-note.ts'
import { parseLenient } from './lenient-json.ts'
import { systemField } from './system-field.ts'

/** A document made from a definition, and everything that has no place in it. */
export interface ImportedForm {
  /** Null when the definition names no table. */
  document: FormDocument | null
  notes: readonly ImportNote[]
}

interface Definition {
  head: DumpRow
  fields: readonly DumpRow[]
  raw: Readonly<Record<string, unknown>>
}

const DATED_VIEWS: ReadonlySet<string> = new Set(['date', 'datetime', 'time'])
/** Characters of the platform's keys. */
const KEY_LENGTH = 36

/** True for the shape of an exported online form. */
export function isFormDefinition(json: unknown): boolean {
  return kindOfDefinition(json) === 'form'
}

/** Form document by code that an earlier run made, or null. */
export type EarlierDocument = (code: string) => FormDocument | null

/**
 * Turns a JeecgBoot online form into a document. `family` holds further definitions: the sub tables of a main form say
 * there how they belong to it; what is not among them may have been imported earlier. Never throws, whatever the
 * definition contains.
 */
export function importForm(
  json: unknown,
  family: readonly unknown[] = [],
  earlier: EarlierDocument = () => null,
): ImportedForm {
  const notes = createNotes()
  const definition = read(json)
  const written = text(definition.head, 'table_name')
  const code = codeOf(definition)
  if (!isFormDefinition(json) || code === null) {
    notes.add(null, '定义', '不是在线表单的定义：缺少 head.table_name 或 onl_cgform_field')
    return { document: null, notes: notes.list }
  }
  if (code !== written)
    notes.add(null, `表名 "${written}"`, `${written === '' ? '没有表名' : '名称不合法'}，改为 ${code}`)
  noteOdd(definition, notes)
  const names = fieldNames(definition.fields, notes)
  const fields = orderedFields(definition.fields, names, notes)
  const { head } = definition
  const tree = flag(head, 'is_tree') ? importTree(head, code, fields, names, notes) : null
  const properties = Object.fromEntries(fields.map(({ name, property }) => [name, property]))
  const required = fields.flatMap(({ name, required: needed }) => (needed ? name : []))
  const indexes = importIndexes(dumpRows(definition.raw.onl_cgform_index), fields, names, notes)
  const list = importList(head, fields, notes)
  const subTables = importSubTables(
    head,
    code,
    { family, earlier, has: (name) => Object.hasOwn(properties, name) || isSystemColumn(name) },
    notes,
  )
  const layout = importLayout(head, subTables.length > 0, notes)
  const permissions = importPermissions(
    dumpRows(definition.raw.onl_auth_page),
    dumpRows(definition.raw.onl_auth_data),
    names,
    notes,
  )
  noteScripts(definition, notes)
  const title = text(head, 'table_txt')
  if (title.length > 200) notes.add(null, `表单标题 ${title.slice(0, 50)}…`, '超过200个字，已截断')
  const table = code.replace(/\$\d+$/, '')
  const document: FormDocument = {
    kind: 'form',
    code,
    title: title.slice(0, 200) || code,
    ...(table === code ? {} : { table }),
    schema: { type: 'object', ...(required.length > 0 ? { required } : {}), properties },
    ...(tree ? { tree } : {}),
    ...(subTables.length > 0 ? { subTables } : {}),
    ...(indexes.length > 0 ? { indexes } : {}),
    ...(Object.keys(list).length > 0 ? { list } : {}),
    ...(Object.keys(layout).length > 0 ? { layout } : {}),
    ...(permissions ? { permissions } : {}),
  }
  withTablesOf(document, [json, ...family])
  return { document: mended(document, notes), notes: notes.list }
}

/** The code of a definition's document: its table, else what else names it. */
function codeOf({ head, fields }: Definition): string | null {
  const id = text(head, 'id') || text(fields[0] ?? {}, 'cgform_head_id')
  return legalCode(text(head, 'table_name')) ?? (id === '' ? null : legalCode(`form_${id}`))
}

/** The code that a form definition will have as a document; null where nothing names it. */
export function formCode(json: unknown): string | null {
  return isFormDefinition(json) ? codeOf(read(json)) : null
}

/** Values that stand where text or a number was expected. */
function noteOdd({ head, fields, raw }: Definition, notes: Notes): void {
  for (const { column, shown } of oddColumns(head))
    notes.add(null, `head.${column} ${shown}`, '不是能存储的文本或数字，已忽略或改正')
  if (raw.head !== undefined && !isRecord(raw.head))
    notes.add(null, `head ${shortly(raw.head)}`, '不是对象，已忽略')
  const given: unknown = raw.onl_cgform_field
  if (!Array.isArray(given)) notes.add(null, `字段 ${shortly(given)}`, '定义中没有字段')
  else
    for (const [at, row] of given.entries())
      if (!isRecord(row)) notes.add(null, `字段列表第 ${at + 1} 项 ${shortly(row)}`, '不是字段，未导入')
  for (const [at, row] of fields.entries())
    for (const { column, shown } of oddColumns(row))
      notes.add(
        text(row, 'db_field_name').toLowerCase() || null,
        `第 ${at + 1} 个字段的 ${column} ${shown}`,
        '不是能存储的文本或数字，已忽略或改正',
      )
}

/** Tables are named without regard to case; a document that was imported is named as it is written. */
function withTablesOf(document: FormDocument, family: readonly unknown[]): void {
  const codes = new Map<string, string>()
  for (const definition of family) {
    const code = formCode(definition)
    const written = text(read(definition).head, 'table_name').toLowerCase()
    if (code !== null && written !== code && !codes.has(written)) codes.set(written, code)
  }
  if (codes.size === 0) return
  const rename = (owner: { table?: unknown }) => {
    const known = typeof owner.table === 'string' ? codes.get(owner.table) : undefined
    if (known !== undefined) owner.table = known
  }
  const items = (document.list?.query ?? []).filter((item) => typeof item !== 'string')
  for (const { dict, options } of [...Object.values(document.schema.properties), ...items]) {
    if (isRecord(dict)) rename(dict)
    if (options) rename(options)
  }
}

/** The document as the check would leave it: what only shows in the whole (a default that its own pattern refuses) goes as well. */
function mended(document: FormDocument, notes: Notes): FormDocument {
  const sound = soundDocument(document)
  for (const { severity, code, path, message } of sound.problems) {
    // The name of an unknown widget stays, so that the page can say it.
    if (severity === 'error' && code !== 'unknown-view') notes.add(null, path, message)
  }
  return sound.document ?? document
}

function read(json: unknown): Definition {
  const raw = definitionShape(json)
  return { head: dumpRow(raw.head), fields: dumpRows(raw.onl_cgform_field), raw }
}

function orderedFields(rows: readonly DumpRow[], names: FieldNames, notes: Notes): FieldSource[] {
  const place = (row: DumpRow) => {
    const order = text(row, 'order_num')
    return order !== '' && Number.isFinite(Number(order)) ? Number(order) : Number.MAX_SAFE_INTEGER
  }
  const identities = new Set<string>()
  return rows
    .flatMap((row, at) => {
      const name = names.byRow[at]
      if (!name) return []
      const field = isSystemColumn(name)
        ? systemField(row, name, notes)
        : fieldProperty(row, name, names, notes)
      if (text(row, 'main_table') && !isSystemColumn(name)) keyStorage(field, row, notes)
      const { id } = field.property
      if (id !== undefined && identities.has(id)) delete field.property.id
      else if (id !== undefined) identities.add(id)
      return { ...field, row }
    })
    .sort((left, right) => place(left.row) - place(right.row))
}

/** A foreign key that points to the key of the main table must be able to hold it. */
function keyStorage({ name, property }: Omit<FieldSource, 'row'>, row: DumpRow, notes: Notes): void {
  const mainField = text(row, 'main_field').toLowerCase()
  if (mainField !== '' && mainField !== 'id') return
  const { type = 'string' } = property.db ?? {}
  const isText =
    property.type === 'string' && (type === 'string' || type === 'Text') && !DATED_VIEWS.has(property.view)
  if (isText && (property.maxLength ?? KEY_LENGTH) >= KEY_LENGTH) return
  notes.add(
    name,
    `外键的类型 ${text(row, 'db_type')}(${text(row, 'db_length')})`,
    `主表的主键是 ${KEY_LENGTH} 个字的文本，按此存储`,
  )
  Object.assign(property, { type: 'string', view: isText ? property.view : 'text', maxLength: KEY_LENGTH })
  if (isText) return
  for (const word of ['db', 'options', 'default', 'defaultFrom', 'pattern', 'validType'] as const)
    delete property[word]
}

function importTree(
  head: DumpRow,
  code: string,
  fields: FieldSource[],
  names: FieldNames,
  notes: Notes,
): NonNullable<FormDocument['tree']> | null {
  const parent = treeColumn(text(head, 'tree_parent_id_field'), 'pid', '父级字段', names, notes)
  const hasChild = treeColumn(text(head, 'tree_id_field'), 'has_child', '是否有子节点字段', names, notes)
  const wanted = text(head, 'tree_fieldname')
  const own = fields.filter(({ name }) => !isSystemColumn(name) && name !== parent && name !== hasChild)
  const label =
    own.find(({ name }) => name === names.of(wanted)) ??
    own.find(({ property }) => property.type === 'string')
  if (!label) {
    notes.add(null, '树表', '没有可作为节点文字的字段，按普通表导入')
    return null
  }
  if (label.name !== names.of(wanted))
    notes.add(wanted || null, '树节点文字', `字段不存在，使用 ${label.name}`)
  const parentField = fields.find(({ name }) => name === parent)
  const mark = fields.find(({ name }) => name === hasChild)
  const picker: Property = {
    type: 'string',
    title: parentField?.property.title ?? '父级节点',
    view: 'sel_tree',
    maxLength: Math.max(parentField?.property.maxLength ?? 0, KEY_LENGTH),
    options: {
      table: code,
      text: label.name,
      code: 'id',
      pidField: parent,
      pidValue: '0',
      ...(mark ? { hasChildField: hasChild } : {}),
    },
    ...(parentField?.property.id ? { id: parentField.property.id } : {}),
  }
  if (parentField) {
    const { view, maxLength = KEY_LENGTH } = parentField.property
    if (maxLength < KEY_LENGTH) notes.add(parent, `长度 ${maxLength}`, `存主键的列至少 ${KEY_LENGTH} 个字`)
    if (view !== 'text' && view !== 'sel_tree' && view !== 'hidden')
      notes.add(parent, `父级字段的控件 ${view}`, '父级总是从本表中选择，存主键')
    parentField.property = picker
  } else {
    notes.add(parent, '父级字段', '定义中没有，已补上')
    fields.push({ name: parent, property: picker, required: false, extension: { options: {} }, row: {} })
  }
  if (parentField?.required) parentField.required = false
  // The platform keeps the mark itself.
  if (mark) mark.property = { ...mark.property, form: false }
  return { parent, ...(mark ? { hasChild } : {}), label: label.name }
}

/** A column that the tree needs: a name that no column can have, or one of the platform's own, gives way to the usual one. */
function treeColumn(written: string, usual: string, what: string, names: FieldNames, notes: Notes): string {
  const wanted = names.of(written || usual)
  if (legalCode(wanted) === wanted && !isSystemColumn(wanted)) return wanted
  notes.add(null, `树的${what} "${written}"`, `不能使用，改为 ${usual}`)
  return names.of(usual)
}

function importIndexes(
  rows: readonly DumpRow[],
  fields: readonly FieldSource[],
  names: FieldNames,
  notes: Notes,
): NonNullable<FormDocument['indexes']> {
  const indexes: NonNullable<FormDocument['indexes']> = []
  const stored = new Set(
    fields.filter(({ property }) => property.db?.persist !== false).map(({ name }) => name),
  )
  for (const row of rows) {
    if (text(row, 'del_flag') === '1') continue
    const written = text(row, 'index_name')
    const wanted = text(row, 'index_field')
      .split(',')
      .filter((name) => name.trim())
    const columns = [...new Set(wanted.map((name) => names.of(name)))].filter((name) => stored.has(name))
    const unique = text(row, 'index_type').toLowerCase() === 'unique'
    const missing = columns.length < new Set(wanted.map((name) => names.of(name))).size
    if (columns.length === 0 || (unique && missing)) {
      notes.add(null, `索引 ${written}（${wanted.join(',')}）`, '字段不存在，未导入')
      continue
    }
    if (missing)
      notes.add(null, `索引 ${written}（${wanted.join(',')}）`, `只用存在的字段 ${columns.join(',')}`)
    const name = legalCode(written)
    const free = name !== null && !indexes.some((index) => index.name === name)
    indexes.push({ ...(free ? { name } : {}), columns, ...(unique ? { unique } : {}) })
  }
  // A sub table is always asked for by its foreign key.
  for (const { name, row } of fields) {
    if (text(row, 'main_table') && stored.has(name) && !indexes.some(({ columns }) => columns[0] === name))
      indexes.push({ columns: [name] })
  }
  return indexes
}

/** What a main form is put together from. */
interface Relations {
  family: readonly unknown[]
  earlier: EarlierDocument
  /** True for a column of the main form. */
  has(name: string): boolean
}

/** Names of tables as they are compared: neither case nor the mark of a copy tells two tables apart. */
function tableKey(name: string): string {
  return (legalCode(name.trim().replace(/\$\d+$/, '')) ?? '').toLowerCase()
}

function importSubTables(
  head: DumpRow,
  code: string,
  { family, earlier, has }: Relations,
  notes: Notes,
): NonNullable<FormDocument['subTables']> {
  const named = new Map<string, string>()
  for (const name of text(head, 'sub_table_str')
    .split(',')
    .map((part) => part.trim()))
    if (name && !named.has(name.toLowerCase())) named.set(name.toLowerCase(), name)
  const base = tableKey(code)
  const order = [...named.keys()]
  const subs = new Map<string, { order: number; entry: NonNullable<FormDocument['subTables']>[number] }>()
  const refused = new Set<string>()
  for (const relative of family.filter(isFormDefinition).map(read)) {
    const table = text(relative.head, 'table_name').toLowerCase()
    const names = fieldNames(relative.fields, createNotes())
    const at = relative.fields.findIndex(
      (row) => text(row, 'main_table') && tableKey(text(row, 'main_table')) === base,
    )
    const foreignKey = names.byRow[at]
    const sub = codeOf(relative)
    const belongs =
      named.has(table) || (text(head, 'table_type') === '2' && text(relative.head, 'table_type') === '3')
    if (!foreignKey || !sub || sub === code || !belongs || subs.has(table)) continue
    const mainField = text(relative.fields[at] ?? {}, 'main_field').toLowerCase()
    if (mainField && !has(mainField)) {
      refused.add(table)
      notes.add(
        null,
        `子表 ${named.get(table) ?? table}`,
        `主表没有字段 "${mainField}"（外键 ${foreignKey}），未导入`,
      )
      continue
    }
    const title = text(relative.head, 'table_txt')
    subs.set(table, {
      order: integer(relative.head, 'tab_order_num') ?? Number.MAX_SAFE_INTEGER,
      entry: {
        code: sub,
        foreignKey,
        ...(mainField && mainField !== 'id' ? { mainField } : {}),
        relation: text(relative.head, 'relation_type') === '1' ? 'one' : 'many',
        ...(title ? { title } : {}),
      },
    })
  }
  for (const [key, name] of named) {
    const entry = subs.has(key) ? null : earlierSubTable(code, name, earlier, notes)
    if (entry) subs.set(key, { order: Number.MAX_SAFE_INTEGER, entry })
  }
  for (const [key, name] of named)
    if (!subs.has(key) && !refused.has(key))
      notes.add(null, `子表 ${name}`, '定义不在导入的文件中，或没有指向主表的外键，未导入')
  const place = (table: string) => {
    const at = order.indexOf(table)
    return at < 0 ? order.length : at
  }
  return [...subs]
    .sort(([left, a], [right, b]) => a.order - b.order || place(left) - place(right))
    .map(([, { entry }]) => entry)
}

/** A sub table whose document an earlier run made: as the main form named it then, else by the one key that it is indexed by. */
function earlierSubTable(
  code: string,
  name: string,
  earlier: EarlierDocument,
  notes: Notes,
): NonNullable<FormDocument['subTables']>[number] | null {
  const sub = legalCode(name)
  const document = sub === null || sub === code ? null : earlier(sub)
  if (!sub || !document) return null
  const named = earlier(code)?.subTables?.find((entry) => entry.code === sub)
  if (named && Object.hasOwn(document.schema.properties, named.foreignKey)) {
    notes.add(null, `子表 ${name}`, '定义不在导入的文件中，保留以前导入的子表')
    return named
  }
  const keys = (document.indexes ?? []).filter(({ columns, unique }) => columns.length === 1 && !unique)
  const foreignKey = keys.length === 1 ? keys[0]?.columns[0] : undefined
  if (foreignKey === undefined) return null
  notes.add(
    null,
    `子表 ${name}`,
    `定义不在导入的文件中，使用以前导入的文档，外键按其索引取 ${foreignKey}，请核对`,
  )
  return { code: sub, foreignKey, relation: 'many', title: document.title }
}

const THEMES = ['normal', 'erp', 'innerTable', 'tab'] as const

function importLayout(
  head: DumpRow,
  hasSubTables: boolean,
  notes: Notes,
): NonNullable<FormDocument['layout']> {
  const layout: NonNullable<FormDocument['layout']> = {}
  const columns = integer(head, 'form_template')
  if (columns !== null && columns > 1 && columns <= 4) layout.columns = columns
  else if (text(head, 'form_template') && columns !== 1)
    notes.add(null, `表单列数 ${text(head, 'form_template')}`, '应为 1 到 4，使用一列')
  const theme = THEMES.find((name) => name === text(head, 'theme_template'))
  if (theme && theme !== 'normal' && hasSubTables) layout.theme = theme
  else if (text(head, 'theme_template') && theme !== 'normal' && text(head, 'theme_template') !== 'normal')
    notes.add(null, `主题 ${text(head, 'theme_template')}`, '只用于有子表的表单')
  const source = text(head, 'ext_config_json')
  const config = source === '' ? {} : parseLenient(source)
  if (!isRecord(config)) {
    notes.add(null, `扩展配置 ${source.slice(0, 100)}`, '不是有效的 JSON，已忽略')
    return layout
  }
  const row = dumpRow(config)
  if (flag(row, 'model_fullscreen')) layout.fullscreen = true
  const width = integer(row, 'modal_min_width')
  if (width !== null && width >= 320 && width <= 2400) layout.width = width
  else if (width) notes.add(null, `弹窗宽度 ${width}`, '应为 320 到 2400')
  if (flag(row, 'report_print_show'))
    notes.add(null, `打印地址 ${text(row, 'report_print_url')}`, '文档中没有打印')
  if (flag(row, 'join_query')) notes.add(null, '主子表联合查询', '文档中没有联合查询')
  if (flag(row, 'comment_status')) notes.add(null, '表单评论', '文档中没有评论')
  if (flag(row, 'enable_external_link')) notes.add(null, '表单外部链接', '文档中没有外部链接')
  return layout
}

function noteScripts({ raw, head }: Definition, notes: Notes): void {
  for (const row of dumpRows(raw.onl_cgform_button))
    notes.add(null, `按钮 ${text(row, 'button_code')}“${text(row, 'button_name')}”`, '文档中没有自定义按钮')
  const named = (row: DumpRow) =>
    [text(row, 'button_code'), text(row, 'cg_js_type'), text(row, 'event')].filter(Boolean).join(' ')
  for (const [table, title] of [
    ['onl_cgform_enhance_js', 'JS 增强'],
    ['onl_cgform_enhance_sql', 'SQL 增强'],
    ['onl_cgform_enhance_java', 'Java 增强'],
  ] as const)
    for (const row of dumpRows(raw[table])) notes.add(null, `${title} ${named(row)}`.trim(), '文档中没有程序')
  if (flag(head, 'is_des_form'))
    notes.add(null, `设计器表单 ${text(head, 'des_form_code')}`, '使用本文档的表单')
}
