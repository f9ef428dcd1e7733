import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}
/** As strict as the application's own. */
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; object-src 'none'"

interface Options {
  minify?: boolean
  /** Answers to calls, by path: JSON texts. */
  calls?: Readonly<Record<string, string>>
  /** A server that answers calls instead, by path: as the page's own, it needs no permission of the browser. */
  forward?: Readonly<Record<string, string>>
}

/** Builds the page of a folder (its `index.html`) and serves it; answers its address and how to end it. */
export async function servePage(
  folder: string,
  { minify = false, calls = {}, forward = {} }: Options = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const outDir = mkdtempSync(join(tmpdir(), 'test-page-'))
  await build({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'es2022', minify, reportCompressedSize: false },
  })
  const server = createServer((request, response) => {
    const { pathname: path, search } = new URL(request.url ?? '/', 'http://localhost')
    const call = calls[path]
    if (call !== undefined) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(call)
      return
    }
    const elsewhere = forward[path]
    if (elsewhere !== undefined) {
      ask(elsewhere + search, { headers: request.headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      }).end()
      return
    }
    const file = join(outDir, path === '/' ? 'index.html' : path)
    if (!existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': POLICY,
      // As the application's own server does: built files carry their hash in the name.
      ...(path.startsWith('/assets/') ? { 'cache-control': 'public, max-age=31536000, immutable' } : {}),
    })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(outDir, { recursive: true, force: true })
    },
  }
}
