import { describe, expect, it } from 'vitest'
import { type GridLook, type RowHeader, rowHeadersOf, rowHeaderWidth } from './grid-look.ts'

const SPECIAL: readonly RowHeader[] = ['row-drag-sort', 'row-expand', 'row-checkbox', 'row-radio']
const ALL: readonly RowHeader[] = [...SPECIAL, 'row-number']

describe('special columns', () => {
  it('are 60 px for the number, 40 px else, and 60 px over totals [grid-89, grid-90, grid-91]', () => {
    expect(ALL.map((header) => rowHeaderWidth(header))).toEqual([40, 40, 40, 40, 60])
    expect(ALL.map((header) => rowHeaderWidth(header, true))).toEqual([60, 60, 60, 60, 60])
  })

  it('of a locked grid are the number and what opens a row', () => {
    const look: GridLook = { rowHeight: 61, maxHeight: 400, rowHeaders: ALL, frozen: 0 }
    expect(rowHeadersOf(look, true)).toEqual(['row-expand', 'row-number'])
    expect(rowHeadersOf(look, false)).toEqual(ALL)
  })
})
