import { expect, it } from 'vitest'
import type { DepartNode } from '#schemas/api/depart.ts'
import { treeOf } from './depart-tree.ts'

function node(id: string, parentId: string): DepartNode {
  return {
    key: id,
    value: id,
    title: id,
    isLeaf: true,
    id,
    parentId,
    departName: id,
    orgCode: id,
    orgCategory: null,
    orgType: null,
    departOrder: null,
    status: '1',
  }
}
const shape = (nodes: readonly DepartNode[]): unknown =>
  nodes.map(({ id, children }) => (children ? [id, shape(children)] : id))

it('a department tree keeps the order, and shows those whose parent is gone at the top', () => {
  expect(
    shape(treeOf([node('b', ''), node('a', ''), node('c', 'b'), node('d', 'gone'), node('e', 'c')])),
  ).toEqual([['b', [['c', ['e']]]], 'a', 'd'])
})

it('a circle of parents ends', () => {
  expect(shape(treeOf([node('a', ''), node('x', 'y'), node('y', 'x'), node('z', 'z')]))).toEqual(['a'])
})
