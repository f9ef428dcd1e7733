import { describe, expect, it } from 'vitest'
import { allKeys, type Depart, halfTicked, search, toggle } from './ticks.ts'

const TREE: Depart[] = [
  {
    key: '1',
    title: '总公司',
    children: [
      { key: '11', title: '研发部', children: [{ key: '111', title: '测试组', children: [] }] },
      { key: '12', title: '市场部', children: [] },
    ],
  },
  { key: '2', title: '分公司', children: [] },
]

describe('ticks of the department tree', () => {
  it('changes one department when parents and children are not linked [picker-09]', () => {
    expect(toggle(TREE, ['2'], '1', false)).toEqual(['2', '1'])
    expect(toggle(TREE, ['2', '1'], '1', false)).toEqual(['2'])
  })

  it('takes all below along when they are linked [picker-09]', () => {
    expect(toggle(TREE, [], '11', true)).toEqual(['11', '111'])
    expect(toggle(TREE, [], '1', true)).toEqual(['1', '11', '111', '12'])
    expect(toggle(TREE, ['1', '11', '111', '12'], '1', true)).toEqual([])
  })

  it('ticks a parent with its last child, and unticks it with the first that goes', () => {
    expect(toggle(TREE, ['11', '111'], '12', true)).toEqual(['11', '111', '12', '1'])
    expect(toggle(TREE, ['1', '11', '111', '12'], '111', true)).toEqual(['12'])
  })

  it('keeps a department that is not in the tree', () => {
    expect(toggle(TREE, ['gone'], '2', true)).toEqual(['gone', '2'])
    expect(toggle(TREE, ['gone', '2'], '2', true)).toEqual(['gone'])
  })

  it('marks parents of ticked departments', () => {
    expect(halfTicked(TREE, ['111'])).toEqual(['11', '1'])
    expect(halfTicked(TREE, ['1', '111'])).toEqual(['11'])
  })

  it('shows what fits with the way down to it', () => {
    expect(allKeys(search(TREE, '测试'))).toEqual(['1', '11', '111'])
    expect(search(TREE, '不存在')).toEqual([])
  })
})
