// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of the platform.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '#tests/helpers/property-runs.ts'
import { checkDocument } from '../compile/check-document.ts'
import { compileForm } from '../compile/compile-form.ts'
import { ownTable } from '../compile/own-table.ts'
import type { FormDocument } from '../page/form.ts'
import { type ImportedForm, importForm } from './jeecg-form.ts'

const FIELD = {
  db_is_key: 0,
  db_is_null: 1,
  db_is_persist: 1,
  db_type: 'string',
  db_length: 32,
  db_point_length: 0,
  field_show_type: 'text',
  is_show_form: 1,
  is_show_list: 1,
  is_query: 0,
  is_read_only: 0,
  field_must_input: '0',
}

function definition(fields: object[], head: object = {}, more: object = {}): unknown {
  return {
    head: {
      id: 'h1',
      table_name: 'demo_order',
      table_type: 1,
      table_txt: '订单',
      is_page: 'Y',
      is_checkbox: 'Y',
      is_tree: 'N',
      form_template: '1',
      ...head,
    },
    onl_cgform_field: fields.map((field, at) => ({
      id: `f${at}`,
      order_num: at,
      db_field_txt: `字段${at}`,
      ...FIELD,
      ...field,
    })),
    ...more,
  }
}

/** Imports, and demands that what comes out is sound. */
function sound(json: unknown, family: unknown[] = []): { document: FormDocument; notes: string[] } {
  const { document, notes } = importForm(json, family)
  expect(document).not.toBeNull()
  const text = JSON.stringify(document)
  const errors = checkDocument(text).filter(
    ({ severity, code }) => severity === 'error' && code !== 'unknown-view',
  )
  expect(errors.map(({ path, message }) => `${path} ${message}`)).toEqual([])
  compileForm(document as FormDocument)
  return {
    document: document as FormDocument,
    notes: notes.map(({ field, what, why }) => `${field}: ${what}：${why}`),
  }
}

/** The one property that a field becomes, and what was noted. */
function property(field: object) {
  const { document, notes } = sound(definition([{ db_field_name: 'a', ...field }]))
  return { ...document.schema.properties.a, required: document.schema.required, notes }
}

