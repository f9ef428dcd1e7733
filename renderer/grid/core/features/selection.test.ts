import { describe, expect, it } from 'vitest'
import type { GridRow } from '../row-source.types.ts'
import { createSelection } from './selection.ts'

const row = (key: string): GridRow => ({ key, isNew: false, values: {} })
const ROWS = ['a', 'b', 'c'].map(row)

describe('ticked rows', () => {
  it('are ticked one by one, and all of them are seen as all [grid-58, grid-60]', () => {
    const selection = createSelection()
    expect(selection.among(ROWS)).toBe('none')
    selection.tick('b', true)
    expect([selection.has('b'), selection.has('a'), selection.among(ROWS)]).toEqual([true, false, 'some'])
    for (const { key } of ROWS) selection.tick(key, true)
    expect([selection.count(), selection.among(ROWS)]).toEqual([3, 'all'])
    selection.tick('b', false)
    expect(selection.keys()).toEqual(['a', 'c'])
  })

  it('are replaced by others, or by none', () => {
    const selection = createSelection()
    selection.tick('a', true)
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
})
