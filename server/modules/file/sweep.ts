import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { inTransaction } from '../../database/transaction.ts'
import type { FileStore } from './file-store.ts'
import { thumbOf } from './thumb-path.ts'

/** A file that no record names is kept this long: a form may be open, a deletion may be taken back. */
const KEPT = '1 day'
const KEPT_MS = 86_400_000
const AT_ONCE = 100

export interface SweepParts {
  pool: Pool
  store: Pick<FileStore, 'remove'>
  /** Folder of arrivals. */
  folder: string
}

/** Removes files that no record has named for a day, and what was left of transfers; answers how many files. */
export async function sweepFiles({ pool, store, folder }: SweepParts): Promise<number> {
  for (let all = 0; ; ) {
    // The rows go with the transaction: a file whose bytes could not be removed is tried again the next time.
    const removed = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ id: string; path: string; thumb: boolean }>(
        `select f.id, f.path, f.thumb from platform.sys_file f
         where f.free_since < now() - $1::interval and not exists (select from platform.sys_file_use u where u.file_id = f.id)
         limit $2 for update skip locked`,
        [KEPT, AT_ONCE],
      )
      for (const { path, thumb } of rows) {
        await store.remove(path)
        if (thumb) await store.remove(thumbOf(path))
      }
      // Last: from here to the end of the transaction, uploads of the same owners wait for their sums.
      await client.query('delete from platform.sys_file where id = any($1)', [rows.map(({ id }) => id)])
      return rows.length
    })
    all += removed
    if (removed < AT_ONCE) {
      await removeLeftovers(folder)
      return all
    }
  }
}

async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const file = join(folder, name)
    const found = await stat(file).catch(() => null)
    if (found && found.mtimeMs < Date.now() - KEPT_MS) await rm(file, { force: true })
  }
}
