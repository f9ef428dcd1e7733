import type { FastifyInstance } from 'fastify'
import { nothing } from '#schemas/api/answer.ts'
import {
  type DictTreeQuery,
  dictKeysQuery,
  dictOptions,
  dictParams,
  dictSearchQuery,
  dictText,
  dictTextParams,
  dictTexts,
  dictTreeHits,
  dictTreePath,
  dictTreeQuery,
  dictTreeSearch,
  dictVersion,
  keptItems,
  MAX_DICT_OPTIONS,
} from '#schemas/api/dict.ts'
import { ok } from '#schemas/api/envelope.ts'
import { type WireTreeNode, wireTreeNodes } from '#schemas/api/tree.ts'
import type { CompiledForm } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { DictOption } from '#schemas/page/form.ts'
import type { SelTreeOptions } from '#schemas/widget/sel_tree.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { badRequest, forbidden } from '../../errors.ts'
import { route } from '../../http/route.ts'
import type { Session } from '../../permission/session.ts'
import type { Documents } from '../document/documents.ts'
import { type LookupTable, lookupTable, type RecordSource } from '../online-form/index.ts'
import type { DeclaredLookups } from './declared-lookups.ts'
import type { Dictionaries } from './dictionaries.ts'

const SIGNED_IN = { access: 'signedIn' } as const
const DEFAULT_SEARCH = 10
const MAX_KEYS = 1000
/** Levels of a tree that one call answers. */
const MAX_TREE_LEVELS = 100
/** Nodes that a search in a tree answers. */
const MAX_TREE_HITS = 100

/** Dictionary calls of the wire. */
export function registerDict(
  app: FastifyInstance,
  parts: { dictionaries: Dictionaries; documents: Documents; store: RecordSource; lookups: DeclaredLookups },
): void {
  const { dictionaries, documents, store, lookups } = parts

  route(
    app,
    'GET',
    '/sys/dict/getDictItems/:dict',
    { ...SIGNED_IN, params: dictParams, answer: dictOptions },
    async (request) => {
      const found = await dictionaries.options(request.params.dict, { session: request.session })
      return ok(found.filter((option) => !option.disabled).map(wireOption))
    },
  )

  for (const name of ['loadDict', 'loadDictOrderByValue'])
    route(
      app,
      'GET',
      `/sys/dict/${name}/:dict`,
      { ...SIGNED_IN, params: dictParams, query: dictSearchQuery, answer: dictOptions },
      async (request) => {
        const { keyword, pageSize } = request.query
        // Several values separated by commas ask for exactly these.
        const values = keyword?.includes(',') ? keyword.split(',').filter(Boolean).slice(0, MAX_KEYS) : null
        const found = await dictionaries.options(request.params.dict, {
          session: request.session,
          ...(values ? { values } : keyword ? { keyword } : {}),
          pageSize: pageSize ?? (values ? values.length : DEFAULT_SEARCH),
        })
        return ok(found.filter((option) => values !== null || !option.disabled).map(wireOption))
      },
    )

  route(
    app,
    'GET',
    '/sys/dict/loadDictItem/:dict',
    { ...SIGNED_IN, params: dictParams, query: dictKeysQuery, answer: dictTexts },
    async (request) => {
      const values = (request.query.key ?? '').split(',').filter(Boolean).slice(0, MAX_KEYS)
      if (values.length === 0) return ok([])
      const texts = await dictionaries.texts(request.params.dict, values, request.session)
      // `delNotExist=false` keeps unknown values as they are.
      const keep = request.query.delNotExist === 'false'
      return ok(values.flatMap((value) => texts.get(value) ?? (keep ? value : [])))
    },
  )

  route(
    app,
    'GET',
    '/sys/dict/getDictText/:dict/:key',
    { ...SIGNED_IN, params: dictTextParams, answer: dictText },
    async (request) => {
      const { dict, key } = request.params
      return ok((await dictionaries.texts(dict, [key], request.session)).get(key) ?? null)
    },
  )

  route(app, 'GET', '/sys/dict/queryAllDictItems', { ...SIGNED_IN, answer: keptItems }, async () =>
    ok(await dictionaries.kept()),
  )

  route(app, 'GET', '/sys/dict/version', { ...SIGNED_IN, answer: dictVersion }, async () =>
    ok(await dictionaries.version()),
  )

  // The wire's spelling.
  route(app, ['GET', 'POST'], '/sys/dict/refleshCache', { ...SIGNED_IN, answer: nothing }, async () => {
    await dictionaries.changed()
    return ok(null, '刷新缓存完成')
  })

  route(
    app,
    'GET',
    '/sys/dict/loadTreeData',
    { ...SIGNED_IN, query: dictTreeQuery, answer: wireTreeNodes },
    async (request) => {
      const { session, query } = request
      const { pid = '', pidField, code, text, hasChildField } = query
      const { form, from } = treeTable(session, query.tableName)
      // Without a column that leads upwards it is a list.
      if (form === null && !pidField) {
        const entries = await store.lookup(from, session, { value: code, text, limit: MAX_DICT_OPTIONS })
        return ok(entries.map((entry) => treeNode(entry.value, entry.text, pid, false)))
      }
      if (!pidField) throw badRequest('缺少 pidField')
      const nodes = await store.treeLevel(from, session, {
        ...narrowedTree(session, form, { ...query, pidField }),
        pid,
        ...(hasChildField ? { hasChildField } : {}),
        limit: MAX_DICT_OPTIONS,
      })
      return ok(nodes.map((node) => treeNode(node.code, node.text, node.pid, node.isLeaf)))
    },
  )

  route(
    app,
    'GET',
    '/sys/dict/loadTreePath',
    { ...SIGNED_IN, query: dictTreePath, answer: wireTreeNodes },
    async ({ session, query }) => {
      const { pid = '', hasChildField } = query
      const { form, from } = treeTable(session, query.tableName)
      const columns = narrowedTree(session, form, query)
      const values = query.values.split(',').filter(Boolean).slice(0, MAX_KEYS)
      const above = await store.treePath(from, session, { ...columns, values })
      const levels = await Promise.all(
        [...new Set([pid, ...above])].slice(0, MAX_TREE_LEVELS).map((parent) =>
          store.treeLevel(from, session, {
            ...columns,
            pid: parent,
            ...(hasChildField ? { hasChildField } : {}),
            limit: MAX_DICT_OPTIONS,
          }),
        ),
      )
      return ok(levels.flat().map((node) => treeNode(node.code, node.text, node.pid, node.isLeaf)))
    },
  )

  route(
    app,
    'GET',
    '/sys/dict/searchTreeData',
    { ...SIGNED_IN, query: dictTreeSearch, answer: dictTreeHits },
    async ({ session, query }) => {
      const { form, from } = treeTable(session, query.tableName)
      const found = await store.treeSearch(from, session, {
        ...narrowedTree(session, form, query),
        keyword: query.keyword,
        limit: MAX_TREE_HITS,
      })
      return ok(found.map(({ code, path }) => ({ value: code, title: path.at(-1) ?? code, path })))
    },
  )

  /** The table of a tree; one of the platform is open to whoever has some right. */
  function treeTable(session: Session, tableName: string): LookupTable {
    const found = lookupTable(documents, session, tableName)
    if (!found) throw badRequest('表不存在')
    if (found.form === null && !lookups.mayReadPlatform(session)) throw forbidden()
    return found
  }

  /** The columns of a tree that a document declares for this user, and what narrows it. */
  function narrowedTree(session: Session, form: CompiledForm | null, query: TreeQuestion) {
    const opening = form ? lookups.tree(session, form, query) : { where: null }
    if (!opening) throw forbidden()
    const where = both(opening.where, declaredCondition(documents, query))
    const { pidField, text, code } = query
    return { pidField, text, code, ...(where ? { where } : {}) }
  }
}

