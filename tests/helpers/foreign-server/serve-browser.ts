import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve, sep } from 'node:path'
import { WebSocketServer } from 'ws'
import { createForeignServer } from './foreign-server.ts'
import { ORDERS } from './forms.ts'

const API = '/jeecg-boot'
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The built browser files in front of the foreign server, as a web server with a proxy would have them. */
export async function serveBrowser() {
  const foreign = createForeignServer()
  const files = resolve('dist/web')
  const index = (await readFile(join(files, 'index.html'), 'utf8')).replace(
    /(<meta name="app-config" content=)"[^"]*"/,
    `$1'${JSON.stringify({ server: 'other', homePath: `/online/cgformList/${ORDERS}` })}'`,
  )

  async function file(path: string): Promise<{ type: string; content: string | Buffer } | null> {
    const wanted = resolve(join(files, decodeURIComponent(path)))
    if (extname(wanted) === '') return { type: '.html', content: index }
    if (!wanted.startsWith(files + sep)) return null
    const content = await readFile(wanted).catch(() => null)
    return content && { type: extname(wanted), content }
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (url.pathname.startsWith(`${API}/`)) {
      const { status, body } = foreign.answer({
        method: request.method ?? 'GET',
        path: decodeURIComponent(url.pathname.slice(API.length)),
        query: Object.fromEntries(url.searchParams),
        body: await bodyOf(request),
        token: String(request.headers['x-access-token'] ?? '') || null,
      })
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return
    }
    const found = await file(url.pathname)
    if (!found) response.writeHead(404).end()
    else
      response
        .writeHead(200, { 'content-type': TYPES[found.type] ?? 'application/octet-stream' })
        .end(found.content)
  })
  // It has something to say at no time.
  const sockets = new WebSocketServer({ server })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    foreign,
    async stop() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const text = Buffer.concat(parts).toString('utf8')
  return text === '' ? null : JSON.parse(text)
}
