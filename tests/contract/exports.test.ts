import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API, createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'
import { fileForm, PNG } from '#tests/helpers/sent-files.ts'

const EXPORT = '/online/cgform/api/exportXls/shown'

describe('rows that are given out as a file', () => {
  let test: TestApp
  let admin = ''
  let staff = ''
  let picture = ''
  const ids: string[] = []
  const dir = mkdtempSync(join(tmpdir(), 'documents-'))
  const dataDir = mkdtempSync(join(tmpdir(), 'exports-'))

  beforeAll(async () => {
    const shown = formDocument(
      'shown',
      {
        name: { type: 'string', title: '名称' },
        sex: { type: 'string', title: '性别', view: 'list', dict: 'sex' },
        price: { type: 'number', title: '价格' },
        count: { type: 'integer', title: '数量' },
        day: { type: 'string', title: '日期', view: 'date', format: 'date' },
        cost: { type: 'integer', title: '成本' },
        picture: { type: 'string', title: '图片', view: 'image', maxLength: 500 },
        note: { type: 'string', title: '备注', view: 'textarea' },
      },
      {
        title: '展品/清单',
        list: { columns: ['name', 'sex', 'price', 'count', 'day', 'cost', 'picture'], sort: 'name' },
        permissions: { columns: [{ field: 'cost', control: 'visible' }] },
        texts: { en: { 名称: 'Name', '展品/清单': 'Exhibits' } },
      },
    )
    writeFileSync(join(dir, 'shown.form.json'), JSON.stringify(shown))
    test = await createTestApp({ dirs: ['schemas/pages', dir], env: { DATA_DIR: dataDir } })
    ;[admin, staff] = [await test.signIn('admin'), await test.signIn('staff')]
    await test.database.connections.writePool.query(`
      insert into platform.sys_permission (id, name, menu_type, perms) values ('shown', '导出', 2, 'online:shown:export');
      insert into platform.sys_role_permission (id, role_id, permission_id)
        select 'shown', id, 'shown' from platform.sys_role where role_code = 'staff'`)
    await test.app.sessions.rightsChanged()
    const { payload, headers } = fileForm('a.png', PNG)
    picture = (await test.call(admin, 'POST', '/sys/common/upload', payload, { headers })).body.result.path
    for (const row of [
      { name: '=1+1', sex: '1', price: 12.5, count: -7, day: '2026-11-23', cost: 3, picture, note: 'n' },
      { name: 'B', sex: '2', price: null, count: 0, day: null, cost: 4 },
      { name: 'C', sex: '1', price: 0.1, count: 1, day: '1800-01-01', cost: 5 },
    ]) {
      const { body } = await test.call(admin, 'POST', '/online/cgform/api/form/shown', row)
      expect(body).toMatchObject({ success: true })
      ids.push(body.result)
    }
  })
  afterAll(async () => {
    await test.close()
    rmSync(dir, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** A call that answers a file. */
  async function fileOf(token: string, url: string, body?: object, language?: string) {
    const { statusCode, headers, rawPayload } = await test.app.server.inject({
      method: body ? 'POST' : 'GET',
      url: `${API}${url}`,
      headers: { 'x-access-token': token, ...(language ? { 'x-language': language } : {}) },
      ...(body ? { payload: body } : {}),
    })
    expect([statusCode, statusCode === 200 ? '' : rawPayload.toString()]).toEqual([200, ''])
    return { headers, bytes: new Uint8Array(rawPayload) }
  }
  const sheetOf = async (...call: Parameters<typeof fileOf>) => {
    const { bytes } = await fileOf(...call)
    const [sheet] = (await readXlsx(bytes, { readStyles: true })).sheets
    return sheet
  }
  const rowsOf = async (...call: Parameters<typeof fileOf>) => (await sheetOf(...call))?.rows.slice(2) ?? []
  const params = (values: object) => `?paramsStr=${encodeURIComponent(JSON.stringify(values))}`

  it('stand below a title, who exported and the headings, as texts, numbers and days [call-104]', async () => {
    const { headers } = await fileOf(admin, EXPORT)
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': expect.stringContaining(
        `filename*=UTF-8''${encodeURIComponent('展品/清单.xlsx')}`,
      ),
    })
    const sheet = await sheetOf(admin, EXPORT)
    expect(sheet?.name).toBe('展品 清单')
    expect(sheet?.rows.map((row) => row.slice(0, 6))).toEqual([
      ['展品/清单', null, null, null, null, null],
      ['导出人:系统管理员', null, null, null, null, null],
      ['名称', '性别', '价格', '数量', '日期', '成本'],
      ['=1+1', '男', 12.5, -7, new Date('2026-11-23'), 3],
      ['B', '女', null, 0, null, 4],
      ['C', '男', 0.1, 1, '1800-01-01', 5],
    ])
    expect(sheet?.merges).toHaveLength(2)
    // A picture leads to where it is.
    expect(sheet?.rows[3]?.[6]).toBe(picture)
    const cells = JSON.stringify([...(sheet?.cells?.values() ?? [])])
    const [, address = ''] = /"(http:[^"]+static[^"]+)"/.exec(cells) ?? []
    const link = new URL(address)
    const { statusCode } = await test.app.server.inject({ method: 'GET', url: link.pathname + link.search })
    expect(statusCode).toBe(200)
  })

  it('are those that are filtered, in the order asked for, whatever page is shown', async () => {
    const names = async (values: object) =>
      (await rowsOf(admin, EXPORT + params(values))).slice(1).map(([name]) => name)
    expect(await names({ sex: '1', column: 'name', order: 'desc', pageNo: 2, pageSize: 1 })).toEqual([
      'C',
      '=1+1',
    ])
    expect(
      await names({ superQueryParams: JSON.stringify([{ field: 'count', rule: 'ge', val: '0' }]) }),
    ).toEqual(['B', 'C'])
    expect((await rowsOf(admin, `${EXPORT}?sex=2`)).slice(1)).toHaveLength(1)
  })

  it('are only the chosen ones where they are named, however many [call-104]', async () => {
    const chosen = `${ids[2]},${ids[0]},`
    expect(
      (await rowsOf(admin, EXPORT + params({ selections: chosen }))).slice(1).map(([name]) => name),
    ).toEqual(['=1+1', 'C'])
    const many = [chosen, ...Array.from({ length: 2000 }, (_, at) => `none-${at}-${'x'.repeat(20)}`)].join(
      ',',
    )
    const body = { query: {}, selections: many, exportFields: 'name' }
    expect(await rowsOf(admin, '/online/export/shown', body)).toEqual([['名称'], ['=1+1'], ['C']])
  })

  it('have the columns that are named, of those that the user may see', async () => {
    expect((await rowsOf(admin, `${EXPORT}?exportFields=count,note,nothing`))[1]).toEqual([-7, 'n'])
    expect((await rowsOf(staff, EXPORT))[0]).not.toContain('成本')
    const { status, body } = await test.call(staff, 'GET', `${EXPORT}?exportFields=cost`)
    expect([status, body.message]).toEqual([400, '没有可导出的列'])
  })

  it('are given to who has the right to export, and to nobody else [A-9]', async () => {
    await fileOf(staff, EXPORT)
    for (const url of [
      '/online/cgform/api/exportXls/expo',
      '/online/cgform/api/exportXlsOld/expo',
      '/sys/user/exportXls',
    ])
      expect([url, (await test.call(staff, 'GET', url)).status]).toEqual([url, 403])
    expect((await test.call(staff, 'POST', '/online/export/expo', { query: {} })).status).toBe(403)
    expect((await test.call(null, 'GET', EXPORT)).status).toBe(401)
  })

  it('come as CSV in which nothing is a formula [I-8]', async () => {
    const { headers, bytes } = await fileOf(admin, `${EXPORT}?format=csv&exportFields=name,sex,count`)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(Buffer.from(bytes).toString()).toBe("\ufeff名称,性别,数量\r\n'=1+1,男,-7\r\nB,女,0\r\nC,男,1\r\n")
  })

  it('are in the words of who asks', async () => {
    const sheet = await sheetOf(admin, `${EXPORT}?exportFields=name,sex`, undefined, 'en')
    expect(sheet?.rows.slice(2, 4)).toEqual([
      ['Name', '性别'],
      ['=1+1', 'Male'],
    ])
    expect(sheet?.rows.slice(0, 2).map(([text]) => text)).toEqual(['Exhibits', 'Exported by: 系统管理员'])
  })

  it('are those of every entity of the wire too, under its own name', async () => {
    const roles = await rowsOf(admin, '/sys/role/exportXls?roleCode=admin')
    expect(roles[0]).toContain('角色编码')
    expect(roles.slice(1).flat()).toContain('admin')
    for (const path of [
      '/sys/user',
      '/sys/dict',
      '/sys/category',
      '/sys/annountCement',
      '/sys/quartzJob',
      '/sys/position',
    ])
      await fileOf(admin, `${path}/exportXls`)
    // Those of computed rows, too.
    await fileOf(admin, '/online/cgform/api/exportXlsOld/deleted_user')
  })

  it('are refused in words, not with half a file, where the question is wrong', async () => {
    for (const [query, status] of [
      ['?paramsStr=x', 400],
      ['?paramsStr=[]', 400],
      ['?format=pdf', 400],
      ['?column=nothing', 400],
      [params({ selections: { a: 1 } }), 400],
    ] as const) {
      const answer = await test.call(admin, 'GET', EXPORT + query)
      expect([query, answer.status]).toEqual([query, status])
      expect(answer.body.success).toBe(false)
    }
    expect((await test.call(admin, 'GET', '/online/cgform/api/exportXls/nothing')).status).toBe(404)
  })

  it('have an empty file to be filled in, with what each column takes [call-105]', async () => {
    const { headers, bytes } = await fileOf(admin, '/online/cgform/api/importTemplate/shown')
    expect(headers['content-disposition']).toContain(encodeURIComponent('展品/清单导入模板.xlsx'))
    const [sheet, notes, choices] = (await readXlsx(bytes)).sheets
    expect(sheet?.rows[2]).toEqual(['名称', '性别', '价格', '数量', '日期', '成本', '图片', '备注'])
    expect(sheet?.dataValidations?.find(({ type }) => type === 'list')).toMatchObject({
      formula1: "'choices'!$A$1:$A$2",
      range: expect.stringMatching(/^B4:B/),
    })
    expect(notes?.rows.slice(1, 3)).toEqual([
      ['名称', '最多 255 个字', null],
      ['性别', '从列表中选择', '男'],
    ])
    expect(choices).toMatchObject({ hidden: true, rows: [['男'], ['女']] })
    expect((await test.call(staff, 'GET', '/online/cgform/api/importTemplate/shown')).status).toBe(403)
  })

  it('are noted in the log: who, what, how many', async () => {
    await fileOf(staff, `${EXPORT}?sex=1`)
    await test.app.events.settled()
    const { rows } = await test.database.connections.readPool.query(
      `select username, log_content, operate_type, result, request_param from platform.sys_log
       where operate_type = 6 order by id desc limit 1`,
    )
    expect(rows).toEqual([
      {
        username: 'staff',
        log_content: '导出展品/清单：2 条',
        operate_type: 6,
        result: 'success',
        request_param: expect.stringContaining('"sex":"1"'),
      },
    ])
  })
})
