import type { Pool, PoolClient } from 'pg'
import { wireTime } from '#schemas/compile/form-variables.ts'
import { nextRuns, parseCron } from '#schemas/rules/cron.ts'
import type { JobClasses } from './job-classes.ts'
import { isThere } from './process-mark.ts'

/** How a run came about: its schedule, somebody's order, the repeat of a failed run. */
export const TRIGGER = { schedule: '1', order: '2', repeat: '3' } as const

/** A process that says nothing of its run for this long has ended. */
const SILENT_SECONDS = 60
/** A run that waits for this long was lost on its way and is handed over anew. */
const LOST_MINUTES = 30

/** What a run is made from. */
export interface WantedRun {
  jobId: string
  jobClassName: string
  parameter: string | null
  trigger: (typeof TRIGGER)[keyof typeof TRIGGER]
  planTime: string
  by: string
}

/** Puts a run of the job into the queue; false while one waits or runs already. */
export async function wantRun(client: Pick<PoolClient, 'query'>, run: WantedRun): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into platform.sys_quartz_job_log (id, job_id, job_class_name, parameter, trigger_type, plan_time, create_by, create_time)
     values (gen_random_uuid()::text, $1, $2, $3, $4, $5, $6, $7)
     on conflict (job_id) where status in ('0', '1') do nothing`,
    [
      run.jobId,
      run.jobClassName,
      run.parameter,
      run.trigger,
      run.planTime,
      run.by,
      wireTime(new Date()).datetime,
    ],
  )
  return rowCount === 1
}

/** When the job comes next after a moment, as local time; null where it ends. */
function nextTime(cronExpression: string, from: Date): string | null {
  const { rule } = parseCron(cronExpression)
  const [next] = rule ? nextRuns(rule, { from, count: 1 }) : []
  return next ? wireTime(next).datetime : null
}

/** When something is to be done next: 0 at once, null where nothing is planned. */
export async function dueIn(pool: Pool, now: Date): Promise<number | null> {
  const { rows } = await pool.query<{ next: string | null; waiting: boolean }>(
    `select (select min(next_time) from platform.sys_quartz_job where status = 0) as next,
       exists (select 1 from platform.sys_quartz_job where status = 0 and next_time is null)
       or exists (select 1 from platform.sys_quartz_job_log where status = '0' and not handed) as waiting`,
  )
  const [found] = rows
  if (!found || (!found.waiting && found.next === null)) return null
  if (found.waiting || found.next === null) return 0
  return Math.max(0, new Date(found.next.replace(' ', 'T')).getTime() - now.getTime())
}

/**
 * Plans a run of each job whose time has come, and its next time. Rows that another process looks at are passed over, so
 * that each time is taken once. Times that went by while no server ran come together as one run. A job that never comes
 * again is stopped; one that ships with the program has no time yet, and gets its first.
 */
export async function takeDue(client: PoolClient, now: Date): Promise<void> {
  const { rows } = await client.query<{
    id: string
    job_class_name: string
    parameter: string | null
    cron_expression: string
    next_time: string | null
  }>(
    `select id, job_class_name, parameter, cron_expression, next_time from platform.sys_quartz_job
     where status = 0 and (next_time <= $1 or next_time is null) order by next_time for update skip locked`,
    [wireTime(now).datetime],
  )
  for (const job of rows) {
    const isTaken =
      job.next_time === null ||
      (await wantRun(client, {
        jobId: job.id,
        jobClassName: job.job_class_name,
        parameter: job.parameter,
        trigger: TRIGGER.schedule,
        planTime: job.next_time,
        by: 'system',
      }))
    if (!isTaken)
      await client.query(
        `update platform.sys_quartz_job_log set missed = missed + 1 where job_id = $1 and status in ('0', '1')`,
        [job.id],
      )
    await client.query(
      `update platform.sys_quartz_job set next_time = $2, status = case when $2::timestamp is null then -1 else 0 end
       where id = $1`,
      [job.id, nextTime(job.cron_expression, now)],
    )
  }
}

/** Ids of the runs that no process was given yet; they count as given with the commit. */
export async function takeWaiting(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `update platform.sys_quartz_job_log set handed = true where id in
       (select id from platform.sys_quartz_job_log where status = '0' and not handed for update skip locked)
     returning id`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Ends runs whose process is gone, and hands over anew what was lost on its way. Work that carries on what is left of it is begun again at once.
 * A process is gone when it no longer holds its mark, or, where its machine is gone and the database waits for it, when it is silent.
 */
export async function mendRuns(pool: Pool, classes: JobClasses, now: Date): Promise<void> {
  const time = wireTime(now).datetime
  const { rows: ended } = await pool.query<{
    job_id: string
    job_class_name: string
    parameter: string | null
  }>(
    `with ended as (
       update platform.sys_quartz_job_log r set status = '3', end_time = $1, error = '运行该任务的进程已中止'
       where status = '1' and (seen_at < now() - make_interval(secs => $2)
         or (process is not null and not ${isThere('r.process')}))
       returning job_id, job_class_name, parameter),
     told as (update platform.sys_quartz_job set last_status = '3' where id in (select job_id from ended))
     select * from ended`,
    [time, SILENT_SECONDS],
  )
  for (const { job_id: jobId, job_class_name: jobClassName, parameter } of ended)
    if (Object.hasOwn(classes, jobClassName) && classes[jobClassName]?.carriesOn)
      await wantRun(pool, {
        ...{ jobId, jobClassName, parameter },
        ...{ trigger: TRIGGER.repeat, planTime: time, by: 'system' },
      })
  await pool.query(
    `update platform.sys_quartz_job_log set handed = false, seen_at = now()
     where status = '0' and handed and coalesce(seen_at, 'epoch') < now() - make_interval(mins => $2)
       and create_time < $1`,
    [wireTime(new Date(now.getTime() - LOST_MINUTES * 60_000)).datetime, LOST_MINUTES],
  )
}
