import { describe, expect, it } from 'vitest'
import { CHILD_ROWS } from './child-rows.ts'
import { dropAt, stepBy } from './row-moves.ts'

const tree = { parent: 'pid', hasChild: 'has_child', label: 'name', root: '0' }
const rows = [
  {
    id: 'a',
    pid: '0',
    [CHILD_ROWS]: [
      { id: 'a1', pid: 'a' },
      { id: 'a2', pid: 'a', [CHILD_ROWS]: [{ id: 'a21', pid: 'a2' }] },
    ],
  },
  { id: 'b', pid: null },
  { id: 'lost', pid: 'hidden' },
]

describe('moves of rows', () => {
  it('go beside a row below its parent, or below a row', () => {
    expect(dropAt(tree, rows, 'a2', 'a1', 'before')).toEqual({
      id: 'a2',
      from: 'a',
      parent: 'a',
      before: 'a1',
    })
    expect(dropAt(tree, rows, 'a1', 'b', 'after')).toEqual({ id: 'a1', from: 'a', parent: '', after: 'b' })
    expect(dropAt(tree, rows, 'b', 'a2', 'into')).toEqual({ id: 'b', from: '', parent: 'a2' })
  })

  it('are none where the row stands already, below itself, and of rows that are not shown', () => {
    expect(dropAt(tree, rows, 'a1', 'a2', 'before')).toBeNull()
    expect(dropAt(tree, rows, 'a2', 'a1', 'after')).toBeNull()
    for (const [target, zone] of [
      ['a', 'into'],
      ['a21', 'before'],
      ['a2', 'into'],
    ] as const)
      expect(dropAt(tree, rows, 'a', target, zone), target).toBeNull()
    expect(dropAt(tree, rows, 'nowhere', 'a', 'before')).toBeNull()
  })

  it('come below a row that is not shown only from below the same one', () => {
    const own = [...rows, { id: 'lost2', pid: 'hidden' }, { id: 'other', pid: 'elsewhere' }]
    for (const zone of ['before', 'after'] as const)
      for (const id of ['a1', 'b', 'other']) expect(dropAt(tree, own, id, 'lost', zone), id).toBeNull()
    expect(dropAt(tree, own, 'lost2', 'lost', 'before')).toEqual({
      id: 'lost2',
      from: 'hidden',
      parent: 'hidden',
      before: 'lost',
    })
    expect(dropAt(tree, own, 'b', 'lost', 'into')).toMatchObject({ parent: 'lost' })
  })

  it('step past the next row below the same parent', () => {
    expect(stepBy(tree, rows, 'a2', -1)).toEqual({ id: 'a2', from: 'a', parent: 'a', before: 'a1' })
    expect(stepBy(tree, rows, 'a', 1)).toEqual({ id: 'a', from: '', parent: '', after: 'b' })
    expect(stepBy(tree, rows, 'a1', -1)).toBeNull()
    expect(stepBy(tree, rows, 'b', 1)).toBeNull()
  })
})
