import { soundDocument } from '../compile/check-document.ts'
import { isSystemColumn } from '../compile/system-columns.ts'
import type { FormDocument } from '../page/form.ts'
import { furtherLevels } from '../widget/named-fields.ts'
import { type DumpRow, dumpRow, dumpRows, flag, integer, isRecord, text } from './dump-row.ts'
import { type FieldNames, fieldNames, legalCode } from './field-names.ts'
import { type FieldContext, fieldProperty } from './field-property.ts'
import { codeOf, type Definition, isFormDefinition, noteOdd, readDefinition } from './form-definition.ts'
import { type FieldSource, importList } from './form-list.ts'
import { importPermissions } from './form-permissions.ts'
import { type EarlierDocument, importSubTables, keyStorage, withTablesOf } from './form-relations.ts'
import { importTree } from './form-tree.ts'
import { createNotes, type ImportNote, type Notes } from './import-note.ts'
import { importJointQuery } from './joint-query.ts'
import type { KnownDicts } from './known-dicts.ts'
import { parseLenient } from './lenient-json.ts'
import { systemField } from './system-field.ts'

/** A document made from a definition, and everything that has no place in it. */
export interface ImportedForm {
  /** Null when the definition names no table. */
  document: FormDocument | null
  notes: readonly ImportNote[]
}

/** What a definition may refer to beside the forms of its family. */
export interface Surroundings {
  earlier?: EarlierDocument
  /** Texts by value of the dictionaries that are known. */
  dicts?: KnownDicts
}

/**
 * Turns a JeecgBoot online form into a document. `family` holds further definitions: the sub tables of a main form say
 * there how they belong to it; what is not among them may have been imported earlier. Never throws, whatever the
 * definition contains.
 */
export function importForm(
  json: unknown,
  family: readonly unknown[] = [],
  { earlier = () => null, dicts = new Map() }: Surroundings = {},
): ImportedForm {
  const notes = createNotes()
  const definition = readDefinition(json)
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
  const fields = orderedFields(definition.fields, { names, family, dicts }, notes)
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
  const joint = importJointQuery(
    head,
    subTables,
    {
      family,
      earlier,
      filtersOf: (relative) => {
        const own = createNotes()
        const context = { names: relative.names, family, dicts }
        return importList(relative.head, orderedFields(relative.fields, context, own), own).query ?? []
      },
    },
    notes,
  )
  if (joint.length > 0) list.query = [...(list.query ?? []), ...joint]
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
  withTablesOf(document, [json])
  withTablesOf(document, family)
  drawLevelsOnce(document, notes)
  return { document: mended(document, notes), notes: notes.list }
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

function orderedFields(rows: readonly DumpRow[], context: FieldContext, notes: Notes): FieldSource[] {
  const { names, family } = context
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
        : fieldProperty(row, name, context, notes)
      if (text(row, 'main_table') && !isSystemColumn(name)) keyStorage(field, row, family, notes)
      const { id } = field.property
      if (id !== undefined && identities.has(id)) delete field.property.id
      else if (id !== undefined) identities.add(id)
      return { ...field, row }
    })
    .sort((left, right) => place(left.row) - place(right.row))
}

/** A linked dropdown draws its further levels itself, and what one of them needs is asked for there. */
function drawLevelsOnce({ schema }: FormDocument, notes: Notes): void {
  for (const [name, property] of Object.entries(schema.properties)) {
    if (property.form === false || property.options?.table === undefined) continue
    for (const lower of furtherLevels(property)) {
      const level = lower === name ? undefined : schema.properties[lower]
      if (!level || level.form === false || level.options?.table !== undefined) continue
      level.form = false
      notes.add(lower, `联动下拉 ${name} 的下一级`, '随第一级显示，不再单独显示')
    }
  }
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

/** What the origin's designer writes for "as many columns as there is room for". */
const AS_MANY_AS_FIT = 99
const THEMES = ['normal', 'erp', 'innerTable', 'tab'] as const

function importLayout(
  head: DumpRow,
  hasSubTables: boolean,
  notes: Notes,
): NonNullable<FormDocument['layout']> {
  const layout: NonNullable<FormDocument['layout']> = {}
  const columns = integer(head, 'form_template')
  if (columns !== null && columns > 1 && columns <= 4) layout.columns = columns
  else if (columns === AS_MANY_AS_FIT) layout.columns = 'fit'
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
  if (flag(row, 'comment_status')) notes.add(null, '表单评论', '文档中没有评论')
  if (flag(row, 'enable_external_link')) notes.add(null, '表单外部链接', '文档中没有外部链接')
  return layout
}

function noteScripts({ raw, head }: Definition, notes: Notes): void {
  for (const row of dumpRows(raw.onl_cgform_button))
    notes.add(null, `按钮 ${text(row, 'button_code')}“${text(row, 'button_name')}”`, '文档中没有自定义按钮')
  const named = (row: DumpRow) =>
    [text(row, 'button_code'), text(row, 'cg_js_type'), text(row, 'event')].filter(Boolean).join(' ')
  const programs = {
    onl_cgform_enhance_js: (name: string) => (name ? `JS 增强 ${name}` : 'JS 增强'),
    onl_cgform_enhance_sql: (name: string) => (name ? `SQL 增强 ${name}` : 'SQL 增强'),
    onl_cgform_enhance_java: (name: string) => (name ? `Java 增强 ${name}` : 'Java 增强'),
  }
  for (const [table, what] of Object.entries(programs))
    for (const row of dumpRows(raw[table])) notes.add(null, what(named(row)), '文档中没有程序')
  if (flag(head, 'is_des_form'))
    notes.add(null, `设计器表单 ${text(head, 'des_form_code')}`, '使用本文档的表单')
}