describe('widgets and storage', () => {
  it.each<[object, object]>([
    [
      { field_show_type: 'text', db_length: 50 },
      { type: 'string', view: 'text', maxLength: 50 },
    ],
    [
      { field_show_type: 'text', db_type: 'int', db_length: 10 },
      { type: 'integer', view: 'number' },
    ],
    [
      { field_show_type: 'text', db_type: 'double', db_point_length: 2 },
      { type: 'number', view: 'number', options: { precision: 2 }, db: { type: 'double' } },
    ],
    [
      { field_show_type: 'text', db_type: 'BigDecimal', db_length: 16, db_point_length: 3 },
      { type: 'number', db: { type: 'BigDecimal', length: 16, scale: 3 } },
    ],
    [
      { field_show_type: 'date', db_type: 'Date', db_length: 0 },
      { type: 'string', view: 'date' },
    ],
    [
      { field_show_type: 'datetime', db_type: 'Date' },
      { type: 'string', view: 'datetime' },
    ],
    [
      { field_show_type: 'text', db_type: 'Datetime' },
      { type: 'string', view: 'datetime' },
    ],
    [
      { field_show_type: 'time', db_type: 'string' },
      { type: 'string', view: 'time' },
    ],
    [
      { field_show_type: 'textarea', db_type: 'Text' },
      { type: 'string', view: 'textarea', db: { type: 'Text' } },
    ],
    [
      { field_show_type: 'LIST', dict_field: 'sex' },
      { view: 'list', dict: 'sex' },
    ],
    [
      { field_show_type: 'date_year', db_type: 'String' },
      { view: 'date', options: { picker: 'year' } },
    ],
    [
      { field_show_type: 'switch', field_extend_json: '[1,2]' },
      { view: 'switch', options: { values: ['1', '2'] } },
    ],
    [
      { field_show_type: 'switch', db_type: 'int', field_extend_json: "{switchOptions:['1','2']}" },
      { options: { values: [1, 2] } },
    ],
    [
      {
        field_show_type: 'sel_user',
        field_extend_json: '{"store":"ID","text":"realname","multiSelect":"false"}',
      },
      { options: { store: 'id', text: 'realname', multiSelect: false } },
    ],
    [
      { field_show_type: 'cat_tree', dict_field: 'B02', dict_text: 'B' },
      { view: 'cat_tree', options: { pcode: 'B02', textField: 'b' } },
    ],
    [
      { field_show_type: 'popup', dict_table: 'rep', dict_field: 'name,age', dict_text: 'a,b' },
      { view: 'popup', options: { popupCode: 'rep', orgFields: 'name,age', destFields: 'a,b' } },
    ],
    [
      {
        field_show_type: 'sel_tree',
        dict_table: 'kind',
        dict_field: '0',
        dict_text: 'id,pid,name,has_child',
      },
      {
        options: {
          table: 'kind',
          text: 'name',
          code: 'id',
          pidField: 'pid',
          pidValue: '0',
          hasChildField: 'has_child',
        },
      },
    ],
    [
      {
        field_show_type: 'link_down',
        dict_table:
          "{table:'sys_category',txt:'name',key:'id',linkField:'city,area',idField:'id',pidField:'pid', condition:\" pid = '1' \" }",
      },
      {
        options: {
          table: 'sys_category',
          txt: 'name',
          key: 'id',
          linkField: 'city,area',
          idField: 'id',
          pidField: 'pid',
          condition: { field: 'pid', rule: 'eq', val: '1' },
        },
      },
    ],
    [
      {
        field_show_type: 'list',
        dict_table: "sys_user where username like 'a%'",
        dict_field: 'username',
        dict_text: 'realname',
      },
      {
        dict: {
          table: 'sys_user',
          value: 'username',
          text: 'realname',
          where: { field: 'username', rule: 'right_like', val: 'a' },
        },
      },
    ],
    [
      { field_default_value: '#{date}', field_show_type: 'date', db_type: 'Date' },
      { defaultFrom: { now: 'date' } },
    ],
    [{ field_default_value: '#{sysUserCode}' }, { defaultFrom: { user: 'username' } }],
    [{ field_default_value: '${shop_order_num}' }, { defaultFrom: { fillRule: 'shop_order_num' } }],
    [{ field_default_value: '7', db_type: 'int' }, { default: 7 }],
    [{ field_valid_type: 'only' }, { unique: true }],
    [{ field_valid_type: 'm' }, { validType: 'm' }],
    [{ field_valid_type: '/^[A-Z]+$/' }, { pattern: '^[A-Z]+$' }],
    [{ field_valid_type: '*' }, { required: ['a'] }],
    [{ field_must_input: '1' }, { required: ['a'] }],
    [{ is_show_form: '0' }, { form: false }],
    [{ is_read_only: '1' }, { readOnly: true }],
    [{ db_is_persist: 0 }, { db: { persist: false } }],
  ])('%j becomes %j', (field, expected) => {
    const { notes, ...rest } = property(field)
    expect(rest).toMatchObject(expected)
    expect(notes).toEqual([])
  })

  it.each<[object, object, string]>([
    [{ db_length: -5 }, { view: 'text' }, 'a: 长度 -5：不是有效的长度，使用默认长度'],
    [{ db_length: 0 }, { view: 'text' }, 'a: 长度 0：不是有效的长度，使用默认长度'],
    [{ db_length: 'abc' }, { view: 'text' }, 'a: 长度 abc：不是有效的长度，使用默认长度'],
    [{ db_length: 'abc', db_type: 'int' }, { type: 'integer' }, 'a: 长度 abc：不是数字，已忽略'],
    [{ db_length: 99_999_999 }, { db: { type: 'Text' } }, 'a: 长度 99999999：超过 10000，按长文本存储'],
    [
      { db_length: 20_000 },
      { maxLength: 20_000, db: { type: 'Text' } },
      'a: 长度 20000：超过 10000，按长文本存储',
    ],
    [{ field_show_type: '' }, { view: 'text' }, 'a: 控件：定义中是空的，使用文本框'],
    [{ field_show_type: null }, { view: 'text' }, 'a: 控件：定义中是空的，使用文本框'],
    [
      { db_type: 'BigDecimal', db_length: 2, db_point_length: 5 },
      { db: { length: 7, scale: 5 } },
      'a: 位数 2，小数 5：整数部分没有位数，总位数改为 7',
    ],
    [
      { db_type: 'BigDecimal', db_length: 4, db_point_length: 4 },
      { db: { length: 8, scale: 4 } },
      'a: 位数 4，小数 4：整数部分没有位数，总位数改为 8',
    ],
    [
      { db_type: 'BigDecimal', db_length: 4, db_point_length: 9 },
      { db: { length: 13, scale: 9 } },
      'a: 位数 4，小数 9：整数部分没有位数，总位数改为 13',
    ],
    [{ db_type: 'geometry' }, { type: 'string' }, 'a: 数据类型 "geometry"：未知的类型，按文本存储'],
    [{ field_show_type: 'hologram' }, { view: 'hologram' }, 'a: 控件 "hologram"：未知的控件，名称保留'],
    [
      { field_show_type: 'list_multi', db_type: 'int', dict_field: 'sex' },
      { type: 'string' },
      'a: int 类型的列使用控件 list_multi：控件的值是文本，按文本存储',
    ],
    [
      { field_show_type: 'time', db_type: 'Datetime' },
      { type: 'string' },
      'a: Datetime 类型的列使用控件 time：控件的值不是日期，按文本存储',
    ],
    [{ field_extend_json: '{broken' }, { view: 'text' }, 'a: 扩展参数 {broken：不是有效的 JSON，已忽略'],
    [
      { field_extend_json: '{"newThing":1}' },
      { view: 'text' },
      'a: 扩展参数 newThing=1：控件 text 没有此选项',
    ],
    [
      { field_show_type: 'link_down', dict_table: '{table:' },
      { view: 'link_down' },
      'a: 联动下拉配置：应为含 table、txt、key、idField、pidField 的对象',
    ],
    [
      { field_valid_type: '^(?!a).*$' },
      { view: 'text' },
      'a: 校验 "^(?!a).*$"：正则表达式不能在线性时间内执行：error parsing regexp: invalid or unsupported Perl syntax: `(?!`',
    ],
    [{ field_default_value: '{{ now() }}' }, { view: 'text' }, 'a: 默认值 "{{ now() }}"：文档中没有脚本'],
    [{ field_default_value: 'xxx', db_type: 'int' }, { type: 'integer' }, 'a: 默认值 "xxx"：不是数字'],
    [
      { field_must_input: '1', is_show_form: 0 },
      { form: false },
      'a: 必填：字段不在表单中、隐藏或只读，且没有默认值，无法填写',
    ],
    [
      { field_href: 'java\tscript:alert(1)' },
      { view: 'text' },
      'a: 链接 "java\tscript:alert(1)"：不允许的协议',
    ],
    [{ db_field_txt: '' }, { title: 'a' }, 'a: 字段标题：没有标题，使用字段名'],
  ])('%j is mended and noted', (field, expected, note) => {
    const { notes, ...rest } = property(field)
    expect(rest).toMatchObject(expected)
    expect(notes).toContain(note)
  })
})

