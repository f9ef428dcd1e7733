import type { FastifyInstance } from 'fastify'
import {
  type DictKeysQuery,
  type DictParams,
  type DictSearchQuery,
  type DictTextParams,
  type DictTreeQuery,
  dictKeysQuery,
  dictParams,
  dictSearchQuery,
  dictTextParams,
  dictTreeQuery,
  MAX_DICT_OPTIONS,
} from '#schemas/api/dict.ts'
import { ok } from '#schemas/api/envelope.ts'
import type { WireTreeNode } from '#schemas/api/tree.ts'
import type { DictOption } from '#schemas/page/form.ts'
import type { SelTreeOptions } from '#schemas/widget/sel_tree.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import type { Connections } from '../../database/connection.ts'
import { badRequest, forbidden } from '../../errors.ts'
import { may } from '../../permission/may.ts'
import type { Documents } from '../document/documents.ts'
import type { FormStore } from '../online-form/store.ts'
import { declaredLookups } from './declared-lookups.ts'
import type { Dictionaries } from './dictionaries.ts'
import { isPlatformTable, platformRows } from './platform-sources.ts'

const SIGNED_IN = { access: 'signedIn' } as const
const DEFAULT_SEARCH = 10
const MAX_KEYS = 1000

/** Dictionary calls of the wire. */
export function registerDict(
  app: FastifyInstance,
  parts: { dictionaries: Dictionaries; documents: Documents; store: FormStore; connections: Connections },
): void {
  const { dictionaries, documents, store, connections } = parts
  const lookups = declaredLookups(documents)

  app.get<{ Params: DictParams }>(
    '/sys/dict/getDictItems/:dict',
    { schema: { params: dictParams }, config: SIGNED_IN },
    async (request) => {
      const found = await dictionaries.options(request.params.dict, { session: request.session })
      return ok(found.filter((option) => !option.disabled).map(wireOption))
    },
  )

  for (const name of ['loadDict', 'loadDictOrderByValue'])
    app.get<{ Params: DictParams; Querystring: DictSearchQuery }>(
      `/sys/dict/${name}/:dict`,
      { schema: { params: dictParams, querystring: dictSearchQuery }, config: SIGNED_IN },
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

  app.get<{ Params: DictParams; Querystring: DictKeysQuery }>(
    '/sys/dict/loadDictItem/:dict',
    { schema: { params: dictParams, querystring: dictKeysQuery }, config: SIGNED_IN },
    async (request) => {
      const values = (request.query.key ?? '').split(',').filter(Boolean).slice(0, MAX_KEYS)
      if (values.length === 0) return ok([])
      const texts = await dictionaries.texts(request.params.dict, values, request.session)
      // `delNotExist=false` keeps unknown values as they are.
      const keep = request.query.delNotExist === 'false'
      return ok(values.flatMap((value) => texts.get(value) ?? (keep ? value : [])))
    },
  )

  app.get<{ Params: DictTextParams }>(
    '/sys/dict/getDictText/:dict/:key',
    { schema: { params: dictTextParams }, config: SIGNED_IN },
    async (request) => {
      const { dict, key } = request.params
      return ok((await dictionaries.texts(dict, [key], request.session)).get(key) ?? null)
    },
  )

  app.get('/sys/dict/queryAllDictItems', { config: SIGNED_IN }, async () => ok(await dictionaries.kept()))

  // The wire's spelling.
  for (const method of ['GET', 'POST'] as const)
    app.route({
      method,
      url: '/sys/dict/refleshCache',
      config: SIGNED_IN,
      handler: async () => {
        await dictionaries.changed()
        return ok(null, '刷新缓存完成')
      },
    })

  app.get<{ Querystring: DictTreeQuery }>(
    '/sys/dict/loadTreeData',
    { schema: { querystring: dictTreeQuery }, config: SIGNED_IN },
    async (request) => {
      const { session, query } = request
      const pid = query.pid ?? ''
      const form = documents.resolve(query.tableName)
      if (form) {
        if (!query.pidField) throw badRequest('缺少 pidField')
        if (
          !lookups.hasTree(form.code, { ...query, pidField: query.pidField }) &&
          !may(session, 'list', { form: form.code }).allowed
        )
          throw forbidden()
        const where = declaredCondition(documents, query)
        const nodes = await store.treeLevel(form, session, {
          pid,
          pidField: query.pidField,
          text: query.text,
          code: query.code,
          ...(query.hasChildField ? { hasChildField: query.hasChildField } : {}),
          ...(where ? { where } : {}),
          limit: MAX_DICT_OPTIONS,
        })
        return ok(nodes.map((node) => treeNode(node.code, node.text, node.pid, node.isLeaf)))
      }
      if (!isPlatformTable(query.tableName)) throw badRequest('表不存在')
      if (query.condition && query.condition !== '{}') throw badRequest('不支持的条件')
      const rows = await platformRows(
        connections,
        session,
        {
          table: query.tableName,
          value: query.code,
          text: query.text,
          equals: query.pidField ? { [query.pidField]: pid } : {},
          limit: MAX_DICT_OPTIONS,
        },
        query.hasChildField ? [query.hasChildField] : [],
      )
      const mark = query.hasChildField?.toLowerCase()
      return ok(
        rows.map((row) => treeNode(row.value ?? '', row.text ?? '', pid, mark ? row[mark] !== '1' : false)),
      )
    },
  )
}

/** The wire says the text three times. */
function wireOption(option: DictOption) {
  return { ...option, title: option.text, label: option.text }
}

function treeNode(code: string, title: string, parentId: string, isLeaf: boolean): WireTreeNode {
  return { key: code, value: code, code, title, parentId, isLeaf, leaf: isLeaf, icon: null, children: null }
}

/** A condition is taken from the document that declares this very tree; what a caller writes is only compared. */
function declaredCondition(documents: Documents, query: DictTreeQuery): SelTreeOptions['condition'] {
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
