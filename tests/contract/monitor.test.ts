import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API, createTestApp, type TestApp } from '#tests/helpers/app.ts'

const HAN = /\p{Script=Han}/u
const TOKEN = 'a-token-of-the-environment'
const METRICS = ['jvm.memory.used', 'process.uptime', 'system.cpu.usage', 'tomcat.sessions.active.current']
/** Calls of the monitors, and the right that each needs. */
const CALLS: readonly (readonly [path: string, right: string])[] = [
  ['/actuator/httptrace', 'trace'],
  ['/actuator/jeecghttptrace/all', 'trace'],
  ['/actuator/metrics', 'metrics'],
  ['/actuator/metrics/jvm.memory.used', 'metrics'],
  ['/sys/actuator/samples', 'metrics'],
  ['/sys/actuator/memory/info', 'metrics'],
  ['/sys/actuator/redis/queryDiskInfo', 'metrics'],
  ['/sys/actuator/redis/info', 'database'],
  ['/sys/actuator/redis/keysSize', 'database'],
  ['/sys/actuator/redis/memoryInfo', 'database'],
  ['/sys/actuator/redis/keysSizeForReport', 'database'],
  ['/sys/actuator/redis/memoryForReport', 'database'],
  ['/sys/actuator/redis/infoForReport', 'database'],
  ['/sys/actuator/redis/metrics/history', 'database'],
  ['/sys/actuator/database/samples', 'database'],
  ['/sys/actuator/database/statements', 'database'],
]

