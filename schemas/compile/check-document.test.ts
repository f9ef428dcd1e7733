import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '#tests/helpers/property-runs.ts'
import type { FormDocument } from '../page/form.ts'
import { checkDocument, plainDocument, soundDocument } from './check-document.ts'
import { compileForm } from './compile-form.ts'
import { wideForm } from './fixtures/wide-form.ts'
import { ownTable } from './own-table.ts'

const SOUND = readFileSync(new URL('fixtures/booth_order.form.json', import.meta.url), 'utf8')

/** The sound document with one mistake in it. */
function mistaken(from: string, to: string): string {
  expect(SOUND.split(from)).toHaveLength(2)
  return SOUND.replace(from, to)
}

/** Problems as an editor would list them. */
function lines(text: string, ...more: Parameters<typeof checkDocument>[1][]): string[] {
  return checkDocument(text, ...more)
    .filter(({ code }) => code !== 'planned-view')
    .map(
      ({ line, severity, path, message, suggestion }) =>
        `${line} ${severity} ${path} ${message}${suggestion ? ` ${suggestion}` : ''}`,
    )
}

describe('a seeded mistake is told where it stands', () => {
  it.each<[string, string, string, string]>([
    // what, instead of, wrote, and then the line says
    [
      'an unknown widget',
      '"view": "sel_user", "options": { "multiSelect": false }',
      '"view": "sel_usr", "options": { "multiSelect": false }',
      'error /schema/properties/owner/view 未知的控件 "sel_usr"',
    ],
    [
      'an unknown keyword',
      '"description": "每一种属性和控件"',
      '"descripton": "x"',
      'error /descripton 未知的关键字 "descripton"',
    ],
    [
      'an unknown keyword of a property',
      '"title": "编号", "view": "text", "maxLength": 32',
      '"title": "编号", "view": "text", "maxlength": 32',
      'error /schema/properties/code/maxlength 未知的关键字 "maxlength"',
    ],
    [
      'an unknown option',
      '"options": { "unit": "㎡" }',
      '"options": { "unti": "㎡" }',
      'error /schema/properties/area/options/unti 未知的关键字 "unti"',
    ],
    [
      'a wrong value of an option',
      '"options": { "picker": "month" }',
      '"options": { "picker": "moth" }',
      'error /schema/properties/open_month/options/picker "moth" 无效，应为 date、week、month、quarter、year 之一',
    ],
    [
      'a wrong type',
      '"type": "integer", "title": "数量"',
      '"type": "interger", "title": "数量"',
      'error /schema/properties/count/type "interger" 无效，应为 string、integer、number 之一',
    ],
    [
      'text instead of a number',
      '"title": "分类", "view": "sel_tree"',
      '"title": "分类", "maxLength": "36", "view": "sel_tree"',
      'error /schema/properties/category/maxLength 应为整数',
    ],
    ['a missing title', '"title": "比例", ', '', 'error /schema/properties/ratio 缺少 "title"'],
    [
      'a name with a dash',
      '"opens": {',
      '"open-time": {',
      'error /schema/properties/open-time 字段名 "open-time" 不合法',
    ],
    [
      'a column of PostgreSQL',
      '"opens": {',
      '"xmin": {',
      'error /schema/properties/xmin 字段名 "xmin" 是系统保留的名称',
    ],
    [
      'a required field that is not there',
      '"required": ["name",',
      '"required": ["nam",',
      'error /schema/required/0 字段 "nam" 不存在 是否应为 "name"？',
    ],
    [
      'a pattern with look-ahead',
      '"^[A-Z]\\\\d{2}$"',
      '"^(?=A)\\\\d{2}$"',
      'error /schema/properties/booth/pattern 正则表达式无效',
    ],
    [
      'an unknown named pattern',
      '"validType": "m"',
      '"validType": "mobil"',
      'error /schema/properties/phone/validType 未知的校验 "mobil"',
    ],
    [
      'the old word for unique',
      '"validType": "m"',
      '"validType": "only"',
      'error /schema/properties/phone/validType 唯一校验请用 "unique": true',
    ],
    [
      'an order with a field that is not there',
      '"validType": "m"',
      '"notBefore": "opend"',
      'warning /schema/properties/phone/notBefore 字段 "opend" 不存在',
    ],
    [
      'a default that is no choice',
      '"default": "0", "dict"',
      '"default": "9", "dict"',
      'error /schema/properties/status/default 默认值无效：状态的值不在选项中',
    ],
    [
      'a default of the wrong type',
      '"minimum": 1, "maximum": 999',
      '"minimum": 1, "maximum": 999, "default": "many"',
      'error /schema/properties/count/default 默认值无效：数量应为整数',
    ],
    [
      'limits that contradict each other',
      '"minimum": 1, "maximum": 999',
      '"minimum": 1000, "maximum": 999',
      'error /schema/properties/count/minimum minimum 1000 大于 maximum 999',
    ],
    [
      'a date that is a number',
      '"open_date": { "type": "string"',
      '"open_date": { "type": "integer"',
      'error /schema/properties/open_date/type 控件 date 的值是文本，type 应为 string',
    ],
    [
      'a limit without effect',
      '"title": "市"',
      '"title": "市", "minimum": 1',
      'warning /schema/properties/city/minimum minimum 对 string 类型不起作用',
    ],
    [
      'a choice given twice',
      '"value": "1", "text": "已确认"',
      '"value": "0", "text": "已确认"',
      'error /schema/properties/status/dict/1/value 选项值 "0" 重复',
    ],
    [
      'a dangerous link',
      '"href": "/expo/Order"',
      '"href": " java\\u0000script:alert(1)"',
      'error /schema/properties/name/href 不允许的链接协议 "javascript:"',
    ],
    [
      'a list column that is not there',
      '"columns": ["name", { "field": "hall"',
      '"columns": ["name", { "field": "hal"',
      'error /list/columns/1/field 字段 "hal" 不存在 是否应为 "hall"？',
    ],
    [
      'a filter that is not there',
      '"query": ["name", "hall"',
      '"query": ["nmae", "hall"',
      'error /list/query/0 字段 "nmae" 不存在 是否应为 "name"？',
    ],
    [
      'a mode that is none',
      '"mode": "group"',
      '"mode": "range"',
      'error /list/query/4/mode "range" 无效，应为 single、like、ne、ge、le、group 之一',
    ],
    [
      'an order that is none',
      '"open_date desc, name"',
      '"open_date down"',
      'error /list/sort 排序 "open_date down"',
    ],
    [
      'places among siblings in a table that is no tree',
      '"sort": "open_date desc, name"',
      '"sort": "open_date desc, name", "order": "level"',
      'error /list/order 排序字段 "level" 应是存储的数字字段',
    ],
    ['too many columns of the form', '"columns": 2,', '"columns": 7,', 'error /layout/columns 应不大于4'],
    [
      'a group with a field that is not there',
      '["phone", "email", "site"]',
      '["phone", "mail", "site"]',
      'error /layout/groups/0/fields/1 字段 "mail" 不存在 是否应为 "email"？',
    ],
    [
      'a rule about a field that is not there',
      '"if": { "field": "level"',
      '"if": { "field": "levl"',
      'error /rules/0/if/field 条件中的字段 "levl" 不存在 是否应为 "level"？',
    ],
    [
      'a comparison that is none',
      '"field": "paid", "rule": "eq"',
      '"field": "paid", "rule": "equals"',
      'error /rules/1/if/rule "equals" 无效，应为 eq、ne',
    ],
    [
      'a colour that is none',
      '"value": "1", "text": "已确认", "color": "green"',
      '"value": "1", "text": "已确认", "color": "grean"',
      'warning /schema/properties/status/dict/1/color 颜色 "grean" 不存在，应为 magenta',
    ],
    [
      'an effect that is none',
      '"hide": ["remark"]',
      '"hidden": ["remark"]',
      'error /rules/1/then/hidden 未知的关键字 "hidden"',
    ],
    [
      'a variable that is none',
      '#{sys_user_code}',
      '#{sys_user_cod}',
      'error /permissions/rows/0/where/val 变量 #{sys_user_cod} 不存在',
    ],
    [
      'an index over nothing',
      '"columns": ["hall", "status"]',
      '"columns": ["hall", "state"]',
      'error /indexes/0/columns/1 字段 "state" 不存在',
    ],
    [
      'a key given twice',
      '"title": "展位订单",',
      '"title": "展位订单", "title": "x",',
      'error /title 属性 "title" 重复',
    ],
    ['a missing comma', '"title": "展位订单",', '"title": "展位订单"', 'error  JSON 语法错误：缺少逗号'],
  ])('%s', (_what, from, to, expected) => {
    const text = mistaken(from, to)
    const found = lines(text)
    // A missing comma is noticed where the next thing stands.
    const line =
      text.slice(0, SOUND.indexOf(from)).split('\n').length + (expected.includes('缺少逗号') ? 1 : 0)
    expect(
      found.some((problem) => problem.startsWith(`${line} ${expected}`)),
      found.join('\n'),
    ).toBe(true)
    // One mistake, and not a page of consequences.
    expect(found.length).toBeLessThanOrEqual(2)
  })

  it('says what is wrong and does not ask for what it has said', () => {
    expect(soundDocument({ kind: 'from', code: 'a', title: 'a' }).problems).toMatchObject([
      { message: 'kind "from" 无效，应为 "form"', suggestion: undefined },
    ])
    const dict = { kind: 'dict', code: 'd', title: 'd' }
    const items = ['bluue', 'blue', '#1677ff', 'success', 'rebeccapurple', '#12', 'rgb(1, 2, 3)'].map(
      (color, at) => ({ value: at, text: 'x', color }),
    )
    expect(checkDocument({ ...dict, items })).toMatchObject([
      { severity: 'warning', path: '/items/0/color', suggestion: '是否应为 "blue"？' },
      { severity: 'warning', path: '/items/5/color' },
    ])
  })

  it('finds nothing in the sound document', () => {
    expect(lines(SOUND)).toEqual([])
    expect(checkDocument(SOUND)).toEqual([])
  })

  it('tells the column as well as the line', () => {
    expect(
      checkDocument(
        '{\n  "kind": "form",\n  "code": "a", "titel": "x",\n  "schema": {"type":"object","properties":{}}\n}',
      ),
    ).toMatchObject([
      { line: 1, column: 1, code: 'required' },
      { line: 3, column: 16, path: '/titel', suggestion: '是否应为 "title"？' },
      { line: 4, code: 'empty' },
    ])
  })
})