describe('a dictionary is never made wider', () => {
  it.each([
    'sys_user where id in (select user_id from x)',
    "sys_user where username = '${name}'",
    'sys_user where length(username) > 3',
    'sys_user where a = 1; drop table x',
    '(select 1) t',
    'sys_user, sys_role',
  ])('drops %s', (dict_table) => {
    const { dict, notes } = property({
      field_show_type: 'list',
      dict_table,
      dict_field: 'id',
      dict_text: 'name',
    })
    expect(dict).toBeUndefined()
    expect(notes).toEqual([`a: 字典表 "${dict_table}"：条件不能转换为数据，未导入字典`])
  })

  it('lets a linked dropdown offer nothing, and a row rule match nothing', () => {
    const { options } = property({
      field_show_type: 'link_down',
      dict_table: '{"table":"t","txt":"n","key":"id","idField":"id","pidField":"pid","condition":"f(x) = 1"}',
    })
    expect(options?.condition).toEqual({ field: 'id', rule: 'empty' })
    const { document } = sound(
      definition(
        [{ db_field_name: 'a' }],
        {},
        {
          onl_auth_data: [
            {
              id: '1',
              rule_name: '本人',
              rule_column: 'create_by',
              rule_operator: '=',
              rule_value: '#{sys_user_code}',
              status: 1,
            },
            {
              id: '2',
              rule_name: 'SQL',
              rule_column: '',
              rule_operator: 'USE_SQL_RULES',
              rule_value: 'exists (select 1)',
              status: 1,
            },
            {
              id: '3',
              rule_name: 'SQL',
              rule_operator: 'USE_SQL_RULES',
              rule_value: "t.sys_org_code like '#{sys_org_code}%'",
              status: '1',
            },
            { id: '4', rule_name: 'off', rule_column: 'a', rule_operator: '=', rule_value: 'x', status: 0 },
          ],
        },
      ),
    )
    // In the origin, a user who holds no rule sees every row.
    expect(document.permissions?.unruled).toBe('all')
    expect(document.permissions?.rows?.map(({ where }) => where)).toEqual([
      { field: 'create_by', rule: 'eq', val: '#{sys_user_code}' },
      { field: 'id', rule: 'empty' },
      { field: 'sys_org_code', rule: 'right_like', val: '#{sys_org_code}' },
    ])
  })
})

