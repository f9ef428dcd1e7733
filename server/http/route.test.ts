import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { afterEach, describe, expect, it } from 'vitest'
import { nothing, nullable, open, treeShape } from '#schemas/api/answer.ts'
import { ok, refused } from '#schemas/api/envelope.ts'
import { AppError } from '../errors.ts'
import { bareRoute, route } from './route.ts'
import { createHttpServer } from './server.ts'

const user = Type.Object({
  name: Type.String(),
  phone: nullable(Type.String()),
  age: Type.Optional(Type.Integer()),
})
const found = { name: '张三', phone: null, password: 'secret' }

let app: FastifyInstance
afterEach(() => app.close())

async function server(checksAnswers = false): Promise<FastifyInstance> {
  app = await createHttpServer({ apiBase: '/api', logLevel: 'silent', checksAnswers })
  return app
}
async function answerTo(url: string) {
  const answer = await app.inject({ url })
  return { status: answer.statusCode, text: answer.body, body: answer.json() }
}

describe('a route with a shape for its answer', () => {
  it('keeps what the shape does not name in the server', async () => {
    route(await server(), 'GET', '/api/user', { access: 'public', answer: user }, async () => ok(found))
    const { status, text, body } = await answerTo('/api/user')
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: '操作成功！',
      code: 200,
      result: { name: '张三', phone: null },
      timestamp: expect.any(Number),
    })
    expect(text).not.toContain('secret')
  })

  it('keeps it at any depth: in lists and in the nodes of a tree', async () => {
    const node = Type.Object({ key: Type.String() })
    interface Node {
      key: string
      children: Node[] | null
    }
    const answer = Type.Array(treeShape<Node>('Node', node, 'null'))
    const inner = { key: 'b', children: null, password: 'secret' }
    route(await server(), 'GET', '/api/tree', { access: 'public', answer }, async () =>
      ok([{ key: 'a', children: [inner], password: 'secret' }]),
    )
    expect((await answerTo('/api/tree')).body.result).toEqual([
      { key: 'a', children: [{ key: 'b', children: null }] },
    ])
  })

  it('writes an answer that is built as its shape says as it is, in production, and a refusal by its shape', async () => {
    const declared = { access: 'public', answer: user, asBuilt: true } as const
    for (const [checks, status] of [
      [false, 200],
      [true, 500],
    ] as const) {
      route(await server(checks), 'GET', '/api/user', declared, async () => ok(found))
      route(app, 'GET', '/api/no', declared, async () => refused('没有该用户'))
      const answer = await answerTo('/api/user')
      // Tests find what the shape does not name; here it shows that nothing looks for it.
      expect([answer.status, answer.text.includes('secret')]).toEqual([status, status === 200])
      expect((await answerTo('/api/no')).body).toMatchObject({ success: false, result: null })
      await app.close()
    }
  })

  it('says the code and the sentence that the wire wants', async () => {
    route(await server(), 'GET', '/api/user', { access: 'public', answer: user }, async () =>
      ok(found, '登录成功', '200'),
    )
    expect((await answerTo('/api/user')).body).toMatchObject({ code: '200', message: '登录成功' })
  })

  it('leaves a value whose shape is open as it is', async () => {
    const record = { id: '1', amount: '12345678901234567890.12', at: null, rows: [{ deep: [1, 'a', true] }] }
    const answer = open<Record<string, unknown>>('a record')
    route(await server(), 'GET', '/api/record', { access: 'public', answer }, async () => ok(record))
    expect((await answerTo('/api/record')).body.result).toEqual(record)
  })

  it('answers null where there is no result', async () => {
    route(await server(), 'GET', '/api/none', { access: 'public', answer: nothing }, async () => ok(null))
    expect((await answerTo('/api/none')).body.result).toBeNull()
  })

  it('answers a list without envelope where the wire has it so', async () => {
    const answer = Type.Array(user)
    bareRoute(await server(), 'GET', '/api/users', { access: 'public', answer }, async () => [found])
    expect((await answerTo('/api/users')).body).toEqual([{ name: '张三', phone: null }])
  })

  it('refuses input that its shapes do not take', async () => {
    const query = Type.Object({ name: Type.String() })
    route(await server(), 'GET', '/api/user', { access: 'public', query, answer: user }, async (call) =>
      ok({ name: call.query.name, phone: null }),
    )
    expect(await answerTo('/api/user')).toMatchObject({ status: 400, body: { success: false } })
    expect((await answerTo('/api/user?name=a')).body.result.name).toBe('a')
  })
})

describe('a refusal', () => {
  it('has no result, or the one that the route declares', async () => {
    const refusal = Type.Object({ token: Type.String() })
    await server()
    route(app, 'GET', '/api/plain', { access: 'public', answer: user }, async () => refused('没有'))
    route(app, 'GET', '/api/more', { access: 'public', answer: user, refusal }, async () =>
      refused('没有', 422, { token: 't', hash: 'secret' }),
    )
    expect((await answerTo('/api/plain')).body).toMatchObject({ success: false, code: 500, result: null })
    expect((await answerTo('/api/more')).body).toMatchObject({
      message: '没有',
      code: 422,
      result: { token: 't' },
    })
    expect((await answerTo('/api/more')).text).not.toContain('secret')
  })

  it('that is thrown is answered whole, whatever its status', async () => {
    await server()
    for (const name of ['REFUSED', 'FORBIDDEN'] as const)
      route(app, 'GET', `/api/${name}`, { access: 'public', answer: user }, async () => {
        throw new AppError(name, '不行', { why: [1] })
      })
    for (const name of ['REFUSED', 'FORBIDDEN'])
      expect((await answerTo(`/api/${name}`)).body).toMatchObject({
        success: false,
        message: '不行',
        result: { why: [1] },
        refusal: name,
        requestId: expect.any(String),
      })
  })
})

describe('an answer that does not fit its shape', () => {
  it('is an error where answers are checked, so that a test finds it', async () => {
    await server(true)
    route(app, 'GET', '/api/more', { access: 'public', answer: user }, async () => ok(found))
    route(app, 'GET', '/api/fits', { access: 'public', answer: user }, async () =>
      ok({ name: 'a', phone: null }),
    )
    expect((await answerTo('/api/more')).status).toBe(500)
    expect((await answerTo('/api/fits')).status).toBe(200)
  })

  it('is an error when a value is missing, and says nothing of the rest', async () => {
    await server()
    route(app, 'GET', '/api/less', { access: 'public', answer: user }, async () =>
      ok({ phone: '1' } as unknown as { name: string; phone: string }),
    )
    const { status, body } = await answerTo('/api/less')
    expect(status).toBe(500)
    expect(body.result).toBeNull()
  })
})
