import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openConnections } from '#server/database/connection.ts'
import { installAccess } from '#server/http/access.ts'
import { createHttpServer } from '#server/http/server.ts'
import { type Answer, API, createTestApp, type TestApp } from '#tests/helpers/app.ts'

const FORM = '/online/cgform/api/form/expo_requirement'
const LIST = '/online/cgform/api/getData/expo'

describe('limits and headers', () => {
  let test: TestApp
  let admin: string
  beforeAll(async () => {
    const webFolder = mkdtempSync(join(tmpdir(), 'web-'))
    mkdirSync(join(webFolder, 'assets'))
    writeFileSync(
      join(webFolder, 'index.html'),
      '<html><head><meta name="api-base" content="/x"></head><body></body></html>',
    )
    const script = 'export const answer = 42 '.repeat(100)
    writeFileSync(join(webFolder, 'assets/main-abc.js'), script)
    writeFileSync(join(webFolder, 'assets/main-abc.js.br'), brotliCompressSync(script))
    writeFileSync(join(webFolder, '.secret'), 'no')
    test = await createTestApp({ webFolder })
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())

  const refusal = (status: number, message?: unknown) => ({
    status,
    body: {
      success: false,
      code: status,
      message: message ?? expect.stringMatching(/[一-龥]/),
      result: null,
    },
  })

  it('refuse page sizes above 1000 and pages without end [L-1]', async () => {
    expect((await test.call(admin, 'GET', `${LIST}?pageSize=1000`)).status).toBe(200)
    for (const query of [
      'pageSize=1001',
      'pageSize=0',
      'pageSize=-1',
      'pageSize=abc',
      'pageSize=1e3',
      'pageNo=999999999',
    ])
      for (const url of [LIST, '/sys/user/list'])
        expect(await test.call(admin, 'GET', `${url}?${query}`), query).toMatchObject(refusal(400))
    // Below the first page is the first page, as a client asks that deleted its only record.
    for (const page of [0, -3])
      expect((await test.call(admin, 'GET', `${LIST}?pageNo=${page}`)).body.result.current).toBe(1)
    // The wire's word for everything is the largest page.
    expect((await test.call(admin, 'GET', `${LIST}?pageSize=-521`)).body.result.size).toBe(1000)
    expect(await test.call(admin, 'GET', '/sys/dict/loadDict/sex?pageSize=1001')).toMatchObject(refusal(400))
  })

  it('refuse bodies above 1 MB, broken, too deep, of another type, or meant to poison [L-1]', async () => {
    const post = (payload: string, type = 'application/json') =>
      test.call(admin, 'POST', FORM, undefined, { payload, headers: { 'content-type': type } })
    expect(await post(JSON.stringify({ title: 'x'.repeat(1024 * 1024) }))).toMatchObject(refusal(413))
    expect(await post(`${'['.repeat(400_000)}${']'.repeat(400_000)}`)).toMatchObject(refusal(400))
    expect(await post(`{"a":${'['.repeat(40)}${']'.repeat(40)}}`)).toMatchObject(
      refusal(400, '请求内容嵌套过深'),
    )
    for (const broken of ['{', 'null{', "{'a':1}", '{"a":1', '\u0000'])
      expect(await post(broken), broken).toMatchObject(refusal(400))
    for (const poison of ['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}'])
      expect(await post(poison), poison).toMatchObject(refusal(400))
    for (const type of ['text/xml', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect(await post('title=1', type), type).toMatchObject(refusal(415))
    expect(await post('')).toMatchObject(refusal(400))
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  it('refuse headers and addresses without end, and are alive after it [L-1]', async () => {
    const address = await test.app.server.listen({ port: 0, host: '127.0.0.1' })
    const port = Number(new URL(address).port)
    const raw = (text: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = ''
        const socket = connect(port, '127.0.0.1', () => socket.write(text))
        socket.on('data', (chunk) => {
          answer += chunk
        })
        socket.on('close', () => resolve(answer))
        socket.on('error', reject)
      })
    const headers = `X-A: ${'a'.repeat(40_000)}`
    expect(await raw(`GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431/,
    )
    expect(await raw(`GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 4\d\d/,
    )
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1.1 400/)
    expect((await test.call(admin, 'GET', `${API}/sys/user/list/${'a'.repeat(9000)}`)).status).toBe(404)
    expect((await test.call(admin, 'GET', '/sys/user/list?%zz=%')).status).toBe(200)
    expect(await test.call(admin, 'GET', '/sys/dict/getDictItems/%zz')).toMatchObject(refusal(400))
    expect((await test.call(admin, 'GET', LIST)).status).toBe(200)
  })

  it('answer an unknown path, method and missing file with 404 in the envelope', async () => {
    for (const [method, url] of [
      ['GET', '/sys/no/such/path'],
      ['DELETE', '/sys/login'],
      ['POST', '/somewhere'],
      ['GET', '/assets/gone.js'],
      ['GET', '/favicon.ico'],
      ['GET', '/.secret.js'],
    ] as const)
      expect(await test.call(admin, method, url), url).toMatchObject(
        refusal(404, '路径不存在，请检查路径是否正确'),
      )
  })

  it('come with every answer: policy, nosniff, referrer, request id; calls are not stored [W-1]', async () => {
    const answers = await Promise.all([
      test.call(null, 'GET', '/'),
      test.call(null, 'GET', '/expo/ExpoList'),
      test.call(null, 'GET', '/assets/main-abc.js'),
      test.call(null, 'GET', '/assets/gone.js'),
      test.call(null, 'GET', LIST),
      test.call(admin, 'GET', LIST),
      test.call(admin, 'GET', `${LIST}?pageSize=0`),
      test.call(null, 'POST', '/sys/login', { username: 'x', password: 'y' }),
      test.call(admin, 'GET', `${API.replace('/j', '/%6a')}${LIST}`),
    ])
    for (const [at, { headers }] of answers.entries()) {
      const isCall = at >= 4
      const policy = new Map(
        String(headers['content-security-policy'])
          .split(';')
          .map((one) => [one.trim().split(' ')[0], one]),
      )
      // A call answers data: nothing in it may be loaded, run or framed.
      if (isCall) expect(policy.get('default-src')).toBe("default-src 'none'")
      else expect(policy.get('script-src')).toBe("script-src 'self'")
      if (!isCall) expect(policy.get('object-src')).toBe("object-src 'none'")
      expect(policy.get('base-uri')).toBe("base-uri 'none'")
      expect(policy.get('frame-ancestors')).toBe(`frame-ancestors ${isCall ? "'none'" : "'self'"}`)
      expect(headers['content-security-policy']).not.toContain('unsafe-eval')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('same-origin')
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers['x-powered-by']).toBeUndefined()
      expect(headers.server).toBeUndefined()
    }
    for (const { headers } of answers.slice(4)) expect(headers['cache-control']).toBe('no-store')
    expect(answers[0]?.headers['cache-control']).toBe('no-cache')
    expect(answers[2]?.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it('serve the built application: its settings, its hashed files compressed, nothing hidden', async () => {
    const page = await test.call(null, 'GET', '/expo/ExpoList')
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.text).toContain(`<meta name="api-base" content="${API}">`)
    expect(page.text.match(/api-base/g)).toHaveLength(1)
    expect((await test.call(null, 'GET', '/index.html')).status).toBe(404)
    const plain = await test.call(null, 'GET', '/assets/main-abc.js')
    expect(plain.headers['content-type']).toContain('javascript')
    expect(plain.text).toContain('answer = 42')
    const packed = await test.call(null, 'GET', '/assets/main-abc.js', undefined, {
      headers: { 'accept-encoding': 'br' },
    })
    expect(packed.headers['content-encoding']).toBe('br')
    for (const path of [
      '/.secret',
      '/assets/../.secret',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/assets/main-abc.js.br',
    ])
      expect((await test.call(null, 'GET', path)).text, path).not.toMatch(/^no$|root:/)
  })

  it('let no other origin read answers, and change nothing without the token header [W-2]', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    for (const answer of [
      await test.call(admin, 'GET', LIST, undefined, { headers }),
      await test.call(null, 'OPTIONS', LIST, undefined, { headers }),
      await test.call(null, 'OPTIONS', '/sys/login', undefined, { headers }),
    ]) {
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    }
    const signIn = await test.call(null, 'POST', '/sys/login', { username: 'admin', password: 'wrong' })
    expect(signIn.headers['set-cookie']).toBeUndefined()
  })

  it('compress long answers only', async () => {
    const packed = (url: string) =>
      test.call(admin, 'GET', url, undefined, { headers: { 'accept-encoding': 'gzip' } })
    expect((await packed(`${LIST}?pageSize=10`)).headers['content-encoding']).toBeUndefined()
    expect((await packed('/online/cgform/api/getData/expo_entry?pageSize=500')).headers).toMatchObject({
      'content-encoding': 'gzip',
    })
  })

  it('hold for callers without a session: one address at a time [L-1]', async () => {
    const ask = (remoteAddress: string) =>
      test.call(null, 'GET', '/sys/user/list', undefined, { remoteAddress })
    let last: Answer | null = null
    for (let tries = 0; tries <= 6000; tries++) last = await ask('10.7.7.7')
    expect(last).toMatchObject(refusal(429))
    expect((await ask('10.7.7.8')).status).toBe(401)
    expect(
      (await test.call(admin, 'GET', '/sys/user/list', undefined, { remoteAddress: '10.7.7.7' })).status,
    ).toBe(200)
  })
})

describe('an unexpected error', () => {
  it('tells a request id and a fixed sentence, nothing else; the log tells the rest [L-4]', async () => {
    const lines: string[] = []
    const app = await createHttpServer({
      apiBase: '/api',
      logLevel: 'info',
      logStream: { write: (line) => lines.push(line) },
    })
    installAccess(app, { sessionOf: async () => null, permissionOf: () => null, onRefused: () => undefined })
    app.get('/api/bug', { config: { access: 'public' } }, async () => {
      throw new TypeError("select * from secret where x = 'y'")
    })
    for (let again = 0; again < 2; again++) {
      const answer = await app.inject('/api/bug?token=hidden')
      expect(answer.statusCode).toBe(500)
      expect(answer.json()).toEqual({
        success: false,
        code: 500,
        refusal: 'UNEXPECTED',
        message: '操作失败，服务器内部错误',
        result: null,
        timestamp: expect.any(Number),
        requestId: answer.headers['x-request-id'],
      })
      expect(lines.join('')).toContain(String(answer.headers['x-request-id']))
    }
    expect(lines.join('')).toContain('select * from secret')
    expect(lines.join('')).not.toContain('hidden')
    await app.close()
  })
})

describe('without a database', () => {
  it('calls are answered 503 with a plain sentence, and work again afterwards', async () => {
    const test = await createTestApp({ exampleData: false })
    const gone = openConnections({ ...test.database.connect, host: '/nowhere/at/all' })
    const { readPool, writePool } = test.database.connections
    const token = await test.signIn('admin')
    const real = { read: readPool.connect, write: writePool.connect }
    try {
      readPool.connect = gone.readPool.connect.bind(gone.readPool) as typeof readPool.connect
      writePool.connect = gone.writePool.connect.bind(gone.writePool) as typeof writePool.connect
      for (const answer of [
        await test.call(token, 'GET', '/sys/sysDepart/queryTreeList'),
        await test.call(null, 'POST', '/sys/login', { username: 'admin', password: 'whatever' }),
      ]) {
        expect(answer).toMatchObject({
          status: 503,
          body: { success: false, code: 503, message: '数据库暂时不可用，请稍后重试', result: null },
        })
        expect(answer.headers['retry-after']).toBe('2')
      }
    } finally {
      readPool.connect = real.read
      writePool.connect = real.write
    }
    expect((await test.call(token, 'GET', '/sys/sysDepart/queryTreeList')).status).toBe(200)
    await gone.close()
    await test.close()
  })
})
