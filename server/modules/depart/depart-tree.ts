import type { DepartNode } from '#schemas/api/depart.ts'

/** Departments as a tree; one whose parent is gone stands at the top. */
export function treeOf(nodes: readonly DepartNode[]): DepartNode[] {
  const ids = new Set(nodes.map((node) => node.id))
  const byParent = new Map<string, DepartNode[]>()
  for (const node of nodes) {
    const parent = ids.has(node.parentId) ? node.parentId : ''
    byParent.set(parent, [...(byParent.get(parent) ?? []), node])
  }
  const seen = new Set<string>()
  const build = (parent: string): DepartNode[] =>
    (byParent.get(parent) ?? [])
      .filter((node) => !seen.has(node.id) && seen.add(node.id))
      .map((node) => {
        const children = build(node.id)
        return children.length > 0 ? { ...node, children } : node
      })
  return build('')
}
