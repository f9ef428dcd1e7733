import { columnName, isRecord } from './dump-row.ts'
import { parseLenient } from './lenient-json.ts'

/** What a definition defines. */
export type DefinitionKind = 'form' | 'dict' | 'menu'

type Json = Readonly<Record<string, unknown>>

/** Parts that are lists of rows, whatever a source wraps them in. */
const LISTS: ReadonlySet<string> = new Set([
  'onl_cgform_field',
  'sys_dict_item',
  'fields',
  'sys_dict_item_list',
])
/** The same parts under the names that the platform's own calls give them. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  fields: 'onl_cgform_field',
  indexs: 'onl_cgform_index',
  sys_dict_item_list: 'sys_dict_item',
}
const MENU_ROW: ReadonlySet<string> = new Set(['menu_type', 'perms_type', 'component', 'is_route', 'is_leaf'])

/**
 * A definition with its parts named and shaped as in a dump: `head` an object, rows in lists. What the platform's own
 * calls answer, and parts that are JSON in a text, are read alike; everything else stays as it is.
 */
export function definitionShape(json: unknown): Json {
  if (!isRecord(json)) return {}
  const parts: Record<string, unknown> = Object.create(null)
  for (const [key, value] of Object.entries(json)) {
    const name = columnName(key)
    const known = Object.hasOwn(OTHER_NAMES, name) ? (OTHER_NAMES[name] ?? name) : name
    const read = name === 'head' || name === 'menu' || LISTS.has(name) ? parsed(value) : value
    if (known in parts && !Array.isArray(read)) continue
    parts[known] = LISTS.has(name) ? rowList(read) : read
  }
  const { head } = parts
  if (Array.isArray(head) && head.length === 1) parts.head = head[0]
  // A dictionary as its own call answers it has no head: it is one.
  if (!('head' in parts) && Array.isArray(parts.sys_dict_item)) parts.head = json
  return parts
}

/** What a definition defines; null when that cannot be told. */
export function kindOfDefinition(json: unknown): DefinitionKind | null {
  const { head, menu, onl_cgform_field: fields, sys_dict_item: items } = definitionShape(json)
  if (isRecord(menu)) return 'menu'
  const columns = new Set(isRecord(head) ? Object.keys(head).map(columnName) : [])
  if (columns.has('dict_code') || (Array.isArray(items) && !columns.has('table_name'))) return 'dict'
  if (columns.has('table_name') || Array.isArray(fields)) return 'form'
  return null
}

/** True for a row of the menu's table, with or without the rows below it. */
export function isMenuRow(json: unknown): json is Json {
  if (!isRecord(json)) return false
  const columns = Object.keys(json).map(columnName)
  return columns.includes('name') && columns.some((column) => MENU_ROW.has(column))
}

function parsed(value: unknown): unknown {
  return typeof value === 'string' ? (parseLenient(value) ?? value) : value
}

function rowList(value: unknown): unknown {
  if (!isRecord(value)) return value
  const entries = Object.values(value)
  return entries.length > 0 && entries.every(isRecord) ? entries : value
}
