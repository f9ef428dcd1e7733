import type { NewQuery, SavedQueries } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { Audiences, QueryCard, QueryCounts, SavedQueryOfUser } from '#schemas/api/list-view.ts'
import type { SavedQuery } from '#schemas/page/advanced-query.ts'
import { type Http, resultOf } from '../api/http.ts'
import type { Store } from '../session/storage.ts'
import { createLocalQueries } from './local-queries.ts'

export interface SavedQueryParts {
  http: Http
  store: Store
  /** The path of the page that is shown. */
  path(): string
  /** Whether the server at hand keeps queries. */
  isOurs(): boolean
}

const address = (form: string, ...more: readonly string[]) =>
  ['/online/view', ...[form, ...more].map(encodeURIComponent)].join('/')

/** Marks a path whose queries the server has. */
const TAKEN = 'SAVED_QUERIES_TAKEN_'

/**
 * Saved queries of the server, with a copy of the user's own in this browser, in the origin's format: it serves where the server
 * does not answer, and is all there is where another server keeps none.
 */
export function createSavedQueries({ http, store, path, isOurs }: SavedQueryParts): SavedQueries {
  const local = createLocalQueries(store, path)
  const here = async () => (await local.list()).map(queryOf)

  /** The user's own queries that ask something, as this browser keeps them. */
  function copy(queries: readonly SavedQueryOfUser[]): void {
    const own = queries.filter(
      ({ audience, settings }) => audience.kind === 'me' && settings.records.length > 0,
    )
    local.replace(own.map(({ title, settings: { matchType, records } }) => ({ title, matchType, records })))
  }

  async function save(place: { page: string; form: string }, query: NewQuery): Promise<string> {
    const body = { page: place.page, ...query }
    return resultOf(await http.post<Envelope<string>>(address(place.form), body))
  }

  return {
    async list({ page, form }) {
      if (!isOurs()) return here()
      try {
        const queries = resultOf(await http.get<Envelope<SavedQueryOfUser[]>>(address(form), { page }))
        copy(queries)
        return queries
      } catch {
        return here()
      }
    },

    async save(place, query) {
      if (isOurs()) return save(place, query)
      const { matchType, records } = query.settings
      await local.save({ title: query.title, matchType, records })
      return query.title
    },

    async remove({ form }, id) {
      if (isOurs()) resultOf(await http.delete<Envelope<null>>(address(form, id)))
      else await local.remove(id)
    },

    async takeOver(place, known) {
      const mark = TAKEN + path()
      const old = store.get(mark) === null ? await local.list() : []
      store.set(mark, 'Y')
      const titles = new Set(known.flatMap(({ audience, title }) => (audience.kind === 'me' ? [title] : [])))
      const missing = old.filter(({ title }) => title !== '' && !titles.has(title))
      if (missing.length === 0) {
        copy(known)
        return false
      }
      // One that the server refuses, because a field is gone, stays behind.
      for (const query of missing)
        await save(place, {
          title: query.title.slice(0, 32),
          audience: { kind: 'me' },
          settings: settingsOf(query),
        }).catch(() => undefined)
      return true
    },

    get change() {
      if (!isOurs()) return undefined
      return async ({ form }: { form: string }, id: string, change: object) => {
        resultOf(await http.put<Envelope<null>>(address(form, id), change))
      }
    },
    get use() {
      if (!isOurs()) return undefined
      return async ({ form }: { form: string }, id: string, use: object) => {
        resultOf(await http.put<Envelope<null>>(address(form, id, 'use'), use))
      }
    },
    get order() {
      if (!isOurs()) return undefined
      return async ({ page, form }: { page: string; form: string }, ids: readonly string[]) => {
        resultOf(await http.put<Envelope<null>>(address(form, 'order'), { page, ids }))
      }
    },
    get counts() {
      if (!isOurs()) return undefined
      return async ({ page, form }: { page: string; form: string }) =>
        resultOf(await http.get<Envelope<QueryCounts>>(address(form, 'counts'), { page }, { quiet: true }))
    },
    get home() {
      if (!isOurs()) return undefined
      return async () =>
        resultOf(await http.get<Envelope<QueryCard[]>>('/online/views/home', {}, { quiet: true }))
    },
    get audiences() {
      if (!isOurs()) return undefined
      return async () => resultOf(await http.get<Envelope<Audiences>>('/online/views/audiences'))
    },
  }
}

function settingsOf({ matchType, records }: SavedQuery): SavedQueryOfUser['settings'] {
  return { matchType, records, filters: {}, sort: [] }
}

/** A query of this browser, which its title names. */
function queryOf(query: SavedQuery): SavedQueryOfUser {
  return {
    id: query.title,
    title: query.title,
    audience: { kind: 'me', id: '', name: '' },
    forMe: true,
    version: 1,
    mayChange: true,
    isDefault: false,
    opens: false,
    onHome: false,
    subscribed: false,
    settings: settingsOf(query),
    lost: { fields: [], unnamed: 0 },
  }
}
