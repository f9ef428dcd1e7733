import { describe, expect, it } from 'vitest'
import { type DataClient, RequestError } from '#renderer/index.ts'
import type { FormPage, PageDefinition } from '#schemas/api/page.ts'
import { lookupSource } from '#schemas/compile/choice-source.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { foreignWire } from '#tests/helpers/foreign-server/foreign-wire.ts'
import { AREAS, ORDERS } from '#tests/helpers/foreign-server/forms.ts'
import { envelope, fakeWire, refusal } from '#tests/helpers/wire.ts'
import { createDataClient } from './data-client.ts'
import { createHttp } from './http.ts'

function clientOver(
  wire: Pick<ReturnType<typeof fakeWire>, 'adapter'>,
  server = 'probe',
): { client: DataClient; announced: string[] } {
  const announced: string[] = []
  const http = createHttp(
    { baseUrl: '', adapter: wire.adapter },
    {
      token: () => 'foreign-token',
      tenantId: () => null,
      lowAppId: () => null,
      inWorkChat: () => false,
      language: () => null,
      announce: ({ text }) => announced.push(text),
    },
  )
  return { client: createDataClient(http, { server }), announced }
}

function formOf(page: PageDefinition): FormPage {
  if (page.kind !== 'form') throw new Error('no form')
  return page
}

/** The page of the orders, and what a test needs of it. */
async function orders() {
  const wire = foreignWire()
  const { client } = clientOver(wire)
  const page = formOf(await client.page(ORDERS))
  const form = compileForm(page.document)
  const sourceOf = (name: string) => {
    const field = form.fields.find((one) => one.name === name)
    const source = field && lookupSource(field)
    if (!source) throw new Error(`no source for ${name}`)
    return source
  }
  return { ...wire, client, page, form, sourceOf, source: { code: form.code } }
}

describe('which server answers', () => {
  it('shows by the first page and is asked once', async () => {
    const wire = foreignWire()
    const { client, announced } = clientOver(wire)
    await client.page(ORDERS)
    await client.page(AREAS)
    expect(wire.calls.filter(({ path }) => path.startsWith('/online/document'))).toHaveLength(1)
    expect(announced).toEqual([])
  })

  it('may be set, and then the other call is never made', async () => {
    const wire = foreignWire()
    await clientOver(wire, 'other').client.page(ORDERS)
    expect(wire.calls.some(({ path }) => path.startsWith('/online/document'))).toBe(false)
    const refused = clientOver(foreignWire(), 'ours')
    await expect(refused.client.page(ORDERS)).rejects.toMatchObject({ status: 404 })
    expect(refused.announced).toEqual(['很抱歉，资源未找到!'])
  })

  it('is ours where the document comes, and from then on an unknown form is simply unknown', async () => {
    const document = { kind: 'form', document: { code: 'a' }, version: '1' }
    const wire = fakeWire(({ path }) =>
      path === '/online/document/a'
        ? { body: envelope(document) }
        : { status: 404, body: refusal('没有', 404) },
    )
    const { client } = clientOver(wire)
    expect(await client.page('a')).toEqual(document)
    await expect(client.page('b')).rejects.toMatchObject({ status: 404 })
    expect(wire.calls.map(({ path }) => path)).toEqual(['/online/document/a', '/online/document/b'])
  })

  it('stays open where neither knows the form: the first refusal counts', async () => {
    const wire = fakeWire(() => ({ status: 404, body: refusal('没有', 404) }))
    const { client } = clientOver(wire)
    await expect(client.page('a')).rejects.toMatchObject({ message: '很抱歉，资源未找到!', status: 404 })
    await expect(client.page('a')).rejects.toBeInstanceOf(RequestError)
    expect(wire.calls.filter(({ path }) => path === '/online/document/a')).toHaveLength(2)
  })

  it('says what the other server refuses a page with', async () => {
    const { client } = clientOver(foreignWire())
    await expect(client.page('unknown')).rejects.toMatchObject({ message: '未找到对应实体' })
  })
})

