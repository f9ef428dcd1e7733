import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSchedule, type Schedule } from '#server/modules/job/schedule.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

describe('scheduled jobs on their screen', () => {
  let test: TestApp
  let admin = ''
  let schedule: Schedule
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
    schedule = createSchedule({
      pool: test.database.connections.writePool,
      classes: test.app.jobClasses,
      warn: (message, reason) => {
        throw new Error(message, { cause: reason })
      },
      lookMs: 50,
    })
    await schedule.start()
  })
  afterAll(async () => {
    await schedule.stop()
    await test.close()
  })

  const job = (more: object = {}) => ({
    jobClassName: 'log-parameter',
    cronExpression: '0 0 3 1 1 ?',
    parameter: '甲',
    status: -1,
    ...more,
  })
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
    (await test.call(admin, method, url, body)).body
  const add = async (more: object = {}): Promise<string> => {
    const answer = await call('POST', '/sys/quartzJob/add', job(more))
    expect(answer).toMatchObject({ success: true, message: '创建定时任务成功' })
    return answer.result
  }
  const get = async (id: string) => (await call('GET', `/sys/quartzJob/queryById?id=${id}`)).result
  const runs = async (id: string) =>
    (await call('GET', `/online/cgform/api/getData/sys_quartz_job_log?jobId=${id}`)).result.records

  it('are added, listed, edited, paused, resumed and deleted in the words of the wire [screen-106]', async () => {
    const id = await add()
    expect(await get(id)).toMatchObject({ status: -1, status_dictText: '停止', nextTime: null })
    const edited = { id, ...job({ description: '每年一次' }) }
    expect(await call('PUT', '/sys/quartzJob/edit', edited)).toMatchObject({ message: '更新定时任务成功!' })
    for (let twice = 0; twice < 2; twice++)
      expect(await call('GET', `/sys/quartzJob/resume?id=${id}`)).toMatchObject({
        success: true,
        message: '恢复定时任务成功',
      })
    expect(await get(id)).toMatchObject({
      status: 0,
      description: '每年一次',
      nextTime: expect.stringMatching(/^\d{4}-01-01 03:00:00$/),
    })
    expect((await call('GET', `/sys/quartzJob/nextRuns?id=${id}`)).result).toHaveLength(10)
    expect(await call('GET', `/sys/quartzJob/pause?id=${id}`)).toMatchObject({ message: '暂停定时任务成功' })
    expect(await get(id)).toMatchObject({ status: -1, nextTime: null })
    const list = await call('GET', '/sys/quartzJob/list?jobClassName=log-parameter&pageNo=1&pageSize=10')
    expect(list.result.records.map((row: { id: string }) => row.id)).toContain(id)
    expect(await call('DELETE', `/sys/quartzJob/delete?id=${id}`)).toMatchObject({ success: true })
    expect((await test.call(admin, 'GET', `/sys/quartzJob/queryById?id=${id}`)).status).toBe(404)
  })

  it('ship with the program: the clean-up and the sending run, the example waits for its start', async () => {
    const { records } = (await call('GET', '/sys/quartzJob/list')).result
    const status = Object.fromEntries(
      records.map((row: { jobClassName: string; status: number }) => [row.jobClassName, row.status]),
    )
    expect(status).toMatchObject({ 'clean-up': 0, 'send-messages': 0, 'log-parameter': -1 })
    // What the dictionary offers is what there is.
    const items = (await call('GET', '/sys/dict/getDictItems/job_class')).result
    expect(items.map(({ value }: { value: string }) => value).sort()).toEqual(
      Object.keys(test.app.jobClasses).sort(),
    )
  })

  it.each([
    [{ jobClassName: 'org.example.Job' }, '任务类“org.example.Job”不存在'],
    [{ jobClassName: 'constructor' }, '任务类“constructor”不存在'],
    [{ cronExpression: '0 0 3 * *' }, '表达式应有6或7段'],
    [{ cronExpression: '0 0 25 * * ?' }, '“时”的“25”超出范围'],
    [{ cronExpression: '0 0 0 30 2 ?' }, '该表达式没有下一次运行时间'],
    [{ cronExpression: '0 0 0 1 1 ? 2020' }, '该表达式没有下一次运行时间'],
    [{ cronExpression: '' }, 'Cron 表达式'],
  ])('%j is refused', async (more, said) => {
    const answer = await call('POST', '/sys/quartzJob/add', job(more))
    expect(answer.success).toBe(false)
    expect(answer.message).toContain(said)
  })

  it('run at once, keep what came of it, and a failed run is repeated', async () => {
    const id = await add({ parameter: 'fail' })
    expect(await call('GET', `/sys/quartzJob/execute?id=${id}`)).toMatchObject({
      success: true,
      message: '执行成功!',
    })
    await expect
      .poll(() => runs(id), { timeout: 20_000 })
      .toMatchObject([
        {
          status_dictText: '失败',
          triggerType_dictText: '立即执行',
          error: expect.stringContaining('fail'),
          createBy: 'admin',
        },
      ])
    const [failed] = await runs(id)
    const whole = await call('GET', `/online/cgform/api/form/sys_quartz_job_log/${failed.id}`)
    expect(whole.result).toMatchObject({ output: '参数：fail\n' })
    const repeat = await call('POST', '/online/action/sys_quartz_job_log/repeat', { ids: [failed.id] })
    expect(repeat).toMatchObject({ success: true, result: { message: '已重新运行' } })
    await expect.poll(async () => (await runs(id)).length, { timeout: 20_000 }).toBe(2)
    await expect
      .poll(async () => (await runs(id)).map((row: { status: string }) => row.status), { timeout: 20_000 })
      .toEqual(['3', '3'])
    expect(await get(id)).toMatchObject({ lastStatus_dictText: '失败' })
  })

  it('are not begun a second time while they wait, and their open run stays', async () => {
    const id = await add()
    await test.database.connections.writePool.query(
      `insert into platform.sys_quartz_job_log (id, job_id, job_class_name, trigger_type, status, seen_at)
       values ('open-run', $1, 'log-parameter', '2', '1', now())`,
      [id],
    )
    const again = await call('GET', `/sys/quartzJob/execute?id=${id}`)
    expect(again).toMatchObject({ success: false, message: '该任务正在运行，请等待其结束' })
    const kept = await call('DELETE', '/online/cgform/api/form/sys_quartz_job_log/open-run')
    expect(kept.success).toBe(false)
    expect(await runs(id)).toHaveLength(1)
  })

  it('are a matter of rights, and only the first tenant sees and changes them', async () => {
    const id = await add()
    const staff = await test.signIn('staff')
    for (const [method, url] of [
      ['GET', '/sys/quartzJob/list'],
      ['POST', '/sys/quartzJob/add'],
      ['GET', `/sys/quartzJob/execute?id=${id}`],
      ['GET', `/sys/quartzJob/pause?id=${id}`],
      ['GET', `/sys/quartzJob/nextRuns?id=${id}`],
    ] as const)
      expect((await test.call(staff, method, url)).status, url).toBe(403)
    await test.database.connections.writePool.query(`
      insert into platform.sys_tenant (id, name) values (2, '乙');
      insert into platform.sys_user (id, username, realname, password)
        select 'other', 'other', '别家', password from platform.sys_user where username = 'staff';
      insert into platform.sys_user_tenant values ('other', 2);
      insert into platform.sys_role (id, role_name, role_code, tenant_id) values ('other', '管理员', 'admin', 2);
      insert into platform.sys_user_role (id, user_id, role_id, tenant_id) values ('other', 'other', 'other', 2)`)
    await test.app.sessions.rightsChanged()
    const other = await test.signIn('other', 'test-Staff-1')
    expect((await test.call(other, 'GET', `/sys/quartzJob/execute?id=${id}`)).status).toBe(403)
    expect((await test.call(other, 'POST', '/sys/quartzJob/add', job())).status).toBe(403)
    for (const url of ['/sys/quartzJob/list', '/online/cgform/api/getData/sys_quartz_job_log'])
      expect((await test.call(other, 'GET', url)).body.result.total, url).toBe(0)
  })
})
