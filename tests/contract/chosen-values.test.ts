import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Row } from '#schemas/compile/model.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'

const text = { type: 'string' } as const
/** Every kind of field whose values come from somewhere. */
const CHOICES = {
  sex: { ...text, view: 'list', dict: 'sex' },
  both: { ...text, view: 'checkbox', dict: 'sex' },
  on: { ...text, view: 'switch' },
  hall: { ...text, view: 'list', dict: { table: 'choice_hall', value: 'id', text: 'name' } },
  open_hall: {
    ...text,
    view: 'sel_search',
    dict: {
      table: 'choice_hall',
      value: 'id',
      text: 'name',
      where: { field: 'name', rule: 'ne', val: '关闭的馆' },
    },
  },
  users: { ...text, view: 'sel_user' },
  depart: { ...text, view: 'sel_depart' },
  node: {
    ...text,
    view: 'sel_tree',
    options: { table: 'sys_category', text: 'name', code: 'id', pidField: 'pid' },
  },
  category: { ...text, view: 'cat_tree' },
  area: { ...text, view: 'pca' },
  missing: { ...text, view: 'list', dict: 'no_such_dictionary' },
  typed: { ...text, view: 'text', dict: 'sex' },
} as const

describe('values that are chosen', () => {
  let dir: string
  let test: TestApp
  let admin: string
  let right: Row
  const form = '/online/cgform/api/form/choice_main'
  const post = async (row: Row) => (await test.call(admin, 'POST', form, row)).body
  const put = async (row: Row) => (await test.call(admin, 'PUT', form, row)).body
  const added = async (row: Row): Promise<string> => {
    const body = await post(row)
    expect(body).toMatchObject({ success: true })
    return body.result
  }
  const first = async (sql: string) => (await test.database.connections.writePool.query(sql)).rows[0].id

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'choices-'))
    const documents = [
      formDocument('choice_hall', { name: text }),
      formDocument('choice_main', CHOICES, {
        subTables: [{ code: 'choice_sub', title: '明细', foreignKey: 'main_id', relation: 'many' }],
      }),
      formDocument('choice_sub', {
        ...CHOICES,
        // The main record is not stored yet when its rows are looked at.
        main_id: { ...text, view: 'list', dict: { table: 'choice_main', value: 'id', text: 'sex' } },
      }),
    ]
    for (const document of documents)
      await writeFile(join(dir, `${document.code}.form.json`), JSON.stringify(document))
    test = await createTestApp({ dirs: ['schemas/pages', dir] })
    await test.app.dictionaries.changed()
    admin = await test.signIn('admin')
    const hall = (await test.call(admin, 'POST', '/online/cgform/api/form/choice_hall', { name: '一号馆' }))
      .body.result
    const category = await first('select id from platform.sys_category where tenant_id = 1 limit 1')
    right = {
      sex: '1',
      both: '1,2',
      on: 'Y',
      hall,
      open_hall: hall,
      users: 'admin,staff',
      depart: await first('select id from platform.sys_depart where tenant_id = 1 limit 1'),
      node: category,
      category,
      area: '110105',
    }
  })
  afterAll(async () => {
    await test?.close()
    await rm(dir, { recursive: true, force: true })
  })

  it('are any text where the page draws a line of text, although a dictionary gives known ones their names', async () => {
    const id = await added({ ...right, typed: '不在字典中' })
    const { result } = (await test.call(admin, 'GET', `${form}/${id}`)).body
    expect(result.typed).toBe('不在字典中')
  })

  it('are stored when they exist; a dictionary that nobody has cannot judge', async () => {
    const id = await added({ ...right, missing: 'anything', choice_sub: [right, right] })
    const { result } = (await test.call(admin, 'GET', `${form}/${id}`)).body
    expect(result).toMatchObject({ ...right, missing: 'anything', choice_sub: [right, right] })
  })

  it('are refused, field by field, when they do not', async () => {
    for (const name of Object.keys(right)) {
      const body = await post({ ...right, [name]: '没有的' })
      expect(body, name).toMatchObject({
        success: false,
        message: `${name}“没有的”不存在`,
        result: { errors: [{ field: name, message: `${name}“没有的”不存在` }] },
      })
    }
    for (const name of ['both', 'users', 'depart'])
      expect(await post({ ...right, [name]: `${right[name]},没有的` }), name).toMatchObject({
        success: false,
        result: { errors: [{ field: name, message: `${name}“没有的”不存在` }] },
      })
    const closed = (
      await test.call(admin, 'POST', '/online/cgform/api/form/choice_hall', { name: '关闭的馆' })
    ).body.result
    expect(await post({ ...right, hall: closed, open_hall: closed })).toMatchObject({
      result: { errors: [{ field: 'open_hall' }] },
    })
  })

  it('are refused in a sub row with its number, and nothing is stored', async () => {
    const body = await post({ ...right, choice_sub: [right, { ...right, sex: '9', users: 'nobody' }] })
    expect(body).toMatchObject({
      success: false,
      message: '明细第 2 行：sex“9”不存在',
      result: {
        errors: [
          { subTable: 'choice_sub', row: 1, field: 'sex', message: 'sex“9”不存在' },
          { subTable: 'choice_sub', row: 1, field: 'users' },
        ],
      },
    })
    const { rows } = await test.database.connections.writePool.query(
      `select 1 from data.choice_sub where "users" = 'nobody'`,
    )
    expect(rows).toEqual([])
  })

  it('stay as they are when they are gone from their dictionary since', async () => {
    const id = await added({ ...right, choice_sub: [right] })
    const { writePool } = test.database.connections
    await writePool.query(
      `update data.choice_main set sex = '8', "both" = '8', "users" = 'gone,admin' where id = $1`,
      [id],
    )
    await writePool.query(`update data.choice_sub set sex = '8' where main_id = $1`, [id])
    const { result } = (await test.call(admin, 'GET', `${form}/${id}`)).body
    expect(await put({ ...result, area: '440000' })).toMatchObject({ success: true })
    // A value that is chosen besides is looked at all the same.
    const now = (await test.call(admin, 'GET', `${form}/${id}`)).body.result
    expect(await put({ ...now, both: '8,1', users: 'gone,staff' })).toMatchObject({ success: true })
    const then = (await test.call(admin, 'GET', `${form}/${id}`)).body.result
    expect(await put({ ...then, sex: '7', users: 'gone,nobody' })).toMatchObject({
      success: false,
      result: {
        errors: [
          { field: 'sex', message: 'sex“7”不存在' },
          { field: 'users', message: 'users“nobody”不存在' },
        ],
      },
    })
  })

  it('are asked for once per source, however many rows there are', async () => {
    const statements = vi.spyOn(pg.Client.prototype, 'query')
    const lookups = async (rows: number): Promise<number> => {
      statements.mockClear()
      await added({ ...right, choice_sub: Array.from({ length: rows }, () => right) })
      // Others, such as the probe of a connection, come as it happens.
      const texts = statements.mock.calls.map(([one]) => String((one as { text?: string }).text ?? one))
      return texts.filter((text) => text.includes(' as value from ')).length
    }
    try {
      const once = await lookups(1)
      expect(once).toBeGreaterThan(5)
      expect(await lookups(300)).toBe(once)
    } finally {
      statements.mockRestore()
    }
  })

  it('of another tenant do not exist', async () => {
    const { writePool } = test.database.connections
    await writePool.query(`
      insert into platform.sys_tenant (id, name) values (2, '另一个租户');
      insert into platform.sys_user (id, username, realname) values ('other', 'other', '别家的人');
      insert into platform.sys_user_tenant values ('other', 2)`)
    expect(await post({ ...right, users: 'other' })).toMatchObject({
      success: false,
      result: { errors: [{ field: 'users' }] },
    })
  })
})
