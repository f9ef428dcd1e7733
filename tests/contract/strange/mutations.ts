// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the notation of the platform.
import {
  everyKind,
  mainWithSubs,
  type Raw,
  type RawForm,
  rawField,
  rawForm,
  smallForm,
  treeForm,
} from './definitions.ts'
import type { Random } from './random.ts'

/** Strange definitions of forms: the first is the one looked at, the others lie beside it. */
export interface StrangeCase {
  name: string
  family: unknown[]
}

const HTML = '<img src=x onerror=alert(1)><b>粗</b>'
const QUOTES = `'";--\${id} #{sys_user_code} {{ 1 }} \\ %_ $$ \`x\``
/** What may stand in any column. */
export const ODD_VALUES: readonly unknown[] = [
  0,
  -1,
  99_999,
  1.5,
  1e21,
  '12',
  'abc',
  null,
  '',
  '   ',
  'NULL',
  true,
  false,
  'Y',
  'N',
  '1',
  'true',
  {},
  [],
  { a: 1 },
  ['a', 'b'],
  { $sql: 'now()' },
  { $hex: 'ff' },
  HTML,
  QUOTES,
  '__proto__',
  'constructor',
  '中文',
  '😀',
  '\ud800',
  'a\0b',
  'a\r\nb',
  'x'.repeat(300),
  'x'.repeat(12_000),
  '${',
  '#{',
  '{{',
  '{"a":',
  '[1,',
]
const FIELD_NAMES: readonly string[] = [
  'select',
  'order',
  'user',
  'group',
  'table',
  'from',
  'where',
  'primary',
  'desc',
  'limit',
  'all',
  'default',
  'check',
  'column',
  'field',
  'page',
  'pageNo',
  'pageSize',
  'token',
  '_t',
  'key',
  'children',
  'records',
  'hasQuery',
  'tabletype',
  'superQueryParams',
  'length',
  'then',
  'title',
  'value',
  'text',
  'type',
  'name_dictText',
  'name_begin',
  'name_end',
  'name_MultiString',
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'tableoid',
  'xmin',
  'ctid',
  '_tenant',
  '_version',
  '_id',
  'ID',
  'Create_Time',
  '中文',
  '列名称',
  '1abc',
  '123',
  'a-b',
  'a b',
  'a.b',
  "a'b",
  'a"b',
  'a;drop table x',
  '$x',
  'x$',
  '😀',
  'a\0b',
  'é',
  'İ',
  'n'.repeat(62),
  'n'.repeat(63),
  'n'.repeat(64),
  'n'.repeat(100),
  'N'.repeat(100),
  'CamelCase',
  'UPPER_CASE',
  ' padded ',
]
const TABLE_NAMES: readonly unknown[] = [
  'UPPER_TABLE',
  'CamelTable',
  '中文表',
  '表_abc',
  '1table',
  '123',
  't'.repeat(63),
  't'.repeat(100),
  'a-b-c',
  'a b',
  'schema.table',
  'select',
  'user',
  '__proto__',
  'constructor',
  "x';drop table y;--",
  'x"y',
  '../../etc/passwd',
  'x/y',
  'strange$1',
  'strange$12$3',
  '$1',
  '_leading',
  'trailing_',
  '   spaces  ',
  42,
  true,
  null,
  '',
  {},
  [],
  '😀',
  'sys_user',
  'information_schema',
  'con',
  'nul',
  'a\0b',
]
const SYSTEM_AS: readonly Raw[] = [
  { db_field_name: 'id', db_type: 'int', db_length: 11 },
  { db_field_name: 'id', field_show_type: 'list', dict_field: 'sex', is_show_form: 1, field_must_input: '1' },
  { db_field_name: 'create_time', db_type: 'int' },
  { db_field_name: 'create_time', db_type: 'string', db_length: 5, is_query: 1, query_mode: 'group' },
  { db_field_name: 'create_by', db_type: 'Blob', field_show_type: 'sel_user', is_query: 1 },
  { db_field_name: 'update_time', db_type: 'BigDecimal', is_query: 1, query_mode: 'like' },
  { db_field_name: 'update_by', field_show_type: 'no_such', field_default_value: 'x' },
  {
    db_field_name: 'sys_org_code',
    db_type: 'int',
    field_show_type: 'sel_depart',
    is_query: 1,
    is_show_form: 1,
  },
  { db_field_name: 'tenant_id', db_type: 'int', is_query: 1 },
  { db_field_name: 'del_flag', db_type: 'int', field_default_value: '0' },
  { db_field_name: 'bpm_status', field_show_type: 'list', dict_field: 'bpm_status' },
]
const LENGTHS: readonly unknown[] = [
  0,
  -1,
  1,
  99_999,
  1e9,
  1e21,
  'abc',
  null,
  '',
  '50',
  ' 50 ',
  10.5,
  '10,2',
  true,
  {},
]
const DB_TYPES: readonly unknown[] = [
  'string',
  'int',
  'long',
  'double',
  'BigDecimal',
  'Date',
  'Datetime',
  'Text',
  'Blob',
  'VARCHAR2',
  'json',
  'bool',
  'boolean',
  'tinyint',
  'number',
  '',
  null,
  7,
  {},
]
const VIEWS: readonly unknown[] = [
  'text',
  'textarea',
  'number',
  'list',
  'list_multi',
  'radio',
  'checkbox',
  'switch',
  'date',
  'datetime',
  'time',
  'password',
  'hidden',
  'sel_user',
  'sel_depart',
  'popup',
  'link_down',
  'pca',
  'sel_tree',
  'cat_tree',
  'sel_search',
  'image',
  'file',
  'umeditor',
  'markdown',
  'link_table',
  'link_table_field',
  'popup_dict',
  'rate',
  'List',
  'TEXT',
  'wid get',
  'constructor',
  '__proto__',
  HTML,
  '',
  null,
  3,
  'barcode',
  'date_month',
  'date_year',
]
const EXTENSIONS: readonly unknown[] = [
  '{',
  '}',
  '{a:1',
  '[',
  'null',
  'true',
  '5',
  '"text"',
  '[]',
  '{}',
  '[1]',
  '[1,2,3]',
  '["Y","Y"]',
  '[null,null]',
  "{'a':'b'}",
  '{"multiSelect":"maybe"}',
  '{"multiSelect":{"a":1}}',
  '{"validateError":5}',
  '{"validateError":""}',
  '{"orderRule":"up"}',
  '{"orderRule":"asc","isFixed":1,"isOneRow":true}',
  '{"isOneRow":"perhaps"}',
  '{"picker":"century"}',
  '{"picker":["week"]}',
  '{"__proto__":{"x":1},"constructor":1}',
  '{"store":"password","text":"<b>"}',
  '{"labelLength":6}',
  '{"showLength":-5}',
  '{"showLength":"20"}',
  '{"precision":99,"rows":"many"}',
  '{"unknownThing":{"deep":[1,2,{"x":"y"}]}}',
  { multiSelect: true },
  ['1', '0'],
  '{"uploadnum":"3"}',
  '{"popupMulti":"Y"}',
  '{"displayLevel":"planet"}',
  '/*c*/{a:1,}',
  `{"a":"${'x'.repeat(5000)}"}`,
  '{"a":1}{"b":2}',
  '\u0000',
  '{"switchOptions":["on","off"]}',
  '{"switchOptions":"on,off"}',
]
const DEFAULTS: readonly unknown[] = [
  'abc',
  '1',
  '1.5',
  '-7',
  '1e400',
  'NaN',
  'Infinity',
  '99999999999999999999',
  'true',
  '2024-02-30',
  '2024-13-01',
  'today',
  '25:00',
  '#{nothing}',
  '#{sys_user_code}',
  '#{sys_date}',
  '${rule}',
  '${rule?x=1}',
  '{{ new Date() }}',
  "'quoted'",
  'CURRENT_TIMESTAMP',
  '2024-01-01 00:00:00',
  '1,2,3',
  HTML,
  QUOTES,
  'x'.repeat(500),
  0,
  false,
  {},
  [],
  '0',
  'Y',
  '😀',
  ' ',
  '\ud800',
]
const DICTS: readonly Raw[] = [
  { dict_field: 'no_such' },
  { dict_table: 'no_such_table', dict_field: 'id', dict_text: 'name' },
  { dict_table: 'sys_user', dict_field: '', dict_text: '' },
  { dict_table: 'sys_user', dict_field: 'password', dict_text: 'salt' },
  { dict_table: 'sys_user where 1=1; drop table x', dict_field: 'id', dict_text: 'realname' },
  { dict_table: "sys_user where username = '${name}'", dict_field: 'id', dict_text: 'realname' },
  {
    dict_table: 'sys_user where del_flag = 0 order by create_time desc',
    dict_field: 'username',
    dict_text: 'realname',
  },
  { dict_table: '(select 1) x', dict_field: 'a', dict_text: 'b' },
  { dict_table: HTML, dict_field: HTML, dict_text: HTML },
  { dict_table: {}, dict_field: [], dict_text: 5 },
  { dict_field: 'a'.repeat(300) },
  { dict_field: '字典' },
  { dict_field: '__proto__' },
  { dict_field: "sex'; --" },
  { dict_table: 'SYS_USER', dict_field: 'USERNAME', dict_text: 'REALNAME' },
  { dict_table: 'sys_depart', dict_field: '0', dict_text: 'id,parent_id' },
  { dict_table: '{table:"x"', dict_field: '', dict_text: '' },
  { dict_table: "{table:'__proto__',txt:'constructor',key:'a',idField:'b',pidField:'c',linkField:'d,e'}" },
  { dict_table: 'rep', dict_field: 'a,b,c', dict_text: 'x,y' },
  { dict_table: 'rep', dict_field: 'a', dict_text: 'nowhere' },
  { dict_table: ',', dict_field: ',,', dict_text: ',' },
]
const VALIDATIONS: readonly unknown[] = [
  '*',
  'only',
  'n',
  'n6-16',
  'm',
  'e',
  'url',
  'z',
  '[',
  '(a+)+$',
  '(?=x)x',
  '\\1(a)',
  '^[A-Z]+$',
  '/^a$/gi',
  '***',
  HTML,
  QUOTES,
  'x'.repeat(3000),
  7,
  null,
  {},
  '\\',
  'ONLY',
  ' ',
  '(?<n>a)\\k<n>',
  '^\\d{1,100000}$',
  '中文',
]
const HREFS: readonly unknown[] = [
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  '/a/b?id=${id}',
  '/a/${nowhere}',
  'http://x/${name}',
  '//evil',
  'data:text/html,x',
  '${name}',
  '{{DICT}}',
  5,
  {},
  ' ',
  '😀',
  'x'.repeat(5000),
]
const FLAGS: readonly unknown[] = [
  0,
  1,
  '0',
  '1',
  true,
  false,
  'Y',
  'N',
  'y',
  'yes',
  'TRUE',
  'on',
  null,
  '',
  2,
  -1,
  {},
  'maybe',
]
const FLAG_COLUMNS = [
  'is_show_list',
  'is_show_form',
  'is_query',
  'is_read_only',
  'field_must_input',
  'db_is_null',
  'db_is_persist',
  'db_is_key',
  'query_config_flag',
  'query_must_input',
] as const

