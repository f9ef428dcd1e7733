import { describe, expect, it } from 'vitest'
import { wireGrid } from '#tests/helpers/grid-bench.tsx'

const property = (column: object) =>
  wireGrid([{ key: 'f', title: '列', ...column }]).document.schema.properties.f

describe('a column of a grid', () => {
  it('is named by its key or its field, its kind by type or $type [grid-01]', () => {
    const { document } = wireGrid([
      { key: 'a', title: '甲', type: 'inputNumber', width: 150 },
      { field: 'b', title: '乙', $type: 'select' },
    ])
    expect(document.schema.properties).toMatchObject({
      a: { title: '甲', view: 'number', width: 150 },
      b: { title: '乙', view: 'list' },
    })
  })

  it.each<[string, object, object]>([
    ['a kept dictionary [grid-02]', { type: 'select', dictCode: 'sex' }, { dict: 'sex' }],
    [
      'a table [grid-02]',
      { type: 'select', dictTable: 'halls', dictCode: 'id', dictText: 'name' },
      { dict: { table: 'halls', value: 'id', text: 'name' } },
    ],
    [
      'rules [grid-03]',
      { type: 'input', validateRules: [{ pattern: '^[A-Z]+$', message: '请用大写' }] },
      { pattern: '^[A-Z]+$', message: '请用大写' },
    ],
    ['a first value [grid-04]', { type: 'input', defaultValue: '新' }, { default: '新' }],
    [
      'a box that is ticked at first [grid-04, grid-10]',
      { type: 'checkbox', defaultChecked: true, customValue: ['1', '0'] },
      { default: '1', options: { values: ['1', '0'] } },
    ],
    [
      'other texts beside its choices [grid-05]',
      { type: 'select', allowInput: true, dictCode: 'sex' },
      { view: 'text', dict: 'sex' },
    ],
    ['a lock [grid-05]', { type: 'input', disabled: true }, { readOnly: true }],
    ['nothing but reading [grid-37]', { type: 'normal' }, { view: 'text', readOnly: true }],
    ['a format [grid-08]', { type: 'date', format: 'YYYY-MM' }, { options: { picker: 'month' } }],
    ['numbers [grid-08]', { type: 'input', number: true }, { view: 'number', type: 'number' }],
    [
      'colours [grid-08]',
      { type: 'tags', setTagColor: { 展会: 'red' } },
      { options: { colors: { 展会: 'red' } } },
    ],
    [
      'a popup [grid-11]',
      { type: 'popup', popupCode: 'p', orgFields: 'a', destFields: 'f', subKey: 's', param: { hall: '1' } },
      { options: { popupCode: 'p', orgFields: 'a', destFields: 'f', subKey: 's', param: { hall: '1' } } },
    ],
    ['props [grid-12]', { type: 'input', props: { placeholder: '写' } }, { options: { placeholder: '写' } }],
    [
      'rights over files [grid-13]',
      { type: 'file', allowDownload: false, allowRemove: false },
      { options: { allowDownload: false, allowRemove: false } },
    ],
    [
      'an extension for people [grid-14]',
      { type: 'sel_user', fieldExtendJson: '{"store":"id","text":"username","multiSelect":false}' },
      { options: { store: 'id', text: 'username', multiSelect: false } },
    ],
    [
      'an extension for files [grid-14]',
      { type: 'image', fieldExtendJson: '{"uploadnum":"2"}' },
      { options: { uploadnum: 2 } },
    ],
  ])('may say %s', (_what, column, found) => {
    expect(property(column)).toMatchObject(found)
  })

  it('may say that it is required and unique [grid-03]', () => {
    const { document } = wireGrid([
      { key: 'f', title: '列', type: 'input', validateRules: [{ required: true }, { unique: true }] },
    ])
    expect(document.schema.required).toContain('f')
    expect(document.schema.properties.f?.unique).toBe(true)
  })
})
