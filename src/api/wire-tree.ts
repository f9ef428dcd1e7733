import type { TreeNode } from '#renderer/index.ts'

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

/** Nodes of several levels, each beside its parent's name, as a tree below `root`. */
export function nestedNodes(nodes: readonly WireTreeNode[], root: string): TreeNode[] {
  const levels = new Map<string, TreeNode[]>()
  for (const node of nodes) {
    const level = levels.get(node.parentId ?? '')
    if (level) level.push(treeNodeOf(node))
    else levels.set(node.parentId ?? '', [treeNodeOf(node)])
  }
  const below = (parent: string, above: ReadonlySet<string>): TreeNode[] =>
    (levels.get(parent) ?? []).map((node) => {
      // A circle in the data ends where it closes.
      const isKnown = levels.has(node.key) && !above.has(node.key)
      return isKnown ? { ...node, children: below(node.key, new Set([...above, node.key])) } : node
    })
  return below(root, new Set([root]))
}

const isOn = (mark: boolean | number | string) => mark === true || String(mark) === '1'

function isLeaf({ isLeaf: own, leaf, hasChildren, children }: WireTreeNode): boolean {
  if (children?.length) return false
  if (own !== undefined) return own
  if (leaf !== undefined) return isOn(leaf)
  return hasChildren !== undefined && !isOn(hasChildren)
}
