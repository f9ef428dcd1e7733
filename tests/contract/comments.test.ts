import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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

  describe('tell those whom they address', () => {
    const FORM = 'expo_exhibition'
    const sql = async (text: string, values: unknown[] = []) =>
      (await test.database.connections.writePool.query(text, values)).rows
    const users: Record<string, string> = {}
    let staff = ''
    let record = ''
    beforeAll(async () => {
      staff = await test.signIn('staff')
      for (const { id, username } of await sql('select id, username from platform.sys_user'))
        users[username] = id
      const [expo] = await sql('select id from data.expo limit 1')
      const body = { name: 'Commented', expo_id: expo.id, owner: 'admin' }
      record = (await call('POST', `/online/cgform/api/form/${FORM}`, body)).result
    })
    beforeEach(() => sql('delete from platform.sys_announcement'))

    const mention = (names: readonly string[], more: object = {}, token = admin) =>
      comment(FORM, record, { mentionedIds: names.map((name) => users[name]), ...more }, token)
    /** What the bell of a user holds. */
    const bell = async (token: string) =>
      (await call('GET', '/sys/annountCement/listByUser', undefined, token)).result.sysMsgList
    const setRows = async (code: string) => {
      await sql(
        `with gone as (delete from platform.form_grant where form_code = '${FORM}' and kind = 'row'
           and role_id in (select id from platform.sys_role where role_code = 'staff'))
         insert into platform.form_grant (role_id, form_code, kind, key)
         select id, '${FORM}', 'row', $1 from platform.sys_role where role_code = 'staff'`,
        [code],
      )
      await test.app.sessions.rightsChanged()
    }

    it('once each, by a message that leads to the record, and never the writer', async () => {
      const added = await mention(['staff', 'staff', 'admin'], { toUserId: users.staff })
      expect(added).toMatchObject({ success: true, result: { untold: [], toUserId: users.staff } })
      expect(await bell(staff)).toMatchObject([
        {
          titile: expect.stringContaining('在评论中提到了您'),
          msgAbstract: expect.stringContaining('请确认'),
          openType: 'component',
          openPage: FORM,
          busType: 'comment',
          busId: record,
        },
      ])
      expect(await bell(admin)).toEqual([])
      await mention([], { toUserId: users.admin }, staff)
      expect([(await bell(admin)).length, (await bell(staff)).length]).toEqual([1, 1])
    })

    it('as far as they may open the list and see the record; the others are named to the writer [perm-13]', async () => {
      const gone = await sql('delete from platform.sys_user_role where user_id = $1 returning *', [
        users.designer,
      ])
      expect(gone.length).toBeGreaterThan(0)
      await test.app.sessions.rightsChanged()
      const { result } = await mention(['staff', 'designer'])
      expect(result.untold).toEqual([await realnameOf('designer')])
      expect(await bell(await test.signIn('designer'))).toEqual([])
      expect(await bell(staff)).toHaveLength(1)
      await setRows('mine')
      expect((await mention(['staff'])).result.untold).toEqual([await realnameOf('staff')])
      expect(await bell(staff)).toHaveLength(1)
      await setRows('all')
      await sql("update platform.sys_user set status = 2 where username = 'staff'")
      await test.app.sessions.rightsChanged()
      expect((await mention(['staff'])).result.untold).toEqual([await realnameOf('staff')])
      await sql("update platform.sys_user set status = 1 where username = 'staff'")
      await test.app.sessions.rightsChanged()
      staff = await test.signIn('staff')
      expect(await bell(staff)).toHaveLength(1)
    })

    it('within the tenant: whoever is in another one is as unknown as nobody, and nothing is kept', async () => {
      await sql("insert into platform.sys_tenant (id, name) values (77, 'Other')")
      await sql('update platform.sys_user_tenant set tenant_id = 77 where user_id = $1', [users.designer])
      const before = await kept()
      const answers = [
        await mention(['staff', 'designer']),
        await comment(FORM, record, { mentionedIds: ['no-such'] }),
      ]
      expect(answers).toMatchObject([
        { success: false, message: '回复的评论或用户不存在' },
        { success: false, message: '回复的评论或用户不存在' },
      ])
      expect([await kept(), await bell(staff)]).toEqual([before, []])
      const odd = await test.call(admin, 'POST', '/sys/comment/addText', {
        tableName: FORM,
        tableDataId: record,
        commentContent: 'x',
        mentionedIds: ['a\u0000b'],
      })
      expect(odd.status).toBe(400)
    })

    async function realnameOf(username: string): Promise<string> {
      return (await sql('select realname from platform.sys_user where username = $1', [username]))[0].realname
    }
  })
})
