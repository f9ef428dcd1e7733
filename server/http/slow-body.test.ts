import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHttpServer } from './server.ts'

const BODY_MS = 200
const server = await createHttpServer({ apiBase: '/api', logLevel: 'silent', bodyMs: BODY_MS })
let port = 0
beforeAll(async () => {
  server.post('/api/save', async () => ({ kept: true }))
  port = Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => server.close())

const begin = (body: string, length: number, connection: 'close' | 'keep-alive') => {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST /api/save HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nConnection: ${connection}\r\nContent-Length: ${length}\r\n\r\n${body}`,
  )
  return socket
}
const send = (body: string) => text(begin(body, 10, 'close'))

it('a body that stops on its way is answered in the envelope, and its connection closed', async () => {
  const answer = await send('{"a"')
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"refusal":"REQUEST_TIMEOUT"')
})

it('a body that arrives is read', async () => {
  expect(await send('{"a":"bc"}')).toContain('"kept":true')
})

it('a body that was refused for its size disturbs nobody when its time is over', async () => {
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  process.on('uncaughtException', note)
  const socket = begin('{"a":', 50_000_000, 'keep-alive')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
  await sleep(2 * BODY_MS)
  process.off('uncaughtException', note)
  socket.destroy()
  expect(uncaught).toEqual([])
})
