import {
  type ChangeQueryBody,
  MOST_COUNTED,
  type QueryCard,
  type QueryCounts,
  type SavedQueryOfUser,
  type SaveQueryBody,
  type UseQueryBody,
} from '#schemas/api/list-view.ts'
import { QUERY_SHARE } from '#schemas/api/permission-codes.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import { errorCode } from '../../database/error-code.ts'
import { AppError, badRequest, forbidden, notFound } from '../../errors.ts'
import { may } from '../../permission/may.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { formView, type RowCount } from '../online-form/index.ts'
import type { StoredQuery } from './found-queries.ts'
import { asksSubRows, canBeSubscribed } from './query-news.ts'
import { changedMeanwhile, type QueryStore, unknownQuery } from './query-store.ts'
import { fitSettings, rowsOfQuery, type SeenList, seenQuery, toldLost } from './seen-query.ts'
import type { ListPlace } from './store.ts'

/** Time for all counts of a call, and for one of them (ms): what takes longer is not told. */
const ALL_COUNTS_MS = 2000
const COUNT_MS = 800

export interface SavedQueryParts {
  store: QueryStore
  documents: Pick<Documents, 'resolve'>
  counter: RowCount
}

/** Queries that are kept under names, each as the session's user may see it. */
export interface SavedQueries {
  /** Those of the lists of a page, by their forms. */
  ofPage(session: Session, page: string): Promise<Record<string, SavedQueryOfUser[]>>
  counts(session: Session, place: ListPlace): Promise<QueryCounts>
  home(session: Session): Promise<QueryCard[]>
  /** Answers the id. */
  save(session: Session, place: ListPlace, body: Omit<SaveQueryBody, 'page'>): Promise<string>
  change(session: Session, form: string, id: string, body: ChangeQueryBody): Promise<void>
  remove(session: Session, form: string, id: string): Promise<void>
  /** What the user does with a query. */
  use(session: Session, form: string, id: string, use: UseQueryBody): Promise<void>
}

/** What a form's list is to a user. */
export function seenList(
  counter: Pick<RowCount, 'fields' | 'filters'>,
  session: Session,
  form: CompiledForm,
): SeenList {
  return {
    form,
    find: counter.fields(form, session),
    filters: counter.filters(form, session),
    hidden: formView(session, form).hidden,
  }
}

/** Whether the user shares queries with others. */
export function sharesQueries(session: Session): boolean {
  return may(session, 'use', { permission: QUERY_SHARE }).allowed
}