describe('a form of another server', () => {
  it('is a document with its columns, widgets, checks, dictionaries and sub tables', async () => {
    const { page, form } = await orders()
    expect(form.code).toBe('fs_order')
    expect(page.access.actions).toEqual([
      'add',
      'edit',
      'detail',
      'copy',
      'delete',
      'batch_edit',
      'batch_delete',
    ])
    expect(form.list.columns.map(({ field, width }) => [field.name, width])).toEqual([
      ['order_code', null],
      ['ctype', null],
      ['order_date', null],
      ['order_money', 120],
      ['owner', null],
      ['paid', null],
      ['create_by', null],
    ])
    expect(form.list.query.map(({ field, mode, title }) => [field.name, mode, title])).toEqual([
      ['ctype', 'single', '类型'],
      ['order_code', 'like', '订单编号'],
      ['order_date', 'group', '订单日期'],
    ])
    const shown = form.fields.filter(({ inForm }) => inForm)
    expect(shown.map(({ name, view }) => [name, view])).toEqual([
      ['order_code', 'text'],
      ['ctype', 'list'],
      ['order_date', 'date'],
      ['order_money', 'number'],
      ['urgency', 'radio'],
      ['remind', 'checkbox'],
      ['paid', 'switch'],
      ['owner', 'sel_user'],
      ['area', 'sel_tree'],
      ['goods', 'sel_search'],
      ['province', 'link_down'],
      ['content', 'textarea'],
    ])
    expect(shown.filter(({ required }) => required).map(({ name }) => name)).toEqual(['order_code', 'ctype'])
    expect(page.document.schema.properties.order_code).toMatchObject({ unique: true })
    expect(page.subDocuments.fs_order_customer?.schema.properties.phone).toMatchObject({
      pattern: '^1[3-9]\\d{9}$',
      message: '请输入客户的手机号',
    })
    expect(page.dicts.order_type).toMatchObject([{ value: '1', text: '国内订单' }, { text: '国际订单' }])
    expect(form.subTables).toMatchObject([
      { code: 'fs_order_item', foreignKey: 'order_fk_id', relation: 'many', title: '订单明细' },
      { code: 'fs_order_customer', foreignKey: 'order_fk_id', relation: 'one', title: '客户' },
    ])
    expect(page.subDocuments.fs_order_item?.schema.required).toEqual(['product'])
    expect(page.problems).toEqual([])
  })

  it('keeps what a save does not bring: columns out of the form and sub tables that were not opened', async () => {
    const { client, server, source } = await orders()
    const first = await client.save(source.code, {
      order_code: 'A-1',
      ctype: '1',
      secret_note: '内部',
      fs_order_item: [{ product: '椅子', price: 20 }],
    })
    await client.save(source.code, { id: first, order_code: 'A-1', ctype: '2' })
    expect(server.rows('fs_order')).toMatchObject([{ id: first, ctype: '2', secret_note: '内部' }])
    expect(server.rows('fs_order_item')).toMatchObject([{ order_fk_id: first, product: '椅子' }])
    expect(await client.get(source.code, first)).toMatchObject({
      ctype: '2',
      ctype_dictText: '国际订单',
      fs_order_item: [{ product: '椅子' }],
      fs_order_customer: [],
    })
  })

  it('is listed with texts, filters, order and pages, and removed by number', async () => {
    const { client, server, source } = await orders()
    for (const nth of [1, 2, 3])
      server.add('fs_order', { order_code: `C-${nth}`, ctype: '1', owner: 'jeecg' })
    const page = await client.list(source, {
      pageNo: 2,
      pageSize: 2,
      sort: [{ field: 'order_code', descending: true }],
      filter: { field: 'order_code', rule: 'like', val: 'C' },
    })
    expect(page).toMatchObject({ total: 3, current: 2, size: 2 })
    expect(page.records).toMatchObject([
      { order_code: 'C-1', owner_dictText: '用户jeecg', ctype_dictText: '国内订单' },
    ])
    await client.remove(
      source,
      server.rows('fs_order').map(({ id }) => String(id)),
    )
    expect(server.rows('fs_order')).toEqual([])
  })

  it('is read with the texts of its choices, asked for where they did not come', async () => {
    const { client, server, source } = await orders()
    const [goods, area] = [server.add('fs_goods', { name: '展台' }), server.add('fs_area', { name: '华南' })]
    const id = server.add('fs_order', {
      order_code: 'T',
      ctype: '1',
      remind: '1,4',
      goods,
      area,
      province: area,
    })
    expect(await client.get(source.code, id)).toMatchObject({
      remind_dictText: '邮件,系统消息',
      goods_dictText: '展台',
      area_dictText: '华南',
      province_dictText: '华南',
    })
  })

  it('finds its choices by the words of that server', async () => {
    const { client, server, sourceOf } = await orders()
    const good = server.add('fs_goods', { name: '展台', status: '1' })
    server.add('fs_goods', { name: '旧展台', status: '0' })
    expect(await client.options(sourceOf('goods'), { keyword: '展' })).toEqual([
      { value: good, text: '展台' },
    ])
    // Such a server answers unknown keys as they are, whatever it is asked.
    expect(await client.labels(sourceOf('goods'), [good, 'x'])).toEqual([
      { value: good, text: '展台' },
      { value: 'x', text: 'x' },
    ])
    // A dictionary by code is read whole: such a server searches tables only.
    expect(await client.options(sourceOf('remind'), { keyword: '短', pageSize: 9 })).toMatchObject([
      { value: '2' },
    ])
    expect(await client.labels(sourceOf('remind'), ['4', '9'])).toMatchObject([{ text: '系统消息' }])
    const south = server.add('fs_area', { name: '华南', pid: '0' })
    const city = server.add('fs_area', { name: '广州', pid: south })
    expect(await client.tree(sourceOf('area'), '')).toMatchObject([
      { key: south, title: '华南', isLeaf: false },
    ])
    expect(await client.tree(sourceOf('area'), south)).toMatchObject([{ key: city, isLeaf: true }])
    expect(await client.options(sourceOf('province'), {})).toEqual([
      { value: south, text: '华南', id: south },
    ])
    expect(await client.options(sourceOf('province'), { parent: south })).toMatchObject([{ text: '广州' }])
  })

  it('checks unique values there, and tells a refusal of the server', async () => {
    const { client, server, form } = await orders()
    server.add('fs_order', { order_code: 'D-1', ctype: '1' })
    const question = { table: form.tableName, field: 'order_code', value: 'D-1' }
    expect(await client.check(question)).toBe('该值不可用，系统中已存在！')
    expect(await client.check({ ...question, value: 'D-2' })).toBeNull()
    await expect(client.save(form.code, { order_code: 'D-1' })).rejects.toMatchObject({
      message: '数据库中已存在该记录',
    })
    await expect(client.act(form.code, 'anything', [])).rejects.toMatchObject({
      message: '此服务器不支持该操作',
    })
  })

  it('is a tree where that server says so', async () => {
    const { client, server } = await orders()
    const area = compileForm(formOf(await client.page(AREAS)).document)
    expect(area.tree).toMatchObject({ parent: 'pid', hasChild: 'has_child', label: 'name' })
    const root = server.add('fs_area', { name: '华东' })
    server.add('fs_area', { name: '上海', pid: root })
    const source = { code: area.code }
    expect((await client.list(source, { tree: 'roots' })).records).toMatchObject([
      { name: '华东', has_child: '1' },
    ])
    const below = { field: 'pid', rule: 'eq', val: root } as const
    expect((await client.list(source, { tree: 'children', filter: below })).records).toMatchObject([
      { name: '上海' },
    ])
  })
})
