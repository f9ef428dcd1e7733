import type { PoolClient } from 'pg'
import type { KeptItems } from '#schemas/api/dict.ts'
import { type ChoiceSource, choiceSource, dictSource } from '#schemas/compile/choice-source.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { DictOption } from '#schemas/page/form.ts'
import { OWN_LANGUAGE } from '#schemas/text/text.ts'
import type { Connections } from '../../database/connection.ts'
import { AppError, badRequest, forbidden } from '../../errors.ts'
import { reader, scopeOf } from '../../language.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { type AreaText, type KnownValues, lookupTable, type RecordSource } from '../online-form/index.ts'
import { createChoiceWords, inReadersWords, textsByValue } from './choice-words.ts'
import type { DeclaredLookups, Opening } from './declared-lookups.ts'
import { createItemCache, DICTIONARIES_CHANNEL } from './item-cache.ts'
import { MOST_KEPT_ITEMS, versionOf, wireItems } from './kept-items.ts'

/** What is asked of a dictionary. */
export interface DictionaryQuery {
  keyword?: string
  pageSize?: number
  /** Only these values. */
  values?: readonly string[]
  /** Only entries that are called so. */
  texts?: readonly string[]
  session: Session
}

/**
 * Dictionaries by key: the code of a kept one (`sex`), `form.field` for one that stands in a document, or the wire's
 * `table,text,value` for tables that are documents or listed platform tables.
 */
export interface Dictionaries extends KnownValues {
  options(key: string, query: DictionaryQuery): Promise<DictOption[]>
  /** Texts of stored values; values without an entry are absent. What the product itself names is open as in a document. */
  texts(
    key: string,
    values: readonly string[],
    session: Session,
    namedBy?: 'caller' | 'product',
  ): Promise<ReadonlyMap<string, string>>
  /** Values by what they are called, in the reader's language or our own; several where entries share a text. */
  valuesOf(
    key: string,
    texts: readonly string[],
    session: Session,
  ): Promise<ReadonlyMap<string, readonly string[]>>
  /** The dictionaries that clients keep, with their enabled items: all, or the smaller ones where they are too many. */
  kept(): Promise<KeptItems>
  /** Names what `kept` answers: the same text until an item changes, in every process. */
  version(): Promise<string>
  /** Forgets kept dictionaries in this process. */
  forget(): void
  /** Forgets kept dictionaries, here and in other processes. */
  changed(): Promise<void>
  close(): void
}

const MAX_OPTIONS = 1000
/** Texts of one question: most entries have one of their own. */
const TEXTS_AT_ONCE = 250

interface Table {
  table: string
  value: string
  text: string
  where?: Condition
  order?: string
}

