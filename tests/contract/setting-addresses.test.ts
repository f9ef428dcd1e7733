import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

/** A machine of the private network, which notes who comes. */
async function neighbour() {
  let calls = 0
  const server = createServer((socket) => {
    calls++
    socket.on('error', () => undefined)
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { calls: () => calls, port: (server.address() as AddressInfo).port, close: () => server.close() }
}

describe('addresses that are set on the screen', () => {
  let closed: TestApp
  let listed: TestApp
  let other: Awaited<ReturnType<typeof neighbour>>
  beforeAll(async () => {
    other = await neighbour()
    closed = await createTestApp()
    listed = await createTestApp({ env: { EXTERNAL_NETWORKS: '127.0.0.1' } })
  })
  afterAll(async () => {
    await closed.close()
    await listed.close()
    other.close()
  })

  const save = async (test: TestApp, group: string, values: object) => {
    const admin = await test.signIn('admin')
    const url = `/sys/setting/group/${group}`
    const { version } = (await test.call(admin, 'GET', url)).body.result
    return test.call(admin, 'PUT', url, { values, version })
  }
  const mailHost = (host: string) => ({ host, port: other.port, secure: 'N', from: 'expo@example.com' })
  /** As one that was saved before it was judged, or whose name changed what it leads to. */
  const store = async ({ database, app }: TestApp, group: string, values: object) => {
    await database.connections.writePool.query(
      `insert into platform.sys_setting (code, value) values ($1, $2) on conflict (code) do update set value = $2`,
      [group, JSON.stringify(values)],
    )
    await database.connections.writePool.query("select pg_notify('settings_changed', '')")
    const [name, value] = Object.entries(values)[0] ?? []
    await expect
      .poll(
        async () => Object.entries(await app.settings.get(group as 'sms')).find(([one]) => one === name)?.[1],
      )
      .toBe(value)
  }
  /** What is noted of a message after it was tried. */
  const send = async (test: TestApp, esType: '1' | '2', esReceiver: string) => {
    const admin = await test.signIn('admin')
    const { result: id } = (
      await test.call(admin, 'POST', '/sys/message/sysMessage/add', {
        esTitle: '通知',
        esType,
        esReceiver,
        esContent: '您好',
      })
    ).body
    await test.app.jobClasses['send-messages']?.({
      parameter: '',
      say: () => undefined,
      idle: () => undefined,
      signal: new AbortController().signal,
    })
    return (await test.call(admin, 'GET', `/sys/message/sysMessage/queryById?id=${id}`)).body.result.esResult
  }

  it('are refused where they spell out this machine or a private one, at their field', async () => {
    for (const host of [
      '127.0.0.1',
      '[::ffff:127.0.0.1]',
      '0x7f000001',
      '127.1',
      '2130706433',
      '0.0.0.0',
      '169.254.169.254',
      '10.1.2.3',
      '[::1]',
      'localhost',
    ]) {
      const gateway = await save(closed, 'sms', { gatewayUrl: `http://${host}:${other.port}/a` })
      expect(gateway, host).toMatchObject({
        status: 400,
        body: {
          message: expect.stringContaining('短信网关地址不能是本机或内网地址'),
          result: { errors: [{ field: 'gatewayUrl' }] },
        },
      })
      const mail = await save(closed, 'mail', mailHost(host.replace(/^\[|\]$/g, '')))
      expect(mail, host).toMatchObject({
        status: 400,
        body: {
          message: expect.stringContaining('邮件服务器不能是'),
          result: { errors: [{ field: 'host' }] },
        },
      })
    }
    expect((await save(closed, 'sms', { gatewayUrl: 'https://sms.example.com/send' })).status).toBe(200)
  })

  it('are not connected to, even where they were stored before', async () => {
    await store(closed, 'sms', { gatewayUrl: `http://127.0.0.1:${other.port}/a` })
    expect(await send(closed, '1', '13900000001')).toContain('不在允许')
    for (const host of ['127.0.0.1', '127.1', 'localhost']) {
      await store(closed, 'mail', mailHost(host))
      expect(await send(closed, '2', 'a@example.com')).toContain('邮件服务器的地址不允许访问')
    }
    expect(other.calls()).toBe(0)
  })

  it('are open where the operator lists them', async () => {
    const gatewayUrl = `http://127.0.0.1:${other.port}/a`
    expect((await save(listed, 'sms', { gatewayUrl })).status).toBe(200)
    expect((await save(listed, 'mail', mailHost('127.0.0.1'))).status).toBe(200)
    await send(listed, '1', '13900000002')
    expect(other.calls()).toBe(1)
    await send(listed, '2', 'a@example.com')
    expect(other.calls()).toBeGreaterThan(1)
  })
})
