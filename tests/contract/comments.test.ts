import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

describe('comments on records', () => {
  let test: TestApp
  let admin = ''
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())

  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object, token = admin) =>
    (await test.call(token, method, url, body)).body
  const comment = (tableName: string, tableDataId: string, more: object = {}, token = admin) =>
    call('POST', '/sys/comment/addText', { tableName, tableDataId, commentContent: '请确认', ...more }, token)
  const kept = async () =>
    (
      await test.database.connections.readPool.query(
        'select table_data_id as id, to_user_id as "to" from platform.sys_comment order by create_time, id',
      )
    ).rows

  /** A month passes, and the nightly clean-up runs. */
  const emptied = async () => {
    test.clock.ahead += 31 * 86_400_000
    await test.app.jobClasses['clean-up']?.({
      parameter: '',
      say() {},
      idle() {},
      signal: new AbortController().signal,
    })
    test.clock.ahead = 0
  }

  it('stay with a record in the bin, and go with it for good, and with it alone', async () => {
    const add = async (title: string): Promise<string> =>
      (await call('POST', '/online/cgform/api/form/expo_requirement', { title })).result
    const [one, other] = [await add('一'), await add('二')]
    for (const id of [one, other])
      expect(await comment('expo_requirement', id)).toMatchObject({ success: true })
    expect(await kept()).toHaveLength(2)
    await call('DELETE', `/online/cgform/api/form/expo_requirement/${one}`)
    expect(await kept()).toHaveLength(2)
    await emptied()
    expect(await kept()).toEqual([{ id: other, to: null }])
    await call('DELETE', `/online/cgform/api/form/expo_requirement/${other}`)
    await emptied()
    expect(await kept()).toEqual([])
  })

  it('stay with a user in the recycle bin, and go with one who is removed for good, as do that user’s own', async () => {
    const password = 'Leaving-1-word'
    const { rows } = await test.database.connections.readPool.query(
      "select id from platform.sys_role where role_code = 'admin' and tenant_id = 1",
    )
    const user = { username: 'leaving', realname: '离职', password, workNo: 'L1', selectedroles: rows[0].id }
    expect(await call('POST', '/sys/user/add', user)).toMatchObject({ success: true })
    const found = await call('GET', '/sys/user/list?username=leaving')
    const { id } = found.result.records[0]
    const record = (await call('POST', '/online/cgform/api/form/expo_requirement', { title: '留' })).result
    await test.database.connections.writePool.query(
      "update platform.sys_user set must_change_password = false where username = 'leaving'",
    )
    const token = await test.signIn('leaving', password)
    expect(await comment('sys_user', id)).toMatchObject({ success: true })
    expect(await comment('expo_requirement', record, {}, token)).toMatchObject({ success: true })
    expect(await comment('expo_requirement', record, { toUserId: id })).toMatchObject({ success: true })
    expect(await call('DELETE', `/sys/user/delete?id=${id}`)).toMatchObject({ success: true })
    expect(await kept()).toHaveLength(3)
    const purged = await call('POST', '/online/action/deleted_user/purge', { ids: [id] })
    expect(purged).toMatchObject({ success: true })
    expect(await kept()).toEqual([{ id: record, to: null }])
  })
})
