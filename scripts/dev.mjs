// @ts-check
// `npm run dev`: the server, restarted when its code changes, and the browser application with hot reload.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { ensureInstalled } from './ensure-installed.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
ensureInstalled(root)

const file = join(root, '.env')
const settings = { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...process.env }
const port = settings.PORT || '3000'
/** The last words of a server that has started (server/start.ts). */
const READY = '按 Ctrl+C 停止。\n'
const apiBase = settings.API_BASE || '/jeecg-boot'

// A fixed port: the browser's side must know where the server is.
const server = spawn(
  process.execPath,
  [join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs'), 'watch', '--clear-screen=false', 'server/main.ts'],
  {
    cwd: root,
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development', PORT: port },
  },
)

const { createServer } = await import('vite')
const target = `http://127.0.0.1:${port}`
const web = await createServer({
  root,
  configFile: join(root, 'vite.config.ts'),
  server: { host: '127.0.0.1', proxy: { [apiBase]: { target, ws: true } } },
})
await web.listen()

// The address to open is the last line, after everything that the server says when it starts, each time it does.
let said = ''
server.stdout?.setEncoding('utf8')
server.stdout?.on('data', (chunk) => {
  process.stdout.write(chunk)
  said = (said + chunk).slice(-2000)
  if (!said.includes(READY)) return
  said = ''
  web.printUrls()
})

let ending = false
const end = () => {
  if (ending) return
  ending = true
  server.kill('SIGTERM')
}
process.on('SIGINT', end)
process.on('SIGTERM', end)
server.on('exit', async (code) => {
  await web.close()
  process.exit(code ?? 0)
})
