import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'
import { FITTING_ROW, nameOf, VALUE_RULE_CASES, VALUE_RULE_FIELDS } from '#tests/helpers/value-rule-cases.ts'

const STAND = {
  kind: 'form',
  code: 'stand',
  title: '展位',
  schema: {
    type: 'object',
    properties: {
      no: { type: 'string', title: '展位号', view: 'text', maxLength: 20, checkRule: 'stand_no' },
      note: { type: 'string', title: '备注', view: 'text', maxLength: 20 },
    },
  },
}
/** A field for each named pattern, in a record and in its sub rows. */
const RULES = {
  ...formDocument('value_rule', VALUE_RULE_FIELDS),
  subTables: [{ code: 'value_rule_sub', foreignKey: 'main_id', relation: 'many' }],
}
const RULES_SUB = formDocument('value_rule_sub', {
  ...VALUE_RULE_FIELDS,
  main_id: { type: 'string', maxLength: 36 },
})

describe('categories, check rules and fill rules: documents over platform tables', () => {
  let test: TestApp
  let admin = ''
  let dir = ''
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'check-rules-'))
    for (const document of [STAND, RULES, RULES_SUB])
      await writeFile(join(dir, `${document.code}.form.json`), JSON.stringify(document))
    test = await createTestApp({ dirs: ['schemas/pages', dir] })
    admin = await test.signIn('admin')
  })
  afterAll(async () => {
    await test?.close()
    await rm(dir, { recursive: true, force: true })
  })

  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    token = admin,
  ) => (await test.call(token, method, url, body)).body
  const result = async (url: string, token = admin) => (await call('GET', url, undefined, token)).result
  const category = async (name: string, pid = '0') => {
    const answer = await call('POST', '/sys/category/add', { name, pid })
    expect(answer).toMatchObject({ success: true })
    return result(`/sys/category/queryById?id=${answer.result}`)
  }

  it('get codes of their parents, never twice, and tell who has children [screen-110]', async () => {
    const root = await category('测试根')
    expect(root).toMatchObject({ pid: '0', code: expect.stringMatching(/^[A-Z]\d\d$/) })
    const first = await category('一', root.id)
    const second = await category('二', root.id)
    expect([first.code, second.code]).toEqual([`${root.code}A01`, `${root.code}A02`])
    expect(await result(`/sys/category/queryById?id=${root.id}`)).toMatchObject({ hasChild: '1' })
    // What a client sends as the code does not count.
    const forged = await call('PUT', '/sys/category/edit', {
      id: second.id,
      pid: root.id,
      name: '二',
      code: 'X99',
    })
    expect(forged).toMatchObject({ success: true })
    expect(await result(`/sys/category/queryById?id=${second.id}`)).toMatchObject({ code: second.code })
    expect(await call('DELETE', `/sys/category/delete?id=${root.id}`)).toMatchObject({
      success: false,
      message: '该节点下有子节点，请先删除子节点',
    })
    expect(await call('DELETE', `/sys/category/delete?id=${second.id}`)).toMatchObject({ success: true })
    expect((await category('三', root.id)).code).toBe(`${root.code}A03`)
  })

  it('take those below along when they move, and refuse a circle [screen-110]', async () => {
    const [from, to] = [await category('从'), await category('到')]
    const middle = await category('中', from.id)
    const leaf = await category('叶', middle.id)
    expect(leaf.code).toBe(`${from.code}A01A01`)
    expect(await call('PUT', '/sys/category/edit', { id: middle.id, pid: to.id, name: '中' })).toMatchObject({
      success: true,
    })
    expect(await result(`/sys/category/queryById?id=${leaf.id}`)).toMatchObject({ code: `${to.code}A01A01` })
    expect(await result(`/sys/category/queryById?id=${from.id}`)).toMatchObject({ hasChild: '0' })
    expect(await call('PUT', '/sys/category/edit', { id: to.id, pid: leaf.id, name: '到' })).toMatchObject({
      success: false,
    })
    expect(await call('POST', '/sys/category/add', { pid: to.id })).toMatchObject({
      success: false,
      code: 422,
    })
  })

  it('are listed as roots, as children and searched on every level [screen-110]', async () => {
    const root = await category('列表根')
    const child = await category('列表子', root.id)
    const roots = await result('/sys/category/rootList?pageSize=100')
    expect(roots.records.every((row: { pid: string }) => row.pid === '0')).toBe(true)
    expect(roots.records).toContainEqual(expect.objectContaining({ id: root.id, hasChild: '1' }))
    expect(await result(`/sys/category/rootList?name=${encodeURIComponent('列表子')}`)).toMatchObject({
      total: 1,
    })
    expect(await result(`/sys/category/childList?pid=${root.id}`)).toEqual([
      { id: child.id, pid: root.id, name: '列表子', code: child.code, hasChild: '0' },
    ])
    expect(await result(`/sys/category/getChildListBatch?parentIds=${root.id},none`)).toMatchObject({
      total: 1,
      records: [{ id: child.id }],
    })
    const check = (code: string) => call('GET', `/sys/category/checkCode?pid=${root.id}&code=${code}`)
    expect(await check(`${root.code}A09`)).toMatchObject({ success: true })
    expect(await check('ZZ')).toMatchObject({
      success: false,
      message: `编码不符合规范,须以"${root.code}"开头!`,
    })
    expect(await result(`/sys/category/loadTreeChildren?pid=${root.id}`)).toMatchObject([
      { key: child.id, title: '列表子', isLeaf: true },
    ])
    expect(await result('/online/document/sys_category')).toMatchObject({ kind: 'form' })
  })

  it('belong to their tenant and need their right [screen-110]', async () => {
    const pool = test.database.connections.writePool
    await pool.query("insert into platform.sys_tenant (id, name) values (2, '乙') on conflict do nothing")
    await pool.query(
      "insert into platform.sys_category (id, pid, name, code, tenant_id) values ('foreign', '0', '他', 'Q01', 2)",
    )
    expect((await test.call(admin, 'GET', '/sys/category/queryById?id=foreign')).status).toBe(404)
    expect((await test.call(admin, 'DELETE', '/sys/category/delete?id=foreign')).status).toBe(404)
    expect(await result('/sys/category/rootList?code=Q01')).toMatchObject({ total: 0 })
    const staff = await test.signIn('staff')
    for (const url of ['rootList', 'childList', 'getChildListBatch?parentIds=x', 'checkCode?pid=0&code=A'])
      expect((await test.call(staff, 'GET', `/sys/category/${url}`)).status).toBe(403)
    // Choosing a category needs no right to the screen.
    expect((await test.call(staff, 'GET', '/sys/category/loadTreeRoot?async=true&pcode=0')).status).toBe(200)
  })

  it('check rules say which part is wrong, and check as they are stored [screen-111, call-77]', async () => {
    const rule = (ruleJson: unknown) => ({
      ruleName: '展位号',
      ruleCode: 'booth',
      ruleJson: typeof ruleJson === 'string' ? ruleJson : JSON.stringify(ruleJson),
    })
    const said = async (ruleJson: unknown) =>
      (await call('POST', '/sys/checkRule/add', rule(ruleJson))).message
    const part = { digits: '1', pattern: '[A-Z]', message: '首位应为大写字母' }
    expect(await said('{')).toBe('校验规则不是有效的 JSON')
    expect(await said([])).toBe('校验规则至少有一项')
    expect(await said([part, { ...part, digits: '0' }])).toBe(
      '校验规则第 2 项：位数 digits 应为 1 到 9999 的整数，或 * 表示整个值',
    )
    expect(await said([{ ...part, pattern: '(' }])).toContain('正则表达式“(”无效')
    expect(await said([{ ...part, message: '' }])).toContain('缺少提示文字 message')
    expect(await call('POST', '/sys/checkRule/add', rule([part]))).toMatchObject({ success: true })
    expect(await said([part])).toContain('已存在')

    const check = (value: string) => call('GET', `/sys/checkRule/checkByCode?ruleCode=booth&value=${value}`)
    expect(await check('A1')).toMatchObject({ success: true })
    expect(await check('a1')).toMatchObject({ success: false, message: '首位应为大写字母' })
    const [{ id }] = (await result('/sys/checkRule/list?ruleCode=booth')).records
    const edited = { id, ...rule([{ ...part, pattern: '[a-z]', message: '首位应为小写字母' }]) }
    expect(await call('PUT', '/sys/checkRule/edit', edited)).toMatchObject({ success: true })
    expect(await check('a1')).toMatchObject({ success: true })
    expect(await call('DELETE', `/sys/checkRule/delete?id=${id}`)).toMatchObject({ success: true })
    expect(await check('a1')).toMatchObject({ success: false, message: '该编码不存在' })
  })

  it('named patterns are checked again when they are saved, in a record and in its sub rows [validate-02, validate-04, validate-05, validate-06, validate-07, validate-08, validate-09, validate-10, validate-11, validate-12, validate-13, validate-14, validate-15, validate-16, validate-17, validate-18, validate-19, gridval-04, gridval-05, gridval-06, gridval-07, gridval-08, gridval-09, gridval-10, gridval-11, gridval-12, gridval-13, gridval-14, gridval-15]', async () => {
    const save = (row: object) => call('POST', '/online/cgform/api/form/value_rule', row)
    const turns = Math.max(...VALUE_RULE_CASES.map(({ bad }) => bad.length))
    for (let turn = 0; turn < turns; turn++) {
      const wrong = VALUE_RULE_CASES.flatMap(({ bad, message }, at) =>
        bad[turn] === undefined ? [] : [{ field: nameOf(at), value: bad[turn], message }],
      )
      const row = {
        ...FITTING_ROW,
        ...Object.fromEntries(wrong.map(({ field, value }) => [field, value])),
      }
      const errors = wrong.map(({ field, message }) => ({ field, message }))
      expect((await save(row)).result.errors).toEqual(errors)
      expect((await save({ ...FITTING_ROW, value_rule_sub: [FITTING_ROW, row] })).result.errors).toEqual(
        errors.map((error) => ({ ...error, subTable: 'value_rule_sub', row: 1 })),
      )
    }
    expect(await save({ ...FITTING_ROW, value_rule_sub: [FITTING_ROW] })).toMatchObject({ success: true })
  })

  it('the values of a field with a check rule are checked again when they are saved [validate-28, validate-30]', async () => {
    const save = (row: object) => call('POST', '/online/cgform/api/form/stand', row)
    expect(await save({ no: 'A1' })).toMatchObject({
      success: false,
      message: '校验规则“stand_no”不存在，请联系管理员',
    })
    const ruleJson = JSON.stringify([{ digits: '1', pattern: '[A-Z]', message: '首位应为大写字母' }])
    const rule = { ruleName: '展位号', ruleCode: 'stand_no', ruleJson }
    expect(await call('POST', '/sys/checkRule/add', rule)).toMatchObject({ success: true })
    expect(await save({ no: 'a1' })).toMatchObject({
      success: false,
      result: { errors: [{ field: 'no', message: '首位应为大写字母' }] },
    })
    // Nothing entered is nothing to check.
    for (const row of [{ no: 'A1' }, { no: '' }, {}]) expect(await save(row)).toMatchObject({ success: true })
  })

  it('fill rules are tried without using numbers up, and stay where a document names them [screen-113]', async () => {
    const rule = { ruleName: '合同号', ruleCode: 'contract', ruleClass: 'serial' }
    const said = async (ruleParams: string) =>
      (await call('POST', '/sys/fillRule/add', { ...rule, ruleParams })).message
    expect(await said('x')).toBe('规则参数不是有效的 JSON')
    expect(await said('[]')).toBe('规则参数应为 JSON 对象')
    expect(await said('{"digits":99}')).toBe('位数 digits 应为 1 到 12 的整数')
    expect(await said('{"prefix":"HT-","digits":3}')).toBe('添加成功！')
    for (let at = 0; at < 2; at++)
      expect(await result('/sys/fillRule/testFillRule?ruleCode=contract')).toBe('HT-001')
    expect(await call('PUT', '/sys/fillRule/executeRuleByCode/contract', {})).toMatchObject({
      result: 'HT-001',
    })
    expect((await test.call(admin, 'GET', '/sys/fillRule/testFillRule?ruleCode=none')).body.message).toBe(
      '编码规则不存在',
    )
    const [used] = (await result('/sys/fillRule/list?ruleCode=expo_no')).records
    expect((await call('DELETE', `/sys/fillRule/delete?id=${used.id}`)).message).toMatch(
      /^规则“展会编号”被表单“.+”的“.+”使用，不能删除$/,
    )
    const [own] = (await result('/sys/fillRule/list?ruleCode=contract')).records
    expect(await call('DELETE', `/sys/fillRule/delete?id=${own.id}`)).toMatchObject({ success: true })
    const staff = await test.signIn('staff')
    for (const url of [
      '/sys/fillRule/list',
      '/sys/checkRule/list',
      '/sys/fillRule/testFillRule?ruleCode=expo_no',
    ])
      expect((await test.call(staff, 'GET', url)).status).toBe(403)
  })
})
