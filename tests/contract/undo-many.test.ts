import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'

/** Operations of more changes than these are taken back in the background. */
const AT_ONCE = 4
const ROWS = 9
const FORM = '/online/cgform/api/form/lot'

describe('operations on many records are taken back in the background', () => {
  let test: TestApp
  let admin = ''
  let staff = ''
  const dir = mkdtempSync(join(tmpdir(), 'undo-many-'))

  beforeAll(async () => {
    const text = { type: 'string' as const }
    const lot = formDocument(
      'lot',
      { name: { ...text, title: '名称' }, state: { ...text, maxLength: 10 } },
      { title: '展品', list: { actions: ['add', 'edit', 'delete', 'batch_delete', 'batch_edit'] } },
    )
    writeFileSync(join(dir, 'lot.form.json'), JSON.stringify(lot))
    test = await createTestApp({ dirs: ['schemas/pages', dir], undoneAtOnce: AT_ONCE })
    ;[admin, staff] = [await test.signIn('admin'), await test.signIn('staff')]
    await sql(`insert into platform.sys_permission (id, name, menu_type, perms)
        select 'lot-' || a, a, 2, 'online:lot:' || a from unnest(array['list', 'add', 'delete']) a;
      insert into platform.sys_role_permission (id, role_id, permission_id)
        select p.id, r.id, p.id from platform.sys_role r, platform.sys_permission p
        where r.role_code = 'staff' and p.id like 'lot-%'`)
    await test.app.sessions.rightsChanged()
  })
  afterAll(async () => {
    await test.close()
    rmSync(dir, { recursive: true, force: true })
  })

  const sql = async (statement: string, values: unknown[] = []) =>
    (await test.database.connections.writePool.query(statement, values)).rows
  const lots = () => sql('select id, name, state from data.lot order by name')
  /** Adds lots one by one and deletes them together: the operation that is taken back. */
  async function deleted(token = admin): Promise<string> {
    await sql('delete from data.lot')
    const ids: string[] = []
    for (let at = 0; at < ROWS; at += 1)
      ids.push((await test.call(token, 'POST', FORM, { name: `L${at}`, state: 'new' })).body.result)
    const answer = await test.call(token, 'DELETE', `${FORM}/${ids.join(',')}`)
    expect(answer.body.success).toBe(true)
    return String(answer.headers['x-request-id'])
  }
  const undo = async (operation: string, token = admin) =>
    (await test.call(token, 'POST', `/online/operation/${operation}/undo`)).body
  const undoing = async (operation: string, token = admin) =>
    (await test.call(token, 'GET', `/online/operation/${operation}/undo`)).body
  const newest = async (token = admin) =>
    (await test.call(token, 'GET', '/online/operation/list?pageSize=1')).body.result.records[0]
  const notices = async (token: string) =>
    (await test.call(token, 'GET', '/sys/annountCement/listByUser')).body.result.sysMsgList
  /** One run of the job. */
  async function work(signal = new AbortController().signal) {
    const said: string[] = []
    await test.app.jobClasses.undo?.({
      parameter: '',
      say: (line) => said.push(line),
      idle: () => said.push('idle'),
      signal,
    })
    return said
  }

  it('it is ordered, told as going on, done whole, and told in the bell', async () => {
    const operation = await deleted(staff)
    expect(await undo(operation, staff)).toMatchObject({
      success: true,
      message: '数据较多，正在后台撤销，完成后会通知您',
      result: { operation: null, count: ROWS },
    })
    expect(await lots()).toEqual([])
    expect(await newest(staff)).toMatchObject({ kept: 'undoing', undoing: { isOpen: true, total: ROWS } })
    // Ordered twice it is done once.
    expect(await undo(operation, staff)).toMatchObject({ success: false, message: '该操作正在撤销，请稍候' })
    expect(await work()).toEqual(['后台撤销：1 个'])
    expect(await lots()).toHaveLength(ROWS)
    expect((await undoing(operation, staff)).result).toMatchObject({
      isOpen: false,
      done: ROWS,
      total: ROWS,
      error: null,
    })
    expect(await newest(staff)).toMatchObject({ action: 'undo', username: 'staff', count: ROWS })
    expect(await notices(staff)).toContainEqual(
      expect.objectContaining({ titile: '撤销完成：展品', openPage: 'lot' }),
    )
    // An undo is taken back in turn, in the same way.
    expect((await undo((await newest(staff)).id, staff)).result.operation).toBeNull()
    await work()
    expect(await lots()).toEqual([])
    expect(await work()).toEqual(['idle'])
  })

  it('few records are taken back at once', async () => {
    await sql('delete from data.lot')
    const { body, headers } = await test.call(admin, 'POST', FORM, { name: 'one' })
    expect(body.success).toBe(true)
    expect((await undo(String(headers['x-request-id']))).result).toMatchObject({ count: 1 })
    expect(await work()).toEqual(['idle'])
  })

  it('it is refused whole, with the records that stand in the way', async () => {
    const operation = await deleted()
    await undo(operation)
    await work()
    const back = await newest()
    await sql("update data.lot set state = 'sold', update_by = 'li' where name in ('L2', 'L5')")
    await undo(back.id)
    await work()
    expect(await lots()).toHaveLength(ROWS)
    const line = (await test.call(admin, 'GET', '/online/operation/list')).body.result.records.find(
      ({ id }: { id: string }) => id === back.id,
    )
    expect(line).toMatchObject({ kept: null, undoing: { isOpen: false } })
    expect(line.undoing.error).toBe('记录“L2”：之后已被 li 更改，不能撤销（共 2 条记录）')
    expect(line.undoing.problems).toMatchObject([
      { message: '记录“L2”：之后已被 li 更改，不能撤销' },
      { message: '记录“L5”：之后已被 li 更改，不能撤销' },
    ])
    expect(await notices(admin)).toContainEqual(expect.objectContaining({ titile: '撤销失败：展品' }))
    // Where nothing stands in the way any more it is tried again.
    await sql("update data.lot set state = 'new', update_by = null where state = 'sold'")
    expect((await undo(back.id)).success).toBe(true)
    await work()
    expect(await lots()).toEqual([])
  })

  it('it is done with the rights of the moment, and only for whose operation it is', async () => {
    const operation = await deleted(staff)
    await undo(operation, staff)
    await sql("update platform.sys_permission set perms = '' where id = 'lot-delete'")
    await test.app.sessions.rightsChanged()
    await work()
    expect(await lots()).toEqual([])
    expect((await undoing(operation, staff)).result.error).toBe('您没有撤销该操作的权限')
    expect(await undo(operation, staff)).toMatchObject({ success: false, code: 510 })
    await sql("update platform.sys_permission set perms = 'online:lot:delete' where id = 'lot-delete'")
    await test.app.sessions.rightsChanged()
    const other = await deleted()
    await undo(other)
    expect((await undoing(other, staff)).code).toBe(404)
    expect((await undoing(other)).result.isOpen).toBe(true)
    await work()
  })

  it('it begins again after the end of its process, and is not done twice', async () => {
    const operation = await deleted()
    await undo(operation)
    await sql("update platform.undo_order set status = '1', attempts = 1 where status = '0'")
    await work()
    expect(await lots()).toHaveLength(ROWS)
    // The process has ended between the last commit and the note of it.
    await sql(`update platform.undo_order set status = '1' where operation_id in (
      select id from platform.operation where request_id = '${operation}')`)
    await work()
    expect((await undoing(operation)).result).toMatchObject({ isOpen: false, error: null })
    expect(
      await sql(
        "select from platform.operation where action = 'undo' and batch_id in (select id from platform.operation where request_id = $1)",
        [operation],
      ),
    ).toHaveLength(1)
    // What ended three processes may be why they ended.
    const next = await newest()
    await undo(next.id)
    await sql("update platform.undo_order set status = '1', attempts = 3 where status = '0'")
    await work()
    expect((await undoing(next.id)).result.error).toBe('撤销进程多次中止，请联系管理员')
    expect(await lots()).toHaveLength(ROWS)
  })

  it('it waits again when the server stops, and nothing is changed', async () => {
    const operation = await deleted()
    await undo(operation)
    const stop = new AbortController()
    const client = await test.database.connections.writePool.connect()
    await client.query('begin; lock table data.lot in access exclusive mode')
    const running = work(stop.signal)
    await expect
      .poll(async () => (await sql("select from platform.undo_order where status = '1'")).length)
      .toBe(1)
    stop.abort()
    await client.query('rollback')
    client.release()
    await running
    expect(await lots()).toEqual([])
    expect((await undoing(operation)).result).toMatchObject({ isOpen: true, done: 0 })
    await work()
    expect(await lots()).toHaveLength(ROWS)
  })
})
