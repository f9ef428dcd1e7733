import { describe, expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createRegistry } from '../registry/registry.ts'
import { gridColumns } from './columns.ts'
import { createGridData } from './grid-data.ts'
import { createGridErrors, errorList } from './grid-errors.ts'

const document_: FormDocument = {
  kind: 'form',
  code: 'sub',
  title: '子表',
  schema: {
    type: 'object',
    required: ['name', 'main_id'],
    properties: {
      name: { type: 'string', title: '姓名', view: 'text' },
      phone: {
        type: 'string',
        title: '手机',
        view: 'text',
        pattern: '^1[3-9]\\d{9}$',
        message: '手机号不对',
      },
      code: { type: 'string', title: '编号', view: 'text', unique: true },
      level: { type: 'string', title: '级别', view: 'text' },
      reason: { type: 'string', title: '原因', view: 'text' },
      main_id: { type: 'string', title: '主表', view: 'text' },
    },
  },
  // biome-ignore lint/suspicious/noThenProperty: a word of the document vocabulary
  rules: [{ if: { field: 'level', rule: 'eq', val: 'vip' }, then: { require: ['reason'] } }],
}

function begin(rows: Record<string, unknown>[]) {
  const form = compileForm(document_)
  const columns = gridColumns(form, createRegistry([]), { foreignKey: 'main_id' })
  const data = createGridData(rows, () => ({}))
  const errors = createGridErrors(columns, createRowValidator(form))
  const list = () => errorList(data.rows(), columns, errors.check(data.rows()), 'sub')
  return { data, errors, list }
}

describe('errors of a grid', () => {
  it('wait until a cell was touched [gridval-22]', () => {
    const { data, errors, list } = begin([{ id: 'a', phone: '12' }])
    expect(list()).toEqual([])
    errors.touch(data.rows()[0]?.key ?? '', ['phone'])
    expect(list()).toEqual([{ field: 'phone', message: '手机号不对', subTable: 'sub', row: 0 }])
  })

  it('cover every shown cell when all are judged, in the order of the grid [gridval-02, gridval-16, gridval-24]', () => {
    const { data, errors, list } = begin([{ id: 'a', name: '甲' }, { id: 'b', phone: 'x' }, { name: '' }])
    errors.touchAll(data.rows())
    expect(list().map(({ row, field }) => `${row} ${field}`)).toEqual(['1 name', '1 phone', '2 name'])
    expect(list()[0]?.message).toBe('请输入姓名')
  })

  it('do not greet a row that is added afterwards', () => {
    const { data, errors, list } = begin([{ id: 'a', name: '甲' }])
    errors.touchAll(data.rows())
    data.insert(0)
    expect(list()).toEqual([])
  })

  it('find a value that stands in two rows, and let go when one changes [gridval-03]', () => {
    const { data, list } = begin([
      { id: 'a', code: '1' },
      { id: 'b', code: 2 },
      { id: 'c', code: null },
      { id: 'd', code: '' },
    ])
    expect(list()).toEqual([])
    data.edit([{ row: 1, name: 'code', value: '1' }])
    expect(list().map(({ row, message }) => [row, message])).toEqual([
      [0, '编号不能重复'],
      [1, '编号不能重复'],
    ])
    data.edit([{ row: 0, name: 'code', value: '3' }])
    expect(list()).toEqual([])
  })

  it('follow the rules of the document within the row', () => {
    const { data, errors, list } = begin([{ id: 'a', name: '甲', level: 'vip' }])
    errors.touchAll(data.rows())
    expect(list().map(({ field }) => field)).toEqual(['reason'])
    data.edit([{ row: 0, name: 'level', value: 'x' }])
    expect(list()).toEqual([])
  })

  it('keep a refusal of the server until its cell changes', () => {
    const { data, errors, list } = begin([{ id: 'a', name: '甲', phone: null }])
    const row = data.rows()[0]
    if (row) errors.impose(row, 'name', '已存在')
    data.edit([{ row: 0, name: 'level', value: 'x' }])
    expect(list().map(({ message }) => message)).toEqual(['已存在'])
    data.edit([{ row: 0, name: 'name', value: '乙' }])
    expect(list()).toEqual([])
    data.undo()
    expect(list()).toHaveLength(1)
    errors.forget()
    expect(list()).toEqual([])
  })
})
