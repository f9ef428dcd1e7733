import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'

const text = { type: 'string' as const }
const THEN = 'then'
const rule = (effects: object) => ({ [THEN]: effects })

describe('the table of a list, edited and saved in one call', () => {
  let test: TestApp
  let admin = ''
  let staff = ''
  const dir = mkdtempSync(join(tmpdir(), 'save-table-'))
  beforeAll(async () => {
    const kiosk = formDocument(
      'kiosk',
      {
        name: { ...text, title: '名称' },
        hall: text,
        state: text,
        note: { ...text, title: '备注', maxLength: 5 },
        area: { type: 'integer', title: '面积' },
        double: { type: 'integer', title: '两倍' },
        number: { ...text, title: '编号', unique: true },
        wage: { ...text, title: '工资' },
        owner: text,
      },
      {
        list: {
          columns: ['name', 'hall'],
          actions: [
            'add',
            { code: 'edit', when: { field: 'state', rule: 'ne', val: 'closed' } },
            'batch_edit',
            'delete',
          ],
        },
        rules: [
          rule({ value: { double: 'area * 2' } }),
          { if: { field: 'state', rule: 'eq', val: 'fixed' }, ...rule({ readonly: ['note'] }) },
        ],
        permissions: {
          columns: [{ field: 'wage', control: 'editable' }],
          rows: [{ code: 'own', title: '自己的', where: { field: 'owner', rule: 'eq', val: 'staff' } }],
        },
      },
    )
    writeFileSync(join(dir, 'kiosk.form.json'), JSON.stringify(kiosk))
    test = await createTestApp({ dirs: ['schemas/pages', dir] })
    ;[admin, staff] = [await test.signIn('admin'), await test.signIn('staff')]
  })
  afterAll(async () => {
    await test.close()
    rmSync(dir, { recursive: true, force: true })
  })

  const sql = async (statement: string, values?: unknown[]) =>
    (await test.database.connections.writePool.query(statement, values)).rows
  const fill = (hall: string, count: number, state = 'open', owner = 'staff') =>
    sql(
      `insert into data.kiosk (id, _tenant, _version, name, hall, state, owner, note)
       select $2 || n, 1, 1, 'kiosk ' || n, $2, $3, $4, 'old' from generate_series(1, $1) n`,
      [count, hall, state, owner],
    )
  const save = (rows: object[], removed: string[] = [], token = admin, more = {}) =>
    test.call(token, 'POST', '/online/results/kiosk/save', { rows, removed }, more)
  const kept = async (hall: string) =>
    (await sql('select id, note, area, double from data.kiosk where hall = $1 order by name', [hall])).map(
      ({ id, note, area, double }) => [id.length > 4 ? 'new' : id, note, area, double],
    )
  const logged = async (id: unknown) =>
    (await sql('select action from platform.operation where request_id = $1', [id])).map(
      ({ action }) => action,
    )

  it('changes, adds and removes rows in one operation with one entry of the log, which is taken back as one', async () => {
    await fill('A', 3)
    const answer = await save(
      [
        { id: 'A1', _version: 1, note: 'one', area: 4 },
        { id: 'A2', _version: 1, note: 'two' },
        { name: 'kiosk 9', hall: 'A', note: 'nine' },
      ],
      ['A3'],
    )
    expect(answer.body).toMatchObject({ success: true })
    const { rows } = answer.body.result as { rows: { id: string; version: number }[] }
    expect(rows.slice(0, 2)).toEqual([
      { id: 'A1', version: 2 },
      { id: 'A2', version: 2 },
    ])
    expect(rows[2]).toMatchObject({ version: 1 })
    const now = [
      ['A1', 'one', 4, 8],
      ['A2', 'two', null, null],
      ['new', 'nine', null, null],
    ]
    expect(await kept('A')).toEqual(now)
    const operation = answer.headers['x-request-id']
    expect(await logged(operation)).toEqual(['batch_edit'])
    const undone = await test.call(admin, 'POST', `/online/operation/${operation}/undo`)
    expect(undone.body).toMatchObject({ success: true, result: { count: 4 } })
    expect(await kept('A')).toEqual([
      ['A1', 'old', null, null],
      ['A2', 'old', null, null],
      ['A3', 'old', null, null],
    ])
  })

  it('is an edit, a new record or a deletion in the log where it is one', async () => {
    await fill('L', 2)
    const edit = await save([{ id: 'L1', _version: 1, note: 'x' }])
    const add = await save([{ name: 'kiosk 3', hall: 'L' }])
    const gone = await save([], ['L2'])
    const actions = [edit, add, gone].map(({ headers }) => logged(headers['x-request-id']))
    expect((await Promise.all(actions)).flat()).toEqual(['edit', 'add', 'delete'])
  })

  it('keeps nothing where one row is refused, and says which and why', async () => {
    await fill('B', 2)
    await sql(
      "insert into data.kiosk (id, _tenant, _version, name, hall, state) values ('B3', 1, 1, 'k3', 'B', 'closed')",
    )
    await sql(
      "insert into data.kiosk (id, _tenant, _version, name, hall, state, note) values ('B4', 1, 1, 'k4', 'B', 'fixed', 'old')",
    )
    const { body } = await save([
      { id: 'B1', _version: 1, note: 'good' },
      { id: 'B2', _version: 1, note: 'too long' },
      { id: 'B3', _version: 1, area: 1 },
      { id: 'B4', _version: 1, note: 'new' },
      { name: 'kiosk 5', hall: 'B', number: 'same' },
      { name: 'kiosk 6', hall: 'B', number: 'same' },
    ])
    expect([body.code, body.success]).toEqual([422, false])
    const { errors } = body.result as { errors: { row: number; field: string; message: string }[] }
    expect(errors.map(({ row, field }) => [row, field])).toEqual([
      [1, 'note'],
      [2, ''],
      [3, 'note'],
      [5, 'number'],
    ])
    expect(errors[1]?.message).toBe('该记录的当前状态不能执行“编辑”')
    expect(errors[2]?.message).toBe('该记录的“备注”不能更改')
    expect((await kept('B')).map(([, note]) => note).sort()).toEqual([null, 'old', 'old', 'old'].sort())
  })

  it('takes over a value that a removed row lets go of', async () => {
    await fill('F', 2)
    await sql("update data.kiosk set number = 'F-1' where id = 'F1'")
    const { body } = await save([{ id: 'F2', _version: 1, number: 'F-1' }], ['F1'])
    expect(body).toMatchObject({ success: true })
    expect((await kept('F')).map(([id]) => id)).toEqual(['F2'])
  })

  it('refuses all where a record is no longer as it was seen, and names it', async () => {
    await fill('C', 4)
    await sql("update data.kiosk set _version = 2 where id = 'C2'")
    await sql("delete from data.kiosk where id in ('C3', 'C4')")
    const { status, body } = await save(
      ['C1', 'C2', 'C3'].map((id) => ({ id, _version: 1, note: 'new' })),
      ['C4'],
    )
    expect(status).toBe(409)
    expect(body.result).toEqual({ changed: ['C2'], gone: ['C4', 'C3'] })
    expect((await kept('C')).map(([, note]) => note)).toEqual(['old', 'old'])
  })

  it('answers bad input with a sentence, and changes nothing', async () => {
    await fill('D', 1)
    const refused = async (rows: object[], removed: string[] = []) => {
      const { status, body } = await save(rows, removed)
      expect(status).toBeLessThan(500)
      expect(body.success).toBe(false)
      return body.message
    }
    expect(await refused([])).toBe('没有要修改的内容')
    expect(await refused([{ id: 'D1', _version: 1 }])).toBe('没有要修改的内容')
    expect(await refused([{ id: 'D1', _version: 'x', note: '1' }])).toBe('参数不识别！')
    expect(await refused([{ id: { a: 1 }, note: '1' }])).toBe('参数不识别！')
    expect(await refused([], ['\0'])).not.toBe('')
    expect(await refused([], ['x'.repeat(37)])).not.toBe('')
    expect(await refused([{ id: 'D1', nothing: 1 }])).toBe('您没有更改“nothing”的权限')
    expect(await refused([{ id: 'D1', _tenant: 2 }])).toBe('您没有更改“_tenant”的权限')
    const twice = { id: 'D1', _version: 1, note: 'x' }
    expect(await refused([twice, twice])).toBe('同一条记录不能提交两次')
    expect(await refused([twice], ['D1'])).toBe('同一条记录不能提交两次')
    expect(
      await refused(
        [],
        Array.from({ length: 1001 }, (_, at) => `n${at}`),
      ),
    ).not.toBe('')
    expect(await refused([{ id: 'D1', note: { deep: [1] } }])).not.toBe('')
    expect(await kept('D')).toEqual([['D1', 'old', null, null]])
  })

  it('once, however often the same request arrives', async () => {
    await fill('K', 1)
    const key = { headers: { 'idempotency-key': 'save-table-once' } }
    const rows = [{ name: 'kiosk 2', hall: 'K' }]
    const [first, again] = [await save(rows, [], admin, key), await save(rows, [], admin, key)]
    expect(again.body.result).toEqual(first.body.result)
    expect(await kept('K')).toHaveLength(2)
  })

  it('are those of the caller, in the columns of the caller; new and removed rows need their own rights', async () => {
    await fill('E', 2)
    await fill('G', 1, 'open', 'other')
    const asked = [{ id: 'E1', _version: 1, note: 'new' }]
    expect((await save(asked, [], staff)).body).toMatchObject({ success: false, code: 510 })
    const [role] = await sql("select id from platform.sys_role where role_code = 'staff'")
    for (const action of ['list', 'edit'])
      await sql(
        `with added as (insert into platform.sys_permission (id, name, menu_type, perms, perms_type)
           values ('kiosk-${action}', '${action}', 2, 'online:kiosk:${action}', '1') returning id)
         insert into platform.sys_role_permission (id, role_id, permission_id) select id, '${role?.id}', id from added`,
      )
    await sql(
      "insert into platform.form_grant (role_id, form_code, kind, key) values ($1, 'kiosk', 'row', 'own')",
      [role?.id],
    )
    await test.app.sessions.rightsChanged()
    const wage = await save([{ id: 'E1', _version: 1, wage: '1' }], [], staff)
    expect(wage.body.message).toBe('您没有更改“工资”的权限')
    expect((await save([{ name: 'x', owner: 'staff' }], [], staff)).body.code).toBe(510)
    expect((await save([], ['E1'], staff)).body.code).toBe(510)
    const foreign = await save([...asked, { id: 'G1', _version: 1, note: 'new' }], [], staff)
    expect([foreign.status, foreign.body.result]).toEqual([409, { changed: [], gone: ['G1'] }])
    // What would leave the rows that the caller may see is refused, as in a save.
    const away = await save([{ id: 'E1', _version: 1, owner: 'other' }], [], staff)
    expect(away.body.success).toBe(false)
    expect((await kept('E')).map(([, note]) => note)).toEqual(['old', 'old'])
    expect((await save(asked, [], staff)).body).toMatchObject({ success: true })
    expect((await kept('E')).map(([, note]) => note)).toEqual(['new', 'old'])
  })
})
