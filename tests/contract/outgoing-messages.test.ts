// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates are what is tested
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

/** A mail server that takes what it is sent, and refuses receivers of `refused.example`. */
async function mailServer() {
  const mails: string[] = []
  const server = createTcpServer((socket) => {
    let isData = false
    let text = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 test')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8')
      for (;;) {
        const end = isData ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n')
        if (end < 0) return
        const part = text.slice(0, end)
        text = text.slice(end + (isData ? 5 : 2))
        if (isData) {
          mails.push(part)
          isData = false
          say('250 taken')
        } else if (/^EHLO/i.test(part)) say('250 test')
        else if (/^DATA/i.test(part)) {
          isData = true
          say('354 go on')
        } else if (/^QUIT/i.test(part)) {
          say('221 bye')
          socket.end()
        } else say(/refused\.example/.test(part) ? '550 no such mailbox' : '250 ok')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { mails, port: (server.address() as AddressInfo).port, close: () => server.close() }
}

/** A gateway for short messages. */
async function gateway() {
  const sent: unknown[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      sent.push(JSON.parse(body))
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { sent, port: (server.address() as AddressInfo).port, close: () => server.close() }
}

describe('messages and their templates', () => {
  let test: TestApp
  let admin = ''
  let mail: Awaited<ReturnType<typeof mailServer>>
  let sms: Awaited<ReturnType<typeof gateway>>
  beforeAll(async () => {
    mail = await mailServer()
    sms = await gateway()
    test = await createTestApp({
      env: {
        SMTP_URL: `smtp://127.0.0.1:${mail.port}?ignoreTLS=true`,
        MAIL_FROM: 'office@example.com',
        SMS_GATEWAY_URL: `http://127.0.0.1:${sms.port}/send`,
      },
    })
    admin = await test.signIn('admin')
  })
  afterAll(async () => {
    await test.close()
    mail.close()
    sms.close()
  })

  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, token = admin) =>
    (await test.call(token, method, url, body)).body
  const message = (more: object = {}) => ({
    esTitle: '通知',
    esType: '2',
    esReceiver: 'a@example.com',
    esContent: '您好',
    ...more,
  })
  const add = async (more: object = {}): Promise<string> =>
    (await call('POST', '/sys/message/sysMessage/add', message(more))).result
  const get = async (id: string) => (await call('GET', `/sys/message/sysMessage/queryById?id=${id}`)).result
  /** What the job does, without waiting for its time. */
  const send = async () => {
    const said: string[] = []
    const run = {
      parameter: '',
      say: (line: string) => said.push(line),
      idle: () => undefined,
      signal: new AbortController().signal,
    }
    await test.app.jobClasses['send-messages']?.(run)
    return said
  }
  const atOnce = () =>
    test.database.connections.writePool.query('update platform.sys_message set next_try = null')

  it('a mail waits, is sent by the job, and says when and how [screen-55]', async () => {
    const id = await add({ esReceiver: 'a@example.com，b@example.com' })
    expect(await get(id)).toMatchObject({ esSendStatus_dictText: '未发送', esSendNum: 0 })
    expect(await send()).toEqual(['发送成功 1 条，失败 0 条'])
    expect(await get(id)).toMatchObject({
      esSendStatus_dictText: '发送成功',
      esSendNum: 1,
      esResult: '已发送邮件 2 封',
      esSendTime: expect.stringMatching(/^\d{4}-/),
    })
    expect(mail.mails).toHaveLength(2)
    expect(mail.mails[0]).toContain('From: office@example.com')
    expect(mail.mails.map((one) => /^To: (.*)$/m.exec(one)?.[1]?.trim())).toEqual([
      'a@example.com',
      'b@example.com',
    ])
    await send()
    expect(mail.mails).toHaveLength(2)
    const sent = await call('PUT', '/sys/message/sysMessage/edit', { id, ...message({ esTitle: '另一个' }) })
    expect(sent.success).toBe(false)
  })

  it('a user who switched mails off gets none; others named with them do', async () => {
    const pool = test.database.connections.writePool
    const before = mail.mails.length
    await pool.query("update platform.sys_user set email = username || '@example.com'")
    await pool.query("update platform.sys_user set mail_kinds = '' where username = 'staff'")
    const both = await add({ esReceiver: 'staff,designer' })
    const alone = await add({ esReceiver: 'staff' })
    await send()
    expect(mail.mails.slice(before).map((one) => /^To: (.*)$/m.exec(one)?.[1]?.trim())).toEqual([
      'designer@example.com',
    ])
    expect(await get(both)).toMatchObject({ esSendStatus: '1', esResult: '已发送邮件 1 封' })
    expect(await get(alone)).toMatchObject({ esSendStatus: '1', esResult: '接收人已关闭邮件接收，未发送' })
    await pool.query("update platform.sys_user set mail_kinds = 'mail', email = null")
  })

  it('announcements and messages come by mail to those who chose so, as they choose when it is sent', async () => {
    const pool = test.database.connections.writePool
    const staff = await test.signIn('staff')
    const choose = (kinds: string[]) => test.call(staff, 'POST', '/sys/user/mailKinds', { kinds })
    await pool.query("update platform.sys_user set email = username || '@example.com'")
    const publish = async (titile: string, msgCategory: string, more: object) => {
      const row = { titile, msgCategory, msgContent: '正文', priority: 'M', ...more }
      const { id } = (await call('POST', '/sys/annountCement/add', row)).result
      expect(await call('GET', `/sys/annountCement/doReleaseData?id=${id}`)).toMatchObject({ success: true })
    }
    const mailsOf = async (work: () => Promise<unknown>) => {
      const before = mail.mails.length
      await work()
      await send()
      return mail.mails.slice(before)
    }
    const { rows } = await pool.query("select id from platform.sys_user where username = 'staff'")
    const toStaff = { msgType: 'USER', userIds: rows[0].id }
    expect(await choose(['todo'])).toMatchObject({ body: { success: false } })
    expect(await mailsOf(() => publish('无人选择', '1', { msgType: 'ALL' }))).toEqual([])
    await choose(['announcement'])
    const [first, ...more] = await mailsOf(async () => {
      await publish('Holiday', '1', { msgType: 'ALL', msgAbstract: 'Closed on Monday' })
      await publish('Private', '2', toStaff)
    })
    expect(more).toEqual([])
    expect(first).toContain('To: staff@example.com')
    expect(first).toContain('Subject: Holiday')
    expect(first).not.toContain('正文')
    await choose(['message'])
    expect(await mailsOf(() => publish('Task', '2', toStaff))).toHaveLength(1)
    const declined = await mailsOf(async () => {
      await publish('Late', '2', toStaff)
      await choose([])
    })
    expect(declined).toEqual([])
    await choose(['mail'])
    await pool.query('update platform.sys_user set email = null')
  })

  it('a failed one is tried three times, later each time, then given up, and sent anew on demand [screen-55]', async () => {
    const id = await add({ esReceiver: 'x@refused.example' })
    await send()
    expect(await get(id)).toMatchObject({ esSendStatus: '0', esSendNum: 1 })
    await send()
    expect(await get(id)).toMatchObject({ esSendNum: 1 })
    for (let tries = 2; tries <= 3; tries++) {
      await atOnce()
      await send()
    }
    expect(await get(id)).toMatchObject({
      esSendStatus_dictText: '发送失败',
      esSendNum: 3,
      esResult: expect.stringContaining('550'),
    })
    await atOnce()
    expect(await send()).toEqual([])
    const again = await call('POST', '/online/action/sys_message/resend', { ids: [id] })
    expect(again).toMatchObject({ success: true })
    expect(await get(id)).toMatchObject({ esSendStatus: '0', esSendNum: 0 })
    await call('DELETE', `/sys/message/sysMessage/delete?id=${id}`)
  })

  it('a receiver that is refused costs the others neither their mail nor a second one [screen-55]', async () => {
    const before = mail.mails.length
    const addressees = () => mail.mails.slice(before).map((one) => /^To: (.*)$/m.exec(one)?.[1]?.trim())
    const id = await add({ esReceiver: 'one@example.com,x@refused.example,two@example.com' })
    for (let tries = 1; tries <= 2; tries++) {
      await atOnce()
      await send()
      expect(await get(id)).toMatchObject({
        esSendStatus: '0',
        esSendNum: tries,
        esResult: expect.stringMatching(/^已发送给 2 个接收人，1 个发送失败：x@refused\.example：.*550/),
      })
      expect(addressees()).toEqual(['one@example.com', 'two@example.com'])
    }
    const edit = (more: object) => call('PUT', '/sys/message/sysMessage/edit', { id, ...message(more) })
    expect(await edit({ esReceiver: 'one@example.com,three@example.com' })).toMatchObject({ success: true })
    await atOnce()
    await send()
    expect(await get(id)).toMatchObject({ esSendStatus: '1', esResult: '已发送邮件 2 封' })
    expect(addressees().slice(2)).toEqual(['three@example.com'])
  })

  it('a message with another text goes to all of its receivers [screen-55]', async () => {
    const before = mail.mails.length
    const esReceiver = 'one@example.com,x@refused.example'
    const id = await add({ esReceiver })
    await send()
    await call('PUT', '/sys/message/sysMessage/edit', { id, ...message({ esReceiver, esContent: '更正' }) })
    await atOnce()
    await send()
    expect(mail.mails.slice(before)).toHaveLength(2)
    await call('DELETE', `/sys/message/sysMessage/delete?id=${id}`)
  })

  it('a short message goes to the gateway, a system message to the bell [screen-55]', async () => {
    await add({ esType: '1', esReceiver: '13900001111' })
    await add({ esType: '4', esReceiver: 'staff', esTitle: '待办', esContent: '请处理' })
    await send()
    const { records } = (await call('GET', '/sys/message/sysMessage/list?esType=4')).result
    expect(records).toMatchObject([{ esResult: '已发送给 1 个用户' }])
    expect(sms.sent).toEqual([{ phone: '13900001111', text: '您好' }])
    const staff = await test.signIn('staff')
    const bell = await call('GET', '/sys/annountCement/listByUser', undefined, staff)
    expect(bell.result.sysMsgList).toContainEqual(
      expect.objectContaining({ titile: '待办', msgContent: expect.stringContaining('请处理') }),
    )
  })

  it('waits for its time [screen-55]', async () => {
    const id = await add({ esSendTime: '2100-01-01 00:00:00' })
    expect(await send()).toEqual([])
    expect(await get(id)).toMatchObject({ esSendStatus: '0', esSendNum: 0 })
  })

  it.each([
    [{ esReceiver: 'no-such-user' }, '找不到接收人的邮箱：no-such-user'],
    [{ esType: '1', esReceiver: 'a@example.com' }, '找不到接收人的手机号：a@example.com'],
    [{ esType: '4', esReceiver: 'admin,ghost' }, '找不到接收人的用户：ghost'],
    [{ esType: '3' }, '没有这种消息的发送通道'],
    [{ esType: '9' }, '没有这种消息的发送通道'],
    [{ esContent: '' }, '消息内容'],
  ])('%j is refused [screen-55]', async (more, said) => {
    const answer = await call('POST', '/sys/message/sysMessage/add', message(more))
    expect(answer.success).toBe(false)
    expect(answer.message).toContain(said)
  })

  const template = (code: string, more: object = {}) => ({
    templateCode: code,
    templateName: '欢迎',
    templateType: '1',
    templateContent: '${name}，您好！',
    templateTestJson: '{"name":"张三"}',
    useStatus: '1',
    ...more,
  })
  const addTemplate = (code: string, more: object = {}) =>
    call('POST', '/sys/message/sysMessageTemplate/add', template(code, more))
  const sendMsg = (more: object) =>
    call('POST', '/sys/message/sysMessageTemplate/sendMsg', {
      msgType: '4',
      templateCode: 'welcome',
      receiver: 'staff',
      testData: '{"name":"李四"}',
      ...more,
    })

  it('a template is kept, listed, changed, and sent with its variables filled in [screen-56]', async () => {
    expect(await addTemplate('welcome')).toMatchObject({ success: true })
    const list = await call('GET', '/sys/message/sysMessageTemplate/list?templateCode=welcome')
    expect(list.result).toMatchObject({ total: 1, records: [{ templateType_dictText: '文本' }] })
    expect((await addTemplate('welcome')).message).toBe('模板编码的值已存在')
    expect(await sendMsg({})).toMatchObject({ success: true, message: '发送消息任务添加成功！' })
    const made = await call('GET', '/sys/message/sysMessage/list?esTitle=欢迎')
    expect(made.result.records).toMatchObject([
      { esContent: '李四，您好！', esType: '4', esReceiver: 'staff' },
    ])
  })

  it.each([
    [{ testData: {} }, '没有给出这些变量的值：name'],
    [{ testData: '[1]' }, '测试数据应为 JSON 对象'],
    [{ templateCode: 'none' }, '消息模板“none”不存在'],
    [{ receiver: 'ghost' }, '找不到接收人的用户：ghost'],
    [{ msgType: '3' }, '没有这种消息的发送通道'],
  ])('%j is not sent [screen-56]', async (more, said) => {
    const answer = await sendMsg(more)
    expect(answer.success).toBe(false)
    expect(answer.message).toContain(said)
  })

  it.each([
    [{ templateContent: '${name}${amount}${when}' }, '没有给出这些变量的值：amount、when'],
    [{ templateContent: '${na me' }, '变量的写法不正确：${na me'],
    [{ templateTestJson: '{name}' }, '测试数据应为 JSON 对象'],
    [{ templateCode: '欢迎' }, '模板编码由字母'],
  ])('a template with %j is refused [screen-56]', async (more, said) => {
    const answer = await addTemplate('bad', more)
    expect(answer.success).toBe(false)
    expect(answer.message).toContain(said)
  })

  it('messages and templates belong to their tenant and need their rights [screen-55] [screen-56]', async () => {
    const staff = await test.signIn('staff')
    for (const path of ['sysMessage', 'sysMessageTemplate'])
      expect((await test.call(staff, 'GET', `/sys/message/${path}/list`)).status).toBe(403)
    expect((await test.call(staff, 'POST', '/sys/message/sysMessageTemplate/sendMsg', {})).status).toBe(403)
    await test.database.connections.writePool.query(`
      insert into platform.sys_tenant (id, name) values (2, '乙');
      insert into platform.sys_message (id, es_title, es_type, es_receiver, es_content, es_send_status, tenant_id)
        values ('other', '别家', '2', 'a@example.com', 'x', '2', 2);
      insert into platform.sys_message_template (id, template_code, template_name, template_content, tenant_id)
        values ('other', 'theirs', '别家', 'x', 2)`)
    for (const path of ['sysMessage', 'sysMessageTemplate']) {
      expect((await test.call(admin, 'GET', `/sys/message/${path}/queryById?id=other`)).status).toBe(404)
      expect((await test.call(admin, 'DELETE', `/sys/message/${path}/delete?id=other`)).status).toBe(404)
    }
    expect((await sendMsg({ templateCode: 'theirs' })).message).toBe('消息模板“theirs”不存在')
  })
})

it('without a mail server and a gateway the log says what would have been sent [screen-55]', async () => {
  const test = await createTestApp()
  try {
    const admin = await test.signIn('admin')
    for (const [esType, esReceiver] of [
      ['1', '13900001111'],
      ['2', 'a@example.com'],
    ])
      await test.call(admin, 'POST', '/sys/message/sysMessage/add', {
        esTitle: '通知',
        esType,
        esReceiver,
        esContent: '内容',
      })
    const run = {
      parameter: '',
      say: () => undefined,
      idle: () => undefined,
      signal: new AbortController().signal,
    }
    await test.app.jobClasses['send-messages']?.(run)
    const { records } = (await test.call(admin, 'GET', '/sys/message/sysMessage/list')).body.result
    expect(records.map((row: { esResult: string }) => row.esResult).sort()).toEqual([
      '未配置短信网关，仅写入日志',
      '未配置邮件服务器，仅写入日志',
    ])
    const log = test.log.join('\n')
    expect(log).toContain('邮件未发送')
    expect(log).toContain('短信未发送')
    expect(log).not.toContain('13900001111')
  } finally {
    await test.close()
  }
})
