import type { FormDocument } from '../page/form.ts'
import { type DumpRow, integer, isRecord, text } from './dump-row.ts'
import { columnIn, relativesIn, tableKey } from './family.ts'
import { legalCode } from './field-names.ts'
import type { FieldSource } from './form-list.ts'
import type { Notes } from './import-note.ts'

const DATED_VIEWS: ReadonlySet<string> = new Set(['date', 'datetime', 'time'])
/** Characters of the platform's keys. */
export const KEY_LENGTH = 36
/** Characters of a foreign key that points to another text. */
const OTHER_LENGTH = 255

/** Form document by code that an earlier run made, or null. */
export type EarlierDocument = (code: string) => FormDocument | null

/** A foreign key must be able to hold what it points to: the key of the main table, or another of its columns. */
export function keyStorage(
  { name, property }: Omit<FieldSource, 'row'>,
  row: DumpRow,
  family: readonly unknown[],
  notes: Notes,
): void {
  const mainField = text(row, 'main_field').toLowerCase()
  const isKey = mainField === '' || mainField === 'id'
  const { type = 'string' } = property.db ?? {}
  const isText =
    property.type === 'string' && (type === 'string' || type === 'Text') && !DATED_VIEWS.has(property.view)
  const length = isKey ? KEY_LENGTH : (property.maxLength ?? OTHER_LENGTH)
  if (isText && (!isKey || (property.maxLength ?? length) >= length)) return
  const target = columnIn(family, text(row, 'main_table'), mainField)
  const alike = target && text(target, 'db_type').toLowerCase() === text(row, 'db_type').toLowerCase()
  if (!isKey && (!target || alike)) return
  notes.add(
    name,
    `外键的类型 ${text(row, 'db_type')}(${text(row, 'db_length')})`,
    `与主表的 ${isKey ? 'id' : mainField} 不同，按 ${length} 个字的文本存储`,
  )
  Object.assign(property, { type: 'string', view: isText ? property.view : 'text', maxLength: length })
  if (isText) return
  for (const word of ['db', 'options', 'default', 'defaultFrom', 'pattern', 'validType'] as const)
    delete property[word]
}

/** Tables are named without regard to case; a document that was imported is named as it is written. */
export function withTablesOf(document: FormDocument, family: readonly unknown[]): void {
  const codes = new Map<string, string>()
  for (const { code, table } of relativesIn(family))
    if (code !== null && table !== code && !codes.has(table)) codes.set(table, code)
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

/** What a main form is put together from. */
interface Relations {
  family: readonly unknown[]
  earlier: EarlierDocument
  /** True for a column of the main form. */
  has(name: string): boolean
}

/** The sub tables of a main form, as their own definitions say. */
export function importSubTables(
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
  const refuse = (table: string, why: string) => {
    refused.add(table)
    notes.add(null, `子表 ${named.get(table) ?? table}`, why)
  }
  const claimed = new Map<string, string>()
  // A table itself comes before its copies, which show the same rows.
  const relatives = [...relativesIn(family)].sort(
    (left, right) => Number(left.table.includes('$')) - Number(right.table.includes('$')),
  )
  for (const relative of relatives) {
    const { table, code: sub } = relative
    if (subs.has(table) || refused.has(table)) continue
    const at = relative.fields.findIndex(
      (row) => text(row, 'main_table') && tableKey(text(row, 'main_table')) === base,
    )
    const foreignKey = relative.names.byRow[at]
    // Only what the main form names is its sub table: a copy of a sub table's form stores the same rows.
    if (!named.has(table)) {
      if (foreignKey && relative.key !== base && text(relative.head, 'table_type') === '3' && sub !== null)
        notes.add(null, `表 ${table}`, '指向本表，但主表没有把它列为子表')
      continue
    }
    if (relative.key === base) {
      refuse(table, '表单不能是自己的子表')
      continue
    }
    if (!foreignKey || !sub) continue
    const rows = `${relative.key} ${foreignKey}`
    const first = claimed.get(rows)
    if (first !== undefined) {
      refuse(table, `与子表 ${first} 是同一个表和外键，未导入`)
      continue
    }
    const mainField = text(relative.fields[at] ?? {}, 'main_field').toLowerCase()
    if (mainField && !has(mainField)) {
      refuse(table, `主表没有字段 "${mainField}"（外键 ${foreignKey}），未导入`)
      continue
    }
    claimed.set(rows, named.get(table) ?? table)
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
    if (tableKey(name) === base && !refused.has(key)) refuse(key, '表单不能是自己的子表')
    const entry = subs.has(key) || refused.has(key) ? null : earlierSubTable(code, name, earlier, notes)
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
