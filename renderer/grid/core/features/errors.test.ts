import { describe, expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { nameOf, VALUE_RULE_CASES, VALUE_RULE_FIELDS } from '#tests/helpers/value-rule-cases.ts'
import { createRegistry } from '../../../widget/registry.ts'
import { gridColumns } from '../columns.ts'
import { createMemoryRows } from '../memory-rows.ts'
import { createGridErrors, errorList } from './errors.ts'

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

function begin(rows: Record<string, unknown>[], definition = document_) {
  const form = compileForm(definition)
  const columns = gridColumns(form, createRegistry([]), { foreignKey: 'main_id' })
  const data = createMemoryRows(rows, () => ({}))
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

  it('say what each named pattern says of a cell, and nothing of a value that fits [validate-02, validate-04, validate-05, validate-07, gridval-04, gridval-05, gridval-06, gridval-07, gridval-08, gridval-09, gridval-10, gridval-11, gridval-12, gridval-13, gridval-14, gridval-15]', () => {
    const patterns: FormDocument = {
      kind: 'form',
      code: 'sub',
      title: '子表',
      schema: { type: 'object', properties: VALUE_RULE_FIELDS },
    }
    VALUE_RULE_CASES.forEach(({ good, bad, message }, at) => {
      const field = nameOf(at)
      const { data, errors, list } = begin(
        [...good, ...bad].map((value, row) => ({ id: String(row), [field]: value })),
        patterns,
      )
      for (const { key } of data.rows()) errors.touch(key, [field])
      expect(list()).toEqual(
        bad.map((_, place) => ({ field, message, subTable: 'sub', row: good.length + place })),
      )
    })
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