describe('references', () => {
  const forms = new Map(
    ['expo_hall', 'expo_category'].map((code): [string, FormDocument] => [
      code,
      {
        kind: 'form',
        code,
        title: code,
        schema: {
          type: 'object',
          properties: {
            name: { type: 'string', title: '名称', view: 'text' },
            pid: { type: 'string', title: '上级', view: 'text' },
          },
        },
      },
    ]),
  )

  it('says what does not resolve, and what was probably meant', () => {
    const found = lines(SOUND, {
      dicts: new Set(['expo_levels', 'expo_tag', 'expo_kind']),
      forms,
      sources: new Set(['sys_category']),
      reports: new Set(),
    })
    expect(found).toEqual([
      '14 error /schema/properties/hall/dict/where/field 条件中的字段 "open" 不存在',
      '16 warning /schema/properties/level/dict 字典 "expo_level" 不存在 是否应为 "expo_levels"？',
      '37 warning /schema/properties/source/options/popupCode 报表 "expo_source" 不存在',
    ])
  })

  it('looks into sub tables', () => {
    const main = (sub: object) =>
      JSON.stringify({
        kind: 'form',
        code: 'm',
        title: 'm',
        schema: { type: 'object', properties: {} },
        subTables: [sub],
      })
    const only = (text: string) => lines(text, { forms }).filter((line) => line.includes('subTables'))
    expect(only(main({ code: 'expo_hal', foreignKey: 'pid', relation: 'many' }))).toEqual([
      '1 error /subTables/0/code 子表 "expo_hal" 的表单文档不存在，页面不显示这个子表 是否应为 "expo_hall"？',
    ])
    expect(only(main({ code: 'expo_hall', foreignKey: 'parent', relation: 'many' }))).toEqual([
      '1 error /subTables/0/foreignKey 子表 "expo_hall" 没有外键字段 "parent"',
    ])
    const hall = forms.get('expo_hall') as FormDocument
    const properties = {
      ...hall.schema.properties,
      place: { type: 'integer' as const, view: 'number', title: '序号' },
    }
    const line: FormDocument = { ...hall, code: 'line', schema: { type: 'object', properties } }
    const places = (sub: object) =>
      lines(main({ code: 'line', foreignKey: 'pid', relation: 'many', ...sub }), {
        forms: new Map([['line', line]]),
      }).filter((text) => text.includes('subTables'))
    expect(places({ order: 'place' })).toEqual([])
    expect(places({ order: 'plase' })).toEqual([
      '1 error /subTables/0/order 子表 "line" 没有字段 "plase" 是否应为 "place"？',
    ])
    expect(places({ order: 'name' })).toEqual([
      '1 error /subTables/0/order 排序字段 "name" 应是存储的数字字段',
    ])
    expect(places({ order: 'place', relation: 'one' })).toEqual([
      '1 warning /subTables/0/order 一对一子表只有一行，order 不起作用',
    ])
  })
})

