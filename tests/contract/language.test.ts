import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, TEST_PASSWORDS, type TestApp } from '#tests/helpers/app.ts'

const HAN = /\p{Script=Han}/u

describe('an answer in another language', () => {
  let test: TestApp
  let admin = ''
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())

  const english = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, token = admin) =>
    test.call(token, method, url, body, { headers: { 'x-access-token': token, 'x-language': 'en' } })

  it('has its message in it, and in Chinese where nothing or something unknown is asked for', async () => {
    const position = { code: 'lead', name: '组长', postRank: '3' }
    expect((await english('POST', '/sys/position/add', position)).body.message).toBe('Added!')
    const chinese = await test.call(admin, 'POST', '/sys/position/add', { ...position, code: 'lead2' })
    expect(chinese.body.message).toBe('添加成功！')
    const unknown = await test.call(admin, 'GET', '/sys/nothing', undefined, {
      headers: { 'x-access-token': admin, 'x-language': 'xx' },
    })
    expect(unknown.body.message).toMatch(HAN)
  })

  it('refuses in it: without a session, without a record, for a field with a value of its own', async () => {
    const strange = await english('GET', '/sys/position/list', undefined, 'no-such-token')
    expect(strange.body).toMatchObject({ message: 'Your session has ended, please sign in again!' })
    const missing = await english('GET', '/online/cgform/api/form/sys_position/none')
    expect(missing.body).toMatchObject({ success: false, message: 'The record was not found' })
    const long = await english('POST', '/sys/position/add', {
      code: 'x'.repeat(200),
      name: '',
      postRank: '3',
    })
    expect(long.body.success).toBe(false)
    const { errors } = long.body.result
    expect(errors.length).toBeGreaterThan(1)
    for (const { message } of errors) expect(message).toMatch(/^Please enter |at most 64 characters$/)
  })

  it('leaves the log Chinese', async () => {
    await english('POST', '/sys/position/add', { code: 'lead3', name: '组长', postRank: '3' })
    await test.app.events.settled()
    const { rows } = await test.database.connections.readPool.query(
      "select log_content from platform.sys_log where log_content like '%职务%' order by create_time desc limit 1",
    )
    expect(rows[0]?.log_content).toMatch(HAN)
  })

  it('names the fields of a message as the document does', async () => {
    const { body } = await english('POST', '/sys/position/add', { code: '', name: '', postRank: '3' })
    expect(body.result.errors.map(({ message }: { message: string }) => message)).toEqual([
      'Please enter Job title code',
      'Please enter Job title',
    ])
  })

  it('has documents, menus and dictionaries in it, wherever their texts come along', async () => {
    const page = (await english('GET', '/online/document/expo')).body.result
    expect(page).toMatchObject({ language: 'en', document: { title: 'Expo' } })
    expect(JSON.stringify(page)).not.toMatch(HAN)
    const chinese = (await test.call(admin, 'GET', '/online/document/expo')).body.result
    expect(chinese.document.title).toBe('展会')
    expect(chinese.document).not.toHaveProperty('texts')
    // The page that is open stays the same page.
    expect(chinese.version).toBe(page.version)

    const rights = (await english('GET', '/sys/permission/getUserPermissionByToken')).body.result
    expect(JSON.stringify(rights)).not.toMatch(HAN)

    const list = (await english('GET', '/online/cgform/api/getData/expo?pageSize=1')).body.result
    expect(list.records[0].status_dictText).toMatch(/^[A-Z]/)
    expect(list.records[0].is_public_dictText).toMatch(/^(Yes|No)$/)
    expect(JSON.stringify((await english('GET', '/sys/dict/queryAllDictItems')).body.result)).not.toMatch(HAN)
    const versions = await Promise.all([
      english('GET', '/sys/dict/version'),
      test.call(admin, 'GET', '/sys/dict/version'),
    ])
    expect(versions[0]?.body.result).not.toBe(versions[1]?.body.result)
  })

  it('has each form, page, menu and dictionary of the product whole', async () => {
    const { records } = (await test.call(admin, 'GET', '/online/cgform/api/getData/sys_text?state=missing'))
      .body.result
    // What the example data or an administrator wrote is theirs to translate.
    expect(records.map(({ scope, source }: Record<string, string>) => `${scope} ${source}`)).toEqual([])
  })

  it('follows what is written on the screen, in every process, until it is taken back', async () => {
    const find = async () =>
      (
        await test.call(
          admin,
          'GET',
          `/online/cgform/api/getData/sys_text?kind=dict&source=${encodeURIComponent('筹备中')}`,
        )
      ).body.result.records[0]
    expect(await find()).toMatchObject({
      scope: 'dict:expo_status',
      text: 'In preparation',
      state: 'shipped',
    })
    const write = (text: string, token = admin, source = '筹备中') =>
      test.call(token, 'PUT', '/sys/text/words', {
        language: 'en',
        words: [{ scope: 'dict:expo_status', source, text }],
      })
    expect((await write('Planned')).body.message).toBe('保存成功！')
    expect(await find()).toMatchObject({ text: 'Planned', state: 'own' })
    const shown = async () =>
      (await english('GET', '/sys/dict/queryAllDictItems')).body.result.expo_status[0].text
    expect(await shown()).toBe('Planned')
    await write('')
    expect(await shown()).toBe('In preparation')

    expect((await write('x', admin, '没有的文字')).body).toMatchObject({
      success: false,
      message: '文字“没有的文字”已不存在，请刷新后重试',
    })
    expect((await write('x', await test.signIn('staff'))).status).toBe(403)
  })

  it('stores all texts of a save or none', async () => {
    const { writePool } = test.database.connections
    await writePool.query("alter table platform.sys_text add constraint refused check (text <> 'refused')")
    const words = [
      { scope: 'dict:expo_status', source: '筹备中', text: 'First' },
      { scope: 'dict:expo_status', source: '进行中', text: 'refused' },
    ]
    const { body } = await test.call(admin, 'PUT', '/sys/text/words', { language: 'en', words })
    expect(body.success).toBe(false)
    await writePool.query('alter table platform.sys_text drop constraint refused')
    const { rows } = await writePool.query(
      "select text from platform.sys_text where text in ('First', 'refused')",
    )
    expect(rows).toEqual([])
  })

  it('is remembered for the person', async () => {
    expect((await test.call(admin, 'PUT', '/sys/user/language', { language: 'fr' })).status).toBe(400)
    await test.call(admin, 'PUT', '/sys/user/language', { language: 'en' })
    const { userInfo } = (
      await test.call(null, 'POST', '/sys/login', { username: 'admin', password: TEST_PASSWORDS.admin })
    ).body.result
    expect(userInfo.language).toBe('en')
  })
})
