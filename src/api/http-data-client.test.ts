import { describe, expect, it } from 'vitest'
import { RequestError, rowSource } from '#renderer/index.ts'
import { type LookupSource, lookupSource } from '#schemas/compile/choice-source.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { FormDocument, ListUrl } from '#schemas/page/form.ts'
import { envelope, fakeWire, refusal, type SentCall, type WireAnswer } from '#tests/helpers/wire.ts'
import { createHttp } from './http.ts'
import { createHttpDataClient } from './http-data-client.ts'

function setUp(answer: (call: SentCall) => WireAnswer) {
  const { adapter, calls } = fakeWire(answer)
  const http = createHttp(
    { baseUrl: '', adapter },
    {
      token: () => 't',
      tenantId: () => null,
      lowAppId: () => null,
      language: () => null,
      inWorkChat: () => false,
      announce() {},
    },
  )
  return { client: createHttpDataClient(http), calls }
}

const condition = { field: 'level', rule: 'eq', val: '1' } as const
const document = {
  kind: 'form',
  code: 'shop',
  title: '商店',
  schema: {
    type: 'object',
    properties: {
      city: {
        type: 'string',
        title: '市',
        view: 'link_down',
        options: {
          table: 'area',
          txt: 'name',
          key: 'code',
          idField: 'id',
          pidField: 'pid',
          linkField: 'street',
          condition,
        },
      },
      street: { type: 'string', title: '街', view: 'link_down' },
      kind: { type: 'string', title: '类', view: 'cat_tree', options: { pcode: 'B02' } },
      unit: {
        type: 'string',
        title: '单位',
        view: 'sel_tree',
        options: {
          table: 'unit',
          text: 'name',
          code: 'id',
          pidField: 'pid',
          hasChildField: 'has_child',
          condition,
        },
      },
    },
  },
} satisfies FormDocument
const form = compileForm(document)
const SHOP = { code: 'shop' }
const SEX = { kept: 'sex' }

/** Where the choices of a field of the shop come from. */
function choicesOf(name: string): LookupSource {
  const field = form.fields.find((one) => one.name === name)
  const source = field && lookupSource(field)
  if (!source) throw new Error(`nothing to ask for ${name}`)
  return source
}

/** What a field of users, departments … asks. */
const of = (view: string) => lookupSource({ view, options: {}, dict: null }) as LookupSource

