import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../start-error.ts'

const LOCK_FILE = 'server.lock'

interface Owner {
  pid: number
  /** Start time of that process, so that a reused number is not mistaken for it. */
  started: string
}

/** Claims a data folder for this process; refused when another live instance holds it. Answers what lets it go. */
export function lockDataFolder(dataDir: string): () => void {
  const file = join(dataDir, LOCK_FILE)
  const me: Owner = { pid: process.pid, started: startTime(process.pid) ?? '' }
  for (let tries = 0; tries < 3; tries++) {
    try {
      writeFileSync(file, JSON.stringify(me), { flag: 'wx', mode: 0o644 })
      return () => rmSync(file, { force: true })
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST') throw new StartError(`无法写入数据目录 ${dataDir}：${message}。`)
    }
    const owner = readOwner(file)
    if (owner && isAlive(owner))
      throw new StartError(
        `数据目录 ${dataDir} 正被另一个实例使用（进程 ${owner.pid}）。请先停止它，或用 DATA_DIR 指定其他目录。`,
      )
    rmSync(file, { force: true })
  }
  throw new StartError(`无法锁定数据目录 ${dataDir}，请稍后重试。`)
}

function readOwner(file: string): Owner | null {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8')) as Partial<Owner>
    return typeof owner.pid === 'number' ? { pid: owner.pid, started: owner.started ?? '' } : null
  } catch {
    return null
  }
}

function isAlive(owner: Owner): boolean {
  if (owner.pid === process.pid) return false
  if (!processExists(owner.pid)) return false
  const started = startTime(owner.pid)
  return started === null || owner.started === '' || started === owner.started
}

/** True while a process of that number runs, owned by any user. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Start time in clock ticks since boot; null where /proc does not tell. A zombie counts as gone. */
function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name stands in brackets and may hold blanks; what follows is regular.
    const rest = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return rest[0] === 'Z' ? 'zombie' : (rest[19] ?? null)
  } catch {
    return null
  }
}
