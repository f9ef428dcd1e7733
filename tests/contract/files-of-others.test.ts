import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API, createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'
import { fileForm, PDF, PNG } from '#tests/helpers/sent-files.ts'

const FORM = '/online/cgform/api/form/owned'

describe('files of somebody else', () => {
  let test: TestApp
  let admin = ''
  /** Who may not read them: the administrator of another tenant, a user without the right, nobody. */
  let strangers: readonly (string | null)[] = []
  let other = ''
  let dataDir = ''
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'others-'))
    const dir = mkdtempSync(join(tmpdir(), 'documents-'))
    mkdirSync(join(dir, 'x'))
    const column = { type: 'string' as const, maxLength: 2000 }
    const papers = { ...column, view: 'file' as const }
    const photos = { ...column, view: 'image' as const }
    writeFileSync(
      join(dir, 'x', 'owned.form.json'),
      JSON.stringify(formDocument('owned', { name: column, papers, photos })),
    )
    test = await createTestApp({ dirs: ['schemas/pages', dir], env: { DATA_DIR: dataDir } })
    for (const statement of [
      "insert into platform.sys_tenant (id, name) values (2, '乙')",
      `insert into platform.sys_user (id, username, realname, password, status)
       select 'other', 'other', 'other', password, 1 from platform.sys_user where username = 'staff'`,
      "insert into platform.sys_user_tenant (user_id, tenant_id) values ('other', 2)",
      `insert into platform.sys_role (id, role_name, role_code, tenant_id) values ('other', 'other', 'admin', 2)
       on conflict do nothing`,
      `insert into platform.sys_user_role (id, user_id, role_id, tenant_id)
       select 'other', 'other', id, 2 from platform.sys_role where tenant_id = 2 and role_code = 'admin'`,
    ])
      await test.database.connections.writePool.query(statement)
    admin = await test.signIn('admin')
    other = await test.signIn('other', 'test-Staff-1')
    strangers = [other, await test.signIn('staff'), null]
  })
  afterAll(async () => {
    await test.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const uploaded = async (name: string, bytes: Buffer): Promise<string> => {
    const { payload, headers } = fileForm(name, bytes)
    const { body } = await test.call(admin, 'POST', '/sys/common/upload', payload, { headers })
    expect(body, name).toMatchObject({ success: true })
    return body.result.path
  }
  /** Every call that reads a file, for these files and the record that names them. */
  const readsOf = (id: string, paths: readonly string[]) => [
    ...paths.flatMap((path) => [
      `/sys/common/static/${path}`,
      `/sys/common/static/${path}?thumb=1`,
      `/sys/common/static/${path}?inline=1`,
      `/sys/common/static/${path}?download=1`,
      `/sys/common/static/thumb/${path}.webp`,
      `/sys/common/pdf/pdfPreviewIframe?url=${path}`,
      `/sys/common/pdf/pdfPreviewIframe?url=${encodeURIComponent(`${API}/sys/common/static/${path}`)}`,
    ]),
    ...['papers', 'photos'].map((field) => `/sys/common/zip?form=owned&id=${id}&field=${field}`),
  ]
  const read = (token: string | null, url: string, headers = {}) =>
    test.call(token, 'GET', url, undefined, { headers })

  it('are read by no call, named by no record or not yet, in whatever tenant is asked for', async () => {
    const paths = [
      await uploaded('1.pdf', PDF),
      await uploaded('2.txt', Buffer.from('展位')),
      await uploaded('1.png', PNG),
      await uploaded('2.png', PNG),
    ]
    const [paper = '', text = '', photo = '', second = ''] = paths
    const { result: id } = (
      await test.call(admin, 'POST', FORM, {
        name: '甲',
        papers: `${paper},${text}`,
        photos: `${photo},${second}`,
      })
    ).body
    const loose = [await uploaded('3.pdf', PDF), await uploaded('3.png', PNG)]
    const calls = readsOf(id, [...paths, ...loose])
    for (const token of strangers)
      for (const url of calls) {
        expect((await read(token, url)).status, url).toBe(404)
        // Who is no member of it cannot ask in it either.
        const asked = await read(token, url, token === other ? { 'tenant-id': '1' } : {})
        expect([401, 403, 404], url).toContain(asked.status)
      }
    // The calls are sound: who may read has them answered.
    const answered = await Promise.all(
      calls.map(async (url) => [(await read(admin, url)).status, url] as const),
    )
    expect(answered.filter(([status]) => status === 200).length).toBeGreaterThan(20)
    // No further call answers files; those of the file list answer records, as any form's do.
    const known = new Set(['/sys/common/static/*', '/sys/common/pdf/pdfPreviewIframe', '/sys/common/zip'])
    const files = test.app.routes
      .map(({ url }) => url.replace(API, ''))
      .filter((url) => /^\/sys\/(common|upload)\//.test(url) && !/transit|\/upload/.test(url))
    expect(new Set(files)).toEqual(known)
  })

  it('are taken into no record, and out of none', async () => {
    const [paper, photo] = [await uploaded('4.pdf', PDF), await uploaded('4.png', PNG)]
    const { result: id } = (
      await test.call(admin, 'POST', FORM, { name: '乙', papers: paper, photos: photo })
    ).body
    for (const values of [{ papers: paper }, { photos: photo }])
      expect((await test.call(other, 'POST', FORM, { name: '偷', ...values })).body).toMatchObject({
        success: false,
        message: '文件已不存在，请重新上传',
      })
    expect(
      (await test.call(other, 'POST', '/sys/user/login/setting/userEdit', { avatar: photo })).body.success,
    ).toBe(false)
    for (const token of strangers) {
      await test.call(token, 'PUT', FORM, { id, version: 0, name: '改', papers: '', photos: '' })
      await test.call(token, 'DELETE', `${FORM}/${id}`)
    }
    for (const path of [paper, photo])
      expect((await read(admin, `/sys/common/static/${path}`)).status).toBe(200)
    expect((await test.call(admin, 'GET', `${FORM}/${id}`)).body.result).toMatchObject({
      papers: paper,
      photos: photo,
    })
  })
})
