// @ts-check
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** What the build reads. Documents (schemas/pages) are read when the server runs. */
const SOURCES = ['schemas', 'renderer', 'widgets', 'src', 'server', 'public']
const FILES = ['index.html', 'vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json']
const NOT_BUILT = /^schemas\/pages\/|\.test\.tsx?$/

/**
 * Builds browser application and server unless dist was made from exactly these sources. Ends the process with a plain
 * message when the build fails.
 * @param {string} root the project's folder
 */
export function ensureBuilt(root) {
  const hash = hashOfSources(root)
  const stamp = join(root, 'dist', '.built')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.log('正在构建 … (Building)')
  const run = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    // The list of chunks is no news; errors go to the other stream.
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
    shell: process.platform === 'win32',
  })
  if (run.status !== 0) {
    console.error('构建失败。(The build failed.)')
    process.exit(run.status ?? 1)
  }
  writeFileSync(stamp, hash)
}

/**
 * @param {string} root
 * @returns {string}
 */
function hashOfSources(root) {
  const hash = createHash('sha256')
  const names = SOURCES.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .replaceAll('\\', '/'),
      ),
  )
  for (const name of [...names, ...FILES].sort()) {
    if (NOT_BUILT.test(name)) continue
    hash
      .update(`${name}\n`)
      .update(readFileSync(join(root, name)))
      .update('\n')
  }
  return hash.digest('hex')
}
