import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { API, createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { type ForeignClient, md5, signedIn } from './client.ts'

describe('bell, socket, departments, people and comments in the 3.x client', () => {
  let test: TestApp
  let admin: ForeignClient
  let staff: ForeignClient
  let ids: Map<string, string>
  beforeAll(async () => {
    test = await createTestApp()
    await test.app.server.listen({ port: 0, host: '127.0.0.1' })
    admin = await signedIn(test, 'admin')
    staff = await signedIn(test, 'staff')
    const { writePool } = test.database.connections
    await writePool.query(`
      insert into platform.sys_tenant (id, name) values (2, '另一个租户');
      insert into platform.sys_user (id, username, realname) values ('other', 'other', '别家的人');
      insert into platform.sys_user_tenant values ('other', 2);
      insert into platform.sys_depart (id, depart_name, org_code, tenant_id) values ('elsewhere', '别家', 'Z01', 2)`)
    const { rows } = await writePool.query('select id, username from platform.sys_user')
    ids = new Map(rows.map(({ id, username }) => [username, id]))
  })
  afterAll(() => test.close())

  /** How the opening of a socket ends: `open`, or the status of its refusal. */
  async function dial(path: string, token: string): Promise<string> {
    const { port } = test.app.server.server.address() as AddressInfo
    const socket = new WebSocket(`ws://127.0.0.1:${port}${API}${path}`, [token])
    const refused = once(socket, 'unexpected-response').then(([, answer]) => String(answer.statusCode))
    const outcome = await Promise.race([once(socket, 'open').then(() => 'open'), refused])
    socket.on('error', () => undefined)
    socket.terminate()
    return outcome
  }

  it('open the socket with the mark of the token behind the id, and with no other mark', async () => {
    const [id, token] = [ids.get('staff'), staff.token ?? '']
    expect(await dial(`/websocket/${id}_${md5(token)}`, token)).toBe('open')
    expect(await dial(`/websocket/${id}`, token)).toBe('open')
    expect(await dial(`/websocket/${id}_${md5('x')}`, token)).toBe('403')
    expect(await dial(`/websocket/${ids.get('admin')}_${md5(token)}`, token)).toBe('403')
  })

  it('count and list what was sent, by sender and day', async () => {
    const before = (await staff.get('/sys/annountCement/getUnreadMessageCount')).result
    expect(before).toEqual({ ...before, flowCount: 0, fileCount: 0, planCount: 0, systemCount: before.count })
    const added = await admin.call('POST', '/sys/annountCement/add', {
      titile: '致外来客户端',
      msgContent: '<p>正文</p>',
      msgAbstract: '摘要',
      msgCategory: '1',
      msgType: 'ALL',
      priority: 'M',
    })
    expect(added).toMatchObject({ isSuccess: true, toast: '添加成功！' })
    const { id } = added.result
    expect(await admin.get(`/sys/annountCement/doReleaseData?id=${id}`)).toMatchObject({
      toast: '该系统通知发布成功',
    })
    const { count } = (await staff.get('/sys/annountCement/getUnreadMessageCount')).result
    expect(count).toBe(before.count + 1)
    const bell = (query = '') =>
      staff.get(
        `/sys/annountCement/vue3List?fromUser=&starFlag=&rangeDateKey=&beginDate=&endDate=&noticeType=${query}&pageNo=1&pageSize=10`,
      )
    const list = await bell()
    expect(list).toMatchObject({ isSuccess: true, toast: '' })
    expect(list.result[0]).toMatchObject({
      id,
      titile: '致外来客户端',
      msgContent: '<p>正文</p>',
      msgAbstract: '摘要',
      sendTime: expect.stringMatching(/^\d{4}-/),
      readFlag: '0',
      izTop: 0,
      starFlag: '0',
    })
    const found = async (query: string) =>
      (await staff.get(`/sys/annountCement/vue3List?${query}`)).result.map(
        (one: { titile: string }) => one.titile,
      )
    expect(await found('fromUser=admin&rangeDateKey=jt')).toContain('致外来客户端')
    expect(await found('fromUser=staff')).toEqual([])
    expect(await found('rangeDateKey=zdy&beginDate=2020-01-01&endDate=2020-01-02')).toEqual([])
    expect(await found('starFlag=1')).toEqual([])
    expect(await found('noticeType=flow')).toEqual([])
    expect(await staff.get('/sys/annountCement/vue3List?rangeDateKey=now')).toMatchObject({ code: 400 })
    expect(
      await staff.call('PUT', '/sys/sysAnnouncementSend/editByAnntIdAndUserId', { anntId: id }),
    ).toMatchObject({
      isSuccess: true,
    })
    expect((await staff.get('/sys/annountCement/getUnreadMessageCount')).result.count).toBe(before.count)
    expect((await bell()).result[0]).toMatchObject({ id, readFlag: '1' })
    expect((await admin.get('/sys/annountCement/list?msgCategory=1')).result.records[0]).toMatchObject({ id })
  })

  it('have every dictionary that the frame asks for, with items', async () => {
    const all = (await staff.get('/sys/user/getUserInfo')).result.sysAllDictItems
    for (const code of [
      'messageHref',
      'rangeDate',
      'notice_type',
      'messageType',
      'msgType',
      'msgSendStatus',
      'relation_type',
      'quartz_status',
      'database_type',
      'trade',
      'company_size',
      'company_department',
      'company_rank',
      'user_position',
      'activiti_sync',
      'msgCategory',
      'client_type',
    ])
      expect(all[code]?.length, code).toBeGreaterThan(0)
  })

  it('find departments by keys and codes, and the path of one', async () => {
    const tree = (await staff.get('/sys/sysDepart/queryTreeList')).result
    const [top] = tree
    const below = top.children[0]
    const named = await staff.get(`/sys/sysDepart/queryTreeList?ids=${below.id}&primaryKey=id`)
    expect(named.result.map((one: { id: string }) => one.id)).toEqual([below.id])
    const level = await staff.get(
      `/sys/sysDepart/queryDepartTreeSync?ids=${below.orgCode}&primaryKey=orgCode`,
    )
    expect(level.result.map((one: { id: string }) => one.id)).toEqual([below.id])
    const path = (await staff.get(`/sys/sysDepart/getDepartPathNameByOrgCode?orgCode=${below.orgCode}`))
      .result
    expect(path).toBe(`${top.departName}/${below.departName}`)
    expect((await staff.get(`/sys/sysDepart/getDepartPathNameByOrgCode?depId=${below.id}`)).result).toBe(path)
    expect((await staff.get('/sys/sysDepart/getDepartPathNameByOrgCode?depId=elsewhere')).result).toBe('')
    expect((await staff.get('/sys/sysDepart/queryIdTree')).result.length).toBeGreaterThan(0)
  })

  it('find people to pick and to mention', async () => {
    const pick = await staff.get(
      '/sys/user/list?username=staff,admin&isMultiTranslate=true&pageNo=1&pageSize=10',
    )
    expect(pick.result.records.map((one: { username: string }) => one.username).sort()).toEqual([
      'admin',
      'staff',
    ])
    const names = async (query: string, client = staff) =>
      (await client.get(`/sys/user/selectUserList?${query}`)).result.records.map(
        (one: { username: string }) => one.username,
      )
    expect(await names(`keyword=${encodeURIComponent('张晓')}`)).toEqual(['staff'])
    expect(await names('keyword=adm')).toEqual(['admin'])
    expect(await names(`keyword=adm&excludeUserIdList=${ids.get('admin')}`)).toEqual([])
    expect(await names('includeUsernameList=staff,other')).toEqual(['staff'])
    const [top] = (await staff.get('/sys/sysDepart/queryTreeList')).result
    expect(await names(`departId=${top.id}&pageSize=1000`)).toContain('staff')
    expect(await names('departId=elsewhere')).toEqual([])
    const [role] = (await admin.get('/sys/role/list?roleCode=staff')).result.records
    expect(await names(`roleId=${role.id}&keyword=staff`, admin)).toEqual(['staff'])
    expect(await staff.get(`/sys/user/selectUserList?roleId=${role.id}`)).toMatchObject({ code: 510 })
  })

  it('keep comments on records that one sees, for those who see them', async () => {
    const [record] = (await staff.get('/online/cgform/api/getData/expo')).result.records
    const at = `tableName=expo&tableDataId=${record.id}`
    expect(
      (await staff.get(`/sys/comment/listByForm?${at}&column=createTime&order=desc`)).result,
    ).toMatchObject({
      records: [],
      total: 0,
    })
    const add = (client: ForeignClient, more: object) =>
      client.call('POST', '/sys/comment/addText', {
        tableName: 'expo',
        tableDataId: record.id,
        fromUserId: ids.get('admin'),
        toUserId: '',
        commentId: '',
        ...more,
      })
    const first = await add(staff, { commentContent: '请确认展馆' })
    // Whoever writes is the caller, not who the client says.
    expect(first).toMatchObject({
      isSuccess: true,
      result: { fromUserId: ids.get('staff'), fromUserId_dictText: '张晓雯' },
    })
    const answer = await add(admin, {
      commentContent: '已确认',
      commentId: first.result.id,
      toUserId: ids.get('staff'),
    })
    expect(answer.result).toMatchObject({ commentId: first.result.id, toUserId_dictText: '张晓雯' })
    const list = (await staff.get(`/sys/comment/listByForm?${at}`)).result
    expect(list.total).toBe(2)
    // Whom it could not be told is answered to its writer alone.
    const { untold, ...comment } = first.result
    expect(untold).toEqual([])
    expect(list.records).toContainEqual(comment)
    expect((await staff.get(`/sys/comment/queryById?id=${first.result.id}`)).result).toMatchObject({
      commentContent: '请确认展馆',
      fileList: [],
    })
    expect((await staff.get(`/sys/comment/fileList?${at}`)).result.records).toEqual([])
    expect((await staff.get('/sys/comment/getFileViewDomain')).isSuccess).toBe(true)

    for (const more of [
      { commentContent: '' },
      { commentContent: '   ' },
      { commentContent: 'x', commentId: 'nothing' },
      { commentContent: 'x', toUserId: 'other' },
    ])
      expect(await add(staff, more), JSON.stringify(more)).toMatchObject({ isSuccess: false, code: 400 })
    expect(await add(staff, { commentContent: 'x', tableDataId: 'nothing' })).toMatchObject({ code: 404 })
    for (const tableName of ['sys_role', 'no_such_form', 'sys_comment'])
      expect(await add(staff, { commentContent: 'x', tableName }), tableName).toMatchObject({ code: 510 })
    expect(await staff.get(`/sys/comment/listByForm?tableName=sys_role&tableDataId=1`)).toMatchObject({
      code: 510,
    })

    expect(await staff.call('DELETE', `/sys/comment/deleteOne?id=${answer.result.id}`)).toMatchObject({
      code: 510,
      error: '只能删除自己的评论',
    })
    expect(await staff.call('DELETE', `/sys/comment/deleteOne?id=${first.result.id}`)).toMatchObject({
      isSuccess: true,
    })
    // What answered it stays.
    expect((await admin.get(`/sys/comment/listByForm?${at}`)).result).toMatchObject({
      total: 1,
      records: [{ id: answer.result.id, commentId: null }],
    })
    await test.database.connections.writePool.query('update platform.sys_comment set tenant_id = 2')
    expect((await admin.get(`/sys/comment/listByForm?${at}`)).result.total).toBe(0)
    expect(await admin.get(`/sys/comment/queryById?id=${answer.result.id}`)).toMatchObject({ code: 404 })
  })
})