describe('the data client over the wire', () => {
  it('asks for a page of rows in the words of the wire', async () => {
    const { client, calls } = setUp(() => ({ body: envelope({ records: [], total: 0 }) }))
    await client.list(SHOP, {
      pageNo: 2,
      pageSize: 50,
      sort: [{ field: 'name', descending: true }],
      filter: {
        and: [
          { field: 'name', rule: 'like', val: '展' },
          { field: 'open_date', rule: 'ge', val: '2024-01-01' },
          { or: [{ field: 'level', rule: 'eq', val: 'vip' }] },
        ],
      },
    })
    const [call] = calls
    expect(call?.path).toBe('/online/cgform/api/getData/shop')
    expect(call?.params).toMatchObject({
      pageNo: 2,
      pageSize: 50,
      column: 'name',
      order: 'desc',
      name: '*展*',
      open_date_begin: '2024-01-01',
      superQueryMatchType: 'or',
    })
    expect(JSON.parse(decodeURI(String(call?.params.superQueryParams)))).toEqual([
      { field: 'level', rule: 'eq', val: 'vip' },
    ])
  })

  it('gives out the rows of a query with groups within groups, as it lists them', async () => {
    const { client, calls } = setUp(({ path }) => ({
      body: path.startsWith('/online/export') ? new Blob(['x']) : envelope({ records: [], total: 0 }),
    }))
    const one = { field: 'level', rule: 'eq', val: '1' } as const
    const advanced = { matchType: 'and', records: [one, { matchType: 'or', records: [one, one] }] } as const
    await client.list(SHOP, { advanced })
    await client.exportRows?.(SHOP, { advanced }, { format: 'csv', columns: ['name'] })
    const [list, file] = calls
    expect(list?.params.superQueryParams).toBeTruthy()
    const { superQueryParams } = list?.params ?? {}
    expect(file?.body).toMatchObject({ query: { superQueryMatchType: 'and', superQueryParams } })
  })

  it('says what the server says where a file is made in the background', async () => {
    const answers = [envelope({ id: 'x', total: 1e6 }), { ...envelope(null), success: false }]
    const { client, calls } = setUp(() => ({
      body: new Blob([JSON.stringify({ ...answers.shift(), message: '已转为后台导出' })], {
        type: 'application/json',
      }),
    }))
    const ask = () => client.exportRows?.(SHOP, {}, { format: 'csv', columns: ['name'] })
    expect(await ask()).toEqual({ ordered: '已转为后台导出' })
    expect(calls[0]?.body).toMatchObject({ background: true })
    expect(await ask()).toBeInstanceOf(Blob)
  })

  it('asks for linked choices by the document’s declaration, level by level [call-79, formwidget-04, formwidget-05]', async () => {
    const { client, calls } = setUp(() => ({
      body: envelope([{ label: '南京', store: '3201', id: '9', pid: '0' }]),
    }))
    expect(await client.options(choicesOf('city'), {})).toEqual([{ value: '3201', text: '南京', id: '9' }])
    await client.options(choicesOf('city'), { parent: '9' })
    expect(calls[0]?.params).toMatchObject({
      table: 'area',
      txt: 'name',
      key: 'code',
      idField: 'id',
      pidField: 'pid',
      condition: JSON.stringify(condition),
    })
    expect(calls.map(({ path, params }) => [path, params.table, params.pidValue])).toEqual([
      ['/online/cgform/api/querySelectOptions', 'area', undefined],
      ['/online/cgform/api/querySelectOptions', 'area', '9'],
    ])
  })

  it('asks for trees of tables, categories and departments where each is kept [call-95, call-96, call-97]', async () => {
    const { client, calls } = setUp(() => ({ body: envelope([{ key: 'k', title: '节点', leaf: true }]) }))
    await client.tree(choicesOf('unit'), '')
    await client.tree(choicesOf('kind'), '')
    await client.tree(choicesOf('kind'), 'k')
    await client.tree(of('sel_depart'), '')
    await expect(client.tree(SEX, '')).rejects.toThrow('该数据源不支持这样查询')
    expect(calls.map(({ path }) => path)).toEqual([
      '/sys/dict/loadTreeData',
      '/sys/category/loadTreeRoot',
      '/sys/category/loadTreeChildren',
      '/sys/sysDepart/queryDepartTreeSync',
    ])
    expect(calls[0]?.params).toMatchObject({
      pid: '0',
      tableName: 'unit',
      pidField: 'pid',
      hasChildField: 'has_child',
      condition: JSON.stringify(condition),
    })
    expect(calls[1]?.params).toMatchObject({ async: true, pcode: 'B02' })
  })

  it('searches a table under the name of its declaration, a dictionary under its code', async () => {
    const { client, calls } = setUp(({ path }) => ({
      body: envelope(path.includes('loadDictItem') ? ['吨'] : []),
    }))
    await client.options(choicesOf('unit'), { keyword: '吨', pageSize: 7 })
    await client.options(SEX, { keyword: '男', pageSize: 7 })
    await client.labels(choicesOf('unit'), ['1'])
    expect(calls.map(({ path }) => decodeURIComponent(path))).toEqual([
      '/sys/dict/loadDict/shop.unit',
      '/sys/dict/loadDict/sex',
      '/sys/dict/loadDictItem/shop.unit',
    ])
    expect(calls[0]?.params).toMatchObject({ keyword: '吨', pageSize: 7 })
  })

  it('lists users where the platform keeps them', async () => {
    const { client, calls } = setUp(() => ({ body: envelope({ records: [], total: 0 }) }))
    await client.list(
      { code: 'sys_user', platform: true },
      { filter: { field: 'departId', rule: 'eq', val: 'd1' } },
    )
    expect(calls[0]).toMatchObject({
      path: '/sys/user/queryUserComponentData',
      params: { departId: 'd1' },
    })
    await expect(client.list({ code: 'sys_log', platform: true }, {})).rejects.toThrow(
      '数据源 sys_log 不存在',
    )
  })

  it('sends an action with its records and what was entered, and hands on what it says', async () => {
    const { client, calls } = setUp(() => ({ body: envelope({ message: '已冻结 2 人' }) }))
    expect(await client.act('user', 'freeze', ['1', '2'], { reason: '离职' })).toEqual({
      message: '已冻结 2 人',
    })
    expect(calls[0]).toMatchObject({
      method: 'POST',
      path: '/online/action/user/freeze',
      body: { ids: ['1', '2'], input: { reason: '离职' } },
    })
    await client.act('user', 'freeze', ['1'])
    expect(calls[1]?.body).toEqual({ ids: ['1'] })
  })

  it('translates many values in one call [call-80]', async () => {
    const { client, calls } = setUp(() => ({ body: envelope(['男', '女']) }))
    expect(await client.labels(SEX, ['1', '2'])).toEqual([
      { value: '1', text: '男' },
      { value: '2', text: '女' },
    ])
    expect(calls).toHaveLength(1)
  })

  it('tells a text that is its own key from a value that nothing knows any more', async () => {
    const { client, calls } = setUp(({ params }) => ({
      body: envelope(params?.delNotExist === 'false' ? ['男', 'x9', 'A01'] : ['A01']),
    }))
    expect(await client.labels(SEX, ['1', 'x9', 'A01'])).toEqual([
      { value: '1', text: '男' },
      { value: 'A01', text: 'A01' },
    ])
    expect(calls.map(({ params }) => params?.key)).toEqual(['1,x9,A01', 'x9,A01'])
  })

  it('finds users by account name and, for what is none, by id', async () => {
    const { client } = setUp(({ path }) => ({
      body: path.includes('getMultiUser')
        ? [{ id: '1', username: 'admin', realname: '管理员' }]
        : envelope([{ id: '77', username: 'zs', realname: '张三' }]),
    }))
    expect(await client.labels(of('sel_user'), ['admin', '77'])).toEqual([
      { value: 'admin', text: '管理员' },
      { value: '77', text: '张三' },
    ])
  })

  it('inserts by POST and updates by PUT', async () => {
    const { client, calls } = setUp(() => ({ body: envelope('new-id') }))
    expect(await client.save('shop', { name: 'a' })).toBe('new-id')
    expect(await client.save('shop', { id: '5', name: 'a' })).toBe('5')
    expect(calls.map(({ method }) => method)).toEqual(['POST', 'PUT'])
  })

  it('repeats an insert whose answer got lost under the same key, and takes a new key afterwards', async () => {
    let isLost = true
    const { client, calls } = setUp(() => (isLost ? { fails: 'timeout' } : { body: envelope('id') }))
    const keys = () => calls.map(({ headers }) => headers['Idempotency-Key'])
    await expect(client.save('shop', { name: 'a' })).rejects.toThrow('网络超时')
    isLost = false
    await client.save('shop', { name: 'a' })
    await client.save('shop', { name: 'a' })
    const [first, second, third] = keys()
    expect(first).toBe(second)
    expect(third).not.toBe(second)
  })

  it('hands a stale save on with both sides', async () => {
    const conflict = { current: { name: 'b' }, sent: { name: 'a' } }
    const { client } = setUp(() => ({
      status: 409,
      body: { ...refusal('记录已被修改', 409), result: conflict },
    }))
    await expect(client.save('shop', { id: '5' })).rejects.toMatchObject({
      status: 409,
      detail: conflict,
      announced: false,
    })
  })

  it('hands unfit rows on with their errors', async () => {
    const result = { errors: [{ field: 'name', message: '请输入名称' }] }
    const { client } = setUp(() => ({ body: { ...refusal('请输入名称', 422), result } }))
    const error = await client.save('shop', {}).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(RequestError)
    expect(error).toMatchObject({ status: 422, detail: result })
  })

  it('checks a value for duplicates under the table’s name [call-76, validate-27]', async () => {
    const { client, calls } = setUp(() => ({ body: refusal('该值不可用，系统中已存在！') }))
    expect(await client.check({ table: 'shop_table', field: 'name', value: 'a', id: '5' })).toBe(
      '该值不可用，系统中已存在！',
    )
    expect(calls[0]?.params).toMatchObject({
      tableName: 'shop_table',
      fieldName: 'name',
      fieldVal: 'a',
      dataId: '5',
    })
  })

  it('checks a value by a rule, which gets it encoded, and tells its message [validate-29, validate-30]', async () => {
    const { client, calls } = setUp(() => ({ body: refusal('第2位应为数字') }))
    expect(await client.check({ rule: 'booth', value: 'A%2B 号' })).toBe('第2位应为数字')
    expect(calls[0]?.params).toMatchObject({ ruleCode: 'booth', value: 'A%252B%20%E5%8F%B7' })
  })

  it('reads a level of a tree table from a list as well as from a page, and refuses anything else [tree-07, err-43]', async () => {
    let result: unknown = [{ id: '1' }, { id: '2' }]
    const { client } = setUp(() => ({ body: envelope(result) }))
    const level = () => client.list(SHOP, { tree: 'roots', pageNo: 1, pageSize: 50 })
    expect(await level()).toMatchObject({ records: [{ id: '1' }, { id: '2' }], total: 2 })
    result = { records: [{ id: '3' }], total: 7 }
    expect(await level()).toMatchObject({ records: [{ id: '3' }], total: 7 })
    for (const other of [null, 'x', 7, { rows: [] }, { records: 'x' }]) {
      result = other
      await expect(level(), JSON.stringify(other)).rejects.toThrow('返回数据类型不识别')
    }
  })

  it('refuses a dictionary without a code, and asks nobody [err-32]', async () => {
    const { client, calls } = setUp(() => ({ body: envelope([]) }))
    await expect(client.options({ kept: ' ' }, {})).rejects.toThrow('字典编码不能为空!')
    expect(calls).toEqual([])
  })

  it('reads the entries of a dictionary under all the names of their text, and which are disabled [formwidget-09]', async () => {
    const { client } = setUp(() => ({
      body: envelope([
        { value: '1', text: '男', title: 'x', label: 'y' },
        { value: '2', title: '女' },
        { value: '3', label: '其他', disabled: true },
        { value: 4 },
      ]),
    }))
    expect(await client.options(SEX, {})).toEqual([
      { value: '1', text: '男' },
      { value: '2', text: '女' },
      { value: '3', text: '其他', disabled: true },
      { value: 4, text: '4' },
    ])
  })

  it('makes a tree of the levels that are answered down to a value; a circle ends', async () => {
    const at = (key: string, parentId: string) => ({ key, title: key, parentId, isLeaf: false })
    const { client, calls } = setUp(() => ({
      body: envelope([at('a', '0'), at('b', '0'), at('a1', 'a'), at('a', 'a1'), at('lost', 'x')]),
    }))
    const options = { table: 'kind', text: 'name', code: 'id', pidField: 'pid' }
    const tree = lookupSource({ view: 'sel_tree', options, dict: null }) as LookupSource
    const found = await client.tree(tree, '', { to: ['a1', 'gone'] })
    expect(calls.map(({ path, params }) => [path, params.values])).toEqual([
      ['/sys/dict/loadTreePath', 'a1,gone'],
    ])
    const plain = (key: string) => ({ key, value: key, title: key, isLeaf: false })
    expect(found).toEqual([
      { ...plain('a'), children: [{ ...plain('a1'), children: [plain('a')] }] },
      plain('b'),
    ])
    await client.tree(tree, 'a', { to: ['a1'] })
    await client.tree(tree, '', { to: Array.from({ length: 101 }, (_, one) => `v${one}`) })
    expect(calls.slice(1).map(({ path }) => path)).toEqual([
      '/sys/dict/loadTreeData',
      '/sys/dict/loadTreeData',
    ])
  })

  it('reads the nodes of a tree under all the names that the wire has for them [tree-01, tree-03]', async () => {
    const nodes = [
      { key: 'k1', value: 'v1', title: '标题', leaf: 1 },
      { id: 'k2', label: '标签', leaf: 0, parentId: 'k1' },
      { id: 'k3', name: '名称', code: 'B01', hasChildren: false },
      {
        key: 'k4',
        value: 'k4',
        code: 'B02',
        name: '类',
        leaf: 1,
        children: [{ key: 'k5', title: '子', leaf: 1 }],
      },
    ]
    const { client } = setUp(() => ({ body: envelope(nodes) }))
    expect(await client.tree(of('cat_tree'), '')).toEqual([
      { key: 'k1', value: 'v1', title: '标题', isLeaf: true },
      { key: 'k2', value: 'k2', title: '标签', isLeaf: false },
      { key: 'k3', value: 'k3', title: '名称', code: 'B01', isLeaf: true },
      {
        key: 'k4',
        value: 'k4',
        title: '类',
        code: 'B02',
        isLeaf: false,
        children: [{ key: 'k5', value: 'k5', title: '子', isLeaf: true }],
      },
    ])
  })
})

