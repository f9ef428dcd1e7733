/** A node of a tree that is loaded level by level; `leaf` and `isLeaf` say the same, as the wire has it. */
export interface WireTreeNode {
  key: string
  value: string
  title: string
  code: string
  parentId: string
  leaf: boolean
  isLeaf: boolean
  icon: null
  children: WireTreeNode[] | null
}
