import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHttpServer } from './server.ts'

const server = await createHttpServer({ apiBase: '/api', logLevel: 'silent', bodyMs: 200 })
let port = 0
beforeAll(async () => {
  server.post('/api/save', async () => ({ kept: true }))
  port = Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => server.close())

const send = (body: string) => {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /api/save HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: 10\r\n\r\n${body}`,
  )
  return text(socket)
}

it('a body that stops on its way is answered in the envelope, and its connection closed', async () => {
  const answer = await send('{"a"')
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"refusal":"REQUEST_TIMEOUT"')
})

it('a body that arrives is read', async () => {
  expect(await send('{"a":"bc"}')).toContain('"kept":true')
})
