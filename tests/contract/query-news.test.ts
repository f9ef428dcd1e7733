import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QuerySettings } from '#schemas/api/list-view.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { fileForm } from '#tests/helpers/sent-files.ts'

const FORM = 'expo_exhibition'

let test: TestApp
let admin = ''
let staff = ''
/** Changes records, and subscribes to nothing. */
let writer = ''
let expo = ''
const dataDir = mkdtempSync(join(tmpdir(), 'news-'))
beforeAll(async () => {
  test = await createTestApp({ env: { DATA_DIR: dataDir } })
  admin = await test.signIn('admin')
  staff = await test.signIn('staff')
  const [role] = await sql("select id from platform.sys_role where role_code = 'admin' and tenant_id = 1")
  const password = 'News-writer-1'
  const user = { username: 'writer', realname: 'Writer', password, workNo: 'W1', selectedroles: role.id }
  expect((await test.call(admin, 'POST', '/sys/user/add', user)).body).toMatchObject({ success: true })
  await sql("update platform.sys_user set must_change_password = false where username = 'writer'")
  writer = await test.signIn('writer', password)
  expo = (await sql('select id from data.expo limit 1'))[0].id
})
afterAll(async () => {
  await test.close()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  await sql('delete from platform.list_view')
  await sql(`delete from data.${FORM} where name like '%News%'`)
  await sql('delete from platform.sys_announcement')
})

const sql = async (text: string, values: unknown[] = []) =>
  (await test.database.connections.writePool.query(text, values)).rows
const settings = (records: QuerySettings['records'], more: Partial<QuerySettings> = {}): QuerySettings => ({
  matchType: 'and',
  records,
  filters: {},
  sort: [],
  ...more,
})
const NEWS = settings([{ field: 'name', rule: 'like', val: 'News' }])
const saveQuery = (token: string, title: string, more: object = {}, form = FORM) =>
  test.call(token, 'POST', `/online/view/${form}`, {
    title,
    audience: { kind: 'me' },
    settings: NEWS,
    subscribed: true,
    ...more,
  })
const subscribed = async (token: string, title: string, more: object = {}): Promise<string> => {
  const { body } = await saveQuery(token, title, more)
  expect(body).toMatchObject({ success: true })
  return body.result
}
const add = async (row: object, form = FORM, token = writer): Promise<string> => {
  const { body } = await test.call(token, 'POST', `/online/cgform/api/form/${form}`, {
    expo_id: expo,
    ...row,
  })
  expect(body).toMatchObject({ success: true })
  return body.result
}
const edit = async (id: string, row: object) => {
  const { body } = await test.call(writer, 'PUT', `/online/cgform/api/form/${FORM}`, { id, ...row })
  expect(body).toMatchObject({ success: true })
}
/** What the bell of a user holds. */
const news = async (token: string) =>
  (await test.call(token, 'GET', '/sys/annountCement/listByUser')).body.result.sysMsgList as {
    titile: string
    openPage: string
    busType: string
    busId: string
  }[]
const titles = async (token: string) => (await news(token)).map(({ titile }) => titile)
const markQuery = (token: string, id: string, use: object, form = FORM) =>
  test.call(token, 'PUT', `/online/view/${form}/${id}/use`, use)