/** Dictionaries over database and documents. */
export function createDictionaries(parts: {
  connections: Connections
  documents: Documents
  store: RecordSource
  lookups: DeclaredLookups
  areaText: AreaText
}): Dictionaries {
  const { connections, documents, store, lookups, areaText } = parts
  const cache = createItemCache(connections, MOST_KEPT_ITEMS)
  const inWords = createChoiceWords({ documents, store, keptItems: cache.of, areaText, limit: MAX_OPTIONS })

  /** A dictionary as options, or as a table to ask; with a session only if that may use the form which declares it. */
  function find(
    key: string,
    session: Session | null,
  ): { options: readonly DictOption[]; scope: string } | { table: Table } | { kept: string } {
    if (key.includes(',')) return { table: tableOf(key) }
    const dot = key.indexOf('.')
    if (dot < 0) return { kept: key }
    const form = documents.resolve(key.slice(0, dot))
    const found = form ? declared(form, key.slice(dot + 1)) : null
    if (form && session && !lookups.mayUseField(session, form, fieldOf(key.slice(dot + 1)))) throw forbidden()
    if (!form || !found || 'areas' in found) throw badRequest('字典不存在')
    return 'options' in found ? { ...found, scope: scopeOf.form(form.code) } : found
  }

  /** The entries of what is no table, and where their texts are kept. */
  const entriesOf = async (found: { options: readonly DictOption[]; scope: string } | { kept: string }) =>
    'options' in found
      ? ([found.options, found.scope] as const)
      : ([await cache.of(found.kept), scopeOf.dict(found.kept)] as const)

  async function rows(
    table: Table,
    query: DictionaryQuery,
    declaredIn: 'document' | 'request',
  ): Promise<DictOption[]> {
    const limit = Math.min(query.pageSize ?? MAX_OPTIONS, MAX_OPTIONS)
    const asked = {
      ...(query.keyword ? { keyword: query.keyword } : {}),
      ...(query.values ? { values: query.values } : {}),
      ...(query.texts ? { texts: query.texts } : {}),
      limit,
    }
    const found = lookupTable(documents, query.session, table.table)
    if (!found) {
      if (declaredIn === 'request' && !lookups.mayReadPlatform(query.session)) throw forbidden()
      // A document that names a missing table is not the caller's fault: the answer says so and the page still works.
      throw declaredIn === 'document'
        ? new AppError('NO_DICT_TABLE', `字典引用的表 ${table.table} 不存在`)
        : badRequest('字典表不存在')
    }
    const opening = openingOf(table, found.form, query.session, declaredIn)
    if (!opening) throw forbidden()
    const choices = await store.lookup(found.from, query.session, {
      value: table.value,
      text: table.text,
      ...(opening.where ? { where: opening.where } : {}),
      ...(table.order ? { order: table.order } : {}),
      ...asked,
    })
    return inWords(choices, found.form, table.text, query.session)
  }

  /** How far a table is open; null where it is not. */
  function openingOf(
    { text, value, where }: Table,
    form: CompiledForm | null,
    session: Session,
    declaredIn: 'document' | 'request',
  ): Opening | null {
    // What a document declares was found through it; a caller's own words are compared with what documents declare.
    if (declaredIn === 'document') return { where: where ?? null }
    if (form) return lookups.columns(session, form, text, value)
    return lookups.mayReadPlatform(session) ? { where: null } : null
  }

  async function existingIn(
    table: Table,
    values: readonly string[],
    session: Session,
    client: PoolClient,
  ): Promise<ReadonlySet<string> | null> {
    const found = lookupTable(documents, session, table.table)
    if (!found) throw badRequest('字典表不存在')
    // The table of a document that is not in line may lack the very column: asking would spoil the transaction.
    if (found.form && !documents.entry(found.form.code)?.synced) return null
    const asked = { value: table.value, ...(table.where ? { where: table.where } : {}), values }
    return new Set(await store.existing(found.from, session, asked, client))
  }

  return {
    async existing(key, values, session, client) {
      try {
        const found = find(key, null)
        if ('table' in found) return await existingIn(found.table, values, session, client)
        const options = 'options' in found ? found.options : await cache.of(found.kept)
        // Nobody could choose anything in an empty dictionary; it was not imported, or forgotten.
        return options.length === 0 ? null : new Set(options.map(({ value }) => String(value)))
      } catch (error) {
        // The source is missing or not this user's; the page says so already.
        if (error instanceof AppError) return null
        throw error
      }
    },

    async options(key, query) {
      const found = find(key, query.session)
      if ('table' in found) return rows(found.table, query, key.includes(',') ? 'request' : 'document')
      const all = inReadersWords(...(await entriesOf(found)))
      const keyword = query.keyword?.trim()
      const values = query.values ? new Set(query.values) : null
      return (
        all
          .filter(({ value, text }) => !keyword || text.includes(keyword) || String(value).includes(keyword))
          .filter(({ value }) => !values || values.has(String(value)))
          // A kept dictionary is answered whole: who cannot show all of it asks for a part.
          .slice(0, query.pageSize)
      )
    },

    async texts(key, values, session, namedBy = 'caller') {
      const found = find(key, session)
      const options =
        'table' in found
          ? await rows(
              found.table,
              { values, session },
              key.includes(',') && namedBy === 'caller' ? 'request' : 'document',
            )
          : inReadersWords(...(await entriesOf(found)))
      return textsByValue(options)
    },

    async valuesOf(key, texts, session) {
      const found = find(key, session)
      if (!('table' in found)) {
        const [own, scope] = await entriesOf(found)
        return valuesByText([...inReadersWords(own, scope), ...own])
      }
      const from = key.includes(',') ? 'request' : 'document'
      const options: DictOption[] = []
      for (let at = 0; at < texts.length; at += TEXTS_AT_ONCE)
        options.push(
          ...(await rows(found.table, { texts: texts.slice(at, at + TEXTS_AT_ONCE), session }, from)),
        )
      return valuesByText(options)
    },

    async kept() {
      const kept = await cache.kept()
      return wireItems(reader().language === OWN_LANGUAGE ? kept : allInReadersWords(kept))
    },

    version: async () => versionOf(await cache.kept()) + reader().version,

    forget: cache.forget,

    async changed() {
      cache.forget()
      await connections.writePool.query('select pg_notify($1, $2)', [DICTIONARIES_CHANNEL, ''])
    },

    close: cache.close,
  }
}

function valuesByText(options: readonly DictOption[]): Map<string, string[]> {
  const values = new Map<string, Set<string>>()
  for (const { value, text } of options) values.set(text, (values.get(text) ?? new Set()).add(String(value)))
  return new Map([...values].map(([text, some]) => [text, [...some]]))
}

const allInReadersWords = (kept: ReadonlyMap<string, readonly DictOption[]>) =>
  new Map([...kept].map(([code, options]) => [code, inReadersWords(options, scopeOf.dict(code))]))

/** `table,text,value`; a fourth part would be SQL from the caller and is refused. */
function tableOf(key: string): Table {
  const parts = key.split(',').map((part) => part.trim())
  const [table, text, value] = parts
  if (parts.length !== 3 || !table || !text || !value) throw badRequest('字典Code格式不正确！')
  return { table, text, value }
}

/** The dictionary that a field of a document (or its query item) names. */
function declared(form: CompiledForm, name: string): ChoiceSource | null {
  // A filter may offer other choices than the field that it looks at.
  const [, ofQuery] = name.split('?')
  const base = fieldOf(name)
  const field = form.fields.find((one) => one.name === base)
  if (!field) return null
  const own = form.list.query.find((one) => one.field.name === base)?.dict
  const ofItem = own ? dictSource(own) : null
  return ofQuery === undefined ? (choiceSource(field) ?? ofItem) : (ofItem ?? choiceSource(field))
}

/** Field of `field`, or of `field?query`. */
function fieldOf(name: string): string {
  return name.split('?', 1)[0] ?? ''
}
