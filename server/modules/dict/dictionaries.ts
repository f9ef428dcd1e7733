import { type ChoiceSource, choiceSource, dictSource } from '#schemas/compile/choice-source.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { DictOption } from '#schemas/page/form.ts'
import type { Connections } from '../../database/connection.ts'
import { AppError, badRequest, forbidden } from '../../errors.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import type { KnownValues } from '../online-form/chosen-values.ts'
import type { FormStore } from '../online-form/store.ts'
import { declaredLookups } from './declared-lookups.ts'
import { isPlatformTable, platformRows } from './platform-sources.ts'

/** What is asked of a dictionary. */
export interface DictionaryQuery {
  keyword?: string
  pageSize?: number
  /** Only these values. */
  values?: readonly string[]
  session: Session
}

export type KeptItems = Record<
  string,
  { value: string; text: string; title: string; label: string; color?: string }[]
>

/**
 * Dictionaries by key: the code of a kept one (`sex`), `form.field` for one that stands in a document, or the wire's
 * `table,text,value` for tables that are documents or listed platform tables.
 */
export interface Dictionaries extends KnownValues {
  options(key: string, query: DictionaryQuery): Promise<DictOption[]>
  /** Texts of stored values; values without an entry are absent. */
  texts(key: string, values: readonly string[], session: Session): Promise<ReadonlyMap<string, string>>
  /** All kept dictionaries with their enabled items. */
  kept(): Promise<KeptItems>
  /** Forgets kept dictionaries, here and in other processes. */
  changed(): Promise<void>
  close(): void
}

