import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

describe('dictionaries and their items', () => {
  let test: TestApp
  let admin = ''
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())

  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    token = admin,
  ) => (await test.call(token, method, url, body)).body
  const result = async (url: string, token = admin) => (await call('GET', url, undefined, token)).result
  const addDict = async (dictCode: string, more: object = {}): Promise<string> => {
    const answer = await call('POST', '/sys/dict/add', { dictName: `字典 ${dictCode}`, dictCode, ...more })
    expect(answer).toMatchObject({ success: true, message: '添加成功！' })
    return answer.result
  }
  const addItem = async (dictId: string, itemValue: string, more: object = {}) =>
    call('POST', '/sys/dictItem/add', { dictId, itemText: `项 ${itemValue}`, itemValue, ...more })
  const texts = async (code: string) =>
    (await result(`/sys/dict/getDictItems/${code}`)).map((item: { text: string }) => item.text)

  it('are added and edited, and what is offered follows at once [screen-101, screen-102, call-66, call-67, call-68, call-69]', async () => {
    const id = await addDict('booth_kind')
    expect(await result('/sys/dict/list?dictCode=booth_kind')).toMatchObject({
      total: 1,
      records: [{ id, dictName: '字典 booth_kind', type: 0, createBy: 'admin' }],
    })
    const first = await addItem(id, 'a', { itemColor: '#1677ff' })
    expect(first).toMatchObject({ success: true })
    expect(await addItem(id, 'b')).toMatchObject({ success: true })
    expect(await result('/sys/dict/getDictItems/booth_kind')).toEqual([
      { value: 'a', text: '项 a', title: '项 a', label: '项 a', color: '#1677ff' },
      { value: 'b', text: '项 b', title: '项 b', label: '项 b' },
    ])
    const listed = await result(`/sys/dictItem/list?dictId=${id}&status=1`)
    expect(listed.records.map((row: { sortOrder: number }) => row.sortOrder)).toEqual([1, 2])

    // The same record below /online; its place decides the order.
    const changed = { id: first.result, dictId: id, itemText: '光地', itemValue: 'a', sortOrder: 9 }
    expect(await call('PUT', '/online/cgform/api/form/sys_dict_item', changed)).toMatchObject({
      success: true,
    })
    expect(await texts('booth_kind')).toEqual(['项 b', '光地'])
    expect(
      await call('POST', '/sys/dictItem/edit', { ...changed, itemText: '空地', status: 0 }),
    ).toMatchObject({ message: '修改成功!' })
    expect(await texts('booth_kind')).toEqual(['项 b'])
    expect(
      await call('PUT', '/sys/dict/edit', { id, dictName: '展位种类', dictCode: 'booth_kind' }),
    ).toMatchObject({
      success: true,
    })
    expect(await result('/sys/dict/treeList?dictName=展位')).toEqual([
      { key: id, title: '展位种类', dictCode: 'booth_kind' },
    ])
    expect(await call('DELETE', `/sys/dictItem/delete?id=${first.result}`)).toMatchObject({ success: true })
    expect(await result(`/sys/dictItem/list?dictId=${id}`)).toMatchObject({ total: 1 })
  })

  it('say what is wrong: code and value twice, a colour, a number [screen-101, screen-102]', async () => {
    const id = await addDict('checked', { type: 1 })
    const said = async (body: object) => (await call('POST', '/sys/dict/add', body)).message
    expect(await said({ dictName: '又', dictCode: 'checked' })).toContain('已存在')
    expect(await said({ dictName: '又', dictCode: '9 x' })).toBe(
      '字典编码应以字母开头，只含字母、数字和下划线',
    )
    expect((await addItem(id, 'x')).message).toBe('该字典的值应为数字')
    expect(await addItem(id, '1')).toMatchObject({ success: true })
    expect(await addItem(id, '1')).toMatchObject({ success: false })
    expect((await addItem(id, '2', { itemColor: 'javascript:1' })).message).toContain('颜色应为')
    expect((await addItem('no-such-dictionary', '1')).message).toBe('所属字典不存在')
    const check = (query: string) => call('GET', `/sys/dictItem/dictItemCheck?dictId=${id}&${query}`)
    expect(await check('itemValue=1')).toMatchObject({
      success: false,
      message: '该值不可用，系统中已存在！',
    })
    expect(await check('itemValue=2')).toMatchObject({ success: true, message: '该值可用！' })
    const [{ id: own }] = (await result(`/sys/dictItem/list?dictId=${id}`)).records
    expect(await check(`itemValue=1&id=${own}`)).toMatchObject({ success: true })
  })

  it('go to the recycle bin with their items, come back, or go for good [screen-101]', async () => {
    const id = await addDict('binned')
    await addItem(id, 'a')
    expect(await call('DELETE', `/sys/dict/delete?id=${id}`)).toMatchObject({ message: '删除成功!' })
    expect(await result('/sys/dict/list?dictCode=binned')).toMatchObject({ total: 0 })
    expect(await texts('binned')).toEqual([])
    expect(await result('/sys/dict/deleteList')).toContainEqual(
      expect.objectContaining({ id, dictCode: 'binned', delFlag: 1 }),
    )
    expect((await call('POST', '/sys/dict/add', { dictName: '又', dictCode: 'binned' })).message).toContain(
      '回收站',
    )
    expect(await call('PUT', `/sys/dict/back/${id}`)).toMatchObject({ success: true })
    expect(await texts('binned')).toEqual(['项 a'])
    expect((await test.call(admin, 'PUT', `/sys/dict/back/${id}`)).status).toBe(404)
    expect((await test.call(admin, 'DELETE', `/sys/dict/deletePhysic/${id}`)).status).toBe(404)

    await call('DELETE', `/sys/dict/deleteBatch?ids=${id}`)
    expect(await call('DELETE', `/sys/dict/deletePhysic/${id}`)).toMatchObject({ success: true })
    const { rows } = await test.database.connections.readPool.query(
      'select from platform.sys_dict_item where dict_id = $1',
      [id],
    )
    expect(rows).toHaveLength(0)
    const { rows: logged } = await test.database.connections.readPool.query(
      `select o.action from platform.operation o join platform.operation_change c on c.operation_id = o.id
       where c.record_id = $1 order by o.at`,
      [id],
    )
    expect(logged.map(({ action }) => action)).toEqual(['add', 'delete', 'restore', 'delete', 'erase'])
  })

  it('that a document uses stay, and so do the codes of those from files [screen-101]', async () => {
    const idOf = async (code: string) => (await result(`/sys/dict/list?dictCode=${code}`)).records[0].id
    const sex = await idOf('sex')
    const deleted = await call('DELETE', `/sys/dict/delete?id=${sex}`)
    expect(deleted).toMatchObject({
      success: false,
      message: expect.stringMatching(/^字典“性别”被表单“.+”的“性别”使用，不能删除$/),
    })
    expect(
      (await call('PUT', '/sys/dict/edit', { id: sex, dictName: '性别', dictCode: 'gender' })).message,
    ).toContain('编码不能修改')
    // From a file, and used by none: deleted, but not for good.
    const unused = await idOf('cgform_table_type')
    expect(await call('DELETE', `/sys/dict/delete?id=${unused}`)).toMatchObject({ success: true })
    expect(await call('DELETE', `/sys/dict/deletePhysic/${unused}`)).toMatchObject({
      success: false,
      message: expect.stringContaining('来自文件'),
    })
    expect(await call('PUT', '/sys/dict/putRecycleBin', { ids: unused })).toMatchObject({ success: true })
  })

  it('have a version that changes with them, and tell open browsers [cache-01]', async () => {
    const id = await addDict('versioned')
    const before = await result('/sys/dict/version')
    expect(await result('/sys/dict/version')).toBe(before)
    const heard: string[] = []
    const client = await test.database.connections.writePool.connect()
    client.on('notification', ({ payload }) => heard.push(payload ?? ''))
    await client.query('listen socket_push')
    await addItem(id, 'a')
    expect(await result('/sys/dict/version')).not.toBe(before)
    await expect.poll(() => heard.filter((text) => text.includes('"dicts"')).length).toBeGreaterThan(0)
    const count = heard.length
    expect(await call('POST', '/online/action/sys_dict/refresh', { ids: [] })).toMatchObject({
      success: true,
    })
    await expect.poll(() => heard.length).toBeGreaterThan(count)
    await client.query('unlisten socket_push')
    client.release()
  })

  it('page and search 100,000 items on the server [screen-102]', async () => {
    const id = await addDict('large')
    await test.database.connections.writePool.query(
      `insert into platform.sys_dict_item (id, dict_id, item_text, item_value, sort_order)
       select 'large-' || n, $1, '第' || n || '项', n::text, n from generate_series(1, 100000) n`,
      [id],
    )
    const page = await result(`/sys/dictItem/list?dictId=${id}&pageNo=1000&pageSize=100`)
    expect(page).toMatchObject({ total: 100_000, current: 1000 })
    expect(page.records.at(-1)).toMatchObject({ itemText: '第100000项' })
    const found = await result(`/sys/dictItem/list?dictId=${id}&itemText=${encodeURIComponent('*99999*')}`)
    expect(found).toMatchObject({ total: 1, records: [{ itemValue: '99999' }] })
    await test.app.dictionaries.changed()
    expect(await result(`/sys/dict/loadDict/large?keyword=${encodeURIComponent('第77777项')}`)).toEqual([
      expect.objectContaining({ value: '77777' }),
    ])
    await test.database.connections.writePool.query('delete from platform.sys_dict where id = $1', [id])
    await test.app.dictionaries.changed()
  })

  it('need the rights of their document, and are changed in the tenant of the platform alone', async () => {
    const staff = await test.signIn('staff')
    for (const [method, url] of [
      ['GET', '/sys/dict/list'],
      ['GET', '/sys/dictItem/list'],
      ['GET', '/sys/dict/deleteList'],
      ['GET', '/online/document/sys_dict_items'],
      ['PUT', '/sys/dict/back/x'],
      ['DELETE', '/sys/dict/deletePhysic/x'],
    ] as const)
      expect((await test.call(staff, method, url)).status, url).toBe(403)
    const body = { dictName: '某', dictCode: 'no_right' }
    expect((await test.call(staff, 'POST', '/sys/dict/add', body)).status).toBe(403)

    const pool = test.database.connections.writePool
    await pool.query("insert into platform.sys_tenant (id, name) values (2, '乙')")
    await pool.query(
      "insert into platform.sys_user_tenant (user_id, tenant_id) select id, 2 from platform.sys_user where username = 'admin'",
    )
    await pool.query(
      `insert into platform.sys_role (id, role_code, role_name, tenant_id) values ('admin2', 'admin', '管理员', 2);
       insert into platform.sys_user_role (id, user_id, role_id, tenant_id)
       select 'ur2', id, 'admin2', 2 from platform.sys_user where username = 'admin'`,
    )
    await test.app.sessions.rightsChanged()
    const there = { headers: { 'X-Tenant-Id': '2' } }
    expect(
      (await test.call(admin, 'GET', '/sys/dict/list', undefined, there)).body.result.total,
    ).toBeGreaterThan(10)
    expect((await test.call(admin, 'POST', '/sys/dict/add', body, there)).status).toBe(403)
    expect((await test.call(admin, 'PUT', '/sys/dict/back/x', undefined, there)).status).toBe(403)
  })
})
