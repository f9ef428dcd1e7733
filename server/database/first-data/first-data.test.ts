import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { References } from '#schemas/compile/check-document.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { createDocuments, type Documents } from '../../modules/document/documents.ts'
import { makeExampleData } from './example-data.ts'
import { type FirstDataOptions, loadFirstData, type NewUser } from './first-data.ts'

const PAGES = 'schemas/pages'

function optionsFor(
  over: Partial<FirstDataOptions> = {},
): FirstDataOptions & { told: NewUser[]; warned: string[] } {
  const told: NewUser[] = []
  const warned: string[] = []
  return {
    config: { passwords: { admin: null, staff: 'Staff-password', designer: null }, exampleData: true },
    dirs: [PAGES],
    hashPassword: async (password) => `hash of ${password}`,
    warn: (message) => warned.push(message),
    announce: (users) => told.push(...users),
    told,
    warned,
    ...over,
  }
}

const dict = (code: string, values: readonly string[]) => ({
  kind: 'dict',
  code,
  title: code,
  items: values.map((value) => ({ value, text: `文${value}` })),
})

/** A folder of documents and a database that they are loaded into, again and again. */
async function folderBench() {
  const database = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'expo-documents-'))
  return {
    database,
    put(name: string, content: unknown) {
      const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2)
      writeFileSync(join(folder, name), text)
    },
    gone: (name: string) => rmSync(join(folder, name)),
    /** Loads the folder; what was told, without the folder's name. */
    async load(references?: References) {
      const options = optionsFor({
        dirs: [folder],
        config: { passwords: { admin: null, staff: null, designer: null }, exampleData: false },
        ...(references ? { references: () => references } : {}),
      })
      await loadFirstData(database.connections, options)
      return options.warned.map((line) => line.slice(folder.length + 1))
    },
    async items(code: string) {
      const { rows } = await database.connections.readPool.query(
        `select item_value from sys_dict_item i join sys_dict d on d.id = i.dict_id
         where d.dict_code = $1 and d.del_flag = 0 order by item_value`,
        [code],
      )
      return rows.map(({ item_value }) => item_value)
    },
    async done() {
      await database.drop()
      rmSync(folder, { recursive: true })
    },
  }
}

