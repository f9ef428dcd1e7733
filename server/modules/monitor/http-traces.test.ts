import Fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { watchCalls } from './http-traces.ts'

it('keeps the address of a caller whose connection ends with the answer', async () => {
  const app = Fastify()
  // Other work after the answer may take longer than the connection lasts.
  app.addHook('onResponse', (request, _reply, done) => {
    const { socket } = request.raw
    if (socket.destroyed) done()
    else socket.once('close', () => done())
  })
  const traces = watchCalls(app, '/api')
  app.get('/api/one', { config: { access: 'signedIn' } }, async () => ({ done: true }))
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  await fetch(`${address}/api/one`, { headers: { connection: 'close' } }).then((answer) => answer.text())
  await vi.waitFor(() => expect(traces.list()).toHaveLength(1))
  expect(traces.list()[0]?.request.remoteAddress).toBe('127.0.0.1')
  await app.close()
})
