import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpServer } from './server.ts'

const server = await createHttpServer({ apiBase: '/api', logLevel: 'silent' })
server.post('/api/free', async (request) => ({ body: request.body ?? null }))
server.post(
  '/api/strict',
  { schema: { body: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } } },
  async (request) => request.body,
)
afterAll(() => server.close())

const post = (url: string, payload: string) =>
  server.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } })

describe('a JSON body', () => {
  it('may be left out where none is asked for', async () => {
    const empty = await post('/api/free', '')
    expect([empty.statusCode, empty.json()]).toEqual([200, { body: null }])
    const full = await post('/api/free', '{"a":1}')
    expect(full.json()).toEqual({ body: { a: 1 } })
  })

  it('is asked for by a route that needs one', async () => {
    expect((await post('/api/strict', '')).statusCode).toBe(400)
    expect((await post('/api/strict', '{"name":"x"}')).statusCode).toBe(200)
  })

  it('is refused when it is no JSON, or reaches for prototypes', async () => {
    expect((await post('/api/free', '{')).statusCode).toBe(400)
    expect((await post('/api/free', '{"__proto__":{"a":1}}')).statusCode).toBe(400)
  })
})

/** Sends bytes as they are; answers all that comes back. */
function raw(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

describe('what the framework refuses', () => {
  const chinese = expect.stringMatching(/^[一-龥，。 JSON（）1MB]+$/)
  let port: number
  beforeAll(async () => {
    port = Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port)
  })

  it.each([
    ['nonsense', 400, 'NONSENSE\r\n\r\n'],
    ['an unknown method', 400, 'BREW /api/free HTTP/1.1\r\nHost: a\r\n\r\n'],
    [
      'two lengths',
      400,
      'POST /api/free HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
    ],
    ['headers without end', 431, `GET /api/free HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(200_000)}\r\n\r\n`],
    ['an address without end', 414, `GET /${'a'.repeat(200_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['a broken address', 400, 'GET /api/%E0%A4%A HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    [
      'an unknown type',
      415,
      'POST /api/free HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: text/xml\r\nContent-Length: 2\r\n\r\n{}',
    ],
    [
      'no type',
      415,
      'POST /api/free HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
    ],
    [
      'a large body',
      413,
      'POST /api/free HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9999999\r\n\r\n',
    ],
    ['a method of no route', 404, 'DELETE /api/free HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
    ['a method that nobody has', 404, 'PROPFIND /api/free HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ])('is said in Chinese, in the envelope: %s', async (_what, status, request) => {
    const answer = await raw(port, request)
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8')
    expect(JSON.parse(body)).toMatchObject({ success: false, code: status, message: chinese, result: null })
    expect(answer).not.toMatch(/FST_|at .*\.[jt]s|Error/)
  })

  it('is a page for whoever opens one', async () => {
    const accept = 'Accept: text/html,application/xhtml+xml'
    for (const request of [
      `GET /%E0%A4%A HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${accept}\r\n\r\n`,
      `GET / HTTP/1.1\r\nHost: a\r\n${accept}\r\nCookie: ${'a'.repeat(200_000)}\r\n\r\n`,
    ]) {
      const answer = await raw(port, request)
      expect(answer).toMatch(/^HTTP\/1.1 4/)
      expect(answer).toMatch(/content-type: text\/html; charset=utf-8/i)
      expect(answer).toMatch(/<h1>请求[一-龥]+<\/h1>.*返回首页/)
    }
    const call = await raw(
      port,
      `GET /api/%E0%A4%A HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${accept}\r\n\r\n`,
    )
    expect(call).toMatch(/application\/json/)
  })
})

describe('a server that stops', () => {
  it('lets requests under way finish, and answers 503 in the envelope to those that come', async () => {
    const stopping = await createHttpServer({ apiBase: '/api', logLevel: 'silent' })
    let finish: () => void = () => undefined
    let begun: () => void = () => undefined
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    stopping.get('/api/slow', async () => {
      begun()
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      return { done: true }
    })
    stopping.get('/api/fast', async () => ({ done: true }))
    const port = Number(new URL(await stopping.listen({ port: 0, host: '127.0.0.1' })).port)
    const line = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(line('/api/slow')))
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      text += chunk
    })
    const isClosed = new Promise((resolve) => socket.on('close', resolve))
    await isBegun
    const stopped = stopping.close()
    // The same connection asks again while its first answer is under way.
    await new Promise<void>((resolve) => socket.write(line('/api/fast'), () => resolve()))
    setTimeout(finish, 100)
    await Promise.all([stopped, isClosed])
    const [, slow = '', fast = ''] = text.split('HTTP/1.1 ')
    expect(slow).toMatch(/^200[\s\S]*\{"done":true\}/)
    expect(fast).toMatch(/^503[\s\S]*"code":503/)
    expect(fast).toContain('服务器正在停止，请稍后重试')
  })
})

describe('the address of a caller', () => {
  const addressSeen = async (trustProxy: number | string[] | null, forwarded: string) => {
    const behind = await createHttpServer({ apiBase: '/api', logLevel: 'silent', trustProxy })
    behind.get('/api/ip', async (request) => request.ip)
    const answer = await behind.inject({
      url: '/api/ip',
      remoteAddress: '10.0.0.1',
      headers: { 'x-forwarded-for': forwarded },
    })
    await behind.close()
    return answer.body
  }

  it('is what the proxies say that are trusted, and nobody else', async () => {
    expect(await addressSeen(null, '6.6.6.6')).toBe('10.0.0.1')
    expect(await addressSeen(1, '6.6.6.6, 7.7.7.7')).toBe('7.7.7.7')
    expect(await addressSeen(2, '6.6.6.6, 7.7.7.7')).toBe('6.6.6.6')
    expect(await addressSeen(['10.0.0.0/8'], '6.6.6.6, 7.7.7.7, 10.0.0.2')).toBe('7.7.7.7')
    expect(await addressSeen(['192.168.0.0/16'], '6.6.6.6')).toBe('10.0.0.1')
  })
})

describe('a full disk', () => {
  it('is said plainly, whoever finds it', async () => {
    const full = await createHttpServer({ apiBase: '/api', logLevel: 'silent' })
    full.get('/api/:code', async (request) => {
      throw Object.assign(new Error('no space left on device'), request.params)
    })
    for (const code of ['53100', 'ENOSPC']) {
      const answer = await full.inject(`/api/${code}`)
      expect(answer.statusCode).toBe(507)
      expect(answer.json()).toMatchObject({
        success: false,
        code: 507,
        message: '服务器磁盘空间不足，无法保存，请联系管理员',
      })
    }
    await full.close()
  })
})
