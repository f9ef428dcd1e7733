import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processExists } from './data-lock.ts'

/** How long a server may take to end by itself. */
export const STOP_TIMEOUT_MS = 15_000

/** After a kill the old server may live on, or have left its lock behind. Stops the one, removes the other. */
export async function takeOver(cluster: string, log: (message: string) => void): Promise<void> {
  const file = join(cluster, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
  if (Number.isInteger(pid) && pid > 0 && isPostgresOf(pid, cluster)) {
    log(`接管上次遗留的 PostgreSQL（进程 ${pid}）`)
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      try {
        process.kill(pid, signal)
      } catch {
        break
      }
      if (await gone(pid, signal === 'SIGINT' ? STOP_TIMEOUT_MS : 5000)) break
    }
  }
  rmSync(file, { force: true })
}

function isPostgresOf(pid: number, cluster: string): boolean {
  if (!processExists(pid)) return false
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster)
  } catch {
    if (process.platform === 'win32') return true
    return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout.includes(
      cluster,
    )
  }
}

async function gone(pid: number, timeout: number): Promise<boolean> {
  const deadline = Date.now() + timeout
  while (Date.now() < deadline) {
    if (!processExists(pid) || isZombie(pid)) return true
    await sleep(20)
  }
  return false
}

function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) === 'Z'
  } catch {
    return false
  }
}