describe('a reference that does not resolve', () => {
  const page = (properties: object, more: object = {}) => ({
    kind: 'form',
    code: 'a',
    title: 'a',
    schema: { type: 'object', properties },
    ...more,
  })
  const field = (view: string, more: object = {}) => ({ type: 'string', title: 'f', view, ...more })
  const missing: Record<string, object> = {
    kept: field('list', { dict: 'gone' }),
    several: field('checkbox', { dict: 'gone' }),
    counted: { ...field('radio', { dict: 'gone' }), type: 'integer' },
    rows: field('sel_search', { dict: { table: 'gone', value: 'id', text: 'name' } }),
    column: field('list', { dict: { table: 'there', value: 'id', text: 'nmae' } }),
    tree: field('sel_tree', {
      maxLength: 36,
      options: { table: 'gone', text: 'name', code: 'id', pidField: 'pid' },
    }),
    levels: field('link_down', {
      options: { table: 'gone', txt: 'name', key: 'id', idField: 'id', pidField: 'pid' },
    }),
    none: field('list'),
    empty: field('checkbox', { dict: [] }),
    searched: { ...field('sel_search'), type: 'integer' },
    chosen: field('popup', { options: { popupCode: 'gone', orgFields: 'a', destFields: 'chosen' } }),
  }
  const there = soundDocument(page({ name: field('text') }, { code: 'there' })).document as FormDocument
  const nothing = { dicts: new Set(['kept']), forms: new Map([['there', there]]), reports: new Set<string>() }

  it.each(Object.keys(missing))('makes a plain field of it, in the column that it had: %s', (name) => {
    const { document, problems, unresolved } = soundDocument(page({ [name]: missing[name] }), nothing)
    expect(unresolved).toEqual([name])
    expect(problems).toMatchObject([
      { severity: 'warning', path: expect.stringContaining(`/schema/properties/${name}/`) },
    ])
    const form = compileForm(plainDocument(document as FormDocument, unresolved))
    expect(form.fields[0]).toMatchObject({
      view: name === 'counted' || name === 'searched' ? 'number' : 'text',
      options: {},
      dict: null,
      dictKey: null,
    })
    const before = compileForm(soundDocument(page({ [name]: missing[name] })).document as FormDocument)
    expect(ownTable(form).columns).toEqual(ownTable(before).columns)
    expect(before.fields[0]?.view).not.toMatch(/^(text|number)$/)
    // The server keeps what the document says.
    expect(compileForm(document as FormDocument).fields[0]?.view).toBe(before.fields[0]?.view)
  })

  it('offers the values that stand in the field itself', () => {
    const property = { ...missing.kept, enum: ['x'] }
    const { document, unresolved } = soundDocument(page({ kept: property }), nothing)
    expect(plainDocument(document as FormDocument, unresolved).schema.properties.kept).toEqual({
      ...field('list'),
      enum: ['x'],
    })
  })

  it('makes plain filters as well', () => {
    const { document, unresolved } = soundDocument(
      page(
        { kept: missing.kept, plain: field('text') },
        {
          list: {
            query: [
              { field: 'kept', view: 'list_multi' },
              { field: 'plain', view: 'list', dict: 'gone' },
            ],
          },
        },
      ),
      nothing,
    )
    const { query } = compileForm(plainDocument(document as FormDocument, unresolved)).list
    expect(query.map(({ view, dictKey }) => [view, dictKey])).toEqual([
      ['text', null],
      ['text', null],
    ])
  })

  it('makes a plain filter of a list that offers nothing', () => {
    const { document, problems } = soundDocument(
      page(
        { name: field('text'), level: field('list', { dict: 'kept' }) },
        {
          list: {
            query: [
              { field: 'name', view: 'list' },
              { field: 'level', view: 'list_multi' },
            ],
          },
        },
      ),
      nothing,
    )
    expect(problems).toMatchObject([{ severity: 'warning', path: '/list/query/0/view', code: 'no-dict' }])
    const { query } = compileForm(document as FormDocument).list
    expect(query.map(({ view }) => view)).toEqual(['text', 'list_multi'])
  })

  it('leaves a sub table out, whose rows could not be entered', () => {
    const subTables = [{ code: 'gone', foreignKey: 'pid', relation: 'many', minRows: 1 }]
    const { document, problems } = soundDocument(page({ name: field('text') }, { subTables }), nothing)
    expect(problems).toMatchObject([{ severity: 'error', fatal: false, path: '/subTables/0/code' }])
    expect(compileForm(document as FormDocument).subTables).toEqual([])
  })

  it.each([{ compact: true }, { selection: 'radio' }])(
    'says that %j is for sub tables of many rows',
    (words) => {
      const [word] = Object.keys(words)
      const entry = (relation: string) => ({ code: 'sub', foreignKey: 'pid', relation, ...words })
      const of = (relation: string) =>
        checkDocument(page({ name: field('text') }, { subTables: [entry(relation)] }))
          .filter(({ path }) => path.endsWith(`/${word}`))
          .map(({ severity, code }) => `${severity} ${code}`)
      expect(of('many')).toEqual([])
      expect(of('one')).toEqual(['warning no-effect'])
    },
  )

  it('leaves the lower levels of linked dropdowns as they are', () => {
    const { document, problems } = soundDocument(
      page({
        upper: field('link_down', {
          options: {
            table: 'there',
            txt: 'name',
            key: 'id',
            idField: 'id',
            pidField: 'id',
            linkField: 'lower',
          },
        }),
        lower: field('link_down'),
      }),
      nothing,
    )
    expect(document?.schema.properties.lower?.view).toBe('link_down')
    // Drawn by the upper level: once is enough.
    expect(
      compileForm(document as FormDocument).form.groups.flatMap(({ fields }) =>
        fields.map(({ name }) => name),
      ),
    ).toEqual(['upper'])
    expect(problems).toMatchObject([{ path: '/schema/properties/lower/view', code: 'contradiction' }, {}])
  })

  it('tells of links, grants and buttons of menus that nothing answers', () => {
    const form = page(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of documents.
      { name: field('text', { href: '/a?n=${nmae}&i=#{id}' }) },
      { grant: { staff: ['list', 'ad'] } },
    )
    expect(lines(JSON.stringify(form), nothing)).toEqual([
      '1 warning /schema/properties/name/href 字段 "nmae" 不存在，不显示链接 是否应为 "name"？',
      '1 warning /grant/staff/1 权限 "ad" 没有对应的操作 是否应为 "add"？',
    ])
    const does = { set: { name: 'x' } }
    const freeze = { code: 'freeze', title: '冻结', at: 'selection', does }
    const frozen = page({ name: field('text') }, { rights: 'crm:a', list: { actions: ['add', freeze] } })
    const forms = new Map([['a', soundDocument(frozen).document as FormDocument]])
    const codes = ['crm:a:freez', 'crm:a:freeze', 'crm:a:add', 'other:code']
    const buttons = codes.map((permission) => ({ title: '按钮', permission }))
    const menu = { kind: 'menu', id: 'm', title: 'm', children: [{ title: 'a', form: 'a', buttons }] }
    expect(lines(JSON.stringify(menu), { ...nothing, forms })).toEqual([
      '1 warning /children/0/buttons/0/permission 表单 "a" 没有使用权限 "crm:a:freez" 的操作 是否应为 "freeze"？',
    ])
  })

  it('tells of columns that the form of a popup does not have, and of defaults outside of a dictionary', () => {
    const text = JSON.stringify(
      page({
        chosen: field('popup', {
          options: { popupCode: 'there', orgFields: 'nmae,id', destFields: 'chosen,level' },
        }),
        level: field('list', { dict: 'kept', default: 'vpi' }),
        levels: field('list_multi', { dict: 'kept', default: 'vip,x' }),
      }),
    )
    expect(lines(text, { ...nothing, dictValues: new Map([['kept', new Set(['vip'])]]) }).sort()).toEqual([
      '1 warning /schema/properties/chosen/options/orgFields 表单 "there" 没有字段 "nmae" 是否应为 "name"？',
      '1 warning /schema/properties/level/default 默认值 "vpi" 不在字典 "kept" 中 是否应为 "vip"？',
      '1 warning /schema/properties/levels/default 默认值 "x" 不在字典 "kept" 中',
    ])
  })
})

