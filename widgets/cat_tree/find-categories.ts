import type { CellEntry, DataClient, TreeNode } from '#renderer/index.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import type { Field } from '#schemas/compile/model.ts'
import type { CatTreeOptions } from '#schemas/widget/cat_tree.ts'

/** All categories that the field offers, with the label's column that each fills. */
export async function findCategories(
  _texts: readonly string[],
  field: Field,
  client: DataClient,
): Promise<readonly CellEntry[]> {
  const { textField } = field.options as CatTreeOptions
  const source = lookupSource(field)
  const entries = (nodes: readonly TreeNode[]): CellEntry[] =>
    nodes.flatMap((node) => [
      {
        value: node.value,
        text: node.title,
        ...(textField ? { alsoSet: { [textField]: node.title } } : {}),
      },
      ...entries(node.children ?? []),
    ])
  return source ? entries(await client.tree(source, '', { whole: true })) : []
}
