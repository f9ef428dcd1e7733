import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
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

describe('first data', () => {
  let database: TestDatabase
  let documents: Documents
  const first = optionsFor()
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
    const second = optionsFor()
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
    await loadFirstData(database.connections, optionsFor())
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

  it('has menus whose forms exist, and staff who see some of them only', async () => {
    const forms = await rows('select distinct form_code from sys_permission where form_code is not null')
    for (const { form_code } of forms)
      expect(documents.resolve(String(form_code)), String(form_code)).not.toBeNull()
    const [granted] = await rows(
      "select count(*) as n from sys_role_permission g join sys_role r on r.id = g.role_id where r.role_code = 'staff'",
    )
    const [all] = await rows('select count(*) as n from sys_permission')
    expect(Number(granted?.n)).toBeGreaterThan(10)
    expect(Number(granted?.n)).toBeLessThan(Number(all?.n))
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
    expect(options.warned.map((text) => text.slice(folder.length + 1).split(':')[0]).sort()).toEqual([
      'bad.menu.json',
      'cut.dict.json',
      'shape.dict.json',
    ])
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