describe('soundDocument', () => {
  it('keeps a page alive around its spoilt parts', () => {
    const { document, problems } = soundDocument(
      JSON.stringify({
        kind: 'form',
        code: 'a',
        title: 5,
        schema: {
          type: 'object',
          properties: {
            good: { type: 'string', title: '好', view: 'text', maxLength: '20', colour: 'red' },
            'bad-name': { type: 'string', title: 'x', view: 'text' },
            nothing: null,
            half: { view: 'list', dict: { table: 't' } },
            odd: { type: 'string', title: '怪', view: 'no_such_widget', pattern: '(' },
          },
        },
        list: { columns: ['good', 7, { field: 'half', widht: 3 }], pageSize: 'many' },
      }),
    )
    expect(problems.every(({ fatal }) => !fatal)).toBe(true)
    expect(document).toEqual({
      kind: 'form',
      code: 'a',
      title: '5',
      schema: {
        type: 'object',
        properties: {
          good: { type: 'string', title: '好', view: 'text', maxLength: 20 },
          half: { type: 'string', title: 'half', view: 'list' },
          odd: { type: 'string', title: '怪', view: 'no_such_widget' },
        },
      },
      list: { columns: ['good', { field: 'half' }] },
    })
  })

  it('never makes a spoilt condition or right wider', () => {
    const list = (dict: object) =>
      soundDocument(
        JSON.stringify({
          kind: 'form',
          code: 'a',
          title: 'a',
          schema: { type: 'object', properties: { f: { type: 'string', title: 'f', view: 'list', dict } } },
        }),
      ).document?.schema.properties.f?.dict
    const nothing = { field: 'id', rule: 'empty' }
    expect(
      list({ table: 't', value: 'v', text: 'x', where: { field: 'a', rul: 'eq', val: 1 } }),
    ).toMatchObject({ where: nothing })
    expect(list({ table: 't', value: 'v', text: 'x', where: 'a = 1' })).toMatchObject({ where: nothing })
    expect(
      list({ table: 't', value: 'v', text: 'x', wher: { field: 'a', rule: 'eq', val: 1 } }),
    ).toMatchObject({ where: nothing })
    const spoilt = (permissions: unknown) =>
      soundDocument(
        SOUND.replace(
          /"permissions": \{[\s\S]*\}\s*\}\s*$/,
          `"permissions": ${JSON.stringify(permissions)} }`,
        ),
      )
    for (const permissions of [
      { rows: [{ code: 'own', title: 'x', where: {} }] },
      { columns: [{ field: 'phone' }] },
      'none',
    ])
      expect(spoilt(permissions).document).toBeNull()
  })

  it.each([
    '',
    'null',
    '[]',
    '5',
    '"x"',
    '{',
    '{"kind":"form"}',
    '{"kind":"frm","code":"a"}',
    '{"kind":"form","code":"1","title":"x","schema":{}}',
    '['.repeat(100_000),
  ])('says that %.40s cannot be used', (text) => {
    const { document, problems } = soundDocument(text)
    expect(document).toBeNull()
    expect(problems.some(({ fatal, line }) => fatal && line !== undefined)).toBe(true)
  })

  it('takes out the one character that the database cannot store', () => {
    const { document } = soundDocument(
      '{"kind":"form","code":"a","title":"a\\u0000b","schema":{"type":"object","properties":{}}}',
    )
    expect(document?.title).toBe('ab')
  })

  it('gives a document that compiles, whatever is done to a sound one', () => {
    const original = JSON.parse(SOUND) as Record<string, unknown>
    const places: (string | number)[][] = []
    const visit = (value: unknown, path: (string | number)[]) => {
      if (path.length > 0) places.push(path)
      if (Array.isArray(value)) for (const [at, entry] of value.entries()) visit(entry, [...path, at])
      else if (typeof value === 'object' && value !== null)
        for (const [key, entry] of Object.entries(value)) visit(entry, [...path, key])
    }
    visit(original, [])
    const junk = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('', 'name', 'valueOf', 'constructor', '__proto__', -1, 1e9, null, [], {}, true),
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...places), junk), { minLength: 1, maxLength: 4 }),
        (changes) => {
          const spoilt = structuredClone(original)
          for (const [path, value] of changes) {
            let owner: unknown = spoilt
            for (const step of path.slice(0, -1))
              owner =
                typeof owner === 'object' && owner !== null ? (owner as Record<string, unknown>)[step] : null
            const last = path.at(-1)
            if (typeof owner === 'object' && owner !== null && last !== undefined)
              // A copy: one object put into itself would be no JSON.
              (owner as Record<string, unknown>)[last] = structuredClone(value)
          }
          const { document, problems } = soundDocument(JSON.stringify(spoilt))
          if (document === null) expect(problems.some(({ fatal }) => fatal)).toBe(true)
          else {
            compileForm(document)
            // What remains has nothing left to mend.
            expect(
              soundDocument(JSON.stringify(document)).problems.filter(
                ({ fatal, code }) => fatal || code === 'additionalProperties',
              ),
            ).toEqual([])
          }
        },
      ),
      propertyRuns<[[(string | number)[], unknown][]]>(300, [
        // Names that every object has from its prototype are no names of a document.
        [[[['schema', 'properties'], JSON.parse('{"__proto__":{"type":"string"}}')]]],
        [[[['code'], 'constructor']]],
      ]),
    )
  })

  it('reads 300 fields', () => {
    expect(soundDocument(JSON.stringify(wideForm(300))).problems).toEqual([])
  })
})

