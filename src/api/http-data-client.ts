import { type Call, type ChangeCall, type DataClient, RequestError } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { PageDefinition } from '#schemas/api/page.ts'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import { type ChoiceWords, choiceCalls } from './choice-calls.ts'
import { exportRows } from './export-rows.ts'
import { figureCalls } from './figure-calls.ts'
import { type CallOptions, type Http, resultOf } from './http.ts'
import { listParams } from './list-params.ts'
import { pageOfRows } from './page-of-rows.ts'
import { platformSource } from './platform-sources.ts'
import { printRows } from './print-rows.ts'
import { resultCalls } from './result-calls.ts'
import { createSaveKeys } from './save-keys.ts'
import { sendFile } from './send-file.ts'
import { sendRows } from './send-rows.ts'
import { createStagedFiles } from './staged-files.ts'
import type { StoredDictionaries } from './stored-dictionaries.ts'
import { takeBack } from './take-back.ts'
import { createUrlList } from './url-list.ts'

/** Where online forms are answered. */
export const ONLINE = '/online/cgform/api'
const path = (...parts: readonly string[]) => parts.map(encodeURIComponent).join('/')

/** Asks for the document of a page. */
export async function documentPage(http: Http, code: string, call?: CallOptions): Promise<PageDefinition> {
  return resultOf(await http.get<Envelope<PageDefinition>>(`/online/document/${path(code)}`, {}, call))
}

/** The data client of the renderer over the wire: from verb and source to method, address and answer. */
export function createHttpDataClient(
  http: Http,
  stored?: Pick<StoredDictionaries, 'items'>,
  words?: ChoiceWords,
  { nests = true }: { nests?: boolean } = {},
): DataClient {
  const saveKeys = createSaveKeys()

  async function get<T>(address: string, params: Parameters<Http['get']>[1], call?: Call): Promise<T> {
    return resultOf(await http.get<Envelope<T>>(address, params, call))
  }

  /** Our server names an operation by the request that did it. */
  function changing({ onDone, ...call }: ChangeCall = {}): CallOptions {
    return { ...call, ...(onDone ? { onAnswered: onDone } : {}) }
  }

  return {
    ...choiceCalls(http, stored, words),
    ...resultCalls(http, nests, changing),
    ...figureCalls(http, (source, query) => listParams(source, query, { nests })),

    page: (code, call) => documentPage(http, code, call),

    async list(source, query, call) {
      const { code, platform, url, offeredBy } = source
      if (platform) {
        const { list } = platformSource(code)
        if (!list) throw new RequestError(t('该数据源没有列表'), 400)
        return list(http, source, query, call)
      }
      if (url) return createUrlList(http, { ...source, url }).list(query, call)
      const params = listParams(source, query, { nests })
      if (offeredBy !== undefined)
        return pageOfRows(
          await get<unknown>(`/online/offered/${path(...offeredBy.split('.'))}`, params, call),
          query,
        )
      // A tree shows its roots or one node's children; a search goes through all levels.
      if (query.tree)
        return pageOfRows(
          await get<unknown>(
            `${ONLINE}/getTreeData/${path(code)}`,
            { ...params, hasQuery: query.tree === 'search' ? 'true' : 'false' },
            call,
          ),
          query,
        )
      return pageOfRows(await get<unknown>(`${ONLINE}/getData/${path(code)}`, params, call), query)
    },

    // What answers at an address of its own may be anybody's.
    nestsQueries: ({ platform, url }) => nests && !platform && !url,

    get: (form, id, call) =>
      get<Row>(`${ONLINE}/form/${path(form, id)}`, call?.drafts ? { drafts: 'true' } : {}, call),

    // What a save is refused for stands in the form itself: told there, and only there.
    async save(form, row, call) {
      const address = `${ONLINE}/form/${path(form)}`
      if (row.id) {
        resultOf(await http.put<Envelope<unknown>>(address, row, { ...changing(call), quiet: true }))
        return String(row.id)
      }
      return saveKeys.use(form, row, async (key) =>
        String(
          resultOf(
            await http.post<Envelope<string>>(address, row, {
              ...changing(call),
              quiet: true,
              headers: { 'Idempotency-Key': key },
            }),
          ),
        ),
      )
    },

    async remove(source, ids, call) {
      const { code, url } = source
      if (url) return createUrlList(http, { ...source, url }).remove(ids, call)
      resultOf(
        await http.delete<Envelope<unknown>>(
          `${ONLINE}/form/${path(code, ids.join(','))}`,
          {},
          changing(call),
        ),
      )
    },

    undo: (operation, call) => takeBack(http, operation, call),

    async move(form, move, call) {
      resultOf(await http.post<Envelope<unknown>>(`/online/move/${path(form)}`, move, changing(call)))
    },

    // A list that cannot be kept is kept in this browser: nobody is told.
    async keepListSettings({ page, form }, settings, call) {
      const address = `/online/view/${path(form)}/own`
      const quiet = { ...call, quiet: true }
      resultOf(
        settings
          ? await http.put<Envelope<null>>(address, { page, settings }, quiet)
          : await http.delete<Envelope<null>>(address, { page }, quiet),
      )
    },

    async act(form, action, ids, input, call) {
      const address = `/online/action/${path(form, action)}`
      const answer = await http.post<Envelope<{ message?: string } | null>>(
        address,
        { ids, ...(input ? { input } : {}) },
        changing(call),
      )
      return resultOf(answer) ?? {}
    },

    importRows: (form, file, call) => sendRows(http, `${ONLINE}/importXls/${path(form)}`, file, call),

    stagedFiles: createStagedFiles(http),

    importTemplate: (form, call) =>
      http.download(`${ONLINE}/importTemplate/${path(form)}`, {}, { ...call, quiet: true }),

    // Fails with a word of whoever hands the file over; it changes nothing.
    exportRows: exportRows(http, nests),

    printRows: printRows(http, nests),

    upload: (form, field, file, call) => sendFile(http, file, { form, field }, call),

    async check(question, call) {
      const answer =
        'rule' in question
          ? await http.get<Envelope<unknown>>(
              '/sys/checkRule/checkByCode',
              // The wire decodes it twice.
              { ruleCode: question.rule, value: encodeURIComponent(question.value) },
              call,
            )
          : await http.get<Envelope<unknown>>(
              '/sys/duplicate/check',
              {
                tableName: question.table,
                fieldName: question.field,
                fieldVal: question.value,
                dataId: question.id,
              },
              call,
            )
      return answer.success ? null : answer.message
    },

    async fill(rule, row, call) {
      const result = resultOf(
        await http.put<Envelope<unknown>>(`/sys/fillRule/executeRuleByCode/${path(rule)}`, row, call),
      )
      return String(Array.isArray(result) ? (result[0] ?? '') : (result ?? ''))
    },
  }
}
