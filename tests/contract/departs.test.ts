import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

interface Stored {
  id: string
  parent_id: string | null
  org_code: string
  org_type: string
  depart_order: number
  del_flag: number
  version: number
}

describe('departments: a document over sys_depart', () => {
  let test: TestApp
  let admin = ''
  let top = ''
  let invitations = ''
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
    top = (await byCode('A01')).id
    invitations = (await byCode('A01A02')).id
  })
  afterAll(() => test.close())

  const query = (text: string, values: unknown[] = []) =>
    test.database.connections.writePool.query(text, values)
  const byCode = async (code: string): Promise<Stored> =>
    (await query('select * from platform.sys_depart where org_code = $1 and tenant_id = 1', [code])).rows[0]
  const stored = async (id: string): Promise<Stored> =>
    (await query('select * from platform.sys_depart where id = $1', [id])).rows[0]
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, token = admin) =>
    test.call(token, method, `/sys/sysDepart${url}`, body)
  const depart = (departName: string, parentId: string, more: object = {}) => ({
    departName,
    parentId,
    orgCategory: '2',
    ...more,
  })
  const add = async (name: string, parent: string, more: object = {}) => {
    const { body } = await call('POST', '/add', depart(name, parent, more))
    expect(body).toMatchObject({ success: true, message: '添加成功！' })
    return body.result as string
  }
  const move = async (id: string, parentId: string, token = admin) => {
    const { result } = (await call('GET', `/queryById?id=${id}`)).body
    return (await call('PUT', '/edit', { ...result, parentId }, token)).body
  }
  /** Users of a department. */
  const usersOf = async (id: string) =>
    (await test.call(admin, 'GET', `/online/cgform/api/getData/sys_user?selecteddeparts=${id}`)).body.result
      .records as { username: string }[]
  const grantStaff = async (...codes: string[]) => {
    await query(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select gen_random_uuid()::text, r.id, p.id from platform.sys_permission p, platform.sys_role r
       where p.perms = any($1::text[]) and r.role_code = 'staff' on conflict do nothing`,
      [codes],
    )
    await test.app.sessions.rightsChanged()
  }

  it('get the next code below the one above, whatever the caller sends', async () => {
    const one = await add('展务一部', top, { orgCode: 'Z99', orgType: '7' })
    const two = await add('展务二部', top)
    const [first, second] = [await stored(one), await stored(two)]
    expect(first.org_code).toMatch(/^A01A\d\d$/)
    expect(Number(second.org_code.slice(-2))).toBe(Number(first.org_code.slice(-2)) + 1)
    expect(first).toMatchObject({ org_type: '2', parent_id: top, version: 1 })
    expect(second.depart_order).toBe(first.depart_order + 1)
    const below = await stored(await add('一组', two, { departOrder: 5 }))
    expect(below).toMatchObject({ org_code: `${second.org_code}A01`, org_type: '3', depart_order: 5 })
    const root = await stored(await add('分公司', '', { orgCategory: '1' }))
    expect(root).toMatchObject({ org_code: 'A02', org_type: '1', parent_id: null })
    expect((await call('GET', `/queryById?id=${below.id}`)).body.result).toMatchObject({
      departName: '一组',
      parentId: two,
      parentId_dictText: '展务二部',
      orgCategory_dictText: '部门',
      status: '1',
      createBy: 'admin',
    })
  })

  it('added at once below one department get different codes', async () => {
    const parent = await add('同时', top)
    const ids = await Promise.all(['甲', '乙', '丙', '丁'].map((name) => add(name, parent)))
    const codes = await Promise.all(ids.map(async (id) => (await stored(id)).org_code))
    expect(new Set(codes).size).toBe(4)
  })

  it('added and moved at once do not stand in each other’s way', async () => {
    const [from, to] = [await add('出发地', top), await add('目的地', top)]
    const moved: string[] = []
    for (const name of ['一', '二', '三', '四', '五']) moved.push(await add(name, from))
    const answers = await Promise.all(
      moved.flatMap((id) => [
        move(id, to),
        call('POST', '/add', depart(`新${id}`, to)).then(({ body }) => body),
      ]),
    )
    expect(answers.map(({ success }) => success)).toEqual(answers.map(() => true))
  })

  it('never get the code of one that was deleted or moved', async () => {
    const parent = await add('编码', top)
    const gone = await add('已删', parent)
    expect((await call('DELETE', `/delete?id=${gone}`)).body).toMatchObject({ message: '删除成功!' })
    const away = await add('移走', parent)
    expect(await move(away, top)).toMatchObject({ success: true })
    const code = (await stored(parent)).org_code
    expect((await stored(await add('第三', parent))).org_code).toBe(`${code}A03`)
    // Departments of an older installation have no number noted.
    await query("delete from platform.serial where rule_code = 'org_num_role'")
    const third = await byCode(`${code}A03`)
    expect(await move(third.id, top)).toMatchObject({ success: true })
    expect((await stored(await add('第四', parent))).org_code).toBe(`${code}A04`)
  })

  it('are not placed below themselves or those below them, nor below one that is not there', async () => {
    const parent = await add('上', top)
    const child = await add('中', parent)
    const leaf = await add('下', child)
    const errors = async (parentId: string) => (await move(parent, parentId)).result.errors
    expect(await errors(parent)).toMatchObject([{ field: 'parentId', message: '不能选择自己作为父级节点' }])
    expect(await errors(leaf)).toMatchObject([
      { field: 'parentId', message: '不能选择自己的下级作为父级节点' },
    ])
    expect(await errors('nowhere')).toMatchObject([{ field: 'parentId', message: '父级节点不存在' }])
    expect((await call('POST', '/add', depart('无主', 'nowhere'))).body.success).toBe(false)
    expect(await stored(parent)).toMatchObject({ parent_id: top, version: 1 })
  })

  it('that move take new codes with all below them, and the users who work there', async () => {
    const parent = await add('原属', top)
    const child = await add('随迁', parent)
    const leaf = await add('末级', child)
    const other = await add('新属', top)
    const was = (await stored(child)).org_code
    const staff = await test.signIn('staff')
    await query(
      `insert into platform.sys_user_depart (id, user_id, dep_id)
       select 'moved', id, $1 from platform.sys_user where username = 'staff'`,
      [leaf],
    )
    await test.app.sessions.rightsChanged()
    await test.call(staff, 'PUT', '/sys/selectDepart', { orgCode: `${was}A01`, username: 'staff' })

    expect(await move(child, other)).toMatchObject({ success: true })
    const now = `${(await stored(other)).org_code}A01`
    expect(await stored(child)).toMatchObject({ org_code: now, parent_id: other, org_type: '3' })
    expect(await stored(leaf)).toMatchObject({ org_code: `${now}A01`, parent_id: child, version: 2 })
    const own = await test.call(staff, 'GET', '/sys/user/getCurrentUserDeparts')
    expect(own.body.result.orgCode).toBe(`${now}A01`)
    expect((await usersOf(leaf)).map(({ username }) => username)).toEqual(['staff'])
    const { rows } = await query(
      'select after from platform.operation_change where record_id = $1 order by version desc limit 1',
      [leaf],
    )
    expect(rows[0].after).toMatchObject({ orgCode: `${now}A01` })
    // Deeper than changes may set each other off.
    let lowest = leaf
    for (let level = 0; level < 10; level++) lowest = await add(`第${level}层`, lowest)
    expect(await move(child, parent)).toMatchObject({ success: true })
    const { org_code: again } = await stored(child)
    expect((await stored(lowest)).org_code).toBe(`${again}${'A01'.repeat(11)}`)
    // The top is no move for those that stand there already.
    expect(await move(top, '')).toMatchObject({ success: true })
    expect((await stored(top)).org_code).toBe('A01')
    await query("delete from platform.sys_user_depart where id = 'moved'")
    await test.app.sessions.rightsChanged()
  })

  it('are put in order by hand, and take new codes where they come below another', async () => {
    const parent = await add('排序部', top)
    const [one, two] = [await add('排一', parent), await add('排二', parent)]
    const put = async (body: object, token = admin) =>
      (await test.call(token, 'POST', '/online/move/sys_depart', body)).body
    const codes = await Promise.all([one, two].map(async (id) => (await stored(id)).org_code))
    expect(await put({ id: two, from: parent, parent, before: one })).toMatchObject({ success: true })
    expect((await stored(two)).depart_order).toBeLessThan((await stored(one)).depart_order)
    expect(await Promise.all([one, two].map(async (id) => (await stored(id)).org_code))).toEqual(codes)
    expect(await put({ id: two, from: parent, parent: invitations })).toMatchObject({ success: true })
    expect(await stored(two)).toMatchObject({
      parent_id: invitations,
      org_code: expect.stringMatching(/^A01A02/),
    })
    // Of another tenant neither the department nor the place.
    const { writePool } = test.database.connections
    await writePool.query(
      "insert into platform.sys_tenant (id, name) values (70, '七十') on conflict do nothing",
    )
    await writePool.query(
      "insert into platform.sys_depart (id, depart_name, org_code, tenant_id) values ('d70', '七十部', 'A01', 70)",
    )
    expect(await put({ id: 'd70', from: '', parent })).toMatchObject({ success: false, code: 404 })
    expect(await put({ id: one, from: parent, parent: 'd70' })).toMatchObject({ success: false })
    expect(await put({ id: one, from: parent, parent, before: 'd70' })).toMatchObject({ code: 409 })
    expect(await stored('d70')).toMatchObject({ parent_id: null, depart_order: null })
    expect(await stored(one)).toMatchObject({ parent_id: parent })
  })

  it('with departments or users below stay, the others are deleted [call-62]', async () => {
    const parent = await add('有下级', top)
    const child = await add('下级', parent)
    const refused = async (url: string) => (await call('DELETE', url)).body
    expect(await refused(`/delete?id=${parent}`)).toMatchObject({
      success: false,
      message: '该节点下有子节点，请先删除子节点',
    })
    const users = await usersOf(invitations)
    expect(users.length).toBeGreaterThan(0)
    await query(
      'insert into platform.sys_user_depart (id, user_id, dep_id) select $1, id, $2 from platform.sys_user where username = $3',
      ['held', child, 'staff'],
    )
    expect(await refused(`/deleteBatch?ids=${parent},${child}`)).toMatchObject({
      success: false,
      message: '部门“下级”还有 1 名用户，请先将其移出后再删除',
    })
    // Who was deleted holds no department.
    await query("update platform.sys_user set del_flag = 1 where username = 'staff'")
    expect(await refused(`/deleteBatch?ids=${parent},${child},`)).toMatchObject({ success: true })
    await query("update platform.sys_user set del_flag = 0 where username = 'staff'")
    expect(await stored(child)).toMatchObject({ del_flag: 1 })
    expect((await call('GET', `/queryById?id=${child}`)).status).toBe(404)
    const alone = await add('单独', top)
    expect(await refused(`/delete?id=${alone}`)).toMatchObject({ success: true })
    expect(await stored(alone)).toMatchObject({ del_flag: 1 })
  })

  it('stay while a record names them', async () => {
    const id = await add('主办', top)
    await query('update data.expo set organizer = $1 where id = (select min(id) from data.expo)', [id])
    expect((await call('DELETE', `/delete?id=${id}`)).body).toMatchObject({
      success: false,
      message: '被 1 条“展会”的“主办部门”引用，不能删除',
    })
  })

  it('belong to their tenant, which may have the same codes', async () => {
    await query("insert into platform.sys_tenant (id, name) values (2, '乙')")
    await query(
      `insert into platform.sys_depart (id, depart_name, org_code, tenant_id) values ('other', '别家', 'A01A02', 2)`,
    )
    expect((await call('GET', `/list?departName=${encodeURIComponent('别家')}`)).body.result.total).toBe(0)
    const seen = async (url: string) => JSON.stringify((await call('GET', url)).body)
    for (const url of ['/queryTreeList', '/queryIdTree', '/queryDepartTreeSync', '/list?pageSize=1000'])
      expect(await seen(url), url).not.toContain('别家')
    expect(await seen(`/searchBy?keyWord=${encodeURIComponent('别家')}`)).toContain('未查询匹配数据')
    expect((await call('GET', '/queryById?id=other')).status).toBe(404)
    expect((await call('DELETE', '/delete?id=other')).status).toBe(404)
    expect((await call('PUT', '/edit', { id: 'other', ...depart('我的', '') })).status).toBe(404)
    expect((await move(await add('越界', top), 'other')).result.errors).toMatchObject([
      { field: 'parentId', message: '父级节点不存在' },
    ])
    expect(await stored('other')).toMatchObject({ parent_id: null, version: 0 })
  })

  it('need the rights that the document names, and are moved within the own departments only', async () => {
    const staff = await test.signIn('staff')
    for (const [method, url] of [
      ['GET', '/list'],
      ['POST', '/add'],
      ['PUT', '/edit'],
      ['DELETE', '/delete?id=x'],
    ] as const)
      expect((await call(method, url, method === 'GET' ? undefined : {}, staff)).status, url).toBe(403)
    const page = () => test.call(staff, 'GET', '/online/document/sys_depart_users')
    expect((await page()).status).toBe(403)
    // Whoever is signed in chooses departments.
    expect((await call('GET', '/queryTreeList', undefined, staff)).body.result).toHaveLength(2)

    await grantStaff('system:depart:list', 'system:depart:edit')
    const definition = (await page()).body.result
    expect(definition.document.right).toMatchObject([{ form: 'sys_depart' }])
    expect(definition.forms.sys_depart.access.actions).toEqual(['edit', 'detail'])
    expect((await call('POST', '/add', depart('无权', top), staff)).status).toBe(403)
    const foreign = await add('别的部门', top)
    expect(await move(foreign, invitations, staff)).toMatchObject({ success: false, code: 404 })
    const own = await add('本部门之一', invitations)
    const second = await add('本部门之二', invitations)
    expect((await move(own, '', staff)).result.errors).toMatchObject([
      { message: '只有管理员可以设为顶级机构' },
    ])
    expect(await move(own, second, staff)).toMatchObject({ success: true })
    await grantStaff('system:user:list', 'system:depart:add')
    expect((await page()).body.result.document.right).toHaveLength(2)
    const put = async (parent: string) => (await call('POST', '/add', depart('新设', parent), staff)).body
    expect((await put('')).result.errors).toMatchObject([
      { field: 'parentId', message: '只有管理员可以设为顶级机构' },
    ])
    expect(await put(invitations)).toMatchObject({ success: true })
    for (const [parent, name] of [
      [foreign, '别的部门'],
      [top, '会展中心'],
    ] as const)
      expect((await put(parent)).result.errors).toMatchObject([
        { field: 'parentId', message: `部门“${name}”不在您的管理范围内` },
      ])
  })

  it('are renamed and deleted within the own departments only', async () => {
    await grantStaff(...['list', 'edit', 'delete'].map((code) => `system:depart:${code}`))
    const staff = await test.signIn('staff')
    const [own, foreign] = [await add('属于我', invitations), await add('属于别人', top)]
    const rename = async (id: string) => {
      const { result } = (await call('GET', `/queryById?id=${id}`)).body
      return (await call('PUT', '/edit', { ...result, departName: '改名' }, staff)).body
    }
    const remove = async (id: string) => (await call('DELETE', `/delete?id=${id}`, undefined, staff)).body
    const refusal = { success: false, code: 404 }
    expect(await rename(foreign)).toMatchObject(refusal)
    expect(await remove(foreign)).toMatchObject(refusal)
    expect(await stored(foreign)).toMatchObject({ depart_name: '属于别人', del_flag: 0, version: 1 })
    expect(await rename(own)).toMatchObject({ success: true })
    expect(await remove(own)).toMatchObject({ success: true })
    // The department above stays as it is, though its record is not for this keeper.
    expect(await rename(invitations)).toMatchObject({ success: true })
    expect(await stored(invitations)).toMatchObject({ depart_name: '改名', parent_id: top })
  })

  it('are shown to a keeper as far as the own ones go, through whichever call, and all of them to choose from [A-8] [screen-99]', async () => {
    await grantStaff('system:depart:list', 'system:departRole:list', 'system:depart:grant')
    const staff = await test.signIn('staff')
    const foreign = await add('他人部门', top)
    await add('他人下级', foreign)
    await add('自己下级', invitations)
    for (const [departId, roleCode] of [
      [invitations, 'own_role'],
      [foreign, 'foreign_role'],
    ] as const)
      await query(
        'insert into platform.sys_depart_role (id, tenant_id, depart_id, role_name, role_code) values ($2, 1, $1, $2, $2)',
        [departId, roleCode],
      )
    interface Node {
      orgCode: string
      departName: string
      children?: Node[]
    }
    const flat = (nodes: readonly Node[]): Node[] =>
      nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
    const codes = async (path: string, token = staff) => {
      const { body, status } = await test.call(token, 'GET', path)
      expect(status, path).toBe(200)
      const rows = body.result === null ? [] : flat(body.result.records ?? body.result)
      return rows.map(({ orgCode }) => orgCode)
    }
    const ONLINE = '/online/cgform/api'
    const TREES = '/sys/sysDepart'
    const word = (name: string) => encodeURIComponent(name)
    for (const path of [
      `${TREES}/list?pageSize=100`,
      `${ONLINE}/getData/sys_depart?pageSize=100`,
      `${ONLINE}/getTreeData/sys_depart?pageSize=100`,
      `${TREES}/queryTreeList?own=true`,
      `${TREES}/queryDepartTreeSync?own=true`,
      `${TREES}/queryDepartTreeSync?own=true&name=${word('下级')}`,
      `${TREES}/searchBy?own=true&keyWord=${word('下级')}`,
    ]) {
      const seen = await codes(path)
      expect(seen.length, path).toBeGreaterThan(0)
      expect(
        seen.filter((code) => !code.startsWith('A01A02')),
        path,
      ).toEqual([])
    }
    for (const path of [
      `${TREES}/queryDepartTreeSync?own=true&pid=${top}`,
      `${TREES}/queryTreeList?own=true&ids=${foreign}`,
      `${TREES}/searchBy?own=true&keyWord=${word('他人')}`,
    ])
      expect(
        (await codes(path)).filter((code) => !code.startsWith('A01A02')),
        path,
      ).toEqual([])
    expect((await call('GET', `/queryById?id=${foreign}`, undefined, staff)).body.success).toBe(false)
    expect((await test.call(staff, 'GET', `${ONLINE}/form/sys_depart/${foreign}`)).status).toBe(404)
    const record = await test.call(staff, 'GET', `${ONLINE}/form/sys_depart/${invitations}`)
    // Of the departments above the names are told.
    expect(record.text).toContain('会展中心')
    // Roles and grants of departments follow.
    const roles = await test.call(staff, 'GET', '/sys/sysDepartRole/list?pageSize=100')
    expect(roles.body.result.records.map(({ roleCode }: { roleCode: string }) => roleCode)).toEqual([
      'own_role',
    ])
    const grants = (id: string) =>
      test.call(staff, 'GET', `/sys/permission/queryDepartPermission?departId=${id}`)
    expect([(await grants(invitations)).status, (await grants(foreign)).status]).toEqual([200, 403])
    // Records of business name any department, and colleagues are found in all of them.
    const all = await codes(`${TREES}/queryTreeList`, admin)
    expect(await codes(`${TREES}/queryTreeList`)).toEqual(all)
    expect(await codes(`${TREES}/queryTreeList?own=true`, admin)).toEqual(all)
    expect((await codes(`${TREES}/searchBy?keyWord=${word('他人')}`)).length).toBe(2)
    // Who belongs to no department keeps none.
    await query(
      "delete from platform.sys_user_depart where user_id = (select id from platform.sys_user where username = 'staff')",
    )
    await test.app.sessions.rightsChanged()
    expect(await codes(`${TREES}/list`)).toEqual([])
    expect(await codes(`${TREES}/queryTreeList?own=true`)).toEqual([])
    expect(await codes(`${TREES}/queryTreeList`)).toEqual(all)
  })
})