describe('names', () => {
  it('keeps reserved words and says what it had to rename or leave out', () => {
    const { document, notes } = sound(
      definition([
        { db_field_name: 'ORDER' },
        { db_field_name: 'constructor' },
        { db_field_name: 'xmin' },
        { db_field_name: '__proto__' },
        { db_field_name: '2-fach' },
        { db_field_name: '名称' },
        { db_field_name: 'order' },
        { db_field_name: '' },
        { db_field_name: null, db_field_txt: '无名' },
      ]),
    )
    expect(Object.keys(document.schema.properties)).toEqual([
      'order',
      'constructor',
      'xmin_',
      'proto__',
      'fach',
      'field_6',
    ])
    expect(notes).toEqual([
      'xmin: 改名为 xmin_：系统保留的名称',
      '__proto__: 改名为 proto__：名称含有不允许的字符',
      '2-fach: 改名为 fach：名称含有不允许的字符',
      '名称: 改名为 field_6：名称含有不允许的字符',
      'order: 字段重复：同名字段只导入第一个',
      'null: 第 8 个字段“字段7”：没有字段名，未导入',
      'null: 第 9 个字段“无名”：没有字段名，未导入',
    ])
  })

  it('follows a rename wherever the field is named', () => {
    const { document } = sound(
      definition(
        [
          { db_field_name: 'xmin', is_query: 1 },
          {
            db_field_name: 'p',
            field_show_type: 'popup',
            dict_table: 'r',
            dict_field: 'c',
            dict_text: 'xmin',
          },
        ],
        {},
        {
          onl_cgform_index: [{ index_name: 'i', index_field: 'xmin', index_type: 'unique', del_flag: 0 }],
        },
      ),
    )
    expect(document.list?.columns).toEqual(['xmin_', 'p'])
    expect(document.schema.properties.p?.options?.destFields).toBe('xmin_')
    expect(document.indexes).toEqual([{ name: 'i', columns: ['xmin_'], unique: true }])
  })
})

