import { describe, expect, it } from 'vitest'
import {
  type GrantNode,
  matching,
  onTheWay,
  parentsOf,
  withChildren,
  withoutChildren,
  withParents,
} from './ticked-tree.ts'

const node = (key: string, title: string, children: GrantNode[] = []): GrantNode => ({ key, title, children })
const TREE = [
  node('m', '展会', [node('list', '展会列表', [node('add', '新增'), node('edit', '编辑')])]),
  node('s', '系统'),
]
const model = parentsOf(TREE)

describe('ticking rights', () => {
  it('a button brings the menus above it, and nothing else', () => {
    expect([...withParents(model, new Set(['s']), 'add')].sort()).toEqual(['add', 'list', 'm', 's'])
  })
  it('a menu that is unticked takes its buttons along', () => {
    expect([...withoutChildren(model, new Set(['m', 'list', 'add', 's']), 'list')].sort()).toEqual(['m', 's'])
  })
  it('where a tick brings what is below, the menus above are only on the way', () => {
    const ticked = withChildren(model, new Set(), 'list')
    expect([...ticked].sort()).toEqual(['add', 'edit', 'list'])
    expect(onTheWay(model, ticked)).toEqual(['m'])
    expect(onTheWay(model, new Set(['add'])).sort()).toEqual(['list', 'm'])
  })
  it('a search keeps the way to what it finds', () => {
    expect(matching(TREE, '新增')).toMatchObject([
      { key: 'm', children: [{ key: 'list', children: [{ key: 'add' }] }] },
    ])
    expect(matching(TREE, '没有')).toEqual([])
    expect(matching(TREE, '')).toHaveLength(2)
  })
})
