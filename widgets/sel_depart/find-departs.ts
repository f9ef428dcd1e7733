import type { CellEntry, DataClient, TreeNode } from '#renderer/index.ts'
import type { Field } from '#schemas/compile/model.ts'
import type { SelDepartOptions } from '#schemas/widget/sel_depart.ts'

/** All departments, as the cells store them: the tree is one question, however many texts were pasted. */
export async function findDeparts(
  _texts: readonly string[],
  { options }: Field,
  client: DataClient,
): Promise<readonly CellEntry[]> {
  const { store = 'id' } = options as SelDepartOptions
  const entries = (nodes: readonly TreeNode[]): CellEntry[] =>
    nodes.flatMap((node) => [
      { value: store === 'orgCode' ? (node.code ?? node.value) : node.value, text: node.title },
      ...entries(node.children ?? []),
    ])
  return entries(await client.tree('sys_depart', '', { whole: true }))
}
