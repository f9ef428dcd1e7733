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
    for (const target of [other.origin.replace('http://', 'http://a:b@'), '//', 'nothing', '/json'])
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
      "select log_content, username from platform.sys_log where log_content like '调用外部系统%' order by create_time desc limit 1",
    )
    expect(rows[0]).toMatchObject({
      log_content: `调用外部系统：GET ${other.origin}/json，201`,
      username: 'staff',
    })
  })
})
