/** A definition as a dump holds it; the mutations put anything anywhere. */
export type Raw = Record<string, unknown>
export interface RawForm extends Raw {
  head: Raw
  onl_cgform_field: Raw[]
}

/** One row of a form's fields, with every column that dumps have. */
export function rawField(name: string, more: Raw = {}): Raw {
  return {
    id: `f_${name}`,
    db_field_name: name,
    db_field_txt: `列${name}`,
    db_is_key: 0,
    db_is_null: 1,
    db_is_persist: 1,
    db_type: 'string',
    db_length: 50,
    db_point_length: 0,
    db_default_val: '',
    dict_field: '',
    dict_table: '',
    dict_text: '',
    field_show_type: 'text',
    field_href: '',
    field_length: 120,
    field_valid_type: '',
    field_must_input: '0',
    field_extend_json: '',
    field_default_value: '',
    is_query: 0,
    is_show_form: 1,
    is_show_list: 1,
    is_read_only: 0,
    query_mode: 'single',
    main_table: null,
    main_field: null,
    order_num: 1,
    converter: '',
    query_def_val: '',
    query_dict_text: '',
    query_dict_field: '',
    query_dict_table: '',
    query_show_type: 'text',
    query_config_flag: '0',
    query_valid_type: null,
    query_must_input: null,
    ...more,
  }
}

function systemFields(): Raw[] {
  const hidden = { is_show_form: 0, is_show_list: 0 }
  return [
    rawField('id', { ...hidden, db_is_key: 1, db_is_null: 0, db_length: 36 }),
    rawField('create_by', hidden),
    rawField('create_time', { ...hidden, db_type: 'Datetime', db_length: 50, field_show_type: 'datetime' }),
    rawField('sys_org_code', { ...hidden, db_length: 64 }),
  ]
}

/** A form with the fields that are given, and the usual system columns. */
export function rawForm(table: string, fields: readonly Raw[], head: Raw = {}): RawForm {
  const rows = [...systemFields(), ...fields]
  for (const [at, row] of rows.entries()) row.order_num = at
  return {
    head: {
      id: `h_${table}`,
      table_name: table,
      table_type: 1,
      table_txt: `表单${table}`,
      is_checkbox: 'Y',
      is_page: 'Y',
      is_tree: 'N',
      query_mode: 'single',
      relation_type: null,
      sub_table_str: null,
      tab_order_num: null,
      tree_parent_id_field: null,
      tree_id_field: null,
      tree_fieldname: null,
      form_template: '1',
      ext_config_json: '{"reportPrintShow":0,"joinQuery":0,"modelFullscreen":0,"modalMinWidth":""}',
      theme_template: 'normal',
      is_des_form: 'N',
      des_form_code: '',
      ...head,
    },
    onl_cgform_field: rows,
    onl_cgform_index: [],
    onl_cgform_button: [],
    onl_cgform_enhance_js: [],
    onl_auth_page: [],
    onl_auth_data: [],
  }
}

/** One field of every kind. */
export function everyKind(table: string): RawForm {
  return rawForm(table, [
    rawField('name', { field_must_input: '1', is_query: 1, query_mode: 'like' }),
    rawField('code', { field_valid_type: 'only', db_length: 30 }),
    rawField('mail', { field_valid_type: 'e', field_extend_json: '{"validateError":"邮箱不对"}' }),
    rawField('sex', { field_show_type: 'list', dict_field: 'sex', is_query: 1 }),
    rawField('kind', { field_show_type: 'radio', dict_field: 'no_such_dict', is_query: 1 }),
    rawField('tags', { field_show_type: 'checkbox', dict_field: 'priority', db_length: 100 }),
    rawField('many', { field_show_type: 'list_multi', dict_field: 'priority', is_query: 1, db_length: 200 }),
    rawField('owner', { field_show_type: 'sel_user', field_extend_json: '{"multiSelect":false}' }),
    rawField('depart', { field_show_type: 'sel_depart', is_query: 1 }),
    rawField('who', {
      field_show_type: 'sel_search',
      dict_table: 'sys_user',
      dict_field: 'username',
      dict_text: 'realname',
    }),
    rawField('area', { field_show_type: 'pca', is_query: 1 }),
    rawField('cat', { field_show_type: 'cat_tree', dict_field: 'A01' }),
    rawField('node', {
      field_show_type: 'sel_tree',
      dict_table: 'sys_depart',
      dict_field: '0',
      dict_text: 'id,parent_id,depart_name,izleaf',
    }),
    rawField('link', {
      field_show_type: 'link_down',
      dict_table:
        "{table:'sys_depart',txt:'depart_name',key:'id',linkField:'link2',idField:'id',pidField:'parent_id',condition:\"org_type='1'\"}",
    }),
    rawField('link2', { field_show_type: 'link_down' }),
    rawField('pop', {
      field_show_type: 'popup',
      dict_table: 'report_user',
      dict_field: 'username,realname',
      dict_text: 'pop,name',
    }),
    rawField('num', {
      db_type: 'int',
      db_length: 10,
      field_show_type: 'text',
      is_query: 1,
      query_mode: 'group',
    }),
    rawField('price', {
      db_type: 'BigDecimal',
      db_length: 10,
      db_point_length: 2,
      field_default_value: '1.5',
    }),
    rawField('ratio', { db_type: 'double', db_length: 10, db_point_length: 3, field_show_type: 'number' }),
    rawField('day', { db_type: 'Date', field_show_type: 'date', is_query: 1, query_mode: 'group' }),
    rawField('moment', {
      db_type: 'Datetime',
      field_show_type: 'datetime',
      is_query: 1,
      query_mode: 'group',
    }),
    rawField('clock', { field_show_type: 'time' }),
    rawField('open', { db_type: 'int', field_show_type: 'switch', field_extend_json: '[1,0]', is_query: 1 }),
    rawField('secret', { field_show_type: 'password' }),
    rawField('note', { field_show_type: 'textarea', db_type: 'Text' }),
    rawField('hid', { field_show_type: 'hidden', field_default_value: '#{sys_user_code}' }),
    rawField('pic', { field_show_type: 'image', db_length: 500 }),
    rawField('doc', { field_show_type: 'file', db_length: 500 }),
    rawField('rich', { field_show_type: 'umeditor', db_type: 'Text' }),
  ])
}

