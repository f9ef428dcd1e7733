import type { CellEntry, DataClient, TreeNode } from '#renderer/index.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import type { Field } from '#schemas/compile/model.ts'
import type { SelDepartOptions } from '#schemas/widget/sel_depart.ts'

/** All departments, as the cells store them: the tree is one question, however many texts were pasted. */
export async function findDeparts(
  _texts: readonly string[],
  field: Field,
  client: DataClient,
): Promise<readonly CellEntry[]> {
  const { store = 'id' } = field.options as SelDepartOptions
  const source = lookupSource(field)
  const entries = (nodes: readonly TreeNode[]): CellEntry[] =>
    nodes.flatMap((node) => [
      { value: store === 'orgCode' ? (node.code ?? node.value) : node.value, text: node.title },
      ...entries(node.children ?? []),
    ])
  return source ? entries(await client.tree(source, '', { whole: true })) : []
}
