import type { FieldDict } from '../model.ts'

/** How the wire names a dictionary: a code alone, or table, value column and text column. */
export interface WireDict {
  dictTable: string
  dictCode: string
  dictText: string
}

/** The three dictionary columns of the wire. */
export function wireDict(dict: FieldDict | null, dictKey: string | null): WireDict {
  if (dict === null || typeof dict === 'string' || !('table' in dict) || dict.where)
    // A condition stays on the server: the key names the field, and the server looks it up in the document.
    return { dictTable: '', dictCode: dictKey ?? '', dictText: '' }
  return { dictTable: dict.table, dictCode: dict.value, dictText: dict.text }
}

/** The category tree as a tree of a table; clients of the wire know it in capitals. */
export const CATEGORY_TREE = {
  dictTable: 'SYS_CATEGORY',
  dictText: 'NAME',
  dictCode: 'ID',
  pidField: 'PID',
  hasChildField: 'HAS_CHILD',
} as const

/** `fieldExtendJson` of the wire: the options as JSON text, or `''`. */
export function extendJson(options: Readonly<Record<string, unknown>>): string {
  const { condition: _onTheServer, values, ...sent } = options
  // Clients know the two values of a switch by this name.
  const named = values === undefined ? sent : { ...sent, switchOptions: values }
  return Object.keys(named).length > 0 ? JSON.stringify(named) : ''
}
