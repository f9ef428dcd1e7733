import type { Pool, PoolClient } from 'pg'
import { STATUS } from './backup-state.ts'

/** Columns of a backup's row that change while it is made. */
export interface BackupValues {
  status?: string
  progress?: string
  error?: string | null
  table_count?: number
  row_count?: string
  file_size?: string
  end_time?: string
}

/** Notes a backup that waits for the job. */
export async function orderedBackup(
  client: PoolClient,
  { id, file, by }: { id: string; file: string; by: string },
): Promise<void> {
  await client.query('insert into platform.sys_backup (id, file_name, create_by) values ($1, $2, $3)', [
    id,
    file,
    by,
  ])
}

/** The backup of this id, where it waits for the job. */
export async function waitingBackup(pool: Pool, id: string): Promise<{ id: string; file: string } | null> {
  const { rows } = await pool.query<{ id: string; file: string }>(
    'select id, file_name as file from platform.sys_backup where id = $1 and status = $2',
    [id, STATUS.waiting],
  )
  return rows[0] ?? null
}

/** Notes a backup as under way; its lock is held already. */
export async function beginBackup(pool: Pool, id: string, file: string): Promise<void> {
  await pool.query(
    `insert into platform.sys_backup (id, file_name, status, create_by) values ($1, $2, $3, 'system')
     on conflict (id) do update set status = excluded.status, version = sys_backup.version + 1`,
    [id, file, STATUS.running],
  )
}

/** Writes how far a backup is, or how it ended. */
export async function setBackup(pool: Pool, id: string, values: BackupValues): Promise<void> {
  await pool.query(
    `update platform.sys_backup set ${Object.keys(values)
      .map((name, at) => `${name} = $${at + 2}`)
      .join(', ')}, version = version + 1 where id = $1`,
    [id, ...Object.values(values)],
  )
}

/** Name of the file of a backup that is finished; null for any other. */
export async function finishedFile(pool: Pool, id: string): Promise<string | null> {
  const { rows } = await pool.query<{ file: string }>(
    'select file_name as file from platform.sys_backup where id = $1 and status = $2',
    [id, STATUS.done],
  )
  return rows[0]?.file ?? null
}
