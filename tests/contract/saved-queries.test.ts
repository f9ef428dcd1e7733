import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { QuerySettings } from '#schemas/api/list-view.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

const FORM = 'expo_exhibition'

let test: TestApp
let admin = ''
let staff = ''
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
  staff = await test.signIn('staff')
})
afterAll(() => test.close())

const NAMED: QuerySettings = {
  matchType: 'or',
  records: [
    { field: 'name', rule: 'like', val: 'Query' },
    { field: 'name', rule: 'like', val: 'Saved' },
  ],
  filters: {},
  sort: [{ field: 'name', descending: true }],
  pageSize: 20,
  columns: [{ field: 'name', width: 300 }],
}
const save = (token: string, title: string, more: object = {}, form = FORM) =>
  test.call(token, 'POST', `/online/view/${form}`, {
    title,
    audience: { kind: 'me' },
    settings: NAMED,
    ...more,
  })
const kept = async (token: string, title: string, more: object = {}): Promise<string> => {
  const { body } = await save(token, title, more)
  expect(body).toMatchObject({ success: true })
  return body.result
}
const page = async (token: string, code = FORM) =>
  (await test.call(token, 'GET', `/online/document/${code}`)).body.result.views
const saved = async (token: string, code = FORM) => (await page(token, code)).saved[code] ?? []
const titles = async (token: string) => (await saved(token)).map(({ title }: { title: string }) => title)
const one = async (token: string, id: string) =>
  (await saved(token)).find((query: { id: string }) => query.id === id)
const counts = async (token: string) =>
  Object.fromEntries(
    (await test.call(token, 'GET', `/online/view/${FORM}/counts`)).body.result.map(
      ({ id, count }: { id: string; count: number | null }) => [id, count],
    ),
  )
const remove = (token: string, id: string) => test.call(token, 'DELETE', `/online/view/${FORM}/${id}`)
const change = (token: string, id: string, body: object) =>
  test.call(token, 'PUT', `/online/view/${FORM}/${id}`, body)
const use = (token: string, id: string, body: object) =>
  test.call(token, 'PUT', `/online/view/${FORM}/${id}/use`, body)
const sql = async (text: string, values: unknown[] = []) =>
  (await test.database.connections.writePool.query(text, values)).rows
const roleOf = async (code: string) =>
  (await sql('select id from platform.sys_role where role_code = $1', [code]))[0].id as string
const add = async (row: object) => {
  const { body } = await test.call(admin, 'POST', `/online/cgform/api/form/${FORM}`, row)
  expect(body).toMatchObject({ success: true })
}

describe('a saved query', () => {
  it('comes with the page of its user, with everything that it keeps [superquery-02]', async () => {
    const id = await kept(admin, 'Named')
    const settings = { ...NAMED, records: NAMED.records }
    expect(await one(admin, id)).toMatchObject({
      title: 'Named',
      audience: { kind: 'me' },
      mayChange: true,
      settings,
      lost: { fields: [], unnamed: 0 },
    })
    expect((await test.call(admin, 'GET', `/online/view/${FORM}`)).body.result).toEqual(await saved(admin))
    expect(await titles(staff)).toEqual([])
    // What another user keeps for himself is not there for anybody else.
    for (const answer of [
      await remove(staff, id),
      await change(staff, id, { title: 'Mine' }),
      await use(staff, id, { onHome: true }),
      await test.call(admin, 'DELETE', `/online/view/expo/${id}`),
    ])
      expect(answer.status).toBe(404)
    await remove(admin, id)
    expect(await titles(admin)).toEqual([])
  })

  it('takes the place of one of the same name for the same people [superquery-20]', async () => {
    const id = await kept(admin, 'Twice')
    expect(await kept(admin, 'Twice', { settings: { ...NAMED, pageSize: 30 } })).toBe(id)
    expect((await one(admin, id)).settings.pageSize).toBe(30)
    const other = await kept(admin, 'Other')
    expect((await change(admin, other, { title: 'Twice' })).status).toBe(400)
    expect((await change(admin, other, { title: ' Third ' })).body).toMatchObject({ success: true })
    expect(await titles(admin)).toEqual(['Twice', 'Third'])
    await test.call(admin, 'PUT', `/online/view/${FORM}/order`, { ids: [other, id] })
    expect(await titles(admin)).toEqual(['Third', 'Twice'])
    await remove(admin, id)
    await remove(admin, other)
  })

  it('counts what its list finds, for each user', async () => {
    const exhibition = (await sql('select id from data.expo limit 1'))[0].id
    for (const name of ['Query One', 'Saved Two', 'Neither']) await add({ name, expo_id: exhibition })
    const id = await kept(admin, 'Counted', { onHome: true })
    const filtered = await kept(admin, 'Filtered', {
      settings: { ...NAMED, records: [], filters: { name: 'Query One' } },
    })
    const list = await test.call(
      admin,
      'GET',
      `/online/cgform/api/getData/${FORM}?superQueryMatchType=or&superQueryParams=${encodeURIComponent(JSON.stringify(NAMED.records))}`,
    )
    expect(list.body.result.total).toBeGreaterThanOrEqual(2)
    expect(await counts(admin)).toEqual({ [id]: list.body.result.total, [filtered]: 1 })
    expect((await test.call(admin, 'GET', '/online/views/home')).body.result).toMatchObject([
      { id, title: 'Counted', page: FORM, form: FORM, count: list.body.result.total, isLost: false },
    ])
    expect((await test.call(staff, 'GET', '/online/views/home')).body.result).toEqual([])
    await remove(admin, id)
    await remove(admin, filtered)
  })

  it('is opened first by the user who wants it, one for a list', async () => {
    const first = await kept(admin, 'First', { opens: true })
    const second = await kept(admin, 'Second', { opens: true })
    expect([(await one(admin, first)).opens, (await one(admin, second)).opens]).toEqual([false, true])
    await use(admin, second, { opens: false })
    expect((await one(admin, second)).opens).toBe(false)
    await remove(admin, first)
    await remove(admin, second)
  })
})

