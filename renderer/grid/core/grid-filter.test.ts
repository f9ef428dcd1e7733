import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Property } from '#schemas/page/form.ts'
import { type DrawnGrid, type DrawnOptions, drawGrid } from '#tests/helpers/drawn-grid.ts'
import type { FilterRule } from './features/row-filter.ts'

const KINDS = [
  { value: '1', text: '甲类' },
  { value: '2', text: '乙类' },
]
const COLUMNS: Record<string, Property> = {
  name: { type: 'string', title: '姓名', view: 'text' },
  age: { type: 'integer', title: '年龄', view: 'number' },
  at: { type: 'string', title: '到达', view: 'datetime', format: 'datetime' },
  kind: {
    type: 'string',
    title: '类别',
    view: 'list',
    dict: KINDS,
  },
  place: { type: 'integer', title: '序号', view: 'hidden' },
}
const [NAME, AGE] = [0, 1]

let grid: DrawnGrid
afterEach(() => grid.close())
function show(options: DrawnOptions = {}): void {
  const rows: [string, number | null, string, string][] = [
    ['Anna', 30, '2026-01-02 08:00:00', '1'],
    ['ben', 9, '2026-01-02 23:59:59', '2'],
    ['', null, '2026-01-03 00:00:00', '1'],
    ['Anton', 10, '2026-02-01 00:00:00', '2'],
  ]
  grid = drawGrid(
    COLUMNS,
    rows.map(([name, age, at, kind], place) => ({ id: `r${place}`, name, age, at, kind, place: place + 1 })),
    options,
  )
}
const seen = () => [...Array(grid.hot.countRows()).keys()].map((row) => grid.hot.getDataAtCell(row, NAME))
const names = () => grid.controller.read().rows.map(({ name }) => name)
const filter = () => grid.controller.filter
const by = (...texts: string[]) => filter().set('name', { texts: new Set(texts) })
function ask(name: string, rule: FilterRule, typed = '', typedTo = ''): unknown[] {
  const operand = typed === '' ? '' : filter().read(name, typed)
  const to = typedTo === '' ? '' : filter().read(name, typedTo)
  if (operand === null || to === null) throw new Error('not to be read')
  filter().set(name, { rule, measure: filter().measure(name), operand, to })
  return seen()
}

