// @ts-check
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
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
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = join(root, 'node_modules', '.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.log('Installing packages (npm ci) …')
  // Development packages build and test; NODE_ENV=production must not leave them out.
  const run = spawnSync(
    'npm',
    ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  )
  if (run.status !== 0) {
    console.error('npm ci 失败，请检查网络后重试。(Installing the packages failed.)')
    process.exit(run.status ?? 1)
  }
  writeFileSync(stamp, hash)
}
