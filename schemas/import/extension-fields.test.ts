import { describe, expect, it } from 'vitest'
import { checkDocument } from '../compile/check-document.ts'
import { compileForm } from '../compile/compile-form.ts'
import type { CompiledForm, Field } from '../compile/model.ts'
import { importForm } from './jeecg-form.ts'

const POPUP = { dict_table: 'rep', dict_field: 'code', dict_text: 'a' }

/** A form of the other platform whose one field carries the extension, imported and compiled. */
function imported(
  extension: object,
  field: object = {},
): { form: CompiledForm; field: Field; notes: string[] } {
  const { document, notes } = importForm({
    head: { id: 'h1', table_name: 'demo_order', table_type: 1, table_txt: '订单', is_page: 'Y' },
    onl_cgform_field: [
      {
        id: 'f0',
        db_field_name: 'a',
        db_field_txt: '字段',
        db_type: 'string',
        db_length: 32,
        field_show_type: 'text',
        is_show_form: 1,
        is_show_list: 1,
        field_must_input: '0',
        field_extend_json: JSON.stringify(extension),
        ...field,
      },
    ],
  })
  if (!document) throw new Error('nothing was imported')
  const errors = checkDocument(JSON.stringify(document)).filter(({ severity }) => severity === 'error')
  expect(errors.map(({ path, message }) => `${path} ${message}`)).toEqual([])
  const form = compileForm(document)
  const own = form.fields.find(({ name }) => name === 'a')
  if (!own) throw new Error('the field is gone')
  return { form, field: own, notes: notes.map(({ field: name, what, why }) => `${name}: ${what}：${why}`) }
}

describe('extension fields of imported forms', () => {
  it.each<[object, object, object]>([
    [{ uploadnum: '3' }, { field_show_type: 'file' }, { uploadnum: 3 }],
    [{ uploadnum: 0 }, { field_show_type: 'image' }, { uploadnum: 0 }],
    [{ showLength: '20' }, {}, { showLength: 20 }],
    [{ showLength: 20 }, { field_show_type: 'textarea' }, { showLength: 20 }],
    [
      { pop: 'true', popHeight: '300', popWidth: 400 },
      { field_show_type: 'textarea' },
      { pop: true, popHeight: 300, popWidth: 400 },
    ],
    [{ popupMulti: 'true' }, { field_show_type: 'popup', ...POPUP }, { popupMulti: true }],
    [
      { store: 'id', text: 'username', multiSelect: false },
      { field_show_type: 'sel_user' },
      { store: 'id', text: 'username', multiSelect: false },
    ],
    [
      { store: 'org_code', text: 'depart_name', multiSelect: 'Y' },
      { field_show_type: 'sel_depart' },
      { store: 'orgCode', text: 'departName', multiSelect: true },
    ],
    [{ switchOptions: ['是', '否'] }, { field_show_type: 'switch' }, { values: ['是', '否'] }],
    [{ picker: 'quarter' }, { field_show_type: 'date', db_type: 'Date' }, { picker: 'quarter' }],
    [{ displayLevel: 'city' }, { field_show_type: 'pca' }, { displayLevel: 'city' }],
    [
      { showType: 'card', imageField: 'logo', isListReadOnly: true, multiSelect: true },
      { field_show_type: 'link_table', dict_table: 'demo_order', dict_field: 'id', dict_text: 'a,logo' },
      { showType: 'card', imageField: 'logo', isListReadOnly: true, multiSelect: true },
    ],
    [
      { extendStore: 'id', extendText: 'username', multiSelect: false },
      { field_show_type: 'sel_user' },
      { store: 'id', text: 'username', multiSelect: false },
    ],
    [{ onlyInteger: true }, { field_show_type: 'number', db_type: 'double' }, { onlyInteger: true }],
    [
      { formSchema: { dbPointLength: 3 } },
      { field_show_type: 'number', db_type: 'double' },
      { precision: 3 },
    ],
    [{ subKey: 'demo_item' }, { field_show_type: 'popup', ...POPUP }, { subKey: 'demo_item' }],
  ])('%j is an option of its control [formwidget-01, popup-20]', (extension, field, options) => {
    expect(imported(extension, field).field.options).toMatchObject(options)
  })

  it.each<[object, string, unknown]>([
    [{ searchDict: 'hall,name,id' }, 'sel_search', { table: 'hall', value: 'id', text: 'name' }],
    [{ searchDict: 'hall' }, 'sel_search', 'hall'],
    [{ searchDict: 'hall', listSource: [{ value: 'x', label: '别的' }] }, 'list', 'hall'],
    [{ listSource: [{ value: 1, label: '东馆' }] }, 'list', [{ value: '1', text: '东馆' }]],
  ])('%j is where the choices of a %s come from [formwidget-01]', (extension, view, dict) => {
    expect(imported(extension, { field_show_type: view }).field.dict).toEqual(dict)
  })

  it('choices of a column of numbers are numbers, or the column stores texts [formwidget-01]', () => {
    const stored = (value: string) => {
      const { property } = imported(
        { listSource: [{ value, label: '东馆' }] },
        { field_show_type: 'list', db_type: 'int' },
      ).field
      return [property.type, property.dict]
    }
    expect(stored('7')).toEqual(['integer', [{ value: 7, text: '东馆' }]])
    expect(stored('07')).toEqual(['string', [{ value: '07', text: '东馆' }]])
  })

  it('what a definition says in its columns goes before the words of a form item', () => {
    const { field } = imported(
      { searchDict: 'other', formSchema: { dbPointLength: 3 } },
      { field_show_type: 'list', dict_field: 'hall' },
    )
    expect(field.dict).toBe('hall')
  })

  it('isOneRow is a field over the whole width', () => {
    expect(imported({ isOneRow: true }).field.property.wide).toBe(true)
  })

  it('isFixed is a column that stays in view', () => {
    expect(imported({ isFixed: 1 }).form.list.columns[0]).toMatchObject({ fixed: 'left' })
  })

  it('orderRule is the order of the list', () => {
    expect(imported({ orderRule: 'asc' }).form.list.sort).toEqual([{ field: 'a', descending: false }])
  })

  it('validateError is said of a field that must have a value', () => {
    const { field } = imported({ validateError: '请写全称' }, { field_must_input: '1' })
    expect([field.required, field.property.message]).toEqual([true, '请写全称'])
  })

  it('labelLength is named, because labels are never cut', () => {
    expect(imported({ labelLength: 6 }).notes).toEqual(['a: 扩展参数 labelLength=6：标签总是完整显示'])
  })

  it('what a control cannot do is named', () => {
    expect(imported({ uploadnum: 'viele' }, { field_show_type: 'file' }).notes).toEqual([
      'a: 扩展参数 uploadnum="viele"：值无效',
    ])
  })
})