const copy = <T>(value: T): T => structuredClone(value)

function fieldOf(form: RawForm, name: string): Raw {
  const row = form.onl_cgform_field.find((one) => one.db_field_name === name)
  if (!row) throw new Error(`no field ${name}`)
  return row
}

function withField(name: string, change: Raw): RawForm {
  const form = everyKind('strange')
  Object.assign(fieldOf(form, name), change)
  return form
}

function withHead(change: Raw): RawForm {
  const form = smallForm('strange')
  Object.assign(form.head, change)
  return form
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length > 40 ? `${text.slice(0, 40)}…(${text.length})` : text
}

/** Every named way to spoil a form, and a number of ways that the seed chooses. */
export function strangeForms(random: Random, chosen: number): StrangeCase[] {
  const cases: StrangeCase[] = []
  const add = (name: string, ...family: unknown[]) => cases.push({ name, family })
  add('a form of every kind', everyKind('strange'))
  add('a tree', treeForm('strange'))
  add('a main form', ...mainWithSubs('strange'))

  for (const value of FIELD_NAMES) {
    const form = smallForm('strange')
    form.onl_cgform_field.push(rawField(value, { is_query: 1, db_field_txt: `名 ${value.slice(0, 50)}` }))
    add(`a field called ${shown(value)}`, form)
  }
  for (const value of TABLE_NAMES) add(`a table called ${shown(value)}`, withHead({ table_name: value }))
  for (const change of SYSTEM_AS) {
    const form = smallForm('strange')
    const rows = form.onl_cgform_field.filter((row) => row.db_field_name !== change.db_field_name)
    form.onl_cgform_field = [...rows, rawField(String(change.db_field_name), { is_show_list: 1, ...change })]
    add(`a system column as ${shown(change)}`, form)
  }
  for (const value of LENGTHS) {
    add(`length ${shown(value)} of a text`, withField('code', { db_length: value }))
    add(
      `length and scale ${shown(value)} of a decimal`,
      withField('price', { db_length: value, db_point_length: value, field_default_value: '' }),
    )
  }
  for (const value of DB_TYPES) {
    const form = everyKind('strange')
    for (const row of form.onl_cgform_field.slice(4)) row.db_type = value
    add(`type ${shown(value)} under every kind`, form)
  }
  for (const value of VIEWS) {
    const form = smallForm('strange')
    for (const type of ['string', 'int', 'BigDecimal', 'Date', 'Datetime', 'Text', 'Blob'])
      form.onl_cgform_field.push(
        rawField(`v_${type}`, { db_type: type, field_show_type: value, is_query: 1, query_mode: 'group' }),
      )
    add(`kind ${shown(value)} over every type`, form)
  }
  for (const value of EXTENSIONS) {
    const form = everyKind('strange')
    for (const row of form.onl_cgform_field) row.field_extend_json = value
    add(`extension ${shown(value)}`, form)
    add(`extension of the head ${shown(value)}`, withHead({ ext_config_json: value }))
  }
  for (const value of DEFAULTS) {
    const form = everyKind('strange')
    for (const row of form.onl_cgform_field.slice(4)) row.field_default_value = value
    add(`default ${shown(value)}`, form)
  }
  for (const change of DICTS) {
    const form = everyKind('strange')
    for (const row of form.onl_cgform_field.slice(4)) Object.assign(row, change, { is_query: 1 })
    add(`dictionary ${shown(change)}`, form)
  }
  for (const value of VALIDATIONS) {
    const form = everyKind('strange')
    for (const row of form.onl_cgform_field.slice(4)) row.field_valid_type = value
    add(`validation ${shown(value)}`, form)
  }
  for (const value of HREFS) {
    const form = smallForm('strange')
    for (const row of form.onl_cgform_field) row.field_href = value
    add(`link ${shown(value)}`, form)
  }
  for (const value of FLAGS) {
    const form = everyKind('strange')
    for (const row of form.onl_cgform_field) for (const column of FLAG_COLUMNS) row[column] = value
    add(`every switch ${shown(value)}`, form)
  }
  for (const value of [HTML, QUOTES, '', null, ' ', 5, {}, 'x'.repeat(300), '\ud800', 'a\0b', 'a\r\nb']) {
    const form = everyKind('strange')
    form.head.table_txt = value
    for (const row of form.onl_cgform_field) row.db_field_txt = value
    add(`titles ${shown(value)}`, form)
  }
  for (const value of [null, '', 'abc', -1, 1.5, '10', '1.5', 1e21, {}, true]) {
    const form = smallForm('strange')
    for (const row of form.onl_cgform_field) row.order_num = value
    add(`order ${shown(value)}`, form)
  }
  cases.push(...strangeShapes(), ...strangeFamilies())

  const bases = [everyKind, smallForm, treeForm]
  for (let count = 0; count < chosen; count += 1) {
    const form = random.pick(bases)('strange')
    const changed = spoil(form, random, 4)
    add(`chosen ${count + 1}: ${changed}`, form)
  }
  return cases
}

