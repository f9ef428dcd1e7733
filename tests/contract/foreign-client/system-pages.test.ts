import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { type ForeignClient, signedIn } from './client.ts'

const LIST = 'pageNo=1&pageSize=10&column=createTime&order=desc'

/** What the system pages of that client read of the rows of their lists. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  '/sys/user/listAll': [
    'username',
    'realname',
    'avatar',
    'sex',
    'birthday',
    'phone',
    'departIds',
    'status_dictText',
  ],
  '/sys/role/list': ['roleName', 'roleCode', 'createTime'],
  '/sys/role/listByTenant': ['roleName', 'roleCode', 'createTime'],
  '/sys/dict/list': ['dictName', 'dictCode', 'description'],
  '/sys/category/rootList': ['name', 'code', 'pid', 'hasChild'],
  '/sys/annountCement/list': [
    'titile',
    'msgCategory',
    'sender_dictText',
    'priority',
    'msgType',
    'sendStatus',
    'sendTime',
    'cancelTime',
  ],
  '/sys/sysAnnouncementSend/getMyAnnouncementSend': [
    'titile',
    'msgCategory',
    'sender',
    'sendTime',
    'priority',
    'readFlag',
  ],
  '/sys/log/list': [
    'logContent',
    'userid',
    'username',
    'ip',
    'costTime',
    'createTime',
    'requestUrl',
    'method',
  ],
  '/sys/dataSource/list': ['name', 'dbType_dictText', 'dbUrl', 'dbUsername'],
  '/sys/tenant/list': ['name', 'id', 'beginDate', 'endDate', 'status_dictText'],
  '/sys/quartzJob/list': ['jobClassName', 'cronExpression', 'parameter', 'description', 'status'],
  '/sys/position/list': ['name', 'code'],
  '/sys/online/list': ['username', 'realname', 'avatar', 'birthday', 'sex', 'phone'],
}

describe('system pages of the 3.x client', () => {
  let test: TestApp
  let admin: ForeignClient
  let staff: ForeignClient
  beforeAll(async () => {
    test = await createTestApp()
    admin = await signedIn(test, 'admin')
    staff = await signedIn(test, 'staff')
    await test.database.connections.writePool.query(`
      insert into platform.sys_position (id, code, name, post_rank, tenant_id) values ('p1', 'P1', '职务', '1', 1);
      insert into platform.sys_data_source (id, code, name, db_type, db_url, db_username, tenant_id)
        values ('s1', 'S1', '数据源', '6', 'x', 'y', 1);
      insert into platform.sys_quartz_job (id, job_class_name, cron_expression, status)
        values ('j1', 'log-parameter', '0 0 * * *', -1);
      insert into platform.sys_announcement (id, titile, msg_content, sender, priority, msg_category, msg_type, send_status, send_time, tenant_id)
        values ('a1', '公告', '正文', 'admin', 'M', '1', 'ALL', '1', localtimestamp(0), 1);
      insert into platform.sys_depart_role (id, depart_id, role_name, role_code, tenant_id)
        select 'r1', id, '部门角色', 'R1', 1 from platform.sys_depart where org_code = 'A01';
      insert into platform.sys_tenant (id, name) values (2, '另一个租户');
      insert into platform.sys_depart_role (id, depart_id, role_name, role_code, tenant_id)
        select 'r2', id, '别家的', 'R2', 2 from platform.sys_depart where org_code = 'A01'`)
    // The log is written after the answer.
    await test.app.events.settled()
  })
  afterAll(() => test.close())

  it.each(Object.entries(FIELDS))('read of %s the fields that they show', async (url, fields) => {
    const { isSuccess, result } = await admin.get(`${url}?${LIST}`)
    expect(isSuccess).toBe(true)
    expect(result.records.length).toBeGreaterThan(0)
    for (const field of fields)
      expect(
        result.records.some((row: object) => field in row),
        field,
      ).toBe(true)
  })

  it('save with POST as with PUT', async () => {
    const { records } = (await admin.get('/sys/position/list')).result
    for (const [method, name] of [
      ['POST', '职务甲'],
      ['PUT', '职务乙'],
    ] as const) {
      const { _version } = (await admin.get('/sys/position/queryById?id=p1')).result
      const answer = await admin.call(method, '/sys/position/edit', { ...records[0], _version, name })
      expect(answer).toMatchObject({ isSuccess: true, toast: '修改成功!' })
      expect((await admin.get('/sys/position/queryById?id=p1')).result.name).toBe(name)
    }
  })

  it('are refused to those without the right, in words', async () => {
    for (const url of ['/sys/user/listAll', '/sys/role/listByTenant', '/sys/role/queryallNoByTenant'])
      expect(await staff.get(url), url).toMatchObject({ status: 200, code: 510 })
  })

  it('have departments with those above them, and found by name', async () => {
    const [top] = (await staff.get('/sys/sysDepart/queryTreeList')).result
    const below = top.children[0]
    const above = (await staff.get(`/sys/sysDepart/queryAllParentId?orgCode=${below.orgCode}`)).result
    expect(above[below.id].parentIds).toEqual([top.id, below.id])
    expect(above[below.id].parentMap[top.id]).toMatchObject({ departName: top.departName })
    const named = await staff.get(
      `/sys/sysDepart/queryDepartAndPostTreeSync?name=${encodeURIComponent(below.departName)}`,
    )
    expect(named.result.map((one: { id: string }) => one.id)).toContain(below.id)
    const roots = (await staff.get('/sys/sysDepart/queryDepartAndPostTreeSync')).result
    expect(roots.map((one: { id: string }) => one.id)).toContain(top.id)
    const roles = await admin.get(`/sys/sysDepartRole/getDeptRoleList?departId=${top.id}&userId=1`)
    expect(roles.result).toEqual([
      { id: 'r1', departId: top.id, roleName: '部门角色', roleCode: 'R1', description: null },
    ])
  })

  it('have figures of visits of the own tenant, and the buttons of the user', async () => {
    await test.app.events.settled()
    // Of another tenant, and no sign-in.
    await test.database.connections.writePool.query(`
      insert into platform.sys_log (id, log_type, log_content, ip, tenant_id, create_time) values
        ('l1', 1, '登录成功', '10.0.0.9', 2, localtimestamp(0)), ('l2', 1, '退出登录', '10.0.0.9', 1, localtimestamp(0))`)
    const counts = (await staff.get('/sys/loginfo')).result
    expect(counts.todayVisitCount).toBeGreaterThanOrEqual(2)
    expect(counts.totalVisitCount).toBeGreaterThanOrEqual(counts.todayVisitCount)
    expect(counts.todayIp).toBe(1)
    const week = (await staff.get('/sys/visitInfo')).result
    expect(week).toHaveLength(7)
    expect(week[6]).toMatchObject({ visit: counts.todayVisitCount, ip: 1 })
    expect(week[6].tian.endsWith(week[6].type)).toBe(true)
    expect(week[0].visit).toBe(0)
    const buttons = (await staff.get('/sys/permission/getPermCode')).result
    const rights = (await staff.get('/sys/permission/getUserPermissionByToken')).result
    expect(buttons.codeList).toEqual(rights.codeList)
    expect(buttons).not.toHaveProperty('menu')
    expect((await staff.get('/sys/tenant/getTenantListByUserId')).result).toMatchObject([
      { id: '1', userTenantStatus: '1' },
    ])
  })

  it('mark all messages as read from the bell', async () => {
    const count = async () => (await staff.get('/sys/annountCement/getUnreadMessageCount')).result.count
    expect(await count()).toBeGreaterThan(0)
    expect(await staff.call('POST', '/sys/annountCement/clearAllUnReadMessage')).toMatchObject({
      toast: '全部已读',
    })
    expect(await count()).toBe(0)
  })
})
