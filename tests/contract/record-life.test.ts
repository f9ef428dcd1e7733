import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LifeEvent } from '#schemas/api/record-life.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'

const text = { type: 'string' } as const
const FORM = '/online/cgform/api/form/life_booth'
const LEVELS = [
  { value: '1', text: '一级' },
  { value: '2', text: '二级' },
]
const DOCUMENTS = {
  'life_booth.form.json': formDocument(
    'life_booth',
    {
      name: { ...text, title: '名称' },
      owner: text,
      level: { ...text, title: '级别', view: 'list', dict: LEVELS },
      price: { ...text, title: '价格' },
      note: { ...text, title: '备注' },
    },
    {
      subTables: [{ code: 'life_item', foreignKey: 'booth_id', relation: 'many', title: '物品' }],
      permissions: {
        columns: [
          { field: 'price', control: 'visible' },
          { field: 'note', control: 'editable' },
        ],
        rows: [
          { code: 'own', title: '本人', where: { field: 'owner', rule: 'eq', val: '#{sys_user_code}' } },
        ],
      },
    },
  ),
  'life_item.form.json': formDocument('life_item', {
    booth_id: text,
    good: { ...text, title: '货品' },
  }),
  'life-booth.menu.json': {
    kind: 'menu',
    id: 'life-booth',
    title: '展位',
    path: '/life/booth',
    form: 'life_booth',
    actions: ['add', 'edit', 'delete'],
  },
}

