import { describe, expect, it } from 'vitest'
import { forest, nested } from './forest.ts'

const row = (id: string, parentId: string) => ({ id, parentId })

describe('rows that name their parents', () => {
  it('become trees in their order; one whose parent is not there stands at the top', () => {
    const rows = [row('b', 'a'), row('a', ''), row('d', 'gone'), row('c', 'b'), row('e', 'a')]
    expect(nested(rows)).toEqual([
      {
        ...row('a', ''),
        children: [{ ...row('b', 'a'), children: [row('c', 'b')] }, row('e', 'a')],
      },
      row('d', 'gone'),
    ])
  })

  it('may name each other or themselves: those are left out', () => {
    expect(nested([row('a', 'b'), row('b', 'a'), row('c', 'c'), row('d', '')])).toEqual([row('d', '')])
  })

  it('may be left out with what was built below them', () => {
    const ties = {
      id: ({ id }: { id: string }) => id,
      parent: ({ parentId }: { parentId: string }) => parentId,
    }
    const kept = forest<{ id: string; parentId: string }, string>(
      [row('a', ''), row('b', 'a'), row('x', 'a')],
      ties,
      ({ id }, children) => (id === 'x' ? null : `${id}(${children})`),
    )
    expect(kept).toEqual(['a(b())'])
  })
})