describe('a shared query', () => {
  it('is for those of its role, of its department and below, or for everybody', async () => {
    const staffRole = await roleOf('staff')
    const [above, below] = await sql(
      `select d.id from platform.sys_depart d where d.tenant_id = 1 and d.del_flag = 0 order by d.org_code limit 2`,
    )
    const role = await kept(admin, 'For staff', {
      audience: { kind: 'role', id: staffRole },
      isDefault: true,
    })
    const all = await kept(admin, 'For all', { audience: { kind: 'all' } })
    expect((await titles(staff)).sort()).toEqual(['For all', 'For staff'])
    expect(await one(staff, role)).toMatchObject({ forMe: true, mayChange: false, isDefault: true })
    expect(await one(admin, role)).toMatchObject({ forMe: false, mayChange: true })
    expect((await page(staff)).mayShare).toBe(false)
    for (const answer of [await remove(staff, all), await change(staff, role, { title: 'Theirs' })])
      expect(answer.status).toBe(403)
    // Using it is everybody's own matter.
    expect((await use(staff, all, { onHome: true, opens: true })).body).toMatchObject({ success: true })
    expect(await one(staff, all)).toMatchObject({ onHome: true, opens: true })
    expect(await one(admin, all)).toMatchObject({ onHome: false, opens: false })

    const depart = await kept(admin, 'For a department', { audience: { kind: 'depart', id: above.id } })
    const belongs = await sql(
      `select 1 from platform.sys_user_depart ud join platform.sys_user u on u.id = ud.user_id
       join platform.sys_depart d on d.id = ud.dep_id join platform.sys_depart a on starts_with(d.org_code, a.org_code)
       where u.username = 'staff' and a.id = $1`,
      [above.id],
    )
    expect((await titles(staff)).includes('For a department')).toBe(belongs.length > 0)
    expect(below).toBeDefined()
    for (const id of [role, all, depart]) expect((await remove(admin, id)).status).toBe(200)
    expect(await titles(staff)).toEqual([])
  })

  it('that somebody else has changed is not changed as if it were the one that was seen', async () => {
    const id = await kept(admin, 'Contested', { audience: { kind: 'all' } })
    const { version } = await one(admin, id)
    const settings = { ...NAMED, pageSize: 30 }
    expect((await change(admin, id, { settings, version })).status).toBe(200)
    const late = await change(admin, id, { settings: { ...NAMED, pageSize: 50 }, version })
    expect([late.status, late.body.message]).toEqual([409, '查询“Contested”已被他人修改'])
    expect((await one(admin, id)).settings.pageSize).toBe(30)
    const both = await Promise.all(
      [20, 50].map((pageSize) =>
        change(admin, id, { settings: { ...NAMED, pageSize }, version: version + 1 }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    await remove(admin, id)
  })

  it('is saved, renamed, opened first and removed at the same moment, by whoever clicks twice', async () => {
    const [one, two] = [await kept(staff, 'One'), await kept(staff, 'Two')]
    const fine = [
      ...(await Promise.all(Array.from({ length: 4 }, () => save(staff, 'Twice')))),
      ...(await Promise.all([one, two, one, two].map((id) => use(staff, id, { opens: true })))),
    ]
    expect(fine.map(({ status }) => status)).toEqual(fine.map(() => 200))
    expect((await titles(staff)).filter((title: string) => title === 'Twice')).toHaveLength(1)
    expect((await saved(staff)).filter(({ opens }: { opens: boolean }) => opens)).toHaveLength(1)
    const renamed = await Promise.all([one, two].map((id) => change(staff, id, { title: 'Same' })))
    expect(renamed.map(({ status }) => status).sort()).toEqual([200, 400])
    const ended = await Promise.all([
      remove(staff, one),
      ...Array.from({ length: 4 }, () => use(staff, one, { subscribed: true })),
    ])
    for (const { status } of ended) expect([200, 404]).toContain(status)
    for (const { id } of await saved(staff)) await remove(staff, id)
  })

  it('that its form does not understand any more is not counted, and the others are', async () => {
    const odd = await kept(admin, 'Odd', { onHome: true })
    const sound = await kept(admin, 'Sound', { onHome: true })
    await sql(
      `update platform.list_view set settings = jsonb_set(settings, '{filters}', $2::jsonb) where id = $1`,
      [odd, JSON.stringify({ sign_date_begin: 'some day' })],
    )
    expect(await counts(admin)).toMatchObject({ [odd]: null, [sound]: expect.any(Number) })
    const cards = (await test.call(admin, 'GET', '/online/views/home')).body.result
    expect(
      cards.map(({ title, count }: { title: string; count: number | null }) => [title, typeof count]),
    ).toEqual([
      ['Odd', 'object'],
      ['Sound', 'number'],
    ])
    for (const id of [odd, sound]) await remove(admin, id)
  })

  it('has one default for the same people', async () => {
    const audience = { kind: 'all' }
    const first = await kept(admin, 'First', { audience, isDefault: true })
    const second = await kept(admin, 'Second', { audience, isDefault: true })
    expect([(await one(staff, first)).isDefault, (await one(staff, second)).isDefault]).toEqual([false, true])
    await remove(admin, first)
    await remove(admin, second)
  })

  it('is made only by who may share, with whom the tenant has', async () => {
    const all = { kind: 'all' }
    expect((await save(staff, 'For all', { audience: all })).status).toBe(403)
    const own = await kept(staff, 'Own')
    expect((await change(staff, own, { audience: all })).status).toBe(403)
    expect((await test.call(staff, 'GET', '/online/views/audiences')).status).toBe(403)
    await remove(staff, own)
    for (const audience of [
      { kind: 'role', id: 'no-such' },
      { kind: 'depart', id: 'no-such' },
      { kind: 'role' },
    ])
      expect((await save(admin, 'Nobody', { audience })).status).toBe(400)
    const { roles, departs } = (await test.call(admin, 'GET', '/online/views/audiences')).body.result
    expect(roles).toContainEqual({ id: await roleOf('staff'), name: expect.any(String) })
    expect(departs.length).toBeGreaterThan(0)
  })

  it('tells nothing of a column that its reader may not see, and says that something is left out [perm-13]', async () => {
    const settings: QuerySettings = {
      ...NAMED,
      records: [
        { field: 'name', rule: 'like', val: 'Query' },
        { field: 'fee', rule: 'gt', val: '123456' },
      ],
      matchType: 'and',
      sort: [{ field: 'fee', descending: true }],
      columns: [{ field: 'fee' }, { field: 'name' }],
    }
    const id = await kept(admin, 'With a fee', { audience: { kind: 'all' }, settings, onHome: true })
    const seen = await one(staff, id)
    expect(seen.lost).toEqual({ fields: [], unnamed: 1 })
    expect(JSON.stringify(seen)).not.toMatch(/"fee"|123456/)
    expect(seen.settings.records).toHaveLength(1)
    expect(typeof (await counts(staff))[id]).toBe('number')
    expect((await one(admin, id)).lost).toEqual({ fields: [], unnamed: 0 })
    await use(staff, id, { onHome: true })
    expect((await test.call(staff, 'GET', '/online/views/home')).body.result).toMatchObject([
      { isLost: true },
    ])
    // A query on it cannot be saved either.
    expect((await save(staff, 'With a fee', { settings })).status).toBe(400)
    await remove(admin, id)
  })

  it('names to whoever wrote it the condition that the rights took away', async () => {
    const grant = `insert into platform.form_grant (role_id, form_code, kind, key)
      select id, '${FORM}', 'visible', 'fee' from platform.sys_role where role_code = 'staff' on conflict do nothing`
    await sql(grant)
    await test.app.sessions.rightsChanged()
    const records = [{ field: 'fee', rule: 'gt', val: '1' }]
    const id = await kept(staff, 'Own fee', { settings: { ...NAMED, records } })
    expect((await one(staff, id)).lost).toEqual({ fields: [], unnamed: 0 })
    await sql(`delete from platform.form_grant where form_code = '${FORM}' and key = 'fee'`)
    await test.app.sessions.rightsChanged()
    const { lost, settings } = await one(staff, id)
    expect(lost).toEqual({ fields: [expect.any(String)], unnamed: 0 })
    expect(settings.records).toEqual([])
    await remove(staff, id)
  })

  it('belongs to its tenant', async () => {
    const id = await kept(admin, 'Of the first tenant', { audience: { kind: 'all' } })
    await sql("insert into platform.sys_tenant (id, name) values (77, 'Other') on conflict do nothing")
    await sql('update platform.list_view set tenant_id = 77 where id = $1', [id])
    expect(await titles(admin)).toEqual([])
    expect((await remove(admin, id)).status).toBe(404)
    expect((await use(admin, id, { onHome: true })).status).toBe(404)
    await test.call(admin, 'PUT', `/online/view/${FORM}/order`, { ids: [id] })
    expect(await sql('select 1 from platform.list_view_use where view_id = $1', [id])).toEqual([])
    await sql('delete from platform.list_view where id = $1', [id])
  })
})

describe('saving a query', () => {
  it('is for those who may see the list', async () => {
    expect((await save(staff, 'Users', {}, 'sys_user')).status).toBe(403)
    expect((await save('', 'Nobody')).status).toBe(401)
    expect((await save(admin, 'Nowhere', {}, 'no_such')).status).toBe(404)
  })

  it('is refused where it is no such thing [err-51]', async () => {
    const bad: object[] = [
      { title: '' },
      { title: '  ' },
      { title: 'x'.repeat(33) },
      { audience: { kind: 'them' } },
      { settings: {} },
      { settings: { ...NAMED, records: 'all' } },
      { settings: { ...NAMED, records: [{ field: 'no_such', rule: 'eq', val: '1' }] } },
      { settings: { ...NAMED, records: [{ field: 'name', rule: 'no_such', val: '1' }] } },
      { settings: { ...NAMED, records: ['name'] } },
      { settings: { ...NAMED, records: [{ records: [{ records: [{ records: [] }] }] }] } },
      { settings: { ...NAMED, matchType: 'xor' } },
      { settings: { ...NAMED, filters: { no_such: '1' } } },
      { settings: { ...NAMED, filters: { sign_date_begin: 'some day' } } },
      { settings: { ...NAMED, records: [{ field: 'booth_area', rule: 'gt', val: 'much' }] } },
      { settings: { ...NAMED, filters: [] } },
      { settings: { ...NAMED, sort: [{ field: 'no_such', descending: true }] } },
      { settings: { ...NAMED, pageSize: 0 } },
      { settings: { ...NAMED, more: true } },
      { page: 'no_such' },
    ]
    for (const more of bad)
      expect([400, 404], JSON.stringify(more)).toContain((await save(admin, 'Bad', more)).status)
    expect(await titles(admin)).toEqual([])
  })

  it('ends at fifty for one list', async () => {
    const ids = []
    for (let at = 0; at < 50; at++) ids.push(await kept(staff, `Query ${at}`))
    const { status, body } = await save(staff, 'One more')
    expect([status, body.message]).toEqual([400, '一个列表最多保存 50 个查询'])
    for (const id of ids) await remove(staff, id)
  })
})