describe('other kinds of documents', () => {
  it('checks dictionaries and menus', () => {
    expect(
      lines(
        '{"kind":"dict","code":"a","title":"a","items":[{"value":"1","text":"x"},{"value":"1","text":"y"}]}',
      ),
    ).toEqual(['1 error /items/1/value 选项值 "1" 重复'])
    const items = [{ value: '1', text: '长'.repeat(101), color: 'x'.repeat(41) }]
    expect(lines(JSON.stringify({ kind: 'dict', code: 'a', title: 'a', items }))).toEqual([
      '1 error /items/0/text 不能超过100个字',
      '1 error /items/0/color 不能超过40个字',
    ])
    expect(
      lines('{"kind":"menu","title":"a","children":[{"titel":"b"},{"title":"c","form":"expo_entri"}]}', {
        forms: new Map([['expo_entry', wideForm(1)]]),
      }),
    ).toEqual([
      '1 error /children/0 缺少 "title"',
      '1 error /children/0/titel 未知的关键字 "titel"，应为 id、title、path、component、form、icon、redirect、hidden、alwaysShow、keepAlive、external、permission、buttons、actions、dataRules、children 是否应为 "title"？',
      '1 warning /children/1/form 表单文档 "expo_entri" 不存在 是否应为 "expo_entry"？',
    ])
  })

  it('finds no error in the documents of the project', () => {
    const pages = new URL('../pages/', import.meta.url)
    const files = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(form|dict|menu)\.json$/.test(name),
    )
    expect(files.length).toBeGreaterThan(20)
    for (const name of files) expect(lines(readFileSync(new URL(name, pages), 'utf8')), name).toEqual([])
  })
})

