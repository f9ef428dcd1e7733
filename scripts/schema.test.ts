import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { check } from './schema-check.ts'
import { importDefinitions } from './schema-import.ts'
import { languageOf } from './schema-language.ts'

let folder = ''
let printed: string[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'schema-'))
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => {
    printed.push(line.replaceAll(`${folder}/`, ''))
  })
})

afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

function file(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 1))
  return path
}

const field = (name: string, more: object = {}) => ({
  db_field_name: name,
  db_field_txt: name,
  db_type: 'string',
  db_length: 32,
  field_show_type: 'text',
  is_show_form: 1,
  is_show_list: 1,
  ...more,
})

describe('schema check', () => {
  it('finds nothing wrong with the documents of the project', () => {
    expect(check([])).toBe(0)
    expect(printed.at(-1)).toMatch(/^\d+ 个文档，0 个错误，0 个警告$/)
  })

  it('speaks the language of the terminal, or the one that is named', () => {
    const path = file('a.form.json', {
      kind: 'form',
      code: 'a',
      title: 'A',
      schema: {
        type: 'object',
        properties: {
          owner: { type: 'string', title: 'Owner', view: 'sel_usr' },
          level: { type: 'string', title: 'Level', view: 'list', dict: 'expo_lvel' },
          price: { type: 'number', title: 'Price', minimum: 5, maximum: 1 },
        },
      },
      list: { columns: ['ownr'], sort: 'x y z' },
    })
    const { rest, say } = languageOf([path, '--lang', 'en'], {})
    expect(check(rest, say)).toBeGreaterThan(0)
    expect(printed.filter((line) => /\p{Script=Han}/u.test(line))).toEqual([])
    expect(printed.join('\n')).toContain('Unknown widget "sel_usr", expected one of text, ')
    expect(printed.join('\n')).toContain(
      'The dictionary "expo_lvel" does not exist – Did you mean "expo_level"?',
    )
    expect(printed.at(-1)).toMatch(/^1 documents, \d errors, \d warnings$/)

    expect(languageOf([], { LANG: 'en_GB.UTF-8' }).say?.('表单没有字段')).toBe('The form has no fields')
    expect(languageOf([], { LC_ALL: 'zh_CN.UTF-8', LANG: 'en_GB.UTF-8' }).say).toBeUndefined()
    expect(languageOf(['--lang', 'zh-CN'], { LANG: 'en_GB' }).say).toBeUndefined()
    expect(languageOf([], { LANG: 'C.UTF-8' }).say).toBeUndefined()
    expect(() => languageOf(['--lang', 'fr'], {})).toThrow('zh-CN | en')
  })

  it('prints file:line:column, what was expected and what was probably meant', () => {
    const path = file(
      'a.form.json',
      '{\n  "kind": "form", "code": "a", "title": "a",\n  "schema": { "type": "object", "properties": {\n    "owner": { "type": "string", "title": "负责人", "view": "sel_usr" },\n    "level": { "type": "string", "title": "级别", "view": "list", "dict": "expo_lvel" }\n  } }\n}',
    )
    expect(check([path])).toBe(1)
    expect(printed[0]).toMatch(
      /^a\.form\.json:4:58 error \/schema\/properties\/owner\/view: 未知的控件 "sel_usr" —— 是否应为 "sel_user"？（应为 text、.* 之一）$/,
    )
    expect(printed[1]).toMatch(
      /^a\.form\.json:5:73 warning \/schema\/properties\/level\/dict: 字典 "expo_lvel" 不存在 —— 是否应为 "expo_level"？$/,
    )
    expect(printed.at(-1)).toBe('1 个文档，1 个错误，1 个警告')
  })

  it('tells two documents of the same code, and a name that is not the code', () => {
    const document = { kind: 'dict', code: 'a', title: 'a', items: [] as { value: string; text: string }[] }
    // The one that is named like the code counts, whichever comes first.
    const first = file('Copy of a.dict.json', { ...document, items: [{ value: '1', text: '一' }] })
    const second = file('a.dict.json', document)
    expect(check([first, second])).toBe(1)
    expect(printed[0]).toBe('Copy of a.dict.json:3:10 error /code: 编码 "a" 已用于 a.dict.json，只使用后者')
    expect(check([file('b.form.json', { ...document, code: 'c' })])).toBe(0)
    expect(printed).toContain('b.form.json:3:10 warning /code: 文件名应为 c.dict.json')
  })

  it('tells a code that the folders of the project use already, of forms and of dictionaries', () => {
    const form = file('sex.dict.json', { kind: 'dict', code: 'sex', title: '性别', items: [] })
    expect(check([form])).toBe(1)
    expect(printed[0]).toMatch(
      /^sex\.dict\.json:3:10 error \/code: 编码 "sex" 已用于 schemas\/pages\/system\/sex\.dict\.json，只使用后者$/,
    )
  })

  it('has nothing against a dictionary that says the same as the one of the project', () => {
    const entries = [
      { value: '2', text: '女' },
      { value: '1', text: '男' },
    ]
    const same = { kind: 'dict', code: 'sex', title: '性别（旧）', items: entries }
    expect(check([file('sex.dict.json', same)])).toBe(0)
    expect(printed).toEqual(['1 个文档，0 个错误，0 个警告'])
    const other = { ...same, items: [{ value: '2', text: '女性' }, ...entries.slice(1)] }
    expect(check([file('sex.dict.json', other)])).toBe(1)
  })

  it('tells a page that two menu documents have, and a form that is there with a mistake', () => {
    const first = file('a.menu.json', {
      kind: 'menu',
      title: '甲',
      path: '/x',
      children: [{ title: '子', path: '/x/y' }],
    })
    const second = file('b.menu.json', {
      kind: 'menu',
      title: '乙',
      children: [{ title: '子', path: '/x/y', form: 'u_broken' }],
    })
    file('u_broken.form.json', '{ "kind": "form",')
    expect(check([first, second])).toBe(0)
    expect(printed).toEqual([
      expect.stringMatching(
        /^b\.menu\.json:8:12 warning \/children\/0\/form: 表单文档 "u_broken" 有错误，暂不能使用$/,
      ),
      'b.menu.json:7:12 warning /children/0/path: 路径 "/x/y" 已用于 a.menu.json',
      '2 个文档，0 个错误，2 个警告',
    ])
  })

  it('tells a default that is not in its dictionary', () => {
    const path = file('d.form.json', {
      kind: 'form',
      code: 'd',
      title: 'd',
      schema: {
        type: 'object',
        properties: { who: { type: 'string', title: '性别', view: 'list', dict: 'sex', default: '7' } },
      },
    })
    check([path])
    expect(printed[0]).toMatch(/ warning \/schema\/properties\/who\/default: 默认值 "7" 不在字典 "sex" 中$/)
  })

  it('refuses a file that is not there in one sentence', () => {
    expect(() => check([join(folder, 'gone.form.json')])).toThrow('找不到文件')
  })
})

