import { choiceSource } from '#schemas/compile/choice-source.ts'
import type { Session } from '../../../permission/session.ts'
import type { Documents } from '../../document/documents.ts'
import type { TableChanges } from '../sql/table-changes.ts'
import type { DictionaryTexts } from './row-texts.ts'

/** Names of users, departments and categories may be this old. */
const PLATFORM_TEXT_MS = 3000
/** Rows of forms are asked again at least this often, because a row rule may speak of the time. */
const FORM_TEXT_MS = 60_000
const MAX_ENTRIES = 2000
const MAX_VALUES = 5000

interface Entry {
  counter: number | null
  until: number
  texts: Map<string, string | null>
}

/**
 * Keeps texts of table dictionaries, so that a list is one question to the database and not one per dictionary column.
 * Texts of a form's rows count while its table has not changed. Entries belong to one session and its rights: what
 * somebody else may see is never looked up here. Kept dictionaries are in memory already and pass through.
 */
export function cachedTexts(
  dictionaries: DictionaryTexts,
  documents: Pick<Documents, 'resolve'>,
  changes: TableChanges,
  now: () => number = Date.now,
): DictionaryTexts {
  const entries = new Map<string, Entry>()

  function entryOf(key: string, session: Session, namedBy: string): Entry | null {
    const found = documents.resolve(tableOf(key, documents))
    // Rows of other stores change without being counted.
    const form = found?.table ? found : null
    const counter = form ? changes.counter(form.tableName) : null
    if (form && counter === null) return null
    const name = `${session.id} ${session.rightsVersion} ${session.tenantId} ${namedBy} ${key}`
    const known = entries.get(name)
    if (known && known.counter === counter && known.until > now()) return known
    const entry = { counter, until: now() + (form ? FORM_TEXT_MS : PLATFORM_TEXT_MS), texts: new Map() }
    entries.delete(name)
    entries.set(name, entry)
    if (entries.size > MAX_ENTRIES) {
      const oldest = entries.keys().next().value
      if (oldest !== undefined) entries.delete(oldest)
    }
    return entry
  }

  return {
    async texts(key, values, session, namedBy = 'caller') {
      if (!key.includes(',') && !key.includes('.')) return dictionaries.texts(key, values, session)
      const entry = entryOf(key, session, namedBy)
      if (!entry) return dictionaries.texts(key, values, session, namedBy)
      const texts = new Map<string, string>()
      const missing: string[] = []
      for (const value of values) {
        const text = entry.texts.get(value)
        if (text === undefined) missing.push(value)
        else if (text !== null) texts.set(value, text)
      }
      if (missing.length === 0) return texts
      const found = await dictionaries.texts(key, missing, session, namedBy)
      if (entry.texts.size > MAX_VALUES) entry.texts.clear()
      for (const value of missing) {
        const text = found.get(value)
        entry.texts.set(value, text ?? null)
        if (text !== undefined) texts.set(value, text)
      }
      return texts
    },
  }
}

/** Table of `table,text,value`, or of the dictionary that `form.field` names. */
function tableOf(key: string, documents: Pick<Documents, 'resolve'>): string {
  const [table = ''] = key.split(',')
  if (key.includes(',')) return table
  const [code = '', name] = key.split('.')
  const field = documents.resolve(code)?.fields.find((one) => one.name === name)
  const source = field ? choiceSource(field) : null
  return source && 'table' in source ? source.table.table : ''
}
