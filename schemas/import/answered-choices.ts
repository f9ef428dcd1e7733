import type { DictOption } from '../page/form.ts'
import { type DumpRow, isRecord, text } from './dump-row.ts'
import { parseLenient } from './lenient-json.ts'

/** What a server calls the table behind a field's choices: its conditions are its own, and go back to it as they came. */
export interface AnsweredLookup {
  /** `table,text,value` of a dictionary, or the table of a tree, as written. */
  name?: string
  table?: string
  /** Condition of the first of several linked levels. */
  condition?: string
}

/** The dictionary columns of a definition's row, and what the answer says beyond them. */
export interface AnsweredChoices {
  columns: { dict_table: string; dict_field: string; dict_text: string }
  options: readonly DictOption[]
  lookup: AnsweredLookup | null
}

/** Kinds whose dictionary columns mean a table of rows. */
const OF_TABLE: ReadonlySet<string> = new Set(['sel_tree', 'link_down'])

/** Where the choices of a field come from, out of a property of a form, a column of a grid, or a filter. */
export function answeredChoices(raw: unknown, row: DumpRow, view: string): AnsweredChoices {
  const source = isRecord(raw) ? raw : {}
  const options = answeredOptions(source.enum ?? source.options)
  const none = { columns: { dict_table: '', dict_field: '', dict_text: '' }, options, lookup: null }
  switch (view) {
    case 'popup': {
      const code = text(row, 'code') || text(row, 'popup_code')
      if (code === '') return none
      const [dict_field, dict_text] = [text(row, 'org_fields'), text(row, 'dest_fields')]
      return { ...none, columns: { dict_table: code, dict_field, dict_text } }
    }
    case 'cat_tree': {
      const code = text(row, 'pcode') || text(row, 'pid_value')
      return { ...none, columns: { ...none.columns, dict_field: code, dict_text: text(row, 'text_field') } }
    }
    case 'sel_tree':
      return { ...none, ...tree(row) }
    case 'link_down':
      return { ...none, ...levels(source.config) }
    default:
      return { ...none, ...dictionary(row) }
  }
}

/** True for a kind whose choices are given by its own options. */
export function isOfTable(view: string): boolean {
  return OF_TABLE.has(view)
}

/** Choices as the wire lists them, under whichever of its names their texts stand. */
export function answeredOptions(list: unknown): DictOption[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown) => {
    if (!isRecord(entry)) return []
    const { value, color, disabled } = entry
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const shown = entry.text ?? entry.title ?? entry.label
    return {
      value,
      text: typeof shown === 'string' || typeof shown === 'number' ? String(shown) : String(value),
      ...(typeof color === 'string' && color !== '' ? { color } : {}),
      ...(disabled === true ? { disabled } : {}),
    }
  })
}

/** The name of a table without the condition that may follow it. */
function plainTable(written: string): string {
  return written.trim().split(/\s+/)[0] ?? ''
}

type Found = Pick<AnsweredChoices, 'columns' | 'lookup'>

function dictionary(row: DumpRow): Found {
  const parts = text(row, 'dict').split(',')
  // Some kinds bring the three names in one text.
  const [table = '', shown = '', stored = ''] = parts.length >= 3 ? parts.map((part) => part.trim()) : []
  const written = text(row, 'dict_table') || table
  if (written === '') {
    const code = text(row, 'dict_code') || (parts.length === 1 ? (parts[0] ?? '') : '')
    return { columns: { dict_table: '', dict_field: code, dict_text: '' }, lookup: null }
  }
  const [value, label] = [text(row, 'dict_code') || stored, text(row, 'dict_text') || shown]
  return {
    columns: { dict_table: plainTable(written), dict_field: value, dict_text: label },
    lookup: { name: [written, label, value].join(',') },
  }
}

function tree(row: DumpRow): Found {
  const [named = '', shown = '', stored = ''] = text(row, 'dict')
    .split(',')
    .map((part) => part.trim())
  const table = named || text(row, 'dict_table')
  const [label, value] = [shown || text(row, 'dict_text'), stored || text(row, 'dict_code') || 'id']
  const columns = [value, text(row, 'pid_field'), label, text(row, 'has_child_field')]
  if (table === '') return { columns: { dict_table: '', dict_field: '', dict_text: '' }, lookup: null }
  return {
    columns: {
      dict_table: plainTable(table),
      dict_field: text(row, 'pid_value') || '0',
      dict_text: columns.join(','),
    },
    lookup: { table, name: [table, label, value].join(',') },
  }
}

function levels(written: unknown): Found {
  const config = typeof written === 'string' ? parseLenient(written) : written
  if (!isRecord(config)) return { columns: { dict_table: '', dict_field: '', dict_text: '' }, lookup: null }
  const { condition, ...rest } = config
  const table = typeof rest.table === 'string' ? rest.table : ''
  return {
    columns: {
      dict_table: JSON.stringify({ ...rest, table: plainTable(table) }),
      dict_field: '',
      dict_text: '',
    },
    lookup: { table, ...(typeof condition === 'string' && condition !== '' ? { condition } : {}) },
  }
}
