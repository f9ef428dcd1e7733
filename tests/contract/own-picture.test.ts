import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { fileForm, PDF, PNG } from '#tests/helpers/sent-files.ts'

const EDIT = '/sys/user/login/setting/userEdit'
const AVATAR = { form: 'sys_user', field: 'avatar' }

describe('the picture of an account', () => {
  let test: TestApp
  let admin = ''
  let staff = ''
  beforeAll(async () => {
    test = await createTestApp()
    ;[admin, staff] = [await test.signIn('admin'), await test.signIn('staff')]
  })
  afterAll(() => test.close())

  const send = async (token: string, name: string, bytes: Buffer, about: Record<string, string> = AVATAR) => {
    const { payload, headers } = fileForm(name, bytes, about)
    return (await test.call(token, 'POST', '/sys/common/upload', payload, { headers })).body
  }
  const profile = async () =>
    (await test.call(staff, 'GET', '/sys/user/login/setting/getUserData')).body.result
  const choose = async (avatar: string | null) => (await test.call(staff, 'POST', EDIT, { avatar })).body
  const isThere = async (path: string) =>
    (await test.call(null, 'GET', `/sys/common/static/${path}`)).status === 200
  const uses = async (path: string) =>
    (
      await test.database.connections.readPool.query(
        `select u.form, u.field from platform.sys_file_use u join platform.sys_file f on f.id = u.file_id where f.path = $1`,
        [path],
      )
    ).rows

  it('is chosen by its owner and seen by everybody, until another is chosen [usermenu-10]', async () => {
    const [first, second] = [
      (await send(staff, '1.png', PNG)).result,
      (await send(staff, '2.png', PNG)).result,
    ]
    expect(await isThere(first.path)).toBe(false)
    expect(await choose(first.path)).toMatchObject({ success: true })
    expect(await profile()).toMatchObject({
      avatar: first.path,
      _files: { [first.path]: { name: '1.png', thumb: expect.any(String) } },
    })
    const { userInfo } = (await test.call(staff, 'GET', '/sys/user/getUserInfo')).body.result
    expect(userInfo.avatar).toBe(first.path)
    expect(await isThere(first.path)).toBe(true)
    // What is not named stays, and so does its file.
    expect((await test.call(staff, 'POST', EDIT, { telephone: '1' })).body.success).toBe(true)
    expect(await uses(first.path)).toEqual([AVATAR])
    expect(await choose(second.path)).toMatchObject({ success: true })
    expect([await isThere(first.path), await isThere(second.path)]).toEqual([false, true])
    expect(await choose(null)).toMatchObject({ success: true })
    expect([await isThere(second.path), (await profile())._files]).toEqual([false, {}])
  })

  it('is a picture that its owner has sent [F-4]', async () => {
    expect(await send(staff, 'a.pdf', PDF)).toMatchObject({ success: false, message: '请上传图片' })
    const others = (await send(admin, 'a.png', PNG)).result.path
    const paper = (await send(staff, 'a.pdf', PDF, {})).result.path
    const kept = (await send(staff, 'k.png', PNG)).result.path
    await choose(kept)
    for (const [tried, message] of [
      [others, '文件已不存在，请重新上传'],
      ['https://example.com/a.png', '文件已不存在，请重新上传'],
      ['../../a.png', '文件已不存在，请重新上传'],
      [paper, '请上传图片'],
    ] as const)
      expect(await choose(tried), tried).toMatchObject({
        success: false,
        message,
        result: { field: 'avatar' },
      })
    expect((await profile()).avatar).toBe(kept)
    expect(await uses(kept)).toEqual([AVATAR])
  })

  it('is kept by administrators in the form of users, and described in their list', async () => {
    const { path } = (await send(admin, '头像.png', PNG)).result
    const list = async () =>
      (await test.call(admin, 'GET', '/online/cgform/api/getData/sys_user?username=staff')).body.result
        .records
    const [{ id }] = await list()
    const row = (await test.call(admin, 'GET', `/online/cgform/api/form/sys_user/${id}`)).body.result
    const saved = await test.call(admin, 'PUT', '/online/cgform/api/form/sys_user', { ...row, avatar: path })
    expect(saved.body).toMatchObject({ success: true })
    expect((await list())[0]._files).toMatchObject({ [path]: { name: '头像.png' } })
    expect(await isThere(path)).toBe(true)
    // Whoever chooses users or looks a colleague up finds it described with the page, in one call.
    for (const [call, name] of [
      ['/sys/user/queryUserComponentData', 'username=staff'],
      ['/online/cgform/api/getData/address_book', `id=${id}`],
    ]) {
      const found = (await test.call(admin, 'GET', `${call}?${name}`)).body.result.records
      expect(found, call).toMatchObject([{ avatar: path, _files: { [path]: { url: expect.any(String) } } }])
    }
    // Its owner may leave it as it is.
    expect((await test.call(staff, 'POST', EDIT, { avatar: path, telephone: '2' })).body.success).toBe(true)
  })
})
