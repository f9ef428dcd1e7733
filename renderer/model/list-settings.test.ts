import { describe, expect, it } from 'vitest'
import type { ListColumn } from '#schemas/compile/model.ts'
import { setColumns, withColumn, withOrder } from './list-settings.ts'

const column = (name: string, more: Partial<ListColumn> = {}): ListColumn => ({
  field: { name, title: name, view: 'text', options: {}, dict: null, dictKey: null, href: null },
  width: null,
  sortable: false,
  fixed: null,
  align: 'left',
  ...more,
})
const COLUMNS = ['a', 'b', 'c', 'd'].map((name) => column(name))
const names = (columns: readonly ListColumn[]) => columns.map(({ field }) => field.name).join('')

describe('the columns of a list as its user set them', () => {
  it('stand as in the document while nothing is set', () => {
    expect(names(setColumns(COLUMNS, {}))).toBe('abcd')
    expect(setColumns(COLUMNS, {})[0]).toMatchObject({ hidden: false, exact: false, width: null })
  })

  it('keep order, width and what is hidden', () => {
    const settings = { columns: [{ field: 'c', width: 90 }, { field: 'a', hidden: true }, { field: 'b' }] }
    const set = setColumns(COLUMNS.slice(0, 3), settings)
    expect(names(set)).toBe('cab')
    expect(set[0]).toMatchObject({ width: 90, exact: true })
    expect(set[1]?.hidden).toBe(true)
  })

  it('take in a column that is new in the document, behind the one that it follows there', () => {
    const columns = [{ field: 'd' }, { field: 'b' }, { field: 'a' }]
    expect(names(setColumns(COLUMNS, { columns }))).toBe('dbca')
    expect(names(setColumns([column('new'), ...COLUMNS], { columns }))).toBe('newdbca')
  })

  it('do without a column that is gone, and with one that is named twice', () => {
    const columns = [{ field: 'gone' }, { field: 'b' }, { field: 'b', hidden: true }, { field: 'a' }]
    expect(names(setColumns(COLUMNS.slice(0, 2), { columns }))).toBe('ba')
  })

  it('stand at the side where they are pinned, which may be another than that of the document', () => {
    const pinned = [column('a', { fixed: 'left' }), column('b'), column('c'), column('d')]
    const set = setColumns(pinned, {
      columns: [
        { field: 'b', fixed: 'right' },
        { field: 'a', fixed: 'none' },
        { field: 'c', fixed: 'left' },
      ],
    })
    expect(names(set)).toBe('cadb')
    expect(set.map(({ fixed }) => fixed)).toEqual(['left', null, null, 'right'])
  })
})

describe('a change of the settings', () => {
  it('keeps what is set of the other columns', () => {
    const begun = { columns: [{ field: 'a', width: 80 }], rowNumbers: true }
    const ordered = withOrder(begun, ['b', 'a'])
    expect(ordered).toEqual({ columns: [{ field: 'b' }, { field: 'a', width: 80 }], rowNumbers: true })
    const hidden = withColumn(ordered, ['b', 'a'], 'b', { hidden: true })
    expect(hidden.columns).toEqual([
      { field: 'b', hidden: true },
      { field: 'a', width: 80 },
    ])
    expect(withColumn(hidden, ['b', 'a'], 'a', { width: undefined }).columns?.[1]).toEqual({ field: 'a' })
  })
})
