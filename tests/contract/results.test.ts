import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'

const text = { type: 'string' as const }

describe('all rows of a query', () => {
  let test: TestApp
  let admin = ''
  let staff = ''
  const dir = mkdtempSync(join(tmpdir(), 'results-'))
  beforeAll(async () => {
    const stand = formDocument(
      'stand',
      { name: { ...text, title: '名称' }, hall: text, owner: text },
      {
        list: { columns: ['name', 'hall'], query: ['name', 'hall'] },
        permissions: {
          rows: [{ code: 'own', title: '自己的', where: { field: 'owner', rule: 'eq', val: 'staff' } }],
        },
      },
    )
    writeFileSync(join(dir, 'stand.form.json'), JSON.stringify(stand))
    test = await createTestApp({ dirs: ['schemas/pages', dir] })
    ;[admin, staff] = [await test.signIn('admin'), await test.signIn('staff')]
  })
  afterAll(async () => {
    await test.close()
    rmSync(dir, { recursive: true, force: true })
  })

  const sql = async (statement: string, values?: unknown[]) =>
    (await test.database.connections.writePool.query(statement, values)).rows
  const fill = async (count: number, hall: string, owner = 'staff') => {
    await sql(
      `insert into data.stand (id, _tenant, _version, name, hall, owner)
       select $2 || $3 || n, 1, 1, 'stand ' || n, $2, $3 from generate_series(1, $1) n`,
      [count, hall, owner],
    )
  }
  const left = async (hall: string) =>
    Number((await sql('select count(*) from data.stand where hall = $1', [hall]))[0]?.count)
  const remove = async (body: object, token = admin) =>
    (await test.call(token, 'POST', '/online/results/stand/delete', body)).body

  it('are deleted in one operation, which is taken back as one', async () => {
    await fill(30, 'A')
    await fill(3, 'B')
    const { body, headers } = await test.call(admin, 'POST', '/online/results/stand/delete', {
      query: { hall: 'A', pageNo: 2, pageSize: 10 },
      count: 30,
    })
    expect(body).toMatchObject({ success: true, result: 30 })
    expect([await left('A'), await left('B')]).toEqual([0, 3])
    const undo = `/online/operation/${headers['x-request-id']}/undo`
    expect((await test.call(admin, 'POST', undo)).body).toMatchObject({
      success: true,
      result: { count: 30 },
    })
    expect(await left('A')).toBe(30)
  })

  it('are deleted only if they are as many as were shown', async () => {
    await fill(5, 'C')
    const refused = await remove({ query: { hall: 'C' }, count: 4 })
    expect(refused).toMatchObject({ success: false, message: '查询结果已有变化，请刷新后重试' })
    expect(await left('C')).toBe(5)
  })

  it('are at most 1000', async () => {
    await fill(1001, 'D')
    for (const count of [1001, 1000])
      expect(await remove({ query: { hall: 'D' }, count })).toMatchObject({
        success: false,
        message: '一次最多处理 1000 条',
      })
    expect(await left('D')).toBe(1001)
    expect(await remove({ query: { hall: 'D' }, selections: 'Dstaff1,Dstaff2', count: 2 })).toMatchObject({
      success: true,
      result: 2,
    })
  })

  it('are those that the caller may see, and nothing without the right to delete', async () => {
    await fill(2, 'E')
    await fill(2, 'E', 'other')
    expect(await remove({ query: { hall: 'E' }, count: 2 }, staff)).toMatchObject({
      success: false,
      code: 510,
    })
    const [role] = await sql("select id from platform.sys_role where role_code = 'staff'")
    for (const action of ['list', 'delete'])
      await sql(
        `insert into platform.sys_permission (id, name, menu_type, perms, perms_type)
           values ('stand-${action}', '${action}', 2, 'online:stand:${action}', '1');
         insert into platform.sys_role_permission (id, role_id, permission_id)
           values ('stand-${action}', '${role?.id}', 'stand-${action}')`,
      )
    await sql(
      "insert into platform.form_grant (role_id, form_code, kind, key) values ($1, 'stand', 'row', 'own')",
      [role?.id],
    )
    await test.app.sessions.rightsChanged()
    expect(await remove({ query: { hall: 'E' }, count: 4 }, staff)).toMatchObject({ success: false })
    expect(await remove({ query: { hall: 'E' }, count: 2 }, staff)).toMatchObject({
      success: true,
      result: 2,
    })
    expect(await sql("select distinct owner from data.stand where hall = 'E'")).toEqual([{ owner: 'other' }])
  })
})
