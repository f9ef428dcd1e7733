import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'

const text = { type: 'string' } as const
const FORM = '/online/cgform/api/form/act_task'
const close = {
  code: 'close',
  title: '完成',
  at: 'selection',
  when: { field: 'status', rule: 'eq', val: '1' },
  does: { set: { status: '2', closed_by: '#{sys_user_code}', closed_on: '#{sys_date}' } },
}
const DOCUMENT = formDocument(
  'act_task',
  {
    name: text,
    owner: text,
    status: { ...text, readOnly: true, default: '1' },
    closed_by: { ...text, readOnly: true },
    closed_on: { ...text, view: 'date', readOnly: true },
  },
  {
    list: {
      actions: [
        'add',
        close,
        { code: 'give', title: '移交', at: 'row', does: { set: { owner: 'admin' } } },
        { code: 'reopen', title: '重开', right: 'close', at: 'row', does: { set: { status: '1' } } },
        { code: 'look', title: '查看', at: 'row', does: { go: '/x?id=#{id}' } },
      ] as never,
    },
    permissions: {
      rows: [{ code: 'own', title: '本人', where: { field: 'owner', rule: 'eq', val: '#{sys_user_code}' } }],
    },
  },
)
const MENU = {
  kind: 'menu',
  id: 'act-tasks',
  title: '任务',
  path: '/act/tasks',
  form: 'act_task',
  actions: ['add', 'edit'],
  buttons: ['close', 'give', 'look'].map((code) => ({ title: code, permission: `online:act_task:${code}` })),
}

