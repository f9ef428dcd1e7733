import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '#tests/e2e/server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'
import { type Config, readConfig } from './config.ts'
import { type Running, start } from './start.ts'

const folder = mkdtempSync(join(tmpdir(), 'expo-start-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('start', () => {
  let database: TestDatabase
  const running: Running[] = []
  const blockers: Server[] = []
  let said: string[] = []
  const say = (line: string) => said.push(line)

  beforeEach(async () => {
    database = await createTestDatabase()
    said = []
  })
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop()
    for (const blocker of blockers.splice(0)) blocker.close()
    await database.drop()
  })

  function configOf(env: NodeJS.ProcessEnv = {}): Config {
    const { host, user, password, database: name } = database.connect
    const url = `postgresql://${user}:${encodeURIComponent(String(password))}@/${name}?host=${encodeURIComponent(String(host))}`
    return readConfig(
      { DATABASE_URL: url, LOG_LEVEL: 'silent', ADMIN_PASSWORD: 'Start-admin-1', ...env },
      folder,
    )
  }

  async function begin(config: Config): Promise<Running> {
    const one = await start(config, say)
    running.push(one)
    return one
  }

  async function block(): Promise<number> {
    const port = await freePort()
    const blocker = createServer()
    await new Promise<void>((resolve) => blocker.listen(port, '127.0.0.1', resolve))
    blockers.push(blocker)
    return port
  }

  it('stops in under five seconds with a call in flight, which is answered 503 [R-11]', async () => {
    const one = await begin(configOf({ PORT: String(await freePort()) }))
    const call = async (path: string, token = '', body?: object, method = 'POST') =>
      fetch(`${one.address}/jeecg-boot${path}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-access-token': token },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
    const signedIn = await call('/sys/login', '', { username: 'admin', password: 'Start-admin-1' })
    const { token } = ((await signedIn.json()) as { result: { token: string } }).result
    // Somebody else holds the table: the call waits for it.
    const { writePool } = database.connections
    const holder = await writePool.connect()
    await holder.query('begin')
    try {
      await holder.query('lock table data.expo_intention in access exclusive mode')
      const listed = call('/online/cgform/api/getData/expo_intention', token, undefined, 'GET')
      const isWaiting = async () => {
        const { rows } = await writePool.query(
          "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        )
        return rows[0].n
      }
      await expect.poll(isWaiting).toBeGreaterThan(0)
      const begun = performance.now()
      await one.stop()
      expect(performance.now() - begun).toBeLessThan(5000)
      expect((await listed).status).toBe(503)
      // Nothing of it runs on at the database.
      expect(await isWaiting()).toBe(0)
    } finally {
      holder.release(true)
    }
  })

  it('works on a database of the user’s own and tells passwords at the first start only', async () => {
    const port = String(await freePort())
    const first = await begin(configOf({ PORT: port }))
    expect(first.address).toBe(`http://127.0.0.1:${port}`)
    const answer = await fetch(`${first.address}/jeecg-boot/sys/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'Start-admin-1' }),
    })
    expect(await answer.json()).toMatchObject({ success: true })
    expect(said.filter((line) => /^ {2}(admin|staff|designer) /.test(line))).toHaveLength(3)
    expect(said.join('\n')).not.toContain('Start-admin-1')
    expect(said.at(-1)).toContain(first.address)
    await first.stop()
    said = []
    await begin(configOf({ PORT: port }))
    expect(said).toEqual([expect.stringContaining(first.address)])
  })

  it('in development says of a menu what is true, and takes back what was mended', async () => {
    const dir = mkdtempSync(join(folder, 'documents-'))
    const put = (name: string, content: unknown) =>
      writeFileSync(join(dir, name), typeof content === 'string' ? content : JSON.stringify(content))
    const menu = (form: string, title = form) => ({ kind: 'menu', id: form, title, path: `/${form}`, form })
    const titles = async () =>
      (await database.connections.readPool.query('select name from platform.sys_permission')).rows.map(
        ({ name }) => name,
      )
    const heard = (text: string) => said.filter((line) => line.includes(text)).length
    await begin(configOf({ NODE_ENV: 'development', SCHEMAS_DIR: dir, PORT: String(await freePort()) }))
    put('s_both.menu.json', menu('s_both'))
    put('s_both.form.json', formDocument('s_both', { name: { type: 'string' } }))
    await expect.poll(titles, { timeout: 10_000 }).toContain('s_both')
    expect(heard('不存在')).toBe(0)
    put('s_late.menu.json', menu('s_late'))
    await expect.poll(() => heard('"s_late" 不存在'), { timeout: 10_000 }).toBe(1)
    put('s_late.form.json', formDocument('s_late', { name: { type: 'string' } }))
    await expect.poll(() => heard('s_late.menu.json: 问题已解决'), { timeout: 10_000 }).toBe(1)
    // The last good version still runs.
    put('s_late.form.json', '{')
    await expect.poll(() => heard('上一个可用的版本继续使用'), { timeout: 10_000 }).toBe(1)
    put('s_late.menu.json', menu('s_late', '改名'))
    await expect.poll(titles, { timeout: 10_000 }).toContain('改名')
    expect(heard('不存在')).toBe(1)
    expect(heard('暂不能使用')).toBe(0)
  })

  it('ends backups whose process is gone', async () => {
    await database.connections.writePool.query(
      "insert into platform.sys_backup (id, file_name, status) values ('gone', 'backup-1-a.zip', '1')",
    )
    await begin(configOf())
    const { rows } = await database.connections.readPool.query('select status from platform.sys_backup')
    expect(rows).toEqual([{ status: '3' }])
  })

  it('takes the next port when nobody asked for a certain one', async () => {
    const port = await block()
    const one = await begin({ ...configOf(), port, portIsFixed: false })
    expect(one.address).not.toBe(`http://127.0.0.1:${port}`)
    expect(said.join('\n')).toContain(`端口 ${port} 已被占用`)
    expect((await fetch(`${one.address}/jeecg-boot/nowhere`)).status).toBe(404)
  })

  it('refuses a taken port that was asked for, by its number', async () => {
    const port = await block()
    await expect(start(configOf({ PORT: String(port) }), say)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining(String(port)),
    })
    expect(said).toEqual([])
  })

  it('refuses a first password that everybody tries first, by the name of the setting', async () => {
    for (const [name, value, why] of [
      ['ADMIN_PASSWORD', 'Admin123456', '过于常见'],
      ['STAFF_PASSWORD', 'password', '过于常见'],
      ['DESIGNER_PASSWORD', 'designer', '与用户账号相同'],
    ] as const)
      await expect(start(configOf({ [name]: value }), say)).rejects.toMatchObject({
        name: 'StartError',
        message: expect.stringMatching(`${name}.*${why}`),
      })
    expect(said).toEqual([])
  })

  it('says that the database cannot be reached, without its password', async () => {
    const port = await freePort()
    const config = configOf({ DATABASE_URL: `postgresql://me:top-secret@127.0.0.1:${port}/x` })
    const refused = start(config, say)
    await expect(refused).rejects.toMatchObject({ name: 'StartError' })
    await expect(refused).rejects.toThrow('DATABASE_URL')
    await expect(refused).rejects.not.toThrow('top-secret')
  })

  it('refuses a database that a newer program has changed', async () => {
    await database.connections.writePool.query(
      "insert into public.expo_migration (name, timestamp) values ('9999-future', '2099-01-01')",
    )
    await expect(start(configOf(), say)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringContaining('更新'),
    })
  })

  it('lets two processes start on one empty database at the same time', async () => {
    await Promise.all([
      begin(configOf({ PORT: String(await freePort()) })),
      begin(configOf({ PORT: String(await freePort()) })),
    ])
    expect(said.filter((line) => line.includes('初始账号'))).toHaveLength(1)
  })
})
