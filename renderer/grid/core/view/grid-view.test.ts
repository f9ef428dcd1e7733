import Handsontable from 'handsontable/base'
import { afterEach, describe, expect, it } from 'vitest'
import type { GridColumn } from '../columns.ts'
import { USUAL_LOOKS } from '../features/column-looks.ts'
import type { GridLook, RowHeader } from '../grid-look.ts'
import { prepareGridView } from './grid-view.ts'
import { gridHeight } from './sizes.ts'
import type { ViewContext } from './view-context.ts'
import type { GridViewHost } from './view-host.ts'

const LOOK: GridLook = {
  rowHeight: 61,
  maxHeight: 300,
  rowHeaders: ['row-checkbox', 'row-number'],
  frozen: 0,
}
const column = (name: string) =>
  ({
    name,
    title: name,
    view: 'text',
    width: null,
    align: 'left',
    editor: 'text',
    fault: null,
    part: null,
    paint: (td: HTMLElement, value: unknown) => {
      td.textContent = String(value)
    },
    textOf: String,
  }) as unknown as GridColumn
const COLUMNS = ['a', 'b', 'c'].map(column)

let hot: Handsontable | null = null
afterEach(() => {
  hot?.destroy()
  hot = null
  document.body.replaceChildren()
})

function show(look: Partial<GridLook>, disabled = false): HTMLElement {
  const element = document.createElement('div')
  document.body.append(element)
  const host = {
    columns: () => COLUMNS,
    disabled,
    textOf: () => null,
    colored: () => null,
    painted: () => {},
    valuesOf: () => ({}),
    errorOf: () => null,
    noteOf: () => null,
    foundMark: () => null,
    looks: () => USUAL_LOOKS,
    isFiltered: () => false,
    isReadOnly: () => false,
    isHidden: () => false,
    numberOf: (row: number) => 11 + row,
    isNewRow: () => false,
    isReloaded: () => false,
    otherIn: () => null,
    othersOf: () => [],
    isChecked: () => false,
    mayCheck: (row: number) => row !== 0,
    allChecked: () => 'none',
    onSelect: () => {},
  } as unknown as GridViewHost
  const { settings, begin } = prepareGridView(element, host, {
    look: { ...LOOK, ...look },
    licenseKey: 'non-commercial-and-evaluation',
    rows: Array.from({ length: 9 }, (_, at) => ({ a: at, b: at, c: at })),
  })
  hot = new Handsontable(element, settings)
  begin(hot)
  return element
}
const headersOf = (element: HTMLElement) =>
  [...(element.querySelector('.ht_clone_inline_start tbody tr')?.querySelectorAll('th') ?? [])].map(
    (th) => th.querySelector('input')?.getAttribute('aria-label') ?? th.textContent,
  )

describe('the look of a grid', () => {
  it.each([
    [0, 36 + 120 + 2],
    [2, 36 + 2 * 61 + 2],
    [9, 300],
  ])('says how high a row is and the grid at most: %i rows', (count, height) => {
    const context = {
      look: LOOK,
      host: { disabled: false, looks: () => USUAL_LOOKS },
      element: { clientWidth: 1000 },
      rows: Array.from({ length: count }),
    } as unknown as ViewContext
    expect(gridHeight(context, [300, 300, 298])).toBe(height)
  })

  it.each<[readonly RowHeader[], boolean, string[]]>([
    [['row-checkbox', 'row-number'], false, ['选择第 11 行', '11']],
    [['row-number', 'row-checkbox'], false, ['11', '选择第 11 行']],
    [['row-number'], false, ['11']],
    [['row-checkbox', 'row-number'], true, ['11']],
  ])('says what stands before the columns: %j, locked %s', (rowHeaders, disabled, drawn) => {
    const element = show({ rowHeaders }, disabled)
    expect(headersOf(element)).toEqual(drawn)
    const corner = element.querySelectorAll('.ht_clone_top_inline_start_corner thead th .data-grid-check')
    expect(corner).toHaveLength(disabled || !rowHeaders.includes('row-checkbox') ? 0 : 1)
  })

  it('says how many columns stay in sight while the others scroll', () => {
    const frozen = (element: HTMLElement) =>
      element.querySelector('.ht_clone_inline_start tbody tr')?.querySelectorAll('td').length
    expect(frozen(show({ frozen: 2 }))).toBe(2)
    hot?.destroy()
    expect(frozen(show({}))).toBe(0)
  })
})
