import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

/** Texts that have broken servers before. */
const AWKWARD: readonly string[] = [
  "'",
  '"',
  '\\',
  '%',
  '_',
  '\0',
  '\r\nX-Injected: 1',
  'x'.repeat(10_000),
  '🔐',
  '\ud800',
  '{}',
  '[]',
  '{"$ne":null}',
  "' or 1=1 --",
  "1'; drop table platform.sys_user; --",
  'sys_user u',
  'sys_user,password,id',
  'id from sys_user; select pg_sleep(5)',
  "sleep(5) or '1'='1",
  '__proto__',
  'constructor',
  'NaN',
  '-0',
  '1e999',
  '99999999999999999999',
  '2024-02-30',
  '../../etc/passwd',
  'true',
  '*',
  '**',
  ',,',
  '!',
  '>=',
  'a++b',
]
/** Words of the database that must not reach a caller. */
const LEAKS =
  /syntax error|SQLSTATE|pg_(?!sleep)|relation "|column "|select .* from|at .*\.[tj]s:\d+|invalid input syntax/i

/** Parameters by the end of a path; `expo` is a form that exists. */
const QUERIES: readonly (readonly [path: string, valid: Record<string, string>])[] = [
  ['/sys/dict/loadDict/sex', { keyword: 'a', pageSize: '10' }],
  ['/sys/dict/loadDict/sys_user,realname,username', { keyword: 'a', pageSize: '10' }],
  ['/sys/dict/loadDict/expo.organizer', { keyword: 'a' }],
  ['/sys/dict/loadDictOrderByValue/sys_user,realname,username', { keyword: 'a,b' }],
  ['/sys/dict/loadDictItem/sys_user,realname,username', { key: 'admin', delNotExist: 'false' }],
  ['/sys/dict/loadDictItem/expo_exhibition.category_id', { key: '1' }],
  [
    '/sys/dict/loadTreeData',
    {
      pid: '0',
      tableName: 'expo_category',
      text: 'name',
      code: 'id',
      pidField: 'pid',
      hasChildField: 'has_child',
      condition: '{}',
    },
  ],
  [
    '/sys/dict/loadTreeData',
    {
      pid: '0',
      tableName: 'sys_category',
      text: 'name',
      code: 'id',
      pidField: 'pid',
      hasChildField: 'has_child',
    },
  ],
  ['/sys/duplicate/check', { tableName: 'expo', fieldName: 'name', fieldVal: 'a', dataId: '1' }],
  ['/sys/checkRule/checkByCode', { ruleCode: 'common', value: '1' }],
  [
    '/sys/user/list',
    {
      username: 'a',
      realname: '*a*',
      sex: '1',
      phone: '1',
      createTime_begin: '2024-01-01',
      departId: '1',
      column: 'createTime',
      order: 'asc',
      pageNo: '1',
      pageSize: '10',
      superQueryParams: '[]',
      superQueryMatchType: 'and',
    },
  ],
  ['/sys/user/getMultiUser', { username: 'admin' }],
  ['/sys/user/getMultiUser', { id: '1' }],
  ['/sys/user/queryByIds', { userIds: '1' }],
  ['/sys/sysDepart/queryDepartTreeSync', { pid: '1' }],
  ['/sys/sysDepart/searchBy', { keyWord: 'a', myDeptSearch: '1' }],
  ['/sys/category/loadTreeRoot', { async: 'true', pcode: '0' }],
  ['/sys/category/loadTreeChildren', { pid: '0' }],
  ['/sys/category/loadTreeData', { pid: '0', pcode: '0', condition: '{}' }],
  ['/sys/category/loadDictItem', { ids: '1', delNotExist: 'false' }],
  ['/sys/category/loadOne', { field: 'code', val: '1' }],
  ['/sys/category/loadAllData', { code: '0' }],
  [
    '/online/cgform/api/getData/expo',
    {
      name: '*a*',
      status: '1',
      start_date_begin: '2024-01-01',
      create_time_end: '2024-01-01',
      visitors_MultiString: '1,2',
      column: 'start_date',
      order: 'desc',
      field: 'id',
      pageNo: '1',
      pageSize: '10',
      superQueryParams: '[{"field":"name","rule":"eq","val":"1"}]',
      superQueryMatchType: 'and',
    },
  ],
  ['/online/cgform/api/getTreeData/expo_category', { pid: '0', name: 'a', column: 'name', order: 'asc' }],
  [
    '/online/cgform/api/querySelectOptions',
    {
      table: 'expo_category',
      txt: 'name',
      key: 'id',
      idField: 'id',
      pidField: 'pid',
      pidValue: '0',
      condition: 'x',
    },
  ],
]
/** Addresses with a place for text. */
const PATHS = [
  '/sys/dict/getDictItems/#',
  '/sys/dict/loadDict/#',
  '/sys/dict/loadDict/#,realname,username',
  '/sys/dict/loadDict/sys_user,#,username',
  '/sys/dict/loadDict/sys_user,realname,#',
  '/sys/dict/loadDict/expo.#',
  '/sys/dict/loadDictItem/#?key=1',
  '/sys/dict/loadTreeData/#',
  '/sys/dict/getDictText/#/1',
  '/sys/dict/getDictText/sex/#',
  '/sys/dict/getDictText/sys_user,realname,username/#',
  '/online/document/#',
  '/online/cgform/api/getColumns/#',
  '/online/cgform/api/getData/#',
  '/online/cgform/api/form/expo/#',
  '/online/cgform/api/subform/expo_contact/#',
  '/online/cgform/api/subform/list/#/1',
  '/online/cgform/api/doDbSynch/expo/#',
]

