import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { cleanUp } from './clean-up.ts'
import type { JobClass, JobRun } from './job-classes.ts'
import { LOCKS } from './process-mark.ts'
import { createSchedule, type Schedule } from './schedule.ts'

let database: TestDatabase
const begun: Schedule[] = []
beforeEach(async () => {
  database = await createTestDatabase()
  await query('delete from platform.sys_quartz_job')
})
afterEach(async () => {
  await Promise.all(begun.splice(0).map((schedule) => schedule.stop()))
  await database.drop()
})

const query = async (text: string) => (await database.connections.writePool.query(text)).rows

function process(work: JobClass): Schedule {
  const schedule = createSchedule({
    pool: database.connections.writePool,
    classes: { count: work },
    warn: (message, reason) => {
      throw new Error(message, { cause: reason })
    },
    lookMs: 50,
  })
  begun.push(schedule)
  return schedule
}

const addJob = (id: string, cron: string, next: string, more = "'x'") =>
  query(`insert into platform.sys_quartz_job (id, job_class_name, cron_expression, parameter, status, next_time)
         values ('${id}', 'count', '${cron}', ${more}, 0, ${next})`)
const runsOf = (id: string) =>
  query(`select status, missed, output, error, duration, trigger_type from platform.sys_quartz_job_log
         where job_id = '${id}' order by create_time, plan_time`)
const LONG_AGO = "timestamp '2020-01-01 00:00:00'"

describe('jobs by their schedule [screen-106]', () => {
  it('a due run is begun once although two processes look for it, and the next one is planned', async () => {
    const runs: string[] = []
    const one = process(async () => void runs.push('one'))
    const other = process(async () => void runs.push('other'))
    for (let at = 0; at < 5; at++) await addJob(`job-${at}`, '0 0 3 1 1 ?', LONG_AGO)
    await Promise.all([one.start(), other.start()])
    const states = () =>
      query('select status, count(*)::int as n from platform.sys_quartz_job_log group by 1')
    await expect.poll(states, { timeout: 20_000 }).toEqual([{ status: '2', n: 5 }])
    expect(runs).toHaveLength(5)
    const [job] = await query('select next_time > now() as planned, last_status from platform.sys_quartz_job')
    expect(job).toEqual({ planned: true, last_status: '2' })
  })

  it('runs do not pile up: what comes while one is under way is counted and left out', async () => {
    let end: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      end = resolve
    })
    let begins = 0
    const schedule = process(async () => {
      begins += 1
      await held
    })
    await addJob('slow', '* * * * * ?', LONG_AGO)
    await schedule.start()
    await expect.poll(async () => (await runsOf('slow'))[0]?.missed, { timeout: 20_000 }).toBeGreaterThan(1)
    expect(begins).toBe(1)
    expect(await runsOf('slow')).toMatchObject([{ status: '1' }])
    await query("update platform.sys_quartz_job set status = -1 where id = 'slow'")
    end()
    await expect.poll(async () => (await runsOf('slow'))[0]?.status, { timeout: 20_000 }).toBe('2')
  })

  it('a run that fails says why and what it said before, and the schedule goes on', async () => {
    const schedule = process(async ({ parameter, say }: JobRun) => {
      say(`参数 ${parameter}`)
      throw new Error('坏了')
    })
    await addJob('bad', '0 0 3 * * ?', LONG_AGO, "'甲'")
    await schedule.start()
    await expect
      .poll(() => runsOf('bad'), { timeout: 20_000 })
      .toMatchObject([{ status: '3', output: '参数 甲\n', error: '坏了', trigger_type: '1' }])
    expect(await query('select status, last_status from platform.sys_quartz_job')).toEqual([
      { status: 0, last_status: '3' },
    ])
  })

  it('a restart goes on with what waited, makes one run of the times it missed, and ends runs of the dead', async () => {
    await addJob('missed', '0 0 3 * * ?', LONG_AGO)
    await addJob('ordered', '0 0 3 * * ?', "timestamp '2100-01-01'")
    await addJob('dead', '0 0 3 * * ?', "timestamp '2100-01-01'")
    await addJob('ended', '0 0 3 1 1 ? 2020', LONG_AGO)
    await addJob('shipped', '0 0 3 * * ?', 'null')
    await query(`insert into platform.sys_quartz_job_log (id, job_id, job_class_name, trigger_type, status, seen_at) values
      ('a', 'ordered', 'count', '2', '0', null), ('b', 'dead', 'count', '1', '1', now() - interval '2 minutes'),
      ('c', 'dead', 'no-such-class', '1', '2', null)`)
    await process(async () => undefined).start()
    await expect.poll(async () => (await runsOf('missed'))[0]?.status, { timeout: 20_000 }).toBe('2')
    await expect.poll(async () => (await runsOf('ordered'))[0]?.status, { timeout: 20_000 }).toBe('2')
    expect(await query("select status, error from platform.sys_quartz_job_log where id = 'b'")).toEqual([
      { status: '3', error: '运行该任务的进程已中止' },
    ])
    await expect
      .poll(() =>
        query(
          "select id, status, next_time is null as over from platform.sys_quartz_job where id in ('ended', 'shipped') order by id",
        ),
      )
      .toEqual([
        { id: 'ended', status: -1, over: true },
        { id: 'shipped', status: 0, over: false },
      ])
    expect(await runsOf('missed')).toHaveLength(1)
    expect(await runsOf('shipped')).toEqual([])
  })

  it('what a process left that has ended is carried on at once, what another one is at is left alone', async () => {
    for (const id of ['left', 'kept']) await addJob(id, '0 0 3 * * ?', "timestamp '2100-01-01'")
    // A second process, which is there as long as its connection is.
    const other = await database.connections.writePool.connect()
    await other.query('select pg_advisory_lock($1, 7)', [LOCKS])
    await query(`insert into platform.sys_quartz_job_log (id, job_id, job_class_name, trigger_type, status, seen_at, process) values
      ('left', 'left', 'count', '2', '1', now(), 8), ('kept', 'kept', 'count', '2', '1', now(), 7)`)
    try {
      await process(Object.assign(async () => undefined, { carriesOn: true as const })).start()
      await expect.poll(() => runsOf('left'), { timeout: 20_000 }).toHaveLength(2)
      await expect
        .poll(async () => (await runsOf('left')).map(({ status }) => status).sort())
        .toEqual(['2', '3'])
      expect((await runsOf('kept')).map(({ status }) => status)).toEqual(['1'])
    } finally {
      other.release(true)
      await query("update platform.sys_quartz_job_log set status = '3' where id = 'kept'")
    }
  })

  it('a run by the schedule that had nothing to do leaves no entry, one that was ordered does', async () => {
    await addJob('idle', '0 0 3 * * ?', LONG_AGO)
    await addJob('ordered', '0 0 3 * * ?', "timestamp '2100-01-01'")
    await query(
      "insert into platform.sys_quartz_job_log (id, job_id, job_class_name, trigger_type, status) values ('o', 'ordered', 'count', '2', '0')",
    )
    await process(async ({ idle }) => idle()).start()
    await expect.poll(async () => (await runsOf('ordered'))[0]?.status, { timeout: 20_000 }).toBe('2')
    const idle = "select last_status from platform.sys_quartz_job where id = 'idle' and last_time is not null"
    await expect.poll(() => query(idle), { timeout: 20_000 }).toEqual([{ last_status: '2' }])
    await expect.poll(() => runsOf('idle'), { timeout: 20_000 }).toEqual([])
  })

  it('a class that is gone fails the run and nothing else', async () => {
    await addJob('gone', '0 0 3 * * ?', LONG_AGO)
    await query("update platform.sys_quartz_job set job_class_name = 'toString' where id = 'gone'")
    await process(async () => undefined).start()
    await expect
      .poll(() => runsOf('gone'), { timeout: 20_000 })
      .toMatchObject([{ status: '3', error: '任务类“toString”不存在' }])
  })

  it('stops while a job runs, without waiting for its end for ever', async () => {
    let isRunning = false
    const schedule = process(
      () =>
        new Promise<void>(() => {
          isRunning = true
        }),
    )
    await addJob('endless', '0 0 3 * * ?', LONG_AGO)
    await schedule.start()
    await expect.poll(() => isRunning, { timeout: 20_000 }).toBe(true)
    const before = performance.now()
    await schedule.stop()
    expect(performance.now() - before).toBeLessThan(5000)
  })
})

