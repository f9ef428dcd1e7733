import { describe, expect, it } from 'vitest'
import type { Row } from '#schemas/compile/model.ts'
import type { GridColumn } from '../columns.ts'
import type { GridRow } from '../row-source.types.ts'
import { isSeveral, selectionFigures } from './selection-figures.ts'

const column = (name: string, type: string, dictKey: string | null = null) =>
  ({ name, field: { column: { type }, dictKey } }) as unknown as GridColumn
const COLUMNS = [
  column('name', 'string'),
  column('price', 'BigDecimal'),
  column('count', 'int'),
  column('sex', 'int', 'sex'),
]
const rows = (...values: Row[]): GridRow[] =>
  values.map((row, at) => ({ key: `r${at}`, isNew: false, values: row }))
const range = (top: number, left: number, bottom: number, right: number) => ({ top, left, bottom, right })

describe('what selected cells come to', () => {
  it('counts cells with a value and adds numbers exactly, texts of wide ones too', () => {
    const held = rows(
      { name: '甲', price: 0.1, count: 1 },
      { name: '', price: 0.2, count: null },
      { name: '丙', price: '9007199254740993.07', count: 2 },
    )
    expect(selectionFigures([range(0, 1, 1, 1)], held, COLUMNS)).toEqual({
      count: 2,
      sum: '0.3',
      average: '0.15',
    })
    expect(selectionFigures([range(0, 0, 2, 2)], held, COLUMNS)).toMatchObject({
      count: 7,
      sum: '9007199254740996.37',
    })
  })

  it('rounds an average two digits behind its sum', () => {
    const held = rows({ count: 1 }, { count: 2 }, { count: 2 })
    expect(selectionFigures([range(0, 2, 2, 2)], held, COLUMNS)).toEqual({
      count: 3,
      sum: '5',
      average: '1.67',
    })
    const even = rows({ count: 1000 }, { count: 3000 })
    expect(selectionFigures([range(0, 2, 1, 2)], even, COLUMNS).average).toBe('2000')
  })

  it('has no sum without numbers: texts, stored values of dictionaries, what is none', () => {
    const held = rows({ name: '12', sex: 1, price: 'x' }, { name: '3', sex: 2, price: {} })
    expect(selectionFigures([range(0, 0, 1, 3)], held, COLUMNS)).toEqual({
      count: 6,
      sum: null,
      average: null,
    })
  })

  it('counts a cell that is in two ranges once', () => {
    const held = rows({ count: 1 }, { count: 2 }, { count: 4 })
    const ranges = [range(0, 2, 1, 2), range(1, 2, 2, 2)]
    expect(selectionFigures(ranges, held, COLUMNS)).toMatchObject({ count: 3, sum: '7' })
  })

  it('is of no interest for one cell', () => {
    expect([[], [range(1, 1, 1, 1)]].map(isSeveral)).toEqual([false, false])
    expect([[range(1, 1, 2, 1)], [range(1, 1, 1, 1), range(3, 1, 3, 1)]].map(isSeveral)).toEqual([true, true])
  })
})
