import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartError } from '../../start-error.ts'

/** A user that PostgreSQL may run as (it refuses to run as root). */
export interface UnixUser {
  name: string
  uid: number
  gid: number
}

/**
 * When we are root: the account to run PostgreSQL under; null when we are an ordinary user already. A cluster that an
 * ordinary user made stays his.
 */
export function unprivilegedUser(home: string): UnixUser | null {
  if (process.getuid?.() !== 0) return null
  const made = statSync(join(home, 'postgres', 'PG_VERSION'), { throwIfNoEntry: false })
  if (made && made.uid !== 0) return { name: String(made.uid), uid: made.uid, gid: made.gid }
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const wanted of ['postgres', 'nobody']) {
    const [name, , uid, gid] = accounts.find((account) => account[0] === wanted) ?? []
    if (name && uid && gid) return { name, uid: Number(uid), gid: Number(gid) }
  }
  throw new StartError(
    '以 root 运行时需要系统中有 postgres 或 nobody 用户来运行 PostgreSQL，但两者都不存在。',
  )
}

/** Whether a user may pass through every folder down to a path. */
export function canReach(path: string, user: UnixUser): boolean {
  for (let folder = path; ; folder = dirname(folder)) {
    const { uid, gid, mode } = statSync(folder)
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
