import { type DataClient, RequestError } from '#renderer/index.ts'
import type { PageDefinition } from '#schemas/api/page.ts'
import { t } from '#schemas/text/text.ts'
import type { CallOptions, Http } from './http.ts'
import { createHttpDataClient, documentPage } from './http-data-client.ts'
import type { StoredDictionaries } from './stored-dictionaries.ts'

export interface DataClientParts {
  /** See AppConfig: `ours`, `other`, and everything else asks the server. */
  server: string
  stored?: Pick<StoredDictionaries, 'items'>
}

/** A data client that has found out which server it talks to. */
export interface ServerClient extends DataClient {
  /** Ours, or not known yet: that shows by the first page. */
  isOurs(): boolean
}

/** How a server answers a call that it does not know: with one of these, or with a page of its own in place of an answer. */
const UNKNOWN_CALL: readonly number[] = [404, 405, 200]

const isUnknown = (error: unknown) => error instanceof RequestError && UNKNOWN_CALL.includes(error.status)

/**
 * The data client for the server at hand. Ours has a document for each page; another server of this wire is asked what it
 * tells every client about its forms. Which of the two it is shows by the first page and holds for the session.
 */
export function createDataClient(http: Http, { server, stored }: DataClientParts): ServerClient {
  const ours = createHttpDataClient(http, stored)
  let other: DataClient | null = null
  let known = server === 'ours' ? 'ours' : server === 'other' ? 'other' : null
  const current = () => (known === 'other' && other ? other : ours)

  // Most installations never need it.
  async function otherClient(): Promise<DataClient> {
    if (other) return other
    const { createOtherServerClient } = await import('./other-server/other-server-client.ts')
    other ??= createOtherServerClient(http)
    return other
  }

  async function firstPage(code: string, call?: CallOptions): Promise<PageDefinition> {
    try {
      const page = await documentPage(http, code, { ...call, expected: UNKNOWN_CALL })
      known = 'ours'
      return page
    } catch (refused) {
      if (!isUnknown(refused)) throw refused
      const client = await otherClient()
      const page = await client.page(code, call).catch((second: unknown) => {
        // Our own server does not know the form by this call either, and then it is the first answer that counts.
        throw isUnknown(second) ? refused : second
      })
      known = 'other'
      return page
    }
  }

  return {
    ...ours,
    isOurs: () => known !== 'other',
    async page(code, call) {
      if (known === null) return firstPage(code, call)
      return known === 'ours' ? ours.page(code, call) : (await otherClient()).page(code, call)
    },
    list: (...asked) => current().list(...asked),
    nestsQueries: (...asked) => current().nestsQueries?.(...asked) ?? false,
    get: (...asked) => current().get(...asked),
    tree: (...asked) => current().tree(...asked),
    searchTree: async (...asked) => (await current().searchTree?.(...asked)) ?? null,
    options: (...asked) => current().options(...asked),
    labels: (...asked) => current().labels(...asked),
    save: (...asked) => current().save(...asked),
    remove: (...asked) => current().remove(...asked),
    get totals() {
      return current().totals
    },
    get groups() {
      return current().groups
    },
    get board() {
      return current().board
    },
    get removeResults() {
      return current().removeResults
    },
    get tryEditMany() {
      return current().tryEditMany
    },
    get editMany() {
      return current().editMany
    },
    get saveTable() {
      return current().saveTable
    },
    async upload(...asked) {
      const client = current()
      if (!client.upload) throw new RequestError(t('该服务器不支持上传文件'), 501)
      return client.upload(...asked)
    },
    async importRows(...asked) {
      const client = current()
      if (!client.importRows) throw new RequestError(t('该服务器不支持导入'), 501)
      return client.importRows(...asked)
    },
    get stagedFiles() {
      return current().stagedFiles
    },
    async exportRows(...asked) {
      const client = current()
      if (!client.exportRows) throw new RequestError(t('该服务器不支持导出'), 501)
      return client.exportRows(...asked)
    },
    get printRows() {
      return current().printRows
    },
    act: (...asked) => current().act(...asked),
    check: (...asked) => current().check(...asked),
    fill: (...asked) => current().fill(...asked),
  }
}