describe('forms', () => {
  it('lets the platform keep its own columns', () => {
    const { document } = sound(
      definition([
        { db_field_name: 'id', db_type: 'int' },
        { db_field_name: 'create_time', db_type: 'Date', field_must_input: '1' },
        { db_field_name: 'a' },
      ]),
    )
    expect(document.schema.properties.create_time).toEqual({
      type: 'string',
      title: '字段1',
      view: 'datetime',
      form: true,
    })
    expect(ownTable(compileForm(document)).columns.filter(({ name }) => name === 'id')).toHaveLength(1)
  })

  it('joins a main form and its sub tables, which alone know how', () => {
    const main = definition([{ db_field_name: 'no' }], {
      table_type: 2,
      sub_table_str: 'demo_item,demo_bill,demo_lost',
      theme_template: 'tab',
    })
    const item = definition([{ db_field_name: 'order_id', main_table: 'demo_order', main_field: 'id' }], {
      table_name: 'demo_item',
      table_type: 3,
      relation_type: 0,
      tab_order_num: 2,
      table_txt: '明细',
    })
    const bill = definition([{ db_field_name: 'order_no', main_table: 'demo_order', main_field: 'no' }], {
      table_name: 'demo_bill',
      table_type: 3,
      relation_type: '1',
      tab_order_num: 1,
      table_txt: '开票',
    })
    const { document, notes } = sound(main, [main, item, bill])
    expect(document.subTables).toEqual([
      { code: 'demo_bill', foreignKey: 'order_no', mainField: 'no', relation: 'one', title: '开票' },
      { code: 'demo_item', foreignKey: 'order_id', relation: 'many', title: '明细' },
    ])
    expect(document.layout?.theme).toBe('tab')
    expect(notes).toEqual(['null: 子表 demo_lost：定义不在导入的文件中，或没有指向主表的外键，未导入'])
    expect(sound(item).document.indexes).toEqual([{ columns: ['order_id'] }])
  })

  it('imports a tree, with the columns that it lacks', () => {
    const { document, notes } = sound(
      definition([{ db_field_name: 'name' }, { db_field_name: 'has_child', db_length: 3 }], {
        is_tree: 'Y',
        tree_parent_id_field: 'pid',
        tree_id_field: 'has_child',
        tree_fieldname: 'nope',
      }),
    )
    expect(document.tree).toEqual({ parent: 'pid', hasChild: 'has_child', label: 'name' })
    expect(document.schema.properties.pid).toMatchObject({
      view: 'sel_tree',
      options: { table: 'demo_order', pidField: 'pid' },
    })
    expect(notes).toEqual(['nope: 树节点文字：字段不存在，使用 name', 'pid: 父级字段：定义中没有，已补上'])
  })

  it.each([
    [{ dict_field: 'kind' }, '字典'],
    [{ db_default_val: '7' }, '默认值'],
    [{ field_href: 'https://example.com' }, '链接'],
  ])('says what the parent of a tree loses, which is always chosen from its own table: %j', (more, word) => {
    const { notes } = sound(
      definition([{ db_field_name: 'name' }, { db_field_name: 'pid', db_length: 36, ...more }], {
        is_tree: 'Y',
        tree_parent_id_field: 'pid',
        tree_fieldname: 'name',
      }),
    )
    expect(notes).toEqual([`pid: 父级字段的${word}：父级总是从本表中选择，存主键`])
  })

  it('makes a view of a copied form', () => {
    const { document } = sound(
      definition([{ db_field_name: 'a' }], { table_name: 'demo_order$1', copy_type: 1 }),
    )
    expect(document).toMatchObject({ code: 'demo_order$1', table: 'demo_order' })
  })

  it('reads queries, orders and switches of the list', () => {
    const { document } = sound(
      definition(
        [
          { db_field_name: 'a', is_query: 1, query_mode: 'like', field_extend_json: '{"orderRule":"desc"}' },
          {
            db_field_name: 'd',
            is_query: '1',
            query_mode: 'group',
            field_show_type: 'date',
            db_type: 'Date',
          },
          {
            db_field_name: 's',
            is_query: 1,
            query_config_flag: '1',
            query_show_type: 'list_multi',
            query_dict_field: 'sex',
            query_def_val: '1',
            query_must_input: '1',
          },
        ],
        {
          is_page: 'N',
          is_checkbox: 'N',
          form_template: '3',
          ext_config_json: '{"modelFullscreen":1,"modalMinWidth":"900"}',
        },
      ),
    )
    expect(document.list).toEqual({
      columns: ['a', 'd', 's'],
      query: [
        { field: 'a', mode: 'like' },
        { field: 'd', mode: 'group' },
        { field: 's', mode: 'single', view: 'list_multi', dict: 'sex', default: '1', required: true },
      ],
      sort: 'a desc',
      paging: false,
      checkbox: false,
    })
    expect(document.layout).toEqual({ columns: 3, fullscreen: true, width: 900 })
  })

  it('notes everything that is a program', () => {
    const { notes } = sound(
      definition(
        [{ db_field_name: 'a', converter: 'com.example.X' }],
        { is_des_form: 'Y' },
        {
          onl_cgform_button: [{ button_code: 'go', button_name: '提交' }],
          onl_cgform_enhance_js: [{ cg_js_type: 'list', cg_js: '' }],
          onl_cgform_enhance_sql: [{ button_code: 'add' }],
          onl_cgform_enhance_java: [{ button_code: 'add', event: 'end' }],
          onl_auth_page: [
            { type: 1, code: 'a', page: 3, control: 5, status: 1 },
            { type: 2, code: 'go', status: 1 },
            { type: 1, code: 'gone', status: 1 },
          ],
        },
      ),
    )
    expect(notes.join('\n')).toMatch(
      /转换器[\s\S]*按钮权限 go[\s\S]*gone: 字段权限[\s\S]*按钮 go[\s\S]*JS 增强 list[\s\S]*SQL 增强 add[\s\S]*Java 增强 add end[\s\S]*设计器表单/,
    )
  })

  it('understands other spellings: camel case, numbers as text, values that are no literals', () => {
    const json = {
      head: { tableName: 'demo', tableTxt: '演示', formTemplate: '2' },
      fields: [
        {
          dbFieldName: 'a',
          dbFieldTxt: '甲',
          dbType: 'int',
          fieldShowType: 'text',
          isShowForm: { $sql: "b'1'" },
          isShowList: { $hex: '01' },
          fieldMustInput: '1',
        },
      ],
    }
    const { document } = sound(json)
    expect(document).toMatchObject({
      code: 'demo',
      title: '演示',
      layout: { columns: 2 },
      schema: { required: ['a'] },
      list: { columns: ['a'] },
    })
  })
})