const MAX_OPTIONS = 1000
/** Rows of a platform table that are compared with the values of one save. */
const MAX_COMPARED = 100_000
const CHANNEL = 'dictionaries_changed'

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
  store: FormStore
}): Dictionaries {
  const { connections, documents, store } = parts
  const lookups = declaredLookups(documents)
  let items: Promise<Map<string, DictOption[]>> | null = null
  let listening = false
  const unlisten = connections.listen(CHANNEL, {
    onMessage: () => {
      items = null
    },
    onUp: (up) => {
      listening = up
      items = null
    },
  })

  function keptItems(): Promise<Map<string, DictOption[]>> {
    if (items && listening) return items
    const loading = loadItems(connections)
    items = loading
    // A failed load must not be kept.
    loading.catch(() => {
      if (items === loading) items = null
    })
    return loading
  }

  /** A dictionary as options, or as a table to ask. */
  function find(key: string): { options: readonly DictOption[] } | { table: Table } | { kept: string } {
    if (key.includes(',')) return { table: tableOf(key) }
    const dot = key.indexOf('.')
    if (dot < 0) return { kept: key }
    const form = documents.resolve(key.slice(0, dot))
    const found = form ? declared(form, key.slice(dot + 1)) : null
    if (!found || 'areas' in found) throw badRequest('字典不存在')
    return found
  }

  async function rows(
    table: Table,
    query: DictionaryQuery,
    declaredIn: 'document' | 'request',
  ): Promise<DictOption[]> {
    const limit = Math.min(query.pageSize ?? MAX_OPTIONS, MAX_OPTIONS)
    const asked = {
      ...(query.keyword ? { keyword: query.keyword } : {}),
      ...(query.values ? { values: query.values } : {}),
      limit,
    }
    const form = documents.resolve(table.table)
    // A form that the user may not list is open only as far as a document offers its rows as choices.
    if (
      form &&
      !lookups.has(form.code, table.text, table.value) &&
      !may(query.session, 'list', { form: form.code }).allowed
    )
      throw forbidden()
    if (form)
      return store.lookup(form, query.session, {
        value: table.value,
        text: table.text,
        ...(table.where ? { where: table.where } : {}),
        ...(table.order ? { order: table.order } : {}),
        ...asked,
      })
    if (!isPlatformTable(table.table))
      // A document that names a missing table is not the caller's fault: he is told, and the page goes on.
      throw declaredIn === 'document'
        ? new AppError(200, `字典引用的表 ${table.table} 不存在`, null, 500)
        : badRequest('字典表不存在')
    const found = await platformRows(connections, query.session, { ...table, ...asked })
    return found.map(({ value = '', text = '' }) => ({ value, text }))
  }

  async function existingIn(
    table: Table,
    values: readonly string[],
    session: Session,
  ): Promise<ReadonlySet<string>> {
    const form = documents.resolve(table.table)
    if (form)
      return new Set(
        await store.existing(form, session, {
          value: table.value,
          ...(table.where ? { where: table.where } : {}),
          values,
        }),
      )
    const found = await platformRows(connections, session, { ...table, values, limit: MAX_COMPARED })
    return new Set(found.map(({ value = '' }) => value))
  }

  return {
    async existing(key, values, session) {
      try {
        const found = find(key)
        if ('table' in found) return await existingIn(found.table, values, session)
        const options = 'options' in found ? found.options : ((await keptItems()).get(found.kept) ?? [])
        // Nobody could choose anything in an empty dictionary; it was not imported, or forgotten.
        return options.length === 0 ? null : new Set(options.map(({ value }) => String(value)))
      } catch (error) {
        // The source is missing or not this user's; the page says so already.
        if (error instanceof AppError) return null
        throw error
      }
    },

    async options(key, query) {
      const found = find(key)
      if ('table' in found) return rows(found.table, query, key.includes(',') ? 'request' : 'document')
      const all = 'options' in found ? found.options : ((await keptItems()).get(found.kept) ?? [])
      const keyword = query.keyword?.trim()
      const values = query.values ? new Set(query.values) : null
      return all
        .filter(({ value, text }) => !keyword || text.includes(keyword) || String(value).includes(keyword))
        .filter(({ value }) => !values || values.has(String(value)))
        .slice(0, query.pageSize ?? MAX_OPTIONS)
    },

    async texts(key, values, session) {
      const found = find(key)
      const options =
        'table' in found
          ? await rows(found.table, { values, session }, key.includes(',') ? 'request' : 'document')
          : 'options' in found
            ? found.options
            : ((await keptItems()).get(found.kept) ?? [])
      return new Map(options.map(({ value, text }) => [String(value), text]))
    },

    async kept() {
      const all: KeptItems = Object.create(null)
      for (const [code, options] of await keptItems())
        all[code] = options
          .filter((option) => !option.disabled)
          .map(({ value, text, color }) => ({
            value: String(value),
            text,
            title: text,
            label: text,
            ...(color ? { color } : {}),
          }))
      return all
    },

    async changed() {
      items = null
      await connections.writePool.query('select pg_notify($1, $2)', [CHANNEL, ''])
    },

    close: unlisten,
  }
}

async function loadItems({ readPool }: Connections): Promise<Map<string, DictOption[]>> {
  const { rows } = await readPool.query<{
    dict_code: string
    type: number
    item_value: string | null
    item_text: string
    item_color: string | null
    status: number
  }>(
    `select d.dict_code, d.type, i.item_value, i.item_text, i.item_color, i.status
     from platform.sys_dict d left join platform.sys_dict_item i on i.dict_id = d.id
     where d.del_flag = 0 order by d.dict_code, i.sort_order, i.item_value`,
  )
  const byCode = new Map<string, DictOption[]>()
  for (const row of rows) {
    const options = byCode.get(row.dict_code) ?? []
    byCode.set(row.dict_code, options)
    if (row.item_value === null) continue
    options.push({
      value: row.item_value,
      text: row.item_text,
      ...(row.item_color ? { color: row.item_color } : {}),
      ...(row.status === 1 ? {} : { disabled: true }),
    })
  }
  return byCode
}

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
  const [base = '', ofQuery] = name.split('?')
  const field = form.fields.find((one) => one.name === base)
  if (!field) return null
  const own = form.list.query.find((one) => one.field.name === base)?.dict
  const ofItem = own ? dictSource(own) : null
  return ofQuery === undefined ? (choiceSource(field) ?? ofItem) : (ofItem ?? choiceSource(field))
}
