import { type PageOf, pageOf } from '#schemas/api/envelope.ts'
import type { LookupSource } from '#schemas/compile/choice-source.ts'
import type { Row } from '#schemas/compile/model.ts'
import { texts } from '#schemas/text/text.ts'
import type { DataClient, ListQuery, Option, TreeNode } from '../data/data-client.ts'

/** Sources of examples begin so: no document of the server declares them. */
export const EXAMPLE_PREFIX = 'example_'

/** Two levels: groups, and what belongs to each. */
const GROUPS: readonly (Option & { children: readonly Option[] })[] = texts([
  {
    value: 'A',
    text: '机械设备',
    id: 'A',
    children: [
      { value: 'A1', text: '数控机床', id: 'A1' },
      { value: 'A2', text: '工业机器人', id: 'A2' },
    ],
  },
  {
    value: 'B',
    text: '电子信息',
    id: 'B',
    children: [
      { value: 'B1', text: '集成电路', id: 'B1' },
      { value: 'B2', text: '智能终端', id: 'B2' },
    ],
  },
])
/** All of them, named in the language of the moment. */
const all = (): readonly Option[] => GROUPS.flatMap(({ children, ...group }) => [group, ...children])

/** The client, except that examples get choices of their own instead of asking the server for what it does not know. */
export function exampleClient(client: DataClient): DataClient {
  const isExample = (source: LookupSource) =>
    'table' in source && source.table.key?.startsWith(EXAMPLE_PREFIX) === true
  return {
    ...client,
    options: async (source, query, call) =>
      isExample(source) ? choices(query.parent, query.keyword) : client.options(source, query, call),
    tree: async (source, parent, call) =>
      isExample(source)
        ? nodes(parent, call?.whole === true || call?.to !== undefined)
        : client.tree(source, parent, call),
    list: async (source, query, call) =>
      source.offeredBy?.startsWith(EXAMPLE_PREFIX) ? rows(query) : client.list(source, query, call),
    labels: async (source, values, call) =>
      isExample(source)
        ? all().filter(({ value }) => values.includes(String(value)))
        : client.labels(source, values, call),
  }
}

/** What is offered, under all names that pickers have for its columns. */
function rows({ pageNo = 1, pageSize = 10 }: ListQuery): PageOf<Row> {
  const found = all().map(({ value: id, text }) => ({
    id,
    roleCode: id,
    code: id,
    roleName: text,
    name: text,
  }))
  return pageOf(found.slice((pageNo - 1) * pageSize, pageNo * pageSize), found.length, pageNo, pageSize)
}

function choices(parent: string | undefined, keyword: string | undefined): Option[] {
  // A search goes through all levels.
  if (keyword) return all().filter(({ text }) => text.includes(keyword))
  return parent === undefined
    ? GROUPS.map(({ children: _below, ...group }) => group)
    : (GROUPS.find(({ value }) => value === parent)?.children.slice() ?? [])
}

function nodes(parent: string, whole: boolean): TreeNode[] {
  if (parent !== '') return (GROUPS.find(({ value }) => value === parent)?.children ?? []).map(leaf)
  return GROUPS.map(({ children, ...group }) => ({
    ...leaf(group),
    isLeaf: false,
    ...(whole ? { children: children.map(leaf) } : {}),
  }))
}

function leaf({ value, text }: Option): TreeNode {
  return { key: String(value), value: String(value), title: text, isLeaf: true }
}
