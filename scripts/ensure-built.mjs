// @ts-check
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/** What the build reads. Documents (schemas/pages) are read when the server runs. */
const SOURCES = ['schemas', 'renderer', 'widgets', 'src', 'server', 'public', 'scripts/build']
const FILES = [
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'scripts/precompress.mjs',
]
const NOT_BUILT = /^schemas\/pages\/|\.test\.tsx?$/

const VITE = 'node_modules/vite/bin/vite.js'
/** Programs for Node, with their arguments, run one after the other in the project's folder. */
const STEPS = [
  [VITE, 'build'],
  ['scripts/precompress.mjs'],
  [VITE, 'build', '--ssr', '--outDir', 'dist/server', '--emptyOutDir'],
]

/**
 * Builds browser application and server unless dist was made from exactly these sources, by whichever command. Ends the
 * process with a plain message when the build fails.
 * @param {string} root the project's folder
 * @param {readonly (readonly string[])[]} [steps]
 */
export function ensureBuilt(root, steps = STEPS) {
  const stamp = stampOf(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources(root)) return
  console.log('正在构建 … (Building)')
  // The list of chunks is no news; errors go to the other stream.
  const status = build(root, 'ignore', steps)
  if (status === 0) return
  console.error('构建失败。(The build failed.)')
  process.exit(status)
}

/**
 * Builds browser application and server and notes what from; answers the exit status.
 * @param {string} root the project's folder
 * @param {'inherit' | 'ignore'} output where the lines of the steps go
 * @param {readonly (readonly string[])[]} [steps]
 * @returns {number}
 */
export function build(root, output, steps = STEPS) {
  // Before it begins: what is changed meanwhile is not in it for certain.
  const hash = hashOfSources(root)
  rmSync(stampOf(root), { force: true })
  for (const step of steps) {
    const run = spawnSync(process.execPath, step, {
      cwd: root,
      stdio: ['ignore', output, 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (run.status !== 0) return run.status ?? 1
  }
  writeFileSync(stampOf(root), hash)
  return 0
}

/**
 * @param {string} root
 * @returns {string}
 */
function stampOf(root) {
  return join(root, 'dist', '.built')
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
    if (NOT_BUILT.test(name) || !existsSync(join(root, name))) continue
    hash
      .update(`${name}\n`)
      .update(readFileSync(join(root, name)))
      .update('\n')
  }
  return hash.digest('hex')
}
