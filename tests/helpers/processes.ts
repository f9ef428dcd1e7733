import { readdirSync, readFileSync } from 'node:fs'

/** True while a process runs; one that ended and was not yet collected does not count. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Direct children of a process (Linux). */
export function childrenOf(parent: number): number[] {
  const isChild = new RegExp(`^PPid:\\s+${parent}$`, 'm')
  return readdirSync('/proc')
    .filter((name) => {
      try {
        return /^\d+$/.test(name) && isChild.test(readFileSync(`/proc/${name}/status`, 'utf8'))
      } catch {
        // It ended while we looked.
        return false
      }
    })
    .map(Number)
}
