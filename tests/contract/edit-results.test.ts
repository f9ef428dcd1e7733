import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EditPreview } from '#schemas/api/results.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'

const text = { type: 'string' as const }
const THEN = 'then'
const rule = (effects: object) => ({ [THEN]: effects })

describe('all rows of a query, edited together', () => {
  let test: TestApp
  let admin = ''
  let staff = ''
  const dir = mkdtempSync(join(tmpdir(), 'edit-results-'))
  beforeAll(async () => {
    const stall = formDocument(
      'stall',
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
          query: ['name', 'hall'],
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
    writeFileSync(join(dir, 'stall.form.json'), JSON.stringify(stall))
    test = await createTestApp({ dirs: ['schemas/pages', dir] })
    ;[admin, staff] = [await test.signIn('admin'), await test.signIn('staff')]
  })
  afterAll(async () => {
    await test.close()
    rmSync(dir, { recursive: true, force: true })
  })

  const sql = async (statement: string, values?: unknown[]) =>
    (await test.database.connections.writePool.query(statement, values)).rows
  const fill = (count: number, hall: string, state = 'open', owner = 'staff') =>
    sql(
      `insert into data.stall (id, _tenant, _version, name, hall, state, owner, note)
       select $2 || $3 || $4 || n, 1, 1, 'stall ' || n, $2, $3, $4, 'old' from generate_series(1, $1) n`,
      [count, hall, state, owner],
    )
  const post = async (path: string, body: object, token = admin) =>
    test.call(token, 'POST', `/online/results/stall/${path}`, body)
  const preview = async (body: object, token = admin): Promise<EditPreview & { message?: string }> => {
    const answer = (await post('edit/preview', body, token)).body
    const rows = (answer.result as EditPreview | null)?.rows ?? []
    return { ...answer, rows }
  }
  const notes = async (hall: string) =>
    (
      await sql('select note, count(*)::int from data.stall where hall = $1 group by 1 order by 1', [hall])
    ).map(({ note, count }) => [note, count])
  const seen = (rows: EditPreview['rows']) => rows.map(({ id, version }) => ({ id, version }))

  it('shows what would become of each, changes nothing, then changes them in one operation that is taken back as one', async () => {
    await fill(12, 'A')
    await sql("update data.stall set note = 'new' where id = 'Aopenstaff3'")
    const { rows } = await preview({ query: { hall: 'A' }, count: 12, values: { note: 'new', area: 3 } })
    expect(rows).toHaveLength(12)
    const [first] = rows
    expect(first).toMatchObject({
      before: { name: 'stall 1', note: 'old', area: null },
      after: { note: 'new', area: 3, double: 6 },
      changed: ['note', 'area', 'double'],
      errors: [],
    })
    expect(rows.find(({ id }) => id === 'Aopenstaff3')?.changed).toEqual(['area', 'double'])
    expect(await notes('A')).toEqual([
      ['new', 1],
      ['old', 11],
    ])
    const { body, headers } = await post('edit', { rows: seen(rows), values: { note: 'new', area: 3 } })
    expect(body).toMatchObject({ success: true, result: 12 })
    expect(await notes('A')).toEqual([['new', 12]])
    const undo = `/online/operation/${headers['x-request-id']}/undo`
    expect((await test.call(admin, 'POST', undo)).body).toMatchObject({
      success: true,
      result: { count: 12 },
    })
    expect(await notes('A')).toEqual([
      ['new', 1],
      ['old', 11],
    ])
  })

  it('says which cannot be changed, and why; they stay what they are', async () => {
    await fill(2, 'B')
    await fill(1, 'B', 'closed')
    await fill(1, 'B', 'fixed')
    const { rows } = await preview({ query: { hall: 'B' }, count: 4, values: { note: 'new' } })
    expect(Object.fromEntries(rows.map(({ id, errors }) => [id, errors.join()]))).toEqual({
      Bopenstaff1: '',
      Bopenstaff2: '',
      Bclosedstaff1: '该记录的当前状态不能执行“编辑”',
      Bfixedstaff1: '该记录的“备注”不能更改',
    })
    const refused = await post('edit', { rows: seen(rows), values: { note: 'new' } })
    expect(refused.body).toMatchObject({ success: false })
    expect(await notes('B')).toEqual([['old', 4]])
    const long = await preview({
      query: { hall: 'B' },
      selections: 'Bopenstaff1',
      count: 1,
      values: { note: 'too long' },
    })
    expect(long.rows[0]?.errors).toHaveLength(1)
    const same = await preview({ query: { hall: 'B' }, count: 4, values: { number: '1' } })
    expect(same.rows.filter(({ errors }) => errors.join().includes('编号')).length).toBeGreaterThan(0)
  })

  it('refuses all where a record is no longer as it was seen, and names it', async () => {
    await fill(3, 'C')
    const { rows } = await preview({ query: { hall: 'C' }, count: 3, values: { note: 'new' } })
    await sql("update data.stall set _version = 2 where id = 'Copenstaff2'")
    await sql("delete from data.stall where id = 'Copenstaff3'")
    const { body, status } = await post('edit', { rows: seen(rows), values: { note: 'new' } })
    expect(status).toBe(409)
    expect(body).toMatchObject({
      success: false,
      result: { changed: ['Copenstaff2'], gone: ['Copenstaff3'] },
    })
    expect(await notes('C')).toEqual([['old', 2]])
  })

  it('are as many as were shown, at most 1000, and columns are named that nobody may change', async () => {
    await fill(2, 'D')
    const of = (count: number, values: object) => preview({ query: { hall: 'D' }, count, values })
    expect(await of(3, { note: 'new' })).toMatchObject({ message: '查询结果已有变化，请刷新后重试' })
    expect(await of(1001, { note: 'new' })).toMatchObject({ message: '一次最多处理 1000 条' })
    expect(await of(2, {})).toMatchObject({ message: '请选择要修改的列' })
    expect(await of(2, { _version: 9 })).toMatchObject({ message: '您没有更改“_version”的权限' })
    expect(await of(2, { nothing: 9 })).toMatchObject({ success: false, code: 510 })
  })

  it('are those of the caller, in the columns of the caller, and nothing without the right to edit', async () => {
    await fill(2, 'E')
    await fill(2, 'E', 'open', 'other')
    const asked = { query: { hall: 'E' }, count: 2, values: { note: 'new' } }
    expect(await preview(asked, staff)).toMatchObject({ success: false, code: 510 })
    const [role] = await sql("select id from platform.sys_role where role_code = 'staff'")
    for (const action of ['list', 'edit'])
      await sql(
        `with added as (insert into platform.sys_permission (id, name, menu_type, perms, perms_type)
           values ('stall-${action}', '${action}', 2, 'online:stall:${action}', '1') returning id)
         insert into platform.sys_role_permission (id, role_id, permission_id) select id, '${role?.id}', id from added`,
      )
    await sql(
      "insert into platform.form_grant (role_id, form_code, kind, key) values ($1, 'stall', 'row', 'own')",
      [role?.id],
    )
    await test.app.sessions.rightsChanged()
    const { rows } = await preview(asked, staff)
    expect(rows).toHaveLength(2)
    expect(await preview({ ...asked, values: { wage: '1' } }, staff)).toMatchObject({
      message: '您没有更改“工资”的权限',
    })
    // What would leave the rows that the caller may see is refused, as in a save.
    const away = await preview({ ...asked, values: { owner: 'other' } }, staff)
    expect(away.rows.every(({ errors }) => errors.length > 0)).toBe(true)
    const foreign = { id: 'Eopenother1', version: 1 }
    expect(
      (await post('edit', { rows: [...seen(rows), foreign], values: { note: 'new' } }, staff)).status,
    ).toBe(409)
    expect(await notes('E')).toEqual([['old', 4]])
  })
})
