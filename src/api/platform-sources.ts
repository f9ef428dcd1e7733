import type { Call, ListQuery, Option, OptionQuery, TreeCall, TreeNode } from '#renderer/index.ts'
import type { Envelope, PageOf } from '#schemas/api/envelope.ts'
import type { Row } from '#schemas/compile/model.ts'
import { type Http, resultOf } from './http.ts'
import { listParams } from './list-params.ts'

/** A source that no document declares: users, departments, categories. */
interface PlatformSource {
  list?(http: Http, query: ListQuery, call?: Call): Promise<PageOf<Row>>
  /** `root` is the code of the node whose children are the first level. */
  tree?(http: Http, parent: string, root: string, call?: TreeCall): Promise<TreeNode[]>
  options?(http: Http, query: OptionQuery, call?: Call): Promise<Option[]>
  labels?(http: Http, values: readonly string[], call?: Call): Promise<Option[]>
}

/** A tree node as `/sys/dict`, `/sys/category` and `/sys/sysDepart` answer it; the same thing under many names. */
export interface WireTreeNode {
  key?: string
  value?: string
  id?: string
  title?: string
  label?: string
  name?: string
  departName?: string
  orgCode?: string
  code?: string
  parentId?: string
  /** True or 1: nothing stands below. */
  leaf?: boolean | number | string
  isLeaf?: boolean
  hasChildren?: boolean | number | string
  children?: WireTreeNode[] | null
}

/** The renderer's node of a node of the wire. */
export function treeNodeOf(node: WireTreeNode): TreeNode {
  const key = String(node.key ?? node.id ?? node.value ?? '')
  return {
    key,
    value: String(node.value ?? key),
    title: node.departName ?? node.title ?? node.label ?? node.name ?? key,
    isLeaf: isLeaf(node),
    ...((node.orgCode ?? node.code) ? { code: node.orgCode ?? node.code } : {}),
    ...(node.children?.length ? { children: node.children.map(treeNodeOf) } : {}),
  }
}

const isOn = (mark: boolean | number | string) => mark === true || String(mark) === '1'

function isLeaf({ isLeaf: own, leaf, hasChildren, children }: WireTreeNode): boolean {
  if (children?.length) return false
  if (own !== undefined) return own
  if (leaf !== undefined) return isOn(leaf)
  return hasChildren !== undefined && !isOn(hasChildren)
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
  list: (http, query, call) => get(http, '/sys/user/queryUserComponentData', listParams(query), call),
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
  async tree(http, parent, _root, call) {
    const nodes =
      call?.whole && parent === ''
        ? await get<WireTreeNode[] | null>(http, '/sys/sysDepart/queryTreeList', {}, call)
        : await get<WireTreeNode[] | null>(http, '/sys/sysDepart/queryDepartTreeSync', { pid: parent }, call)
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
    const byId = await texts(http, 'sys_depart,depart_name,id', values, call)
    const rest = byId.filter(({ value, text }) => value === text).map(({ value }) => String(value))
    if (rest.length === 0) return byId
    // What is no id may be an organisation code.
    const byCode = await texts(http, 'sys_depart,depart_name,org_code', rest, call)
    return byId.map((option) => byCode.find(({ value }) => value === option.value) ?? option)
  },
}

const categories: PlatformSource = {
  async tree(http, parent, root, call) {
    const nodes = parent
      ? await get<WireTreeNode[]>(http, '/sys/category/loadTreeChildren', { pid: parent }, call)
      : await get<WireTreeNode[]>(
          http,
          '/sys/category/loadTreeRoot',
          { async: call?.whole !== true, pcode: root },
          call,
        )
    return nodes.map(treeNodeOf)
  },
  async labels(http, values, call) {
    const names = await get<string[]>(
      http,
      '/sys/category/loadDictItem',
      { ids: values.join(','), delNotExist: 'false' },
      call,
    )
    return values.map((value, at) => ({ value, text: names[at] ?? value }))
  },
}

async function texts(http: Http, dict: string, values: readonly string[], call?: Call): Promise<Option[]> {
  const answer = await get<string[]>(
    http,
    `/sys/dict/loadDictItem/${encodeURIComponent(dict)}`,
    { key: values.join(','), delNotExist: 'false' },
    call,
  )
  return values.map((value, at) => ({ value, text: answer[at] ?? value }))
}

function flatten(nodes: readonly WireTreeNode[]): TreeNode[] {
  return nodes.flatMap((node) => [treeNodeOf(node), ...flatten(node.children ?? [])])
}

const SOURCES = new Map([
  ['sys_user', users],
  ['sys_depart', departs],
  ['sys_category', categories],
])

/** Null for everything that documents and dictionaries answer. */
export function platformSource(source: string): PlatformSource | null {
  return SOURCES.get(source) ?? null
}