/** Puts odd values into a form, at most so many; says which. */
export function spoil(form: RawForm, random: Random, most: number): string {
  const changed: string[] = []
  for (let change = 1 + random.below(most); change > 0; change -= 1) {
    const value = copy(random.pick(ODD_VALUES))
    if (random.below(4) === 0) {
      const column = random.pick(Object.keys(form.head))
      form.head[column] = value
      changed.push(`head.${column}=${shown(value)}`)
      continue
    }
    const row = random.pick(form.onl_cgform_field)
    const column = random.pick(Object.keys(row))
    changed.push(`${shown(row.db_field_name)}.${column}=${shown(value)}`)
    if (random.below(6) === 0) delete row[column]
    else row[column] = value
  }
  return changed.join(', ')
}

/** Forms whose shape is not the usual one. */
function strangeShapes(): StrangeCase[] {
  const small = () => smallForm('strange')
  const form = (change: (form: RawForm) => unknown): unknown => {
    const one = small()
    return change(one) ?? one
  }
  const rows = (value: unknown) => form((one) => ({ ...one, onl_cgform_field: value }))
  const named = {
    'no head': form(({ head: _, ...rest }) => rest),
    'no fields': form(({ onl_cgform_field: _, ...rest }) => rest),
    'empty head': form((one) => ({ ...one, head: {} })),
    'head is null': form((one) => ({ ...one, head: null })),
    'head is text': form((one) => ({ ...one, head: 'strange' })),
    'head is JSON in a text': form((one) => ({ ...one, head: JSON.stringify(one.head) })),
    'head is a list': form((one) => ({ ...one, head: [one.head] })),
    'empty fields': rows([]),
    'fields are null': rows(null),
    'fields are an object': rows({ a: rawField('a') }),
    'fields are text': rows('a,b'),
    'fields are JSON in a text': rows(JSON.stringify([rawField('a')])),
    'fields hold other things': rows([null, 5, 'a', [], rawField('a'), {}]),
    'fields of names only': rows([{ db_field_name: 'a' }, { db_field_name: 'b' }]),
    'fields without names': rows([
      rawField('a'),
      { ...rawField('b'), db_field_name: '' },
      rawField('c', { db_field_name: null }),
    ]),
    'only system columns': form((one) => ({ ...one, onl_cgform_field: one.onl_cgform_field.slice(0, 4) })),
    'duplicate columns': form(
      (one) => void one.onl_cgform_field.push(rawField('name', { db_type: 'int' }), rawField('NAME')),
    ),
    'names that become equal': form(
      (one) => void one.onl_cgform_field.push(rawField('a-b'), rawField('a b'), rawField('a_b')),
    ),
    'fields in camel case': rows([
      {
        dbFieldName: 'userName',
        dbFieldTxt: '名',
        dbType: 'string',
        dbLength: 20,
        fieldShowType: 'text',
        isShowForm: 1,
        isShowList: 1,
      },
    ]),
    'everything in camel case': form((one) => ({
      head: camel(one.head),
      fields: one.onl_cgform_field.map(camel),
      indexs: [],
      deleteFieldIds: [],
    })),
    'everything in capitals': form((one) => ({
      head: upper(one.head),
      onl_cgform_field: one.onl_cgform_field.map(upper),
    })),
    '400 fields': rawForm(
      'strange',
      Array.from({ length: 400 }, (_, at) => rawField(`c${at}`, { is_show_list: at % 20 === 0 ? 1 : 0 })),
    ),
    '1700 fields': rawForm(
      'strange',
      Array.from({ length: 1700 }, (_, at) => rawField(`c${at}`, { is_show_list: 0 })),
    ),
    'equal identities of fields': form((one) => {
      for (const row of one.onl_cgform_field) row.id = 'same'
    }),
    'identities that are names of others': form((one) => {
      const [first, second] = one.onl_cgform_field.slice(4)
      if (first && second) Object.assign(first, { id: second.db_field_name })
    }),
    'indexes of everything': form((one) => ({
      ...one,
      onl_cgform_index: [
        { index_name: 'i', index_field: 'name,level', index_type: 'normal' },
        { index_name: 'i', index_field: 'name', index_type: 'unique' },
        { index_name: '索引', index_field: 'nowhere', index_type: 'unique' },
        { index_name: 'x'.repeat(100), index_field: 'name,name,day', index_type: 'UNIQUE' },
        { index_name: null, index_field: null, index_type: null },
        { index_name: 'id', index_field: 'id', index_type: 'unique' },
        null,
        5,
      ],
    })),
    'an index over long texts': form((one) => {
      one.onl_cgform_field.push(
        rawField('long', { db_type: 'Text', field_show_type: 'textarea', field_valid_type: 'only' }),
      )
      one.onl_cgform_field.push(
        rawField('blob', { db_type: 'Blob', field_show_type: 'textarea', field_valid_type: 'only' }),
      )
      return { ...one, onl_cgform_index: [{ index_name: 'l', index_field: 'long', index_type: 'unique' }] }
    }),
    'rights of everything': form((one) => ({
      ...one,
      onl_auth_page: [
        { code: 'name', type: 1, control: 3, status: 1 },
        { code: 'name', type: 1, control: 5, status: 1 },
        { code: 'nowhere', type: 1, control: 5, status: 1 },
        { code: 'add', type: 2, control: 5, status: 1 },
        null,
      ],
      onl_auth_data: [
        {
          id: '1',
          rule_name: '一',
          rule_column: 'name',
          rule_operator: 'LIKE',
          rule_value: '#{sys_user_code}',
          status: 1,
        },
        { id: '1', rule_name: '一', rule_column: 'nowhere', rule_operator: '=', rule_value: '1', status: 1 },
        {
          id: '2',
          rule_name: HTML,
          rule_operator: 'USE_SQL_RULES',
          rule_value: '1=1; drop table x',
          status: 1,
        },
        { id: '3', rule_name: null, rule_column: null, rule_operator: null, rule_value: null, status: 1 },
        { id: '4', rule_name: 'x', rule_column: 'day', rule_operator: '>', rule_value: 'abc', status: 1 },
      ],
    })),
    'buttons and scripts that are something else': form((one) => ({
      ...one,
      onl_cgform_button: 'none',
      onl_cgform_enhance_js: [{ cg_js: 'while(true){}' }],
      onl_cgform_enhance_sql: {},
      onl_cgform_enhance_java: [null, { button_code: HTML }],
    })),
    'a condition of the query for every kind': form((one) => {
      for (const row of one.onl_cgform_field)
        Object.assign(row, {
          is_query: 1,
          query_config_flag: '1',
          query_show_type: 'list',
          query_dict_field: 'no_such',
          query_def_val: QUOTES,
          query_mode: 'group',
          query_must_input: '1',
        })
    }),
  }
  return Object.entries(named).map(([name, definition]) => ({ name, family: [definition] }))
}

