import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { AWKWARD, harmless, short } from './awkward.ts'

describe('input', () => {
  let test: TestApp
  let token: string
  beforeAll(async () => {
    test = await createTestApp()
    token = await test.signIn('admin')
  })
  afterAll(() => test.close())

  it('in headers is an answer, never an error of the server [I-2]', async () => {
    for (const text of AWKWARD.filter((one) => /^[\x20-\x7e]+$/.test(one) && one.length < 12_000))
      for (const name of [
        'x-access-token',
        'tenant-id',
        'x-tenant-id',
        'x-sign',
        'x-timestamp',
        'idempotency-key',
        'x-request-id',
      ])
        await harmless(
          `${name}: ${short(text)}`,
          test.call(token, 'GET', '/sys/user/list', undefined, { headers: { [name]: text } }),
        )
  })

  it('% and _ match themselves [I-3]', async () => {
    const { writePool } = test.database.connections
    await writePool.query("update platform.sys_user set realname = '100%_张' where username = 'designer'")
    const found = async (url: string) => {
      const { result } = (await test.call(token, 'GET', url)).body
      return (Array.isArray(result) ? result : result.records).length
    }
    const people = (text: string) => found(`/sys/user/list?realname=${encodeURIComponent(`*${text}*`)}`)
    const options = (text: string) =>
      found(`/sys/dict/loadDict/sys_user,realname,username?keyword=${encodeURIComponent(text)}`)
    for (const search of [people, options]) {
      expect(await search('%')).toBe(1)
      expect(await search('_')).toBe(1)
      expect(await search('0%_')).toBe(1)
      expect(await search('1_0')).toBe(0)
      expect(await search('\\')).toBe(0)
    }
  })

  it('direction, match type and rule are words from a list, anything else is 400 [I-4]', async () => {
    for (const url of ['/online/cgform/api/getData/expo', '/sys/user/list'])
      for (const query of [
        'column=id&order=ascending',
        'order=1',
        'column=id&order=asc;drop',
        'column=nothing&order=asc',
        'column=(select 1)&order=asc',
        'superQueryMatchType=xor',
        `superQueryParams=${encodeURIComponent('[{"field":"id","rule":"regexp","val":"1"}]')}`,
        `superQueryParams=${encodeURIComponent('[{"field":"1=1","rule":"eq","val":"1"}]')}`,
        `superQueryParams=${encodeURIComponent('[{"field":"id","rule":"USE_SQL_RULES","val":"1=1"}]')}`,
        'superQueryParams=nonsense',
      ])
        expect((await test.call(token, 'GET', `${url}?${query}`)).status, `${url}?${query}`).toBe(400)
  })

  it('in a check rule runs in linear time [I-5]', async () => {
    await test.database.connections.writePool.query(
      `insert into platform.sys_check_rule (id, rule_name, rule_code, rule_json)
       values ('slow', 'slow', 'slow', '[{"digits":"*","pattern":"(a+)+$","message":"bad"}]')`,
    )
    const value = `${'a'.repeat(1900)}!`
    expect(
      (await test.call(token, 'GET', `/sys/checkRule/checkByCode?ruleCode=slow&value=${value}`)).body,
    ).toMatchObject({
      success: false,
      message: 'bad',
    })
  })
})
