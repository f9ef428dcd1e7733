import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { wireTime } from '#schemas/compile/form-variables.ts'
import { pushToAll } from '../../socket/push.ts'

/** What the words of `status` mean. */
export const STATUS = { waiting: '0', running: '1', done: '2', failed: '3' } as const
/** Lists of backups load again, wherever they are open. */
export const CHANGED = { cmd: 'rows', form: 'sys_backup' } as const
/** Unfinished files of backups; a file that somebody put here bears another name. */
const PART = /^(backup-[0-9a-f-]+\.zip)\.part$/

/**
 * The connection that reads the rows of a backup holds this lock until the backup has ended: PostgreSQL takes it back when
 * the process is gone, however it ended, and no process on the same database takes the backup for a dead one before.
 */
export async function holdBackup(client: PoolClient, id: string): Promise<void> {
  await client.query("select pg_advisory_lock(hashtext('backup'), hashtext($1))", [id])
}

/** Gives the lock back; the connection can then be used for something else. */
export async function releaseBackup(client: PoolClient, id: string): Promise<void> {
  await client.query("select pg_advisory_unlock(hashtext('backup'), hashtext($1))", [id])
}

/**
 * Backups whose process ended without a word have failed, those that wait for a run that is over likewise; unfinished files
 * in `folder` that belong to no backup under way are removed.
 */
export async function endDeadBackups(pool: Pool, folder: string): Promise<void> {
  // Before the rows are asked for: a backup has its row before it has its file.
  const parts = partsIn(folder)
  const { rowCount } = await pool.query(
    `with open as materialized (
       select id from platform.sys_backup where status = $1
         and not exists (select 1 from platform.sys_quartz_job_log run where run.parameter = sys_backup.id and run.status in ('0', '1'))
       union all select id from platform.sys_backup where status = $2)
     update platform.sys_backup b set status = $3, error = $5, end_time = $4::timestamp, version = version + 1
     from open where b.id = open.id and b.status in ($1, $2)
       and pg_try_advisory_xact_lock(hashtext('backup'), hashtext(open.id))`,
    [STATUS.waiting, STATUS.running, STATUS.failed, wireTime(new Date()).datetime, '备份进程已中止'],
  )
  if (rowCount) await pushToAll(pool, CHANGED)
  if (parts.length === 0) return
  const { rows } = await pool.query<{ file: string }>(
    'select file_name as file from platform.sys_backup where status = $1',
    [STATUS.running],
  )
  const underWay = new Set(rows.map(({ file }) => `${file}.part`))
  for (const part of parts) if (!underWay.has(part)) rmSync(join(folder, part), { force: true })
}

/** None in a folder that is not there or cannot be read: the backup that is to go into it says so itself. */
function partsIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => PART.test(name))
  } catch {
    return []
  }
}
