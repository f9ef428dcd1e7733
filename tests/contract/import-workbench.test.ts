import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { StagedFile, StagedRow } from '#schemas/api/import-workbench.ts'
import type { Cell } from '#server/modules/spreadsheet/sheet.ts'
import { xlsxOf } from '#server/modules/spreadsheet/xlsx.ts'
import { API, createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'
import { fileForm } from '#tests/helpers/sent-files.ts'

const BENCH = '/online/import/staged'
const FORM = '/online/cgform/api/form/staged'
const workbook = (...rows: Cell[][]) => buffer(xlsxOf([{ name: 's', columns: [], rows }]))
const HEADINGS = ['名称', '编码', '性别', '手机', '人数']

/** A row that nothing is wrong with. */
const good = (at: number): Cell[] => [`n${at}`, `C${at}`, at % 2 ? '男' : '女', `1380000${1000 + at}`, at]

describe('the import workbench', () => {
  let test: TestApp
  let admin = ''
  let staff = ''
  const dir = mkdtempSync(join(tmpdir(), 'documents-'))
  const dataDir = mkdtempSync(join(tmpdir(), 'imports-'))

  beforeAll(async () => {
    const staged = formDocument(
      'staged',
      {
        name: { type: 'string', title: '名称', maxLength: 20 },
        code: { type: 'string', title: '编码', unique: true },
        sex: { type: 'string', title: '性别', view: 'list', dict: 'sex' },
        phone: { type: 'string', title: '手机', pattern: '^1\\d{10}$' },
        size: { type: 'integer', title: '人数', minimum: 0 },
        cost: { type: 'integer', title: '成本' },
      },
      { title: '名单', permissions: { columns: [{ field: 'cost', control: 'editable' }] } },
    )
    const halls = formDocument(
      'staged_hall',
      {
        name: { type: 'string', title: '名称' },
        pid: {
          type: 'string',
          title: '上级',
          view: 'sel_tree',
          options: {
            ...{ table: 'staged_hall', text: 'name', code: 'id' },
            ...{ pidField: 'pid', pidValue: '0', hasChildField: 'has_child' },
          },
        },
        has_child: { type: 'string', title: '有下级', view: 'hidden' },
      },
      { title: '展厅', tree: { parent: 'pid', label: 'name', hasChild: 'has_child', root: '0' } },
    )
    writeFileSync(join(dir, 'staged_hall.form.json'), JSON.stringify(halls))
    staged.schema.required = ['name']
    writeFileSync(join(dir, 'staged.form.json'), JSON.stringify(staged))
    test = await createTestApp({ dirs: ['schemas/pages', dir], env: { DATA_DIR: dataDir } })
    ;[admin, staff] = [await test.signIn('admin'), await test.signIn('staff')]
    await test.database.connections.writePool.query(`
      insert into platform.sys_permission (id, name, menu_type, perms) values ('staged', '导入', 2, 'online:staged:import');
      insert into platform.sys_role_permission (id, role_id, permission_id)
        select 'staged', id, 'staged' from platform.sys_role where role_code = 'staff'`)
    await test.app.sessions.rightsChanged()
  })
  beforeEach(() =>
    test.database.connections.writePool.query(
      'delete from data.staged; delete from platform.import_file; delete from platform.import_match',
    ),
  )
  afterAll(async () => {
    await test.close()
    rmSync(dir, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  })

  async function upload(
    rows: Cell[][],
    { token = admin, name = 'a.xlsx', bytes = null as Buffer | null } = {},
  ) {
    const form = fileForm(name, bytes ?? (await workbook(...rows)))
    const { body } = await test.call(token, 'POST', BENCH, form.payload, { headers: form.headers })
    if (!body.success) throw new Error(test.log.slice(-3).join('\n'))
    return file(body.result[0].id, token)
  }
  async function file(id: string, token = admin): Promise<StagedFile> {
    const { body } = await test.call(token, 'GET', `${BENCH}/${id}`)
    return body.result
  }
  const matchesOf = ({ columns }: StagedFile) =>
    columns.flatMap(({ at, field }) => (field ? [{ at, field }] : []))
  const ADD = { how: 'add', keys: [] as string[], clears: false }

  async function judged(staged: StagedFile, meeting = ADD, token = admin): Promise<StagedFile> {
    const { body } = await test.call(token, 'POST', `${BENCH}/${staged.id}/match`, {
      ...meeting,
      matches: matchesOf(staged),
    })
    if (!body.success) throw new Error(test.log.slice(-3).join('\n'))
    return settled(staged.id, 'ready', token)
  }
  const settled = (id: string, state: string, token = admin) =>
    vi.waitFor(
      async () => {
        const now = await file(id, token)
        expect(now.state).toBe(state)
        return now
      },
      { timeout: 20_000, interval: 50 },
    )
  async function rows(id: string, show = 'all', pageSize = 500): Promise<StagedRow[]> {
    const { body } = await test.call(admin, 'GET', `${BENCH}/${id}/rows?show=${show}&pageSize=${pageSize}`)
    return body.result.records
  }
  const mend = (id: string, ...cells: { no: number; field: string; value: unknown }[]) =>
    test.call(admin, 'POST', `${BENCH}/${id}/cells`, { cells })
  const save = (id: string, token = admin) => test.call(token, 'POST', `${BENCH}/${id}/save`)
  async function stored() {
    const { rows } = await test.database.connections.writePool.query(
      'select id, name, code, sex, phone, size, _version from data.staged order by code',
    )
    return rows as Record<string, unknown>[]
  }

  it('finds each of 17 mistakes in 500 rows; three are mended, 486 saved, 14 handed back, all taken back [call-87] [import-05]', async () => {
    await test.call(admin, 'POST', FORM, { name: '旧', code: 'OLD' })
    const lines = Array.from({ length: 500 }, (_, at) => good(at))
    const spoil: [row: number, column: number, value: Cell][] = [
      ...[3, 50, 120, 121].map((row): [number, number, Cell] => [row, 2, '男男']),
      ...[10, 11, 200].map((row): [number, number, Cell] => [row, 3, '12345']),
      ...[20, 300].map((row): [number, number, Cell] => [row, 0, null]),
      ...[40, 41].map((row): [number, number, Cell] => [row, 1, 'C1']),
      [60, 1, 'OLD'],
      [70, 4, -1],
      [80, 4, 'x'],
      [90, 1, '#N/A'],
      [400, 0, '太长'.repeat(11)],
      [499, 2, '未知'],
    ]
    for (const [row, column, value] of spoil) {
      const line = lines[row]
      if (line) line[column] = value
    }
    const staged = await judged(await upload([HEADINGS, ...lines]))
    expect(staged.counts).toEqual({ all: 500, problems: 17, new: 483, changed: 0, same: 0 })
    const bad = await rows(staged.id, 'problems')
    const cells = bad.flatMap(({ no, line, problems }) => problems.map(({ field }) => [no, line, field]))
    const fields = ['name', 'code', 'sex', 'phone', 'size']
    expect(cells).toEqual(
      spoil
        .map(([row, column]) => [row + 1, row + 2, fields[column]])
        .sort(([a], [b]) => Number(a) - Number(b)),
    )
    const reason = (no: number) => bad.find((row) => row.no === no)?.problems[0]?.message
    expect([reason(4), reason(41), reason(61), reason(91)]).toEqual([
      '性别“男男”不存在',
      '编码与第 3 行重复',
      '编码的值已存在',
      '编码：公式错误 #N/A',
    ])
    expect(await stored()).toHaveLength(1)

    // What the text may have meant is offered; mended cells are judged again, each row by itself.
    const near = await test.call(admin, 'GET', `${BENCH}/${staged.id}/near?no=4&field=sex`)
    expect(near.body.result[0]).toEqual({ value: '1', text: '男' })
    const first = await mend(
      staged.id,
      { no: 4, field: 'sex', value: '1' },
      { no: 11, field: 'phone', value: '13900000000' },
      { no: 12, field: 'phone', value: '123' },
    )
    expect(first.body.result.rows.map((row: StagedRow) => row.problems.length)).toEqual([0, 0, 1])
    expect(first.body.result.rows[0].values).toMatchObject({ name: 'n3', sex: '1' })
    const second = await mend(staged.id, { no: 41, field: 'code', value: 'C1000' })
    expect(second.body.result.counts).toEqual({ all: 500, problems: 14, new: 486, changed: 0, same: 0 })

    await save(staged.id)
    const done = await settled(staged.id, 'done')
    expect(done.outcome).toMatchObject({ added: 486, changed: 0, refused: 14 })
    expect(await stored()).toHaveLength(487)
    expect((await rows(staged.id)).map(({ no }) => no)).toHaveLength(14)
    const { rawPayload } = await test.app.server.inject({
      url: `${API}${BENCH}/${staged.id}/rest`,
      headers: { 'x-access-token': admin },
    })
    const [sheet] = (await readXlsx(new Uint8Array(rawPayload))).sheets
    expect(sheet?.rows).toHaveLength(15)
    expect(sheet?.rows[0]).toEqual([...HEADINGS, '错误原因'])
    expect(sheet?.rows[1]?.slice(0, 4)).toEqual(['n11', 'C11', '男', '123'])

    const undone = await test.call(admin, 'POST', `/online/operation/${done.outcome?.operation}/undo`)
    expect(undone.body.success).toBe(true)
    expect((await stored()).map(({ code }) => code)).toEqual(['OLD'])
  })

  it('judges a row that repeats another anew when either is mended', async () => {
    const staged = await judged(await upload([HEADINGS, good(1), ['b', 'C1', '男', null, null]]))
    expect(staged.counts).toMatchObject({ problems: 1, new: 1 })
    const { body } = await mend(staged.id, { no: 1, field: 'code', value: 'C7' })
    expect(body.result.counts).toMatchObject({ problems: 0, new: 2 })
    expect((await rows(staged.id)).map(({ problems }) => problems)).toEqual([[], []])
  })

  it('matches columns by title, by name, as last time, and as they are corrected', async () => {
    const file = [['名单'], ['全名*', 'code', '性别', '备注'], ['甲', 'K1', '女', 'x']]
    const staged = await upload(file)
    expect(staged.columns.map(({ heading, field, by, samples }) => [heading, field, by, samples[0]])).toEqual(
      [
        ['全名', null, null, '甲'],
        ['code', 'code', 'name', 'K1'],
        ['性别', 'sex', 'title', '女'],
        ['备注', null, null, 'x'],
      ],
    )
    const corrected = {
      ...staged,
      columns: staged.columns.map((one) => (one.at === 0 ? { ...one, field: 'name' } : one)),
    }
    expect((await judged(corrected)).counts).toMatchObject({ all: 1, new: 1 })
    const again = await upload(file)
    expect(again.columns.map(({ field, by }) => [field, by])).toEqual([
      ['name', 'last'],
      ['code', 'name'],
      ['sex', 'title'],
      [null, null],
    ])
    for (const matches of [
      [],
      [{ at: 0, field: 'nothing' }],
      [{ at: 9, field: 'name' }],
      [
        { at: 0, field: 'name' },
        { at: 1, field: 'name' },
      ],
    ]) {
      const { status } = await test.call(admin, 'POST', `${BENCH}/${again.id}/match`, { ...ADD, matches })
      expect(status).toBe(400)
    }
  })

  it('shows what is new, changed and the same before it changes records by their key; empty cells leave them as they are', async () => {
    for (const at of [1, 2, 3]) {
      const [name, code, , phone, size] = good(at)
      await test.call(admin, 'POST', FORM, { name, code, sex: '1', phone, size })
    }
    const lines: Cell[][] = [
      ['new', 'C9', '女', null, 9],
      ['n1', 'C1', '男', null, 100],
      ['n2', 'C2', '男', null, 2],
      ['n3', 'C3', '男', null, -3],
      ['again', 'C1', null, null, null],
    ]
    const both = { how: 'both', keys: ['code'], clears: false }
    const staged = await judged(await upload([HEADINGS, ...lines]), both)
    expect(staged.counts).toEqual({ all: 5, problems: 2, new: 1, changed: 1, same: 1 })
    const [, changed, , negative, again] = await rows(staged.id)
    expect(changed).toMatchObject({ sort: 'changed', was: { size: 1 }, values: { size: 100, phone: null } })
    expect(negative?.problems[0]?.field).toBe('size')
    expect(again?.problems[0]?.message).toBe('与第 3 行修改的是同一条记录')

    // Cleared, the numbers that are not there would be emptied.
    const clearing = await judged(staged, { ...both, clears: true })
    expect((await rows(clearing.id, 'changed')).map(({ was }) => Object.keys(was))).toEqual([
      expect.arrayContaining(['phone', 'size']),
      ['phone'],
    ])
    await judged(staged, { how: 'change', keys: ['code'], clears: false })
    expect(
      (await rows(staged.id, 'problems')).map(({ no, problems }) => [no, problems[0]?.message]),
    ).toContainEqual([1, '没有编码为“C9”的记录'])
    await judged(staged, both)

    await save(staged.id)
    const done = await settled(staged.id, 'done')
    expect(done.outcome).toMatchObject({ added: 1, changed: 1, refused: 2 })
    const after = await stored()
    expect(after.map(({ code, size, phone, _version }) => [code, size, phone, _version])).toEqual([
      ['C1', 100, '13800001001', 2],
      ['C2', 2, '13800001002', 1],
      ['C3', 3, '13800001003', 1],
      ['C9', 9, null, 1],
    ])
    await test.call(admin, 'POST', `/online/operation/${done.outcome?.operation}/undo`)
    expect((await stored()).map(({ code, size }) => [code, size])).toEqual([
      ['C1', 1],
      ['C2', 2],
      ['C3', 3],
    ])
  })

  it('says that several records have the key of a row, and asks the database for no more than that', async () => {
    const [twins, sent] = [20_000, 1000]
    await test.database.connections.writePool.query(
      `insert into data.staged (id, _tenant, _version, name, code)
       select 'twin' || n, 1, 1, case when n = 0 then 'single' else 'twin' end, 'T' || n from generate_series(0, $1::int) n`,
      [twins],
    )
    const lines = Array.from({ length: sent }, (_, at): Cell[] => [
      at === 0 ? 'single' : 'twin',
      null,
      null,
      null,
      1,
    ])
    const staged = await judged(await upload([HEADINGS, ...lines]), {
      how: 'change',
      keys: ['name'],
      clears: false,
    })
    expect(staged.counts).toMatchObject({ all: sent, problems: sent - 1, changed: 1 })
    expect((await rows(staged.id, 'problems'))[0]?.problems[0]?.message).toBe(
      '名称相同的记录有多条，无法确定要修改哪一条',
    )
  })

  it('hands a row back whose record somebody changed meanwhile', async () => {
    await test.call(admin, 'POST', FORM, { name: 'n1', code: 'C1', size: 1 })
    const staged = await judged(await upload([HEADINGS, good(1), good(2)]), {
      ...{ how: 'both', keys: ['code'], clears: false },
    })
    expect(staged.counts).toMatchObject({ changed: 1, new: 1 })
    const [record] = await stored()
    await test.call(admin, 'PUT', FORM, { id: record?.id, name: '他人', _version: 1 })
    await save(staged.id)
    const done = await settled(staged.id, 'done')
    expect(done.outcome).toMatchObject({ added: 1, changed: 0, refused: 1 })
    expect((await rows(staged.id))[0]?.problems).toEqual([
      { field: '', message: '记录已被他人修改，请重新核对' },
    ])
    expect((await stored())[0]).toMatchObject({ name: '他人' })
  })

  it('takes a file in once, however often and by whomever it is asked; two files at once are both right', async () => {
    const [one, other] = [
      await judged(await upload([HEADINGS, good(1), good(2)])),
      await judged(await upload([HEADINGS, good(2), good(3)])),
    ]
    const answers = await Promise.all([save(one.id), save(one.id), save(other.id), save(one.id)])
    expect(answers.map(({ body }) => body.success)).toEqual([true, true, true, true])
    const done = [await settled(one.id, 'done'), await settled(other.id, 'done')]
    expect((await stored()).map(({ code }) => code)).toEqual(['C1', 'C2', 'C3'])
    const sums = done.map(({ outcome }) => [outcome?.added, outcome?.refused])
    expect(sums.flat().reduce((sum: number, count) => sum + (count ?? 0), 0)).toBe(4)
    await save(one.id)
    expect(await stored()).toHaveLength(3)
    expect((await mend(one.id, { no: 1, field: 'name', value: 'x' })).status).toBe(400)
  })

  it('carries on what ended with its process, and does no save twice', async () => {
    const staged = await judged(await upload([HEADINGS, good(1), good(2)]))
    const { writePool } = test.database.connections
    await save(staged.id)
    const done = await settled(staged.id, 'done')
    // As if the process had ended after the commit and before it could say so.
    await writePool.query(
      `update platform.import_file set state = 'saving', worker = 'gone', outcome = null, worked_at = now() - interval '1 minute' where id = $1`,
      [staged.id],
    )
    await writePool.query(
      `insert into platform.import_row (file_id, no, line, cells) values ($1, 1, 2, $2), ($1, 2, 3, $3)`,
      [staged.id, JSON.stringify(good(1)), JSON.stringify(good(2))],
    )
    const again = await settled(staged.id, 'done')
    expect(again.outcome).toEqual(done.outcome)
    expect(await stored()).toHaveLength(2)
    // A worker that is still there is left alone.
    await writePool.query(
      `update platform.import_file set state = 'judging', worker = 'busy', worked_at = now() where id = $1`,
      [staged.id],
    )
    await file(staged.id)
    const { rows: kept } = await writePool.query('select worker from platform.import_file where id = $1', [
      staged.id,
    ])
    expect(kept).toEqual([{ worker: 'busy' }])
  })

  it('is left and found again, by its owner alone; columns and changes ask for their rights [A-9]', async () => {
    const staged = await judged(await upload([HEADINGS, good(1), ['x', 'C2', '男男', null, null]]))
    await mend(staged.id, { no: 2, field: 'sex', value: '2' })
    const list = await test.call(admin, 'GET', BENCH)
    expect(list.body.result).toEqual([
      expect.objectContaining({ id: staged.id, name: 'a.xlsx', state: 'ready', total: 2 }),
    ])
    expect((await rows(staged.id))[1]?.values).toMatchObject({ sex: '2' })
    expect((await test.call(staff, 'GET', BENCH)).body.result).toEqual([])
    for (const path of ['', '/rows', '/near?no=1&field=sex', '/rest'])
      expect([path, (await test.call(staff, 'GET', `${BENCH}/${staged.id}${path}`)).status]).toEqual([
        path,
        404,
      ])
    expect((await save(staged.id, staff)).status).toBe(404)
    expect((await test.call(staff, 'GET', '/online/import/expo')).status).toBe(403)
    expect((await test.call(null, 'GET', BENCH)).status).toBe(401)

    const denied = await upload(
      [
        [...HEADINGS, '成本'],
        [...good(5), 3],
      ],
      { token: staff },
    )
    expect(denied.columns.at(-1)).toMatchObject({ field: null, denied: '成本' })
    expect([denied.mayChange, denied.fields.some(({ name }) => name === 'cost')]).toEqual([false, false])
    const filled = await test.call(staff, 'POST', `${BENCH}/${denied.id}/match`, {
      ...ADD,
      matches: [{ at: 5, field: 'cost' }],
    })
    expect([filled.status, filled.body.message]).toEqual([403, '您没有填写“成本”的权限，请删除该列'])
    const changing = await test.call(staff, 'POST', `${BENCH}/${denied.id}/match`, {
      ...{ how: 'both', keys: ['code'], clears: false },
      matches: matchesOf(denied),
    })
    expect(changing.status).toBe(403)
    // While it is saved it stays.
    const state = (name: string) =>
      test.database.connections.writePool.query('update platform.import_file set state = $1 where id = $2', [
        name,
        staged.id,
      ])
    await state('saving')
    const kept = await test.call(admin, 'DELETE', `${BENCH}/${staged.id}`)
    expect([kept.status, kept.body.message]).toEqual([409, '正在导入，请稍候'])
    await state('matching')
    expect((await test.call(admin, 'DELETE', `${BENCH}/${staged.id}`)).status).toBe(200)
    expect((await test.call(admin, 'GET', BENCH)).body.result).toEqual([])
  })

  it('puts rows of a tree below other rows of the file; a ring and a missing parent are told at their cells until they are mended [call-87]', async () => {
    const bench = '/online/import/staged_hall'
    const call = async (method: 'GET' | 'POST', path: string, body?: object) =>
      (await test.call(admin, method, `${bench}${path}`, body)).body.result
    const settledTo = (id: string, state: string) =>
      vi.waitFor(
        async () => {
          const now = await call('GET', `/${id}`)
          expect(now.state).toBe(state)
          return now
        },
        { timeout: 20_000, interval: 50 },
      )
    const sent = fileForm(
      'a.xlsx',
      await workbook(
        ['名称', '上级'],
        ['一层', '东馆'],
        ['东馆', '西馆'],
        ['西馆', '东馆'],
        ['无主', '没有的馆'],
      ),
    )
    const { body } = await test.call(admin, 'POST', bench, sent.payload, { headers: sent.headers })
    const [{ id }] = body.result
    await call('POST', `/${id}/match`, {
      ...ADD,
      matches: [
        { at: 0, field: 'name' },
        { at: 1, field: 'pid' },
      ],
    })
    await settledTo(id, 'ready')
    const bad = await call('GET', `/${id}/rows?show=problems&pageSize=100`)
    expect(bad.records.map(({ no, problems }: StagedRow) => [no, problems])).toEqual([
      [2, [{ field: 'pid', message: '上级“西馆”是该行自己或其下级，不能作为父级' }]],
      [3, [{ field: 'pid', message: '上级“东馆”是该行自己或其下级，不能作为父级' }]],
      [4, [{ field: 'pid', message: '上级“没有的馆”不存在' }]],
    ])
    // One end of the ring is let go: the other end is right again, too.
    const mended = await call('POST', `/${id}/cells`, { cells: [{ no: 3, field: 'pid', value: null }] })
    expect(mended.counts).toMatchObject({ problems: 1, new: 3 })
    const renamed = await call('POST', `/${id}/cells`, { cells: [{ no: 4, field: 'pid', value: '一层' }] })
    expect(renamed.counts).toMatchObject({ problems: 0, new: 4 })
    await call('POST', `/${id}/save`)
    expect((await settledTo(id, 'done')).outcome).toMatchObject({ added: 4, refused: 0 })
    const { rows } = await test.database.connections.writePool.query(
      'select c.name, p.name as parent from data.staged_hall c left join data.staged_hall p on p.id = c.pid',
    )
    expect(Object.fromEntries(rows.map(({ name, parent }) => [name, parent]))).toEqual({
      ...{ 西馆: null, 东馆: '西馆', 一层: '东馆', 无主: '一层' },
    })
  })

  it('reads CSV, in GBK too, and says what is no file of rows', async () => {
    // 名称,编码 / 甲,G1 in GBK.
    const bytes = Buffer.from([
      ...[0xc3, 0xfb, 0xb3, 0xc6, 0x2c, 0xb1, 0xe0, 0xc2, 0xeb, 0x0a, 0xbc, 0xd7, 0x2c, 0x47, 0x31, 0x0a],
    ])
    const staged = await judged(await upload([], { name: 'a.csv', bytes }))
    expect((await rows(staged.id))[0]?.values).toMatchObject({ name: '甲', code: 'G1' })
    for (const [sent, message, name] of [
      [Buffer.from('x'), '文件已损坏或不是 Excel 文件', 'a.xlsx'],
      [await workbook(['名称']), '文件中没有数据', 'a.xlsx'],
      [
        Buffer.from(`名称\na\n${'x'.repeat(100_001)}`),
        '第 3 行有超过 100000 个字符的单元格，请缩短后再导入',
        'a.csv',
      ],
    ] as const) {
      const form = fileForm(name, sent)
      const { body } = await test.call(admin, 'POST', BENCH, form.payload, { headers: form.headers })
      expect([body.success, body.message]).toEqual([false, message])
    }
  })
})
