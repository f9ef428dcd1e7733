import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ComparedPart, ConfigurationPackage } from '#schemas/api/configuration.ts'
import { packageText } from '#schemas/api/configuration.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

const SALE = {
  kind: 'form',
  code: 'cfg_sale',
  title: '售票',
  texts: { en: { 售票: 'Ticket sale', 门票: 'Ticket' } },
  schema: {
    type: 'object',
    required: ['ticket'],
    properties: {
      ticket: { type: 'string', title: '门票', view: 'list', dict: 'cfg_ticket' },
      buyer: { type: 'string', title: '购票人', view: 'text', maxLength: 50 },
      price: { type: 'number', title: '价格', view: 'number' },
    },
  },
  list: { columns: ['ticket', 'buyer', 'price'], actions: ['add', 'edit', 'delete'] },
  permissions: {
    columns: [{ field: 'price', control: 'visible' }],
    rows: [
      { code: 'own', title: '本人', where: { field: 'create_by', rule: 'eq', val: '#{sys_user_code}' } },
      { code: 'all', title: '全部', where: { field: 'id', rule: 'not_empty' } },
    ],
  },
}

const BY_TICKET = {
  kind: 'page',
  code: 'cfg_by_expo',
  title: '按展会售票',
  left: { form: 'expo', as: 'list' },
  right: [{ form: 'cfg_sale', as: 'list', link: { field: 'buyer', from: 'id' } }],
}

/** A package of its own making, as an integrator may write it by hand. */
const BOX_OFFICE: ConfigurationPackage = {
  format: 'expo-configuration',
  version: 1,
  parts: {
    forms: [SALE],
    pages: [BY_TICKET],
    dicts: [
      {
        code: 'cfg_ticket',
        title: '票种',
        items: [
          { value: 'day', text: '单日票', color: 'blue', order: 1 },
          { value: 'vip', text: '贵宾票', order: 2, description: '含休息室' },
          { value: 'old', text: '旧票', order: 3, disabled: true },
        ],
        texts: { en: { 票种: 'Ticket kind', 单日票: 'Day ticket' } },
      },
    ],
    menus: [
      { title: '票务', path: '/cfg', component: 'layouts/RouteView', icon: 'shop', order: 70 },
      {
        title: '售票',
        parent: '/cfg',
        path: '/cfg/sale',
        form: 'cfg_sale',
        component: 'online/FormPage',
        permission: 'online:cfg_sale:list',
        order: 1,
        keepAlive: true,
        buttons: [
          { title: '新增', permission: 'online:cfg_sale:add', order: 1 },
          { title: '删除', permission: 'online:cfg_sale:delete', order: 2 },
        ],
        dataRules: [
          { title: '本人', field: 'create_by', condition: '=', value: '#{sys_user_code}' },
          { title: '贵宾', field: 'ticket', condition: '=', value: 'vip' },
        ],
        texts: { en: { 售票: 'Ticket sale' } },
      },
      {
        title: '按展会',
        parent: '/cfg',
        path: '/cfg/by',
        form: 'cfg_by_expo',
        component: 'online/FormPage',
        permission: 'online:expo:list',
        order: 2,
      },
    ],
    roles: [{ code: 'cfg_seller', name: '售票员', description: '现场售票' }],
    grants: [
      {
        role: 'cfg_seller',
        permissions: ['/cfg', '/cfg/sale', '/cfg/sale # online:cfg_sale:add'],
        dataRules: { '/cfg/sale': ['贵宾'] },
        forms: { cfg_sale: ['row:all'] },
      },
    ],
  },
}

type Choice = Record<string, Record<string, string>>

/** Everything of a comparison that differs. */
function everything(parts: readonly ComparedPart[]): Choice {
  return Object.fromEntries(
    parts.map(({ kind, entries }) => [
      kind,
      Object.fromEntries(entries.filter(({ state }) => state !== 'same').map(({ key, mark }) => [key, mark])),
    ]),
  )
}

const KEYS = {
  forms: ['cfg_sale'],
  pages: ['cfg_by_expo'],
  dicts: ['cfg_ticket'],
  menus: ['/cfg', '/cfg/by', '/cfg/sale'],
  roles: ['cfg_seller'],
  grants: ['cfg_seller'],
}

