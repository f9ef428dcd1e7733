import {
  type Call,
  type Option,
  type OptionQuery,
  RequestError,
  type TreeCall,
  type TreeHit,
  type TreeNode,
} from '#renderer/index.ts'
import type { DictTreeHit } from '#schemas/api/dict.ts'
import type { Envelope } from '#schemas/api/envelope.ts'
import type { LookupSource, TableSource } from '#schemas/compile/choice-source.ts'
import { t } from '#schemas/text/text.ts'
import { type Http, resultOf } from './http.ts'
import { DEL_NOT_EXIST, knownTexts } from './known-texts.ts'
import { platformSource } from './platform-sources.ts'
import type { StoredDictionaries } from './stored-dictionaries.ts'
import { nestedNodes, treeNodeOf, type WireTreeNode } from './wire-tree.ts'

/** Values stand in the address, whose length has a limit. */
const MAX_LABELS = 100

/** Choices, trees and texts of a source over the wire. */
export interface ChoiceCalls {
  options(source: LookupSource, query: OptionQuery, call?: Call): Promise<Option[]>
  labels(source: LookupSource, values: readonly string[], call?: Call): Promise<Option[]>
  tree(source: LookupSource, parent: string, call?: TreeCall): Promise<TreeNode[]>
  searchTree(source: LookupSource, keyword: string, call?: Call): Promise<TreeHit[] | null>
}

/** How a server calls what choices are read from. */
export interface ChoiceWords {
  /** The wire's name of a dictionary: a code, `form.field`, or `table,text,value`. */
  name(source: LookupSource): string
  table(source: TableSource): string
  /** What narrows the first level of a tree or of linked dropdowns; '' where nothing does. */
  condition(source: TableSource): string
  /** Whether a kept dictionary is searched by the server. Where not, it is always read as a whole. */
  searchesKept: boolean
  /** Whether trees are searched by the server. */
  searchesTrees: boolean
}

const OUR_WORDS: ChoiceWords = {
  name(source) {
    if ('kept' in source) return source.kept
    const { key, table, text, value } = source.table
    return key ?? [table, text, value].join(',')
  },
  table: ({ table }) => table,
  condition({ levels, tree }) {
    const condition = levels?.condition ?? tree?.condition
    return condition ? JSON.stringify(condition) : ''
  },
  searchesKept: true,
  searchesTrees: true,
}

/** The calls over a client; the descriptor says which address answers. Items that the browser keeps (`stored`) are used before a call. */
export function choiceCalls(
  http: Http,
  stored?: Pick<StoredDictionaries, 'items'>,
  words: ChoiceWords = OUR_WORDS,
): ChoiceCalls {
  async function get<T>(address: string, params: Parameters<Http['get']>[1], call?: Call): Promise<T> {
    return resultOf(await http.get<Envelope<T>>(address, params, call))
  }

  async function dictionary(source: LookupSource, query: OptionQuery, call?: Call): Promise<Option[]> {
    const { keyword = '', pageSize } = query
    const known = 'kept' in source ? ((await stored?.items(source.kept)) ?? null) : null
    const isWhole = 'kept' in source && keyword === '' && pageSize === undefined
    if (known || ('kept' in source && !words.searchesKept && !isWhole))
      return (known?.map(optionOf) ?? (await dictionary(source, {}, call)))
        .filter(({ value, text }) => text.includes(keyword) || String(value).includes(keyword))
        .slice(0, pageSize)
    const address = `/sys/dict/${isWhole ? 'getDictItems' : 'loadDict'}/${encodeURIComponent(words.name(source))}`
    return (await get<WireOption[]>(address, isWhole ? {} : { keyword, pageSize }, call)).map(optionOf)
  }

  async function level(
    source: TableSource,
    { idField, pidField }: NonNullable<TableSource['levels']>,
    parent: string | undefined,
    call?: Call,
  ): Promise<Option[]> {
    const rows = await get<{ label: string; store: string; id: string }[]>(
      '/online/cgform/api/querySelectOptions',
      {
        table: words.table(source),
        txt: source.text,
        key: source.value,
        idField,
        pidField,
        // The first level is narrowed by the condition, every further one by its parent.
        ...(parent === undefined ? { condition: words.condition(source) } : { pidValue: parent }),
      },
      call,
    )
    return rows.map(({ label, store, id }) => ({ value: store, text: label, id }))
  }

  const calls: ChoiceCalls = {
    async options(source, query, call) {
      if ('table' in source) {
        const { table, platform, levels } = source.table
        if (platform) return (platformSource(table).options ?? refuse)(http, query, call)
        if (levels) return level(source.table, levels, query.parent, call)
      } else if (source.kept.trim() === '') throw new RequestError(t('字典编码不能为空!'), 400)
      return dictionary(source, query, call)
    },

    async labels(source, values, call) {
      if (values.length > MAX_LABELS) {
        const parts: Promise<Option[]>[] = []
        for (let at = 0; at < values.length; at += MAX_LABELS)
          parts.push(calls.labels(source, values.slice(at, at + MAX_LABELS), call))
        return (await Promise.all(parts)).flat()
      }
      if (values.length === 0) return []
      if ('table' in source && source.table.platform)
        return (platformSource(source.table.table).labels ?? refuse)(http, values, call)
      if ('kept' in source && !words.searchesKept) {
        const items = new Map((await dictionary(source, {}, call)).map((item) => [String(item.value), item]))
        return values.flatMap((value) => items.get(value) ?? [])
      }
      const known = 'kept' in source ? await stored?.items(source.kept) : null
      const byValue = new Map(known?.map((item) => [item.value, optionOf(item)]))
      // Items that are no longer offered are not among those kept.
      const found = values.flatMap((value) => byValue.get(value) ?? [])
      if (found.length === values.length) return found
      return knownTexts(values, (keys, unknown) =>
        get<string[]>(
          `/sys/dict/loadDictItem/${encodeURIComponent(words.name(source))}`,
          { key: keys.join(','), delNotExist: DEL_NOT_EXIST[unknown] },
          call,
        ),
      )
    },

    async tree(source, parent, call) {
      if (!('table' in source)) return refuse()
      const { table, text, value, tree, platform, root = '0' } = source.table
      if (platform) return (platformSource(table).tree ?? refuse)(http, parent, platform, call)
      if (!tree) return refuse()
      const question = {
        pid: parent || root,
        tableName: words.table(source.table),
        text,
        code: value,
        pidField: tree.pidField,
        hasChildField: tree.hasChildField ?? '',
        condition: words.condition(source.table),
      }
      // Values stand in the address: the tree of many is opened by hand.
      const to = words.searchesTrees && parent === '' ? (call?.to ?? []) : []
      if (to.length === 0 || to.length > MAX_LABELS)
        return (await get<WireTreeNode[]>('/sys/dict/loadTreeData', question, call)).map(treeNodeOf)
      return nestedNodes(
        await get<WireTreeNode[]>('/sys/dict/loadTreePath', { ...question, values: to.join(',') }, call),
        root,
      )
    },

    async searchTree(source, keyword, call) {
      if (!words.searchesTrees || !('table' in source)) return null
      const { text, value, tree, platform } = source.table
      if (platform || !tree) return null
      return get<DictTreeHit[]>(
        '/sys/dict/searchTreeData',
        {
          tableName: words.table(source.table),
          text,
          code: value,
          pidField: tree.pidField,
          condition: words.condition(source.table),
          keyword,
        },
        call,
      )
    },
  }
  return calls
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
  throw new RequestError(t('该数据源不支持这样查询'), 400)
}
