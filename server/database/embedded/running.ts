import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Connect } from '../connect.ts'
import { DATABASE, SUPERUSER } from './cluster.ts'
import { processExists } from './data-lock.ts'

/** How to reach the database of a data folder whose server runs in another process; null where none runs. */
export function runningPostgres(dataDir: string): Connect | null {
  const home = resolve(dataDir)
  const elsewhere = join(home, 'postgres.location')
  const root = existsSync(elsewhere) ? readFileSync(elsewhere, 'utf8').trim() : home
  const file = join(root, 'postgres', 'postmaster.pid')
  if (!existsSync(file) || !existsSync(join(home, 'postgres.password'))) return null
  // Lines that PostgreSQL documents: process, folder, start, port, folder of the socket, address, memory, state.
  const [pid, , , port, socket, address, , state] = readFileSync(file, 'utf8').split('\n')
  if (!processExists(Number(pid)) || state?.trim() !== 'ready') return null
  return {
    host: socket?.trim() || address?.trim() || '127.0.0.1',
    port: Number(port),
    user: SUPERUSER,
    password: readFileSync(join(home, 'postgres.password'), 'utf8'),
    database: DATABASE,
  }
}
