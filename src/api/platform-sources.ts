import {
  type Call,
  type ListQuery,
  type Option,
  type OptionQuery,
  RequestError,
  type RowSource,
  type TreeCall,
  type TreeNode,
} from '#renderer/index.ts'
import type { Envelope, PageOf } from '#schemas/api/envelope.ts'
import type { Row } from '#schemas/compile/model.ts'
import { t } from '#schemas/text/text.ts'
import type { PlatformTree } from '#schemas/widget/named-table.ts'
import { type Http, resultOf } from './http.ts'
import { DEL_NOT_EXIST, knownTexts } from './known-texts.ts'
import { listParams } from './list-params.ts'
import { treeNodeOf, type WireTreeNode } from './wire-tree.ts'

/** A table of the platform that has calls of its own: users, departments, categories. */
interface PlatformSource {
  list?(http: Http, source: RowSource, query: ListQuery, call?: Call): Promise<PageOf<Row>>
  tree?(http: Http, parent: string, asked: PlatformTree, call?: TreeCall): Promise<TreeNode[]>
  options?(http: Http, query: OptionQuery, call?: Call): Promise<Option[]>
  labels?(http: Http, values: readonly string[], call?: Call): Promise<Option[]>
}

async function get<T>(
  http: Http,
  address: string,
  params: Parameters<Http['get']>[1],
  call?: Call,
): Promise<T> {
  return resultOf(await http.get<Envelope<T>>(address, params, call))
}

interface WireUser {
  id: string
  username: string
  realname: string
}

const users: PlatformSource = {
  list: (http, source, query, call) =>
    get(http, '/sys/user/queryUserComponentData', listParams(source, query), call),
  async options(http, { keyword, pageSize }, call) {
    const page = await get<PageOf<WireUser>>(
      http,
      '/sys/user/queryUserComponentData',
      { pageNo: 1, pageSize: pageSize ?? 10, ...(keyword ? { realname: `*${keyword}*` } : {}) },
      call,
    )
    return page.records.map(({ username, realname }) => ({ value: username, text: realname }))
  },
  async labels(http, values, call) {
    // Answered without an envelope. A document may store ids instead of account names: those are asked for next.
    const byName = await http.get<WireUser[]>('/sys/user/getMultiUser', { username: values.join(',') }, call)
    const found: Option[] = byName.map(({ username, realname }) => ({ value: username, text: realname }))
    const rest = values.filter((value) => !found.some((option) => option.value === value))
    if (rest.length === 0) return found
    const byId = await get<WireUser[]>(http, '/sys/user/queryByIds', { userIds: rest.join(',') }, call)
    return [...found, ...byId.map(({ id, realname }) => ({ value: id, text: realname }))]
  },
}

const departs: PlatformSource = {
  async tree(http, parent, { own }, call) {
    const among = own ? { own } : {}
    const [name, params] =
      call?.whole && parent === ''
        ? ['queryTreeList', among]
        : ['queryDepartTreeSync', { pid: parent, ...among }]
    const nodes = await get<WireTreeNode[] | null>(http, `/sys/sysDepart/${name}`, params, call)
    return (nodes ?? []).map(treeNodeOf)
  },
  async options(http, { keyword }, call) {
    if (!keyword) {
      const nodes = await get<WireTreeNode[] | null>(
        http,
        '/sys/sysDepart/queryDepartTreeSync',
        { pid: '' },
        call,
      )
      return (nodes ?? []).map(treeNodeOf).map(({ key, title }) => ({ value: key, text: title }))
    }
    // Nothing found is answered as a refusal; to a picker it is an empty list.
    const answer = await http.get<Envelope<WireTreeNode[] | null>>(
      '/sys/sysDepart/searchBy',
      { keyWord: keyword, myDeptSearch: '' },
      call,
    )
    return flatten(answer.success ? (answer.result ?? []) : []).map(({ key, title }) => ({
      value: key,
      text: title,
    }))
  },
  async labels(http, values, call) {
    const names = await texts(http, 'sys_depart,depart_name,id', values, 'asTheyAre', call)
    const byId = values
      .map((value, at) => ({ value, text: names[at] ?? value }))
      .filter(({ value, text }) => value !== text)
    const rest = values.filter((value) => !byId.some((option) => option.value === value))
    if (rest.length === 0) return byId
    // What is no id may be an organisation code.
    const byCode = await knownTexts(rest, (codes, unknown) =>
      texts(http, 'sys_depart,depart_name,org_code', codes, unknown, call),
    )
    return [...byId, ...byCode]
  },
}

const categories: PlatformSource = {
  async tree(http, parent, { under = '0' }, call) {
    const nodes = parent
      ? await get<WireTreeNode[]>(http, '/sys/category/loadTreeChildren', { pid: parent }, call)
      : await get<WireTreeNode[]>(
          http,
          '/sys/category/loadTreeRoot',
          { async: call?.whole !== true, pcode: under },
          call,
        )
    return nodes.map(treeNodeOf)
  },
  async labels(http, values, call) {
    return knownTexts(values, (ids, unknown) =>
      get<string[]>(
        http,
        '/sys/category/loadDictItem',
        { ids: ids.join(','), delNotExist: DEL_NOT_EXIST[unknown] },
        call,
      ),
    )
  },
}

async function texts(
  http: Http,
  dict: string,
  keys: readonly string[],
  unknown: keyof typeof DEL_NOT_EXIST,
  call?: Call,
): Promise<string[]> {
  return get<string[]>(
    http,
    `/sys/dict/loadDictItem/${encodeURIComponent(dict)}`,
    { key: keys.join(','), delNotExist: DEL_NOT_EXIST[unknown] },
    call,
  )
}

function flatten(nodes: readonly WireTreeNode[]): TreeNode[] {
  return nodes.flatMap((node) => [treeNodeOf(node), ...flatten(node.children ?? [])])
}

const SOURCES = new Map([
  ['sys_user', users],
  ['sys_depart', departs],
  ['sys_category', categories],
])

/** The calls of a platform table; a table without any is refused. */
export function platformSource(table: string): PlatformSource {
  const found = SOURCES.get(table)
  if (!found) throw new RequestError(t('数据源 {table} 不存在', { table }), 400)
  return found
}