describe('schema types, sql and openapi', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [...process.execArgv, '--import', 'tsx', 'scripts/schema.ts', ...args], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    })

  it('say how they are called, and which code was probably meant', () => {
    const without = run('types')
    expect([without.status, without.stdout]).toEqual([2, expect.stringContaining('npm run schema -- check')])
    const wrong = run('openapi', 'expo_entri')
    expect(wrong.status).toBe(2)
    expect(wrong.stderr).toContain('没有编码为 "expo_entri" 的表单文档 —— 是否应为 "expo_entry"？')
    expect(languageOf(['--lang', 'en'], {}).say?.(wrong.stderr.trim())).toBe(
      'There is no form document with the code "expo_entri" – Did you mean "expo_entry"?',
    )
  })
})

describe('schema import', () => {
  it('writes documents, with the sub tables that lie beside the main form, and says what had no place', () => {
    const main = file('main.json', {
      head: { id: 'h', table_name: 'main', table_type: 2, sub_table_str: 'sub', table_txt: '主' },
      onl_cgform_field: [field('no')],
      onl_cgform_enhance_js: [{ cg_js_type: 'form' }],
    })
    file('sub.json', {
      head: { id: 's', table_name: 'sub', table_type: 3, relation_type: 0, table_txt: '子' },
      onl_cgform_field: [field('main_id', { main_table: 'main', main_field: 'id' })],
    })
    file('other.json', {
      head: { id: 'o', table_name: 'other', table_type: 1 },
      onl_cgform_field: [field('x')],
    })
    const menu = file('menu.json', { menu: { id: 'm', name: '菜单', url: '/online/cgformList/h' } })
    const out = join(folder, 'out')
    expect(importDefinitions([main, menu, '--out', out])).toBe(0)
    const read = (name: string) => JSON.parse(readFileSync(join(out, name), 'utf8'))
    expect(read('main.form.json').subTables).toEqual([
      { code: 'sub', foreignKey: 'main_id', relation: 'many', title: '子' },
    ])
    expect(read('sub.form.json').title).toBe('子')
    expect(read('m.menu.json').form).toBe('main')
    expect(() => read('other.form.json')).toThrow()
    expect(printed).toContain('  JS 增强 form：文档中没有程序')
    expect(printed.at(-1)).toBe('2 个文件，3 个定义，写出 3 个文档')
    expect(check([out])).toBe(0)
  })

  it('says all of it in English', () => {
    const bad = { db_type: 'geometry', field_show_type: 'nothing', dict_field: 'x', db_is_null: '0' }
    const main = file('main.json', [
      {
        head: { id: 'h', table_name: 'main', table_type: 2, sub_table_str: 'sub,gone', form_template: 9 },
        onl_cgform_field: [
          field('no', { ...bad, field_default_value: '{{x}}', field_href: 'x:y' }),
          field('no'),
          field('when', { db_type: 'Date', field_show_type: 'list', field_extend_json: '{' }),
        ],
        onl_cgform_enhance_js: [{ cg_js_type: 'form' }, {}],
        onl_cgform_button: [{ button_code: 'go', button_name: 'Go' }],
      },
      1,
      { head: { dict_code: 'd', dict_name: 'D' }, sys_dict_item: [{ item_text: 'T', item_value: '' }] },
      { head: { dict_code: 'd', dict_name: 'E' }, sys_dict_item: [] },
    ])
    file('sub.json', {
      head: { id: 's', table_name: 'sub', table_type: 3, relation_type: 0, table_txt: 'Sub' },
      onl_cgform_field: [field('main_id', { main_table: 'main', main_field: 'id' })],
    })
    const { rest, say } = languageOf([main, file('broken.json', '{'), '--lang', 'en'], {})
    expect(importDefinitions([...rest, '--out', join(folder, 'out')], say)).toBe(1)
    expect(printed.filter((line) => /\p{Script=Han}/u.test(line))).toEqual([])
    expect(printed).toContain('  JS enhancement form: documents have no programs')
    expect(printed).toContain('main.json: entry 2 of the list, 1: no definition, not imported')
    expect(printed).toContain('sub.json (sub table, imported along)')
    expect(printed.at(-1)).toMatch(
      /^2 files \(1 of them without a definition\), 4 definitions, \d documents written/,
    )
  })

  it('keeps the sub tables that an earlier run wrote', () => {
    const head = { id: 'h', table_name: 'main', table_type: 2, sub_table_str: 'sub', table_txt: '主' }
    const main = file('main.json', { head, onl_cgform_field: [field('no')] })
    const sub = file('sub.json', {
      head: { id: 's', table_name: 'sub', table_type: 3, relation_type: 1, table_txt: '子' },
      onl_cgform_field: [field('main_no', { main_table: 'main', main_field: 'no' })],
    })
    const out = join(folder, 'out')
    const subTables = () => JSON.parse(readFileSync(join(out, 'main.form.json'), 'utf8')).subTables
    expect(importDefinitions([main, '--out', out])).toBe(0)
    const first = subTables()
    expect(first).toEqual([
      { code: 'sub', foreignKey: 'main_no', mainField: 'no', relation: 'one', title: '子' },
    ])
    rmSync(sub)
    expect(importDefinitions([main, '--out', out])).toBe(0)
    expect(subTables()).toEqual(first)
    expect(printed).toContain('  子表 sub：定义不在导入的文件中，保留以前导入的子表')
    // Without the main form of the earlier run the key is the one that the sub table is indexed by.
    rmSync(join(out, 'main.form.json'))
    expect(importDefinitions([main, '--out', out])).toBe(0)
    expect(subTables()).toEqual([{ code: 'sub', foreignKey: 'main_no', relation: 'many', title: '子' }])
    rmSync(join(out, 'sub.form.json'))
    expect(importDefinitions([main, '--out', out, '--force'])).toBe(0)
    expect(subTables()).toBeUndefined()
  })

  it('does not replace what somebody changed, unless told to', () => {
    const source = file('a.json', {
      head: { table_name: 'a', table_txt: '甲' },
      onl_cgform_field: [field('x')],
    })
    const out = join(folder, 'out')
    mkdirSync(out)
    writeFileSync(join(out, 'a.form.json'), '{}')
    expect(importDefinitions([source, '--out', out])).toBe(1)
    expect(readFileSync(join(out, 'a.form.json'), 'utf8')).toBe('{}')
    expect(printed.at(-1)).toBe('1 个文件，1 个定义，写出 0 个文档，1 个定义没有写出')
    expect(importDefinitions([source, '--out', out, '--force'])).toBe(0)
    expect(JSON.parse(readFileSync(join(out, 'a.form.json'), 'utf8')).title).toBe('甲')
  })

  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
  const dict = { head: { dict_code: 'd', dict_name: '字典' }, sys_dict_item: [] }
  const json = JSON.stringify(dict, null, 1)
  it.each<[string, string | Buffer]>([
    ['a byte order mark', `\uFEFF${json}`],
    ['ends of lines of Windows', json.replaceAll('\n', '\r\n')],
    ['UTF-16', utf16(json)],
    ['UTF-16 the other way round', utf16(json).swap16()],
    ['UTF-16 without a mark', Buffer.from(json, 'utf16le')],
    ['GB 18030', Buffer.from(json.replace('字典', 'xx').replace('xx', '\xd7\xd6\xb5\xe4'), 'latin1')],
    ['an envelope', JSON.stringify({ success: true, code: 200, result: dict })],
    ['a page in an envelope', JSON.stringify({ success: true, result: { records: [dict], total: 1 } })],
    ['a list', JSON.stringify([dict])],
    ['JSON in JSON', JSON.stringify({ result: json })],
    ['a call of the platform', JSON.stringify({ dictCode: 'd', dictName: '字典', sysDictItemList: [] })],
  ])('reads a definition in %s', (_name, content) => {
    const path = join(folder, 'source.json')
    writeFileSync(path, content)
    expect(importDefinitions([path, '--out', join(folder, 'out')]), printed.join('\n')).toBe(0)
    expect(JSON.parse(readFileSync(join(folder, 'out/d.dict.json'), 'utf8')).title).toBe('字典')
  })

  it('gives every one of several documents a file, whatever its name', () => {
    const ids = ['a/b', 'a b', 'A b', '字'.repeat(36), '..', 'x'.repeat(36)]
    const path = file(
      'several.json',
      ids.map((id) => ({ menu: { id, name: 'Menu', url: '/menu' } })),
    )
    const out = join(folder, 'out')
    expect(importDefinitions([path, '--out', out])).toBe(0)
    const written = readdirSync(out).map((name) => JSON.parse(readFileSync(join(out, name), 'utf8')).id)
    expect(written.sort()).toEqual([...ids].sort())
  })

  it('goes on after a file that is broken or something else', () => {
    const broken = file('broken.json', '{\n  "head": {},\n  oops\n}')
    const empty = file('empty.json', { head: { table_name: 'bare', table_txt: '空' } })
    const other = file('list.json', [1])
    const good = file('dict.json', { head: { dict_code: 'd', dict_name: '字典' }, sys_dict_item: [] })
    expect(importDefinitions([broken, other, good, empty, '--out', join(folder, 'out')])).toBe(2)
    expect(printed[0]).toMatch(/^broken\.json:3:3 error: JSON 语法错误/)
    expect(printed).toContain('  字段：定义中没有字段')
    expect(printed.at(-1)).toBe('4 个文件（2 个中没有读到定义），2 个定义，写出 2 个文档')
    expect(printed).toContain('list.json: 列表第 1 项 1：不是定义，未导入')
    expect(JSON.parse(readFileSync(join(folder, 'out/d.dict.json'), 'utf8')).code).toBe('d')
  })
})
