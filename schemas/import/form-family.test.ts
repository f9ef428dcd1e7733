import { describe, expect, it } from 'vitest'
import { importForm } from './jeecg-form.ts'

type Cells = Record<string, unknown>

const field = (name: string, more: Cells = {}) => ({
  db_field_name: name,
  db_field_txt: name,
  db_type: 'string',
  db_length: 36,
  field_show_type: 'text',
  is_show_form: 1,
  is_show_list: 1,
  ...more,
})
const definition = (table: string, head: Cells, fields: object[]) => ({
  head: { id: table, table_name: table, table_txt: table, table_type: 1, ...head },
  onl_cgform_field: fields,
})
const sub = (table: string) =>
  definition(table, { table_type: 3 }, [
    field('main_id', { main_table: 'main', main_field: 'id' }),
    field('b'),
  ])

describe('sub tables', () => {
  const main = (named: string) =>
    definition('main', { table_type: 2, sub_table_str: named }, [
      field('a'),
      field('main_id', { main_table: 'main' }),
    ])

  it('are only those that the main form names: a copy of one would delete its rows with each save', () => {
    const family = [main('sub'), sub('sub$1'), sub('sub'), sub('stranger')]
    const { document, notes } = importForm(family[0], family)
    expect(document?.subTables?.map(({ code }) => code)).toEqual(['sub'])
    expect(notes.map(({ what }) => what)).toEqual(expect.arrayContaining(['表 sub$1', '表 stranger']))
  })

  it('on one table and key are one, the table itself before its copy', () => {
    const family = [main('sub$1,sub'), sub('sub$1'), sub('sub')]
    const { document, notes } = importForm(family[0], family)
    expect(document?.subTables?.map(({ code }) => code)).toEqual(['sub'])
    expect(notes.map(({ why }) => why)).toContain('与子表 sub 是同一个表和外键，未导入')
  })

  it('never hold the form itself, which is no mistake of the document', () => {
    const family = [main('main,sub'), sub('sub')]
    const { document, notes } = importForm(family[0], family)
    expect(document?.subTables?.map(({ code }) => code)).toEqual(['sub'])
    expect(notes.map(({ what, why }) => `${what} ${why}`)).toContain('子表 main 表单不能是自己的子表')
  })
})

describe('a joint query of main and sub tables', () => {
  const main = (joinQuery: number, named = 'sub,old') =>
    definition(
      'main',
      { table_type: 2, sub_table_str: named, ext_config_json: JSON.stringify({ joinQuery }) },
      [field('a', { is_query: 1 })],
    )
  const asked = definition('sub', { table_type: 3 }, [
    field('main_id', { main_table: 'main', main_field: 'id', is_query: 1 }),
    field('b', { is_query: 1, query_mode: 'like' }),
    field('day', { is_query: 1, query_mode: 'group', db_type: 'Date', field_show_type: 'date' }),
    field('c'),
  ])
  const old = importForm(
    definition('old', { table_type: 3 }, [
      field('main_id', { main_table: 'main' }),
      field('e', { is_query: 1 }),
    ]),
  ).document
  const earlier = (code: string) => (code === 'old' ? old : null)

  it('asks of the sub rows what their own lists ask', () => {
    const joint = importForm(main(1), [main(1), asked], { earlier })
    expect(joint.document?.list?.query).toEqual([
      { field: 'a', mode: 'single' },
      { field: 'sub@b', mode: 'like' },
      { field: 'sub@day', mode: 'group' },
      { field: 'old@e', mode: 'single' },
    ])
    expect(importForm(main(0), [main(0), asked], { earlier }).document?.list?.query).toHaveLength(1)
    expect(importForm(main(1, ''), []).notes.map(({ why }) => why)).toContain('没有子表')
  })
})

describe('columns and their dictionaries', () => {
  const dicts = new Map([
    [
      'level',
      new Map([
        ['01', '一'],
        ['02', '二'],
      ]),
    ],
    [
      'sex',
      new Map([
        ['1', '男'],
        ['2', '女'],
      ]),
    ],
  ])
  const one = (more: Cells, family: unknown[] = []) => {
    const json = definition('demo', {}, [field('a', { db_type: 'int', db_length: 10, ...more })])
    return importForm(json, [json, ...family], { dicts }).document?.schema.properties.a
  }

  it('become text where a number would lose what is chosen', () => {
    const list = { field_show_type: 'list', dict_field: 'level', field_default_value: '01' }
    expect(one(list)).toMatchObject({ type: 'string', view: 'list', default: '01' })
    expect(one({ ...list, dict_field: 'sex', field_default_value: '1' })).toMatchObject({
      type: 'integer',
      default: 1,
    })
    const table = { field_show_type: 'sel_search', dict_table: 'other', dict_text: 'name' }
    const other = definition('other', {}, [field('no'), field('rank', { db_type: 'int' }), field('name')])
    expect(one({ ...table, dict_field: 'id' }, [other])).toMatchObject({ type: 'string' })
    expect(one({ ...table, dict_field: 'no' }, [other])).toMatchObject({ type: 'string' })
    expect(one({ ...table, dict_field: 'rank' }, [other])).toMatchObject({ type: 'integer' })
  })

  it('have a default that can be chosen, or none', () => {
    const list = { db_type: 'string', field_show_type: 'list', dict_field: 'sex' }
    expect(one({ ...list, field_default_value: '男' })).toMatchObject({ default: '1' })
    expect(one({ ...list, field_default_value: '9' })).not.toHaveProperty('default')
    expect(one({ ...list, field_default_value: '2' })).toMatchObject({ default: '2' })
  })
})

describe('forms', () => {
  it('of 99 columns have as many as fit', () => {
    const layout = (written: string) =>
      importForm(definition('demo', { form_template: written }, [field('a')])).document?.layout?.columns
    expect(layout('99')).toBe('fit')
    expect(layout('3')).toBe(3)
    expect(layout('7')).toBeUndefined()
  })

  it('draw the further levels of a linked dropdown once', () => {
    const config = "{table:'area',txt:'name',key:'id',linkField:'city,town',idField:'id',pidField:'pid'}"
    const json = definition('demo', {}, [
      field('province', { field_show_type: 'link_down', dict_table: config }),
      field('city', { field_must_input: '1' }),
      field('town', { field_show_type: 'link_down' }),
    ])
    const { document } = importForm(json)
    expect(document?.schema.properties).toMatchObject({ city: { form: false }, town: { form: false } })
    expect(document?.schema.required).toEqual(['city'])
  })

  it('read options whatever joins their words', () => {
    const json = definition('demo', {}, [
      field('a', {
        field_show_type: 'sel_depart',
        field_extend_json: "{text:'depart_name',store:'org_code',}",
      }),
    ])
    expect(importForm(json).document?.schema.properties.a?.options).toEqual({
      text: 'departName',
      store: 'orgCode',
    })
  })
})
