import {
  type Call,
  type DataClient,
  type FieldCheck,
  type ListQuery,
  type Option,
  type OptionQuery,
  RequestError,
  type TreeNode,
} from '#renderer/index.ts'
import type { Envelope, PageOf } from '#schemas/api/envelope.ts'
import type { PageDefinition } from '#schemas/api/page.ts'
import type { Row } from '#schemas/compile/model.ts'
import { type Http, resultOf } from './http.ts'
import { listParams } from './list-params.ts'
import { pageOfRows } from './page-of-rows.ts'
import { platformSource, treeNodeOf, type WireTreeNode } from './platform-sources.ts'
import { createSaveKeys } from './save-keys.ts'
import { createSourceIndex } from './source-index.ts'
import { createUrlList } from './url-list.ts'

const MAX_LABELS = 100
const ONLINE = '/online/cgform/api'
const path = (...parts: readonly string[]) => parts.map(encodeURIComponent).join('/')

/** The data client of the renderer over the wire: from verb and source to method, address and answer. */
export function createHttpDataClient(http: Http): DataClient {
  const sources = createSourceIndex()
  const saveKeys = createSaveKeys()

  async function get<T>(address: string, params: Parameters<Http['get']>[1], call?: Call): Promise<T> {
    return resultOf(await http.get<Envelope<T>>(address, params, call))
  }

  const client: DataClient = {
    async page(code, call) {
      const definition = await get<PageDefinition>(`/online/document/${path(code)}`, {}, call)
      sources.remember(definition)
      return definition
    },

    async list(source, query, call) {
      const platform = platformSource(source)
      if (platform?.list) return platform.list(http, query, call)
      const url = sources.listUrl(source)
      if (url) return createUrlList(http, url, sources.listColumns(source)).list(query, call)
      // A tree shows its roots or one node's children; a search goes through all levels.
      if (query.tree)
        return get<unknown>(
          `${ONLINE}/getTreeData/${path(source)}`,
          { ...listParams(query), hasQuery: query.tree === 'search' ? 'true' : 'false' },
          call,
        ).then((result) => pageOfRows(result, query))
      return get<PageOf<Row>>(`${ONLINE}/getData/${path(source)}`, listParams(query), call)
    },

    get: (source, id, call) => get<Row>(`${ONLINE}/form/${path(source, id)}`, {}, call),

    async tree(source, parent, call): Promise<TreeNode[]> {
      const platform = platformSource(source)
      if (platform?.tree) return platform.tree(http, parent, '0', call)
      const category = sources.categoryTree(source)
      if (category)
        return (platformSource('sys_category')?.tree ?? refuse)(http, parent, category.pcode, call)
      const table = sources.treeTable(source)
      if (!table) return formTree(source, parent, call)
      const nodes = await get<WireTreeNode[]>(
        '/sys/dict/loadTreeData',
        {
          pid: parent || (table.pidValue ?? '0'),
          tableName: table.table,
          text: table.text,
          code: table.code,
          pidField: table.pidField,
          hasChildField: table.hasChildField ?? '',
          condition: table.condition ? JSON.stringify(table.condition) : '',
        },
        call,
      )
      return nodes.map(treeNodeOf)
    },

    async options(source, query, call): Promise<Option[]> {
      if (source.trim() === '') throw new RequestError('字典编码不能为空!', 400)
      const platform = platformSource(source)
      if (platform?.options) return platform.options(http, query, call)
      const link = sources.linkDown(source)
      if (link) {
        const { table, txt, key, idField, pidField, condition } = link
        const rows = await get<{ label: string; store: string; id: string }[]>(
          `${ONLINE}/querySelectOptions`,
          {
            table,
            txt,
            key,
            idField,
            pidField,
            // The first level is narrowed by the condition, every further one by its parent.
            ...(query.parent === undefined
              ? { condition: condition ? JSON.stringify(condition) : '' }
              : { pidValue: query.parent }),
          },
          call,
        )
        return rows.map(({ label, store, id }) => ({ value: store, text: label, id }))
      }
      return dictionary(source, query, call)
    },

    async labels(source, values, call): Promise<Option[]> {
      // Values stand in the address, whose length has a limit.
      if (values.length > MAX_LABELS) {
        const parts: Promise<Option[]>[] = []
        for (let at = 0; at < values.length; at += MAX_LABELS)
          parts.push(client.labels(source, values.slice(at, at + MAX_LABELS), call))
        return (await Promise.all(parts)).flat()
      }
      if (values.length === 0) return []
      const platform =
        platformSource(source) ?? (sources.categoryTree(source) ? platformSource('sys_category') : null)
      if (platform?.labels) return platform.labels(http, values, call)
      const texts = await get<string[]>(
        `/sys/dict/loadDictItem/${path(source)}`,
        // Unknown keys come back as they are, so that texts and values stand side by side.
        { key: values.join(','), delNotExist: 'false' },
        call,
      )
      return values.map((value, at) => ({ value, text: texts[at] ?? value }))
    },

    // What a save is refused for stands in the form itself: told there, and only there.
    async save(source, row, call) {
      const address = `${ONLINE}/form/${path(source)}`
      if (row.id) {
        resultOf(await http.put<Envelope<unknown>>(address, row, { ...call, quiet: true }))
        return String(row.id)
      }
      return saveKeys.use(source, row, async (key) =>
        String(
          resultOf(
            await http.post<Envelope<string>>(address, row, {
              ...call,
              quiet: true,
              headers: { 'Idempotency-Key': key },
            }),
          ),
        ),
      )
    },

    async remove(source, ids, call) {
      const url = sources.listUrl(source)
      if (url) return createUrlList(http, url, sources.listColumns(source)).remove(ids, call)
      resultOf(
        await http.delete<Envelope<unknown>>(`${ONLINE}/form/${path(source, ids.join(','))}`, {}, call),
      )
    },

    async check(question: FieldCheck, call) {
      const answer = await http.get<Envelope<unknown>>(
        '/sys/duplicate/check',
        {
          tableName: sources.table(question.source) ?? question.source,
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
  return client

  async function dictionary(source: string, query: OptionQuery, call?: Call): Promise<Option[]> {
    const kept = !source.includes('.') && !source.includes(',')
    if (!kept)
      return (
        await get<WireOption[]>(
          `/sys/dict/loadDict/${path(source)}`,
          { keyword: query.keyword ?? '', pageSize: query.pageSize },
          call,
        )
      ).map(optionOf)
    const all = (await get<WireOption[]>(`/sys/dict/getDictItems/${path(source)}`, {}, call)).map(optionOf)
    const keyword = query.keyword?.trim()
    return keyword
      ? all.filter(({ text, value }) => text.includes(keyword) || String(value) === keyword)
      : all
  }

  /** Children in the table of a tree form. */
  async function formTree(source: string, parent: string, call?: Call): Promise<TreeNode[]> {
    const tree = sources.tree(source)
    const query: ListQuery =
      parent && tree ? { filter: { [tree.parent]: parent }, pageSize: -521 } : { pageSize: -521 }
    const page = pageOfRows(
      await get<unknown>(
        `${ONLINE}/getTreeData/${path(source)}`,
        { ...listParams(query), hasQuery: 'false' },
        call,
      ),
      query,
    )
    return page.records.map((row) => ({
      key: String(row.id),
      value: String(row.id),
      title: String(row[tree?.label ?? 'name'] ?? row.id),
      isLeaf: String(row[tree?.hasChild ?? 'has_child'] ?? '0') !== '1',
    }))
  }
}

interface WireOption {
  value: string | number
  text?: string
  title?: string
  label?: string
  color?: string
  disabled?: boolean
}

function optionOf(wire: WireOption): Option {
  return {
    value: wire.value,
    text: wire.text ?? wire.label ?? wire.title ?? String(wire.value),
    ...(wire.color ? { color: wire.color } : {}),
    ...(wire.disabled ? { disabled: true } : {}),
  }
}

function refuse(): never {
  throw new RequestError('该数据源不是树', 400)
}