describe('a configuration', () => {
  let from: TestApp
  let to: TestApp
  const tokens = new Map<TestApp, string>()
  beforeAll(async () => {
    from = await createTestApp()
    to = await createTestApp()
    for (const test of [from, to]) tokens.set(test, await test.signIn('admin'))
  })
  afterAll(() => Promise.all([from.close(), to.close()]))

  const call = (test: TestApp, path: string, body: object, token = tokens.get(test) ?? null) =>
    test.call(token, 'POST', `/sys/config/${path}`, body)
  const compare = async (test: TestApp, given: unknown): Promise<ComparedPart[]> =>
    (await call(test, 'compare', { package: given })).body.result
  const states = (parts: readonly ComparedPart[]) =>
    Object.fromEntries(
      parts.map(({ kind, entries }) => [kind, entries.map(({ key, state }) => `${key} ${state}`)]),
    )
  const take = (test: TestApp, given: unknown, choice: Choice, token?: string) =>
    call(test, 'take', { package: given, choice }, token)
  const takeAll = async (test: TestApp, given: unknown) =>
    take(test, given, everything(await compare(test, given)))
  const exported = async (test: TestApp): Promise<ConfigurationPackage> =>
    (await call(test, 'export', { choice: KEYS })).body.result
  const query = (test: TestApp, text: string, values: unknown[] = []) =>
    test.database.connections.writePool.query(text, values)
  const member = async (test: TestApp) => {
    await query(
      test,
      `insert into platform.sys_user_role (id, user_id, role_id, tenant_id)
       select 'cfg', u.id, r.id, 1 from platform.sys_user u, platform.sys_role r
       where u.username = 'staff' and r.role_code = 'cfg_seller' on conflict do nothing`,
    )
    await test.app.sessions.rightsChanged()
    return test.signIn('staff')
  }

  it('written by hand is taken in whole: the form opens, the dictionary shows, the menu is there', async () => {
    const before = await compare(from, BOX_OFFICE)
    expect(new Set(before.flatMap(({ entries }) => entries.map(({ state }) => state)))).toEqual(
      new Set(['new']),
    )
    const { body } = await takeAll(from, BOX_OFFICE)
    expect(body).toMatchObject({
      success: true,
      result: {
        taken: [
          { kind: 'forms', count: 1 },
          { kind: 'pages', count: 1 },
          { kind: 'dicts', count: 1 },
          { kind: 'menus', count: 3 },
          { kind: 'roles', count: 1 },
          { kind: 'grants', count: 1 },
        ],
        waiting: [],
      },
    })
    const admin = tokens.get(from) ?? ''
    const row = { ticket: 'vip', buyer: '王芳', price: 10 }
    expect((await from.call(admin, 'POST', '/online/cgform/api/form/cfg_sale', row)).body.success).toBe(true)
    const items = await from.call(admin, 'GET', '/sys/dict/getDictItems/cfg_ticket')
    expect(items.body.result.map(({ value }: { value: string }) => value)).toEqual(['day', 'vip'])
    const menus = await from.call(admin, 'GET', '/sys/permission/getUserPermissionByToken')
    expect(JSON.stringify(menus.body.result.menu)).toContain('/cfg/sale')
    const page = await from.call(admin, 'GET', '/online/document/cfg_by_expo')
    expect(page.body.result.document).toMatchObject({ title: '按展会售票', left: { form: 'expo' } })
  })

  it('taken in a second time differs in nothing', async () => {
    const parts = await compare(from, BOX_OFFICE)
    expect(parts.flatMap(({ entries }) => entries).filter(({ state }) => state !== 'same')).toEqual([])
  })

  it('moves to an installation with other ids, where a member of the role has exactly the same rights', async () => {
    const made = await exported(from)
    expect((await takeAll(to, JSON.parse(packageText(made)))).body).toMatchObject({ success: true })
    expect(packageText(await exported(to))).toBe(packageText(made))
    const rights = async (test: TestApp) => {
      const token = await member(test)
      const { body } = await test.call(token, 'GET', '/sys/permission/getUserPermissionByToken')
      const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, row?: object) =>
        (await test.call(token, method, path, row)).status
      const page = await test.call(token, 'GET', '/online/document/cfg_sale')
      return {
        auth: body.result.auth.map(({ action }: { action: string }) => action).sort(),
        page: JSON.stringify(page.body.result.document ?? page.body.result).includes('"price"'),
        list: await ask('GET', '/online/cgform/api/getData/cfg_sale'),
        add: await ask('POST', '/online/cgform/api/form/cfg_sale', { ticket: 'vip', buyer: '李' }),
        remove: await ask('DELETE', '/online/cgform/api/form/cfg_sale/x'),
      }
    }
    const [one, other] = [await rights(from), await rights(to)]
    expect(other).toEqual(one)
    expect(one).toMatchObject({ page: false, list: 200, add: 200, remove: 403 })
    const idOf = async (test: TestApp) =>
      (await query(test, "select id from platform.sys_permission where url = '/cfg/sale'")).rows[0].id
    expect(await idOf(from)).not.toBe(await idOf(to))
  })

  it('says what was changed by hand with both sides, and takes only what was chosen', async () => {
    const made = await exported(from)
    await query(
      to,
      "update platform.sys_dict_item set item_text = '贵宾' where item_value = 'vip' and item_text = '贵宾票'",
    )
    await query(to, "update platform.sys_role set role_name = '检票员' where role_code = 'cfg_seller'")
    await query(
      to,
      `insert into platform.sys_dict_item (id, dict_id, item_text, item_value, sort_order)
       select 'cfg-own', id, '自有票', 'own', 9 from platform.sys_dict where dict_code = 'cfg_ticket'`,
    )
    const parts = await compare(to, made)
    expect(states(parts)).toMatchObject({
      forms: ['cfg_sale same'],
      dicts: ['cfg_ticket changed'],
      menus: ['/cfg same', '/cfg/by same', '/cfg/sale same'],
      roles: ['cfg_seller changed'],
      grants: ['cfg_seller same'],
    })
    const dict = parts.find(({ kind }) => kind === 'dicts')?.entries[0]
    expect(dict?.differences).toEqual([{ place: 'items › vip › text', given: '贵宾票', here: '贵宾' }])
    expect(parts.find(({ kind }) => kind === 'dicts')?.onlyHere.total).toBeGreaterThan(10)
    const answer = await take(to, made, { dicts: { cfg_ticket: dict?.mark ?? '' } })
    expect(answer.body.success).toBe(true)
    const after = await compare(to, made)
    expect(states(after)).toMatchObject({ dicts: ['cfg_ticket same'], roles: ['cfg_seller changed'] })
    // What only this installation has stays.
    const { rows } = await query(to, "select item_text from platform.sys_dict_item where id = 'cfg-own'")
    expect(rows).toEqual([{ item_text: '自有票' }])
  })

  it('is not taken over what has changed since it was compared', async () => {
    const made = await exported(from)
    const choice = everything(await compare(to, made))
    await query(to, "update platform.sys_role set role_name = '领班' where role_code = 'cfg_seller'")
    const { body } = await take(to, made, choice)
    expect(body).toMatchObject({ success: false, message: expect.stringMatching(/在比较之后又有更改/) })
  })

  it('whose last entry fails leaves nothing of the others', async () => {
    const bad = {
      ...BOX_OFFICE,
      parts: {
        dicts: [{ code: 'cfg_left', title: '不留', items: [{ value: 'a', text: '甲' }] }],
        roles: [{ code: 'cfg_left', name: '不留' }],
        grants: [{ role: 'cfg_left', permissions: ['/nowhere'] }],
      },
    }
    const { status, body } = await takeAll(to, bad)
    expect([status, body.message]).toEqual([
      400,
      '角色授权“cfg_left”：菜单或按钮“/nowhere”不在本系统中，请一并导入菜单',
    ])
    expect(states(await compare(to, bad))).toEqual({
      dicts: ['cfg_left new'],
      roles: ['cfg_left new'],
      grants: ['cfg_left new'],
    })
  })

  it('is one operation of the log, and open browsers hear of it', async () => {
    const heard: string[] = []
    const ends = ['rights_changed', 'documents_changed', 'texts_changed'].map((channel) =>
      to.database.connections.listen(channel, { onMessage: () => heard.push(channel) }),
    )
    const given = {
      format: 'expo-configuration',
      version: 1,
      parts: {
        forms: [{ ...SALE, code: 'cfg_more', title: '补票', texts: {} }],
        dicts: [{ code: 'cfg_more', title: '补票', items: [], texts: { en: { 补票: 'More' } } }],
        roles: [{ code: 'cfg_more', name: '补票员' }],
      },
    }
    expect((await takeAll(to, given)).body.success).toBe(true)
    await expect
      .poll(() => [...new Set(heard)].sort())
      .toEqual(['documents_changed', 'rights_changed', 'texts_changed'])
    for (const end of ends) end()
    const { rows } = await query(
      to,
      `select o.action, o.resource, o.username, c.table_name as "table" from platform.operation o
       join platform.operation_change c on c.operation_id = o.id
       where o.request_id = (select request_id from platform.operation where resource = 'configuration' order by at desc limit 1)
       order by c.table_name`,
    )
    expect(rows.map(({ table }) => table)).toEqual(['document', 'sys_dict', 'sys_role'])
    await to.app.events.settled()
    const logged = await query(
      to,
      "select log_content as text from platform.sys_log where log_content like '导入配置%'",
    )
    expect(logged.rows.map(({ text }) => text)).toContain('导入配置：表单 1 项、字典 1 项、角色 1 项')
  })

  it('of the product itself is the same in two installations', async () => {
    const all = Object.fromEntries(
      ['forms', 'pages', 'dicts', 'menus', 'roles', 'grants'].map((kind) => [kind, 'all']),
    )
    const made = (await call(from, 'export', { choice: all })).body.result
    const entries = (await compare(from, made)).flatMap((part) => part.entries)
    expect(entries.length).toBeGreaterThan(100)
    expect(entries.filter(({ state, fault }) => state !== 'same' || fault !== null)).toEqual([])
    const elsewhere = (await compare(to, made)).flatMap((part) => part.entries)
    expect(elsewhere.filter(({ state }) => state !== 'same').map(({ key }) => key)).toEqual(['cfg_seller'])
  })

  it('folders of one name are told apart by their number, and each keeps what is below it', async () => {
    const folder = (id: string, name: string, parent: string | null, url: string | null = null) =>
      query(
        from,
        `insert into platform.sys_permission (id, parent_id, name, url, menu_type, is_route, component)
         values ($1, $2, $3, $4, $5, $6, 'layouts/RouteView')`,
        [id, parent, name, url, parent === null ? 0 : 1, url === null ? 0 : 1],
      )
    for (const [at, id] of ['cfg-a', 'cfg-b', 'cfg-c'].entries()) {
      await folder(id, '报表', null)
      await folder(`${id}-page`, `第${at + 1}页`, id, `/cfg/report-${at + 1}`)
    }
    const tree = { menus: 'all' as const }
    const made = (await call(from, 'export', { choice: tree })).body.result as ConfigurationPackage
    const shape = ({ parts: { menus = [] } }: ConfigurationPackage) =>
      (menus as { title: string; parent?: string; nth?: number }[])
        .filter(({ title }) => /^(报表|第.页)$/.test(title))
        .map(({ title, parent = '', nth = 1 }) => `${parent} | ${title} | ${nth}`)
        .sort()
    expect(shape(made)).toEqual(
      [
        ' | 报表 | 1',
        ' | 报表 | 2',
        ' | 报表 | 3',
        '报表 | 第1页 | 1',
        '报表 (2) | 第2页 | 1',
        '报表 (3) | 第3页 | 1',
      ].sort(),
    )
    const one = await call(from, 'export', { choice: { menus: ['报表 (3)'] } })
    expect(one.body.result.parts.menus).toMatchObject([{ title: '报表', nth: 3 }])
    const alone = (await compare(to, one.body.result))[0]?.entries[0]
    expect(alone).toMatchObject({
      key: '报表 (3)',
      fault: '同名的菜单“报表 (2)”既不在本系统中，也不在配置包中',
    })
    // Whatever order a package has them in.
    const turned = { ...made, parts: { menus: [...(made.parts.menus ?? [])].reverse() } }
    expect((await takeAll(to, turned)).body).toMatchObject({ success: true })
    expect(shape((await call(to, 'export', { choice: tree })).body.result)).toEqual(shape(made))
    expect((await compare(to, made))[0]?.entries.filter(({ state }) => state !== 'same')).toEqual([])
  })

  it('raises nobody: rights that the caller lacks are neither taken in nor given', async () => {
    await query(
      to,
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select 'cfg' || row_number() over (), r.id, p.id from platform.sys_role r, platform.sys_permission p
       where r.role_code = 'designer'
         and p.perms in ('system:config:import', 'system:config:export', 'system:role:list', 'system:role:grant')`,
    )
    await to.app.sessions.rightsChanged()
    const designer = await to.signIn('designer')
    const made = (await call(to, 'export', { choice: { grants: ['designer'] } }, designer)).body
      .result as ConfigurationPackage
    const own = made.parts.grants?.[0] as { permissions: string[] }
    const given = (more: string[]) => ({
      ...made,
      parts: { grants: [{ ...own, permissions: [...own.permissions, ...more].sort() }] },
    })
    const raised = given(['/isystem/user', '/isystem/user # system:user:add'])
    const compared = (await call(to, 'compare', { package: raised }, designer)).body.result
    expect((await take(to, raised, everything(compared), designer)).status).toBe(403)
    // Without the right to change roles there is no way round by a package either.
    const roles = { ...made, parts: { roles: [{ code: 'cfg_new', name: '新' }] } }
    const answer = await take(to, roles, { roles: { cfg_new: '' } }, designer)
    expect([answer.status, answer.body.message]).toEqual([403, '您没有导入“角色”的权限（system:role:add）'])
    const dicts = await call(to, 'export', { choice: { dicts: 'all' } }, designer)
    expect([dicts.status, dicts.body.message]).toEqual([403, '您没有导出“字典”的权限'])
    for (const path of ['export', 'compare', 'take'])
      expect((await call(to, path, { choice: {}, package: {} }, await to.signIn('staff'))).status).toBe(403)
  })

  it('of another tenant holds its roles and grants, and nothing that all tenants share', async () => {
    await query(to, "insert into platform.sys_tenant (id, name) values (2, '乙')")
    await query(
      to,
      "insert into platform.sys_role (id, role_name, role_code, tenant_id) values ('cfg2', '管理员', 'admin', 2), ('cfg3', '乙员', 'cfg_second', 2)",
    )
    await query(
      to,
      `insert into platform.sys_user_tenant (user_id, tenant_id) select id, 2 from platform.sys_user where username = 'admin'`,
    )
    await query(
      to,
      `insert into platform.sys_user_role (id, user_id, role_id, tenant_id)
       select 'cfg2', id, 'cfg2', 2 from platform.sys_user where username = 'admin'`,
    )
    await to.app.sessions.rightsChanged()
    const token = tokens.get(to) ?? null
    const there = { headers: { 'tenant-id': '2' } }
    // The browser's client adds a parameter of its own to every read.
    const listed = await to.call(token, 'GET', '/sys/config/parts?_t=1', undefined, there)
    expect(
      listed.body.result.map(({ kind, names }: { kind: string; names: { key: string }[] }) => [
        kind,
        names.map(({ key }) => key),
      ]),
    ).toEqual([
      ['roles', ['cfg_second']],
      ['grants', ['cfg_second']],
    ])
    const given = { ...BOX_OFFICE, parts: { dicts: BOX_OFFICE.parts.dicts } }
    const { status, body } = await to.call(
      token,
      'POST',
      '/sys/config/take',
      { package: given, choice: { dicts: { cfg_ticket: '' } } },
      there,
    )
    expect([status, body.message]).toEqual([403, '字典由所有租户共用，只能在平台租户中导入'])
  })

  const parts = (more: object) => ({ format: 'expo-configuration', version: 1, parts: more })
  it.each([
    ['no package at all', [], '这不是配置包'],
    ['another file', { dependencies: {} }, '这不是配置包'],
    ['no version', { format: 'expo-configuration' }, '没有格式版本'],
    ['a newer version', { format: 'expo-configuration', version: 2 }, '只认识 1'],
    ['no parts', { format: 'expo-configuration', version: 1 }, '缺少 "parts"'],
    ['an unknown kind', parts({ users: [] }), '不认识的内容“users”'],
    ['a kind that is no list', parts({ dicts: {} }), '“字典”应为列表'],
    [
      'an entry of another shape',
      parts({ dicts: [{ code: 'x', title: '', items: [] }] }),
      '“字典”第 1 项格式不正确',
    ],
    [
      'a dictionary twice',
      parts({ dicts: [0, 1].map(() => ({ code: 'x', title: '甲', items: [] })) }),
      '出现了两次',
    ],
    [
      'a menu path twice',
      parts({
        menus: [
          { title: '甲', path: '/cfg/x' },
          { title: '乙', path: '/cfg/x', parent: '/cfg' },
        ],
      }),
      '“/cfg/x”在配置包中出现了两次',
    ],
  ])('%s is refused with its place', async (_name, given, message) => {
    const { status, body } = await call(to, 'compare', { package: given })
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
  })

  it.each([
    [
      'a document with a mistake',
      parts({
        forms: [
          {
            ...SALE,
            code: 'cfg_bad',
            texts: {},
            schema: { type: 'object', properties: { a: { type: 'string', title: '甲', view: 'nothing' } } },
          },
        ],
      }),
      /文档有错误：\/schema\/properties\/a/,
    ],
    ['a screen of the product', parts({ forms: [{ ...SALE, code: 'sys_user' }] }), /系统自带的页面/],
    [
      'a table of the platform',
      parts({ forms: [{ ...SALE, code: 'cfg_bad', store: { table: 'sys_role' } }] }),
      /平台数据表/,
    ],
    [
      'the table of another form',
      parts({ forms: [{ ...SALE, code: 'cfg_bad', table: 'expo' }] }),
      /数据表“expo”已被表单/,
    ],
    [
      'a menu below nothing',
      parts({ menus: [{ title: '甲', path: '/cfg/y', parent: '/none' }] }),
      /上级菜单“\/none”/,
    ],
    [
      'a menu of a form that is nowhere',
      parts({ menus: [{ title: '甲', path: '/cfg/z', form: 'cfg_lost' }] }),
      /表单或组合页面“cfg_lost”既不在本系统中，也不在配置包中/,
    ],
    ['a page of the product', parts({ pages: [{ ...BY_TICKET, code: 'sys_dict_items' }] }), /系统自带的页面/],
    [
      'a page over a form that is nowhere',
      parts({ pages: [{ ...BY_TICKET, code: 'cfg_bad', left: { form: 'cfg_lost', as: 'list' } }] }),
      /文档有错误：\/left\/form/,
    ],
    ['the administrators’ role', parts({ roles: [{ code: 'admin', name: '甲' }] }), /管理员角色/],
    ['grants of no role', parts({ grants: [{ role: 'cfg_none', permissions: [] }] }), /角色“cfg_none”既不在/],
    [
      'a dictionary whose code reads as a table',
      parts({ dicts: [{ code: 'sys_user,realname,id', title: '甲', items: [] }] }),
      /字典编码应以字母开头/,
    ],
    [
      'a dictionary item that is too much',
      parts({ dicts: [{ code: '1x', title: '甲', items: [] }] }),
      /字典“甲（1x）”：字典编码应以字母开头/,
    ],
  ])('%s is named, and nothing is taken', async (_name, given, message) => {
    const { status, body } = await takeAll(to, given)
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)])
  })

  it('of grants alone narrows a role by a disabled rule, and is in force with its answer', async () => {
    const disable = (test: TestApp) =>
      query(test, "update platform.sys_permission_data_rule set status = '0' where rule_name = '贵宾'")
    await disable(from)
    await disable(to)
    await query(
      to,
      `update platform.sys_role_permission set data_rule_ids = null where role_id in (
         select id from platform.sys_role where role_code = 'cfg_seller')`,
    )
    await to.app.sessions.rightsChanged()
    const made = (await call(from, 'export', { choice: { grants: ['cfg_seller'] } })).body.result
    expect(JSON.stringify(made)).toContain('贵宾')
    const forgets = vi.spyOn(to.app.sessions, 'forgetRights')
    expect((await takeAll(to, made)).body).toMatchObject({ success: true })
    expect(forgets).toHaveBeenCalled()
    expect(states(await compare(to, made))).toEqual({ grants: ['cfg_seller same'] })
  })
})
