import { afterAll, describe, expect, it } from 'vitest'
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
