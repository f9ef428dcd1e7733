import { afterEach, describe, expect, it } from 'vitest'
import type { Row } from '#schemas/compile/model.ts'
import type { Property } from '#schemas/page/form.ts'
import { CLIPBOARDS } from '#tests/helpers/clipboards.ts'
import { type DrawnGrid, type DrawnOptions, drawGrid } from '#tests/helpers/drawn-grid.ts'
import type { PasteReport } from '../grid-controller.types.ts'

const DICT = [
  { value: '1', text: '甲类' },
  { value: '2', text: '乙类' },
]
const COLUMNS: Record<string, Property> = {
  name: { type: 'string', title: '姓名', view: 'text' },
  note: { type: 'string', title: '备注', view: 'textarea' },
  age: { type: 'integer', title: '年龄', view: 'number', maximum: 5000 },
  day: { type: 'string', title: '日期', view: 'date', format: 'date' },
  kind: { type: 'string', title: '类别', view: 'list', dict: DICT },
  other: { type: 'string', title: '另一类别', view: 'list', dict: DICT },
}
const [NAME, NOTE, AGE, KIND, OTHER] = [0, 1, 2, 4, 5]
const LOCKED: NonNullable<DrawnOptions['rules']>[number] = {
  if: { field: 'name', rule: 'eq', val: '锁' },
  // biome-ignore lint/suspicious/noThenProperty: a word of the documents
  then: { readonly: ['age'] },
}

let grid: DrawnGrid
let reports: PasteReport[]
afterEach(() => grid.close())

function show(rows: readonly Row[], options: DrawnOptions = {}): void {
  reports = []
  grid = drawGrid(
    COLUMNS,
    rows.map((row, at) => ({ id: `r${at}`, ...row })),
    { ...options, events: { onPasted: (report) => reports.push(report) } },
  )
  for (const name of ['kind', 'other']) grid.controller.setChoices(name, DICT)
}
const values = (...names: string[]) =>
  grid.source.rows().map(({ values }) => names.map((name) => values[name] ?? null))

/** What a browser would put on the clipboard. */
function copy(): { text: string; html: string } {
  const data = new Map<string, string>()
  const event = new Event('copy', { bubbles: true, cancelable: true })
  Object.assign(event, {
    clipboardData: { setData: (type: string, value: string) => data.set(type, value), getData: () => '' },
  })
  grid.hot.listen()
  document.body.dispatchEvent(event)
  return { text: data.get('text/plain') ?? '', html: data.get('text/html') ?? '' }
}