describe('the life of a record [screen-98]', () => {
  let dir: string
  let test: TestApp
  let admin = ''
  let staff = ''
  let id = ''
  let other = ''
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'record-life-'))
    for (const [name, content] of Object.entries(DOCUMENTS))
      await writeFile(join(dir, name), JSON.stringify(content))
    test = await createTestApp({ dirs: ['schemas/pages', dir] })
    admin = await test.signIn('admin')
    staff = await test.signIn('staff')
    const add = async (row: object): Promise<string> =>
      (await test.call(admin, 'POST', FORM, row)).body.result
    id = await add({
      name: '一号',
      owner: 'staff',
      level: '1',
      price: '100',
      life_item: [{ good: '桌' }, { good: '椅' }],
    })
    other = await add({ name: '他人', owner: 'admin', level: '1' })
    const { result } = (await test.call(admin, 'GET', `${FORM}/${id}`)).body
    const [table] = result.life_item.filter(({ good }: { good: string }) => good === '桌')
    const edited = await test.call(admin, 'PUT', FORM, {
      id,
      level: '2',
      price: '250',
      life_item: [{ ...table, good: '长桌' }, { good: '灯' }],
      _version: result._version,
    })
    expect(edited.body).toMatchObject({ success: true })
    await test.database.connections.writePool.query(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select gen_random_uuid()::text, r.id, p.id from platform.sys_role r, platform.sys_permission p
       where r.role_code = 'staff' and p.id = 'life-booth' on conflict do nothing`,
    )
    await test.database.connections.writePool.query(
      `insert into platform.form_grant (role_id, form_code, kind, key)
       select id, 'life_booth', 'row', 'own' from platform.sys_role where role_code = 'staff'`,
    )
    await test.app.sessions.rightsChanged()
  })
  afterAll(async () => {
    await test.close()
    await rm(dir, { recursive: true })
  })

  const life = async (token: string, of = id, query = '') =>
    test.call(token, 'GET', `/online/history/life_booth/${of}${query}`)
  const events = async (token: string): Promise<LifeEvent[]> => (await life(token)).body.result.records

  type Good = { id: string; good: string }
  const byId = (one: Good, two: Good) => (one.id < two.id ? -1 : 1)
  const record = async (of: string) => (await test.call(admin, 'GET', `${FORM}/${of}`)).body.result
  const versionOf = async (of: string): Promise<number> => (await record(of))._version
  const goodsOf = async (of: string): Promise<Good[]> =>
    (await record(of)).life_item.sort((one: Good, two: Good) => (one.good < two.good ? -1 : 1))
  const made = async (name: string): Promise<string> => {
    const row = { name, owner: 'staff', note: '旧', price: '1', life_item: [{ good: '桌' }, { good: '椅' }] }
    return (await test.call(admin, 'POST', FORM, row)).body.result
  }
  const changed = async (of: string, row: object) => {
    const answer = await test.call(admin, 'PUT', FORM, { id: of, _version: await versionOf(of), ...row })
    expect(answer.body).toMatchObject({ success: true })
  }
  const restore = (token: string, of: string, event: LifeEvent | undefined, _version: number) =>
    test.call(token, 'POST', `/online/history/life_booth/${of}/restore`, {
      version: event?.own?.change,
      _version,
    })

  it('tells who did what and when, old and new in words, and what became of its sub rows', async () => {
    const [edited, added] = await events(admin)
    expect(added).toMatchObject({ action: 'add', username: 'admin', own: { kind: 'added', version: 1 } })
    expect(added?.subs.map(({ kind }) => kind)).toEqual(['added', 'added'])
    expect(edited).toMatchObject({ action: 'edit', undoes: null, own: { kind: 'changed', version: 2 } })
    expect(edited?.own?.fields).toEqual([
      { name: 'level', title: '级别', before: '一级', after: '二级' },
      { name: 'price', title: '价格', before: '100', after: '250' },
    ])
    const told = edited?.subs.map(({ title, kind, fields }) => ({
      title,
      kind,
      goods: fields.map(({ before, after }) => `${before}>${after}`).join(),
    }))
    expect(told).toHaveLength(3)
    expect(told).toEqual(
      expect.arrayContaining([
        { title: '物品', kind: 'changed', goods: '桌>长桌' },
        { title: '物品', kind: 'added', goods: '>灯' },
        { title: '物品', kind: 'removed', goods: '椅>' },
      ]),
    )
    const paged = (await life(admin, id, '?pageNo=2&pageSize=1')).body.result
    expect(paged).toMatchObject({ total: 2, records: [{ action: 'add' }] })
  })

  it('leaves out what the reader may not see: columns, and records of others [perm-14]', async () => {
    const [edited, added] = await events(staff)
    expect(edited?.own?.fields.map(({ name }) => name)).toEqual(['level'])
    expect(added?.own?.fields.map(({ name }) => name)).not.toContain('price')
    const change = edited?.own?.change ?? ''
    const versions = await test.call(staff, 'GET', `/online/history/life_booth/${id}/versions?one=${change}`)
    expect(JSON.parse(versions.body.result[0].dataContent)).not.toHaveProperty('price')
    expect((await life(staff, other)).status).toBe(404)
    // A version is asked for by its own record only.
    const [strange] = (await life(admin, other)).body.result.records as LifeEvent[]
    const asked = `/online/history/life_booth/${id}/versions?one=${strange?.own?.change}`
    expect((await test.call(admin, 'GET', asked)).status).toBe(404)
  })

  it('has a field back as it was before a change, says so in the log, and tells undo and what it undid', async () => {
    const [edited] = await events(admin)
    const asked = `/online/history/life_booth/${id}/versions?one=${edited?.own?.change}.0&other=${edited?.own?.change}`
    const { result } = (await test.call(admin, 'GET', asked)).body
    const [before, after] = result.map(({ dataContent }: { dataContent: string }) => JSON.parse(dataContent))
    expect([before.level, after.level]).toEqual(['1', '2'])
    const back = (field: string) =>
      test.call(admin, 'POST', `/online/history/life_booth/${id}/restore`, {
        version: edited?.own?.change,
        field,
        _version: 2,
      })
    expect((await back('nothing')).status).toBe(404)
    expect((await back('level')).body).toMatchObject({ success: true, result: { kept: [] } })
    const { result: kept } = (await test.call(admin, 'GET', `${FORM}/${id}`)).body
    // Everything else stays, sub rows too.
    expect(kept).toMatchObject({ level: '1', price: '250', name: '一号' })
    expect(kept.life_item).toHaveLength(2)
    const [restored] = await events(admin)
    expect((await test.call(admin, 'POST', `/online/operation/${restored?.id}/undo`)).body.success).toBe(true)
    expect(restored).toMatchObject({ action: 'revert' })
    expect((await events(admin))[0]).toMatchObject({ action: 'undo', undoes: 'revert' })
  })

  it('brings a version back with its sub rows, by one save that can be taken back', async () => {
    const booth = await made('二号')
    const [desk, chair] = await goodsOf(booth)
    await changed(booth, { name: '改', life_item: [{ ...desk, good: '长桌' }, { good: '灯' }] })
    const later = await goodsOf(booth)
    const [, added] = (await life(admin, booth)).body.result.records as LifeEvent[]
    const restored = await restore(admin, booth, added, await versionOf(booth))
    expect(restored.body).toMatchObject({ success: true, result: { kept: [] } })
    const whole = (goods: Good[]) => goods.map(({ id, good }) => ({ id, good })).sort(byId)
    expect(whole(await goodsOf(booth))).toEqual(whole([desk, chair] as Good[]))
    expect((await test.call(admin, 'GET', `${FORM}/${booth}`)).body.result.name).toBe('二号')
    const [event] = (await life(admin, booth)).body.result.records as LifeEvent[]
    expect(event?.subs.map(({ kind }) => kind).sort()).toEqual(['added', 'changed', 'removed'])
    const undone = await test.call(admin, 'POST', `/online/operation/${event?.id}/undo`)
    expect(undone.body).toMatchObject({ success: true })
    expect(whole(await goodsOf(booth))).toEqual(whole(later))
    // Who looks at an older record brings nothing back over what others did.
    expect((await restore(admin, booth, added, 1)).status).toBe(409)
    const strange = await restore(admin, other, added, await versionOf(other))
    expect(strange.status).toBe(404)
  })

  it('says what cannot come back: what the user may not write, and rows that are gone for good [perm-14]', async () => {
    const booth = await made('三号')
    const [desk, chair] = await goodsOf(booth)
    await changed(booth, { name: '改', note: '新', price: '9', life_item: [desk] })
    const [, added] = (await life(admin, booth)).body.result.records as LifeEvent[]
    expect((await restore(staff, booth, added, await versionOf(booth))).status).toBe(403)
    await test.database.connections.writePool.query(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select gen_random_uuid()::text, r.id, p.id from platform.sys_role r, platform.sys_permission p
       where r.role_code = 'staff' and p.perms = 'online:life_booth:edit' on conflict do nothing`,
    )
    await test.app.sessions.rightsChanged()
    const erased = await test.database.connections.writePool.query(
      'update platform.operation_change set recycled = false where record_id = $1',
      [chair?.id],
    )
    expect(erased.rowCount).toBeGreaterThan(0)
    const answer = await restore(staff, booth, added, await versionOf(booth))
    expect(answer.body).toMatchObject({ success: true, result: { kept: ['备注', '物品'] } })
    const { result } = (await test.call(admin, 'GET', `${FORM}/${booth}`)).body
    expect(result).toMatchObject({ name: '三号', note: '新', price: '9' })
    expect((await goodsOf(booth)).map(({ good }) => good)).toEqual(['桌'])
  })

  it('refuses what is no form, and odd input, in words', async () => {
    expect((await test.call(admin, 'GET', '/online/history/no_such/1')).status).toBe(404)
    expect((await life(admin, id, '?pageSize=9999')).status).toBe(400)
    expect((await test.call(admin, 'GET', `/online/history/life_booth/${id}/versions`)).status).toBe(400)
  })
})
