import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'

const text = { type: 'string' } as const
const FORM = '/online/cgform/api/form/log_booth'
const DOCUMENT = formDocument(
  'log_booth',
  {
    name: { ...text, title: '名称' },
    owner: text,
    level: {
      ...text,
      title: '级别',
      view: 'list',
      dict: [
        { value: '1', text: '一级' },
        { value: '2', text: '二级' },
      ],
    },
    price: { ...text, title: '价格' },
    pin: { ...text, view: 'password' },
  },
  {
    permissions: {
      columns: [{ field: 'price', control: 'visible' }],
      rows: [{ code: 'own', title: '本人', where: { field: 'owner', rule: 'eq', val: '#{sys_user_code}' } }],
    },
  },
)
const MENU = {
  kind: 'menu',
  id: 'log-booth',
  title: '展位',
  path: '/log/booth',
  form: 'log_booth',
  actions: ['add', 'edit', 'delete'],
}

interface Version {
  id: string
  dataVersion: number
  action: string
  createBy: string
  dataContent: string
  dataTitles: Record<string, string>
}

describe('the data log [screen-98]', () => {
  let dir: string
  let test: TestApp
  let admin = ''
  let staff = ''
  let id = ''
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'data-log-'))
    await writeFile(join(dir, 'log_booth.form.json'), JSON.stringify(DOCUMENT))
    await writeFile(join(dir, 'log-booth.menu.json'), JSON.stringify(MENU))
    test = await createTestApp({ dirs: ['schemas/pages', dir] })
    admin = await test.signIn('admin')
    staff = await test.signIn('staff')
    id = await add({ name: '一号', owner: 'staff', level: '1', price: '100', pin: 'secret-pin' })
    const edited = await test.call(admin, 'PUT', FORM, {
      id,
      name: '二号',
      owner: 'staff',
      level: '2',
      price: '250',
      _version: 1,
    })
    expect(edited.body.success).toBe(true)
  })
  afterAll(async () => {
    await test.close()
    await rm(dir, { recursive: true })
  })

  const add = async (row: object): Promise<string> => (await test.call(admin, 'POST', FORM, row)).body.result
  const versions = async (token: string, dataId: string): Promise<Version[]> =>
    (await test.call(token, 'GET', `/sys/dataLog/queryDataVerList?dataTable=log_booth&dataId=${dataId}`)).body
      .result
  const compare = (token: string, one: string, other: string) =>
    test.call(token, 'GET', `/sys/dataLog/queryCompareList?dataId1=${one}&dataId2=${other}`)
  const contentOf = ({ dataContent }: Version) => JSON.parse(dataContent)
  const grant = async (...codes: string[]) => {
    await test.database.connections.writePool.query(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select gen_random_uuid()::text, r.id, p.id from platform.sys_role r, platform.sys_permission p
       where r.role_code = 'staff' and p.perms = any($1) on conflict do nothing`,
      [codes],
    )
    await test.app.sessions.rightsChanged()
  }
  const grantForm = async (kind: string, key: string) => {
    await test.database.connections.writePool.query(
      `insert into platform.form_grant (role_id, form_code, kind, key)
       select id, 'log_booth', $1, $2 from platform.sys_role where role_code = 'staff'`,
      [kind, key],
    )
    await test.app.sessions.rightsChanged()
  }

  it('lists who changed what and when, the newest first [screen-98]', async () => {
    const asked = 'dataTable=log_booth&pageSize=5'
    const wire = (await test.call(admin, 'GET', `/sys/dataLog/list?${asked}`)).body.result
    const online = (await test.call(admin, 'GET', `/online/cgform/api/getData/sys_data_log?${asked}`)).body
      .result
    expect(wire.total).toBe(2)
    expect(online.total).toBe(2)
    expect(wire.records.map(({ action_dictText }: Record<string, string>) => action_dictText).sort()).toEqual(
      ['修改', '添加'],
    )
    expect(wire.records.find(({ dataVersion }: { dataVersion: number }) => dataVersion === 2)).toMatchObject({
      dataTable: 'log_booth',
      dataId: id,
      createBy: 'admin',
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      dataContent: expect.stringContaining('二号'),
    })
    // The document's own rows carry no contents.
    expect(JSON.stringify(online)).not.toContain('二号')
  })

  it('compares two versions of a record, with titles and texts, without secrets [screen-98]', async () => {
    const [second, first] = await versions(admin, id)
    expect([second?.dataVersion, first?.dataVersion]).toEqual([2, 1])
    const { body, text: whole } = await compare(admin, first?.id ?? '', second?.id ?? '')
    const [left, right] = body.result
    expect(contentOf(left)).toMatchObject({ name: '一号', level: '1', level_dictText: '一级', price: '100' })
    expect(contentOf(right)).toMatchObject({ name: '二号', level_dictText: '二级', price: '250' })
    expect(left.dataTitles).toMatchObject({ name: '名称', price: '价格' })
    expect(whole).not.toContain('secret-pin')
    expect((await compare(admin, first?.id ?? '', 'nothing')).status).toBe(404)
  })

  it('shows a reader what the pages show: no form without its right, no row, no column [screen-98]', async () => {
    expect((await test.call(staff, 'GET', '/sys/dataLog/list')).status).toBe(403)
    expect(
      (await test.call(staff, 'GET', `/sys/dataLog/queryDataVerList?dataTable=log_booth&dataId=${id}`))
        .status,
    ).toBe(403)
    await grant('system:dataLog:list')
    const [second, first] = await versions(admin, id)
    // Without the right to the form there is nothing to read, in the list neither.
    expect(await versions(staff, id)).toEqual([])
    expect((await compare(staff, first?.id ?? '', second?.id ?? '')).status).toBe(404)
    const listed = await test.call(staff, 'GET', '/sys/dataLog/list?dataTable=log_booth')
    expect(listed.body.result.records.map(({ dataContent }: Version) => dataContent)).toEqual([null, null])

    // With it, a reader without a row rule sees no row.
    await grant('online:log_booth:list')
    expect(await versions(staff, id)).toEqual([])
    await grantForm('row', 'own')
    const seen = await versions(staff, id)
    expect(seen).toHaveLength(2)
    for (const version of seen) {
      expect(contentOf(version)).not.toHaveProperty('price')
      expect(version.dataTitles).not.toHaveProperty('price')
    }
    expect((await test.call(staff, 'GET', '/sys/dataLog/list?dataTable=log_booth')).text).not.toContain('250')

    const other = await add({ name: '别人的', owner: 'admin', level: '1' })
    expect(await versions(staff, other)).toEqual([])
    // A deleted record is judged by its last values.
    await test.call(admin, 'DELETE', `${FORM}/${other}`)
    expect(await versions(staff, other)).toEqual([])
    expect((await versions(admin, other)).map(({ action }) => action)).toEqual(['delete', 'add'])

    await grantForm('visible', 'price')
    expect(contentOf((await versions(staff, id))[0] as Version)).toMatchObject({ price: '250' })
  })

  it('has what stood in a shipped record before its first change [screen-98]', async () => {
    const { writePool, readPool } = test.database.connections
    const role = (await readPool.query("select id from platform.sys_role where role_code = 'staff'")).rows[0]
      .id
    await writePool.query('delete from platform.operation_change where record_id = $1', [role])
    const url = '/online/cgform/api/form/sys_role'
    const stored = (await test.call(admin, 'GET', `${url}/${role}`)).body.result
    const edit = { ...stored, description: '新的说明' }
    expect((await test.call(admin, 'PUT', url, edit)).body).toMatchObject({ success: true })
    const asked = `dataTable=sys_role&dataId=${role}`
    const [after, before, ...more] = (await test.call(admin, 'GET', `/sys/dataLog/queryDataVerList?${asked}`))
      .body.result
    expect(more).toEqual([])
    expect(before).toMatchObject({ action: 'before', dataVersion: after.dataVersion - 1, createBy: null })
    const [left, right] = (await compare(admin, before.id, after.id)).body.result
    expect(contentOf(left).description).toBe(stored.description)
    expect(contentOf(right).description).toBe('新的说明')
    // The log itself lists the change alone.
    expect((await test.call(admin, 'GET', `/sys/dataLog/list?${asked}`)).body.result.total).toBe(1)
  })

  it('belongs to its tenant, and is changed by nobody [screen-98]', async () => {
    const [second, first] = await versions(admin, id)
    const { writePool } = test.database.connections
    await writePool.query('update platform.operation_change set tenant_id = 2 where id = $1', [second?.id])
    expect(await versions(admin, id)).toHaveLength(1)
    expect((await compare(admin, first?.id ?? '', second?.id ?? '')).status).toBe(404)
    await writePool.query('update platform.operation_change set tenant_id = 1 where id = $1', [second?.id])
    const call = '/online/cgform/api/form/sys_data_log'
    expect((await test.call(admin, 'POST', call, { dataId: 'x' })).status).toBe(403)
    expect((await test.call(admin, 'PUT', call, { id: first?.id, action: 'x' })).status).toBe(403)
    expect((await test.call(admin, 'DELETE', `${call}/${first?.id}`)).status).toBe(403)
    expect(await versions(admin, id)).toHaveLength(2)
  })
})
