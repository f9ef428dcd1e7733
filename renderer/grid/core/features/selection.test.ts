import { describe, expect, it } from 'vitest'
import type { GridRow } from '../row-source.types.ts'
import { createSelection } from './selection.ts'

const row = (key: string): GridRow => ({ key, isNew: false, values: {} })
const [A, B, C] = [row('a'), row('b'), row('c')]
const ROWS = [A, B, C]

describe('ticked rows', () => {
  it('are ticked one by one, and all of them are seen as all [grid-58, grid-60]', () => {
    const selection = createSelection()
    expect(selection.among(ROWS)).toBe('none')
    selection.tick(B, true)
    expect([selection.has('b'), selection.has('a'), selection.among(ROWS)]).toEqual([true, false, 'some'])
    for (const one of ROWS) selection.tick(one, true)
    expect([selection.count(), selection.among(ROWS)]).toEqual([3, 'all'])
    selection.tick(B, false)
    expect(selection.keys()).toEqual(['a', 'c'])
  })

  it('are replaced by others, or by none', () => {
    const selection = createSelection()
    selection.tick(A, true)
    selection.only(ROWS.slice(1))
    expect(selection.keys()).toEqual(['b', 'c'])
    selection.only([])
    expect(selection.count()).toBe(0)
  })

  it('are forgotten with the rows that are gone', () => {
    const selection = createSelection()
    selection.only(ROWS)
    selection.keep(ROWS.slice(0, 1))
    expect(selection.keys()).toEqual(['a'])
  })

  it('are never those that may not be selected, and all are all the others [grid-58]', () => {
    const selection = createSelection({ may: ({ key }) => key !== 'b' })
    selection.only(ROWS)
    expect([selection.keys(), selection.among(ROWS)]).toEqual([['a', 'c'], 'all'])
    selection.tick(B, true)
    expect(selection.has('b')).toBe(false)
    selection.tick(A, false)
    expect(selection.among(ROWS)).toBe('some')
    selection.only([B])
    expect([selection.count(), selection.among([B])]).toEqual([0, 'none'])
  })

  it('are one where one is chosen: the last [grid-59]', () => {
    const selection = createSelection({ single: true })
    selection.tick(A, true)
    selection.tick(C, true)
    expect(selection.keys()).toEqual(['c'])
    selection.only(ROWS)
    expect(selection.keys()).toEqual(['a'])
    selection.tick(A, false)
    expect(selection.count()).toBe(0)
  })
})
