import { describe, expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createRegistry } from '../../widget/registry.ts'
import { defineWidget, type Widget } from '../../widget/widget.ts'
import { layoutWidths } from './column-widths.ts'
import { gridColumns } from './columns.ts'

const codec = { parse: (stored: unknown) => String(stored ?? ''), store: (value: string) => value || null }
const widgets: Widget[] = [
  defineWidget<'text', string>({
    kind: 'text',
    codec,
    cell: {
      editor: 'text',
      paint: (td, value) => {
        td.textContent = value
      },
    },
    names: { cell: ['input'] },
  }),
  defineWidget<'pca', string>({ kind: 'pca', codec, field: () => null, display: (value) => `<${value}>` }),
  defineWidget<'switch', string>({ kind: 'switch', codec, cell: { editor: 'checkbox', paint: () => {} } }),
]

const document_: FormDocument = {
  kind: 'form',
  code: 'sub',
  title: '子表',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', title: '姓名', view: 'text', unique: true, width: 300 },
      nick: { type: 'string', title: '昵称', view: 'input' },
      area: { type: 'string', title: '地区', view: 'pca' },
      vip: { type: 'string', title: '贵宾', view: 'switch', options: { values: ['1', '0'] } },
      odd: { type: 'string', title: '怪', view: 'hologram' },
      secret: { type: 'string', title: '隐', view: 'hidden' },
      gone: { type: 'string', title: '不在表单', view: 'text', form: false },
      main_id: { type: 'string', title: '主表', view: 'text' },
    },
  },
}

describe('columns of the grid', () => {
  const registry = createRegistry(widgets)
  const columns = gridColumns(compileForm(document_), registry, {
    foreignKey: 'main_id',
    readOnlyFields: ['nick'],
  })
  const column = (name: string) => columns.find((one) => one.name === name)

  it('are the form fields in order, without hidden ones and the column of the main record', () => {
    expect(columns.map(({ name }) => name)).toEqual(['name', 'nick', 'area', 'vip', 'odd'])
  })

  it('find their widget by the name of the cell, else by the field, else stay text [grid-15]', () => {
    expect(columns.map(({ editor }) => editor)).toEqual(['text', 'text', 'field', 'checkbox', 'text'])
    expect(column('odd')?.widget).toBeNull()
    expect(column('area')?.textOf('110000', null)).toBe('<110000>')
  })

  it('look a widget up once, not per row', () => {
    let asked = 0
    const counting = {
      ...registry,
      find: (...args: Parameters<typeof registry.find>) => {
        asked += 1
        return registry.find(...args)
      },
    }
    const [first] = gridColumns(compileForm(document_), counting, { foreignKey: 'main_id' })
    const before = asked
    for (let row = 0; row < 50; row += 1) first?.paint(document.createElement('td'), row, null, {})
    expect(asked).toBe(before)
  })

  it('carry what the document says: required, unique, locked, pair of values, width', () => {
    expect(column('name')).toMatchObject({ required: true, unique: true, readOnly: false, width: 300 })
    expect(column('nick')?.readOnly).toBe(true)
    expect(column('vip')?.switchOptions.map(({ value }) => value)).toEqual(['1', '0'])
  })

  it('show an unknown kind as text, never as HTML', () => {
    const td = document.createElement('td')
    column('odd')?.paint(td, '<b>x</b>', null, {})
    expect(td.innerHTML).toBe('&lt;b&gt;x&lt;/b&gt;')
  })
})

describe('widths', () => {
  const sized = (...views: string[]) => views.map((view) => ({ view, width: null }))

  it('are 120 px at least, 135 for dates, 200 for times, 220 for people [grid-84, grid-86, grid-87]', () => {
    expect(layoutWidths(sized('text', 'date', 'datetime', 'sel_user', 'sel_depart'), 0)).toEqual([
      120, 135, 200, 220, 190,
    ])
  })

  it('are never below the minimum of the kind, whatever the document asks for [grid-81, grid-82, grid-83, grid-84]', () => {
    const asked = (width: number) =>
      layoutWidths(
        ['text', 'date', 'datetime', 'sel_user', 'sel_depart'].map((view) => ({ view, width })),
        0,
      )
    expect(asked(50)).toEqual([50, 135, 190, 190, 190])
    expect(asked(300)).toEqual([300, 300, 300, 300, 300])
  })

  it('divide 92% of the box among columns without a width, and fill it [grid-85]', () => {
    expect(layoutWidths(sized('text', 'text', 'date', 'text'), 1000)).toEqual([250, 250, 250, 250])
    expect(layoutWidths([{ view: 'text', width: 500 }, ...sized('text')], 1000)).toEqual([500, 500])
    expect(
      layoutWidths(sized(...Array.from({ length: 20 }, () => 'text')), 1000).every((width) => width === 120),
    ).toBe(true)
  })

  it('sum up exactly where they fit', () => {
    for (const available of [777, 1001, 1234])
      expect(layoutWidths(sized('text', 'date', 'text'), available).reduce((a, b) => a + b)).toBe(available)
  })
})