/** A small form, for mutations that are about its head or about one field. */
export function smallForm(table: string): RawForm {
  return rawForm(table, [
    rawField('name', { is_query: 1, query_mode: 'like' }),
    rawField('level', { field_show_type: 'list', dict_field: 'priority', is_query: 1 }),
    rawField('amount', { db_type: 'BigDecimal', db_length: 12, db_point_length: 2 }),
    rawField('day', { db_type: 'Date', field_show_type: 'date', is_query: 1, query_mode: 'group' }),
  ])
}

/** A tree. */
export function treeForm(table: string): RawForm {
  return rawForm(
    table,
    [
      rawField('name', { field_must_input: '1' }),
      rawField('pid', { db_length: 36 }),
      rawField('has_child', { db_length: 3, field_show_type: 'list', dict_field: 'yn' }),
    ],
    { is_tree: 'Y', tree_parent_id_field: 'pid', tree_id_field: 'has_child', tree_fieldname: 'name' },
  )
}

/** A main form with a sub table of many rows and one of a single row. */
export function mainWithSubs(table: string): RawForm[] {
  const [many, one] = [`${table}_item`, `${table}_extra`]
  const key = () =>
    rawField('main_id', { main_table: table, main_field: 'id', is_show_form: 0, db_length: 36 })
  return [
    rawForm(
      table,
      [rawField('no', { field_must_input: '1', is_query: 1 }), rawField('total', { db_type: 'double' })],
      {
        table_type: 2,
        sub_table_str: `${many},${one}`,
        theme_template: 'erp',
      },
    ),
    rawForm(many, [key(), rawField('goods'), rawField('count', { db_type: 'int' })], {
      table_type: 3,
      relation_type: 0,
      tab_order_num: 1,
    }),
    rawForm(one, [key(), rawField('remark', { field_show_type: 'textarea' })], {
      table_type: 3,
      relation_type: 1,
      tab_order_num: 2,
    }),
  ]
}

/** A dictionary. */
export function rawDict(code: string): Raw {
  const item = (value: string, at: number) => ({
    id: `${code}_${value}`,
    item_text: `选项${value}`,
    item_value: value,
    description: '',
    sort_order: at + 1,
    status: 1,
  })
  return {
    head: {
      id: `d_${code}`,
      dict_name: `字典${code}`,
      dict_code: code,
      description: '',
      del_flag: 0,
      type: 0,
    },
    sys_dict_item: ['1', '2', '3'].map(item),
  }
}

/** A menu entry with every column that dumps have. */
export function rawEntry(id: string, more: Raw = {}): Raw {
  return {
    id,
    parent_id: null,
    name: `菜单${id}`,
    url: `/strange/${id}`,
    component: 'strange/List',
    redirect: null,
    menu_type: 0,
    perms: null,
    perms_type: '1',
    sort_no: 1,
    always_show: 0,
    icon: null,
    is_route: 1,
    is_leaf: 1,
    keep_alive: 0,
    hidden: 0,
    status: '1',
    del_flag: 0,
    rule_flag: 0,
    internal_or_external: 0,
    ...more,
  }
}

/** A menu with a page, a form's list and a button. */
export function rawMenu(id: string): { menu: Raw & { children: Raw[] } } {
  return {
    menu: {
      ...rawEntry(id),
      children: [
        rawEntry(`${id}_page`, { parent_id: id, menu_type: 1 }),
        rawEntry(`${id}_form`, { parent_id: id, menu_type: 1, url: '/online/cgformList/h_small' }),
        rawEntry(`${id}_add`, {
          parent_id: id,
          menu_type: 2,
          url: null,
          perms: `${id}:add`,
          component: null,
        }),
      ],
    },
  }
}