it('the clean-up removes what is over, and nothing else', async () => {
  const { write, writePool } = database.connections
  await addJob('j', '0 0 3 * * ?', 'null')
  await writePool.query(`
    insert into platform.sys_login_failure values ('old', 1, now() - interval '2 days', now() - interval '2 days'),
      ('new', 1, now(), now());
    insert into platform.sys_one_time_secret values
      ('slider', 'old', 'x', '', 1, now() - interval '1 hour', now() - interval '1 minute'),
      ('slider', 'new', 'x', '', 1, now(), now() + interval '1 minute');
    insert into platform.idempotency_key (tenant_id, user_id, key, request_hash, created_at) values
      (1, 'u', 'old', 'x', now() - interval '25 hours'), (1, 'u', 'new', 'x', now());
    insert into platform.sys_log (id, log_type, log_content, create_time) values
      ('old', 1, 'x', now() - interval '31 days'), ('new', 1, 'x', now() - interval '29 days');
    insert into platform.sys_tenant (id, name) values (1, 't') on conflict do nothing;
    insert into platform.sys_user (id, username, realname, password) values ('u', 'u', 'u', 'x');
    insert into platform.form_draft (tenant_id, user_id, id, form, record_id, content, kept_at) values
      (1, 'u', 'old', 'f', '', '{}', now() - interval '31 days'), (1, 'u', 'new', 'f', '', '{}', now() - interval '29 days');
    insert into platform.sys_quartz_job_log (id, job_id, job_class_name, trigger_type, status, create_time) values
      ('old', 'j', 'count', '1', '2', now() - interval '31 days'), ('new', 'j', 'count', '1', '3', now());
  `)
  const said: string[] = []
  const run = {
    parameter: '',
    say: (line: string) => said.push(line),
    idle: () => undefined,
    signal: new AbortController().signal,
  }
  await cleanUp(write, 30, {
    emptyBins: async () => 0,
    expireExports: async () => 0,
    expireUndos: async () => 0,
    sweepFiles: async () => 0,
  })(run)
  const kept = async (table: string, column: string) =>
    (await writePool.query(`select ${column} as name from platform.${table}`)).rows.map(({ name }) => name)
  expect(await kept('sys_login_failure', 'subject')).toEqual(['new'])
  expect(await kept('sys_one_time_secret', 'subject')).toEqual(['new'])
  expect(await kept('idempotency_key', 'key')).toEqual(['new'])
  expect(await kept('sys_log', 'id')).toEqual(['new'])
  expect(await kept('form_draft', 'id')).toEqual(['new'])
  expect(await kept('sys_quartz_job_log', 'id')).toEqual(['new'])
  expect(said).toContain('日志：1 条')
})
