import { type Static, Type } from 'typebox'
import { treeShape } from './answer.ts'

const nodeShape = Type.Object({
  key: Type.String(),
  value: Type.String(),
  title: Type.String(),
  code: Type.String(),
  parentId: Type.String(),
  leaf: Type.Boolean(),
  isLeaf: Type.Boolean(),
  icon: Type.Null(),
})

/** A node of a tree that is loaded level by level; `leaf` and `isLeaf` say the same, as the wire has it. */
export interface WireTreeNode extends Static<typeof nodeShape> {
  children: WireTreeNode[] | null
}
/** `result` of calls that answer a level of a tree, or all of it. */
export const wireTreeNodes = Type.Array(treeShape<WireTreeNode>('TreeNode', nodeShape, 'null'))