describe('robustness', () => {
  it.each([null, 5, 'x', [], {}, { head: {} }, { onl_cgform_field: [] }])(
    'answers %j with a note',
    (json) => {
      const { document, notes } = importForm(json)
      expect(document).toBeNull()
      expect(notes).toHaveLength(1)
    },
  )

  it('gives a sound document or a note, whatever stands in the columns', () => {
    const columns = [
      'db_field_name',
      'db_field_txt',
      'db_type',
      'db_length',
      'db_point_length',
      'dict_field',
      'dict_table',
      'dict_text',
      'field_show_type',
      'field_href',
      'field_length',
      'field_valid_type',
      'field_must_input',
      'field_extend_json',
      'field_default_value',
      'db_default_val',
      'is_query',
      'is_show_form',
      'is_show_list',
      'is_read_only',
      'query_mode',
      'main_table',
      'order_num',
      'query_def_val',
      'query_dict_table',
      'query_config_flag',
      'query_show_type',
      'id',
    ]
    const kinds = [
      'text',
      'list',
      'radio',
      'switch',
      'date',
      'datetime',
      'time',
      'popup',
      'sel_tree',
      'cat_tree',
      'link_down',
      'sel_user',
      'sel_depart',
      'pca',
      'checkbox',
      'list_multi',
      'image',
      'umeditor',
      'nonsense',
    ]
    const types = ['string', 'int', 'Date', 'Datetime', 'BigDecimal', 'double', 'Text', 'Blob', 'long', 'odd']
    const junk = fc.oneof(
      fc.constantFrom(
        ...kinds,
        ...types,
        '0',
        '1',
        -1,
        0,
        100_000,
        1e20,
        '{',
        '[]',
        '{"store":5}',
        '[1]',
        'a,b',
        "t where x='1'",
        't where (',
        '\0',
        '😀',
        'valueOf',
        'constructor',
        '__proto__',
        '#{date}',
        '${x}',
        '{{x}}',
        '*',
        'only',
        '((',
        'id',
        'a',
      ),
      fc.jsonValue(),
      fc.string(),
    )
    const field = fc.record(Object.fromEntries(columns.map((column) => [column, junk])), { requiredKeys: [] })
    const likely = fc
      .tuple(
        field,
        fc.constantFrom(...kinds),
        fc.constantFrom(...types),
        fc.constantFrom('a', 'b', 'name', 'pid', 'id'),
      )
      .map(([odd, field_show_type, db_type, db_field_name]) => ({
        ...odd,
        field_show_type,
        db_type,
        db_field_name,
      }))
    const head = fc.record(
      {
        table_txt: junk,
        is_tree: fc.constantFrom('Y', 'N', null),
        form_template: junk,
        ext_config_json: junk,
        sub_table_str: junk,
        theme_template: junk,
        table_type: junk,
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(
        fc.array(fc.oneof(field, likely), { maxLength: 6 }),
        head,
        fc.array(fc.record({ index_field: junk, index_name: junk, index_type: junk }), { maxLength: 2 }),
        (fields, oddHead, indexes) => {
          const json = {
            head: { ...oddHead, table_name: 'odd' },
            onl_cgform_field: fields,
            onl_cgform_index: indexes,
          }
          const { document }: ImportedForm = importForm(json, [json])
          const problems = checkDocument(JSON.stringify(document)).filter(
            ({ severity, code }) => severity === 'error' && code !== 'unknown-view' && code !== 'popup',
          )
          expect(problems.map(({ path, message }) => `${path} ${message}`)).toEqual([])
          compileForm(document as FormDocument)
        },
      ),
      propertyRuns<[object[], object, object[]]>(400, [
        // A default that its own pattern refuses, of a kind whose limits the compiler lays under the property.
        [
          [
            {
              db_field_name: 'a',
              field_show_type: 'text',
              db_type: 'string',
              db_default_val: 'only',
              field_valid_type: '*',
            },
          ],
          {},
          [],
        ],
        // A number too large for its column, and a length beyond every type.
        [
          [
            {
              db_field_name: 'a',
              field_show_type: 'text',
              db_type: 'int',
              db_length: 1e20,
              db_default_val: '1e20',
            },
          ],
          {},
          [],
        ],
      ]),
    )
  })
})