/** Trees and main forms that do not fit together. */
function strangeFamilies(): StrangeCase[] {
  const cases: StrangeCase[] = []
  const add = (name: string, ...family: unknown[]) => cases.push({ name, family })
  for (const change of [
    { tree_parent_id_field: null, tree_id_field: null, tree_fieldname: null },
    { tree_parent_id_field: 'nowhere', tree_id_field: 'nowhere', tree_fieldname: 'nowhere' },
    { tree_parent_id_field: 'name', tree_id_field: 'name', tree_fieldname: 'name' },
    { tree_parent_id_field: 'id', tree_id_field: 'id', tree_fieldname: 'id' },
    { tree_parent_id_field: 'create_by', tree_id_field: 'create_time', tree_fieldname: 'create_by' },
    { tree_parent_id_field: '父级', tree_id_field: '1x', tree_fieldname: HTML },
    { tree_parent_id_field: {}, tree_id_field: [], tree_fieldname: 5 },
    { is_tree: 1 },
    { is_tree: 'Y', table_type: 2, sub_table_str: 'strange' },
  ]) {
    const form = treeForm('strange')
    Object.assign(form.head, change)
    add(`a tree with ${shown(change)}`, form)
  }
  for (const [name, change] of [
    ['without its parent field', { db_field_name: 'other' }],
    ['whose parent is a number', { db_type: 'int', field_show_type: 'text', db_length: 11 }],
    ['whose parent is a date', { db_type: 'Date', field_show_type: 'date' }],
    ['whose parent is not stored', { db_is_persist: 0 }],
    ['whose parent is required', { field_must_input: '1', is_read_only: 1, is_show_form: 0 }],
    ['whose parent is short', { db_length: 5 }],
  ] as const) {
    const form = treeForm('strange')
    Object.assign(fieldOf(form, 'pid'), change)
    add(`a tree ${name}`, form)
  }
  const number = treeForm('strange')
  Object.assign(fieldOf(number, 'has_child'), { db_type: 'int', field_show_type: 'number', dict_field: '' })
  add('a tree whose mark is a number', number)
  add('a tree of nothing', rawForm('strange', [], { is_tree: 'Y', tree_fieldname: 'name' }))
  add(
    'a tree of numbers',
    rawForm('strange', [rawField('n', { db_type: 'int' })], { is_tree: 'Y', tree_fieldname: 'n' }),
  )

  const family = () => mainWithSubs('strange') as [RawForm, RawForm, RawForm]
  const [main, many, one] = family()
  add('a main form without its sub tables', main)
  add('a main form with one of its sub tables', main, one)
  add('a sub table without its main form', many)
  const cyclic = family()
  cyclic[1].head.table_type = 2
  cyclic[1].head.sub_table_str = 'strange'
  cyclic[0].onl_cgform_field.push(rawField('item_id', { main_table: 'strange_item', main_field: 'id' }))
  add('a cycle of main and sub', ...cyclic)
  add(
    'its own sub table',
    rawForm('strange', [rawField('up', { main_table: 'strange', main_field: 'id' })], {
      table_type: 2,
      sub_table_str: 'strange',
    }),
  )
  const twice = family()
  twice[0].head.sub_table_str = 'strange_item,strange_item, ,nowhere,strange_extra,STRANGE_ITEM'
  add('a sub table named twice', ...twice)
  const wrongKey = family()
  fieldOf(wrongKey[1], 'main_id').main_field = 'nowhere'
  Object.assign(fieldOf(wrongKey[2], 'main_id'), { db_type: 'int', main_field: 'no' })
  add('foreign keys of other fields and types', ...wrongKey)
  const same = family()
  same[0].onl_cgform_field.push(rawField('strange_item', { is_query: 1 }))
  add('a field called like a sub table', ...same)
  const required = family()
  Object.assign(fieldOf(required[1], 'main_id'), {
    field_must_input: '1',
    is_show_form: 1,
    field_show_type: 'sel_user',
  })
  Object.assign(fieldOf(required[2], 'main_id'), { field_valid_type: 'only', is_read_only: 1 })
  add('foreign keys that are asked for', ...required)
  const capital = family()
  capital[0].head.table_name = 'Strange-主'
  capital[0].head.sub_table_str = 'Strange-子'
  capital[1].head.table_name = 'Strange-子'
  for (const form of [capital[1], capital[2]]) fieldOf(form, 'main_id').main_table = 'Strange-主'
  add('names of main and sub that are not legal', ...capital)
  const relation = family()
  Object.assign(relation[1].head, {
    relation_type: 'x',
    tab_order_num: 'abc',
    table_type: '3',
    theme_template: 'innerTable',
  })
  Object.assign(relation[2].head, { relation_type: '1', tab_order_num: null })
  Object.assign(relation[0].head, { table_type: '2', theme_template: 'tab', form_template: '9' })
  add('kinds of relations as texts', ...relation)
  return cases
}

function camel(row: Raw): Raw {
  return rename(row, (key) => key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))
}

function upper(row: Raw): Raw {
  return rename(row, (key) => key.toUpperCase())
}

function rename(row: Raw, change: (key: string) => string): Raw {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [change(key), value]))
}
