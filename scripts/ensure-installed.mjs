// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/**
 * Installs the packages of package-lock.json unless exactly these are installed already. Ends the process with a plain
 * message when the Node version is too old or npm fails.
 * @param {string} root the project's folder
 */
export function ensureInstalled(root) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(
      `需要 Node.js 20.19 或更高版本，当前为 ${process.versions.node}。(Node.js 20.19 or newer is needed.)`,
    )
    process.exit(1)
  }
  if (isInstalled(root)) return
  console.log('正在安装依赖，需要几分钟 … (Installing packages)')
  // `npm ci` refuses a lock file without the packages of every other platform; a plain install does with what is there.
  const failed = npm(root, 'ci') && npm(root, 'install')
  if (!failed) return
  console.error(failed)
  console.error('依赖安装失败，请检查网络后重试。(Installing the packages failed.)')
  process.exit(1)
}

/**
 * @param {string} root
 * @param {'ci' | 'install'} command
 * @returns {string | null} what npm said, when it failed
 */
function npm(root, command) {
  // Development packages build and test; NODE_ENV=production must not leave them out.
  const run = spawnSync(
    'npm',
    [command, '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: root, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'], shell: process.platform === 'win32' },
  )
  return run.status === 0 ? null : run.stderr || String(run.error ?? `npm ${command}: ${run.status}`)
}

/**
 * Compares what npm has installed, by its own notes, with what the lock file wants.
 * @param {string} root
 * @returns {boolean}
 */
function isInstalled(root) {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'))
  if (!wanted || !installed) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    const there = installed[path]
    if (!there) return entry.optional === true && !isMadeForThisMachine(entry)
    return there.version === entry.version && existsSync(join(root, path))
  })
}

/**
 * npm leaves out the packages of other machines and all that only those need; which C library this is it knows better.
 * @param {{ os?: string[], cpu?: string[], libc?: string[] }} entry
 * @returns {boolean}
 */
function isMadeForThisMachine({ os = [], cpu = [], libc }) {
  return !libc && os.includes(process.platform) && cpu.includes(process.arch)
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }> | null}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null
  } catch {
    // Absent, or cut off by an interrupted install: both mean that there is something to install.
    return null
  }
}
