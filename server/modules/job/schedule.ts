import type { Pool } from 'pg'
import PgBoss from 'pg-boss'
import { inTransaction } from '../../database/transaction.ts'
import { dueIn, mendRuns, takeDue, takeWaiting } from './due-runs.ts'
import type { JobClasses } from './job-classes.ts'
import { performRun } from './perform-run.ts'
import { createProcessMark } from './process-mark.ts'

/** Schema of the tables that pg-boss keeps. */
const SCHEMA = 'jobs'
const QUEUE = 'job-run'
/** A stop waits this long for jobs that run. */
const STOP_MS = 2000
/** Runs of a process at the same time. */
const WORKERS = 3
/** How often a process asks for runs that another one planned; its own are begun at once. */
const POLLING_SECONDS = 15
/** pg-boss allows less than a day. */
const LONGEST_RUN_HOURS = 23
/** How often a process looks whether somebody ordered a run or changed a schedule. */
const LOOK_MS = 2000
const MEND_MS = 20_000

/** The jobs of this process. */
export interface Schedule {
  /** Makes what pg-boss needs and begins to work. */
  start(): Promise<void>
  /** Takes no further work and waits a moment for what runs. */
  stop(): Promise<void>
}

export interface ScheduleParts {
  pool: Pool
  classes: JobClasses
  warn(message: string, reason: unknown): void
  /** For tests. */
  lookMs?: number
  now?: () => Date
}

/**
 * Runs jobs at their times. `sys_quartz_job` says when, each time is taken by one process in one transaction, pg-boss
 * (on the pool that is there, so that it costs no connection of its own) hands the run to a process that is free.
 */
export function createSchedule(parts: ScheduleParts): Schedule {
  const { pool, classes, warn, lookMs = LOOK_MS, now = () => new Date() } = parts
  const boss = new PgBoss({
    db: {
      // Its migrations are several statements in one text, which may carry no values.
      executeSql: async (text, values) =>
        values?.length ? await pool.query(text, values) : await pool.query(text),
    },
    schema: SCHEMA,
    schedule: false,
  })
  boss.on('error', (error) => warn('jobs', error))
  const stopping = new AbortController()
  const mark = createProcessMark(pool, (error) => warn('jobs', error))
  const workers: string[] = []
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null
  let starting: Promise<void> | null = null
  let mendedAt = 0

  /** Plans what is due and hands over what waits, in one transaction. */
  async function handOver(): Promise<void> {
    const count = await inTransaction(pool, async (client) => {
      await takeDue(client, now())
      const runs = await takeWaiting(client)
      const db = { executeSql: (text: string, values: unknown[]) => client.query(text, values) }
      for (const id of runs)
        await boss.send(QUEUE, { id }, { db, retryLimit: 0, expireInHours: LONGEST_RUN_HOURS })
      return runs.length
    })
    if (count > 0) for (const worker of workers) boss.notifyWorker(worker)
  }

  async function look(): Promise<void> {
    let wait = lookMs
    try {
      if (Date.now() - mendedAt >= MEND_MS) {
        mendedAt = Date.now()
        await mendRuns(pool, classes, now())
      }
      if ((await dueIn(pool, now())) === 0) await handOver()
      wait = Math.min(lookMs, (await dueIn(pool, now())) ?? lookMs)
    } catch (error) {
      if (!stopping.signal.aborted) warn('jobs', error)
    }
    if (stopping.signal.aborted) return
    timer = setTimeout(again, Math.max(wait, 20))
    timer.unref()
  }
  const again = () => {
    looking = look()
  }

  async function begin(): Promise<void> {
    // Tables and queues are made by whichever process comes first: two at once lock each other out.
    await alone(pool, async () => {
      await boss.start()
      await boss.createQueue(QUEUE)
    })
    if (stopping.signal.aborted) return
    await mark.hold()
    for (let at = 0; at < WORKERS; at++)
      workers.push(
        await boss.work<{ id: string }>(QUEUE, { pollingIntervalSeconds: POLLING_SECONDS }, async (given) => {
          for (const { data } of given)
            await performRun({ pool, classes, process: mark.number(), signal: stopping.signal }, data.id)
        }),
      )
    if (!stopping.signal.aborted) again()
  }

  return {
    start() {
      starting ??= begin()
      return starting
    },
    async stop() {
      stopping.abort()
      if (timer) clearTimeout(timer)
      // A start or a look under way has statements open.
      await starting?.catch(() => undefined)
      await looking
      if (timer) clearTimeout(timer)
      if (starting) await boss.stop({ graceful: true, wait: true, timeout: STOP_MS })
      mark.release()
    },
  }
}

/** Does something while no other process of this database does it. */
async function alone(pool: Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    // Waiting for the other process, and for the work, is no statement that went wrong.
    await client.query(
      'begin; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    )
    await client.query('select pg_advisory_xact_lock(hashtext($1))', ['jobs'])
    await work()
  } finally {
    await client.query('rollback').finally(() => client.release())
  }
}
