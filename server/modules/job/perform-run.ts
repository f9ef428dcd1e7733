import { hostname } from 'node:os'
import type { Pool } from 'pg'
import { wireTime } from '#schemas/compile/form-variables.ts'
import { TRIGGER } from './due-runs.ts'
import type { JobClasses } from './job-classes.ts'

/** A process says this often that its run goes on. */
const ALIVE_MS = 15_000
/** Characters kept of a run's output and of its error. */
const MAX_OUTPUT = 64_000
const MAX_ERROR = 8000
const NODE = `${hostname().slice(0, 80)}:${process.pid}`

/** Does the work of one run that waits and keeps what came of it; nothing where another process has begun it. */
export async function performRun(
  {
    pool,
    classes,
    process: processNumber,
    signal,
  }: { pool: Pool; classes: JobClasses; process: number | null; signal: AbortSignal },
  runId: string,
): Promise<void> {
  const began = new Date()
  const { rows } = await pool.query<{
    job_class_name: string
    parameter: string | null
    trigger_type: string
  }>(
    `update platform.sys_quartz_job_log set status = '1', begin_time = $2, node = $3, process = $4, seen_at = now()
     where id = $1 and status = '0' returning job_class_name, parameter, trigger_type`,
    [runId, wireTime(began).datetime, NODE, processNumber],
  )
  const [run] = rows
  if (!run) return
  const alive = setInterval(() => {
    void pool
      .query(`update platform.sys_quartz_job_log set seen_at = now() where id = $1 and status = '1'`, [runId])
      .catch(() => undefined)
  }, ALIVE_MS)
  alive.unref()
  let output = ''
  let error: string | null = null
  let isIdle = false
  try {
    const work = Object.hasOwn(classes, run.job_class_name) ? classes[run.job_class_name] : undefined
    if (!work) throw new Error(`任务类“${run.job_class_name}”不存在`)
    await work({
      parameter: run.parameter ?? '',
      say: (line) => {
        if (output.length < MAX_OUTPUT) output += `${line}\n`
      },
      idle: () => {
        isIdle = true
      },
      signal,
    })
  } catch (reason) {
    error = (reason instanceof Error ? reason.message : String(reason)).slice(0, MAX_ERROR)
  } finally {
    clearInterval(alive)
  }
  const status = error === null ? '2' : '3'
  const ended = new Date()
  await pool.query(
    `with ended as (
       update platform.sys_quartz_job_log
       set status = $2, end_time = $3, duration = $4, output = $5, error = $6 where id = $1 and status = '1' returning job_id)
     update platform.sys_quartz_job set last_time = $7, last_status = $2 where id in (select job_id from ended)`,
    [
      runId,
      status,
      wireTime(ended).datetime,
      ended.getTime() - began.getTime(),
      output.slice(0, MAX_OUTPUT),
      error,
      wireTime(began).datetime,
    ],
  )
  if (isIdle && status === '2' && run.trigger_type === TRIGGER.schedule)
    await pool.query('delete from platform.sys_quartz_job_log where id = $1', [runId])
}