describe('a subscribed query', () => {
  it('tells of records that enter it, and leads to itself', async () => {
    const id = await subscribed(admin, 'Own')
    const record = await add({ name: 'News one' })
    expect(await news(admin)).toMatchObject([
      { titile: '1 条记录进入“Own”', openPage: FORM, busType: 'list_view', busId: id },
    ])
    expect(await titles(staff)).toEqual([])
    // It is in there already; it leaves; another one never comes.
    await edit(record, { name: 'News again' })
    await edit(record, { name: 'Old' })
    await add({ name: 'Other' })
    expect(await titles(admin)).toHaveLength(1)
    await edit(record, { name: 'News at last' })
    expect(await titles(admin)).toHaveLength(2)
  })

  it('tells once of all that one operation brings: an import, an undo', async () => {
    await subscribed(admin, 'Many')
    const [{ name }] = await sql('select name from data.expo where id = $1', [expo])
    const text = ['企业名称,参加展会', ...Array.from({ length: 100 }, (_, at) => `News ${at},${name}`)].join(
      '\n',
    )
    const imported = await importText(text)
    expect(imported).toMatchObject({ success: true })
    expect(await titles(admin)).toEqual(['100 条记录进入“Many”'])
    const rows = await sql(
      `select id, _version as version from data.${FORM} where name like 'News %' order by id limit 3`,
    )
    const ids = rows.map(({ id }) => id as string)
    const gone = await test.call(writer, 'DELETE', `/online/cgform/api/form/${FORM}/${ids.join(',')}`)
    expect(await titles(admin)).toHaveLength(1)
    const undone = await test.call(writer, 'POST', `/online/operation/${gone.headers['x-request-id']}/undo`)
    expect(undone.body).toMatchObject({ success: true })
    expect(await titles(admin)).toContain('3 条记录进入“Many”')
  })

  it('tells nobody of what he did himself, and the others of it', async () => {
    const id = await subscribed(admin, 'Both', { audience: { kind: 'all' } })
    await markQuery(staff, id, { subscribed: true })
    const record = await add({ name: 'News of admin' }, FORM, admin)
    expect([await titles(admin), await titles(staff)]).toEqual([[], ['1 条记录进入“Both”']])
    await edit(record, { name: 'Old' })
    await edit(record, { name: 'News again' })
    expect([(await titles(admin)).length, (await titles(staff)).length]).toEqual([1, 2])
  })

  it('tells nothing of what is not kept', async () => {
    await subscribed(admin, 'Unkept')
    const { body } = await test.call(writer, 'POST', `/online/cgform/api/form/${FORM}`, {
      name: 'News',
      expo_id: 'no-such',
    })
    expect(body).toMatchObject({ success: false })
    expect(await sql('select id from platform.sys_announcement')).toEqual([])
  })

  it('ends with the query, with the tick, and with the right to it', async () => {
    const [role] = await sql("select id from platform.sys_role where role_code = 'staff'")
    const id = await subscribed(admin, 'Shared', {
      audience: { kind: 'role', id: role.id },
      subscribed: false,
    })
    expect((await markQuery(staff, id, { subscribed: true })).body).toMatchObject({ success: true })
    await add({ name: 'News 1' })
    expect(await titles(staff)).toEqual(['1 条记录进入“Shared”'])
    expect(await titles(admin)).toEqual([])
    await test.call(admin, 'PUT', `/online/view/${FORM}/${id}`, { audience: { kind: 'me' } })
    await add({ name: 'News 2' })
    expect(await titles(staff)).toHaveLength(1)
    await test.call(admin, 'PUT', `/online/view/${FORM}/${id}`, { audience: { kind: 'all' } })
    await markQuery(staff, id, { subscribed: false })
    await add({ name: 'News 3' })
    expect(await titles(staff)).toHaveLength(1)
    await markQuery(staff, id, { subscribed: true })
    await test.call(admin, 'DELETE', `/online/view/${FORM}/${id}`)
    await add({ name: 'News 4' })
    expect(await titles(staff)).toHaveLength(1)
  })

  it('ends with the right to list the records', async () => {
    const id = await subscribed(admin, 'Listed', { audience: { kind: 'all' } })
    await markQuery(staff, id, { subscribed: true })
    await sql(
      `update platform.sys_permission set perms = 'x:' || perms where perms like 'online:${FORM}:list%'`,
    )
    await test.app.sessions.rightsChanged()
    await add({ name: 'News unseen' })
    await sql(
      `update platform.sys_permission set perms = substr(perms, 3) where perms like 'x:online:${FORM}:list%'`,
    )
    await test.app.sessions.rightsChanged()
    expect([await titles(staff), (await titles(admin)).length]).toEqual([[], 1])
    await add({ name: 'News seen' })
    expect(await titles(staff)).toHaveLength(1)
  })

  it('tells each of the records that he may see, and nothing by a field that he may not [perm-13]', async () => {
    const all = { audience: { kind: 'all' } }
    const open = await subscribed(admin, 'Open', all)
    const fee = settings([{ field: 'fee', rule: 'gt', val: '5' }])
    const hidden = await subscribed(admin, 'Fee', { ...all, settings: fee })
    for (const id of [open, hidden]) await markQuery(staff, id, { subscribed: true })
    await add({ name: 'News', fee: 7 })
    expect((await titles(admin)).sort()).toEqual(['1 条记录进入“Fee”', '1 条记录进入“Open”'])
    expect(await titles(staff)).toEqual(['1 条记录进入“Open”'])
    // A row rule narrows what staff may see.
    const grant = (code: string) =>
      sql(
        `with gone as (delete from platform.form_grant where form_code = '${FORM}' and kind = 'row'
           and role_id in (select id from platform.sys_role where role_code = 'staff'))
         insert into platform.form_grant (role_id, form_code, kind, key)
         select id, '${FORM}', 'row', $1 from platform.sys_role where role_code = 'staff'`,
        [code],
      )
    await grant('mine')
    await test.app.sessions.rightsChanged()
    const others = await add({ name: 'News of others', owner: 'admin' })
    expect(await titles(staff)).toHaveLength(1)
    await edit(others, { owner: 'staff' })
    expect(await titles(staff)).toHaveLength(2)
    expect(await titles(admin)).toHaveLength(3)
    await grant('all')
    await sql("update platform.sys_user set status = 2 where username = 'staff'")
    await test.app.sessions.rightsChanged()
    await add({ name: 'News for none' })
    await sql("update platform.sys_user set status = 1 where username = 'staff'")
    await test.app.sessions.rightsChanged()
    staff = await test.signIn('staff')
    expect(await titles(staff)).toHaveLength(2)
    expect(await titles(admin)).toHaveLength(4)
  })

  it('stays within its tenant, and in the language of its user', async () => {
    const id = await subscribed(admin, 'Elsewhere')
    await sql("insert into platform.sys_tenant (id, name) values (77, 'Other') on conflict do nothing")
    await sql('update platform.list_view set tenant_id = 77 where id = $1', [id])
    await add({ name: 'News' })
    expect(await titles(admin)).toEqual([])
    await sql('update platform.list_view set tenant_id = 1 where id = $1', [id])
    await test.call(
      admin,
      'PUT',
      `/online/view/${FORM}/${id}/use`,
      { subscribed: true },
      {
        headers: { 'x-language': 'en' },
      },
    )
    await add({ name: 'News two' })
    expect(await titles(admin)).toEqual(['Records that entered “Elsewhere”: 1'])
  })

  it('keeps nobody from saving, whatever it has become', async () => {
    const id = await subscribed(admin, 'Odd')
    await sql(
      `update platform.list_view set settings = jsonb_set(settings, '{records}', $2::jsonb) where id = $1`,
      [id, JSON.stringify([{ field: 'fee', rule: 'gt', val: 'no number' }])],
    )
    // What one has become ends no news of others.
    await subscribed(staff, 'Sound')
    await add({ name: 'News' })
    expect([await titles(admin), await titles(staff)]).toEqual([[], ['1 条记录进入“Sound”']])
  })

  it('asks for nothing of sub tables, and for rows that are stored', async () => {
    const sub = settings([{ field: 'expo_contact@name', rule: 'like', val: 'News' }])
    const answers = [
      await saveQuery(admin, 'Computed', { settings: settings([]) }, 'my_message'),
      await saveQuery(admin, 'Sub', { settings: sub }),
      await saveQuery(admin, 'Filter', {
        settings: { ...settings([]), filters: { 'expo_contact@name': 'News' } },
      }),
    ]
    expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
      [400, '该列表的查询不能订阅'],
      [400, '含子表条件的查询不能订阅'],
      [400, '含子表条件的查询不能订阅'],
    ])
  })
})

async function importText(text: string) {
  const { payload, headers } = fileForm('news.csv', Buffer.from(text))
  return (await test.call(writer, 'POST', `/online/cgform/api/importXls/${FORM}`, payload, { headers })).body
}
