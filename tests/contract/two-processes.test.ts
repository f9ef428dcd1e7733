import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '#tests/e2e/server.ts'
import { createEmptyDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { buildServer, type RealServer, startReal } from '#tests/helpers/real-server.ts'

const PASSWORD = 'two-Admin-1'
const SECRET_KEY = 'one key for both of the processes'

/** What these calls answer: a token, an id, a row. */
interface Answer {
  success: boolean
  result: { token: string; id: string } & Record<string, unknown>
}

describe('two server processes on one database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'expo-two-'))
  let database: TestDatabase
  const servers: RealServer[] = []
  let bases: string[] = []
  let token = ''
  const query = async (text: string, values: unknown[] = []) =>
    (await database.connections.writePool.query(text, values)).rows

  const call = async (at: 0 | 1, method: string, path: string, body?: object, key = token) => {
    const answer = await fetch(`${bases[at]}${path}`, {
      method,
      headers: { 'x-access-token': key, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: answer.status, body: (await answer.json()) as Answer }
  }

  beforeAll(async () => {
    const main = buildServer('.cache/two-servers')
    database = await createEmptyDatabase()
    const { host = '', port, user = '', password = '', database: name } = database.connect
    const url = `postgresql://${user}:${encodeURIComponent(password)}@/${name}?host=${encodeURIComponent(host)}&port=${port ?? 5432}`
    const ports = [await freePort(), await freePort()]
    bases = ports.map((one) => `http://127.0.0.1:${one}/jeecg-boot`)
    for (const one of ports)
      servers.push(
        await startReal(main, {
          ...{ PORT: String(one), DATA_DIR: folder, DATABASE_URL: url, SECRET_KEY },
          ...{ EXAMPLE_DATA: '0', ADMIN_PASSWORD: PASSWORD },
        }),
      )
    token = (await call(0, 'POST', '/sys/login', { username: 'admin', password: PASSWORD }, '')).body.result
      .token
  })
  afterAll(async () => {
    for (const { process } of servers) process.kill('SIGTERM')
    await Promise.all(servers.map(({ ended }) => ended))
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  it('a session begun at one is known to the other, and ended at the other is over at both', async () => {
    const other = (await call(1, 'POST', '/sys/login', { username: 'admin', password: PASSWORD }, '')).body
      .result.token
    expect((await call(0, 'GET', '/sys/user/ownSessions', undefined, other)).status).toBe(200)
    await call(0, 'GET', '/sys/logout', undefined, other)
    await vi.waitFor(async () =>
      expect((await call(1, 'GET', '/sys/user/ownSessions', undefined, other)).status).toBe(401),
    )
  })

  it('a browser at one hears what was published at the other', async () => {
    const [admin] = await query("select id from platform.sys_user where username = 'admin'")
    const said: string[] = []
    const socket = new WebSocket(`${bases[1]?.replace('http', 'ws')}/websocket/${admin.id}`, ['expo', token])
    socket.on('message', (text) => said.push(String(text)))
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
    const row = { titile: '两个进程', msgCategory: '1', msgContent: '正文', priority: 'M', msgType: 'ALL' }
    const { id } = (await call(0, 'POST', '/sys/annountCement/add', row)).body.result
    await call(0, 'GET', `/sys/annountCement/doReleaseData?id=${id}`)
    await vi.waitFor(() => expect(said.join()).toContain('两个进程'), 10_000)
    socket.close()
  })

  it('a dictionary that changes at one is new at the other', async () => {
    const texts = async (at: 0 | 1) =>
      JSON.stringify((await call(at, 'GET', '/sys/dict/getDictItems/yn')).body)
    await texts(1)
    const [item] = await query(
      "select i.id from platform.sys_dict_item i join platform.sys_dict d on d.id = i.dict_id where d.dict_code = 'yn' limit 1",
    )
    const form = '/online/cgform/api/form/sys_dict_item'
    const row = (await call(0, 'GET', `${form}/${item.id}`)).body.result
    expect((await call(0, 'PUT', form, { ...row, itemText: '改过的' })).body.success).toBe(true)
    await vi.waitFor(async () => expect(await texts(1)).toContain('改过的'), 10_000)
  })

  it('a menu entry that changes at one is new at the other, also where a script changed it', async () => {
    const menu = async () =>
      JSON.stringify((await call(1, 'GET', '/sys/permission/getUserPermissionByToken')).body)
    await menu()
    const [entry] = await query("select id from platform.sys_permission where url = '/isystem/role'")
    const form = '/online/cgform/api/form/sys_permission'
    const row = (await call(0, 'GET', `${form}/${entry.id}`)).body.result
    expect((await call(0, 'PUT', form, { ...row, name: '角色与权限' })).body.success).toBe(true)
    await vi.waitFor(async () => expect(await menu()).toContain('角色与权限'), 10_000)
    await query("update platform.sys_permission set name = '谁能做什么' where id = $1", [entry.id])
    await query("notify rights_changed, 'rights'")
    await vi.waitFor(async () => expect(await menu()).toContain('谁能做什么'), 10_000)
  })

  it('a file that one took is given out by the other', async () => {
    const body = new FormData()
    body.append('file', new File(['taken by the first'], 'first.txt'))
    const headers = { 'x-access-token': token }
    const taken = await fetch(`${bases[0]}/sys/common/upload`, { method: 'POST', headers, body })
    const { message } = (await taken.json()) as { message: string }
    const given = await fetch(`${bases[1]}/sys/common/static/${message}`, { headers })
    expect(await given.text()).toBe('taken by the first')
  })

  it('an order for a job is carried out once', async () => {
    const [job] = await query("select id from platform.sys_quartz_job where job_class_name = 'clean-up'")
    await call(1, 'POST', '/online/action/sys_quartz_job/execute', { ids: [job.id] })
    const runs = () => query('select status from platform.sys_quartz_job_log where job_id = $1', [job.id])
    await vi.waitFor(async () => expect(await runs()).toEqual([{ status: '2' }]), 60_000)
  })
})
