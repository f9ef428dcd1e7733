import { type Call, type DataClient, type ListQuery, RequestError } from '#renderer/index.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { AnsweredLookup } from '#schemas/import/answered-choices.ts'
import { type AnsweredForm, answeredForm } from '#schemas/import/answered-form.ts'
import { t } from '#schemas/text/text.ts'
import type { ChoiceWords } from '../choice-calls.ts'
import { type CallOptions, type Http, resultOf } from '../http.ts'
import { createHttpDataClient, ONLINE } from '../http-data-client.ts'
import { formAnswers } from './form-answers.ts'
import { pageOfAnswers } from './page-of-answers.ts'
import { createRowTexts, type RowTexts } from './row-texts.ts'

/** What the calls about a form need to know of it. */
interface KnownForm {
  id: string
  tableType: number
  /** Absent for a sub table, which is read with its main record. */
  texts?: RowTexts
  /** Column that marks the parents of a tree. */
  hasChild: string | null
}

/** Where such a server lists what a field offers. */
const OFFERED: Readonly<Record<string, string>> = {
  sys_role: '/sys/role/list',
  sys_position: '/sys/position/list',
}

/**
 * A data client for a server of this wire that has no documents: they are made from what it tells its clients about a form.
 * Rows, choices and files go over the same calls as ours; here stands what such a server wants said otherwise.
 */
export function createOtherServerClient(http: Http): DataClient {
  const forms = new Map<string, KnownForm>()
  const lookups = new Map<string, AnsweredLookup>()
  const client = createHttpDataClient(http, undefined, wordsOf(lookups), { nests: false })
  const idOf = (code: string) => forms.get(code)?.id ?? code
  const addressOf = (code: string) => {
    const { tableType = 1 } = forms.get(code) ?? {}
    return `${ONLINE}/form/${encodeURIComponent(idOf(code))}?tabletype=${tableType}`
  }

  function remember(answered: AnsweredForm): void {
    const { document, ids, tableType } = answered
    for (const [code, id] of Object.entries(ids)) {
      const isMain = code === document.code
      // A sub table that is a page as well says more of itself there.
      if (!isMain && forms.has(code)) continue
      const hasChild = document.tree?.hasChild ?? null
      if (isMain) forms.set(code, { id, tableType, hasChild, texts: createRowTexts(answered) })
      else forms.set(code, { id, tableType: 3, hasChild: null })
    }
    for (const [key, lookup] of Object.entries(answered.lookups)) lookups.set(key, lookup)
  }

  /** Dictionaries that did not come with the form, as our own server sends them with a page: texts of rows are made of them. */
  async function fillDictionaries(
    { document, subDocuments, dicts }: AnsweredForm,
    call?: Call,
  ): Promise<void> {
    const properties = [document, ...Object.values(subDocuments)].flatMap(({ schema }) =>
      Object.values(schema.properties),
    )
    const codes = new Set(properties.flatMap(({ dict }) => (typeof dict === 'string' ? dict : [])))
    await Promise.all(
      [...codes].map(async (kept) => {
        if (Object.hasOwn(dicts, kept)) return
        const options = await client.options({ kept }, {}, call).catch(() => null)
        if (options) dicts[kept] = options
      }),
    )
  }

  return {
    ...client,
    // It tells of its rows page by page.
    totals: undefined,
    groups: undefined,
    board: undefined,

    async page(code, call) {
      // What it refuses is shown in the place of the page.
      const answers = await formAnswers(http, idOf(code), { ...call, quiet: true })
      const answered = answeredForm(answers)
      if (!answered) throw new RequestError(t('服务器没有说明该表单的数据表，无法显示'), 500)
      await fillDictionaries(answered, call)
      remember(answered)
      return pageOfAnswers(answered, answers)
    },

    async list(source, query, call) {
      const offered = source.offeredBy === undefined ? undefined : OFFERED[source.code]
      if (offered) return client.list({ code: source.code, url: { list: offered } }, query, call)
      const form = forms.get(source.code)
      if (!form || source.platform || source.url) return client.list(source, query, call)
      const page = await client.list({ ...source, code: form.id }, askedAs(query, form), call)
      return { ...page, records: page.records.map((row) => form.texts?.ofRow(row) ?? row) }
    },

    async get(form, id, asked) {
      const { drafts: _drafts, ...call } = asked ?? {}
      const row = await client.get(idOf(form), id, call)
      return forms.get(form)?.texts?.ofRecord(row, client, call) ?? row
    },

    async save(form, row, call) {
      const quiet: CallOptions = { ...call, quiet: true }
      if (!row.id) {
        const id = resultOf(await http.post<Envelope<string | null>>(addressOf(form), row, quiet))
        return id === null || id === undefined ? '' : String(id)
      }
      // Such a server writes every column of the form, with what it is given and with nothing where it is given nothing.
      const stored = await client.get(idOf(form), String(row.id), call)
      resultOf(await http.put<Envelope<unknown>>(addressOf(form), { ...stored, ...row }, quiet))
      return String(row.id)
    },

    remove: (source, ids, call) => client.remove({ ...source, code: idOf(source.code) }, ids, call),

    async act() {
      throw new RequestError(t('此服务器不支持该操作'), 400)
    },
  }
}

/** Names and conditions as the server wrote them: it does not know our documents. */
function wordsOf(lookups: ReadonlyMap<string, AnsweredLookup>): ChoiceWords {
  const of = ({ key }: { key: string | null }) => (key === null ? undefined : lookups.get(key))
  return {
    name(source) {
      if ('kept' in source) return source.kept
      const { table, text, value } = source.table
      return of(source.table)?.name ?? [table, text, value].join(',')
    },
    table: (source) => of(source)?.table ?? source.table,
    condition: (source) => of(source)?.condition ?? '',
    searchesKept: false,
    searchesTrees: false,
  }
}

/** The children of a node are asked for as clients of such a server do: by the parent, and that they may be parents. */
function askedAs(query: ListQuery, { hasChild }: KnownForm): ListQuery {
  if (query.tree !== 'children' || hasChild === null || !query.filter) return query
  return { ...query, filter: { and: [query.filter, { field: hasChild, rule: 'eq', val: '1' }] } }
}
