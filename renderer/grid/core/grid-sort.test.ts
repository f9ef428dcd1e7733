import { afterEach, describe, expect, it } from 'vitest'
import type { Property } from '#schemas/page/form.ts'
import { type DrawnGrid, drawGrid } from '#tests/helpers/drawn-grid.ts'

const COLUMNS: Record<string, Property> = {
  name: { type: 'string', title: '姓名', view: 'text' },
  age: { type: 'integer', title: '年龄', view: 'number' },
}
const [NAME, AGE] = [0, 1]

let grid: DrawnGrid
afterEach(() => grid.close())
function show(descending = false): void {
  const rows = [
    ['a', 30],
    ['b', 10],
    ['c', 20],
  ]
  grid = drawGrid(
    COLUMNS,
    rows.map(([name, age]) => ({ id: name, name, age })),
  )
  grid.controller.looks.sort({ name: 'age', descending })
}
const seen = () => grid.hot.getDataAtCol(NAME)

describe('rows that are sorted for the eye', () => {
  it('are seen in another order and saved in their own, which comes back', () => {
    show()
    expect(seen()).toEqual(['b', 'c', 'a'])
    expect(grid.controller.read().rows.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    grid.controller.looks.sort({ name: 'age', descending: true })
    expect(seen()).toEqual(['a', 'c', 'b'])
    grid.controller.looks.sort(null)
    expect(seen()).toEqual(['a', 'b', 'c'])
  })

  it('take what is typed, pasted and undone where it is seen, and stay where they are', () => {
    show()
    grid.hot.setDataAtCell(0, AGE, 99)
    expect(grid.column('age')).toEqual([30, 99, 20])
    expect(seen()).toEqual(['b', 'c', 'a'])
    grid.hot.selectCell(1, NAME)
    grid.paste({ text: 'x\ny\nz' })
    expect(grid.column('name')).toEqual(['y', 'b', 'x', 'z'])
    expect(seen()).toEqual(['b', 'x', 'y', 'z'])
    grid.controller.undo()
    grid.controller.undo()
    expect(seen()).toEqual(['b', 'c', 'a'])
    expect(grid.column('age')).toEqual([30, 10, 20])
  })

  it('are told, marked and gone to by the row that is meant', () => {
    show()
    grid.controller.impose([{ field: 'name', message: 'no', row: 0 }])
    grid.controller.focus({ field: 'name', message: 'no', row: 0 })
    expect(grid.hot.getSelectedLast()?.slice(0, 2)).toEqual([2, NAME])
    expect(grid.hot.getCell(2, NAME)?.getAttribute('aria-invalid')).toBe('true')
    expect(grid.controller.state().selectedRow).toBe(0)
    expect(grid.hot.getCell(0, -1)?.textContent).toBe('2')
    grid.controller.insertBelow()
    expect(grid.controller.read().rows.map(({ name }) => name ?? null)).toEqual(['a', null, 'b', 'c'])
    expect(seen()).toEqual(['b', 'c', 'a', null])
    const all = { top: 0, left: AGE, bottom: 1, right: AGE }
    expect(grid.controller.sight.figures([all])?.sum).toBe('30')
  })

  it('are found where they are seen', () => {
    show()
    const { find } = grid.controller
    const query = { text: 'A', whole: true, matchCase: false }
    expect(find.search(query)).toMatchObject([{ row: 2, key: 'a' }])
    find.replace(find.search(query), query, 'q')
    expect(grid.column('name')).toEqual(['q', 'b', 'c'])
  })

  it('are sorted anew when others take their place', () => {
    show()
    grid.source.reset([
      { id: 'm', name: 'm', age: 2 },
      { id: 'n', name: 'n', age: 1 },
    ])
    expect(seen()).toEqual(['n', 'm'])
  })

  it('are not moved', () => {
    show()
    grid.close()
    grid = drawGrid(
      { ...COLUMNS, place: { type: 'integer', title: '序号', view: 'hidden' } },
      [
        { id: 'a', age: 2 },
        { id: 'b', age: 1 },
      ],
      { order: 'place' },
    )
    grid.hot.selectCell(0, NAME)
    grid.controller.looks.sort({ name: 'age', descending: false })
    grid.press('Alt+Shift+ArrowDown')
    expect(grid.controller.read().rows.map(({ id }) => id)).toEqual(['a', 'b'])
    grid.controller.looks.sort(null)
    grid.hot.selectCell(0, NAME)
    grid.press('Alt+Shift+ArrowDown')
    expect(grid.controller.read().rows.map(({ id }) => id)).toEqual(['b', 'a'])
  })
})