/** The saved queries over their store. */
export function createSavedQueries({ store, documents, counter }: SavedQueryParts): SavedQueries {
  function told(session: Session, stored: StoredQuery, list: SeenList): SavedQueryOfUser {
    const { page: _, form: __, settings, ...query } = stored
    const seen = seenQuery(settings, list)
    const isOwn = stored.audience.kind === 'me'
    return {
      ...query,
      mayChange: isOwn || sharesQueries(session),
      settings: seen.settings,
      lost: toldLost(seen.lost, list.form, isOwn),
    }
  }

  /** The form of a stored query, where the user may list it. */
  function listed(session: Session, code: string): CompiledForm | null {
    const form = documents.resolve(code)
    return form && may(session, 'list', { form }).allowed ? form : null
  }

  /** Counts one after the other, so that a page takes one connection, until the time is up. */
  async function count(session: Session, queries: readonly StoredQuery[]): Promise<(number | null)[]> {
    const end = Date.now() + ALL_COUNTS_MS
    const counted: (number | null)[] = []
    for (const { form: code, settings } of queries) {
      const form = listed(session, code)
      const left = end - Date.now()
      counted.push(
        form && left > 0 ? await countOne(session, form, settings, Math.min(left, COUNT_MS)) : null,
      )
    }
    return counted
  }

  async function countOne(
    session: Session,
    form: CompiledForm,
    settings: StoredQuery['settings'],
    ms: number,
  ): Promise<number | null> {
    const list = seenList(counter, session, form)
    const rows = rowsOfQuery(seenQuery(settings, list).settings, list)
    // Without a question a tree shows its topmost rows alone, and what answers at another address may have other rows.
    const isUnasked = form.tree !== null && rows?.filter === null && rows.condition === null
    if (rows === null || isUnasked || form.document.list?.url !== undefined) return null
    try {
      return await counter.count(form, session, rows, { most: MOST_COUNTED, ms })
    } catch (error) {
      // A field may have another type than when the query was saved: the others are counted all the same.
      if (isUnreadable(error)) return null
      throw error
    }
  }

  /** Settings as they are kept; refused where the list itself would refuse them. */
  function fitting(session: Session, form: CompiledForm, settings: StoredQuery['settings']) {
    const list = seenList(counter, session, form)
    const kept = fitSettings(settings, list)
    const rows = rowsOfQuery(kept, list)
    if (rows) counter.check(form, session, rows)
    return kept
  }

  async function known(session: Session, form: string, id: string): Promise<StoredQuery> {
    const query = await store.get(session, id, sharesQueries(session))
    if (!query || query.form !== form) throw unknownQuery()
    return query
  }

  async function changeable(session: Session, form: string, id: string): Promise<StoredQuery> {
    const query = await known(session, form, id)
    if (query.audience.kind !== 'me' && !sharesQueries(session)) throw forbidden('没有共享查询的权限')
    return query
  }

  /** The user is told of new records only where it is known which those are. */
  function checkUse(
    session: Session,
    { form: code, settings }: Pick<StoredQuery, 'form' | 'settings'>,
    use: UseQueryBody,
  ) {
    if (!use.subscribed) return
    const form = documents.resolve(code)
    if (!form || !canBeSubscribed(form)) throw badRequest('该列表的查询不能订阅')
    const list = seenList(counter, session, form)
    const query = rowsOfQuery(seenQuery(settings, list).settings, list)
    if (query && asksSubRows(query)) throw badRequest('含子表条件的查询不能订阅')
  }

  return {
    async use(session, form, id, use) {
      const query = await known(session, form, id)
      if (!query.forMe) throw unknownQuery()
      checkUse(session, query, use)
      await store.use(session, query, use)
    },

    async ofPage(session, page) {
      const stored = await store.list(session, page, sharesQueries(session))
      const forms: Record<string, SavedQueryOfUser[]> = {}
      for (const query of stored) {
        const form = listed(session, query.form)
        if (!form) continue
        const queries = forms[query.form] ?? []
        queries.push(told(session, query, seenList(counter, session, form)))
        forms[query.form] = queries
      }
      return forms
    },

    async counts(session, { page, form }) {
      const stored = (await store.list(session, page, false)).filter((query) => query.form === form)
      const counted = await count(session, stored)
      return stored.map(({ id }, at) => ({ id, count: counted[at] ?? null }))
    },

    async home(session) {
      const stored = (await store.home(session)).filter(({ form }) => listed(session, form))
      const counted = await count(session, stored)
      return stored.flatMap(({ id, title, page, form: code, settings }, at) => {
        const form = documents.resolve(code)
        if (!form) return []
        const { lost } = seenQuery(settings, seenList(counter, session, form))
        const count = counted[at] ?? null
        return [{ id, title, page, form: code, formTitle: form.title, count, isLost: lost.length > 0 }]
      })
    },

    async save(session, place, { title, audience, settings, isDefault = false, ...use }) {
      if (audience.kind !== 'me' && !sharesQueries(session)) throw forbidden('没有共享查询的权限')
      const form = documents.resolve(place.form)
      if (!form) throw notFound()
      const kept = fitting(session, form, settings)
      checkUse(session, { form: place.form, settings: kept }, use)
      const id = await store.save(session, place, {
        title: nameOf(title),
        audience,
        settings: kept,
        isDefault: isDefault && audience.kind !== 'me',
      })
      await store.use(session, { ...place, id }, use)
      return id
    },

    async change(session, code, id, { title, audience, settings, isDefault, version }) {
      const before = await changeable(session, code, id)
      if (version !== undefined && version !== before.version) throw changedMeanwhile(before.title)
      const to = audience ?? before.audience
      if (to.kind !== 'me' && !sharesQueries(session)) throw forbidden('没有共享查询的权限')
      const form = documents.resolve(code)
      if (!form) throw notFound()
      await store.change(session, before, {
        title: title === undefined ? before.title : nameOf(title),
        audience: to,
        settings: settings ? fitting(session, form, settings) : before.settings,
        isDefault: (isDefault ?? before.isDefault) && to.kind !== 'me',
      })
    },

    async remove(session, form, id) {
      const { id: found } = await changeable(session, form, id)
      await store.remove(session, found)
    },
  }
}

/** A query that the form, or the database, cannot understand: it was saved when the form was another. */
function isUnreadable(error: unknown): boolean {
  return error instanceof AppError || (errorCode(error)?.startsWith('22') ?? false)
}

function nameOf(title: string): string {
  const name = title.trim()
  if (name === '') throw badRequest('保存的名称不能为空')
  if (name.includes('\0')) throw badRequest('参数包含非法字符')
  return name
}