describe('first data', () => {
  let database: TestDatabase
  let documents: Documents
  const references = () => documents.references()
  const first = optionsFor({ references })
  beforeAll(async () => {
    database = await createTestDatabase()
    documents = await createDocuments({ dirs: [PAGES], pool: database.connections.writePool })
    await loadFirstData(database.connections, first)
  })
  afterAll(async () => {
    documents.close()
    await database.drop()
  })

  async function rows(text: string): Promise<Record<string, unknown>[]> {
    return (await database.connections.readPool.query(text)).rows
  }

  it('makes the three users with passwords that are nowhere else', async () => {
    expect(first.warned).toEqual([])
    expect(first.told.map(({ username, generated }) => [username, generated])).toEqual([
      ['admin', true],
      ['staff', false],
      ['designer', true],
    ])
    const [admin] = first.told
    expect(admin?.password.length).toBeGreaterThanOrEqual(16)
    const [kept] = await rows("select password from sys_user where username = 'admin'")
    expect(kept?.password).toBe(`hash of ${admin?.password}`)
    const colleagues = await rows(
      "select 1 from sys_user where username like 'user%' and password is not null",
    )
    expect(colleagues).toEqual([])
  })

  it('is repeatable: a second start changes nothing and tells no password', async () => {
    const before = await rows('select count(*) as n from data.expo_entry')
    const second = optionsFor({ references })
    await loadFirstData(database.connections, second)
    expect(second.told).toEqual([])
    expect(await rows('select count(*) as n from data.expo_entry')).toEqual(before)
  })

  it('does not bring back what was deleted, nor undo what was changed', async () => {
    await database.connections.writePool.query(`
      delete from sys_user where username = 'designer';
      delete from data.expo_signin;
      update sys_dict_item set item_text = '男士' where item_text = '男' and dict_id = (select id from sys_dict where dict_code = 'sex');
      update sys_permission set name = '展会一览' where url = '/expo/ExpoList'`)
    await loadFirstData(database.connections, optionsFor({ references }))
    expect(await rows("select 1 from sys_user where username = 'designer'")).toEqual([])
    expect(await rows('select count(*) as n from data.expo_signin')).toEqual([{ n: 0 }])
    expect(await rows("select item_text from sys_dict_item where item_text like '男%'")).toEqual([
      { item_text: '男士' },
    ])
    expect(await rows("select name from sys_permission where url = '/expo/ExpoList'")).toEqual([
      { name: '展会一览' },
    ])
  })

  it('gives the next exhibition of a year a number that no example uses', async () => {
    const taken = await rows('select expo_no from data.expo')
    const counters = await rows(
      "select scope, last_value from serial where rule_code = 'expo_no' order by scope",
    )
    expect(counters.length).toBe(3)
    for (const { scope, last_value } of counters) {
      const next = `${String(scope).split(':')[1]}${String(Number(last_value) + 1).padStart(4, '0')}`
      expect(taken.map((row) => row.expo_no)).not.toContain(next)
    }
  })

  it('has menus whose forms or pages exist, and staff who see some of them only', async () => {
    const forms = await rows('select distinct form_code from sys_permission where form_code is not null')
    for (const { form_code } of forms)
      expect(
        documents.resolve(String(form_code)) ?? documents.page(String(form_code))?.document ?? null,
        String(form_code),
      ).not.toBeNull()
    const [granted] = await rows(
      "select count(*) as n from sys_role_permission g join sys_role r on r.id = g.role_id where r.role_code = 'staff'",
    )
    const [all] = await rows('select count(*) as n from sys_permission')
    expect(Number(granted?.n)).toBeGreaterThan(10)
    expect(Number(granted?.n)).toBeLessThan(Number(all?.n))
  })

  it('grants roles what form documents say, at the first start only', async () => {
    const codes = async (role: string) =>
      (
        await rows(
          `select p.perms from sys_role_permission g join sys_role r on r.id = g.role_id
           join sys_permission p on p.id = g.permission_id where r.role_code = '${role}' and p.perms like 'online:expo%'`,
        )
      )
        .map(({ perms }) => String(perms))
        .sort()
    const said = (role: string) =>
      [...(documents.references().forms?.values() ?? [])]
        .flatMap(({ code, grant }) => (grant?.[role] ?? []).map((action) => `online:${code}:${action}`))
        .sort()
    expect(said('staff')).toContain('online:expo_entry:edit')
    expect(await codes('staff')).toEqual(said('staff'))
    expect(await codes('designer')).toEqual(said('designer'))

    await database.connections.writePool.query(
      `delete from sys_role_permission where permission_id in (select id from sys_permission where perms = 'online:expo:edit')`,
    )
    await loadFirstData(database.connections, optionsFor({ references }))
    expect(await codes('staff')).toEqual(said('staff').filter((code) => code !== 'online:expo:edit'))
  })

  it('has some thousands of example rows that pass the rules of their own documents', async () => {
    const data = makeExampleData()
    let count = 0
    for (const [table, examples] of data.tables) {
      const form = documents.resolve(table)
      expect(form, table).not.toBeNull()
      if (!form) continue
      const validator = createRowValidator(form)
      for (const row of examples) {
        expect(validator.validate(row), `${table} ${JSON.stringify(row)}`).toEqual([])
        count++
      }
      const [kept] = await rows(`select count(*) as n from data."${table}"`)
      if (table !== 'expo_signin') expect(Number(kept?.n), table).toBe(examples.length)
    }
    expect(count).toBeGreaterThan(3000)
    expect(makeExampleData()).toEqual(data)
  })
})

