import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { type App, buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openConnections } from '#server/database/connection.ts'
import { createDocuments } from '#server/modules/document/documents.ts'
import { API, createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { openTableEar, type TableEar } from '#tests/helpers/table-ear.ts'

/** A browser's socket, with what it heard. */
interface Ear {
  socket: WebSocket
  heard: { [name: string]: unknown }[]
  /** Close code, once it is closed. */
  closed: Promise<number>
}

let test: TestApp
/** A second process on the same database. */
let second: App
let endSecond: () => Promise<void>
const ids = new Map<string, string>()
const open: WebSocket[] = []

beforeAll(async () => {
  test = await createTestApp()
  await test.app.server.listen({ port: 0, host: '127.0.0.1' })
  const connections = openConnections(test.database.connect)
  const documents = await createDocuments({ dirs: ['schemas/pages'], pool: connections.writePool })
  second = await buildApp({
    config: readConfig({ LOG_LEVEL: 'silent' }, '/nowhere'),
    connections,
    documents,
    now: () => Date.now() + test.clock.ahead,
  })
  await second.server.listen({ port: 0, host: '127.0.0.1' })
  endSecond = async () => {
    await second.close()
    documents.close()
    await connections.close()
  }
  const { rows } = await test.database.connections.readPool.query(
    'select id, username from platform.sys_user',
  )
  for (const { id, username } of rows) ids.set(username, id)
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate()
})
afterAll(async () => {
  await endSecond()
  await test.close()
})

const idOf = (user: string) => ids.get(user) ?? ''
const addressOf = (app: App) => `ws://127.0.0.1:${(app.server.server.address() as AddressInfo).port}${API}`

function dial(path: string, protocols: string[], app = test.app, headers: Record<string, string> = {}) {
  const socket = new WebSocket(`${addressOf(app)}${path}`, protocols, { headers })
  open.push(socket)
  return socket
}

/** HTTP status that a handshake was refused with. */
async function refusal(socket: WebSocket): Promise<number> {
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  return response.statusCode
}

async function listen(
  path: string,
  token: string,
  app = test.app,
  protocols = ['expo', token],
): Promise<Ear> {
  const socket = dial(path, protocols, app)
  const heard: Ear['heard'] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  const closed = once(socket, 'close').then(([code]) => code as number)
  await once(socket, 'open')
  return { socket, heard, closed }
}

const bellOf = (user: string, token: string, app = test.app) => listen(`/websocket/${idOf(user)}`, token, app)
/** Time in which a message that must not come would have come. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 250))

async function publish(body: object): Promise<string> {
  const admin = await test.signIn('admin')
  const { body: added } = await test.call(admin, 'POST', '/sys/annountCement/add', body)
  await test.call(admin, 'GET', `/sys/annountCement/doReleaseData?id=${added.result.id}`)
  return added.result.id
}

describe('the socket of the bell', () => {
  it('needs a session, and nobody listens as somebody else [A-9, call-92]', async () => {
    const token = await test.signIn('staff')
    const own = `/websocket/${idOf('staff')}`
    expect(await refusal(dial(own, []))).toBe(401)
    expect(await refusal(dial(own, ['expo', 'x'.repeat(43)]))).toBe(401)
    expect(await refusal(dial(`/websocket/${idOf('admin')}`, ['expo', token]))).toBe(403)
    expect(await refusal(dial(`/vxeSocket/${idOf('admin')}/p`, ['expo', token]))).toBe(403)
    // Addresses are logged by whoever stands in between: a token has no place there.
    expect(await refusal(dial(`${own}?token=${token}`, []))).toBe(401)
    expect(await refusal(dial(`${own}/${token}`, ['expo', token]))).toBe(404)
    expect(test.log.join('')).not.toContain(token)
    // What is no socket is none, whoever asks.
    for (const path of ['/sys/setting/shell', '/websocket/a/b', '/x'])
      expect(await refusal(dial(path, [])), path).toBe(404)
  })

  it('is for pages of our own origin', async () => {
    const token = await test.signIn('staff')
    const path = `/websocket/${idOf('staff')}`
    const { host } = new URL(addressOf(test.app))
    for (const origin of ['https://evil.example', 'null', `http://${host}.evil.example`])
      expect(await refusal(dial(path, ['expo', token], test.app, { origin })), origin).toBe(403)
    const socket = dial(path, ['expo', token], test.app, { origin: `http://${host}` })
    await once(socket, 'open')
    // The token is not sent back.
    expect(socket.protocol).toBe('expo')
  })

  it('takes the token as the only protocol, as other clients of the wire offer it', async () => {
    const token = await test.signIn('staff')
    const { socket } = await listen(`/websocket/${idOf('staff')}`, token, test.app, [token])
    expect(socket.protocol).toBe(token)
  })

  it('tells everybody of the tenant, in every process, as cmd topic [bell-07]', async () => {
    const staff = await test.signIn('staff')
    const designer = await test.signIn('designer')
    const here = await bellOf('staff', staff)
    const there = await bellOf('designer', designer, second)
    const id = await publish({ titile: '两个进程' })
    const expected = { cmd: 'topic', msgId: id, msgTxt: '两个进程' }
    await expect.poll(() => here.heard).toEqual([expected])
    await expect.poll(() => there.heard).toEqual([expected])
  })

  it('tells the named users only, as cmd user [bell-08]', async () => {
    const here = await bellOf('staff', await test.signIn('staff'), second)
    const other = await bellOf('designer', await test.signIn('designer'), second)
    const id = await publish({ titile: '只给你', msgType: 'USER', userIds: `${idOf('staff')},` })
    const expected = { cmd: 'user', msgId: id, msgTxt: '只给你', userId: idOf('staff') }
    await expect.poll(() => here.heard).toEqual([expected])
    await quiet()
    expect(other.heard).toEqual([])
  })

  it('tells all bells of a user who marked everything as read, and of that user alone', async () => {
    const here = await bellOf('staff', await test.signIn('staff'))
    const there = await bellOf('staff', await test.signIn('staff'), second)
    const other = await bellOf('designer', await test.signIn('designer'))
    await test.call(await test.signIn('staff'), 'POST', '/online/action/my_message/readAll', { ids: [] })
    for (const ear of [here, there])
      await expect.poll(() => ear.heard).toEqual([{ cmd: 'user', userId: idOf('staff') }])
    await quiet()
    expect(other.heard).toEqual([])
  })

  it('tells of a withdrawal, and nothing of what was rolled back', async () => {
    const here = await bellOf('staff', await test.signIn('staff'))
    const admin = await test.signIn('admin')
    const id = await publish({ titile: '撤销' })
    await test.call(admin, 'GET', `/sys/annountCement/doReovkeData?id=${id}`)
    await expect.poll(() => here.heard.length).toBe(2)
    await publish({ titile: '保留' })
    await expect.poll(() => here.heard.length).toBe(3)
    const kept = here.heard[2]?.msgId
    // The second of the two does not exist, so the first is not deleted either.
    await test.call(admin, 'DELETE', `/sys/annountCement/deleteBatch?ids=${kept},zzz`)
    await quiet()
    expect(here.heard.length).toBe(3)
  })

  it('says in every process that rights changed, and not that somebody signed out', async () => {
    const ears = [
      await bellOf('staff', await test.signIn('staff')),
      await bellOf('designer', await test.signIn('designer'), second),
    ]
    await test.call(await test.signIn('admin'), 'POST', '/sys/logout', {})
    await quiet()
    for (const { heard } of ears) expect(heard).toEqual([])
    await test.app.sessions.rightsChanged()
    for (const { heard } of ears) await expect.poll(() => heard).toEqual([{ cmd: 'rights' }])
  })

  it('answers a heartbeat [bell-14]', async () => {
    const here = await bellOf('staff', await test.signIn('staff'))
    here.socket.send('HeartBeat')
    await expect.poll(() => here.heard).toEqual([{ cmd: 'heartcheck', msgTxt: '心跳响应' }])
  })

  it('ends with its session, in every process, and not with others [N-7]', async () => {
    const token = await test.signIn('staff')
    const other = await bellOf('staff', await test.signIn('staff'), second)
    const here = await bellOf('staff', token)
    const there = await bellOf('staff', token, second)
    await test.call(token, 'POST', '/sys/logout', {})
    expect(await here.closed).toBe(4401)
    expect(await there.closed).toBe(4401)
    expect(other.socket.readyState).toBe(WebSocket.OPEN)
  })

  it('does not keep an idle session alive', async () => {
    const token = await test.signIn('staff')
    const here = await bellOf('staff', token)
    test.clock.ahead += 122 * 60_000
    here.socket.send('HeartBeat')
    await test.app.sessions.rightsChanged()
    expect(await here.closed).toBe(4401)
  })

  it('ends when it is flooded or says too much at once', async () => {
    const loud = await bellOf('staff', await test.signIn('staff'))
    for (let count = 0; count < 300; count++) loud.socket.send('x')
    expect(await loud.closed).toBe(1008)
    const long = await bellOf('staff', await test.signIn('staff'))
    long.socket.on('error', () => {})
    long.socket.send('x'.repeat(70_000))
    expect([1006, 1009]).toContain(await long.closed)
    expect((await test.call(await test.signIn('staff'), 'GET', '/sys/annountCement/listByUser')).status).toBe(
      200,
    )
  })

  it('is told to look again when the database could not be heard for a while', async () => {
    const here = await bellOf('staff', await test.signIn('staff'))
    await test.database.connections.writePool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'expo-listen' and datname = current_database()",
    )
    await expect.poll(() => here.heard, { timeout: 5000 }).toContainEqual({ cmd: 'topic' })
    const id = await publish({ titile: '又能听到' })
    await expect.poll(() => here.heard).toContainEqual({ cmd: 'topic', msgId: id, msgTxt: '又能听到' })
  })
})

describe('the socket of tables', () => {
  const say = ({ socket }: Ear, type: string, data: unknown) => socket.send(JSON.stringify({ type, data }))
  async function table(user: string, page: string, socketKeys: string[], app = test.app): Promise<Ear> {
    const ear = await listen(`/vxeSocket/${idOf(user)}/${page}`, await test.signIn(user), app)
    say(ear, 'heart_beat', { socketKeys })
    await expect.poll(() => ear.heard).toEqual([{ type: 'heart_beat', data: true }])
    ear.heard.length = 0
    return ear
  }
  const change = (socketKey: string, row: object) => ({ socketKey, args: { row, senderId: 'somebody' } })

  it('answers a heartbeat, also one that names no tables [socket-04, socket-05]', async () => {
    const ear = await table('staff', 'a', ['expo'])
    say(ear, 'heart_beat', null)
    await expect.poll(() => ear.heard).toEqual([{ type: 'heart_beat', data: true }])
    ear.socket.send('not json')
    say(ear, 'drop_table', {})
    say(ear, 'heart_beat', {})
    await expect.poll(() => ear.heard.length).toBe(2)
  })

  it('passes a changed row to the others who show the table, in every process, with its sender [socket-07]', async () => {
    const from = await table('staff', 'page-1', ['expo'])
    const same = await table('staff', 'page-2', ['expo', 'expo_entry'])
    const far = await table('admin', 'page-3', ['expo'], second)
    const elsewhere = await table('admin', 'page-4', ['expo_entry'], second)
    say(from, 'update_vxe_table', change('expo', { id: '1', name: '春季展', no_such_column: 'x' }))
    const expected = {
      type: 'update_vxe_table',
      data: { socketKey: 'expo', args: { row: { id: '1', name: '春季展' }, senderId: 'page-1' } },
    }
    await expect.poll(() => same.heard).toEqual([expected])
    await expect.poll(() => far.heard).toEqual([expected])
    await quiet()
    expect(from.heard).toEqual([])
    expect(elsewhere.heard).toEqual([])
  })

  it('passes events on, of lists and of opened records [socket-06]', async () => {
    const from = await table('staff', 'p1', ['expo_entry'])
    const to = await table('admin', 'p2', ['expo_entry'], second)
    const key = 'expo_entry'
    say(from, 'common_send_date', { key, args: { reload: true } })
    await expect
      .poll(() => to.heard)
      .toEqual([{ type: 'common_send_date', data: { key, args: { reload: true } } }])
  })

  it('tells a row too long for a notification by its id', async () => {
    const from = await table('staff', 'p1', ['expo'])
    const to = await table('admin', 'p2', ['expo'], second)
    say(from, 'update_vxe_table', change('expo', { id: '1', name: '长'.repeat(5000) }))
    await expect
      .poll(() => to.heard.map(({ data }) => data))
      .toEqual([{ socketKey: 'expo', args: { row: { id: '1' }, senderId: 'p1' } }])
  })

  it('is heard only by those who may list the form, and listens only to those who may edit it [A-9]', async () => {
    const admin = await table('admin', 'p1', ['expo_invoice', 'no_form', 'expo'])
    const staff = await table('staff', 'p2', ['expo_invoice', 'no_form', 'expo'])
    say(admin, 'update_vxe_table', change('expo_invoice', { id: '1' }))
    say(staff, 'update_vxe_table', change('expo_invoice', { id: '1' }))
    say(admin, 'update_vxe_table', change('no_form', { id: '1' }))
    await quiet()
    expect(admin.heard).toEqual([])
    expect(staff.heard).toEqual([])
    // Rights count as they are now, not as they were when the connection was opened.
    const { writePool } = test.database.connections
    await writePool.query(
      `delete from platform.sys_role_permission where permission_id in
         (select id from platform.sys_permission where perms = 'online:expo:list')`,
    )
    await test.app.sessions.rightsChanged()
    say(admin, 'update_vxe_table', change('expo', { id: '1' }))
    await quiet()
    expect(staff.heard).toEqual([])
    expect(staff.socket.readyState).toBe(WebSocket.OPEN)
  })
})

describe('the room of a record', () => {
  const path = '/online/cgform/api/form/expo_intention'
  const place = { sub: 'nothing', row: '1', field: 'name', isEditing: true }
  let id: string
  beforeAll(async () => {
    const { body } = await test.call(await test.signIn('admin'), 'POST', path, { title: 'room', kind: '1' })
    expect(body.success, body.message).toBe(true)
    id = body.result
  })
  async function enter(user: string, page: string, app = test.app, record = id): Promise<TableEar> {
    const keys = ['expo_intention', `expo_intention:${record}`]
    const ear = await openTableEar(app, { userId: idOf(user), token: await test.signIn(user), page, keys })
    open.push(ear.socket)
    return ear
  }
  const seen = (ear: TableEar) =>
    ear.people().map(({ senderId, name, isHere }) => `${senderId} ${name} ${isHere ? 'is here' : 'went'}`)

  it('tells in every process who came, who was there, and who closed [call-93]', async () => {
    const first = await enter('admin', 'p1')
    const far = await enter('staff', 'p2', second)
    await expect.poll(() => seen(first).length).toBe(1)
    await expect.poll(() => seen(far).length).toBe(1)
    const [{ name: staffName } = { name: '' }] = first.people()
    const [{ name: adminName } = { name: '' }] = far.people()
    expect(seen(first)).toEqual([`p2 ${staffName} is here`])
    expect(seen(far)).toEqual([`p1 ${adminName} is here`])
    expect(staffName).not.toBe(adminName)
    first.say('tell_place', { socketKey: `expo_intention:${id}`, place })
    await expect.poll(() => far.people().length).toBe(2)
    // There is no such sub table: nothing is said of it.
    expect(far.people()[1]).toMatchObject({ socketKey: `expo_intention:${id}`, place: null, isHere: true })
    first.socket.close()
    await expect.poll(() => seen(far).at(-1)).toBe(`p1 ${adminName} went`)
    // Whoever leaves the record and keeps the line is gone, too, and hears no more.
    const again = await enter('admin', 'p3')
    await expect.poll(() => seen(again).length).toBe(1)
    far.say('heart_beat', { socketKeys: ['expo_intention'] })
    await expect.poll(() => seen(again).at(-1)).toBe(`p2 ${staffName} went`)
    const told = far.people().length
    again.say('tell_place', { socketKey: `expo_intention:${id}`, place: null })
    await quiet()
    expect(far.people().length).toBe(told)
  })

  it("lets two people change one sub table: each hears of the other's save, and no cell is lost", async () => {
    const company = '/online/cgform/api/form/expo_exhibition'
    const [admin, staff] = [await test.signIn('admin'), await test.signIn('staff')]
    const { body: expos } = await test.call(admin, 'GET', '/online/cgform/api/getData/expo?pageSize=1')
    const contacts = ['Ann', 'Bob'].map((name, at) => ({ name, phone: `1380000000${at}` }))
    const first = { name: 'two people', expo_id: expos.result.records[0].id, expo_contact: contacts }
    const { body: added } = await test.call(admin, 'POST', company, first)
    expect(added.success, added.message).toBe(true)
    const record = added.result as string
    const sub = (row: string) => ({ sub: 'expo_contact', row, field: 'name', isEditing: true })
    const room = `expo_exhibition:${record}`
    const keys = ['expo_exhibition', room]
    const mine = await openTableEar(test.app, { userId: idOf('admin'), token: admin, page: 'p1', keys })
    const theirs = await openTableEar(second, { userId: idOf('staff'), token: staff, page: 'p2', keys })
    open.push(mine.socket, theirs.socket)
    const read = async (token: string) => (await test.call(token, 'GET', `${company}/${record}`)).body.result
    const rename = (row: Record<string, Record<string, unknown>[]>, from: string, to: string) =>
      row.expo_contact?.map((one) => (one.name === from ? { ...one, name: to } : one))
    const save = async (token: string, page: string, row: object) =>
      test.call(token, 'PUT', company, row, { headers: { 'x-page-id': page } })

    const [readHere, readThere] = [await read(admin), await read(staff)]
    const bob = readThere.expo_contact.find(({ name }: { name: string }) => name === 'Bob').id as string
    theirs.say('tell_place', { socketKey: room, place: sub(bob) })
    await expect.poll(() => mine.people().at(-1)?.place).toEqual(sub(bob))
    const kept = await save(staff, 'p2', { ...readThere, expo_contact: rename(readThere, 'Bob', 'Bobby') })
    expect(kept.body.success, kept.text).toBe(true)
    const news = { form: 'expo_exhibition', changed: [record], added: [], isMany: false }
    await expect.poll(() => mine.heard).toContainEqual({ type: 'rows_changed', data: news })

    // Whoever did not read again is refused, and told what is there now.
    const late = await save(admin, 'p1', { ...readHere, expo_contact: rename(readHere, 'Ann', 'Anna') })
    expect(late.status).toBe(409)
    const again = await read(admin)
    expect((await save(admin, 'p1', { ...again, expo_contact: rename(again, 'Ann', 'Anna') })).status).toBe(
      200,
    )
    await expect.poll(() => theirs.heard).toContainEqual({ type: 'rows_changed', data: news })
    const names = (await read(staff)).expo_contact.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['Anna', 'Bobby'])
  })

  it('is none where there is no such record, and nothing is said in one that was not joined', async () => {
    const here = await enter('staff', 'outside', test.app, 'no-such-record')
    const there = await enter('admin', 'there', test.app, 'no-such-record')
    const room = await enter('admin', 'inside')
    here.say('tell_place', { socketKey: 'expo_intention:no-such-record', place })
    here.say('tell_place', { socketKey: `expo_intention:${id}`, place })
    here.say('tell_place', { socketKey: 'expo_intention', place })
    here.say('presence', { socketKey: `expo_intention:${id}`, senderId: 'p9', name: '某人', isHere: true })
    await quiet()
    expect([...there.people(), ...here.people()]).toEqual([])
    expect(seen(room).filter((one) => !one.endsWith('went'))).toEqual([])
  })

  it('is closed with the session [N-7]', async () => {
    const token = await test.signIn('staff')
    const ear = await listen(`/vxeSocket/${idOf('staff')}/p1`, token)
    await test.call(token, 'POST', '/sys/logout', {})
    expect(await ear.closed).toBe(4401)
  })

  it('is for pages of our own origin, and ends when it is flooded or too much is said at once', async () => {
    const token = await test.signIn('staff')
    const line = `/vxeSocket/${idOf('staff')}/p1`
    expect(await refusal(dial(line, ['expo', token], test.app, { origin: 'https://evil.example' }))).toBe(403)
    expect(await refusal(dial(line, ['expo']))).toBe(401)
    const loud = await enter('staff', 'p1')
    const closed = once(loud.socket, 'close')
    for (let count = 0; count < 300; count++)
      loud.say('tell_place', { socketKey: `expo_intention:${id}`, place })
    expect((await closed)[0]).toBe(1008)
    const long = await listen(line, token)
    long.socket.on('error', () => {})
    long.socket.send('x'.repeat(70_000))
    expect([1006, 1009]).toContain(await long.closed)
  })
})

describe('changed rows of lists', () => {
  const told = ({ heard }: Ear) => heard.filter(({ type }) => type === 'rows_changed').map(({ data }) => data)
  async function list(token: string, user: string, page: string, app = test.app): Promise<Ear> {
    const ear = await listen(`/vxeSocket/${idOf(user)}/${page}`, token, app)
    ear.socket.send(
      JSON.stringify({ type: 'heart_beat', data: { socketKeys: ['sys_position', 'sys_role'] } }),
    )
    await expect.poll(() => ear.heard).toEqual([{ type: 'heart_beat', data: true }])
    return ear
  }
  const path = '/online/cgform/api/form/sys_position'
  const add = async (token: string, code: string, headers = {}): Promise<string> =>
    (await test.call(token, 'POST', path, { code, name: code, postRank: '1' }, { headers })).body.result

  it('are named by their keys to those who show the list and may see it, in every process, without what is in them', async () => {
    const admin = await test.signIn('admin')
    const here = await list(admin, 'admin', 'p1')
    const far = await list(admin, 'admin', 'p2', second)
    const staff = await list(await test.signIn('staff'), 'staff', 'p3')
    const bell = await bellOf('admin', admin)
    const id = await add(admin, 'live-one')
    const news = { form: 'sys_position', changed: [], added: [id], isMany: false }
    await expect.poll(() => told(here)).toEqual([news])
    await expect.poll(() => told(far)).toEqual([news])
    await test.call(admin, 'DELETE', `${path}/${id}`)
    await expect.poll(() => told(far)).toEqual([news, { ...news, changed: [id], added: [] }])
    await quiet()
    expect(told(staff)).toEqual([])
    expect(bell.heard).toEqual([])
  })

  it('are not told to the page that changed them, nor where nothing was kept', async () => {
    const admin = await test.signIn('admin')
    const own = await list(admin, 'admin', 'p1')
    const other = await list(admin, 'admin', 'p2')
    const id = await add(admin, 'live-two', { 'x-page-id': 'p1' })
    await expect.poll(() => told(other)).toHaveLength(1)
    // The code is taken.
    await add(admin, 'live-two')
    await test.call(admin, 'DELETE', `${path}/${id}`, undefined, { headers: { 'x-page-id': 'p1' } })
    await expect.poll(() => told(other)).toHaveLength(2)
    await quiet()
    expect(told(own)).toEqual([])
    expect(told(other)).toHaveLength(2)
  })

  it('are not told to other tenants', async () => {
    const { writePool } = test.database.connections
    await writePool.query("insert into platform.sys_tenant (id, name) values (2, '乙')")
    await writePool.query(
      `insert into platform.sys_role (id, role_name, role_code, tenant_id) values ('other-admin', '管理员', 'admin', 2)`,
    )
    await writePool.query(
      `insert into platform.sys_user_tenant (user_id, tenant_id) values ('${idOf('designer')}', 2)`,
    )
    await writePool.query(
      `insert into platform.sys_user_role (id, user_id, role_id, tenant_id)
       values ('other-admin', '${idOf('designer')}', 'other-admin', 2)`,
    )
    await test.app.sessions.rightsChanged()
    const designer = await test.signIn('designer')
    const moved = await test.call(designer, 'POST', '/sys/selectTenant', { tenantId: 2 })
    expect(moved.status, moved.text).toBe(200)
    const there = await list(designer, 'designer', 'p1')
    const here = await list(await test.signIn('admin'), 'admin', 'p2')
    const seen = await add(designer, 'live-there', { 'tenant-id': '2' })
    await expect.poll(() => told(there)).toMatchObject([{ added: [seen] }])
    const hidden = await add(await test.signIn('admin'), 'live-here')
    await expect.poll(() => told(here)).toMatchObject([{ added: [hidden] }])
    await quiet()
    expect(told(there)).toHaveLength(1)
  })

  it('are one message where many are changed at once, and nobody but the server says so', async () => {
    const admin = await test.signIn('admin')
    const ear = await list(admin, 'admin', 'p1')
    const ids = await Promise.all(['a', 'b', 'c'].map((one) => add(admin, `live-many-${one}`)))
    await expect.poll(() => told(ear)).toHaveLength(1)
    expect(new Set((told(ear)[0] as { added: string[] }).added)).toEqual(new Set(ids))
    const from = await list(admin, 'admin', 'p2')
    const data = { form: 'sys_position', changed: ['1'], added: [], isMany: false }
    from.socket.send(JSON.stringify({ type: 'rows_changed', data }))
    await quiet()
    expect(told(ear)).toHaveLength(1)
  })
})

describe('stopping', () => {
  it('says good-bye to every connection and does not wait for the silent', async () => {
    const connections = openConnections(test.database.connect)
    const documents = await createDocuments({ dirs: ['schemas/pages'], pool: connections.writePool })
    const config = readConfig({ LOG_LEVEL: 'silent' }, '/nowhere')
    const third = await buildApp({ config, connections, documents, now: () => Date.now() + test.clock.ahead })
    await third.server.listen({ port: 0, host: '127.0.0.1' })
    const here = await bellOf('staff', await test.signIn('staff'), third)
    const silent = await bellOf('staff', await test.signIn('staff'), third)
    // A telephone that lost its network: nothing comes from it any more.
    silent.socket.pause()
    await third.close()
    expect(await here.closed).toBe(1001)
    documents.close()
    await connections.close()
  })
})
