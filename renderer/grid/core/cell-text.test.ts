import { describe, expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Property } from '#schemas/page/form.ts'
import { createRegistry } from '../../widget/registry.ts'
import { defineWidget } from '../../widget/widget.ts'
import { dictionaryText, parseCellText } from './cell-text.ts'
import { type GridColumn, gridColumns } from './columns.ts'

const codec = { parse: (stored: unknown) => String(stored ?? ''), store: (value: string) => value || null }
const registry = createRegistry([
  defineWidget<'text', string>({ kind: 'text', codec, cell: { editor: 'text', paint: () => {} } }),
  defineWidget<'list', string>({ kind: 'list', codec, cell: { editor: 'list', paint: () => {} } }),
  defineWidget<'switch', string>({ kind: 'switch', codec, cell: { editor: 'checkbox', paint: () => {} } }),
  defineWidget<'date', string>({ kind: 'date', codec, cell: { paint: () => {} } }),
  defineWidget<'datetime', string>({ kind: 'datetime', codec, cell: { paint: () => {} } }),
  defineWidget<'time', string>({ kind: 'time', codec, cell: { paint: () => {} } }),
  defineWidget<'number', number | null>({
    kind: 'number',
    codec: { parse: (stored) => (stored === null ? null : Number(stored)), store: (value) => value },
    cell: { editor: 'number', paint: () => {} },
  }),
  defineWidget<'pca', string>({
    kind: 'pca',
    codec,
    cell: { paint: () => {}, fromText: (text) => (text === '北京市' ? '110000' : undefined) },
  }),
])

function columnOf(property: Property): GridColumn {
  const form = compileForm({
    kind: 'form',
    code: 'c',
    title: 't',
    schema: { type: 'object', properties: { f: property } },
  })
  const [column] = gridColumns(form, registry)
  if (!column) throw new Error('no column')
  return column
}
const SEX = [
  { value: '1', text: '男' },
  { value: '2', text: '女' },
]

describe('a typed or pasted text', () => {
  const text = columnOf({ type: 'string', title: '名', view: 'text' })
  const number = columnOf({ type: 'number', title: '数', view: 'number' })
  const list = columnOf({ type: 'string', title: '性别', view: 'list', dict: 'sex' })
  const date = columnOf({ type: 'string', title: '日', view: 'date', format: 'date' })

  it('is empty when it is blank', () => {
    for (const column of [text, number, list, date])
      expect(parseCellText(column, '  ', SEX)).toEqual({ value: null })
  })

  it.each([
    ['12', 12],
    ['1,234.5', 1234.5],
    ['－１２', -12],
    [' .5 ', 0.5],
  ])('number %s', (typed, value) => expect(parseCellText(number, typed, null)).toEqual({ value }))

  it.each(['12a', '1-2', '--1', '1.2.3', '十'])(
    'that is no number leaves the cell as it was: %s [gridval-18]',
    (typed) => expect(parseCellText(number, typed, null)).toEqual({ reverted: true }),
  )

  it.each([
    ['女', '2'],
    ['2', '2'],
    ['男，女', '1,2'],
    ['男, 女', '1,2'],
  ])('dictionary %s', (typed, value) => expect(parseCellText(list, typed, SEX)).toEqual({ value }))

  it('that no entry carries is kept and refused', () => {
    expect(parseCellText(list, '外星', SEX)).toEqual({ value: '外星', refused: '性别没有「外星」这一项' })
    expect(parseCellText(list, '男,外星', SEX)).toMatchObject({ value: '男,外星' })
  })

  it('is taken as a value while the dictionary is not known', () => {
    expect(parseCellText(list, '2', null)).toEqual({ value: '2' })
  })

  it.each([
    ['2024-1-5', '2024-01-05'],
    ['2024/12/31', '2024-12-31'],
    ['2024年3月5日', '2024-03-05'],
    ['20240305', '2024-03-05'],
    ['2024-03-05 00:00:00', '2024-03-05'],
    ['２０２４－１－５', '2024-01-05'],
  ])('date %s', (typed, value) => expect(parseCellText(date, typed, null)).toEqual({ value }))

  it.each(['昨天', '2026-13-45', '2026-02-30', '20261', '2026-01-02 25:00'])(
    'that is no date is kept and refused: %s',
    (typed) =>
      expect(parseCellText(date, typed, null)).toEqual({
        value: typed,
        refused: '日应为日期，如 2026-01-31',
      }),
  )

  it.each([
    ['month', '2026-05', '2026-05-01'],
    ['month', '2026年5月', '2026-05-01'],
    ['month', '2026-05-20', '2026-05-01'],
    ['quarter', '2026-05-20', '2026-04-01'],
    ['week', '2026-11-21', '2026-11-16'],
    ['year', '2026', '2026-01-01'],
  ])('is the first day of a %s: %s', (picker, typed, value) => {
    const period = columnOf({ type: 'string', title: '期', view: 'date', options: { picker } })
    expect(parseCellText(period, typed, null)).toEqual({ value })
  })

  it('becomes a point in time and a time of day', () => {
    const datetime = columnOf({ type: 'string', title: '时', view: 'datetime', format: 'datetime' })
    const time = columnOf({ type: 'string', title: '钟', view: 'time', format: 'time' })
    expect(parseCellText(datetime, '2024/1/5 9:05', null)).toEqual({ value: '2024-01-05 09:05:00' })
    expect(parseCellText(datetime, '2024/1/5', null)).toEqual({ value: '2024-01-05 00:00:00' })
    expect(parseCellText(time, '9:05', null)).toEqual({ value: '09:05:00' })
    expect(parseCellText(datetime, '2024/1/5 25:05', null)).toHaveProperty('refused')
    expect(parseCellText(time, '9点', null)).toEqual({ value: '9点', refused: '钟应为时间，如 08:30:00' })
  })

  it('turns a switch by its texts and values', () => {
    const on = columnOf({
      type: 'string',
      title: '贵宾',
      view: 'switch',
      options: { values: ['1', '0'], texts: ['开', '关'] },
    })
    expect(parseCellText(on, '开', null)).toEqual({ value: '1' })
    expect(parseCellText(on, '0', null)).toEqual({ value: '0' })
    expect(parseCellText(on, '也许', null)).toEqual({ value: '也许', refused: '贵宾应为开或关' })
  })

  it('is read by the widget that knows how', () => {
    const area = columnOf({ type: 'string', title: '地区', view: 'pca' })
    expect(parseCellText(area, '北京市', null)).toEqual({ value: '110000' })
    expect(parseCellText(area, '火星', null)).toEqual({ value: '火星', refused: '地区不能是「火星」' })
  })
})

describe('the text of a stored value', () => {
  const texts = new Map([
    ['1', '男'],
    ['2', '女'],
  ])
  it('comes from the dictionary, part by part, or not at all', () => {
    expect(dictionaryText(1, texts)).toBe('男')
    expect(dictionaryText('1,2', texts)).toBe('男，女')
    expect(dictionaryText('1,9', texts)).toBeNull()
    expect(dictionaryText(null, texts)).toBeNull()
  })
})