describe('rows that are filtered', () => {
  it('by what cells say, which is listed with how often it is said', () => {
    show()
    grid.controller.setChoices('kind', KINDS)
    expect(filter().choices('kind')).toEqual([
      { text: '甲类', count: 2 },
      { text: '乙类', count: 2 },
    ])
    expect(
      filter()
        .choices('age')
        .map(({ text }) => text),
    ).toEqual(['9', '10', '30', ''])
    filter().set('kind', { texts: new Set(['乙类']) })
    expect(seen()).toEqual(['ben', 'Anton'])
    // What the others leave can be chosen; in the column itself everything.
    expect(
      filter()
        .choices('name')
        .map(({ text }) => text),
    ).toEqual(['Anton', 'ben'])
    expect(filter().choices('kind')).toHaveLength(2)
    by('Anton')
    expect(seen()).toEqual(['Anton'])
    filter().clear()
    expect(seen()).toHaveLength(4)
  })

  it('by a condition: texts without regard to case, numbers by size, days with all their hours', () => {
    show()
    expect(ask('name', 'contains', 'AN')).toEqual(['Anna', 'Anton'])
    expect(ask('name', 'lacks', 'an')).toEqual(['ben', ''])
    expect(ask('name', 'equals', 'BEN')).toEqual(['ben'])
    expect(ask('name', 'differs', 'ben')).toEqual(['Anna', '', 'Anton'])
    expect(ask('name', 'starts', 'ant')).toEqual(['Anton'])
    expect(ask('name', 'ends', 'n')).toEqual(['ben', 'Anton'])
    expect(ask('name', 'empty')).toEqual([''])
    expect(ask('name', 'filled')).toEqual(['Anna', 'ben', 'Anton'])
    filter().clear()
    expect(ask('age', 'more', '9')).toEqual(['Anna', 'Anton'])
    expect(ask('age', 'less', '10')).toEqual(['ben'])
    expect(ask('age', 'differs', '10')).toEqual(['Anna', 'ben', ''])
    expect(ask('age', 'between', '10', '9')).toEqual(['ben', 'Anton'])
    filter().clear()
    expect(ask('at', 'equals', '2026/1/2')).toEqual(['Anna', 'ben'])
    expect(ask('at', 'more', '2026-01-02')).toEqual(['', 'Anton'])
    expect(ask('at', 'between', '2026-01-02 23:00', '2026-01-03')).toEqual(['ben', ''])
    expect([filter().read('age', 'many'), filter().read('at', 'soon')]).toEqual([null, null])
  })

  it('are out of sight only: all are saved, counted and judged', async () => {
    show({ required: ['name'] })
    by('ben')
    expect(names()).toEqual(['Anna', 'ben', '', 'Anton'])
    expect(grid.controller.state()).toMatchObject({ rowCount: 4, seenCount: 1 })
    expect(await grid.controller.validate()).toMatchObject([{ field: 'name', row: 2 }])
    expect(seen()).toEqual(['ben'])
  })

  it('are shown again by going to what is wrong in one, which is told', () => {
    const onUnfiltered = vi.fn()
    show({ events: { onUnfiltered } })
    by('ben')
    const wrong = (row: number) => ({ field: 'name', message: 'no', row })
    grid.controller.impose([wrong(0), wrong(1)])
    grid.controller.sight.focusNextError()
    // What is in sight comes first.
    expect([seen(), grid.hot.getSelectedLast()?.slice(0, 2)]).toEqual([['ben'], [0, NAME]])
    expect(onUnfiltered).not.toHaveBeenCalled()
    grid.controller.sight.focusNextError()
    expect([seen().length, grid.hot.getSelectedLast()?.slice(0, 2)]).toEqual([4, [0, NAME]])
    expect(onUnfiltered).toHaveBeenCalledOnce()
  })

  it('take pastes and Delete in those that are seen, and what is pasted below them as new rows', () => {
    show()
    by('Anna', 'Anton')
    grid.hot.selectCell(0, AGE)
    grid.paste({ text: '1\n2\n3' })
    expect(grid.column('age')).toEqual([1, 9, null, 2, 3])
    expect(seen()).toEqual(['Anna', 'Anton', null])
    grid.hot.selectCell(0, AGE, 2, AGE)
    grid.press('Delete')
    expect(grid.column('age')).toEqual([null, 9, null, null, null])
  })

  it('stay in sight when they are changed or added, until they are filtered again; undo goes on', () => {
    show()
    by('ben')
    grid.hot.setDataAtCell(0, NAME, 'Ben2')
    grid.controller.add()
    expect(seen()).toEqual(['Ben2', null])
    filter().again()
    expect(seen()).toEqual([])
    filter().clear()
    by('Ben2')
    grid.controller.undo()
    grid.controller.undo()
    expect([seen(), names()]).toEqual([['ben'], ['Anna', 'ben', '', 'Anton']])
  })

  it('are ticked only where they are seen', () => {
    show({ rowHeaders: ['row-checkbox', 'row-number'] })
    const ticked = () => grid.controller.state().checkedCount
    const all = () => grid.hot.rootElement.querySelector<HTMLInputElement>('thead input')?.click()
    all()
    expect(ticked()).toBe(4)
    by('ben', 'Anton')
    expect(ticked()).toBe(2)
    all()
    expect(ticked()).toBe(0)
    all()
    grid.controller.removeChecked()
    expect([seen(), names()]).toEqual([[], ['Anna', '']])
  })

  it('are not moved', () => {
    show({ order: 'place' })
    by('ben', 'Anton')
    grid.hot.selectCell(0, NAME)
    grid.press('Alt+Shift+ArrowDown')
    expect(names()).toEqual(['Anna', 'ben', '', 'Anton'])
    filter().clear()
    grid.hot.selectCell(0, NAME)
    grid.press('Alt+Shift+ArrowDown')
    expect(names()).toEqual(['ben', 'Anna', '', 'Anton'])
  })

  it('are filtered too when they come anew; rows of something else are all seen', () => {
    show()
    by('ben')
    grid.source.reset([
      { id: 'r1', name: 'ben' },
      { id: 'r9', name: 'zoe' },
    ])
    expect(seen()).toEqual(['ben'])
    grid.source.reset([{ id: 'm', name: 'zoe' }])
    expect([seen(), grid.controller.state().filters.size]).toEqual([['zoe'], 0])
  })

  it('are sorted among themselves, and seen by no column that is taken away', () => {
    show()
    by('Anna', 'ben', 'Anton')
    grid.controller.looks.sort({ name: 'age', descending: false })
    expect(seen()).toEqual(['ben', 'Anton', 'Anna'])
    grid.controller.takeAway(new Set(['name']))
    expect(grid.hot.getDataAtCol(0)).toEqual([9, 10, 30, null])
  })
})
