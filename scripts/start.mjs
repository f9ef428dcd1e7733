// @ts-check
// `npm start`: installs, builds, runs. Plain JavaScript, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { ensureInstalled } from './ensure-installed.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const built = [join(root, 'dist/web/index.html'), join(root, 'dist/server/main.js')]
const sources = [
  'schemas',
  'renderer',
  'widgets',
  'src',
  'server',
  'public',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
]

/**
 * Time of the newest file below a path (ms).
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

ensureInstalled(root)
const builtAt = Math.min(...built.map((file) => (existsSync(file) ? statSync(file).mtimeMs : 0)))
if (Math.max(...sources.map((name) => newest(join(root, name)))) > builtAt) {
  console.log('Building …')
  const run = spawnSync('npm', ['run', '--silent', 'build', '--', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (run.status !== 0) {
    console.error('构建失败，见上面的输出。(The build failed.)')
    process.exit(run.status ?? 1)
  }
}

// The server handles the signals itself; this process only waits and hands its result on.
const server = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
  cwd: root,
  stdio: 'inherit',
  env: { NODE_ENV: 'production', ...process.env },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    // Ctrl+C reaches the whole group by itself; a signal to this process alone must be passed on.
    server.kill(/** @type {NodeJS.Signals} */ (signal))
  })
server.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 0)))
