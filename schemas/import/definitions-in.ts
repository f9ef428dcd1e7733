import { isMenuRow, kindOfDefinition } from './definition-shape.ts'
import { isRecord, shortly } from './dump-row.ts'
import { createNotes, type ImportNote, type Notes } from './import-note.ts'
import { parseLenient } from './lenient-json.ts'
import { menuTrees } from './menu-trees.ts'

/** What calls and exports wrap definitions in. */
const WRAPPERS = [
  'result',
  'data',
  'records',
  'rows',
  'list',
  'definitions',
  'definition',
  'content',
] as const
const MAX_DEPTH = 8

/** The definitions that a JSON value holds: itself, or those in lists and envelopes. Never throws. */
export function definitionsIn(json: unknown): { definitions: unknown[]; notes: readonly ImportNote[] } {
  const notes = createNotes()
  return { definitions: unwrap(json, notes, 0), notes: notes.list }
}

function unwrap(json: unknown, notes: Notes, depth: number): unknown[] {
  if (depth > MAX_DEPTH) {
    notes.add(null, `内容 ${shortly(json)}`, `嵌套超过 ${MAX_DEPTH} 层，未导入`)
    return []
  }
  if (kindOfDefinition(json) !== null) return [json]
  if (Array.isArray(json)) {
    const rows = json.filter(isMenuRow)
    const trees = rows.length > 0 ? menuTrees(rows, notes) : []
    const others = json.flatMap((entry, at) => {
      if (isMenuRow(entry)) return []
      if (isRecord(entry) || Array.isArray(entry)) return unwrap(entry, notes, depth + 1)
      notes.add(null, `列表第 ${at + 1} 项 ${shortly(entry)}`, '不是定义，未导入')
      return []
    })
    return [...trees.map((menu) => ({ menu })), ...others]
  }
  if (isMenuRow(json)) return [{ menu: json }]
  if (typeof json === 'string') {
    const parsed = parseLenient(json)
    return isRecord(parsed) || Array.isArray(parsed) ? unwrap(parsed, notes, depth + 1) : [json]
  }
  if (!isRecord(json)) return [json]
  const found = WRAPPERS.map((key) => json[key])
    .filter((value) => typeof value === 'string' || (typeof value === 'object' && value !== null))
    .flatMap((value) => unwrap(value, notes, depth + 1))
    .filter((value) => typeof value === 'object')
  return found.length > 0 ? found : [json]
}
