import type { QueryItem } from '../model.ts'
import { CATEGORY_TREE, extendJson, wireDict } from './dict-columns.ts'

/** One filter above a list, as clients of the wire read it. */
export interface WireQueryItem {
  field: string
  label: string
  view: string
  mode: 'single' | 'like' | 'group'
  /** `'1'`: shown only when the query bar is expanded. */
  hidden: '0' | '1'
  config: string
  dictTable: string
  dictCode: string
  dictText: string
  dbField: string
  dbType: string
  pidField?: string
  pidValue?: string
  hasChildField?: string
  pcode?: string
  /** A statement that gives the choices: reports know some, forms none. */
  sql: string
  defValue: string | number | boolean | null
  mustInput: '0' | '1'
  fieldExtendJson: string
}

/** Filters shown before the bar is expanded. */
const SHOWN = 2

/** Filters of a list in the shape of getQueryInfo. */
export function wireQueryInfo(filters: readonly QueryItem[]): WireQueryItem[] {
  return filters.map((item, at) => wireQueryItem(item, at >= SHOWN))
}

function wireQueryItem(item: QueryItem, folded: boolean): WireQueryItem {
  const { options, view } = item
  const { pidField, pidValue, hasChildField, pcode, table, text, code } = options
  const tree = view === 'sel_tree' && typeof table === 'string'
  return {
    field: item.field.name,
    label: item.title,
    view,
    mode: item.mode === 'like' || item.mode === 'group' ? item.mode : 'single',
    hidden: folded ? '1' : '0',
    config: view === 'link_down' ? extendJson(options) : '',
    ...(tree
      ? { dictTable: table, dictCode: String(code ?? 'id'), dictText: String(text ?? '') }
      : wireDict(item.dict, item.dictKey)),
    dbField: item.field.name,
    dbType: item.field.column.type,
    ...(typeof pidField === 'string' ? { pidField } : {}),
    ...(typeof pidValue === 'string' ? { pidValue } : {}),
    ...(typeof hasChildField === 'string' ? { hasChildField } : {}),
    ...(typeof pcode === 'string' ? { pcode } : {}),
    ...(view === 'cat_tree' ? CATEGORY_TREE : {}),
    sql: '',
    defValue: item.initial,
    mustInput: item.required ? '1' : '0',
    fieldExtendJson: extendJson(options),
  }
}
