import type { UnixUser } from './unprivileged-user.ts'

/** Options of a process that runs as PostgreSQL's own user. */
export function asUser(user: UnixUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {}
}

/** Nothing of our own environment (passwords, settings) is the database's business. */
export function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: process.env.TZ ?? 'UTC' }
}
