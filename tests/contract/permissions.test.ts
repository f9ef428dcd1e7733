import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PermissionEntry } from '#schemas/api/permission.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

describe('entries of the menu: a document over sys_permission', () => {
  let test: TestApp
  let admin = ''
  let staff = ''
  let system = ''
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
    staff = await test.signIn('staff')
    system = (await query("select id from platform.sys_permission where url = '/isystem'"))[0]?.id
  })
  afterAll(() => test.close())

  const query = async (text: string, values: unknown[] = []) =>
    (await test.database.connections.writePool.query(text, values)).rows
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, token = admin) =>
    test.call(token, method, `/sys/permission${url}`, body)
  const said = async (answer: ReturnType<typeof call>) => (await answer).body
  const menu = (name: string, more: object = {}) => ({
    name,
    menuType: 1,
    parentId: system,
    url: `/t/${name}`,
    ...more,
  })
  const add = async (name: string, more: object = {}): Promise<string> => {
    const { body } = await call('POST', '/add', menu(name, more))
    expect(body).toMatchObject({ success: true, message: '添加成功！' })
    return body.result.id
  }
  const entry = async (id: string) => (await call('GET', `/queryById?id=${id}`)).body.result
  const flat = (nodes: PermissionEntry[]): PermissionEntry[] =>
    nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
  const grantStaff = async (...ids: string[]) => {
    await query(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select gen_random_uuid()::text, r.id, p.id from platform.sys_permission p, platform.sys_role r
       where (p.id = any($1::text[]) or p.perms = any($1::text[])) and r.role_code = 'staff' on conflict do nothing`,
      [ids],
    )
    await test.app.sessions.rightsChanged()
  }

  it('lead into this system or to web pages, by no other scheme', async () => {
    for (const field of ['url', 'redirect', 'component'])
      for (const address of [
        'javascript:alert(1)',
        'data:text/html,x',
        '//evil.cn',
        '/\\evil.cn',
        'java\nscript:alert(1)',
      ])
        expect(
          (await call('POST', '/add', menu('陌生', { [field]: address }))).body,
          `${field} ${address}`,
        ).toMatchObject({ success: false, message: expect.stringContaining('应以 / 开头') })
    await add('网页', { url: '/t/web', component: 'https://example.com/a' })
  })

  it('are added, listed as a tree and by level, edited, and stand in the menu at once [screen-104] [call-44] [call-45] [call-46] [call-47] [call-48] [call-49]', async () => {
    const id = await add('测试页', { formCode: 'sys_position', hidden: false, keepAlive: true, sortNo: 90 })
    expect(await entry(id)).toMatchObject({
      perms: 'system:position:list',
      component: 'online/FormPage',
      keepAlive: true,
      hidden: false,
      route: true,
    })
    const tree = flat((await call('GET', '/list')).body.result)
    expect(tree.find((one) => one.id === id)).toMatchObject({
      parentId: system,
      isLeaf: true,
      keepAlive: true,
    })
    const roots = (await call('GET', '/getSystemMenuList')).body.result
    expect(roots.every((one: PermissionEntry) => one.parentId === '')).toBe(true)
    expect(roots.map((one: PermissionEntry) => one.id)).toContain(system)
    const button = await add('按钮', { menuType: 2, parentId: id, url: undefined, perms: 'test:do' })
    const level = await call('GET', `/queryListAsync?pid=${id}`)
    expect(level.body.result).toEqual((await call('GET', `/getSystemSubmenu?parentId=${id}`)).body.result)
    const top = (await call('GET', '/queryListAsync')).body.result
    expect(top).toEqual((await call('GET', '/getSystemMenuList')).body.result)
    expect((await call('GET', `/getSystemSubmenu?parentId=${id}`)).body.result).toMatchObject([
      { id: button, menuType: 2, perms: 'test:do', route: false },
    ])
    const batch = (await call('GET', `/getSystemSubmenuBatch?parentIds=${system},${id}`)).body.result
    expect(batch[id]).toHaveLength(1)
    expect(batch[system].find((one: PermissionEntry) => one.id === id)).toMatchObject({ isLeaf: false })
    for (const method of ['PUT', 'POST'] as const)
      expect(
        await said(
          call(method, '/edit', { ...(await entry(id)), name: `改名 ${method}`, hidden: method === 'PUT' }),
        ),
      ).toMatchObject({ success: true })
    const rights = (await test.call(admin, 'GET', '/sys/permission/getUserPermissionByToken')).body.result
    expect(JSON.stringify(rights.menu)).toContain('改名 POST')
    expect(rights.auth.some((one: { action: string }) => one.action === 'test:do')).toBe(true)
    const rows = await test.call(admin, 'GET', `/online/cgform/api/getTreeData/sys_permission?parentId=${id}`)
    expect(rows.text).toContain('test:do')
  })

  it('say with one comma-separated entry which sub-actions their page has [perm-10]', async () => {
    const page = async () =>
      (await test.call(staff, 'GET', '/online/document/sys_position')).body.result.access.actions
    const hidden = async () =>
      (await test.call(staff, 'GET', '/online/cgform/api/getColumns/sys_position')).body.result.hideColumns
    await grantStaff('system:position:list')
    const before = await page()
    expect(before).not.toContain('add')
    expect(await hidden()).toEqual(expect.arrayContaining(['add', 'edit', 'delete']))
    const two = await add('子操作', {
      menuType: 2,
      url: undefined,
      permsType: '1',
      perms: 'system:position:add, system:position:edit',
    })
    await grantStaff(two)
    expect(await page()).toEqual(expect.arrayContaining([...before, 'add', 'edit']))
    expect(await page()).not.toContain('delete')
    const left = await hidden()
    for (const action of ['add', 'edit', 'update']) expect(left).not.toContain(action)
    expect(left).toContain('delete')
    const { auth } = (await test.call(staff, 'GET', '/sys/permission/getUserPermissionByToken')).body.result
    expect(auth).toContainEqual(
      expect.objectContaining({ action: expect.stringContaining('system:position:edit'), type: '1' }),
    )
    await query(
      `delete from platform.sys_role_permission rp using platform.sys_permission p
       where p.id = rp.permission_id and (p.id = $1 or p.perms = 'system:position:list')`,
      [two],
    )
    await test.app.sessions.rightsChanged()
  })

  it('refuse an address that another entry has, a place below themselves or a button, and what a type lacks', async () => {
    const one = await add('甲')
    const two = await add('乙', { parentId: one })
    const refusal = async (id: string, more: object) =>
      (await call('PUT', '/edit', { ...(await entry(id)), ...more })).body
    expect(await refusal(two, { url: '/t/甲' })).toMatchObject({
      success: false,
      message: '菜单路径已被“甲”使用',
    })
    expect(await said(call('POST', '/add', menu('甲')))).toMatchObject({ success: false })
    expect(await said(call('GET', '/checkPermDuplication?url=/t/甲'))).toMatchObject({ success: false })
    expect(await said(call('GET', `/checkPermDuplication?url=/t/甲&id=${one}`))).toMatchObject({
      success: true,
    })
    expect(await refusal(one, { parentId: one })).toMatchObject({ message: '不能选择自己作为父级节点' })
    expect(await refusal(one, { parentId: two })).toMatchObject({ message: '不能选择自己的下级作为父级节点' })
    const button = await add('钮', { menuType: 2, perms: 'x:y', url: undefined })
    expect(await refusal(two, { parentId: button })).toMatchObject({ message: '按钮下不能再有下级' })
    expect(await said(call('POST', '/add', menu('无标识', { menuType: 2 })))).toMatchObject({
      success: false,
    })
    expect(await said(call('POST', '/add', menu('无路径', { url: '' })))).toMatchObject({ success: false })
    expect(await said(call('POST', '/add', menu('无表单', { formCode: 'nowhere' })))).toMatchObject({
      success: false,
      message: '表单“nowhere”不存在',
    })
  })

  it('say what a changed address breaks before it is saved', async () => {
    const id = await add('页面')
    await add('转向', { redirect: '/t/页面' })
    const row = (await test.call(admin, 'GET', `/online/cgform/api/form/sys_permission/${id}`)).body.result
    const save = async (more: object) =>
      (
        await test.call(admin, 'PUT', '/online/cgform/api/form/sys_permission', {
          ...row,
          url: '/t/新',
          ...more,
        })
      ).body
    expect(await save({})).toMatchObject({
      success: false,
      message: expect.stringMatching(/页面地址 \/t\/页面 将失效.*菜单“转向”的重定向/),
    })
    expect(await save({ urlConfirmed: 'Y' })).toMatchObject({ success: true })
    expect((await entry(id)).url).toBe('/t/新')
  })

  it('say what is never shown, or covers a page, before it is saved', async () => {
    const row = { ...menu('新页面'), status: '1', hidden: 0, isRoute: 1 }
    const save = async (more: object) =>
      (await test.call(admin, 'POST', '/online/cgform/api/form/sys_permission', { ...row, ...more })).body
    expect(await save({ url: '/user/login/' })).toMatchObject({
      success: false,
      message: expect.stringContaining('该菜单永远不会显示'),
    })
    expect(await save({ url: '/system/usersetting' })).toMatchObject({
      success: false,
      message: expect.stringContaining('系统页面将被该菜单遮住'),
    })
    expect(await save({ component: 'system/Nowhere' })).toMatchObject({
      success: false,
      message: expect.stringContaining('没有名为“system/Nowhere”的页面'),
    })
    await add('斜杠', { url: '/t/斜杠/' })
    expect(await save({ url: '/t/斜杠' })).toMatchObject({ message: '菜单路径已被“斜杠”使用' })
    expect(await save({ url: '/t/斜杠//' })).toMatchObject({ message: '菜单路径已被“斜杠”使用' })
    expect(await save({ component: 'system/Nowhere', formCode: 'sys_position' })).toMatchObject({
      success: true,
    })
    expect(await save({ url: '/t/别处', component: 'system/Nowhere', urlConfirmed: 'Y' })).toMatchObject({
      success: true,
    })
  })

  it('offer components and pages by their titles, to those who keep the menu alone', async () => {
    const ask = (key: string, keyword: string, token = admin) =>
      test.call(token, 'GET', `/sys/dict/loadDict/${key}?keyword=${encodeURIComponent(keyword)}`)
    expect((await ask('sys_permission.formCode', '职务')).body.result).toContainEqual(
      expect.objectContaining({ value: 'sys_position', text: expect.stringContaining('（sys_position）') }),
    )
    expect((await ask('sys_permission.formCode', 'sys_dict_items')).body.result).toHaveLength(1)
    expect((await ask('menu_component', '图标')).body.result).toEqual([
      expect.objectContaining({ value: 'system/Icons' }),
    ])
    expect((await ask('sys_permission.formCode', '', staff)).status).toBe(403)
  })

  it('go with all below them, their grants and rules, and say before what that is', async () => {
    const top = await add('上')
    const below = await add('下', { parentId: top, formCode: 'sys_position' })
    const button = await add('键', { parentId: below, menuType: 2, perms: 'a:b', url: undefined })
    await call('POST', '/addPermissionRule', {
      permissionId: below,
      ruleName: '规则',
      ruleColumn: 'code',
      ruleConditions: '=',
      ruleValue: 'x',
    })
    await grantStaff(below, button)
    const row = (await test.call(admin, 'GET', `/online/cgform/api/form/sys_permission/${top}`)).body.result
    expect(row).toMatchObject({ entriesBelow: 2, rolesGranted: 1, rulesHeld: 1 })
    expect(await said(call('DELETE', `/delete?id=${top}`))).toMatchObject({ success: true, result: 3 })
    for (const table of ['sys_role_permission', 'sys_permission_data_rule'])
      expect(
        await query(`select from platform.${table} where permission_id = any($1)`, [[below, button]]),
      ).toEqual([])
    const left = flat((await call('GET', '/list')).body.result).map(({ id }) => id)
    expect([top, below, button].filter((id) => left.includes(id))).toEqual([])
    const [one, two] = [await add('批一'), await add('批二')]
    expect(await said(call('DELETE', `/deleteBatch?ids=${one},${two}`))).toMatchObject({
      message: '批量删除成功！',
    })
  })

  it('below the top are refused without form and component before they are saved, and are folders where that is said', async () => {
    const save = async (more: object) =>
      (await test.call(admin, 'POST', '/online/cgform/api/form/sys_permission', { ...menu('无页'), ...more }))
        .body
    expect(await save({})).toMatchObject({
      success: false,
      result: { errors: [{ field: 'formCode', message: expect.stringContaining('打开该菜单时没有页面') }] },
    })
    expect(await save({ component: 'layouts/RouteView' })).toMatchObject({ success: true })
    expect(await save({ url: '/t/无页表单', formCode: 'sys_position' })).toMatchObject({ success: true })
    expect(await save({ menuType: 0, parentId: null, url: '/t/顶' })).toMatchObject({ success: true })
  })

  describe('added several at once', () => {
    const batch = async (entries: object[], more: object = {}, token = admin) =>
      (await test.call(token, 'POST', '/sys/permission/addBatch', { parentId: system, entries, ...more }))
        .body
    const below = async (parentId = system) =>
      (await call('GET', `/getSystemSubmenu?parentId=${parentId}`)).body.result as PermissionEntry[]

    it('stand behind those that are there in their order, in one operation', async () => {
      const parent = await add('批上', { component: 'layouts/RouteView' })
      await add('批先', { parentId: parent, sortNo: 4 })
      // Without a place: behind the others, in the order of their names.
      for (const name of ['批后二', '批后一']) await add(name, { parentId: parent, sortNo: null })
      expect((await below(parent)).map(({ name }) => name)).toEqual(['批先', '批后一', '批后二'])
      const before = (await query('select id from platform.operation')).length
      const answer = await batch(
        [
          { name: '批甲', url: '/t/批甲', formCode: 'sys_position', icon: 'user' },
          { name: '批乙', url: '/t/批乙', component: 'shell/Welcome' },
        ],
        { parentId: parent },
      )
      expect(answer).toMatchObject({ success: true, message: '已添加 2 个下级菜单' })
      expect(await below(parent)).toMatchObject([
        { name: '批先' },
        { name: '批后一' },
        { name: '批后二' },
        {
          id: answer.result[0],
          name: '批甲',
          formCode: 'sys_position',
          perms: 'system:position:list',
          icon: 'user',
        },
        { id: answer.result[1], name: '批乙', component: 'shell/Welcome' },
      ])
      expect(await query('select id from platform.operation')).toHaveLength(before + 1)
    })

    it('are kept all or none, and what is wrong is told of every line', async () => {
      const before = (await below()).length
      const answer = await batch([
        { name: '批一', url: '/t/批一', component: 'shell/Welcome' },
        { name: '批二', url: '/t/批一', component: 'shell/Welcome' },
        { name: '批三', url: 'javascript:alert(1)', component: 'shell/Welcome' },
        { name: '批四', url: '/t/批四', formCode: 'nowhere' },
        { name: '', url: '/t/批五', component: 'shell/Welcome' },
        { name: '批六', url: '/t/批六' },
      ])
      expect(answer).toMatchObject({ success: false, message: '有 5 处错误（行 2）：菜单路径已被“批一”使用' })
      expect(
        answer.result.errors.map(({ row, field }: { row: number; field: string }) => `${row} ${field}`),
      ).toEqual(['1 url', '2 url', '3 formCode', '4 name', '5 formCode'])
      expect(await below()).toHaveLength(before)
      expect(await batch([{ name: '批六', url: '/t/批六' }], { confirmed: true })).toMatchObject({
        success: true,
      })
    })

    it('are refused below a button and nowhere, as none or too many, and without the right', async () => {
      const one = { name: '批', url: '/t/批', component: 'shell/Welcome' }
      const button = await add('批钮', { menuType: 2, perms: 'x:y', url: undefined })
      expect(await batch([one], { parentId: button })).toMatchObject({ message: '按钮下不能再有下级' })
      expect(await batch([one], { parentId: 'nowhere' })).toMatchObject({ message: '上级菜单不存在' })
      expect(await batch([])).toMatchObject({ success: false })
      expect(await batch(Array.from({ length: 101 }, () => one))).toMatchObject({ success: false })
      expect(await batch([one], {}, staff)).toMatchObject({ success: false, code: 510 })
    })

    it('may be of the forms and pages that no entry opens yet', async () => {
      const pages = (await call('GET', '/menuPages')).body.result as { code: string; hasEntry: boolean }[]
      expect(pages.find(({ code }) => code === 'sys_user')).toMatchObject({ hasEntry: true })
      expect(pages.find(({ code }) => code === 'address_list')).toMatchObject({ title: expect.any(String) })
      // Sub tables, parts of composite pages, and what only panels and choices show have no page of their own.
      const free = pages.flatMap(({ code, hasEntry }) => (hasEntry ? [] : [code]))
      for (const part of ['expo_contact', 'address_depart', 'menu_page', 'sys_permission_data_rule'])
        expect(free, part).not.toContain(part)
      const mark = (flag: number) =>
        query("update platform.sys_permission set del_flag = $1 where form_code = 'sys_check_rule'", [flag])
      await mark(1)
      expect((await call('GET', '/menuPages')).body.result).toContainEqual({
        ...{ code: 'sys_check_rule', title: '编码校验规则', hasEntry: false },
      })
      await mark(0)
      expect((await call('GET', '/menuPages', undefined, staff)).status).toBe(403)
    })
  })

  describe('put in order by hand', () => {
    const folder = async (name: string) => {
      const id = await add(name, { component: 'layouts/RouteView' })
      const below = []
      for (const at of [1, 2, 3])
        below.push(await add(`${name}${at}`, { parentId: id, sortNo: at, component: 'layouts/RouteView' }))
      return { id, below: below as [string, string, string] }
    }
    const move = async (body: object, token = admin) =>
      test.call(token, 'POST', '/online/move/sys_permission', body)
    const namesBelow = async (id: string) =>
      (await call('GET', `/getSystemSubmenu?parentId=${id}`)).body.result.map(
        ({ name }: PermissionEntry) => name,
      )

    it('keep the order of one call, which is one operation, with others in between', async () => {
      const { id, below } = await folder('序')
      const before = Number((await query('select count(*) from platform.operation'))[0].count)
      expect((await move({ id: below[2], from: id, parent: id, before: below[0] })).body).toMatchObject({
        success: true,
        message: '移动成功！',
      })
      expect(await namesBelow(id)).toEqual(['序3', '序1', '序2'])
      expect(Number((await query('select count(*) from platform.operation'))[0].count)).toBe(before + 1)
      // Two who look at the same order: neither move is lost.
      const both = await Promise.all([
        move({ id: below[1], from: id, parent: id, before: below[2] }),
        move({ id: below[0], from: id, parent: id, before: below[2] }),
      ])
      expect(both.map(({ status }) => status)).toEqual([200, 200])
      const names = await namesBelow(id)
      expect(names[2]).toBe('序3')
      expect([...names].sort()).toEqual(['序1', '序2', '序3'])
      await move({ id: below[2], from: id, parent: id })
      expect((await namesBelow(id)).at(-1)).toBe('序3')
      await move({ id: names[1] === '序1' ? below[0] : below[1], from: id, parent: id, after: below[2] })
      expect((await namesBelow(id)).at(-2)).toBe('序3')
    })

    it('come below another entry or to the top, as the kind of entry that stands there', async () => {
      const { id, below } = await folder('源')
      const other = await add('宿', { component: 'layouts/RouteView' })
      expect((await move({ id: below[0], from: id, parent: other })).body).toMatchObject({ success: true })
      expect(await namesBelow(other)).toEqual(['源1'])
      expect((await move({ id: below[1], from: id, parent: '' })).body).toMatchObject({ success: true })
      expect(await entry(below[1])).toMatchObject({ parentId: null, menuType: 0 })
      expect((await move({ id: below[1], from: '', parent: other, before: below[0] })).body).toMatchObject({
        success: true,
      })
      expect(await entry(below[1])).toMatchObject({ parentId: other, menuType: 1 })
      expect(await namesBelow(other)).toEqual(['源2', '源1'])
    })

    it('answer 409 where place or neighbour are no longer what was seen, and change nothing', async () => {
      const { id, below } = await folder('旧')
      const other = await add('旧宿', { component: 'layouts/RouteView' })
      await move({ id: below[0], from: id, parent: other })
      for (const stale of [
        { id: below[0], from: id, parent: id, before: below[1] },
        { id: below[1], from: id, parent: id, before: below[0] },
        { id: below[1], from: id, parent: id, after: below[0] },
      ])
        expect(await move(stale)).toMatchObject({
          status: 409,
          body: { success: false, message: expect.stringContaining('已被他人修改') },
        })
      expect(await namesBelow(id)).toEqual(['旧2', '旧3'])
    })

    it('are not moved below themselves or a button, where there is no order, or without the right', async () => {
      const { id, below } = await folder('禁')
      const button = await add('禁钮', { menuType: 2, parentId: id, perms: 'x:y', url: undefined })
      const refusal = async (body: object) => (await move(body)).body
      expect(await refusal({ id, from: system, parent: below[0] })).toMatchObject({
        message: '不能选择自己的下级作为父级节点',
      })
      expect(await refusal({ id, from: system, parent: id })).toMatchObject({
        message: '不能选择自己作为父级节点',
      })
      expect(await refusal({ id, from: system, parent: 'nowhere' })).toMatchObject({
        message: '父级节点不存在',
      })
      expect(await refusal({ id: below[0], from: id, parent: button })).toMatchObject({
        message: '按钮下不能再有下级',
      })
      expect(await refusal({ id: button, from: id, parent: '' })).toMatchObject({ success: false })
      expect((await move({ id: 'nowhere', from: '', parent: '' })).status).toBe(404)
      expect((await move({ id: '', from: '', parent: '' })).status).toBe(400)
      expect((await move({ id, from: '', parent: '' }, staff)).status).toBe(403)
      const category = await test.call(admin, 'POST', '/online/move/sys_category', {
        id,
        from: '',
        parent: '',
      })
      expect(category.body).toMatchObject({ success: false, message: '该页面的数据不能拖动排序' })
      expect(await namesBelow(id)).toEqual(['禁1', '禁2', '禁3', '禁钮'])
    })
  })

  it('of the product keep the words of an administrator when their document changes', async () => {
    const [shipped] = await query("select * from platform.sys_permission where url = '/isystem/position'")
    await call('PUT', '/edit', { ...(await entry(shipped.id)), name: '岗位', sortNo: 77 })
    await query("update platform.sys_permission set source_hash = 'old', component = 'old' where id = $1", [
      shipped.id,
    ])
    const other = await createTestApp({ database: { ...test.database, drop: async () => undefined } })
    const [now] = await query('select * from platform.sys_permission where id = $1', [shipped.id])
    expect(now).toMatchObject({ name: '岗位', sort_no: 77, component: shipped.component })
    await other.app.close()
  })

  it('need their rights, and nobody raises himself by them [A-8]', async () => {
    for (const url of ['/list', '/getSystemMenuList', `/getSystemSubmenu?parentId=${system}`])
      expect((await call('GET', url, undefined, staff)).status, url).toBe(403)
    expect((await call('POST', '/add', menu('x'), staff)).status).toBe(403)
    const own = await add('自己的', { menuType: 2, perms: 'own:thing', url: undefined })
    const foreign = await add('别人的')
    await grantStaff(
      'system:permission:list',
      'system:permission:add',
      'system:permission:edit',
      'system:permission:delete',
      own,
    )
    const edit = async (id: string, more: object) =>
      (await call('PUT', '/edit', { ...(await entry(id)), ...more }, staff)).body
    expect(await edit(foreign, { name: '改' })).toMatchObject({
      message: '“别人的”不在您的权限范围内，不能更改',
    })
    expect(await edit(own, { perms: 'own:thing,system:user:delete' })).toMatchObject({
      message: '您没有权限“system:user:delete”，不能写入菜单',
    })
    expect(await edit(own, { name: '改名' })).toMatchObject({ success: true })
    expect(
      await said(call('POST', '/add', menu('提权', { menuType: 2, perms: 'system:user:add' }), staff)),
    ).toMatchObject({
      success: false,
    })
    expect(await said(call('DELETE', `/delete?id=${foreign}`, undefined, staff))).toMatchObject({
      success: false,
    })
    await query("insert into platform.sys_tenant (id, name) values (9, '九')")
    await query(
      "insert into platform.sys_user_tenant (user_id, tenant_id) select id, 9 from platform.sys_user where username = 'admin'",
    )
    await query(
      "insert into platform.sys_role (id, role_name, role_code, tenant_id) values ('a9', '管理员', 'admin', 9)",
    )
    await query(
      "insert into platform.sys_user_role (id, user_id, role_id, tenant_id) select 'u9', id, 'a9', 9 from platform.sys_user where username = 'admin'",
    )
    await test.app.sessions.rightsChanged()
    const elsewhere = await test.call(admin, 'POST', '/sys/permission/add', menu('他租户'), {
      headers: { 'X-Tenant-Id': '9' },
    })
    expect(elsewhere.status).toBe(403)
  })

  describe('their data rules', () => {
    let page = ''
    beforeAll(async () => {
      page = await add('职务规则页', { formCode: 'sys_position' })
    })
    const rule = (more: object = {}) => ({
      permissionId: page,
      ruleName: '仅此',
      ruleColumn: 'code',
      ruleConditions: '=',
      ruleValue: 'p1',
      ...more,
    })

    it('are added, found, edited and deleted, and narrow whom they are granted to [screen-105] [call-52] [call-53]', async () => {
      const added = (await call('POST', '/addPermissionRule', rule())).body
      expect(added).toMatchObject({ success: true })
      const listed = (await call('GET', `/getPermRuleListByPermId?permissionId=${page}`)).body.result
      expect(listed).toMatchObject([{ id: added.result, ruleName: '仅此', ruleColumn: 'code' }])
      const found = async (name: string) =>
        (await call('GET', `/queryPermissionRule?permissionId=${page}&ruleName=${name}`)).body.result
      expect([(await found('此')).length, (await found('无')).length]).toEqual([1, 0])
      expect((await entry(page)).ruleFlag).toBe(1)
      for (const code of ['p1', 'p2'])
        await test.call(admin, 'POST', '/sys/position/add', { code, name: code, postRank: '3' })
      await grantStaff(page)
      const seen = async () =>
        (await test.call(staff, 'GET', '/sys/position/list')).body.result.records.map(
          (one: { code: string }) => one.code,
        )
      expect(await seen()).toEqual(expect.arrayContaining(['p1', 'p2']))
      const [role] = await query("select id from platform.sys_role where role_code = 'staff'")
      await test.call(admin, 'POST', '/sys/role/datarule', {
        permissionId: page,
        roleId: role.id,
        dataRuleIds: added.result,
      })
      expect(await seen()).toEqual(['p1'])
      expect(await said(call('PUT', '/editPermissionRule', { ...listed[0], ruleValue: 'p2' }))).toMatchObject(
        { success: true },
      )
      expect(await seen()).toEqual(['p2'])
      const remove = () => said(call('DELETE', `/deletePermissionRule?id=${added.result}`))
      expect(await remove()).toMatchObject({
        success: false,
        message: expect.stringContaining('正限制 1 个角色'),
      })
      // Whoever is narrowed by a rule does not lift it.
      expect(
        await said(
          call('PUT', '/editPermissionRule', { ...listed[0], _version: undefined, ruleValue: 'p1' }, staff),
        ),
      ).toMatchObject({
        success: false,
        message: '该数据规则限制了您自己的数据范围，不能更改',
      })
      await test.call(admin, 'POST', '/sys/role/datarule', {
        permissionId: page,
        roleId: role.id,
        dataRuleIds: '',
      })
      expect(await remove()).toMatchObject({ success: true })
      expect((await entry(page)).ruleFlag).toBe(0)
    })

    it('are refused where they name a field that the form lacks, no condition, or an entry without a form', async () => {
      const refusal = async (more: object) => (await call('POST', '/addPermissionRule', rule(more))).body
      expect(await refusal({ ruleColumn: 'salary' })).toMatchObject({
        success: false,
        message: '表单“职务”没有字段“salary”',
      })
      expect(await refusal({ ruleConditions: 'USE_SQL_RULES' })).toMatchObject({ success: false })
      expect(await refusal({ permissionId: system })).toMatchObject({
        success: false,
        message: '该菜单没有对应的表单，不能设置数据规则',
      })
      expect(await refusal({ permissionId: 'nowhere' })).toMatchObject({
        success: false,
        message: '菜单不存在',
      })
      const columns = (await call('GET', `/ruleColumns?permissionId=${page}`)).body.result
      expect(columns).toContainEqual({ name: 'postRank', title: '职级' })
    })

    it('may compare the columns that the platform keeps itself, which narrow like any field', async () => {
      const columns = (await call('GET', `/ruleColumns?permissionId=${page}`)).body.result
      expect(columns).toContainEqual({ name: 'createBy', title: '创建人' })
      expect(columns.map(({ name }: { name: string }) => name)).not.toContain('_tenant')
      const own = rule({ ruleName: '本人', ruleColumn: 'createBy', ruleValue: '#{sys_user_code}' })
      const added = (await call('POST', '/addPermissionRule', own)).body
      expect(added).toMatchObject({ success: true })
      await test.call(admin, 'POST', '/sys/position/add', { code: 'p9', name: 'p9', postRank: '3' })
      await grantStaff(page)
      const [role] = await query("select id from platform.sys_role where role_code = 'staff'")
      const narrow = (dataRuleIds: string) =>
        test.call(admin, 'POST', '/sys/role/datarule', { permissionId: page, roleId: role.id, dataRuleIds })
      const total = async () => (await test.call(staff, 'GET', '/sys/position/list')).body.result.total
      expect(await total()).toBeGreaterThan(0)
      await narrow(added.result)
      expect(await total()).toBe(0)
      await narrow('')
    })
  })

  it('every change is in the operation log', async () => {
    const rows = await query(
      "select distinct action from platform.operation where resource in ('sys_permission', 'sys_permission_data_rule')",
    )
    expect(rows.map(({ action }) => action).sort()).toEqual(['add', 'batch_delete', 'delete', 'edit', 'move'])
  })
})