/** What both calls of a tree say of it. */
type TreeQuestion = Pick<DictTreeQuery, 'tableName' | 'text' | 'code' | 'condition'> & { pidField: string }

/** Rows must match what the document puts on its choices and what was asked for. */
function both(first: Condition | null, second: Condition | undefined): Condition | undefined {
  return first && second ? { and: [first, second] } : (first ?? second)
}

/** The wire says the text three times. */
function wireOption(option: DictOption) {
  return { ...option, title: option.text, label: option.text }
}

function treeNode(code: string, title: string, parentId: string, isLeaf: boolean): WireTreeNode {
  return { key: code, value: code, code, title, parentId, isLeaf, leaf: isLeaf, icon: null, children: null }
}

/** A condition is taken from the document that declares this very tree; what a caller writes is only compared. */
function declaredCondition(documents: Documents, query: TreeQuestion): SelTreeOptions['condition'] {
  if (query.condition === undefined || query.condition === '') return undefined
  let asked: unknown
  try {
    asked = JSON.parse(query.condition)
  } catch {
    throw badRequest('组件JTreeSelect-condition传值有误，需要一个json字符串!')
  }
  if (typeof asked !== 'object' || asked === null || Array.isArray(asked))
    throw badRequest('组件JTreeSelect-condition传值有误，需要一个json字符串!')
  const text = JSON.stringify(asked)
  if (text === '{}') return undefined
  for (const { form } of documents.entries())
    for (const field of form?.fields ?? []) {
      const named = traitsOf(field.view).table?.(field.options)
      if (!named?.tree || named.table !== query.tableName || named.text !== query.text) continue
      const options = field.options as Partial<SelTreeOptions>
      if (options.condition && JSON.stringify(options.condition) === text) return options.condition
    }
  throw badRequest('条件未在表单中声明')
}
