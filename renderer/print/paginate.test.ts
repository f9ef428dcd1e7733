import { describe, expect, it } from 'vitest'
import { type Measured, paginate } from './paginate.ts'

const rows = (count: number, table: object, more: Partial<Measured> = {}): Measured[] =>
  Array.from({ length: count }, () => ({ height: 10, head: 10, table, ...more }))

describe('pages of what is printed', () => {
  it('hold as much as there is room for, the heading of a table on each of them', () => {
    const pages = paginate(rows(137, {}), 100)
    // Nine rows below a heading.
    expect(pages.map(({ length }) => length)).toEqual([...Array(15).fill(9), 2])
    expect(pages.flat()).toEqual([...Array(137).keys()])
  })

  it('leave no heading without what it is of, and no totals without a row', () => {
    const table = {}
    const before: Measured[] = [{ height: 75 }, { height: 10, withNext: true }]
    expect(paginate([...before, ...rows(1, table)], 100)).toEqual([[0], [1, 2]])
    const last: Measured = { height: 10, head: 10, table }
    const all = [...rows(8, table), { ...last, withNext: true }, last]
    expect(paginate(all, 100)).toEqual([
      [0, 1, 2, 3, 4, 5, 6, 7],
      [8, 9],
    ])
  })

  it('count the heading of each table once, and take what fits on none for itself', () => {
    expect(paginate([...rows(3, {}), ...rows(3, {})], 80)).toEqual([[0, 1, 2, 3, 4, 5]])
    expect(paginate([...rows(3, {}), ...rows(3, {})], 70)).toEqual([[0, 1, 2, 3, 4], [5]])
    expect(paginate([{ height: 10 }, { height: 500 }, { height: 10 }], 100)).toEqual([[0], [1], [2]])
    expect(paginate([], 100)).toEqual([[]])
  })
})
