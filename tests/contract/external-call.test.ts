import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createExternalCalls } from '#server/modules/external-call/external-call.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

const CALL = '/sys/common/transitRESTful'

interface Asked {
  method: string
  url: string
  headers: Record<string, unknown>
  body: string
}

/** Another system of the test's: answers what its path says, and keeps what it was asked. */
async function otherSystem() {
  const asked: Asked[] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const url = request.url ?? ''
      asked.push({ method: request.method ?? '', url, headers: request.headers, body })
      if (url.startsWith('/silent')) return
      if (url.startsWith('/redirect')) response.writeHead(302, { location: '/json' }).end()
      else if (url.startsWith('/refused')) response.writeHead(422).end('{"why":"no"}')
      else if (url.startsWith('/text')) response.end('<p>plain</p>')
      else if (url.startsWith('/huge')) response.end('x'.repeat(5 * 1024 * 1024))
      else response.writeHead(201, { 'set-cookie': 'a=b' }).end(JSON.stringify({ seen: url }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  return { origin, asked, close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()) }
}

describe('calls of other systems', () => {
  let test: TestApp
  let other: Awaited<ReturnType<typeof otherSystem>>
  let staff: string

  beforeAll(async () => {
    other = await otherSystem()
    test = await createTestApp({ env: { EXTERNAL_URLS: `${other.origin}/any/path` } })
    await test.database.connections.writePool.query(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select 'external', r.id, p.id from platform.sys_role r, platform.sys_permission p
       where r.role_code = 'staff' and p.perms = 'system:external:call'`,
    )
    await test.app.sessions.rightsChanged()
    staff = await test.signIn('staff')
  })
  afterAll(async () => {
    await test.close()
    await other.close()
  })

  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    target: string,
    body?: unknown,
    more = '',
  ) => test.call(staff, method, `${CALL}?url=${encodeURIComponent(target)}${more}`, body)

  it('pass every method, the query and the body on, and nothing of the caller [call-03]', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : { 名称: '展会' }
      const answer = await call(method, `${other.origin}/json?a=1`, body, '&page=2&_t=1')
      expect(answer.body).toMatchObject({ success: true, code: 201, result: { seen: '/json?a=1&page=2' } })
      const asked = other.asked.at(-1) as Asked
      expect(asked.method).toBe(method)
      expect(asked.body).toBe(body ? JSON.stringify(body) : '')
      expect(asked.headers).not.toHaveProperty('x-access-token')
      expect(asked.headers).not.toHaveProperty('cookie')
      expect(answer.headers).not.toHaveProperty('set-cookie')
    }
  })

  it('pass a query parameter that is there several times on as often', async () => {
    await call('GET', `${other.origin}/json`, undefined, '&id=1&id=2&name=a')
    expect(other.asked.at(-1)?.url).toBe('/json?id=1&id=2&name=a')
  })

  it('answer status and content of the other system, text as text; a redirect is not followed', async () => {
    expect((await call('GET', `${other.origin}/refused`)).body).toMatchObject({
      success: false,
      code: 422,
      result: { why: 'no' },
    })
    expect((await call('GET', `${other.origin}/text`)).body.result).toBe('<p>plain</p>')
    const before = other.asked.length
    expect((await call('GET', `${other.origin}/redirect`)).body).toMatchObject({ success: false, code: 302 })
    expect(other.asked.length).toBe(before + 1)
  })

  it('are refused for every origin that is not on the list', async () => {
    const before = other.asked.length
    const port = new URL(other.origin).port
    for (const target of [
      'http://169.254.169.254/latest/meta-data',
      `http://localhost:${port}/json`,
      `https://127.0.0.1:${port}/json`,
      `http://127.0.0.1.example.com:${port}/`,
      'file:///etc/passwd',
      'http://127.0.0.1:1/',
    ])
      expect((await call('GET', target)).status, target).toBe(403)
    for (const target of [
      other.origin.replace('http://', 'http://a:b@'),
      '//',
      '//evil/x',
      'nothing',
      '/json',
    ])
      expect((await call('GET', target)).status, target).toBe(400)
    expect((await test.call(staff, 'GET', CALL)).status).toBe(400)
    expect((await test.call(null, 'GET', `${CALL}?url=${other.origin}/json`)).status).toBe(401)
    expect(other.asked.length).toBe(before)
  })

  it('tell of an answer that is too large, of a system that is away or silent', async () => {
    expect((await call('GET', `${other.origin}/huge`)).body).toMatchObject({ success: false, code: 502 })
    const quick = createExternalCalls({ origins: [other.origin, 'http://127.0.0.1:1'], timeoutMs: 100 })
    const ask = (url: string) => quick({ method: 'GET', url, params: {}, body: undefined })
    await expect(ask(`${other.origin}/silent`)).rejects.toMatchObject({ status: 504, message: /超时/ })
    await expect(ask('http://127.0.0.1:1/')).rejects.toMatchObject({ status: 502, message: /无法访问/ })
  })

  it('are written to the log without their query', async () => {
    await call('GET', `${other.origin}/json?token=secret`)
    await test.app.events.settled()
    const { rows } = await test.database.connections.writePool.query(
      "select log_content, username from platform.sys_log where log_content like '调用外部系统%' order by id desc limit 1",
    )
    expect(rows[0]).toMatchObject({
      log_content: `调用外部系统：GET ${other.origin}/json，201`,
      username: 'staff',
    })
  })

  it('need a permission of their own', async () => {
    const designer = await test.signIn('designer')
    const answer = await test.call(
      designer,
      'GET',
      `${CALL}?url=${encodeURIComponent(`${other.origin}/json`)}`,
    )
    expect(answer).toMatchObject({ status: 403, body: { refusal: 'FORBIDDEN' } })
  })

  it('are refused where the name leads to a private address, whatever its spelling [S-1, S-2]', async () => {
    const { port } = new URL(other.origin)
    const before = other.asked.length
    const ask = (origin: string, answers: string[], networks: string[] = []) =>
      createExternalCalls({
        origins: [new URL(origin).origin],
        networks,
        resolve: (_name, _options, done) =>
          done(
            null,
            answers.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
          ),
      })({ method: 'GET', url: `${origin}/json`, params: {}, body: undefined })
    for (const address of [
      '127.0.0.1',
      '10.0.0.8',
      '172.20.1.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.100.100.200',
      '0.0.0.0',
      '::1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '64:ff9b::7f00:1',
      'fd00::1',
      'fe80::1',
    ]) {
      const refused = { refusal: 'EXTERNAL_ADDRESS' }
      await expect(ask(`http://partner.example:${port}`, [address]), address).rejects.toMatchObject(refused)
      // One good address does not make up for it.
      await expect(ask(`http://partner.example:${port}`, ['93.184.216.34', address])).rejects.toMatchObject(
        refused,
      )
    }
    expect(other.asked.length).toBe(before)
    // The address that was checked is the one that is called, and a listed network is open.
    expect(await ask(`http://partner.example:${port}`, ['127.0.0.1'], ['127.0.0.0/8'])).toMatchObject({
      status: 201,
    })
    expect(other.asked.at(-1)?.headers.host).toBe(`partner.example:${port}`)
  })

  it('of a path go where the first enabled route of the gateway leads [screen-114]', async () => {
    const admin = await test.signIn('admin')
    const save = (router: Record<string, unknown>) =>
      test.call(admin, 'POST', '/sys/gatewayRoute/updateAll', { router: { status: 1, ...router } })
    const path = (pattern: string) => JSON.stringify([{ name: 'Path', args: [pattern] }])
    const strip = JSON.stringify([{ name: 'StripPrefix', args: ['1'] }])
    await save({
      routerId: 'a-off',
      name: '停用',
      uri: 'http://127.0.0.1:1',
      predicates: path('/**'),
      status: 0,
    })
    await save({
      routerId: 'crm',
      name: '客户',
      uri: other.origin,
      predicates: path('/crm/**'),
      filters: strip,
    })
    await save({
      routerId: 'elsewhere',
      name: '别处',
      uri: 'http://127.0.0.1:1',
      predicates: path('/away/**'),
    })
    await save({ routerId: 'service', name: '服务', uri: 'lb://orders', predicates: path('/orders/**') })

    const answer = await call('POST', '/crm/customers/../json?a=1', { 名称: '展会' }, '&page=2')
    expect(answer.body).toMatchObject({ success: true, code: 201, result: { seen: '/json?a=1&page=2' } })
    expect(other.asked.at(-1)).toMatchObject({ method: 'POST', body: '{"名称":"展会"}' })
    expect(other.asked.at(-1)?.headers).not.toHaveProperty('x-access-token')
    // A route does not open what the settings keep closed.
    expect(await call('GET', '/away/x')).toMatchObject({ status: 403, body: { refusal: 'EXTERNAL_ADDRESS' } })
    expect((await call('GET', '/orders/1')).body.message).toBe('网关路由的地址为服务名，本系统不能解析')
    expect((await call('GET', '/unknown')).body.message).toBe('没有匹配该地址的网关路由')
    const { rows } = await test.database.connections.writePool.query(
      "select count(*)::int as count from platform.sys_log where log_content like '调用外部系统：POST%/json，201'",
    )
    expect(rows[0]?.count).toBeGreaterThan(0)
  })

  it('are limited per user', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 61; count++) statuses.push((await call('GET', `${other.origin}/json`)).status)
    expect(statuses).toContain(200)
    expect(statuses.at(-1)).toBe(429)
    const admin = await test.signIn('admin')
    expect(
      (await test.call(admin, 'GET', `${CALL}?url=${encodeURIComponent(`${other.origin}/json`)}`)).status,
    ).toBe(200)
  })
})