describe('actions of documents', () => {
  let dir: string
  let test: TestApp
  const tokens = new Map<TestUser, string>()
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'actions-'))
    await writeFile(join(dir, 'act_task.form.json'), JSON.stringify(DOCUMENT))
    await writeFile(join(dir, 'act-tasks.menu.json'), JSON.stringify(MENU))
    test = await createTestApp({ dirs: ['schemas/pages', dir] })
    // Staff may close and hand over what is theirs; they may not look.
    await test.database.connections.writePool.query(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select 'act' || p.id, r.id, p.id from platform.sys_permission p, platform.sys_role r
       where p.perms = any($1) and r.role_code = 'staff'`,
      [['list', 'add', 'edit', 'close', 'give'].map((action) => `online:act_task:${action}`)],
    )
    await test.database.connections.writePool.query(
      `insert into platform.form_grant select id, 'act_task', 'row', 'own' from platform.sys_role where role_code = 'staff'`,
    )
    await test.app.sessions.rightsChanged()
    for (const user of ['admin', 'staff', 'designer'] as const) tokens.set(user, await test.signIn(user))
  })
  afterAll(async () => {
    await test?.close()
    await rm(dir, { recursive: true, force: true })
  })

  const as = (user: TestUser) => tokens.get(user) ?? ''
  const add = async (owner: string): Promise<string> =>
    (await test.call(as('admin'), 'POST', FORM, { name: '任务', owner })).body.result
  const stored = async (id: string) => (await test.call(as('admin'), 'GET', `${FORM}/${id}`)).body.result
  const act = (
    user: TestUser | null,
    action: string,
    ids: unknown,
    more: { form?: string; headers?: Record<string, string> } = {},
  ) =>
    test.call(
      user && as(user),
      'POST',
      `/online/action/${more.form ?? 'act_task'}/${action}`,
      { ids },
      { headers: more.headers ?? {} },
    )

  it('set fields that nobody may type into, with version, log and the moment', async () => {
    const ids = [await add('staff'), await add('staff')]
    expect(await act('staff', 'close', ids)).toMatchObject({
      status: 200,
      body: { success: true, message: '操作成功！', result: {} },
    })
    for (const id of ids) {
      expect(await stored(id)).toMatchObject({
        status: '2',
        closed_by: 'staff',
        closed_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        update_by: 'staff',
        _version: 2,
      })
    }
    const { rows } = await test.database.connections.readPool.query(
      `select o.username, o.resource, count(*)::int as changes from platform.operation o
       join platform.operation_change c on c.operation_id = o.id where o.action = 'close' group by o.id`,
    )
    expect(rows).toMatchObject([{ username: 'staff', resource: 'act_task', changes: 2 }])
    // Typing into them is still not possible.
    await test.call(as('staff'), 'PUT', FORM, { id: ids[0], status: '1' })
    expect(await stored(ids[0] ?? '')).toMatchObject({ status: '2' })
  })

  it('need the right of their own, before anything else is looked at', async () => {
    const id = await add('staff')
    const matrix: [user: TestUser | null, action: string, status: number][] = [
      [null, 'close', 401],
      ['staff', 'close', 200],
      ['staff', 'look', 403],
      ['staff', 'no_such', 403],
      ['designer', 'close', 403],
      ['designer', 'no_such', 403],
      ['admin', 'look', 400],
      ['admin', 'no_such', 404],
      ['admin', 'add', 404],
      ['admin', '__proto__', 404],
    ]
    for (const [user, action, status] of matrix) {
      expect((await act(user, action, [id])).status, `${user} ${action}`).toBe(status)
      if (status === 401 || status === 403)
        expect((await act(user, action, { garbage: 1 })).status, `${user} ${action}`).toBe(status)
    }
    expect((await act('staff', 'close', [id], { form: 'no_such_form' })).status).toBe(403)
    expect((await act('admin', 'close', [id], { form: 'no_such_form' })).status).toBe(404)
    // A right to one form is none to another.
    expect((await act('staff', 'close', [id], { form: 'expo' })).status).toBe(403)
  })

  it('may use the right of another action, under which they are offered and done', async () => {
    const offered = async (user: TestUser) =>
      (await test.call(as(user), 'GET', '/online/document/act_task')).body.result.access.actions
    expect(await offered('staff')).toEqual(['add', 'close', 'give', 'reopen'])
    const id = await add('staff')
    await act('staff', 'close', [id])
    expect((await act('designer', 'reopen', [id])).status).toBe(403)
    expect((await act('staff', 'reopen', [id])).body).toMatchObject({ success: true })
    expect(await stored(id)).toMatchObject({ status: '1' })
    const { writePool } = test.database.connections
    const taken = await writePool.query(
      `delete from platform.sys_role_permission where id = (select 'act' || id from platform.sys_permission
       where perms = 'online:act_task:close') returning *`,
    )
    await test.app.sessions.rightsChanged()
    expect(await offered('staff')).toEqual(['add', 'give'])
    expect((await act('staff', 'reopen', [id])).status).toBe(403)
    for (const row of taken.rows)
      await writePool.query(
        'insert into platform.sys_role_permission (id, role_id, permission_id) values ($1, $2, $3)',
        [row.id, row.role_id, row.permission_id],
      )
    await test.app.sessions.rightsChanged()
  })

  it('refuse what is no list of keys', async () => {
    const id = await add('staff')
    for (const ids of [null, [], [{ toString: 1 }], [''], ['x'.repeat(37)], Array(1001).fill(id)])
      expect((await act('staff', 'close', ids)).status, JSON.stringify(ids).slice(0, 40)).toBe(400)
    expect(await stored(id)).toMatchObject({ status: '1', _version: 1 })
  })

  it('do not reach records of others, nor of another tenant', async () => {
    const [mine, other] = [await add('staff'), await add('admin')]
    const { writePool } = test.database.connections
    await writePool.query(
      `insert into platform.sys_tenant (id, name) values (2, '二号') on conflict do nothing`,
    )
    await writePool.query(
      `insert into data.act_task (id, "_tenant", "_version", owner, status) values ('elsewhere', 2, 1, 'staff', '1')`,
    )
    for (const [user, id] of [
      ['staff', other],
      ['staff', 'elsewhere'],
      ['admin', 'elsewhere'],
      ['staff', 'nobody'],
    ] as const) {
      expect(await act(user, 'close', [mine, id]), `${user} ${id}`).toMatchObject({
        status: 404,
        body: { success: false, message: '未找到对应实体' },
      })
    }
    expect(await stored(mine)).toMatchObject({ status: '1', _version: 1 })
    expect(await stored(other)).toMatchObject({ status: '1', _version: 1 })
    const { rows } = await writePool.query(`select status from data.act_task where id = 'elsewhere'`)
    expect(rows).toEqual([{ status: '1' }])
  })

  it('ask their condition of what is stored', async () => {
    const ids = [await add('staff'), await add('staff')]
    await act('staff', 'close', ids.slice(0, 1))
    expect(await act('staff', 'close', ids)).toMatchObject({
      status: 200,
      body: { success: false, code: 422, message: '所选记录中有 1 条不能执行“完成”' },
    })
    expect(await stored(ids[1] ?? '')).toMatchObject({ status: '1', _version: 1 })
  })

  it('leave nothing behind that the row rule does not show', async () => {
    const id = await add('staff')
    expect((await act('staff', 'give', [id])).body).toMatchObject({
      success: false,
      code: 422,
      message: '保存后的数据不在您的数据权限范围内，不能保存',
    })
    expect((await act('admin', 'give', [id])).body).toMatchObject({ success: true })
    expect(await stored(id)).toMatchObject({ owner: 'admin', _version: 2 })
  })

  it('are done once for one Idempotency-Key', async () => {
    const id = await add('staff')
    const headers = { 'idempotency-key': 'act-once' }
    const first = await act('staff', 'close', [id], { headers })
    expect(first.body).toMatchObject({ success: true })
    // Without the key the condition would refuse it now.
    expect((await act('staff', 'close', [id], { headers })).body).toMatchObject({ success: true })
    expect(await stored(id)).toMatchObject({ _version: 2 })
    expect((await act('staff', 'close', [await add('staff')], { headers })).status).toBe(422)
  })
})
