import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Cell } from '#server/modules/spreadsheet/sheet.ts'
import { xlsxOf } from '#server/modules/spreadsheet/xlsx.ts'
import { API, createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'
import { fileForm, filesForm } from '#tests/helpers/sent-files.ts'

const IMPORT = '/online/cgform/api/importXls/taken'
const DATA = '/online/cgform/api/getData/taken?column=name&order=asc&pageSize=100'

const FIELDS = ['name', 'code', 'sex', 'langs', 'on', 'price', 'day', 'at', 'area', 'who']

const workbook = (...rows: Cell[][]) => buffer(xlsxOf([{ name: 's', columns: [], rows }]))

describe('rows that come as a file', () => {
  let test: TestApp
  let admin = ''
  let staff = ''
  const dir = mkdtempSync(join(tmpdir(), 'documents-'))
  const dataDir = mkdtempSync(join(tmpdir(), 'imports-'))

  beforeAll(async () => {
    const taken = formDocument(
      'taken',
      {
        name: { type: 'string', title: '名称', maxLength: 20 },
        code: { type: 'string', title: '编码', unique: true },
        sex: { type: 'string', title: '性别', view: 'list', dict: 'sex' },
        langs: {
          type: 'string',
          title: '语言',
          view: 'list_multi',
          dict: [
            { value: 'zh', text: '中文' },
            { value: 'en', text: '英语' },
          ],
        },
        on: { type: 'string', title: '启用', view: 'switch' },
        price: { type: 'number', title: '价格', minimum: 0 },
        day: { type: 'string', title: '日期', view: 'date', format: 'date' },
        at: { type: 'string', title: '时刻', view: 'datetime' },
        area: { type: 'string', title: '地区', view: 'pca' },
        who: { type: 'string', title: '负责人', view: 'sel_user' },
        cost: { type: 'integer', title: '成本' },
      },
      {
        title: '展品',
        list: { sort: 'name' },
        permissions: { columns: [{ field: 'cost', control: 'editable' }] },
        texts: { en: { 名称: 'Name', 展品: 'Exhibits' } },
      },
    )
    const halls = formDocument(
      'halls',
      {
        name: { type: 'string', title: '名称' },
        pid: {
          type: 'string',
          title: '上级',
          view: 'sel_tree',
          options: {
            table: 'halls',
            text: 'name',
            code: 'id',
            pidField: 'pid',
            pidValue: '0',
            hasChildField: 'has_child',
          },
        },
        has_child: { type: 'string', title: '有下级', view: 'hidden' },
        size: { type: 'integer', title: '面积', minimum: 0 },
      },
      { title: '展厅', tree: { parent: 'pid', label: 'name', hasChild: 'has_child', root: '0' } },
    )
    writeFileSync(join(dir, 'halls.form.json'), JSON.stringify(halls))
    taken.schema.required = ['name']
    writeFileSync(join(dir, 'taken.form.json'), JSON.stringify(taken))
    test = await createTestApp({ dirs: ['schemas/pages', dir], env: { DATA_DIR: dataDir } })
    ;[admin, staff] = [await test.signIn('admin'), await test.signIn('staff')]
    await test.database.connections.writePool.query(`
      insert into platform.sys_permission (id, name, menu_type, perms) values ('taken', '导入', 2, 'online:taken:import');
      insert into platform.sys_role_permission (id, role_id, permission_id)
        select 'taken', id, 'taken' from platform.sys_role where role_code = 'staff'`)
    await test.app.sessions.rightsChanged()
  })
  beforeEach(() => test.database.connections.writePool.query('delete from data.taken'))
  afterAll(async () => {
    await test.close()
    rmSync(dir, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function send(
    token: string | null,
    bytes: Buffer,
    { name = 'a.xlsx', url = IMPORT, fields = {}, headers = {} as Record<string, string> } = {},
  ) {
    const form = fileForm(name, bytes, fields)
    return test.call(token, 'POST', url, form.payload, { headers: { ...form.headers, ...headers } })
  }
  async function stored() {
    const { body } = await test.call(admin, 'GET', DATA)
    return body.result.records as Record<string, unknown>[]
  }

  it('become records, texts of choices their values, whatever the way they are written [call-87] [call-105] [import-05]', async () => {
    const { status, body } = await send(
      admin,
      await workbook(
        ['展品'],
        ['导出人:系统管理员'],
        ['名称*', '性别', '语言', '启用', '价格', '日期', '时刻', '地区', '负责人', '备注'],
        [
          '甲',
          '男',
          '中文，英语',
          '是',
          '1,234.50',
          '2024年1月5日',
          '2024/1/5 8:30',
          '北京市/北京市/东城区',
          '系统管理员',
          'x',
        ],
        ['乙', '2', 'en', 'N', 7, '20240229', '2024-02-29', '110101', 'admin', null],
        ['丙', null, null, null, null, 45000, null, null, null, null],
      ),
    )
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ success: true, code: 200, message: '文件导入成功！数据行数：3' }),
    ])
    expect(body.result).toEqual({ totalCount: 3, successCount: 3, errorCount: 0, msg: '', mistakes: [] })
    const rows = await stored()
    expect(rows).toHaveLength(3)
    expect(rows.find(({ name }) => name === '甲')).toMatchObject({
      ...{ sex: '1', langs: 'zh,en', on: 'Y', price: 1234.5, day: '2024-01-05', at: '2024-01-05 08:30:00' },
      ...{ area: '110101', who: 'admin' },
    })
    expect(rows.find(({ name }) => name === '乙')).toMatchObject({
      ...{ sex: '2', langs: 'en', on: 'N', price: 7, day: '2024-02-29', at: '2024-02-29 00:00:00' },
      ...{ area: '110101', who: 'admin' },
    })
    expect(rows.find(({ name }) => name === '丙')).toMatchObject({ day: '2023-03-15', sex: null })
  })

  it('are kept where they are good; the others come back as a file with the reasons [err-36] [import-05]', async () => {
    await test.call(admin, 'POST', '/online/cgform/api/form/taken', { name: '旧', code: 'K0' })
    const bad: Cell[][] = [
      ['重复', 'K0', '男', 1, null],
      ['再次', 'K1', '男', 1, null],
      ['未知', 'K3', '男男', 1, null],
      ['负数', 'K4', '男', -1, null],
      [null, 'K5', '男', 1, null],
      ['太长'.repeat(11), 'K6', '男', 1, null],
      ['日子', 'K7', '男', 1, '2024-02-30'],
      ['错误', '#N/A', '男', 1, null],
      ['丢失', 1234567890123456, '男', 1, null],
    ]
    const { body } = await send(
      admin,
      await workbook(['名称', '编码', '性别', '价格', '日期'], ['好的', 'K1', '男', 1, null], ...bad),
    )
    expect(body).toMatchObject({
      ...{ success: true, code: 201, message: '文件导入成功，但有错误。' },
      result: { totalCount: 10, successCount: 1, errorCount: 9, fileName: 'a-导入错误.xlsx' },
    })
    expect(body.result.mistakes.map(({ line }: { line: number }) => line)).toEqual([
      3, 4, 5, 6, 7, 8, 9, 10, 11,
    ])
    const reasons = body.result.mistakes.map(({ message }: { message: string }) => message)
    expect(reasons.slice(0, 3)).toEqual(['编码的值已存在', '编码的值已存在', '性别“男男”不存在'])
    expect(reasons.slice(7)).toEqual([
      '编码：公式错误 #N/A',
      '编码：数字超过 15 位，已失去精度，请将单元格设为文本后重新填写',
    ])
    expect(body.result.msg.split('\n')[0]).toBe('第 3 行：编码的值已存在，忽略导入。')
    expect((await stored()).map(({ code }) => code).sort()).toEqual(['K0', 'K1'])
    // The link works without a session.
    const { statusCode, rawPayload } = await test.app.server.inject({ url: API + body.result.fileUrl })
    expect(statusCode).toBe(200)
    const [sheet] = (await readXlsx(new Uint8Array(rawPayload))).sheets
    expect(sheet?.rows[0]).toEqual(['名称', '编码', '性别', '价格', '日期', '错误原因'])
    expect(sheet?.rows.slice(1).map((row) => row.slice(0, 5))).toEqual(bad)
    expect(sheet?.rows.slice(1).map((row) => row[5])).toEqual(reasons)
    // Mended, it is sent again as it is.
    const again = await send(admin, Buffer.from(rawPayload))
    expect(again.body.result).toMatchObject({ totalCount: 9, successCount: 0, errorCount: 9 })
  })

  it('go together where validateStatus is 0: one wrong row keeps all of them out [call-87] [import-06]', async () => {
    const bytes = await workbook(['名称', '价格'], ['好的', 1], ['负数', -1], ['又好', 2], ['也负', -2])
    const sent = (validateStatus: string, file = bytes) => send(admin, file, { fields: { validateStatus } })
    const { status, body } = await sent('0')
    expect([status, body.success, body.result]).toEqual([200, false, null])
    expect(body.message).toMatch(/^文件导入失败:第 3 行：.+。共 2 行有错误，未导入任何数据$/)
    const unread = await sent('0', await workbook(['名称', '价格'], ['好的', 1], ['#N/A', 1]))
    expect(unread.body.message).toContain('第 3 行：名称：公式错误 #N/A')
    expect(await stored()).toEqual([])
    // With 1, as without it, each row is judged for itself.
    for (const each of ['1', ''])
      expect((await sent(each)).body).toMatchObject({ code: 201, result: { successCount: 2, errorCount: 2 } })
    expect((await sent('2')).body.message).toBe('文件导入失败:参数 validateStatus 只能是 0 或 1')
    const good = await sent('0', await workbook(['名称'], ['甲'], ['乙']))
    expect(good.body).toMatchObject({ code: 200, result: { successCount: 2 } })
    expect(await stored()).toHaveLength(6)
  })

  it('of several files in one request come back in a file for each, whatever is wrong with one of them [call-87] [err-36]', async () => {
    const files = [
      { name: '甲.xlsx', bytes: await workbook(['名称', '价格'], ['好的', 1], ['负数', -1]) },
      { name: '乙.xlsx', bytes: Buffer.from('x') },
      { name: '丙.xlsx', bytes: await workbook(['名称', '性别'], ['未知', '男男'], ['又好', '女']) },
    ]
    const form = filesForm(files)
    const { body } = await test.call(admin, 'POST', IMPORT, form.payload, { headers: form.headers })
    const { result } = body
    expect(body).toMatchObject({ success: true, code: 201, message: '文件导入成功，但有错误。' })
    expect(result).toMatchObject({
      ...{ totalCount: 4, successCount: 2, errorCount: 2, fileName: '甲-导入错误.xlsx' },
      failed: [{ name: '乙.xlsx', message: '文件已损坏或不是 Excel 文件' }],
    })
    const mistakes = result.mistakes.map(({ file, line }: { file: string; line: number }) => [file, line])
    expect(mistakes).toEqual([
      ['甲.xlsx', 3],
      ['丙.xlsx', 2],
    ])
    expect(result.msg.split('\n')).toEqual([
      '乙.xlsx：文件已损坏或不是 Excel 文件',
      expect.stringMatching(/^甲\.xlsx：第 3 行：.+，忽略导入。$/),
      '丙.xlsx：第 2 行：性别“男男”不存在，忽略导入。',
    ])
    const handedBack = []
    for (const { name, url } of result.files as { name: string; url: string }[]) {
      const { rawPayload } = await test.app.server.inject({ url })
      const [sheet] = (await readXlsx(new Uint8Array(rawPayload))).sheets
      handedBack.push([name, sheet?.rows[1]?.[0]])
    }
    expect(handedBack).toEqual([
      ['甲-导入错误.xlsx', '负数'],
      ['丙-导入错误.xlsx', '未知'],
    ])
    expect((await stored()).map(({ name }) => name).sort()).toEqual(['又好', '好的'])
    // Where no file can be taken in the answer is that of the first.
    const bad = filesForm([1, 2].map((at) => ({ name: `${at}.xlsx`, bytes: Buffer.from('x') })))
    const none = await test.call(admin, 'POST', IMPORT, bad.payload, { headers: bad.headers })
    expect(none.body).toMatchObject({ success: false, message: '文件导入失败:文件已损坏或不是 Excel 文件' })
  })

  it('are one operation, which is taken back at once', async () => {
    const rows = Array.from({ length: 1200 }, (_, at) => [`n${at}`, `C${at % 1100}`])
    const { body } = await send(admin, await workbook(['名称', '编码'], ...rows))
    expect(body.result).toMatchObject({ totalCount: 1200, successCount: 1100, errorCount: 100 })
    const list = await test.call(admin, 'GET', '/online/operation/list?pageSize=1')
    const [operation] = list.body.result.records
    expect(operation).toMatchObject({ action: 'import', form: 'taken', count: 1100, kept: null })
    const undone = await test.call(admin, 'POST', `/online/operation/${operation.id}/undo`)
    expect(undone.body.success).toBe(true)
    expect(await stored()).toEqual([])
  })

  it('are imported once however often the same request comes', async () => {
    const bytes = await workbook(['名称'], ['一次'])
    const key = { headers: { 'idempotency-key': 'import-once' } }
    const answers = await Promise.all([send(admin, bytes, key), send(admin, bytes, key)])
    expect(answers.map(({ body }) => body.result.successCount)).toEqual([1, 1])
    expect(await stored()).toHaveLength(1)
    expect((await send(admin, await workbook(['名称'], ['另一']), key)).status).toBe(422)
  })

  it('are taken from who has the right to import, in columns that may be filled [A-9]', async () => {
    expect((await send(staff, await workbook(['名称'], ['职员']))).body.code).toBe(200)
    const denied = await send(staff, await workbook(['名称', '成本'], ['职员', 3]))
    expect([denied.status, denied.body.message]).toEqual([403, '您没有填写“成本”的权限，请删除该列'])
    expect((await send(null, await workbook(['名称'], ['x']))).status).toBe(401)
    for (const url of ['/online/cgform/api/importXls/expo', '/sys/user/importExcel'])
      expect([url, (await send(staff, await workbook(['名称'], ['x']), { url })).status]).toEqual([url, 403])
    expect(await stored()).toHaveLength(1)
  })

  it('are refused as a whole in words where the file is no such file', async () => {
    for (const [bytes, name, message] of [
      [Buffer.from('x'), 'a.xlsx', '文件导入失败:文件已损坏或不是 Excel 文件'],
      [await workbook(['标题'], ['x']), 'a.xlsx', '文件导入失败:文件中没有可导入的列，请检查表头'],
      [await workbook(['名称']), 'a.xlsx', '文件导入失败:文件中没有数据'],
    ] as const) {
      const { status, body } = await send(admin, bytes, { name })
      expect([status, body.success, body.message]).toEqual([200, false, message])
    }
    expect((await send(admin, Buffer.from('x'), { fields: { foreignKeys: '{' } })).body.success).toBe(false)
    expect((await test.call(admin, 'POST', IMPORT, { a: 1 })).status).toBe(400)
    expect((await test.call(admin, 'POST', '/online/cgform/api/importXls/nothing', {})).status).toBe(404)
  })

  it('come in the words of who sends them, and as CSV', async () => {
    const english = { headers: { 'x-language': 'en' }, name: 'a.csv' }
    const { body } = await send(admin, Buffer.from("Name,sex\r\n'=1+1,Male\r\nb,Nothing\r\n"), english)
    expect(body).toMatchObject({ code: 201, result: { successCount: 1, errorCount: 1 } })
    expect(await stored()).toMatchObject([{ name: '=1+1', sex: '1' }])
  })

  it.each(['xlsx', 'csv'])('are what the export wrote into them, unchanged: %s', async (format) => {
    const texts = [
      '=1+1',
      "'a",
      "''",
      '-7',
      '00123',
      'a,b;c',
      'a\n"b"',
      '_x000D_',
      '🙂',
      '1,234',
      '12%',
      '2024-01-05',
    ]
    for (const [at, name] of texts.entries()) {
      const rest =
        at % 2 === 0
          ? { sex: '1', langs: 'zh,en', on: 'N', price: 0.1, day: '1890-01-31', at: '2024-02-29 23:59:59' }
          : { sex: null, langs: null, on: 'Y', price: 123456789.25, day: null, at: null }
      const { body } = await test.call(admin, 'POST', '/online/cgform/api/form/taken', {
        ...{ name, code: `${name}${at}`, ...rest, area: at % 3 === 0 ? '110101' : null, who: 'admin' },
      })
      expect(body.success).toBe(true)
    }
    const values = async () =>
      (await stored())
        .map((row) => FIELDS.map((name) => row[name]))
        .sort((a, b) => (String(a[1]) < String(b[1]) ? -1 : 1))
    const before = await values()
    expect(before).toHaveLength(texts.length)
    const { rawPayload } = await test.app.server.inject({
      url: `${API}/online/cgform/api/exportXls/taken?format=${format}&exportFields=${FIELDS.join(',')}`,
      headers: { 'x-access-token': admin },
    })
    await test.database.connections.writePool.query('delete from data.taken')
    const { body } = await send(admin, rawPayload, { name: `a.${format}` })
    expect(body.result).toMatchObject({ successCount: texts.length, mistakes: [] })
    expect(await values()).toEqual(before)
  })

  it('of a tree stand below other lines of the file, wherever these stand; who stands nowhere is told so [call-87] [import-05]', async () => {
    const url = '/online/cgform/api/importXls/halls'
    const first = await send(admin, await workbook(['名称', '上级'], ['总馆', '0']), { url })
    expect(first.body.code).toBe(200)
    const file = await workbook(
      ['名称', '上级', '面积'],
      ['一层甲区', '一层', 1],
      ['一层', '东馆', 2],
      ['东馆', '总馆', 3],
      ['西馆', null, 4],
      ['西馆一层', '西馆', 5],
      ['环甲', '环乙', 1],
      ['环乙', '环甲', 1],
      ['自己', '自己', 1],
      ['无主', '没有的馆', 1],
      ['坏馆', null, -1],
      ['坏馆一层', '坏馆', 1],
      ['同名', null, 1],
      ['同名', null, 1],
      ['哪一个', '同名', 1],
    )
    const { body } = await send(admin, file, { url })
    expect(body.result).toMatchObject({ totalCount: 14, successCount: 7 })
    const told = Object.fromEntries(
      body.result.mistakes.map(({ line, message }: { line: number; message: string }) => [line, message]),
    )
    expect(told).toEqual({
      7: '上级“环乙”是该行自己或其下级，不能作为父级',
      8: '上级“环甲”是该行自己或其下级，不能作为父级',
      9: '上级“自己”是该行自己或其下级，不能作为父级',
      10: '上级“没有的馆”不存在',
      11: expect.any(String),
      12: '上级所在的行没有导入',
      15: '上级“同名”在文件中有多行，无法确定是哪一行',
    })
    const { rows } = await test.database.connections.writePool.query(
      `select c.name, p.name as parent, c.has_child from data.halls c left join data.halls p on p.id = c.pid order by c.name collate "C"`,
    )
    expect(
      Object.fromEntries(rows.map(({ name, parent, has_child }) => [name, [parent, has_child]])),
    ).toEqual({
      ...{ 总馆: [null, '1'], 东馆: ['总馆', '1'], 一层: ['东馆', '1'], 一层甲区: ['一层', '0'] },
      ...{ 西馆: [null, '1'], 西馆一层: ['西馆', '0'], 同名: [null, '0'] },
    })
  })

  it('are those of every entity of the wire too, under its own name', async () => {
    const url = '/sys/position/importExcel'
    const { body } = await send(
      admin,
      await workbook(['职务名称', '职务编码', '职级'], ['经理', 'imported', '3']),
      { url },
    )
    expect(body).toMatchObject({ success: true })
  })
})