describe('a list on addresses of its own', () => {
  const listOn = (url: ListUrl) => ({
    source: rowSource(compileForm({ ...document, list: { url, columns: ['city', { field: 'unit' }] } })),
    ...setUp(() => ({ body: envelope({ records: [{ id: '1' }], total: 1 }) })),
  })

  it('is asked there, and deletes there one or several [list-01, call-101, call-102, call-103]', async () => {
    const { client, calls, source } = listOn({
      list: '/sys/a/list',
      delete: '/sys/a/delete',
      deleteBatch: '/sys/a/deleteBatch',
    })
    const found = await client.list(source, {
      pageNo: 2,
      pageSize: 50,
      sort: [{ field: 'city', descending: false }],
      filter: {
        and: [
          { field: 'city', rule: 'like', val: '南' },
          { field: 'city', rule: 'eq', val: 'x' },
        ],
      },
    })
    expect(found).toMatchObject({ records: [{ id: '1' }], total: 1 })
    await client.remove(source, ['1'])
    await client.remove(source, ['1', '2'])
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /sys/a/list',
      'DELETE /sys/a/delete',
      'DELETE /sys/a/deleteBatch',
    ])
    expect(calls[0]?.params).toMatchObject({
      city: '*南*',
      column: 'city',
      order: 'asc',
      pageNo: 2,
      pageSize: 50,
      field: 'id,city,unit',
      superQueryMatchType: 'and',
      superQueryParams: expect.any(String),
    })
    expect(calls[1]?.params).toMatchObject({ id: '1' })
    expect(calls[2]?.params).toMatchObject({ ids: '1,2,' })
  })

  it('says which address is not set, and asks nobody [list-10, list-11, list-12]', async () => {
    const { client, calls, source } = listOn({})
    await expect(client.list(source, {})).rejects.toThrow('请设置url.list属性!')
    await expect(client.remove(source, ['1'])).rejects.toThrow('请设置url.delete属性!')
    await expect(client.remove(source, ['1', '2'])).rejects.toThrow('请设置url.deleteBatch属性!')
    expect(calls).toEqual([])
  })
})
