import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API, createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { fileForm, PDF, PNG } from '#tests/helpers/sent-files.ts'

const FORM = '/online/cgform/api/form/oss_file'

describe('the OSS file list: a document over oss_file', () => {
  let test: TestApp
  let admin = ''
  let dataDir = ''
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'oss-files-'))
    test = await createTestApp({ env: { DATA_DIR: dataDir } })
    admin = await test.signIn('admin')
  })
  afterAll(async () => {
    await test.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const send = async (token: string | null, name: string, bytes: Buffer | null, path = '/sys/oss/file') => {
    const { payload, headers } = fileForm(name, bytes)
    return test.call(token, 'POST', `${path}/upload`, payload, { headers })
  }
  const said = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
    (await test.call(admin, method, `/sys/oss/file${url}`, body)).body
  /** Reads an address as a browser without a session does. */
  const opened = (address: string) => test.call(null, 'GET', address.replace(API, ''))
  const count = async (sql: string) =>
    (await test.database.connections.writePool.query<{ count: number }>(`select count(*)::int ${sql}`))
      .rows[0]?.count

  it('an upload is kept and listed, under its name and with an address that opens it [screen-123]', async () => {
    const sent = await send(admin, '展位 合同.pdf', PDF)
    expect(sent.body).toMatchObject({ success: true, message: '上传成功！' })
    const { records, total } = (await said('GET', '/list?fileName=*合同*&pageNo=1&pageSize=10')).result
    expect(total).toBe(1)
    expect(records[0]).toMatchObject({ id: sent.body.result, fileName: '展位 合同.pdf', createBy: 'admin' })
    const file = await opened(records[0].url)
    expect([file.status, file.text]).toEqual([200, PDF.toString()])
    // On our own screen the same record names the path of the file.
    const { body } = await test.call(admin, 'GET', `${FORM}/${sent.body.result}`)
    expect(body.result.url).toMatch(/^oss\/\d{4}\/\d{2}\/[0-9a-f]{32}\.pdf$/)
    expect(body.result._files[body.result.url]).toMatchObject({ name: '展位 合同.pdf', url: records[0].url })
  })

  it('a form keeps an upload too; it is called as the file where no name is given [screen-123]', async () => {
    const path = (await send(admin, 'hall plan.png', PNG, '/sys/common')).body.message
    const { result: id } = (await test.call(admin, 'POST', FORM, { url: path })).body
    const row = (await said('GET', `/queryById?id=${id}`)).result
    expect(row).toMatchObject({ fileName: 'hall plan.png', url: path })
    expect(await said('PUT', '/edit', { ...row, fileName: 'renamed' })).toMatchObject({ success: true })
    expect((await said('GET', '/list?fileName=renamed')).result.records).toMatchObject([
      { id, url: expect.stringContaining(`${path}?`) },
    ])
    expect(await said('POST', '/add', { fileName: 'nothing' })).toMatchObject({ success: false, code: 422 })
  })

  it('a deleted file leaves the list at once, and what it held is left to the sweep [screen-123]', async () => {
    const held = "from platform.sys_file where file_name = 'gone.pdf' and free_since is null"
    const { result: id } = (await send(admin, 'gone.pdf', PDF)).body
    expect(await count(held)).toBe(1)
    expect(await said('DELETE', `/delete?id=${id}`)).toMatchObject({ success: true, message: '删除成功!' })
    expect((await said('GET', '/list?fileName=gone.pdf')).result.total).toBe(0)
    expect(await count(held)).toBe(0)
  })

  it('what is no file, or one that runs, is refused and not listed', async () => {
    expect((await send(admin, 'a.html', Buffer.from('<script>1</script>'))).body.success).toBe(false)
    expect((await send(admin, '', null)).status).toBe(400)
    expect((await test.call(admin, 'POST', '/sys/oss/file/upload', { file: 'x' })).status).toBe(400)
    expect(await count("from platform.oss_file where file_name like 'a.%' or file_name is null")).toBe(0)
  })

  it('needs its rights, and belongs to its tenant', async () => {
    const staff = await test.signIn('staff')
    const { result: id } = (await send(admin, 'mine.pdf', PDF)).body
    expect((await send(staff, 'theirs.pdf', PDF)).status).toBe(403)
    expect((await send(null, 'nobody.pdf', PDF)).status).toBe(401)
    for (const [method, url] of [
      ['GET', '/list'],
      ['GET', `/queryById?id=${id}`],
      ['DELETE', `/delete?id=${id}`],
    ] as const)
      expect((await test.call(staff, method, `/sys/oss/file${url}`)).status, url).toBe(403)
    const { url } = (await test.call(admin, 'GET', `${FORM}/${id}`)).body.result
    expect((await test.call(staff, 'GET', `/sys/common/static/${url}`)).status).toBe(404)
    await test.database.connections.writePool.query(`
      insert into platform.sys_tenant (id, name) values (2, '乙');
      insert into platform.oss_file (id, tenant_id, file_name, url) values ('other', 2, 'other', '${url}')`)
    expect((await test.call(admin, 'GET', '/sys/oss/file/queryById?id=other')).status).toBe(404)
    expect((await said('GET', '/list?fileName=other')).result.total).toBe(0)
  })
})