describe('what several fields or documents decide together', () => {
  const text = (more: object = {}) => ({ type: 'string', title: 'T', view: 'text', ...more })
  const form = (code: string, properties: object, more: object = {}) =>
    ({ kind: 'form', code, title: code, schema: { type: 'object', properties }, ...more }) as FormDocument

  it('two sub tables on one table and key: the second is refused with its place', () => {
    const subs = [
      { code: 'sub', foreignKey: 'main_id', relation: 'many' },
      { code: 'sub$1', foreignKey: 'main_id', relation: 'many' },
    ]
    const main = form('main', { a: text() }, { subTables: subs })
    const sub = form('sub', { main_id: text() })
    const forms = new Map(
      [sub, form('sub$1', { main_id: text() }, { table: 'sub' })].map((one) => [one.code, one]),
    )
    for (const references of [{}, { forms }]) {
      const { document, problems } = soundDocument(JSON.stringify(main, null, 2), references)
      expect(document?.subTables?.map(({ code }) => code)).toEqual(['sub'])
      expect(problems).toMatchObject([
        {
          severity: 'error',
          path: '/subTables/1/code',
          line: expect.any(Number),
          column: expect.any(Number),
        },
      ])
    }
  })

  it('levels of a linked dropdown are entered one by one while its table is missing', () => {
    const options = {
      table: 'area',
      txt: 'name',
      key: 'id',
      idField: 'id',
      pidField: 'pid',
      linkField: 'b,c',
    }
    const chain = form('chain', {
      a: { ...text(), view: 'link_down', options },
      b: text({ form: false }),
      c: { ...text(), view: 'hidden', form: false },
    })
    const missing = soundDocument(JSON.stringify(chain), { forms: new Map() })
    const plain = plainDocument(missing.document as FormDocument, missing.unresolved)
    for (const name of ['a', 'b', 'c']) {
      expect(plain.schema.properties[name]).toMatchObject({ view: 'text' })
      expect(plain.schema.properties[name]).not.toHaveProperty('form')
    }
  })

  it('a role that does not exist is named, and one that only a database may have is hinted at', () => {
    const granting = { ...form('granting', { no: text() }), grant: { staff: ['list'], stuff: ['list'] } }
    const told = (whole: boolean) =>
      soundDocument(JSON.stringify(granting), { roles: { codes: new Set(['staff']), whole } }).problems.map(
        ({ severity, path, message, suggestion }) => `${severity} ${path} ${message} ${suggestion}`,
      )
    expect(told(true)).toEqual([
      'warning /grant/stuff 角色 "stuff" 不存在，不会得到这些权限 是否应为 "staff"？',
    ])
    expect(told(false)).toEqual([
      'warning /grant/stuff 产品没有自带角色 "stuff"，首次启动时不会得到这些权限；数据库中的角色请在页面上授权 是否应为 "staff"？',
    ])
    expect(soundDocument(JSON.stringify(granting)).problems).toEqual([])
  })

  it('a rule for numbers that does not exist leaves the field to its user', () => {
    const numbered = form('numbered', { no: text({ defaultFrom: { fillRule: 'order_no' } }) })
    const { document, problems } = soundDocument(JSON.stringify(numbered), {
      fillRules: new Set(['order_np']),
    })
    expect(document?.schema.properties.no).not.toHaveProperty('defaultFrom')
    expect(problems).toMatchObject([
      { severity: 'warning', code: 'unknown-fill-rule', suggestion: expect.stringContaining('order_np') },
    ])
    expect(soundDocument(JSON.stringify(numbered), { fillRules: new Set(['order_no']) }).problems).toEqual([])
  })
})
