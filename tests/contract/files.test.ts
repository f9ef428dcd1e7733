import { createHmac } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API, createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'
import { fileForm, PDF, PNG } from '#tests/helpers/sent-files.ts'

const FORM = '/online/cgform/api/form/attached'

describe('stored files', () => {
  let test: TestApp
  let admin = ''
  let staff = ''
  let dataDir = ''
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'files-'))
    const dir = mkdtempSync(join(tmpdir(), 'documents-'))
    mkdirSync(join(dir, 'x'))
    const text = { type: 'string' as const }
    writeFileSync(
      join(dir, 'x', 'attached.form.json'),
      JSON.stringify(
        formDocument(
          'attached',
          {
            name: text,
            owner: text,
            photo: { ...text, view: 'image', maxLength: 1000 },
            papers: { ...text, view: 'file', maxLength: 1000 },
            scans: { ...text, view: 'file', maxLength: 1000, options: { only: 'file', maxSize: 1 } },
            open: { ...text, view: 'image', maxLength: 1000, options: { public: true } },
            words: { ...text, view: 'umeditor' },
          },
          {
            permissions: {
              columns: [{ field: 'papers', control: 'visible' }],
              rows: [{ code: 'own', title: '自己的', where: { field: 'owner', rule: 'eq', val: 'staff' } }],
            },
          },
        ),
      ),
    )
    writeFileSync(
      join(dir, 'x', 'attached.menu.json'),
      JSON.stringify({
        kind: 'menu',
        id: 'attached',
        title: '附件',
        path: '/x/attached',
        form: 'attached',
        actions: ['add'],
      }),
    )
    test = await createTestApp({ dirs: ['schemas/pages', dir], env: { DATA_DIR: dataDir } })
    ;[admin, staff] = [await test.signIn('admin'), await test.signIn('staff')]
  })
  afterAll(async () => {
    await test.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const send = async (
    token: string | null,
    name: string,
    bytes: Buffer,
    more: Record<string, string> = {},
  ) => {
    const { payload, headers } = fileForm(name, bytes, more)
    return test.call(token, 'POST', '/sys/common/upload', payload, { headers })
  }
  const uploaded = async (token: string, name: string, bytes: Buffer, more = {}) => {
    const { body } = await send(token, name, bytes, more)
    expect(body, name).toMatchObject({ success: true })
    return body.result
  }
  const read = (token: string | null, path: string, more: object = {}) =>
    test.call(token, 'GET', `/sys/common/static/${path}`, undefined, more)
  /** What the clean-up job says. */
  const swept = async (): Promise<string[]> => {
    const lines: string[] = []
    await test.app.jobClasses['clean-up']?.({
      parameter: '',
      say: (line: string) => lines.push(line),
      idle() {},
      signal: new AbortController().signal,
    })
    return lines
  }
  const add = async (values: object): Promise<string> => {
    const { body } = await test.call(admin, 'POST', FORM, values)
    expect(body).toMatchObject({ success: true })
    return body.result
  }
  const sql = async (text: string, values: unknown[] = []) =>
    (await test.database.connections.writePool.query(text, values)).rows

  const grant = async (permission: string) => {
    await sql(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select gen_random_uuid()::text, r.id, p.id from platform.sys_role r, platform.sys_permission p
       where r.role_code = 'staff' and p.perms = $1 on conflict do nothing`,
      [permission],
    )
    await test.app.sessions.rightsChanged()
  }
  const grantForm = async (kind: string, key: string) => {
    await sql(
      `insert into platform.form_grant (role_id, form_code, kind, key)
       select id, 'attached', $1, $2 from platform.sys_role where role_code = 'staff'`,
      [kind, key],
    )
    await test.app.sessions.rightsChanged()
  }

  it('an upload answers the stored path as message, described [upload-04, upload-10, call-88, editor-09, editor-10]', async () => {
    const { body } = await send(admin, '展位 照片.jpg', PNG)
    expect(body).toMatchObject({ success: true, code: 200 })
    // By content a PNG, whatever it is called.
    expect(body.message).toMatch(/^temp\/\d{4}\/\d{2}\/[0-9a-f]{32}\.png$/)
    expect(body.result).toMatchObject({
      path: body.message,
      name: '展位 照片.jpg',
      size: PNG.length,
      type: 'image/png',
      thumb: expect.stringContaining('thumb=1'),
      fileName: '展位 照片.jpg',
      fileUrl: body.result.url,
      msg: '上传成功！',
    })
    for (const path of ['/sys/upload/uploadMinio', '/sys/common/upload']) {
      const { payload, headers } = fileForm('a.pdf', PDF, { biz: 'jeditor', isup: '1', jeditor: '1' })
      const answer = await test.call(admin, 'POST', path, payload, { headers })
      expect(answer.body.message).toMatch(/^jeditor\/\d{4}\/\d{2}\/[0-9a-f]{32}\.pdf$/)
    }
  })

  it('is what its content says, and nothing that runs [F-1]', async () => {
    const html = Buffer.from('<script>alert(1)</script>')
    for (const name of ['a.html', 'a.svg', 'a.js', 'a.xml', 'a.php', 'a.jsp', 'a.exe', 'noending'])
      expect((await send(admin, name, html)).body, name).toMatchObject({
        success: false,
        message: expect.stringMatching(/不能上传|不允许上传/),
      })
    for (const name of ['a.png', 'a.pdf', 'a.docx'])
      expect((await send(admin, name, html)).body, name).toMatchObject({
        success: false,
        message: '文件内容与扩展名不符，不能上传',
      })
    expect((await send(admin, 'a.txt', Buffer.from('\0\0\0'))).body.success).toBe(false)
    // A text of a page stays a text: stored by the browser, never drawn.
    const text = await uploaded(admin, 'page.txt', html)
    const shown = await test.call(null, 'GET', text.url)
    expect(shown.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(readdirSync(join(dataDir, 'files', '.arrivals'))).toEqual([])
  })

  it('lies under a name of the server, below the folder of files [F-2]', async () => {
    for (const biz of ['../x', 'a/b', '/etc', '..', 'a b'])
      expect((await send(admin, 'a.png', PNG, { biz })).status, biz).toBe(400)
    const { path, name } = await uploaded(admin, '../../etc/passwd\u202egnp.png', PNG)
    expect(name).toBe('passwdgnp.png')
    expect(existsSync(join(dataDir, 'files', path))).toBe(true)
    for (const tried of [
      '../secret.key',
      '%2e%2e/secret.key',
      'temp/../../secret.key',
      '.arrivals/x',
      'temp',
    ])
      expect((await read(admin, tried)).status, tried).toBe(404)
    // A link that leads out of the folder leads nowhere.
    const outside = join(dataDir, 'outside.png')
    writeFileSync(outside, PNG)
    rmSync(join(dataDir, 'files', path))
    symlinkSync(outside, join(dataDir, 'files', path))
    expect((await read(admin, path)).status).toBe(404)
  })

  it('is answered under its own name, whole or in part, small or large [call-01, F-3]', async () => {
    const picture = await uploaded(admin, '照片"1".png', PNG)
    expect(picture.url).toMatch(new RegExp(`^${API}/sys/common/static/${picture.path}[?]`))
    const whole = await test.app.server.inject({ method: 'GET', url: picture.url })
    expect(whole.rawPayload.equals(PNG)).toBe(true)
    expect(whole.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="___1_.png"; filename*=UTF-8''%E7%85%A7%E7%89%87%221%22.png`,
      'x-content-type-options': 'nosniff',
    })
    const part = await test.app.server.inject({
      method: 'GET',
      url: picture.url,
      headers: { range: 'bytes=1-3' },
    })
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      206,
      'PNG',
      `bytes 1-3/${PNG.length}`,
    ])
    const none = await test.app.server.inject({
      method: 'GET',
      url: picture.url,
      headers: { range: 'bytes=999999-' },
    })
    expect(none.statusCode).toBe(416)
    const small = await test.app.server.inject({ method: 'GET', url: picture.thumb })
    expect(small.headers['content-type']).toBe('image/webp')
    expect(small.rawPayload.subarray(0, 4).toString()).toBe('RIFF')
    const stored = await test.call(null, 'GET', `${picture.url}&download=1`)
    expect(stored.headers['content-disposition']).toMatch(/^attachment; /)
  })

  it('is read by whoever sees the record and the column that name it, and by nobody else [F-4]', async () => {
    const [photo, paper] = [await uploaded(admin, 'p.png', PNG), await uploaded(admin, 'p.pdf', PDF)]
    // Nobody knows of it but who sent it.
    expect((await read(admin, photo.path)).status).toBe(200)
    expect((await read(staff, photo.path)).status).toBe(404)
    expect((await read(null, photo.path)).status).toBe(404)
    const id = await add({ name: '一', owner: 'staff', photo: photo.path, papers: paper.path })
    expect((await read(staff, photo.path)).status).toBe(404)

    await grant('online:attached:list')
    expect((await read(staff, photo.path)).status).toBe(404)
    await grantForm('row', 'own')
    expect((await read(staff, photo.path)).status).toBe(200)
    expect((await read(staff, paper.path)).status).toBe(404)
    const seen = (await test.call(staff, 'GET', `${FORM}/${id}`)).body.result
    expect(Object.keys(seen._files)).toEqual([photo.path])
    await grantForm('visible', 'papers')
    expect((await read(staff, paper.path)).status).toBe(200)

    const row = (await test.call(admin, 'GET', `${FORM}/${id}`)).body.result
    expect(row._files).toEqual({
      [photo.path]: expect.objectContaining({ name: 'p.png', type: 'image/png', size: PNG.length }),
      [paper.path]: expect.objectContaining({ name: 'p.pdf' }),
    })
    const listed = (await test.call(admin, 'GET', '/online/cgform/api/getData/attached')).body.result
    expect(Object.keys(listed.records[0]._files)).toHaveLength(2)
    expect((await test.call(null, 'GET', row._files[photo.path].url)).status).toBe(200)
  })

  it('an address works for a short time, and for its own file', async () => {
    const { url, path } = await uploaded(admin, 's.png', PNG)
    const other = await uploaded(admin, 't.png', PNG)
    expect((await test.call(null, 'GET', url)).status).toBe(200)
    expect((await test.call(null, 'GET', url.replace(path, other.path))).status).toBe(404)
    expect((await test.call(null, 'GET', url.replace(/until=\d+/, 'until=9999999999'))).status).toBe(404)
    const forged = createHmac('sha256', 'guessed').update(path).digest('base64url')
    expect((await test.call(null, 'GET', url.replace(/sign=.*/, `sign=${forged}`))).status).toBe(404)
    test.clock.ahead = 61 * 60_000
    expect((await test.call(null, 'GET', url)).status).toBe(404)
    test.clock.ahead = 0
  })

  it('is open to everybody where the document says public', async () => {
    const { path } = await uploaded(admin, 'open.png', PNG)
    expect((await read(null, path)).status).toBe(404)
    await add({ name: '公开', open: path })
    expect((await read(null, path)).status).toBe(200)
  })

  it('cannot be had by naming it in a record of one’s own [F-4]', async () => {
    const { path } = await uploaded(staff, 'mine.png', PNG)
    await sql("update platform.sys_file set tenant_id = 99, owner_id = 'somebody' where path = $1", [path])
    const { body } = await test.call(admin, 'POST', FORM, { name: '偷', photo: path })
    expect(body).toMatchObject({ success: false, message: '文件已不存在，请重新上传' })
    const unknown = await test.call(admin, 'POST', FORM, {
      name: '无',
      photo: `temp/2026/01/${'0'.repeat(32)}.png`,
    })
    expect(unknown.body.success).toBe(false)
    // What lies elsewhere is only an address, and what came with rows of another system a text.
    await add({ name: '旧', photo: 'temp/old_1589.png' })
    await add({ name: '外', photo: 'https://example.com/a.png' })
  })

  it('is what its field takes, judged by its content, when it is sent and when it is named [upload-12, upload-13]', async () => {
    const large = Buffer.concat([PDF, Buffer.alloc(1024 * 1024)])
    const [photo, paper, heavy] = [
      await uploaded(admin, 'p.png', PNG),
      await uploaded(admin, 'p.pdf', PDF),
      await uploaded(admin, 'h.pdf', large),
    ]
    for (const [field, name, bytes, path, message] of [
      ['photo', 'a.pdf', PDF, paper.path, '请上传图片'],
      ['scans', 'a.png', PNG, photo.path, '请上传文件'],
      ['scans', 'a.pdf', large, heavy.path, '文件大小不能超过 1 MB'],
    ] as const) {
      expect((await send(admin, name, bytes, { form: 'attached', field })).body).toMatchObject({
        success: false,
        message,
      })
      const named = await test.call(admin, 'POST', FORM, { name: '错', [field]: path })
      expect(named.body).toMatchObject({ success: false, message })
    }
    await add({ name: '对', photo: photo.path, scans: paper.path, papers: `${photo.path},${heavy.path}` })
  })

  it('stays with a save that says nothing of it', async () => {
    const { path } = await uploaded(admin, 'n.png', PNG)
    const id = await add({ name: '留', photo: path })
    const { version } = (await test.call(admin, 'GET', `${FORM}/${id}`)).body.result
    // Neither the column nor the descriptions of files are sent along.
    expect((await test.call(admin, 'PUT', FORM, { id, version, name: '改' })).body.success).toBe(true)
    const row = (await test.call(admin, 'GET', `${FORM}/${id}`)).body.result
    expect([row.name, row.photo, Object.keys(row._files)]).toEqual(['改', path, [path]])
    const { _files: _, ...rest } = row
    expect((await test.call(admin, 'PUT', FORM, { ...rest, name: '又改' })).body.success).toBe(true)
    expect(Object.keys((await test.call(admin, 'GET', `${FORM}/${id}`)).body.result._files)).toEqual([path])
  })

  it('is tied and let go by the save that names it, and kept by one that fails', async () => {
    const [first, second] = [await uploaded(admin, '1.png', PNG), await uploaded(admin, '2.png', PNG)]
    const state = async (path: string) =>
      (
        await sql(
          `select free_since is null as held, (select count(*)::int from platform.sys_file_use u where u.file_id = f.id) as uses
           from platform.sys_file f where path = $1`,
          [path],
        )
      )[0]
    expect(await state(first.path)).toEqual({ held: false, uses: 0 })
    const id = await add({
      name: '二',
      photo: `${first.path},${second.path}`,
      words: `<img src="${first.url}">`,
    })
    expect(await state(first.path)).toEqual({ held: true, uses: 2 })
    const row = (await test.call(admin, 'GET', `${FORM}/${id}`)).body.result
    const failed = await test.call(admin, 'PUT', FORM, {
      ...row,
      photo: '',
      name: 'x'.repeat(5000),
    })
    expect(failed.body.success).toBe(false)
    expect(await state(second.path)).toEqual({ held: true, uses: 1 })
    const changed = await test.call(admin, 'PUT', FORM, { ...row, photo: first.path })
    expect(changed.body, changed.text).toMatchObject({ success: true })
    expect(await state(second.path)).toEqual({ held: false, uses: 0 })
    expect(await state(first.path)).toEqual({ held: true, uses: 2 })
    await test.call(admin, 'DELETE', `${FORM}/${id}`)
    // In the bin the record keeps its files; a month later it is removed for good.
    expect(await state(first.path)).toEqual({ held: true, uses: 2 })
    test.clock.ahead += 31 * 86_400_000
    await swept()
    test.clock.ahead = 0
    expect(await state(first.path)).toEqual({ held: false, uses: 0 })
  })

  it('is swept a day after nothing names it any more, and not before', async () => {
    const [held, loose, fresh] = [
      await uploaded(admin, 'h.png', PNG),
      await uploaded(admin, 'l.png', PNG),
      await uploaded(admin, 'f.png', PNG),
    ]
    await add({ name: '持', photo: held.path })
    await sql(
      "update platform.sys_file set free_since = now() - interval '25 hours' where path = any($1) and free_since is not null",
      [[held.path, loose.path]],
    )
    expect(await swept()).toContain('无记录引用的文件：1 条')
    const isThere = (path: string) => existsSync(join(dataDir, 'files', path))
    expect([held, loose, fresh].map(({ path }) => isThere(path))).toEqual([true, false, true])
    expect(isThere(`thumb/${loose.path}.webp`)).toBe(false)
    expect((await read(admin, loose.path)).status).toBe(404)
  })

  it('is refused above the size and the quota, with the wire’s sentence [F-5, err-17]', async () => {
    const large = Buffer.concat([PDF, Buffer.alloc(11 * 1024 * 1024)])
    expect((await send(admin, 'large.pdf', large)).body).toMatchObject({
      success: false,
      message: '文件大小超出10MB限制, 请压缩或降低文件质量! ',
    })
    await sql(`insert into platform.sys_file (id, tenant_id, path, file_name, file_size, content_type, sha256, owner_id)
      select 'big' || n, 1, 'big' || n, 'big', 2000000000, 'x', 'x', (select id from platform.sys_user where username = 'staff') from generate_series(1, 2) n`)
    expect((await send(staff, 'a.png', PNG)).body).toMatchObject({
      success: false,
      message: '您的文件已达到空间上限，请删除不需要的文件后重试',
    })
    expect((await send(admin, 'a.png', PNG)).body.success).toBe(true)
    // A change of size counts, one that was rolled back does not, and there is room again when the sweep has taken one.
    const counted = async () => [
      await sql(
        'select owner_id as owner, tenant_id as tenant, bytes from platform.file_space where bytes <> 0 order by 1, 2',
      ),
      await sql(`select owner_id as owner, tenant_id as tenant, sum(file_size) as bytes from platform.sys_file
        group by 1, 2 order by 1, 2`),
    ]
    const [kept, sums] = await counted()
    expect(kept).toEqual(sums)
    expect(Math.max(...(kept ?? []).map(({ bytes }) => Number(bytes)))).toBeGreaterThanOrEqual(4e9)
    await expect(sql("delete from platform.sys_file where id = 'big1'; select 1 / 0")).rejects.toThrow()
    expect((await send(staff, 'a.png', PNG)).body.success).toBe(false)
    await sql("update platform.sys_file set file_size = 1 where id = 'big1'")
    await sql("update platform.sys_file set free_since = now() - interval '25 hours' where id like 'big%'")
    expect(await swept()).toContain('无记录引用的文件：2 条')
    expect((await send(staff, 'a.png', PNG)).body.success).toBe(true)
    const [left, files] = await counted()
    expect(left).toEqual(files)
  })

  it('needs a session, one file, and a field that takes it [err-16]', async () => {
    expect((await send(null, 'a.png', PNG)).status).toBe(401)
    expect((await test.call(admin, 'POST', '/sys/common/upload', { file: 'x' })).status).toBe(400)
    const none = fileForm('', null, { biz: 'temp' })
    expect(
      (await test.call(admin, 'POST', '/sys/common/upload', none.payload, { headers: none.headers })).body,
    ).toMatchObject({
      success: false,
      message: '请求中没有文件',
    })
    expect((await send(admin, 'a.pdf', PDF, { form: 'attached', field: 'photo' })).body.message).toBe(
      '请上传图片',
    )
    expect((await send(admin, 'a.pdf', PDF, { form: 'attached', field: 'name' })).status).toBe(400)
    expect((await send(admin, 'a.pdf', PDF, { form: 'attached', field: 'papers' })).body.success).toBe(true)
  })

  it('refuse a form that ends on its way or has no boundary, with a sentence and no fault of the server', async () => {
    const started = '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nbroken'
    for (const [type, body] of [
      ['multipart/form-data; boundary=cut', started],
      ['multipart/form-data; boundary=cut', 'nothing of a form'],
      ['multipart/form-data', started],
    ] as const) {
      const answer = await test.app.server.inject({
        method: 'POST',
        url: `${API}/sys/common/upload`,
        headers: { 'x-access-token': staff, 'content-type': type },
        payload: body,
      })
      expect(answer.statusCode, type).toBe(400)
      expect(answer.json()).toMatchObject({
        message: '上传的内容不完整或格式不正确',
        refusal: 'BAD_REQUEST',
      })
    }
  })
})
