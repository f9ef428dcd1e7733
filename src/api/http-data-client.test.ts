import { describe, expect, it } from 'vitest'
import { RequestError } from '#renderer/index.ts'
import { envelope, fakeWire, refusal, type SentCall, type WireAnswer } from '#tests/helpers/wire.ts'
import { createHttp } from './http.ts'
import { createHttpDataClient } from './http-data-client.ts'

function setUp(answer: (call: SentCall) => WireAnswer) {
  const { adapter, calls } = fakeWire(answer)
  const http = createHttp(
    { baseUrl: '', adapter },
    { token: () => 't', tenantId: () => null, lowAppId: () => null, inWorkChat: () => false, announce() {} },
  )
  return { client: createHttpDataClient(http), calls }
}

const condition = { field: 'level', rule: 'eq', val: '1' }
const definition = {
  document: {
    kind: 'form',
    code: 'shop',
    title: '商店',
    table: 'shop_table',
    tree: { parent: 'pid', label: 'name' },
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
          options: { table: 'unit', text: 'name', code: 'id', pidField: 'pid', hasChildField: 'has_child' },
        },
      },
    },
  },
  subDocuments: {},
}

describe('the data client over the wire', () => {
  it('asks for a page of rows in the words of the wire', async () => {
    const { client, calls } = setUp(() => ({ body: envelope({ records: [], total: 0 }) }))
    await client.list('shop', {
      pageNo: 2,
      pageSize: 50,
      sort: { field: 'name', descending: true },
      filter: { name: '*展*', open_date_begin: '2024-01-01' },
      condition: { or: [{ field: 'level', rule: 'eq', val: 'vip' }] },
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

  it('asks for linked choices by the document’s declaration, level by level [call-79, formwidget-04, formwidget-05]', async () => {
    const { client, calls } = setUp(({ path }) => ({
      body: path.startsWith('/online/document')
        ? envelope(definition)
        : envelope([{ label: '南京', store: '3201', id: '9', pid: '0' }]),
    }))
    await client.page('shop')
    expect(await client.options('shop.city', {})).toEqual([{ value: '3201', text: '南京', id: '9' }])
    await client.options('shop.street', { parent: '9' })
    expect(calls[1]?.params).toMatchObject({
      table: 'area',
      txt: 'name',
      key: 'code',
      idField: 'id',
      pidField: 'pid',
      condition: JSON.stringify(condition),
    })
    expect(calls.slice(1).map(({ path, params }) => [path, params.table, params.pidValue])).toEqual([
      ['/online/cgform/api/querySelectOptions', 'area', undefined],
      ['/online/cgform/api/querySelectOptions', 'area', '9'],
    ])
  })

  it('asks for trees of documents, categories and departments where each is kept [call-95, call-96, call-97]', async () => {
    const { client, calls } = setUp(({ path }) => ({
      body: path.startsWith('/online/document')
        ? envelope(definition)
        : path.includes('getTreeData')
          ? envelope({ records: [{ id: '1', name: '根', has_child: '1' }], total: 1 })
          : envelope([{ key: 'k', title: '节点', leaf: true }]),
    }))
    await client.page('shop')
    expect(await client.tree('shop', '')).toEqual([{ key: '1', value: '1', title: '根', isLeaf: false }])
    await client.tree('shop.unit', '')
    await client.tree('shop.kind', '')
    await client.tree('shop.kind', 'k')
    await client.tree('sys_depart', '')
    expect(calls.slice(1).map(({ path }) => path)).toEqual([
      '/online/cgform/api/getTreeData/shop',
      '/sys/dict/loadTreeData',
      '/sys/category/loadTreeRoot',
      '/sys/category/loadTreeChildren',
      '/sys/sysDepart/queryDepartTreeSync',
    ])
    expect(calls[2]?.params).toMatchObject({
      pid: '0',
      tableName: 'unit',
      pidField: 'pid',
      hasChildField: 'has_child',
    })
    expect(calls[3]?.params).toMatchObject({ async: true, pcode: 'B02' })
  })

  it('translates many values in one call [call-80]', async () => {
    const { client, calls } = setUp(() => ({ body: envelope(['男', 'x9']) }))
    expect(await client.labels('sex', ['1', 'x9'])).toEqual([
      { value: '1', text: '男' },
      { value: 'x9', text: 'x9' },
    ])
    expect(calls).toHaveLength(1)
  })

  it('finds users by account name and, for what is none, by id', async () => {
    const { client } = setUp(({ path }) => ({
      body: path.includes('getMultiUser')
        ? [{ id: '1', username: 'admin', realname: '管理员' }]
        : envelope([{ id: '77', username: 'zs', realname: '张三' }]),
    }))
    expect(await client.labels('sys_user', ['admin', '77'])).toEqual([
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
    const { client, calls } = setUp(({ path }) => ({
      body: path.startsWith('/online/document')
        ? envelope(definition)
        : refusal('该值不可用，系统中已存在！'),
    }))
    await client.page('shop')
    expect(await client.check({ source: 'shop', field: 'name', value: 'a', id: '5' })).toBe(
      '该值不可用，系统中已存在！',
    )
    expect(calls[1]?.params).toMatchObject({
      tableName: 'shop_table',
      fieldName: 'name',
      fieldVal: 'a',
      dataId: '5',
    })
  })

  it('reads a level of a tree table from a list as well as from a page, and refuses anything else [tree-07, err-43]', async () => {
    let result: unknown = [{ id: '1' }, { id: '2' }]
    const { client } = setUp(() => ({ body: envelope(result) }))
    const level = () => client.list('shop', { tree: 'roots', pageNo: 1, pageSize: 50 })
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
    await expect(client.options(' ', {})).rejects.toThrow('字典编码不能为空!')
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
    expect(await client.options('sex', {})).toEqual([
      { value: '1', text: '男' },
      { value: '2', text: '女' },
      { value: '3', text: '其他', disabled: true },
      { value: 4, text: '4' },
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
    expect(await client.tree('sys_category', '')).toEqual([
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
  const listOn = async (url: object) => {
    const page = {
      document: { ...definition.document, list: { url, columns: ['city', { field: 'unit' }] } },
      subDocuments: {},
    }
    const wire = setUp(({ path }) => ({
      body: envelope(path.startsWith('/online/document') ? page : { records: [{ id: '1' }], total: 1 }),
    }))
    await wire.client.page('shop')
    wire.calls.splice(0)
    return wire
  }

  it('is asked there, and deletes there one or several [list-01, call-101, call-102, call-103]', async () => {
    const { client, calls } = await listOn({
      list: '/sys/a/list',
      delete: '/sys/a/delete',
      deleteBatch: '/sys/a/deleteBatch',
    })
    const found = await client.list('shop', {
      pageNo: 2,
      pageSize: 50,
      sort: { field: 'city', descending: false },
      filter: { city: '*南*' },
      condition: { and: [{ field: 'city', rule: 'eq', val: 'x' }] },
    })
    expect(found).toMatchObject({ records: [{ id: '1' }], total: 1 })
    await client.remove('shop', ['1'])
    await client.remove('shop', ['1', '2'])
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
    const { client, calls } = await listOn({})
    await expect(client.list('shop', {})).rejects.toThrow('请设置url.list属性!')
    await expect(client.remove('shop', ['1'])).rejects.toThrow('请设置url.delete属性!')
    await expect(client.remove('shop', ['1', '2'])).rejects.toThrow('请设置url.deleteBatch属性!')
    expect(calls).toEqual([])
  })
})