describe('the monitors', () => {
  let test: TestApp
  let admin = ''
  beforeAll(async () => {
    test = await createTestApp({ env: { METRICS_TOKEN: TOKEN } })
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())

  const get = async (path: string, token: string | null = admin, more = {}) =>
    test.call(token, 'GET', `${API}${path}`, undefined, more)

  it('show the last hundred calls without their tokens [screen-57]', async () => {
    for (let at = 0; at < 105; at++) await get(`/sys/position/list?pageNo=${at + 1}`)
    await get('/sys/position/list?token=in-the-query')
    await get('/sys/nothing')
    const { body, text } = await get('/actuator/httptrace')
    expect(body.traces).toHaveLength(100)
    const [unknown, last] = body.traces
    expect(last).toMatchObject({
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      principal: { name: 'admin' },
      request: { method: 'GET', headers: { 'x-access-token': ['***'] } },
      response: { status: 200, headers: { 'cache-control': ['no-store'] } },
      timeTaken: expect.any(Number),
    })
    expect(last.request.uri).toContain('token=***')
    expect(unknown.response.status).toBe(404)
    expect(text).not.toContain(admin)
    expect(text).not.toContain('in-the-query')
    const failed = await get('/actuator/jeecghttptrace/error')
    expect(failed.body.traces).toHaveLength(1)
    const slowest = (await get('/actuator/jeecghttptrace/success/time')).body.traces
    expect(slowest[0].timeTaken).toBeGreaterThanOrEqual(slowest.at(-1).timeTaken)
  })

  it('show heap, event loop, collections and handles of the process [screen-58]', async () => {
    const figure = async (name: string, statistic = 'VALUE') =>
      (await get(`/actuator/metrics/${name}`)).body.measurements.find(
        (one: { statistic: string }) => one.statistic === statistic,
      ).value
    const used = await figure('jvm.memory.used')
    expect(used).toBeGreaterThan(10_000_000)
    expect(await figure('jvm.memory.committed')).toBeGreaterThan(used / 2)
    expect(await figure('jvm.memory.max')).toBeGreaterThan(used)
    expect(await figure('jvm.threads.live')).toBeGreaterThan(0)
    expect(await figure('jvm.gc.pause', 'COUNT')).toBeGreaterThanOrEqual(0)
    expect(await figure('nodejs.eventloop.delay', 'MAX')).toBeGreaterThanOrEqual(0)
    const { names } = (await get('/actuator/metrics')).body
    expect(names).toEqual(expect.arrayContaining(METRICS))
    for (const name of names)
      expect((await get(`/actuator/metrics/${name}`)).body.measurements, name).not.toEqual([])
    expect((await get('/actuator/metrics/jvm.nothing')).status).toBe(404)
    const { everyMs, samples } = (await get('/sys/actuator/samples')).body.result
    expect(everyMs).toBe(10_000)
    expect(samples.at(-1)).toMatchObject({ heapUsed: expect.any(Number), loopDelay: expect.any(Number) })
    expect(samples.at(-1).heapUsed).toBeGreaterThan(10_000_000)
  })

  it('show size, hit rate, connections, statements and locks of the database [screen-59]', async () => {
    const info = (await get('/sys/actuator/redis/info')).body.result
    expect(info.map(({ key }: { key: string }) => key)).toEqual(
      expect.arrayContaining(['size', 'hitRate', 'connections', 'waiting', 'deadlocks']),
    )
    expect((await get('/sys/actuator/redis/memoryInfo')).body.used_memory).toBeGreaterThan(1_000_000)
    expect((await get('/sys/actuator/redis/keysSize')).body).toMatchObject({ dbSize: expect.any(Number) })
    expect((await get('/sys/actuator/redis/infoForReport')).body.data[0]).toMatchObject({
      name: '数据库大小',
    })
    expect((await get('/sys/actuator/redis/metrics/history')).body.result.memory.length).toBeGreaterThan(0)

    // One holds a row, another waits for it.
    const { writePool } = test.database.connections
    const [holder, waiter] = [await writePool.connect(), await writePool.connect()]
    const update = "update platform.sys_tenant set name = name || '' where id = 1"
    await holder.query('begin')
    await holder.query(update)
    const waiting = waiter.query(update)
    const blocked = async () =>
      (await get('/sys/actuator/database/statements')).body.result.running.find(
        ({ blockedBy }: { blockedBy: number[] }) => blockedBy.length > 0,
      )
    await expect.poll(blocked).toMatchObject({ text: update, waits: expect.stringContaining('Lock') })
    await holder.query('rollback')
    await waiting
    holder.release()
    waiter.release()
    await expect.poll(blocked).toBeUndefined()
  })

  it('show processor, memory and disks of the machine [screen-60]', async () => {
    const memory = (await get('/sys/actuator/memory/info')).body.result
    expect(memory['memory.physical.total']).toBe(
      memory['memory.physical.used'] + memory['memory.physical.free'],
    )
    const disks = (await get('/sys/actuator/redis/queryDiskInfo')).body.result
    expect(disks[0]).toMatchObject({ name: '系统盘' })
    expect(disks[0].max).toBeGreaterThan(disks[0].rest)
    expect(disks[0].restPPT).toBeGreaterThanOrEqual(0)
    expect(disks[0].restPPT).toBeLessThanOrEqual(100)
    const [cpu] = (await get('/actuator/metrics/system.cpu.count')).body.measurements
    expect(cpu.value).toBeGreaterThan(0)
  })

  it('count sessions, calls and failures of the server [screen-61]', async () => {
    const figures = async () => {
      const { measurements } = (await get('/actuator/metrics/tomcat.global.request')).body
      return measurements[0].value as number
    }
    const before = await figures()
    for (let at = 0; at < 7; at++) await get('/sys/position/list')
    expect((await figures()) - before).toBe(8)
    const [sessions] = (await get('/actuator/metrics/tomcat.sessions.active.current')).body.measurements
    expect(sessions.value).toBeGreaterThan(0)
  })

  it('name their figures in the language of the reader', async () => {
    const inEnglish = { headers: { 'x-language': 'en' } }
    expect((await get('/actuator/metrics/process.uptime', admin, inEnglish)).text).not.toMatch(HAN)
    for (const path of ['redis/info', 'redis/infoForReport', 'redis/queryDiskInfo'])
      expect((await get(`/sys/actuator/${path}`, admin, inEnglish)).text, path).not.toMatch(HAN)
    expect((await get('/sys/actuator/redis/info')).text).toMatch(HAN)
  })

  it('speak to Prometheus, by a token of the environment or a right', async () => {
    const ask = (headers: Record<string, string>) =>
      test.call(null, 'GET', '/metrics', undefined, { headers })
    expect((await ask({})).status).toBe(401)
    expect((await ask({ authorization: 'Bearer another-token-of-it' })).status).toBe(401)
    expect((await ask({ 'x-access-token': await test.signIn('staff') })).status).toBe(403)
    expect((await ask({ 'x-access-token': admin })).status).toBe(200)
    const { status, headers, text } = await ask({ authorization: `Bearer ${TOKEN}` })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    const lines = text.trimEnd().split('\n')
    for (const line of lines) expect(line).toMatch(/^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+ [0-9.e+-]+)$/)
    for (const name of ['nodejs_heap_size_used_bytes', 'http_requests_total', 'database_size_bytes'])
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${name} [0-9.e+]+$`)))
  })

  it('are seen with a right of their own, and from the first tenant alone', async () => {
    const { writePool } = test.database.connections
    const staff = await test.signIn('staff')
    for (const [path] of CALLS) expect((await get(path, staff)).status, path).toBe(403)
    await writePool.query("insert into platform.sys_tenant (id, name) values (2, '乙')")
    await writePool.query(
      `insert into platform.sys_user_tenant (user_id, tenant_id) select id, 2 from platform.sys_user where username = 'admin'`,
    )
    await writePool.query(
      "insert into platform.sys_role (id, role_code, role_name, tenant_id) values ('a2', 'admin', '管理', 2)",
    )
    await writePool.query(
      `insert into platform.sys_user_role (id, user_id, role_id, tenant_id)
       select 'a2', id, 'a2', 2 from platform.sys_user where username = 'admin'`,
    )
    await writePool.query(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select gen_random_uuid()::text, r.id, p.id from platform.sys_role r, platform.sys_permission p
       where r.role_code = 'staff' and p.perms = 'system:monitor:database'`,
    )
    await test.app.sessions.rightsChanged()
    for (const [path, right] of CALLS)
      expect((await get(path, staff)).status, path).toBe(right === 'database' ? 200 : 403)
    for (const [path] of CALLS) {
      expect((await get(path, admin)).status, path).toBe(200)
      expect((await get(path, admin, { headers: { 'x-tenant-id': '2' } })).status, path).toBe(403)
    }
  })
})
