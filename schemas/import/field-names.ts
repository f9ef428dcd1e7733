import { NAME_PATTERN } from '../page/form-words.ts'
import { type DumpRow, text } from './dump-row.ts'
import type { Notes } from './import-note.ts'

const NAME = new RegExp(NAME_PATTERN)
/** Columns of PostgreSQL itself. */
const TAKEN: ReadonlySet<string> = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid'])
const MAX_NAME = 60

/** Names of columns as the document will have them, by the names that the definition uses. */
export interface FieldNames {
  /** One name per row; null for rows that cannot be kept. */
  byRow: readonly (string | null)[]
  /** The document's name for a name of the definition; the name itself where there is no such field. */
  of(name: string): string
  has(name: string): boolean
}

/** Gives every field row a legal name that is its own, and says which ones had to change. */
export function fieldNames(rows: readonly DumpRow[], notes: Notes): FieldNames {
  const renamed = new Map<string, string>()
  const taken = new Set<string>()
  const byRow = rows.map((row, at) => {
    const written = text(row, 'db_field_name')
    const known = written.toLowerCase()
    if (known === '') {
      notes.add(null, `第 ${at + 1} 个字段“${text(row, 'db_field_txt')}”`, '没有字段名，未导入')
      return null
    }
    if (renamed.has(known)) {
      notes.add(known, '字段重复', '同名字段只导入第一个')
      return null
    }
    let name = legalName(known, at)
    for (let count = 2; taken.has(name); count += 1) name = `${legalName(known, at)}_${count}`
    if (name !== known)
      notes.add(known, `改名为 ${name}`, TAKEN.has(known) ? '数据库的系统列名' : '名称含有不允许的字符')
    renamed.set(known, name)
    taken.add(name)
    return name
  })
  return {
    byRow,
    of: (name) => renamed.get(name.trim().toLowerCase()) ?? name.trim().toLowerCase(),
    has: (name) => renamed.has(name.trim().toLowerCase()),
  }
}

function legalName(name: string, at: number): string {
  if (TAKEN.has(name)) return `${name}_`
  if (NAME.test(name)) return name
  const cleaned = name
    .replaceAll(/[^a-z0-9_$]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, MAX_NAME)
  return NAME.test(cleaned) && !TAKEN.has(cleaned) ? cleaned : `field_${at + 1}`
}

/** A legal name for a table or document; null when nothing of it is left. */
export function legalCode(name: string): string | null {
  const known = name.trim()
  if (NAME.test(known)) return known
  const cleaned = known
    .replaceAll(/[^A-Za-z0-9_$]+/g, '_')
    .replace(/^[^A-Za-z]+/, '')
    .slice(0, MAX_NAME)
  return NAME.test(cleaned) ? cleaned : null
}
