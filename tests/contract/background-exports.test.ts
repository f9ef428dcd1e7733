import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { API, createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'

const ROWS = 12_000

describe('exports that are made in the background', () => {
  let test: TestApp
  let admin = ''
  let staff = ''
  const dir = mkdtempSync(join(tmpdir(), 'documents-'))
  const dataDir = mkdtempSync(join(tmpdir(), 'exports-'))

  beforeAll(async () => {
    const many = formDocument(
      'many',
      { name: { type: 'string', title: '名称' }, cost: { type: 'integer', title: '成本' } },
      {
        title: '很多行',
        list: { columns: ['name', 'cost'], query: ['name'], sort: 'name' },
        permissions: { columns: [{ field: 'cost', control: 'visible' }] },
      },
    )
    writeFileSync(join(dir, 'many.form.json'), JSON.stringify(many))
    test = await createTestApp({ dirs: ['schemas/pages', dir], env: { DATA_DIR: dataDir } })
    ;[admin, staff] = [await test.signIn('admin'), await test.signIn('staff')]
    await test.database.connections.writePool.query(`
      insert into data.many (id, _tenant, _version, name, cost)
        select n::text, 1, 1, lpad(n::text, 6, '0'), n from generate_series(1, ${ROWS}) n;
      insert into platform.sys_permission (id, name, menu_type, perms) values ('many', '导出', 2, 'online:many:export');
      insert into platform.sys_role_permission (id, role_id, permission_id)
        select 'many', id, 'many' from platform.sys_role where role_code = 'staff'`)
    await test.app.sessions.rightsChanged()
  })
  afterAll(async () => {
    await test.close()
    rmSync(dir, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  })
  const query = async (text: string) => (await test.database.connections.writePool.query(text)).rows
  const grantExport = async (granted: boolean) => {
    await query(
      `update platform.sys_permission set perms = '${granted ? 'online:many:export' : ''}' where id = 'many'`,
    )
    await test.app.sessions.rightsChanged()
  }
  beforeEach(() => query('delete from platform.export_order'))
  afterEach(() => grantExport(true))

  const order = async (token: string, body: object = {}) =>
    (await test.call(token, 'POST', '/online/export/many', { query: {}, background: true, ...body })).body
  const own = async (token: string) =>
    (await test.call(token, 'GET', '/online/cgform/api/getData/my_export')).body.result.records
  /** One run of the job. */
  async function work(signal = new AbortController().signal) {
    const said: string[] = []
    await test.app.jobClasses.export?.({
      parameter: '',
      say: (line) => said.push(line),
      idle: () => said.push('idle'),
      signal,
    })
    return said
  }
  const address = (token: string, id: string) => test.call(token, 'GET', `/online/myExport/address?id=${id}`)
  const get = (url: string, headers: Record<string, string> = {}) =>
    test.app.server.inject({ method: 'GET', url, headers })
  /** Lets nobody read the rows until it is let go. */
  async function hold() {
    const client = await test.database.connections.writePool.connect()
    await client.query('begin; lock table data.many in access exclusive mode')
    return async () => {
      await client.query('rollback')
      client.release()
    }
  }
  const notices = async (token: string) =>
    (await test.call(token, 'GET', '/sys/annountCement/listByUser')).body.result.sysMsgList
  const act = (token: string, action: string, id: string) =>
    test.call(token, 'POST', `/online/action/my_export/${action}`, { ids: [id] })

  it('are ordered where rows are many, told in the bell, and downloaded in parts by who ordered them', async () => {
    const answer = await order(staff)
    expect(answer).toMatchObject({
      success: true,
      message: '数据较多，已转为后台导出，完成后会通知您',
      result: { total: ROWS },
    })
    expect(await own(staff)).toMatchObject([{ title: '很多行', status: '0', status_dictText: '等待' }])
    expect(await work()).toEqual(['后台导出：1 个'])
    const [done] = await own(staff)
    expect(done).toMatchObject({ status: '2', progress: String(ROWS), error: null })
    expect(await notices(staff)).toContainEqual(
      expect.objectContaining({
        titile: '导出完成：很多行',
        openType: 'component',
        openPage: 'my_export',
      }),
    )

    const { body } = await address(staff, done.id)
    expect(body.result.name).toBe('很多行.xlsx')
    const whole = await get(body.result.path)
    expect([whole.statusCode, whole.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('attachment'),
    ])
    const [sheet] = (await readXlsx(new Uint8Array(whole.rawPayload))).sheets
    expect(sheet?.rows).toHaveLength(ROWS + 3)
    // The columns that staff may see, and no others.
    expect(sheet?.rows[2]).toEqual(['名称'])
    const etag = String(whole.headers.etag)
    const rest = await get(body.result.path, { range: 'bytes=100-', 'if-range': etag })
    expect([rest.statusCode, rest.rawPayload.equals(whole.rawPayload.subarray(100))]).toEqual([206, true])
    // Of another file nothing is gone on with.
    expect((await get(body.result.path, { range: 'bytes=100-', 'if-range': '"other"' })).statusCode).toBe(200)
    expect((await get(body.result.path, { 'if-none-match': etag })).statusCode).toBe(304)

    expect((await address(admin, done.id)).status).toBe(404)
    expect(await own(admin)).toEqual([])
    expect((await act(admin, 'remove', done.id)).status).toBe(404)
    expect((await act(staff, 'remove', done.id)).body.success).toBe(true)
    await expect.poll(async () => (await get(body.result.path)).statusCode).toBe(404)
  })

  it('are sent at once where rows are few, chosen, or the caller takes no orders', async () => {
    for (const body of [{ query: { name: '00001*' } }, { selections: '1,2' }, { background: false }]) {
      const { headers, statusCode } = await test.app.server.inject({
        method: 'POST',
        url: `${API}/online/export/many`,
        headers: { 'x-access-token': staff },
        payload: { query: {}, background: true, exportFields: 'name', format: 'csv', ...body },
      })
      expect([body, statusCode, headers['content-type']]).toEqual([body, 200, 'text/csv; charset=utf-8'])
    }
    expect(await own(staff)).toEqual([])
    expect(await work()).toEqual(['idle'])
  })

  it('act with the rights of the moment, and say why they fail', async () => {
    await order(staff)
    await grantExport(false)
    await work()
    expect(await own(staff)).toMatchObject([{ status: '3', error: '您已没有导出该数据的权限' }])
    expect(await notices(staff)).toContainEqual(
      expect.objectContaining({
        titile: '导出失败：很多行',
        msgContent: '原因：您已没有导出该数据的权限',
      }),
    )
    const [failed] = await own(staff)
    expect((await address(staff, failed.id)).status).toBe(404)
  })

  it('are three at a time for a user, and can be cancelled', async () => {
    for (let at = 0; at < 3; at++) expect((await order(staff)).success).toBe(true)
    expect((await order(staff)).message).toBe('最多同时进行 3 个后台导出，请等待其完成或取消')
    expect((await order(admin)).success).toBe(true)
    const [first] = await own(staff)
    // Nobody cancels what another user ordered.
    expect((await act(admin, 'cancel', first.id)).status).toBe(404)
    for (const { id } of await own(staff)) expect((await act(staff, 'cancel', id)).body.success).toBe(true)
    expect(await work()).toEqual(['后台导出：1 个'])
    expect(await own(staff)).toMatchObject([{ status: '4' }, { status: '4' }, { status: '4' }])
  })

  it('that are cancelled while they are made end, without a file and without a message', async () => {
    const files = () => query("select count(*)::int as n from platform.sys_file where path like 'export/%'")
    const [filesBefore, told] = [await files(), await notices(staff)]
    await order(staff)
    const letGo = await hold()
    const running = work()
    await expect.poll(async () => (await own(staff))[0]?.status).toBe('1')
    const [{ id }] = await own(staff)
    await act(staff, 'cancel', id)
    await letGo()
    await running
    expect(await own(staff)).toMatchObject([{ status: '4' }])
    expect(await files()).toEqual(filesBefore)
    expect(await notices(staff)).toEqual(told)
    expect(readdirSync(join(dataDir, 'files', '.arrivals'))).toEqual([])
  })

  it('begin again after the end of their process, and leave no half file', async () => {
    await order(staff)
    await query("update platform.export_order set status = '1', attempts = 1")
    await work()
    expect(await own(staff)).toMatchObject([{ status: '2' }])
    expect(readdirSync(join(dataDir, 'files', '.arrivals'))).toEqual([])
    // What ended three processes may be why they ended.
    await query("update platform.export_order set status = '1', attempts = 3")
    await work()
    expect(await own(staff)).toMatchObject([{ status: '3', error: '导出进程多次中止，请缩小范围后重试' }])
  })

  it('wait again when the server stops', async () => {
    await order(staff)
    const stop = new AbortController()
    const letGo = await hold()
    const running = work(stop.signal)
    await expect.poll(async () => (await own(staff))[0]?.status).toBe('1')
    stop.abort()
    await letGo()
    await running
    expect(await own(staff)).toMatchObject([{ status: '0' }])
    expect(readdirSync(join(dataDir, 'files', '.arrivals'))).toEqual([])
  })

  it('are gone after a week, with their files', async () => {
    await order(staff)
    await work()
    const cleanUp = test.app.jobClasses['clean-up']
    const run = {
      parameter: '',
      say: () => undefined,
      idle: () => undefined,
      signal: new AbortController().signal,
    }
    await cleanUp?.(run)
    expect(await own(staff)).toHaveLength(1)
    const [before] = await query(
      "select count(*)::int as n from platform.sys_file where path like 'export/%'",
    )
    await query(`update platform.export_order set end_time = end_time - interval '8 days';
      update platform.sys_file set free_since = free_since - interval '8 days' where path like 'export/%'`)
    await cleanUp?.(run)
    expect(await own(staff)).toEqual([])
    expect(before).not.toEqual({ n: 0 })
    expect(
      await query("select count(*)::int as n from platform.sys_file where path like 'export/%'"),
    ).toEqual([{ n: 0 }])
  })
})
