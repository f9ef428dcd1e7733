import type { DataClient, Option, TreeNode } from '../data/data-client.ts'

/** Sources of examples begin so: no document of the server declares them. */
export const EXAMPLE_PREFIX = 'example_'

const LEVELS: readonly Option[][] = [
  [
    { value: 'A', text: '机械设备', id: 'A' },
    { value: 'B', text: '电子信息', id: 'B' },
  ],
  [
    { value: 'A1', text: '数控机床', id: 'A1' },
    { value: 'A2', text: '工业机器人', id: 'A2' },
  ],
]

/** The client, except that examples get choices of their own instead of asking the server for what it does not know. */
export function exampleClient(client: DataClient): DataClient {
  const isExample = (source: string) => source.startsWith(EXAMPLE_PREFIX)
  return {
    ...client,
    options: async (source, query, call) =>
      isExample(source)
        ? (LEVELS[query.parent ? 1 : 0] ?? []).filter(
            ({ text }) => !query.keyword || text.includes(query.keyword),
          )
        : client.options(source, query, call),
    tree: async (source, parent, call) =>
      isExample(source) ? nodes(parent) : client.tree(source, parent, call),
    labels: async (source, values, call) =>
      isExample(source)
        ? LEVELS.flat().filter(({ value }) => values.includes(String(value)))
        : client.labels(source, values, call),
  }
}

function nodes(parent: string): TreeNode[] {
  return (LEVELS[parent ? 1 : 0] ?? []).map(({ value, text }) => ({
    key: String(value),
    value: String(value),
    title: text,
    isLeaf: parent !== '',
  }))
}
