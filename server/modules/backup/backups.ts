import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool, PoolClient } from 'pg'
import { wireTime } from '#schemas/compile/form-variables.ts'
import { badRequest } from '../../errors.ts'
import { pushToAll } from '../../socket/push.ts'
import type { FileStore } from '../file/file-store.ts'
import { sizeText } from '../file/size-text.ts'
import { TRIGGER, wantRun } from '../job/due-runs.ts'
import type { JobClass } from '../job/job-classes.ts'
import type { ActionCall, Behaviour } from '../online-form/index.ts'
import { CHANGED, endDeadBackups, holdBackup, releaseBackup, STATUS } from './backup-state.ts'
import { type BackupValues, beginBackup, orderedBackup, setBackup, waitingBackup } from './store.ts'
import { writeBackup } from './write-backup.ts'

/** The job that makes backups, by schedule or by the button. */
const JOB = 'job-backup'
const CLASS = 'backup'
/** How often screens are told how far it is (ms). */
const TELL_MS = 500
const MAX_ERROR = 500

/** Where a server keeps its backups. */
export function backupFolder(dataDir: string): string {
  return join(dataDir, 'backups')
}

export interface BackupParts {
  readPool: Pool
  writePool: Pool
  /** Folder of the files. */
  folder: string
  program: string
  keyMark(): string | null
  files: Pick<FileStore, 'get'>
}

/** `backup.make`: orders a backup from the job, and answers at once; the list shows how far it is. */
export const orderBackup: ActionCall = async ({ step }) => {
  const id = randomUUID()
  const isWanted = await wantRun(step.client, {
    jobId: JOB,
    jobClassName: CLASS,
    parameter: id,
    trigger: TRIGGER.order,
    planTime: wireTime(step.now).datetime,
    by: step.session.username,
  })
  if (!isWanted) throw badRequest('备份正在进行，请等待其结束')
  await orderedBackup(step.client, { id, file: nameOf(step.now), by: step.session.username })
  await pushToAll(step.client, CHANGED)
  return { message: '已开始备份，进度见列表' }
}

/** The job's work: one file in the folder of backups, and a row that says how far it is and how it ended. */
export function backupJob({ readPool, writePool, folder, program, keyMark, files }: BackupParts): JobClass {
  const set = async (id: string, values: BackupValues) => {
    await setBackup(writePool, id, values)
    await pushToAll(writePool, CHANGED)
  }

  return async ({ parameter, say, signal }) => {
    await endDeadBackups(writePool, folder)
    // The one that the button ordered, or a new one for a run by schedule.
    const ordered = await waitingBackup(writePool, parameter)
    const { id, file } = ordered ?? { id: randomUUID(), file: nameOf(new Date()) }
    let client: PoolClient | null = null
    let told = 0
    try {
      client = await readPool.connect()
      await holdBackup(client, id)
      await beginBackup(writePool, id, file)
      await pushToAll(writePool, CHANGED)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const { manifest, size } = await writeBackup({
        client,
        file: join(folder, file),
        program,
        keyMark: keyMark(),
        files,
        signal,
        onTable(name, at, all) {
          if (Date.now() - told < TELL_MS) return
          told = Date.now()
          // How far it is may be lost; the backup goes on.
          set(id, { progress: `${at}/${all} ${name}`.slice(0, 200) }).catch(() => undefined)
        },
      })
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      await set(id, {
        status: STATUS.done,
        progress: '100%',
        error: null,
        table_count: manifest.tables.length,
        row_count: String(rows),
        file_size: sizeText(size),
        end_time: wireTime(new Date()).datetime,
      })
      say(`已备份 ${manifest.tables.length} 张表、${rows} 行、${manifest.files?.length ?? 0} 个文件：${file}`)
      await releaseBackup(client, id)
      client.release()
    } catch (error) {
      // What was under way on it is unknown.
      client?.release(true)
      const words = error instanceof Error ? error.message : String(error)
      await set(id, {
        status: STATUS.failed,
        error: words.slice(0, MAX_ERROR),
        end_time: wireTime(new Date()).datetime,
      })
      throw error
    }
  }
}

/** A backup under way stays; the file of one that goes, goes with it. */
export function backupRules(folder: string): Behaviour {
  return {
    name: 'backups',
    forms: ['sys_backup'],
    async beforeRemove(rows, step) {
      const isOpen = ({ row }: (typeof rows)[number]) =>
        row.status === STATUS.waiting || row.status === STATUS.running
      if (rows.some(isOpen)) return '备份正在进行，结束后才能删除'
      for (const { row } of rows)
        step.afterCommit(() => rmSync(join(folder, String(row.fileName)), { force: true }))
      return null
    },
  }
}

function nameOf(now: Date): string {
  return `backup-${wireTime(now).datetime.replaceAll(/[^0-9]/g, '')}-${randomUUID().slice(0, 4)}.zip`
}