describe('awkward input', () => {
  let test: TestApp
  let token: string
  beforeAll(async () => {
    test = await createTestApp()
    token = await test.signIn('admin')
  })
  afterAll(() => test.close())

  async function harmless(
    what: string,
    answer: Promise<{ status: number; text: string; headers: Record<string, unknown> }>,
  ) {
    const { status, text, headers } = await answer
    expect(status, `${what}: ${text.slice(0, 300)}`).toBeLessThan(500)
    expect(text.replaceAll(/"sent":.*$/g, ''), what).not.toMatch(LEAKS)
    expect(headers['x-injected'], what).toBeUndefined()
  }
  const short = (text: string) => JSON.stringify(text.slice(0, 40))
  /** Percent-encoding that also takes half a surrogate pair. */
  const encoded = (text: string) => encodeURIComponent(/\p{Surrogate}/u.test(text) ? '\ufffd' : text)

  it('in any parameter is an answer, never an error of the server [I-2]', async () => {
    for (const [path, valid] of QUERIES) {
      // Otherwise the awkward ones would never get past the first check.
      const sound = await test.call(token, 'GET', `${path}?${new URLSearchParams(valid)}`)
      expect(sound.status, `${path}: ${sound.text}`).toBe(200)
      for (const name of Object.keys(valid))
        for (const text of AWKWARD) {
          const query = Object.entries({ ...valid, [name]: text })
            .map(([key, value]) => `${key}=${encoded(value)}`)
            .join('&')
          await harmless(`${path} ${name}=${short(text)}`, test.call(token, 'GET', `${path}?${query}`))
        }
    }
  })

  it('as a parameter name, or as an object, changes nothing of the answer [I-2]', async () => {
    for (const url of [
      '/sys/user/list',
      '/online/cgform/api/getData/expo',
      '/sys/user/getMultiUser?username=admin',
    ]) {
      const plain = await test.call(token, 'GET', url)
      expect(plain.body.result).not.toEqual(null)
      for (const text of AWKWARD.filter((one) => one.length < 100)) {
        const what = `${url} ${short(text)}=`
        const asked = test.call(
          token,
          'GET',
          `${url}${url.includes('?') ? '&' : '?'}${encoded(text)}=1&${encoded(`name[${text}]`)}=1`,
        )
        await harmless(what, asked)
        const { status, body } = await asked
        expect([status, body.result], what).toEqual([plain.status, plain.body.result])
      }
    }
  })

  it('given twice, the last one counts [I-2]', async () => {
    for (const [twice, once] of [
      ['/sys/user/list?username=nobody&username=admin', '/sys/user/list?username=admin'],
      ['/online/cgform/api/getData/expo?pageSize=3&pageSize=2', '/online/cgform/api/getData/expo?pageSize=2'],
    ] as const) {
      const asked = test.call(token, 'GET', twice)
      await harmless(twice, asked)
      const { body } = await test.call(token, 'GET', once)
      expect(body.result.records).not.toEqual([])
      expect((await asked).body.result, twice).toEqual(body.result)
    }
    const keyword = '/sys/dict/loadDict/sex?keyword=a&keyword=b'
    await harmless(keyword, test.call(token, 'GET', keyword))
  })

  it('in a path is an answer, never an error of the server [I-2]', async () => {
    for (const path of PATHS)
      for (const text of AWKWARD) {
        const url = path.replace('#', encoded(text))
        await harmless(short(url), test.call(token, 'GET', url))
        await harmless(short(url), test.call(token, 'POST', url, {}))
      }
  })

  it('in a body is an answer, never an error of the server [I-2]', async () => {
    const values: unknown[] = [...AWKWARD, null, 1e308, -1, true, [], {}, [["'"]], { a: { b: '\0' } }]
    for (const value of values) {
      const what = short(JSON.stringify(value))
      const bodies: [method: 'POST' | 'PUT', url: string, body: unknown][] = [
        ['POST', '/sys/login', { username: value, password: value }],
        ['PUT', '/sys/selectDepart', { orgCode: value, username: value }],
        ['PUT', '/sys/user/updatePassword', { oldpassword: value, password: '', confirmpassword: value }],
        ['PUT', '/sys/fillRule/executeRuleByCode/expo_no', value],
        ['PUT', '/sys/fillRule/executeRuleByCode/shop_order_num', { name: value }],
        ['PUT', '/sys/fillRule/executeRuleByCodeBatch', { rules: [{ ruleCode: value, formData: value }] }],
        ['PUT', '/sys/fillRule/executeRuleByCodeBatch', { rules: value, commonFormData: value }],
        ['POST', '/online/cgform/api/form/expo', value],
        [
          'POST',
          '/online/cgform/api/form/expo',
          { name: value, status: value, start_date: value, end_date: value, id: value, _version: value },
        ],
        ['PUT', '/online/cgform/api/form/expo', { id: value, name: value }],
      ]
      for (const [method, url, body] of bodies)
        await harmless(
          `${method} ${url} ${what}`,
          test.call(token, method, url, body, { remoteAddress: '10.5.5.5' }),
        )
      test.clock.ahead += 11 * 60_000
    }
    // Whatever was typed: everybody is still there.
    const { rows } = await test.database.connections.readPool.query(
      "select count(*) as count from platform.sys_user where username in ('admin', 'staff')",
    )
    expect(rows[0]?.count).toBe(2)
  })

  it('in headers is an answer, never an error of the server [I-2]', async () => {
    for (const text of AWKWARD.filter((one) => /^[\x20-\x7e]+$/.test(one) && one.length < 12_000))
      for (const name of [
        'x-access-token',
        'tenant-id',
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
