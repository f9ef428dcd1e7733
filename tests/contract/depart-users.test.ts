import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

describe('users of departments', () => {
  let test: TestApp
  let admin = ''
  let staff = ''
  let top = ''
  let invitations = ''
  let works = ''
  const ids = new Map<string, string>()
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
    staff = await test.signIn('staff')
    const departs = await query('select id, org_code as code from platform.sys_depart where tenant_id = 1')
    const idOf = (code: string) => departs.rows.find((row) => row.code === code)?.id
    ;[top, invitations, works] = [idOf('A01'), idOf('A01A02'), idOf('A01A03')]
    for (const [username, depart] of [
      ['near', invitations],
      ['far', works],
    ] as const) {
      const body = {
        username,
        realname: `甲${username}`,
        password: 'a-Quiet-Meadow-7',
        selecteddeparts: depart,
        phone: username === 'near' ? '13812340001' : '13812340002',
        workNo: `W-${username}`,
        birthday: '1990-01-02',
        sex: 2,
      }
      ids.set(username, (await said('POST', '/sys/user/add', body)).result)
    }
  })
  afterAll(() => test.close())

  const query = (text: string, values: unknown[] = []) =>
    test.database.connections.writePool.query(text, values)
  const said = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, token = admin) =>
    (await test.call(token, method, url, body)).body
  const names = (rows: { username?: string; realname: string }[]) => rows.map(({ realname }) => realname)
  const grantStaff = async (...codes: string[]) => {
    await query(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select gen_random_uuid()::text, r.id, p.id from platform.sys_permission p, platform.sys_role r
       where p.perms = any($1::text[]) and r.role_code = 'staff' on conflict do nothing`,
      [codes],
    )
    await test.app.sessions.rightsChanged()
  }

  it('rows of users carry name, account, phone, birthday and sex [system-02] [call-39]', async () => {
    const [row] = (await said('GET', '/sys/user/list?username=near')).result.records
    expect(row).toMatchObject({
      id: ids.get('near'),
      username: 'near',
      realname: '甲near',
      phone: '13812340001',
      birthday: '1990-01-02',
      sex: 2,
      sex_dictText: '女',
    })
    expect((await said('GET', '/sys/user/generateUserId')).result).toMatch(/^[0-9a-f]{32}$/)
  })

  it('are found with those below, by name too [call-41] [call-86]', async () => {
    const of = async (query: string, token = admin) =>
      names((await said('GET', `/sys/user/queryUserByDepId?${query}`, undefined, token)).result)
    expect(await of(`id=${top}`)).toEqual(expect.arrayContaining(['甲near', '甲far']))
    const own = await of(`id=${invitations}`)
    expect(own).toContain('甲near')
    expect(own).not.toContain('甲far')
    expect(await of(`id=${top}&realname=${encodeURIComponent('甲f')}`)).toEqual(['甲far'])
    expect(await of('id=nowhere')).toEqual([])
    const { result } = await said('GET', `/sys/user/queryUserByDepId?id=${invitations}`, undefined, staff)
    for (const row of result) expect(row).toMatchObject({ phone: null, birthday: null, workNo: null })
  })

  it('join and leave a department, as entries of the log [screen-100]', async () => {
    const list = async () =>
      names((await said('GET', `/sys/user/departUserList?depId=${works}`)).result.records)
    const join = { depId: works, userIdList: [ids.get('near'), ids.get('far')] }
    expect(await said('POST', '/sys/user/editSysDepartWithUser', join)).toMatchObject({ success: true })
    expect(await list()).toEqual(expect.arrayContaining(['甲near', '甲far']))
    expect((await said('GET', `/sys/user/queryById?id=${ids.get('near')}`)).result.orgCodeTxt).toBe(
      '招展部,展务部',
    )
    const leave = `/sys/user/deleteUserInDepart?depId=${works}&userId=${ids.get('near')}`
    expect(await said('DELETE', leave)).toMatchObject({ success: true })
    expect(await list()).not.toContain('甲near')
    expect(await said('DELETE', leave)).toMatchObject({
      success: false,
      message: '当前选中部门与用户无关联关系!',
    })
    const all = [...ids.values()].join(',')
    // All or none.
    expect(
      await said('DELETE', `/sys/user/deleteUserInDepartBatch?depId=${works}&userIds=${all}`),
    ).toMatchObject({ success: false })
    expect(await list()).toContain('甲far')
    expect((await said('GET', '/sys/user/departUserList')).result).toBeNull()
    expect(
      await said('POST', '/sys/user/editSysDepartWithUser', { ...join, depId: 'nowhere' }),
    ).toMatchObject({ success: false, message: expect.stringContaining('部门不存在') })
    const { rows } = await query(
      `select o.action from platform.operation_change c join platform.operation o on o.id = c.operation_id
       where c.record_id = $1 order by o.at desc limit 1`,
      [ids.get('near')],
    )
    expect(rows[0].action).toBe('leaveDepart')
  })

  it('are moved by keepers of users within their own departments only', async () => {
    const join = (depId: string, user: string) =>
      test.call(staff, 'POST', '/sys/user/editSysDepartWithUser', { depId, userIdList: [ids.get(user)] })
    expect((await join(invitations, 'near')).status).toBe(403)
    expect((await test.call(staff, 'GET', `/sys/user/departUserList?depId=${top}`)).status).toBe(403)
    await grantStaff('system:user:list', 'system:user:edit')
    expect((await join(works, 'near')).body.message).toContain('部门“展务部”不在您的管理范围内')
    expect((await join(invitations, 'far')).body.message).toContain('不在您的管理范围内')
    expect((await join(invitations, 'near')).body).toMatchObject({ success: true })
  })

  it('in charge of departments see them as their own, others are told that they are in charge of none [call-61]', async () => {
    const mine = (token: string) => said('GET', '/sys/sysDepart/queryMyDeptTreeList', undefined, token)
    expect(await mine(staff)).toMatchObject({ success: true, message: '1', result: null })
    const user = (await said('GET', '/sys/user/list?username=staff')).result.records[0]
    const record = (await said('GET', `/sys/user/queryById?id=${user.id}`)).result
    const charge = { ...record, userIdentity: 2, departIds: works }
    expect(await said('PUT', '/sys/user/edit', charge)).toMatchObject({ success: true })
    const { message, result } = await mine(staff)
    expect(message).toBe('2')
    expect(result).toMatchObject([{ id: works, departName: '展务部' }])
    const word = encodeURIComponent('展')
    const found = await said(
      'GET',
      `/sys/sysDepart/searchBy?keyWord=${word}&myDeptSearch=1`,
      undefined,
      staff,
    )
    expect(found.result).toMatchObject([{ id: works }])
    // The screen shows the departments one belongs to as well.
    await grantStaff('system:myDepart:list')
    const rows = (await said('GET', '/online/cgform/api/getData/my_depart', undefined, staff)).result.records
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ departName: '招展部', inCharge: 'N', pathName: '会展中心/招展部' }),
        expect.objectContaining({ departName: '展务部', inCharge: 'Y' }),
      ]),
    )
    for (const { orgCode } of rows) expect(orgCode).toMatch(/^A01A0[23]/)
    const page = (await said('GET', '/online/document/my_depart_users', undefined, staff)).result
    expect(page.document.right).toMatchObject([{ form: 'sys_user' }, { form: 'my_depart' }])
  })

  it('stand in the address book; their telephone numbers for those with the right to them [screen-97]', async () => {
    const path = '/sys/user/queryByOrgCodeForAddressList'
    expect((await test.call(staff, 'GET', path)).status).toBe(403)
    await grantStaff('system:addressBook:list')
    const read = async (query: string, token: string) =>
      (await said('GET', `${path}?${query}`, undefined, token)).result
    const [row] = (await read(`realname=${encodeURIComponent('甲f')}`, admin)).records
    expect(row).toMatchObject({
      userId: ids.get('far'),
      realname: '甲far',
      workNo: 'W-far',
      phone: '13812340002',
      departName: '展务部',
    })
    const plain = await read(`realname=${encodeURIComponent('甲f')}`, staff)
    expect(plain.records).toMatchObject([{ realname: '甲far', phone: null }])
    expect(names((await read('orgCode=A01A03', staff)).records)).toContain('甲far')
    expect(names((await read('orgCode=A01A03', staff)).records)).not.toContain('甲near')
    expect((await read('orgCode=A01&pageSize=1&pageNo=2', staff)).records).toHaveLength(1)
    const online = await test.call(staff, 'GET', '/online/cgform/api/getData/address_book')
    expect(online.body.result.total).toBeGreaterThan(2)
    expect(online.text).not.toContain('13812340002')
    expect(
      (await test.call(staff, 'GET', '/online/cgform/api/getData/address_book?column=phone')).status,
    ).toBe(400)
    await query(
      `insert into platform.form_grant (role_id, form_code, kind, key)
       select id, 'address_book', 'visible', 'phone' from platform.sys_role where role_code = 'staff'`,
    )
    await test.app.sessions.rightsChanged()
    expect((await read(`realname=${encodeURIComponent('甲f')}`, staff)).records).toMatchObject([
      { phone: '13812340002' },
    ])
    const page = (await said('GET', '/online/document/address_list', undefined, staff)).result
    expect(Object.keys(page.forms).sort()).toEqual(['address_book', 'address_depart'])
    // Nobody changes colleagues there.
    expect(
      (
        await test.call(admin, 'PUT', '/online/cgform/api/form/address_book', {
          id: ids.get('far'),
          realname: '改名',
        })
      ).status,
    ).toBe(403)
  })

  it('departments are answered level by level, whole, or those named [screen-99] [call-57] [call-58] [call-59] [call-84] [call-85]', async () => {
    const of = async (query: string) => (await said('GET', `/sys/sysDepart/${query}`)).result
    expect(await of('queryDepartTreeSync')).toMatchObject([{ id: top, isLeaf: false }])
    expect((await of(`queryDepartTreeSync?pid=${top}`)).map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([invitations, works]),
    )
    expect(await of(`queryDepartTreeSync?ids=${works}&primaryKey=id`)).toMatchObject([{ id: works }])
    expect(await of('queryDepartTreeSync?ids=A01A03,A01A02&primaryKey=orgCode')).toHaveLength(2)
    expect(await of(`queryTreeList?ids=${invitations}`)).toMatchObject([{ id: invitations }])
    expect(await of('queryIdTree')).toMatchObject([{ key: top, value: top, children: expect.anything() }])
    expect(await of('getDepartPathNameByOrgCode?orgCode=A01A03')).toBe('会展中心/展务部')
    expect(await of(`getDepartPathNameByOrgCode?depId=${invitations}`)).toBe('会展中心/招展部')
    expect(await of('getDepartPathNameByOrgCode?depId=none')).toBe('')
  })
})