describe('first data without examples', () => {
  it('makes the administrator only, and no rows, then or later', async () => {
    const database = await createTestDatabase()
    const documents = await createDocuments({ dirs: [PAGES], pool: database.connections.writePool })
    const options = optionsFor({
      config: { passwords: { admin: 'Admin-password', staff: null, designer: null }, exampleData: false },
    })
    await loadFirstData(database.connections, options)
    expect(options.told.map((user) => user.username)).toEqual(['admin'])
    await loadFirstData(database.connections, optionsFor())
    const { rows } = await database.connections.readPool.query(
      'select (select count(*) from data.expo) as expos, (select count(*) from sys_user) as users',
    )
    expect(rows).toEqual([{ expos: 0, users: 1 }])
    documents.close()
    await database.drop()
  })

  it('rolls everything back when it is cut off before the passwords are told', async () => {
    const database = await createTestDatabase()
    const cut = optionsFor({
      announce: () => {
        throw new Error('cut off')
      },
    })
    await expect(loadFirstData(database.connections, cut)).rejects.toThrow('cut off')
    const again = optionsFor()
    await loadFirstData(database.connections, again)
    expect(again.told.map((user) => user.username)).toEqual(['admin', 'staff', 'designer'])
    await database.drop()
  })

  it('judges dictionaries and menus as the check does: place, all mistakes, suggestions', async () => {
    const { database, load, put, done } = await folderBench()
    put(
      'a.dict.json',
      '{ "kind": "dict", "code": "a", "title": "甲",\n  "items": [{ "valeu": "1", "text": "一" }] }',
    )
    put('m.menu.json', {
      kind: 'menu',
      title: '菜单',
      children: [{ titel: 'x' }, { title: '展会', form: 'expoo' }],
    })
    put('w.menu.json', { kind: 'menu', title: '菜单二', path: '/w', form: 'expoo' })
    const warned = await load({ forms: new Map([['expo', {} as FormDocument]]) })
    expect(warned[0]).toBe('a.dict.json:2:13 error /items/0: 缺少 "value"')
    expect(warned[1]).toMatch(
      /^a\.dict\.json:2:15 error \/items\/0\/valeu: 未知的关键字 "valeu" —— 是否应为 "value"？/,
    )
    expect(warned.filter((line) => line.startsWith('m.menu.json:'))).toHaveLength(3)
    expect(warned.at(-1)).toMatch(
      /^w\.menu\.json:\d+:\d+ warning \/form: 表单文档 "expoo" 不存在 —— 是否应为 "expo"？$/,
    )
    // A mistake leaves a file out, a warning does not.
    const { rows } = await database.connections.readPool.query('select name from sys_permission')
    expect(rows).toEqual([{ name: '菜单二' }])
    await done()
  })

  it('is silent about a second dictionary that says the same', async () => {
    const { items, load, put, done } = await folderBench()
    put('same.dict.json', dict('same', ['1']))
    put('copy.dict.json', {
      $schema: '../definition.schema.json',
      ...dict('same', ['1']),
      description: '从别处来',
    })
    expect(await load()).toEqual(['copy.dict.json:4:11 warning /code: 文件名应为 same.dict.json'])
    expect(await items('same')).toEqual(['1'])
    await done()
  })

  it('takes the one of two dictionaries that is named like the code, and tells of the other', async () => {
    const { items, load, put, done } = await folderBench()
    put('copy.dict.json', dict('twice', ['2']))
    put('twice.dict.json', dict('twice', ['1']))
    expect(await load()).toEqual([
      'copy.dict.json:3:11 warning /code: 文件名应为 twice.dict.json',
      expect.stringMatching(
        /^copy\.dict\.json:\d+:\d+ error \/code: 编码 "twice" 已用于 .*twice\.dict\.json，只使用后者$/,
      ),
    ])
    expect(await items('twice')).toEqual(['1'])
    await load()
    expect(await items('twice')).toEqual(['1'])
    await done()
  })

  it('tells of a page that another menu document has already', async () => {
    const { load, put, done } = await folderBench()
    put('a.menu.json', { kind: 'menu', title: '甲', path: '/x' })
    put('b.menu.json', { kind: 'menu', title: '乙', children: [{ title: '子', path: '/x' }] })
    expect(await load()).toEqual([
      expect.stringMatching(
        /^b\.menu\.json:7:15 warning \/children\/0\/path: 路径 "\/x" 已用于 .*a\.menu\.json$/,
      ),
    ])
    await done()
  })

  it('takes out entries that the document no longer has, and leaves those of administrators', async () => {
    const { database, items, load, put, done } = await folderBench()
    put('d.dict.json', dict('d', ['1', '2', '3']))
    await load()
    await database.connections.writePool.query(`
      insert into sys_dict_item (id, dict_id, item_text, item_value, sort_order)
        select 'own', id, '自加', 'own', 9 from sys_dict where dict_code = 'd';
      update sys_dict_item set item_value = 'changed' where item_value = '3'`)
    put('d.dict.json', dict('d', ['1', '3']))
    await load()
    expect(await items('d')).toEqual(['1', '3', 'own'])
    await done()
  })

  it('hides what has no document any more and brings it back with its grants', async () => {
    const { database, items, load, put, gone, done } = await folderBench()
    const { readPool, writePool } = database.connections
    const menu = {
      kind: 'menu',
      id: 'm',
      title: '菜单',
      path: '/m',
      buttons: [{ title: '审核', permission: 'm:audit' }],
    }
    const seen = async () =>
      (await readPool.query('select name from sys_permission where del_flag = 0 order by name')).rows.map(
        ({ name }) => name,
      )
    put('d.dict.json', dict('d', ['1']))
    put('m.menu.json', menu)
    put('n.menu.json', { kind: 'menu', id: 'n', title: '另一', path: '/n' })
    await load()
    await writePool.query(`
      insert into sys_role_permission (id, role_id, permission_id) select 'g', id, 'm' from sys_role where role_code = 'staff';
      update sys_permission set name = '改名' where id = 'm';
      update sys_dict_item set item_text = '改过'`)
    gone('d.dict.json')
    gone('m.menu.json')
    await load()
    expect(await seen()).toEqual(['另一'])
    expect(await items('d')).toEqual([])
    put('d.dict.json', dict('d', ['1']))
    put('m.menu.json', menu)
    await load()
    expect(await seen()).toEqual(['另一', '审核', '改名'])
    expect(await items('d')).toEqual(['1'])
    const { rows } = await readPool.query("select permission_id from sys_role_permission where id = 'g'")
    expect(rows).toEqual([{ permission_id: 'm' }])
    expect((await readPool.query('select item_text from sys_dict_item')).rows).toEqual([
      { item_text: '改过' },
    ])
    // What an administrator deleted stays deleted, with or without its document.
    await writePool.query(
      "update sys_dict set del_flag = 1; update sys_permission set del_flag = 1 where id = 'n'",
    )
    gone('d.dict.json')
    await load()
    put('d.dict.json', dict('d', ['1']))
    await load()
    expect(await items('d')).toEqual([])
    expect(await seen()).toEqual(['审核', '改名'])
    await done()
  })

  it('keeps what a file made while the file is broken', async () => {
    const { database, items, load, put, done } = await folderBench()
    put('d.dict.json', dict('d', ['1', '2']))
    put('m.menu.json', { kind: 'menu', id: 'm', title: '菜单', path: '/m' })
    await load()
    put('d.dict.json', '{ "kind": "dict", "code": "d"')
    put('m.menu.json', '{')
    expect(await load()).toHaveLength(2)
    expect(await items('d')).toEqual(['1', '2'])
    const { rows } = await database.connections.readPool.query('select del_flag from sys_permission')
    expect(rows).toEqual([{ del_flag: 0 }])
    await done()
  })

  it('gives a dictionary that was there before its document back to the administrators', async () => {
    const { database, items, load, put, gone, done } = await folderBench()
    await database.connections.writePool.query(`
      insert into sys_dict (id, dict_name, dict_code) values ('mine', '自建', 'd');
      insert into sys_dict_item (id, dict_id, item_text, item_value) values ('own', 'mine', '自加', 'own')`)
    put('d.dict.json', dict('d', ['1']))
    await load()
    expect(await items('d')).toEqual(['1', 'own'])
    gone('d.dict.json')
    await load()
    expect(await items('d')).toEqual(['own'])
    await done()
  })

  it('tells of broken dictionary and menu files and loads the others', async () => {
    const database = await createTestDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'expo-documents-'))
    const files = {
      'cut.dict.json': '{ "kind": "dict", ',
      'shape.dict.json': JSON.stringify({
        kind: 'dict',
        code: 'shape',
        title: '形状',
        items: [{ text: '无值' }],
      }),
      'good.dict.json': JSON.stringify({
        kind: 'dict',
        code: 'good',
        title: '好',
        items: [{ value: '1', text: '一' }],
      }),
      'bad.menu.json': JSON.stringify({ kind: 'menu', title: '菜单', children: [{ path: '/x' }] }),
      'good.menu.json': JSON.stringify({
        kind: 'menu',
        title: '菜单',
        path: '/good',
        dataRules: [
          { title: '本人', where: { field: 'create_by', rule: 'eq', val: '#{sys_user_code}' } },
          {
            title: '或',
            where: {
              or: [
                { field: 'a', rule: 'eq', val: '1' },
                { field: 'b', rule: 'empty' },
              ],
            },
          },
        ],
      }),
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const options = optionsFor({ dirs: [folder] })
    await loadFirstData(database.connections, options)
    expect(
      [...new Set(options.warned.map((text) => text.slice(folder.length + 1).split(':')[0]))].sort(),
    ).toEqual(['bad.menu.json', 'cut.dict.json', 'shape.dict.json'])
    const { rows } = await database.connections.readPool.query(
      'select rule_column, rule_conditions, rule_value from sys_permission_data_rule order by rule_name',
    )
    expect(rows).toEqual([
      {
        rule_column: '',
        rule_conditions: 'CONDITION',
        rule_value: '{"or":[{"field":"a","rule":"eq","val":"1"},{"field":"b","rule":"empty"}]}',
      },
      { rule_column: 'create_by', rule_conditions: '=', rule_value: '#{sys_user_code}' },
    ])
    await database.drop()
    rmSync(folder, { recursive: true })
  })
})
