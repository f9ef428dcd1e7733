import { afterEach, describe, expect, it } from 'vitest'
import type { Row } from '#schemas/compile/model.ts'
import type { Property } from '#schemas/page/form.ts'
import { type DrawnGrid, drawGrid } from '#tests/helpers/drawn-grid.ts'

const COLUMNS: Record<string, Property> = {
  name: { type: 'string', title: '姓名', view: 'text' },
  age: { type: 'integer', title: '年龄', view: 'number' },
  size: { type: 'integer', title: '大小', view: 'number' },
  day: { type: 'string', title: '日期', view: 'date', format: 'date' },
  kind: {
    type: 'string',
    title: '类别',
    view: 'list',
    dict: [
      { value: '1', text: '甲类' },
      { value: '2', text: '乙类' },
    ],
  },
  closed: { type: 'integer', title: '锁定', view: 'number', readOnly: true },
}
const [NAME, AGE, SIZE, DAY, KIND] = [0, 1, 2, 3, 4]

let grid: DrawnGrid
afterEach(() => grid.close())

function show(rows: readonly Row[], rules?: Parameters<typeof drawGrid>[2]): void {
  grid = drawGrid(
    COLUMNS,
    rows.map((row, at) => ({ id: `r${at}`, ...row })),
    rules,
  )
  const options = [
    { value: '1', text: '甲类' },
    { value: '2', text: '乙类' },
  ]
  grid.controller.setChoices('kind', options)
}
type Range = [row: number, column: number, toRow?: number, toColumn?: number]
/** Draws the handle of a selection to a cell. */
function drag(from: Range, to: [row: number, column: number], withCtrl = false): void {
  grid.hot.selectCell(...from)
  const handle = grid.hot.getPlugin('autofill') as unknown as {
    redrawBorders(cell: { row: number; col: number }): void
    fillIn(): void
  }
  handle.redrawBorders({ row: to[0], col: to[1] })
  window.dispatchEvent(new MouseEvent('mouseup', { ctrlKey: withCtrl }))
  handle.fillIn()
}
const ROWS: Row[] = [
  { name: '展位1', age: 1, day: '2026-01-31', kind: '2' },
  { name: '展位2', age: 3, day: '2026-02-28', kind: '1' },
  {},
  {},
]

describe('the handle of a selection', () => {
  it('goes on below with each column by itself, in one step', () => {
    show(ROWS)
    drag([0, NAME, 1, KIND], [3, KIND])
    expect(grid.column('name')).toEqual(['展位1', '展位2', '展位3', '展位4'])
    expect(grid.column('age')).toEqual([1, 3, 5, 7])
    expect(grid.column('day').slice(2)).toEqual(['2026-03-31', '2026-04-30'])
    // Values of a dictionary are no numbers.
    expect(grid.column('kind')).toEqual(['2', '1', '2', '1'])
    expect(grid.hot.getSelectedLast()).toEqual([0, NAME, 3, KIND])
    grid.controller.undo()
    expect(grid.column('name').slice(2)).toEqual([null, null])
    expect(grid.column('kind').slice(2)).toEqual([null, null])
  })

  it('goes on above', () => {
    show([{}, {}, { age: 10, name: 'A1' }, { age: 12, name: 'A2' }])
    drag([2, NAME, 3, AGE], [0, AGE])
    expect(grid.column('age')).toEqual([6, 8, 10, 12])
    expect(grid.column('name')).toEqual(['A1', 'A0', 'A1', 'A2'])
  })

  it('counts or repeats as Ctrl says', () => {
    show([{ age: 5, name: '周一' }, {}, {}])
    drag([0, NAME, 0, AGE], [2, AGE], true)
    expect([grid.column('age'), grid.column('name')]).toEqual([
      [5, 6, 7],
      ['周一', '周一', '周一'],
    ])
    drag([0, NAME, 0, AGE], [2, AGE])
    expect([grid.column('age'), grid.column('name')]).toEqual([
      [5, 5, 5],
      ['周一', '周二', '周三'],
    ])
  })

  it('goes on through columns, what is no value of theirs as its text', () => {
    show([{ age: 4, size: 6, kind: '2' }])
    drag([0, AGE, 0, SIZE], [0, NAME])
    expect(grid.column('name')).toEqual(['2'])
    drag([0, KIND], [0, DAY])
    expect(grid.column('day')).toEqual(['乙类'])
    expect(grid.controller.state().errors).toMatchObject([{ field: 'day' }])
  })

  it('passes over cells that may not be changed', () => {
    show([{ vip: 1, age: 1 }, { age: 8 }, { age: 9, name: '锁' }, { age: 9 }], {
      // biome-ignore lint/suspicious/noThenProperty: a word of the documents
      rules: [{ if: { field: 'name', rule: 'eq', val: '锁' }, then: { readonly: ['age'] } }],
    })
    drag([0, AGE], [3, AGE])
    expect(grid.column('age')).toEqual([1, 1, 9, 1])
    drag([0, AGE], [0, KIND + 1])
    expect(grid.column('closed')).toEqual([null, null, null, null])
  })
})

describe('keys that fill', () => {
  it('Ctrl+D copies the first line of the selection down, or the one above it', () => {
    show(ROWS)
    grid.hot.selectCell(0, AGE, 2, KIND)
    grid.press('Control+d')
    expect(grid.column('age')).toEqual([1, 1, 1, null])
    expect(grid.column('kind')).toEqual(['2', '2', '2', null])
    grid.controller.undo()
    expect(grid.column('age')).toEqual([1, 3, null, null])
    grid.hot.selectCell(2, NAME)
    grid.press('Control+d')
    expect(grid.column('name')[2]).toBe('展位2')
    grid.hot.selectCell(0, NAME)
    grid.press('Control+d')
    expect(grid.column('name')[0]).toBe('展位1')
  })

  it('Ctrl+R copies the first column of the selection to the right', () => {
    show(ROWS)
    grid.hot.selectCell(0, AGE, 1, SIZE)
    grid.press('Control+r')
    expect(grid.column('size')).toEqual([1, 3, null, null])
    grid.hot.selectCell(0, AGE)
    grid.press('Control+r')
    // The name above is no number: the cell keeps its own.
    expect(grid.column('age')[0]).toBe(1)
  })

  it('Ctrl+Enter puts the chosen cell into all others that may be changed, as it is stored', () => {
    show(ROWS)
    grid.hot.selectCell(0, KIND, 3, KIND + 1)
    grid.press('Control+Enter')
    expect(grid.column('kind')).toEqual(['2', '2', '2', '2'])
    expect(grid.column('closed')).toEqual([null, null, null, null])
    grid.controller.undo()
    expect(grid.column('kind')).toEqual(['2', '1', null, null])
  })

  it('Delete empties the selection in one step', () => {
    show(ROWS)
    grid.hot.selectCell(0, NAME, 1, KIND)
    grid.press('Delete')
    expect(grid.source.rows().every(({ values }) => !values.name && !values.kind && !values.age)).toBe(true)
    grid.controller.undo()
    expect(grid.column('kind')).toEqual(['2', '1', null, null])
    expect(grid.column('age')).toEqual([1, 3, null, null])
  })
})
