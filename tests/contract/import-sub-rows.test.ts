import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DocumentRule } from '#schemas/page/form.ts'
import type { Cell, Sheet } from '#server/modules/spreadsheet/sheet.ts'
import { xlsxOf } from '#server/modules/spreadsheet/xlsx.ts'
import { API, createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'
import { fileForm, filesForm } from '#tests/helpers/sent-files.ts'

const IMPORT = '/online/cgform/api/importXls/fair'
const MAINS: Cell[] = ['序号', '名称', '城市']
const STANDS: Cell[] = ['序号', '馆号', '面积', '级别']

const book = (...sheets: [string, ...Cell[][]][]) =>
  buffer(xlsxOf(sheets.map(([name, ...rows]): Sheet => ({ name, columns: [], rows }))))
const given = (then: DocumentRule['then']): DocumentRule => ({ then })
const calculated = (value: Record<string, string>) => given({ value })
const lines = (rows: Cell[][], merged: string[] = []) =>
  buffer(xlsxOf([{ name: '展会', columns: [], rows, merged }]))

describe('sub rows that come as a file', () => {
  let test: TestApp
  let admin = ''
  let staff = ''
  const dir = mkdtempSync(join(tmpdir(), 'documents-'))
  const dataDir = mkdtempSync(join(tmpdir(), 'imports-'))

  beforeAll(async () => {
    const fair = formDocument(
      'fair',
      {
        name: { type: 'string', title: '名称', unique: true },
        town: { type: 'string', title: '城市' },
      },
      {
        title: '展会',
        list: { columns: ['name', 'town'], sort: 'name' },
        subTables: [
          { code: 'stand', foreignKey: 'fair_id', relation: 'many', title: '展位' },
          { code: 'bill', foreignKey: 'fair_id', relation: 'one', title: '发票' },
        ],
        texts: { en: { 展会: 'Fairs', 名称: 'Name' } },
      },
    )
    fair.schema.required = ['name']
    const stand = formDocument(
      'stand',
      {
        fair_id: { type: 'string', view: 'hidden', title: '展会' },
        hall: { type: 'string', title: '馆号', unique: true },
        size: { type: 'integer', title: '面积', minimum: 0 },
        grade: {
          type: 'string',
          title: '级别',
          view: 'list',
          dict: [
            { value: 'a', text: '甲级' },
            { value: 'b', text: '乙级' },
          ],
        },
        cost: { type: 'integer', title: '成本' },
      },
      {
        title: '展位表',
        list: { columns: ['hall', 'size', 'grade'] },
        permissions: { columns: [{ field: 'cost', control: 'editable' }] },
      },
    )
    const bill = formDocument(
      'bill',
      { fair_id: { type: 'string', view: 'hidden' }, tax: { type: 'string', title: '税号' } },
      { title: '发票' },
    )
    const needy = formDocument(
      'needy',
      {
        name: { type: 'string', title: '名称' },
        rate: { type: 'integer', title: '倍数' },
        total: { type: 'integer', title: '合计' },
      },
      {
        subTables: [{ code: 'need', foreignKey: 'main', relation: 'many', minRows: 1, title: '需求' }],
        rules: [calculated({ total: 'sum(need.sum)' })],
      },
    )
    const need = formDocument(
      'need',
      {
        main: { type: 'string', view: 'hidden' },
        count: { type: 'integer', title: '数量' },
        sum: { type: 'integer', title: '小计' },
      },
      { rules: [calculated({ sum: 'count * main.rate' })] },
    )
    for (const one of [fair, stand, bill, needy, need])
      writeFileSync(join(dir, `${one.code}.form.json`), JSON.stringify(one))
    test = await createTestApp({ dirs: ['schemas/pages', dir], env: { DATA_DIR: dataDir } })
    ;[admin, staff] = [await test.signIn('admin'), await test.signIn('staff')]
    await test.database.connections.writePool.query(`
      insert into platform.sys_permission (id, name, menu_type, perms) values ('fair', '导入', 2, 'online:fair:import');
      insert into platform.sys_role_permission (id, role_id, permission_id)
        select 'fair', id, 'fair' from platform.sys_role where role_code = 'staff'`)
    await test.app.sessions.rightsChanged()
  })
  beforeEach(() =>
    test.database.connections.writePool.query(
      'delete from data.fair; delete from data.stand; delete from data.bill; delete from data.needy; delete from data.need',
    ),
  )
  afterAll(async () => {
    await test.close()
    rmSync(dir, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function send(
    bytes: Buffer,
    {
      token = admin,
      name = 'a.xlsx',
      url = IMPORT,
      fields = {},
      headers = {} as Record<string, string>,
    } = {},
  ) {
    const form = fileForm(name, bytes, fields)
    return test.call(token, 'POST', url, form.payload, { headers: { ...form.headers, ...headers } })
  }
  /** Every record with its sub rows, as texts. */
  async function stored(): Promise<string[]> {
    const { rows } = await test.database.connections.writePool.query<{ text: string }>(`
      select concat_ws(' ', f.name, f.town,
        (select string_agg(concat_ws('/', s.hall, s.size, s.grade), ',' order by s.hall) from data.stand s
          where s.fair_id = f.id and s._tenant = f._tenant),
        (select string_agg(b.tax, ',') from data.bill b where b.fair_id = f.id and b._tenant = f._tenant)) as text
      from data.fair f order by f.name collate "C"`)
    return rows.map(({ text }) => text)
  }
  async function counted(table: string): Promise<number> {
    const { rows } = await test.database.connections.writePool.query(
      `select count(*)::int as count from data.${table}`,
    )
    return rows[0].count
  }
  async function restOf(url: string) {
    const { rawPayload, statusCode } = await test.app.server.inject({ url: API + url })
    expect(statusCode).toBe(200)
    return { bytes: rawPayload, sheets: (await readXlsx(new Uint8Array(rawPayload))).sheets }
  }

  it.each([
    ['sheets', 'xlsx'],
    ['lines', 'xlsx'],
    ['lines', 'csv'],
  ])('are what the export wrote, each below its own record: %s, %s [call-87]', async (subRows, format) => {
    for (const [name, halls, tax] of [
      ['A', ['h1', 'h2', 'h3'], 'T1'],
      ['B', [], null],
      ['C', ['h4'], null],
      ['D', [], 'T2'],
    ] as const)
      await test.call(admin, 'POST', '/online/cgform/api/form/fair', {
        ...{ name, town: name === 'B' ? null : 'X' },
        stand: halls.map((hall, at) => ({ hall, size: at, grade: at === 0 ? 'a' : null })),
        bill: tax === null ? [] : [{ tax }],
      })
    const before = await stored()
    expect(before).toEqual(['A X h1/0/a,h2/1,h3/2 T1', 'B', 'C X h4/0/a', 'D X T2'])
    const { rawPayload } = await test.app.server.inject({
      url: `${API}/online/cgform/api/exportXls/fair?format=${format}&subRows=${subRows}`,
      headers: { 'x-access-token': admin },
    })
    await test.database.connections.writePool.query(
      'delete from data.fair; delete from data.stand; delete from data.bill',
    )
    const { body } = await send(rawPayload, { name: `a.${format}` })
    expect(body).toMatchObject({ code: 200, result: { totalCount: 4, successCount: 4, mistakes: [] } })
    expect(await stored()).toEqual(before)
    expect([await counted('stand'), await counted('bill')]).toEqual([4, 2])
    // The records alone, from the same file.
    await test.database.connections.writePool.query(
      'delete from data.fair; delete from data.stand; delete from data.bill',
    )
    const main = await send(rawPayload, { name: `a.${format}`, fields: { isSingleTableImport: '1' } })
    expect(main.body.result).toMatchObject({ totalCount: 4, successCount: 4 })
    expect(await stored()).toEqual(['A X', 'B', 'C X', 'D X'])
    expect([await counted('stand'), await counted('bill')]).toEqual([0, 0])
  })

  it('of sheets refuse their record, with sheet, line and column; records and sub rows come back together and can be sent again [err-36] [import-05]', async () => {
    const file = await book(
      ['展会', MAINS, [1, 'A', 'X'], [2, 'B', 'Y'], [3, 'C', null], [4, null, 'Z'], [5, 'E', null]],
      [
        '展位',
        STANDS,
        [1, 'h1', 10, '甲级'],
        [2, 'h2', -1, '甲级'],
        [2, 'h3', 5, '丙级'],
        [3, 'h1', 1, null],
        [4, 'h5', 1, null],
        [9, 'h6', 1, null],
        [null, 'h7', 1, null],
        [5, '#N/A', 1, null],
      ],
      ['发票', ['序号', '税号'], [1, 'T1']],
    )
    const { body } = await send(file)
    expect(body).toMatchObject({ code: 201, result: { totalCount: 7, successCount: 1, errorCount: 6 } })
    expect(await stored()).toEqual(['A X h1/10/a T1'])
    const told = body.result.mistakes.map(
      ({ sheet = '', line, message }: { sheet?: string; line: number; message: string }) =>
        `${sheet} ${line} ${message}`,
    )
    expect(told).toEqual([
      expect.stringMatching(/^ 3 工作表“展位”第 3 行“面积”：.+；工作表“展位”第 4 行“级别”：.+$/),
      ' 4 工作表“展位”第 5 行“馆号”：馆号的值已存在',
      expect.stringMatching(/^ 5 .*名称/),
      ' 6 工作表“展位”第 9 行“馆号”：公式错误 #N/A',
      '展位 7 序号“9”在主表中没有对应的行',
      '展位 8 序号为空，无法对应主表',
    ])
    expect(body.result.msg).toContain('工作表“展位”第 7 行：序号“9”在主表中没有对应的行，忽略导入。')
    const { bytes, sheets } = await restOf(body.result.fileUrl)
    expect(sheets.map(({ name, rows }) => [name, rows.map((row) => row.slice(0, 3))])).toEqual([
      ['导入错误', [MAINS, [2, 'B', 'Y'], [3, 'C', null], [4, null, 'Z'], [5, 'E', null]]],
      [
        '展位',
        [
          STANDS.slice(0, 3),
          ...[
            [9, 'h6', 1],
            [null, 'h7', 1],
          ],
          ...[
            [2, 'h2', -1],
            [2, 'h3', 5],
            [3, 'h1', 1],
            [4, 'h5', 1],
            [5, '#N/A', 1],
          ],
        ],
      ],
    ])
    expect(sheets[1]?.rows[1]?.[4]).toBe('序号“9”在主表中没有对应的行')
    const again = await send(bytes)
    expect(again.body.result).toMatchObject({ totalCount: 6, successCount: 0, errorCount: 6 })
  })

  it('of lines refuse their record, and come back in its lines [err-36] [import-05]', async () => {
    const headings = ['名称', '城市', '展位·馆号', '展位·面积', '发票·税号']
    const file = await lines(
      [
        headings,
        [null, null, 'h0', 1, null],
        ['A', 'X', 'h1', 1, 'T1'],
        [null, null, 'h2', 2, null],
        ['B', 'X', 'h3', 3, 'T2'],
        [null, null, 'h4', -1, null],
        [null, null, 'h5', 5, 'T3'],
        ['C', null, null, null, null],
      ],
      ['A5:A7', 'B5:B7', 'E3:E4'],
    )
    const { body } = await send(file)
    expect(body.result).toMatchObject({ totalCount: 4, successCount: 2, errorCount: 2 })
    expect(await stored()).toEqual(['A X h1/1,h2/2 T1', 'C'])
    expect(body.result.mistakes).toEqual([
      { line: 5, message: '第 7 行：“发票”只能有一行' },
      { line: 2, message: '这一行之前没有主表数据，子表无法对应' },
    ])
    const { bytes, sheets } = await restOf(body.result.fileUrl)
    expect(sheets).toHaveLength(1)
    expect(sheets[0]?.rows.map((row) => row.slice(0, 5))).toEqual([
      headings,
      [null, null, 'h0', 1, null],
      ['B', 'X', 'h3', 3, 'T2'],
      [null, null, 'h4', -1, null],
      [null, null, 'h5', 5, 'T3'],
    ])
    expect((await send(bytes)).body.result).toMatchObject({ totalCount: 2, successCount: 0 })
    // What the form says of a sub row is said at its line.
    const wrong = await send(await lines([headings, ['B', 'X', 'h3', 3, 'T2'], [null, null, 'h4', -1, null]]))
    expect(wrong.body.result.mistakes[0].message).toMatch(/^第 3 行“展位·面积”：/)
  })

  it('have sheets in the template, which take what is filled in [call-105]', async () => {
    const { rawPayload } = await test.app.server.inject({
      url: `${API}/online/cgform/api/importTemplate/fair`,
      headers: { 'x-access-token': admin },
    })
    const { sheets } = await readXlsx(new Uint8Array(rawPayload))
    const [main, stands, bills, notes] = sheets
    expect(main?.rows[2]).toEqual(['序号', '名称', '城市'])
    expect([stands?.name, stands?.rows]).toEqual(['展位', [['序号', '馆号', '面积', '级别', '成本']]])
    expect([bills?.name, bills?.rows]).toEqual(['发票', [['序号', '税号']]])
    expect(stands?.dataValidations?.find(({ type }) => type === 'list')).toMatchObject({
      formula1: "'choices'!$A$1:$A$2",
      range: expect.stringMatching(/^D2:D/),
    })
    const told = new Map(notes?.rows.map(([title, ...rest]) => [title, rest]))
    expect(told.get('展位·级别')).toEqual(['从列表中选择', '甲级'])
    expect(told.get('发票·序号')).toEqual(['必填；主表中对应行的序号；每个序号最多一行', 1])
    // Filled in, it is what is imported.
    const filled = sheets.slice(0, 4).map((sheet): Sheet => {
      const own: Cell[][] = [[7, 'A', 'X']]
      const rows =
        sheet === main ? own : sheet === stands ? [[7, 'h1', 3, '乙级']] : sheet === bills ? [[7, 'T']] : []
      return { name: sheet.name, columns: [], rows: [...(sheet.rows as Cell[][]), ...rows] }
    })
    expect((await send(await buffer(xlsxOf(filled)))).body.code).toBe(200)
    expect(await stored()).toEqual(['A X h1/3/b T'])
  })

  it('are taken in whole or not at all where rows go together', async () => {
    const sent = (rows: Cell[][]) =>
      book(['展会', MAINS, [1, 'A', 'X'], [2, 'B', 'Y']], ['展位', STANDS, ...rows])
    const together = { fields: { validateStatus: '0' } }
    const wrong = await send(await sent([[2, 'h1', -1, null]]), together)
    expect(wrong.body.message).toMatch(/^文件导入失败:第 3 行：工作表“展位”第 2 行“面积”：.+。共 1 行有错误/)
    const orphan = await send(await sent([[3, 'h1', 1, null]]), together)
    expect(orphan.body.message).toContain('工作表“展位”第 2 行：序号“3”在主表中没有对应的行')
    expect([await stored(), await counted('stand')]).toEqual([[], 0])
    expect((await send(await sent([[2, 'h1', 1, null]]), together)).body.code).toBe(200)
    expect(await stored()).toEqual(['A X', 'B Y h1/1'])
  })

  it('are told apart by their numbers alone: what names several records, none, or has no such column', async () => {
    const twice = await send(
      await book(
        ['展会', MAINS, [1, 'A', null], [1, 'B', null], [2, 'C', null]],
        ['展位', STANDS, ['１', 'h1'], ['2', 'h2']],
      ),
    )
    expect(twice.body.result.mistakes).toEqual(
      [2, 3].map((line) => ({ line, message: '序号“1”有多行，无法确定子表属于哪一行' })),
    )
    expect(await stored()).toEqual(['C h2'])
    for (const [file, message] of [
      [
        await book(['展会', ['名称'], ['A']], ['展位', STANDS, [1, 'h1']]),
        '工作表“展会”缺少“序号”列，无法对应子表',
      ],
      [
        await book(['展会', MAINS, [1, 'A']], ['展位', ['馆号'], ['h1']]),
        '工作表“展位”缺少“序号”列，无法对应主表',
      ],
      [
        await book(['展会', MAINS, [1, 'A']], ['展位', ['序号', '别的'], [1, 'h1']]),
        '工作表“展位”中没有可导入的列，请检查表头',
      ],
      [
        await book(['展会', [...MAINS, '展位·馆号'], [1, 'A', 'X', 'h']], ['展位', STANDS, [1, 'h1']]),
        '子表“展位”既有工作表又有列，请只保留一种',
      ],
    ] as const)
      expect((await send(file)).body.message).toBe(`文件导入失败:${message}`)
    // A sheet that only has headings is one that nobody needs.
    expect(
      (await send(await book(['展会', ['名称'], ['D']], ['展位', ['馆号']]))).body.result.successCount,
    ).toBe(1)
  })

  it('are sorted to their records in no more time than they take to be read, however many one record has', async () => {
    const below = Array.from({ length: 40_000 }, () => ',h')
    const one = await send(Buffer.from(['名称,展位·馆号', 'A,h', ...below].join('\n')), { name: 'a.csv' })
    expect(one.body.result.mistakes).toEqual([{ line: 2, message: '子表最多 5000 行' }])
    const same = await send(
      await book(
        ['展会', MAINS, ...Array.from({ length: 10_000 }, (_, at): Cell[] => [1, `n${at}`])],
        ['展位', STANDS, ...Array.from({ length: 20_000 }, (): Cell[] => [1, 'h'])],
      ),
    )
    expect(same.body.result).toMatchObject({ totalCount: 10_000, errorCount: 10_000 })
  }, 30_000)

  it('with more faults than anybody reads are told by the first of them and their number', async () => {
    const stands = Array.from({ length: 30 }, (_, at): Cell[] => [1, `h${at}`, -1, null])
    const { body } = await send(await book(['展会', MAINS, [1, 'A', 'X']], ['展位', STANDS, ...stands]))
    const told = body.result.mistakes[0].message.split('；')
    expect([told.length, told.at(-1)]).toEqual([21, '共 30 处错误'])
    const { sheets } = await restOf(body.result.fileUrl)
    expect(sheets[1]?.rows).toHaveLength(31)
    expect(sheets[1]?.rows.every((row) => row.at(-1))).toBe(true)
  })

  it('are one operation with their records, which is taken back at once', async () => {
    const count = 600
    const file = await book(
      ['展会', MAINS, ...Array.from({ length: count }, (_, at): Cell[] => [at, `n${at}`, null])],
      [
        '展位',
        STANDS,
        ...Array.from({ length: 2 * count }, (_, at): Cell[] => [at % count, `h${at}`, 1, null]),
      ],
    )
    expect((await send(file)).body.result).toMatchObject({ totalCount: count, successCount: count })
    expect(await counted('stand')).toBe(2 * count)
    const list = await test.call(admin, 'GET', '/online/operation/list?pageSize=1')
    const [operation] = list.body.result.records
    expect(operation).toMatchObject({ action: 'import', form: 'fair', kept: null })
    const undone = await test.call(admin, 'POST', `/online/operation/${operation.id}/undo`)
    expect(undone.body.success).toBe(true)
    expect([await counted('fair'), await counted('stand')]).toEqual([0, 0])
  })

  it('do not count where a file may have so many rows', async () => {
    const mains = (count: number) => Array.from({ length: count }, (_, at): Cell[] => [at, `n${at}`, null])
    const many = await send(await book(['展会', MAINS, ...mains(10_001)]))
    expect(many.body.message).toBe('文件导入失败:一次最多导入 10000 行，请拆分后再导入')
    const subs = Array.from({ length: 10_001 }, (_, at): Cell[] => [at % 3, `h${at}`])
    const { body } = await send(await book(['展会', MAINS, ...mains(3)], ['展位', STANDS, ...subs]))
    expect(body.result).toMatchObject({ totalCount: 3, successCount: 3 })
    expect(await counted('stand')).toBe(10_001)
  }, 60_000)

  it('belong to the tenant and the rights of who sends them [A-9]', async () => {
    const sent = (headings: Cell[]) => book(['展会', MAINS, [1, 'A', null]], ['展位', headings, [1, 'h1', 3]])
    const denied = await send(await sent(['序号', '馆号', '成本']), { token: staff })
    expect([denied.status, denied.body.message]).toEqual([403, '您没有填写“展位·成本”的权限，请删除该列'])
    expect(await stored()).toEqual([])
    // Left out, it is not looked at.
    const main = await send(await sent(['序号', '馆号', '成本']), {
      ...{ token: staff, fields: { isSingleTableImport: '1' } },
    })
    expect(main.body.code).toBe(200)
    await test.database.connections.writePool.query('delete from data.fair')
    expect((await send(await sent(['序号', '馆号', '面积']), { token: staff })).body.code).toBe(200)
    const { rows } = await test.database.connections.writePool.query(
      'select s.cost, s._tenant = f._tenant as own, s.create_by from data.stand s join data.fair f on f.id = s.fair_id',
    )
    expect(rows).toEqual([{ cost: null, own: true, create_by: 'staff' }])
  })

  it('may not name a main record of their own, and are found in the words of the reader', async () => {
    const other = await test.call(admin, 'POST', '/online/cgform/api/form/fair', { name: 'Other' })
    const file = await book(
      ['x', ['No.', 'Name'], [1, 'A']],
      ['stand', ['序号', '馆号', '展会'], [1, 'h1', other.body.result]],
    )
    const { body } = await send(file, { headers: { 'x-language': 'en' } })
    expect(body).toMatchObject({ code: 200 })
    expect(await stored()).toEqual(['A h1', 'Other'])
  })

  it('are needed by forms that want some, and calculated with their own record', async () => {
    const url = '/online/cgform/api/importXls/needy'
    const mains: Cell[][] = [
      ['序号', '名称', '倍数'],
      ...['A', 'B', 'C'].map((name, at) => [at + 1, name, at + 1]),
    ]
    const needs: Cell[][] = [
      ['序号', '数量'],
      ...[
        [2, 5],
        [3, 7],
        [2, 1],
      ],
    ]
    const { body } = await send(await book(['needy', ...mains], ['需求', ...needs]), { url })
    expect(body.result).toMatchObject({
      ...{ successCount: 2, errorCount: 1 },
      mistakes: [{ line: 2, message: '需求至少需要 1 行' }],
    })
    const { rows } = await test.database.connections.writePool.query(
      'select name, total, (select count(*)::int from data.need n where n.main = m.id) as needs from data.needy m order by name',
    )
    expect(rows).toEqual([
      { name: 'B', total: 12, needs: 2 },
      { name: 'C', total: 21, needs: 1 },
    ])
  })

  it('are not looked through in the workbench, which says so and takes the records alone', async () => {
    const url = '/online/import/fair'
    const sheets = await send(
      await book(
        ['展会', MAINS, [1, 'A', 'X'], [2, 'B', null]],
        ['展位', STANDS, [1, 'h1']],
        ['发票', ['序号', '税号']],
      ),
      { url },
    )
    expect(sheets.body.result).toMatchObject([{ total: 2, unread: ['展位'] }])
    const beside = await send(
      await lines(
        [
          ['名称', '展位·馆号'],
          ['A', 'h1'],
          [null, 'h2'],
          ['B', null],
        ],
        ['A2:A3'],
      ),
      { url },
    )
    expect(beside.body.result).toMatchObject([{ total: 2, unread: ['展位'] }])
    const alone = await send(await book(['展会', MAINS, [1, 'A', 'X']]), { url })
    expect(alone.body.result[0].unread).toBeUndefined()
  })

  it('of a list of their own hang on the record that foreignKeys names [call-87]', async () => {
    const fair = await test.call(admin, 'POST', '/online/cgform/api/form/fair', { name: 'A' })
    const foreignKeys = JSON.stringify({ fair_id: fair.body.result, hall: 'not a key' })
    const file = await book(['展位', ['馆号', '面积'], ['h1', 1], ['h2', 2]])
    const { body } = await send(file, {
      ...{ url: '/online/cgform/api/importXls/stand', fields: { foreignKeys } },
    })
    expect(body.result).toMatchObject({ successCount: 2 })
    expect(await stored()).toEqual(['A h1/1,h2/2'])
  })

  it('are not read from a request with too many files, which is told in words [err-38]', async () => {
    const file = await book(['展会', ['名称'], ['A']])
    const many = filesForm(Array.from({ length: 30 }, (_, at) => ({ name: `${at}.xlsx`, bytes: file })))
    const { status, body } = await test.call(admin, 'POST', IMPORT, many.payload, { headers: many.headers })
    expect([status, body.success, body.message]).toEqual([400, false, '一次最多上传 10 个文件，请分次上传'])
    const fields = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`f${at}`, '1']))
    const odd = await send(file, { fields })
    expect([odd.status, odd.body.message]).toEqual([400, '请求的参数过多'])
    expect((await send(file, { fields: { isSingleTableImport: 'x' } })).body.message).toBe(
      '文件导入失败:参数 isSingleTableImport 只能是 0 或 1',
    )
    expect(await stored()).toEqual([])
  })
})
