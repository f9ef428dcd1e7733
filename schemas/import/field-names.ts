import { isReservedName } from '../compile/check/reserved-names.ts'
import { NAME_PATTERN } from '../page/form-words.ts'
import { type DumpRow, text } from './dump-row.ts'
import type { Notes } from './import-note.ts'

const NAME = new RegExp(NAME_PATTERN)
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
      notes.add(known, `改名为 ${name}`, isReservedName(known) ? '系统保留的名称' : '名称含有不允许的字符')
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
  if (isReservedName(name)) return `${name}_`
  if (NAME.test(name)) return name
  const cleaned = name
    .replaceAll(/[^a-z0-9_$]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, MAX_NAME)
  return NAME.test(cleaned) && !isReservedName(cleaned) ? cleaned : `field_${at + 1}`
}

/**
 * A legal name for a table or document: always the same for the same name, and another for another one. Null where there
 * is no name at all.
 */
export function legalCode(name: string): string | null {
  const known = name.trim()
  if (known === '') return null
  if (NAME.test(known)) return known
  // A copy of a form keeps its mark at the end.
  const [mark = ''] = /\$\d{1,6}$/.exec(known) ?? []
  const base = mark ? known.slice(0, -mark.length) : known
  const plain = base.replaceAll(/[^A-Za-z0-9_$]+/g, '_')
  const begun = /^[A-Za-z]/.test(plain) ? plain : `form_${plain.replace(/^[_$]+/, '')}`
  // What would make two names equal is told by a few letters of its own.
  const unlike = /[^ -~]/.test(base) || begun.length > MAX_NAME - mark.length
  const cleaned = unlike
    ? `${begun.slice(0, MAX_NAME - mark.length - 7).replace(/_+$/, '')}_${shortHash(base)}`
    : begun
  return NAME.test(cleaned + mark) ? cleaned + mark : null
}

/** Six letters and digits that follow from a text (FNV-1a). */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash.toString(36).padStart(6, '0').slice(-6)
}
