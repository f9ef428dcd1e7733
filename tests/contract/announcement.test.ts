import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

describe('announcements', () => {
  let test: TestApp
  let admin: string
  let staff: string
  let designer: string
  const base = '/sys/annountCement'
  const mine = '/sys/sysAnnouncementSend'
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
    staff = await test.signIn('staff')
    designer = await test.signIn('designer')
  })
  afterAll(() => test.close())

  const query = async (text: string, values: unknown[] = []) =>
    (await test.database.connections.writePool.query(text, values)).rows
  const userId = async (username: string) =>
    (await query('select id from platform.sys_user where username = $1', [username]))[0].id as string
  const add = async (body: object) => (await test.call(admin, 'POST', `${base}/add`, body)).body
  const release = (id: string) => test.call(admin, 'GET', `${base}/doReleaseData?id=${id}`)
  const bell = async (token: string) => (await test.call(token, 'GET', `${base}/listByUser`)).body.result
  const titles = async (token: string) => {
    const { anntMsgList, sysMsgList } = await bell(token)
    return [...anntMsgList, ...sysMsgList].map(({ titile }: { titile: string }) => titile)
  }
  const published = async (body: object) => {
    const { result } = await add(body)
    expect((await release(result.id)).body).toMatchObject({ success: true, message: '该系统通知发布成功' })
    return result.id as string
  }

  it('come with the first data, in each priority and both kinds [bell-05, bell-15, call-89]', async () => {
    const { anntMsgList, anntMsgTotal, sysMsgList, sysMsgTotal } = await bell(staff)
    expect([anntMsgTotal, sysMsgTotal]).toEqual([3, 2])
    expect(anntMsgList.map(({ priority }: { priority: string }) => priority)).toEqual(['H', 'M', 'L'])
    expect(sysMsgList[0]).toMatchObject({ openType: 'component', openPage: 'expo', readFlag: '0' })
    for (const field of ['titile', 'createTime', 'sendTime', 'sender', 'msgContent', 'priority', 'busId'])
      expect(anntMsgList[0]).toHaveProperty(field)
    expect(await titles(designer)).toHaveLength(3)
  })

  it('are made once by posts that repeat a key, also at the same moment [R-9]', async () => {
    const post = (titile: string, key = 'twice-1') =>
      test.call(admin, 'POST', `${base}/add`, { titile }, { headers: { 'idempotency-key': key } })
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('只发一次')))
    expect(new Set(answers.map(({ body }) => body.result.id)).size).toBe(1)
    expect(await query("select id from platform.sys_announcement where titile = '只发一次'")).toHaveLength(1)
    expect(await post('另一个')).toMatchObject({ status: 422, body: { refusal: 'KEY_REUSED' } })
    expect((await post('只发一次', 'twice-2')).body.result.id).not.toBe(answers[0]?.body.result.id)
  })

  it('are seen once they are published, by those they are for, and no more once withdrawn [call-73, call-74]', async () => {
    const everybody = (await add({ titile: '全体通知', priority: 'M' })).result
    expect(everybody).toMatchObject({ sendStatus: '0', sendStatus_dictText: '未发布', userIds: '' })
    const named = (await add({ titile: '点名通知', msgType: 'USER', userIds: `${await userId('staff')},` }))
      .result
    expect(named).toMatchObject({ userIds: `${await userId('staff')},`, userNames: '张晓雯' })
    expect(await titles(staff)).not.toContain('全体通知')
    await release(everybody.id)
    await release(named.id)
    expect(await titles(staff)).toEqual(expect.arrayContaining(['全体通知', '点名通知']))
    expect(await titles(designer)).toContain('全体通知')
    expect(await titles(designer)).not.toContain('点名通知')
    const withdrawn = await test.call(admin, 'GET', `${base}/doReovkeData?id=${named.id}`)
    expect(withdrawn.body).toMatchObject({ success: true, message: '该系统通知撤销成功' })
    expect(await titles(staff)).not.toContain('点名通知')
    const [row] = await query('select * from platform.sys_announcement where id = $1', [named.id])
    expect(row).toMatchObject({ send_status: '2', sender: 'admin' })
    expect(row.cancel_time).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  })

  it('are read one by one and all at once, each by whom it was sent to [bell-09, call-75, call-91]', async () => {
    const id = await published({ titile: '请阅读', msgType: 'USER', userIds: await userId('staff') })
    const read = (token: string, anntId: string) =>
      test.call(token, 'PUT', `${mine}/editByAnntIdAndUserId`, { anntId })
    expect((await read(designer, id)).status).toBe(404)
    expect((await read(staff, id)).body.success).toBe(true)
    expect((await read(staff, id)).body.success).toBe(true)
    expect(await titles(staff)).not.toContain('请阅读')
    const page = async (token: string, more = '') =>
      (await test.call(token, 'GET', `${mine}/getMyAnnouncementSend?pageNo=1&pageSize=50${more}`)).body.result
    const readOnes = await page(staff, '&readFlag=1')
    expect(readOnes.records).toEqual([
      expect.objectContaining({ anntId: id, titile: '请阅读', readFlag: '1' }),
    ])
    expect((await page(staff, '&titile=%E8%AF%B7%E9%98%85')).total).toBe(1)
    expect((await page(staff, '&sender=%E7%B3%BB%E7%BB%9F&readFlag=0')).total).toBeGreaterThan(3)
    const before = (await page(staff)).total
    expect((await test.call(staff, 'PUT', `${mine}/readAll`, {})).body.success).toBe(true)
    expect(await bell(staff)).toMatchObject({ anntMsgTotal: 0, sysMsgTotal: 0 })
    expect((await page(staff, '&readFlag=1')).total).toBe(before)
    // Somebody else's stay unread.
    expect((await bell(designer)).anntMsgTotal).toBeGreaterThan(0)
  })

  it('are a list of their own for everybody, below /online as on the wire [screen-118, call-75]', async () => {
    const list = async (token: string, more = '') =>
      (await test.call(token, 'GET', `/online/cgform/api/getData/my_message?pageSize=50${more}`)).body.result
    const id = await published({
      titile: '签到培训',
      msgType: 'USER',
      userIds: await userId('designer'),
      msgContent: '<p>周五</p>',
    })
    const page = await test.call(designer, 'GET', '/online/document/my_message')
    expect(page.body.result.access.actions).toEqual(['read', 'readAll'])
    const mineOnly = await list(designer, '&titile=*培训*')
    expect(mineOnly.records).toEqual([
      expect.objectContaining({ id, readFlag: '0', readFlag_dictText: '未读', senderName: '系统管理员' }),
    ])
    const wire = await test.call(designer, 'GET', `${mine}/getMyAnnouncementSend?titile=培训&sender=系统`)
    expect(wire.body.result).toMatchObject({ total: 1, size: 10, current: 1 })
    expect(wire.body.result.records[0]).toMatchObject({
      anntId: id,
      userId: await userId('designer'),
      msgContent: '<p>周五</p>',
      sender: 'admin',
      sender_dictText: '系统管理员',
      readFlag: '0',
    })
    expect(wire.body.result.records[0].id).not.toBe(id)
    const all = await list(designer)
    expect(all.total).toBe(
      (await test.call(designer, 'GET', `${mine}/getMyAnnouncementSend`)).body.result.total,
    )
    const times = all.records.map(({ sendTime }: { sendTime: string }) => sendTime)
    expect(times).toEqual([...times].sort().reverse())
    // What is another's is not there, by whatever address.
    expect((await list(staff, '&titile=*培训*')).total).toBe(0)
    const record = (token: string) => test.call(token, 'GET', `/online/cgform/api/form/my_message/${id}`)
    expect((await record(staff)).status).toBe(404)
    expect((await record(designer)).body.result).toMatchObject({
      titile: '签到培训',
      msgContent: '<p>周五</p>',
    })
    const act = (token: string, action: string, ids: string[]) =>
      test.call(token, 'POST', `/online/action/my_message/${action}`, { ids })
    const unreadOfStaff = (await list(staff, '&readFlag=0')).total
    expect((await act(designer, 'readAll', [])).body).toMatchObject({
      success: true,
      message: '已全部标记为已读',
    })
    expect((await list(designer, '&readFlag=0')).total).toBe(0)
    expect((await list(designer)).total).toBe(all.total)
    expect((await list(staff, '&readFlag=0')).total).toBe(unreadOfStaff)
    // Opening is the browser's; nothing of it can be saved.
    expect((await act(designer, 'read', [id])).status).toBe(400)
    expect((await act(designer, 'publish', [id])).status).toBe(403)
    const form = '/online/cgform/api/form/my_message'
    expect((await test.call(designer, 'PUT', form, { id, titile: 'x' })).status).toBe(403)
    expect((await test.call(admin, 'PUT', form, { id, titile: 'x' })).status).toBe(403)
    // Whoever is not signed in has no messages.
    expect((await test.call(null, 'GET', '/online/cgform/api/getData/my_message')).status).toBe(401)
  })

  it('are held by users without any role, too', async () => {
    await query('delete from platform.sys_user_role where user_id = $1', [await userId('designer')])
    await test.app.sessions.rightsChanged()
    const answer = await test.call(designer, 'GET', '/online/cgform/api/getData/my_message')
    expect(answer.body.result.total).toBeGreaterThan(0)
    expect((await test.call(designer, 'POST', '/online/action/my_message/readAll', { ids: [] })).status).toBe(
      200,
    )
    await query(
      `insert into platform.sys_user_role (id, user_id, role_id, tenant_id)
       select 'again', $1, id, tenant_id from platform.sys_role where role_code = 'designer'`,
      [await userId('designer')],
    )
    await test.app.sessions.rightsChanged()
  })

  it('hold no markup that runs, loads from elsewhere or covers the page [I-6]', async () => {
    const bad = [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '<a href="javascript:alert(1)">x</a>',
      '<a href=" java\nscript:alert(1)">x</a>',
      '<svg onload=alert(1)><circle/></svg>',
      '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
      '<div style="position:fixed;inset:0;background:url(//evil.example/x)">x</div>',
      '<img src="https://evil.example/pixel.png">',
      '<img src="//evil.example/pixel.png">',
      '<img src="/\\evil.example/pixel.png">',
      '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
      '<form action="https://evil.example"><input name=password></form>',
      '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
      '<meta http-equiv=refresh content="0;url=https://evil.example">',
    ]
    for (const html of bad) {
      const { result } = await add({ titile: 'x', msgContent: `<p>好</p>${html}` })
      expect(result.msgContent, html).toContain('<p>好</p>')
      expect(result.msgContent, html).not.toMatch(
        /script|onerror|onload|evil|svg|iframe|position|<form|<style|<meta/i,
      )
    }
    const kept =
      '<p style="text-align:center"><strong>重要</strong></p><ul><li>一</li></ul><img src="data:image/png;base64,iVBO" />'
    expect((await add({ titile: 'x', msgContent: kept })).result.msgContent).toBe(kept)
    const { result } = await add({ titile: 'x', msgContent: '<a href="https://expo.example/">去</a>' })
    expect(result.msgContent).toContain('rel="noopener noreferrer nofollow"')
    expect(result.msgAbstract).toBe('去')
  })

  it('are refused with a sentence when something is missing or wrong', async () => {
    const other = { titile: 'x', msgType: 'USER' }
    for (const [body, message] of [
      [{ titile: '  ' }, '请输入标题'],
      [other, '请选择指定用户'],
      [{ ...other, userIds: 'nobody,' }, '指定用户不存在，请重新选择'],
      [{ titile: 'x', startTime: '2026-02-30' }, '时间格式不正确'],
      [{ titile: 'x', startTime: '2026-03-02', endTime: '2026-03-01' }, '结束时间不能早于开始时间'],
      [{ titile: 'x', openType: 'url' }, '请填写打开的页面'],
      [{ titile: 'x', openType: 'url', openPage: 'javascript:alert(1)' }, /http/],
      [{ titile: 'x', openType: 'url', openPage: '//evil.example' }, /http/],
      [{ titile: 'x', openType: 'component', openPage: 'a b' }, '组件名称不正确'],
    ] as const)
      expect(await add(body), JSON.stringify(body)).toMatchObject({
        success: false,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      })
    expect((await test.call(admin, 'POST', `${base}/add`, { titile: 'x', priority: 'X' })).status).toBe(400)
  })

  it('are in force between their times only', async () => {
    const minute = (offset: number) => {
      const at = new Date(Date.now() + offset * 60_000)
      const two = (value: number) => String(value).padStart(2, '0')
      return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
    }
    await published({ titile: '过期', endTime: minute(-10) })
    await published({ titile: '未到', startTime: minute(10) })
    await published({ titile: '有效', startTime: minute(-10), endTime: minute(10) })
    const seen = await titles(designer)
    expect(seen).toContain('有效')
    expect(seen).not.toContain('过期')
    expect(seen).not.toContain('未到')
  })

  it('are edited as drafts, with a version, and every change is in the operation log [call-90]', async () => {
    const { result } = await add({ titile: '草稿' })
    const edit = (body: object) => test.call(admin, 'PUT', `${base}/edit`, { id: result.id, ...body })
    const edited = await edit({ titile: '草稿二', _version: result._version })
    expect(edited.body.result).toMatchObject({ titile: '草稿二', _version: result._version + 1 })
    expect(await edit({ titile: '草稿三', _version: result._version })).toMatchObject({
      status: 409,
      body: { result: { current: { titile: '草稿二' }, sent: { titile: '草稿三' } } },
    })
    expect((await test.call(admin, 'GET', `${base}/queryById?id=${result.id}`)).body).toMatchObject({
      success: true,
      result: { id: result.id, titile: '草稿二', sendStatus: '0' },
    })
    await release(result.id)
    // Twice is once: the time of the first stays.
    const [first] = await query('select * from platform.sys_announcement where id = $1', [result.id])
    await release(result.id)
    expect(await query('select * from platform.sys_announcement where id = $1', [result.id])).toEqual([first])
    expect((await edit({ titile: '晚了' })).body).toMatchObject({
      success: false,
      message: '该记录的当前状态不能执行“编辑”',
    })
    await test.call(admin, 'DELETE', `${base}/delete?id=${result.id}`)
    expect(await titles(designer)).not.toContain('草稿二')
    const log = await query(
      `select o.action, c.version from platform.operation o join platform.operation_change c on c.operation_id = o.id
       where c.record_id = $1 order by c.version`,
      [result.id],
    )
    expect(log.map(({ action }) => action)).toEqual(['add', 'edit', 'publish', 'delete'])
  })

  it('are the same records below /online, with the same rules, rights and log [call-73, call-74, screen-109]', async () => {
    const online = '/online/cgform/api'
    const form = `${online}/form/sys_announcement`
    const act = (token: string, action: string, id: string) =>
      test.call(token, 'POST', `/online/action/sys_announcement/${action}`, { ids: [id] })
    const staffId = await userId('staff')
    const body = {
      titile: '展位调整',
      msgType: 'USER',
      userIds: staffId,
      msgContent: '<b>好</b><script>1</script>',
    }
    const id = (await test.call(admin, 'POST', form, body)).body.result
    const record = (await test.call(admin, 'GET', `${form}/${id}`)).body.result
    expect(record).toMatchObject({
      userIds: staffId,
      userIds_dictText: '张晓雯',
      msgContent: '<b>好</b>',
      msgAbstract: '好',
      priority: 'L',
      sendStatus: '0',
      _version: 1,
    })
    expect((await test.call(admin, 'GET', `${base}/queryById?id=${id}`)).body.result).toEqual({
      ...record,
      userIds: `${staffId},`,
      userIds_dictText: undefined,
      userNames: '张晓雯',
    })
    expect((await test.call(admin, 'POST', form, { ...body, userIds: '' })).body).toMatchObject({
      success: false,
      message: '请选择指定用户',
      result: { errors: [{ field: 'userIds' }] },
    })
    // Nobody publishes by typing it.
    await test.call(admin, 'PUT', form, { id, sendStatus: '1', sender: 'staff' })
    expect(await titles(staff)).not.toContain('展位调整')
    expect((await act(admin, 'revoke', id)).body).toMatchObject({ success: false })
    expect((await act(admin, 'publish', id)).body).toMatchObject({ success: true })
    expect(await titles(staff)).toContain('展位调整')
    expect((await act(admin, 'publish', id)).body).toMatchObject({
      success: false,
      message: '该记录的当前状态不能执行“发布”',
    })
    expect((await test.call(admin, 'PUT', form, { id, titile: '晚了' })).body).toMatchObject({
      success: false,
      message: '该记录的当前状态不能执行“编辑”',
    })
    const listed = await test.call(
      admin,
      'GET',
      `${online}/getData/sys_announcement?titile=*调整*&sendStatus=1`,
    )
    expect(listed.body.result.records).toEqual([
      expect.objectContaining({
        id,
        sender: 'admin',
        sender_dictText: '系统管理员',
        sendStatus_dictText: '已发布',
      }),
    ])
    await test.call(staff, 'PUT', `${mine}/editByAnntIdAndUserId`, { anntId: id })
    expect((await act(admin, 'revoke', id)).body).toMatchObject({ success: true })
    expect(await titles(staff)).not.toContain('展位调整')
    // To others, and read anew by whoever had read it.
    const users = `${await userId('designer')},${staffId}`
    expect((await test.call(admin, 'PUT', form, { id, userIds: users })).body.success).toBe(true)
    await act(admin, 'publish', id)
    for (const token of [staff, designer]) expect(await titles(token)).toContain('展位调整')
    for (const action of ['publish', 'revoke', 'preview'])
      expect((await act(staff, action, id)).status, action).toBe(403)
    const log = await query(
      `select o.action, o.resource from platform.operation o join platform.operation_change c on c.operation_id = o.id
       where c.record_id = $1 order by c.version`,
      [id],
    )
    expect(log.map(({ action }) => action)).toEqual(['add', 'edit', 'publish', 'revoke', 'edit', 'publish'])
    expect((await test.call(admin, 'DELETE', `${form}/${id},nothing`)).status).toBe(404)
    expect((await test.call(admin, 'DELETE', `${form}/${id}`)).body.success).toBe(true)
    expect(await titles(staff)).not.toContain('展位调整')
  })

  it('are all deleted or none [R-4]', async () => {
    const one = (await add({ titile: '一' })).result
    const answer = await test.call(admin, 'DELETE', `${base}/deleteBatch?ids=${one.id},nothing`)
    expect(answer.status).toBe(404)
    expect((await test.call(admin, 'GET', `${base}/queryById?id=${one.id}`)).status).toBe(200)
  })

  it('stay within their tenant', async () => {
    const id = await published({ titile: '本租户' })
    await query("insert into platform.sys_tenant (id, name) values (2, '另一家')")
    await query('insert into platform.sys_user_tenant (user_id, tenant_id) values ($1, 2)', [
      await userId('designer'),
    ])
    await test.app.sessions.rightsChanged()
    const there = { headers: { 'tenant-id': '2' } }
    const seen = await test.call(designer, 'GET', `${base}/listByUser`, undefined, there)
    expect(seen.body.result).toMatchObject({ anntMsgTotal: 0, sysMsgTotal: 0 })
    const read = await test.call(designer, 'PUT', `${mine}/editByAnntIdAndUserId`, { anntId: id }, there)
    expect(read.status).toBe(404)
    expect((await test.call(designer, 'PUT', `${mine}/editByAnntIdAndUserId`, { anntId: id })).status).toBe(
      200,
    )
  })

  it('belong to those who may write them', async () => {
    for (const [method, url] of [
      ['GET', `${base}/list`],
      ['POST', `${base}/add`],
      ['GET', `${base}/doReleaseData?id=x`],
      ['GET', `${base}/doReovkeData?id=x`],
      ['DELETE', `${base}/delete?id=x`],
    ] as const)
      expect(
        (await test.call(staff, method, url, method === 'POST' ? { titile: 'x' } : undefined)).status,
      ).toBe(403)
    const list = await test.call(
      admin,
      'GET',
      `${base}/list?titile=*%E5%85%A8%E4%BD%93*&pageNo=1&pageSize=10`,
    )
    expect(list.body.result.records).toEqual([expect.objectContaining({ titile: '全体通知' })])
  })
})