describe('a block from the clipboard', () => {
  it.each(Object.entries(CLIPBOARDS))('of %s is read cell by cell, in one step', (_program, html) => {
    show([
      { name: '旧', note: '旧', age: 1 },
      { name: '旧', day: '2020-01-01' },
    ])
    grid.hot.selectCell(0, NAME)
    grid.paste({ html, text: 'not looked at' })
    expect(values('name', 'note', 'age', 'day').map((row) => row.map(spaces))).toEqual([
      ['甲&乙', '第一行\n第二行', 1234, '2026-01-05'],
      [null, 'a < b c', 5, null],
    ])
    grid.controller.undo()
    expect(values('name', 'age', 'day')).toEqual([
      ['旧', 1, null],
      ['旧', null, '2020-01-01'],
    ])
    expect(reports).toEqual([])
  })

  it('adds the rows that are missing, and says how many columns it has left out', () => {
    show([{}])
    grid.hot.selectCell(0, KIND)
    grid.paste({ text: '甲类\t乙类\tx\t\r\n乙类\t甲类\ty\t\r\n\t甲类\t\t\r\n' })
    expect(values('kind', 'other')).toEqual([
      ['1', '2'],
      ['2', '1'],
      [null, '1'],
    ])
    expect(reports).toEqual([{ wrong: [], columns: 1, rows: 0 }])
    grid.controller.undo()
    expect(values('kind')).toEqual([[null]])
  })

  it('adds no rows where none may be added, and says how many it has left out', () => {
    show([{}, {}])
    grid.controller.takeAway(new Set(['add']))
    grid.hot.selectCell(1, NAME)
    grid.paste({ text: 'a\nb\n\nc' })
    expect(values('name')).toEqual([[null], ['a']])
    expect(reports).toEqual([{ wrong: [], columns: 0, rows: 2 }])
  })

  it('fills the selection where it is so many times as large, else it is pasted once', () => {
    show([{}, {}, {}, {}, {}])
    grid.hot.selectCell(0, NAME, 3, NOTE)
    grid.paste({ text: 'x' })
    expect(values('name', 'note')).toEqual([...Array(4).fill(['x', 'x']), [null, null]])
    grid.hot.selectCell(0, NAME, 3, NAME)
    grid.paste({ text: '1\n2' })
    expect(values('name').flat()).toEqual(['1', '2', '1', '2', null])
    grid.hot.selectCell(0, NAME, 4, NAME)
    grid.paste({ text: 'a\nb' })
    expect(values('name').flat()).toEqual(['a', 'b', '1', '2', null])
    expect(grid.hot.getSelectedLast()).toEqual([0, NAME, 1, NAME])
  })

  it('loses nothing that is wrong: it is kept, marked and said', () => {
    show([{ age: 1 }, { age: 2 }, {}])
    grid.hot.selectCell(0, AGE)
    grid.paste({ text: '12a\t2026-13-45\t丙类\n9999\t20260105\t甲类' })
    expect(values('age', 'day', 'kind')).toEqual([
      ['12a', '2026-13-45', '丙类'],
      [9999, '2026-01-05', '1'],
      [null, null, null],
    ])
    expect(reports).toHaveLength(1)
    expect(reports[0]?.wrong.map(({ row }) => row)).toEqual([0, 0, 0, 1])
    expect(grid.controller.state().errors.map(({ row, field }) => [row, field])).toEqual([
      [0, 'age'],
      [0, 'day'],
      [0, 'kind'],
      [1, 'age'],
    ])
    expect(grid.hot.getCell(0, AGE)?.textContent).toBe('12a')
  })

  it('passes over cells that may not be changed', () => {
    show([{}, { name: '锁', age: 2 }], { rules: [LOCKED] })
    grid.hot.selectCell(0, NOTE)
    grid.paste({ text: 'a\t1\nb\t7' })
    expect(values('note', 'age')).toEqual([
      ['a', 1],
      ['b', 2],
    ])
  })

  it('has spaces for line breaks where a column has one line', () => {
    show([{}])
    grid.hot.selectCell(0, NAME)
    grid.paste({ text: '"一\n二"\t"一\n二"' })
    expect(values('name', 'note')).toEqual([['一 二', '一\n二']])
  })

  it('keeps a text that looks like data of a program', () => {
    show([{ note: '{"a":1}' }, {}])
    grid.hot.selectCell(0, NOTE)
    const copied = copy()
    grid.hot.selectCell(1, NOTE)
    grid.paste(copied)
    expect(values('note')).toEqual([['{"a":1}'], ['{"a":1}']])
  })
})

describe('a copy', () => {
  it('holds texts as a table and as lines', () => {
    show([{ name: 'a<b', note: '一\n二', age: 3, day: '2026-01-05', kind: '2' }])
    grid.hot.selectCell(0, NAME, 0, KIND)
    const { text, html } = copy()
    expect(text).toBe('a<b\t"一\n二"\t3\t2026-01-05\t乙类')
    const cells = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('td')
    expect([...cells].map((td) => td.innerHTML)).toEqual(['a&lt;b', '一<br>\n二', '3', '2026-01-05', '乙类'])
  })

  it('comes back as what is stored, also in another column of the same kind', () => {
    show([{ name: ' a  b ', note: '一\n二', kind: '2' }, {}])
    grid.hot.selectCell(0, NAME, 0, KIND)
    const copied = copy()
    grid.hot.selectCell(1, NAME)
    grid.paste(copied)
    expect(values('name', 'note', 'kind')[1]).toEqual([' a  b ', '一\n二', '2'])
    grid.hot.selectCell(0, KIND)
    const one = copy()
    grid.hot.selectCell(0, OTHER, 1, OTHER)
    grid.paste(one)
    expect(values('other')).toEqual([['2'], ['2']])
    expect(reports).toEqual([])
  })
})

/** A browser's spaces are those of the program. */
function spaces(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll(/[  ]+/g, ' ') : value
}
