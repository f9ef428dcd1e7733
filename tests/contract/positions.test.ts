import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

describe('positions: a document over a platform table', () => {
  let test: TestApp
  let admin = ''
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())

  const position = (code: string, more: object = {}) => ({
    code,
    name: `职务 ${code}`,
    postRank: '3',
    ...more,
  })
  const add = async (code: string) => {
    const answer = await test.call(admin, 'POST', '/sys/position/add', position(code))
    expect(answer.body).toMatchObject({ success: true, message: '添加成功！' })
    return answer.body.result as string
  }
  const stored = async (id: string) => {
    const { rows } = await test.database.connections.readPool.query(
      'select * from platform.sys_position where id = $1',
      [id],
    )
    return rows[0]
  }

  it('are the same records below /sys/position and below /online [screen-115]', async () => {
    const id = await add('manager')
    const online = await test.call(admin, 'GET', `/online/cgform/api/form/sys_position/${id}`)
    const wire = await test.call(admin, 'GET', `/sys/position/queryById?id=${id}`)
    expect(wire.body.result).toEqual(online.body.result)
    expect(wire.body.result).toMatchObject({
      id,
      code: 'manager',
      postRank: '3',
      postRank_dictText: '中级',
      createBy: 'admin',
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      _version: 1,
    })
    expect(Object.keys(wire.body.result)).not.toContain('tenant_id')
    expect(await stored(id)).toMatchObject({ code: 'manager', post_rank: '3', tenant_id: 1, version: 1 })

    const edited = { id, ...position('manager', { postRank: '4' }), _version: 1 }
    expect((await test.call(admin, 'PUT', '/online/cgform/api/form/sys_position', edited)).body.success).toBe(
      true,
    )
    expect(await stored(id)).toMatchObject({ post_rank: '4', update_by: 'admin', version: 2 })
    const listed = await test.call(admin, 'GET', '/sys/position/list?code=manager&postRank=4')
    expect(listed.body.result).toMatchObject({
      total: 1,
      current: 1,
      records: [{ id, postRank_dictText: '副高级' }],
    })
  })

  it('are filtered, sorted and paged by their names on the wire', async () => {
    for (const [at, code] of ['p-c', 'p-a', 'p-b'].entries())
      await test.call(admin, 'POST', '/sys/position/add', position(code, { postRank: String(at + 1) }))
    const codes = async (query: string) =>
      (await test.call(admin, 'GET', `/sys/position/list?${query}`)).body.result.records.map(
        (row: { code: string }) => row.code,
      )
    expect(await codes('code=p-*')).toEqual(['p-a', 'p-b', 'p-c'])
    expect(await codes('code=p-*&column=postRank&order=desc')).toEqual(['p-b', 'p-a', 'p-c'])
    expect(await codes('code=p-*&pageSize=2&pageNo=2')).toEqual(['p-c'])
    expect((await test.call(admin, 'GET', '/sys/position/list?column=tenantId')).status).toBe(400)
  })

  it('are changed by PUT and POST, and a stale change is refused with both sides', async () => {
    const id = await add('stale')
    for (const method of ['PUT', 'POST'] as const)
      expect(
        (await test.call(admin, method, '/sys/position/edit', { id, ...position('stale') })).body,
      ).toMatchObject({ success: true, message: '修改成功!' })
    const late = await test.call(admin, 'PUT', '/sys/position/edit', { id, ...position('late'), _version: 1 })
    expect(late.status).toBe(409)
    expect(late.body.result).toMatchObject({
      current: { code: 'stale', _version: 3 },
      sent: { code: 'late' },
    })
  })

  it('obey the document: required, dictionary, unique', async () => {
    await add('once')
    const said = async (row: object) => (await test.call(admin, 'POST', '/sys/position/add', row)).body
    expect(await said({ code: 'x' })).toMatchObject({ success: false, code: 422 })
    expect(await said(position('x', { postRank: '9' }))).toMatchObject({ message: '职级“9”不存在' })
    expect(await said(position('once'))).toMatchObject({ message: '职务编码的值已存在' })
    expect(
      (
        await test.call(
          admin,
          'GET',
          '/sys/duplicate/check?tableName=sys_position&fieldName=code&fieldVal=once',
        )
      ).body,
    ).toMatchObject({ success: false, message: '该值不可用，系统中已存在！' })
  })

  it('are deleted one by one and together, and the operation log has them', async () => {
    const [one, two, three] = [await add('d1'), await add('d2'), await add('d3')]
    expect((await test.call(admin, 'DELETE', `/sys/position/delete?id=${one}`)).body.message).toBe(
      '删除成功!',
    )
    expect(
      (await test.call(admin, 'DELETE', `/sys/position/deleteBatch?ids=${two},${three},`)).body,
    ).toMatchObject({
      message: '批量删除成功！',
    })
    expect(await stored(two)).toBeUndefined()
    const { rows } = await test.database.connections.readPool.query(
      'select before, after from platform.operation_change where table_name = $1 and record_id = $2 order by version',
      ['sys_position', three],
    )
    expect(rows.at(-1)).toMatchObject({ before: { code: 'd3', postRank: '3' }, after: null })
    expect((await test.call(admin, 'DELETE', '/sys/position/delete')).status).toBe(400)
    expect((await test.call(admin, 'GET', `/sys/position/queryById?id=${one}`)).status).toBe(404)
  })

  it('belong to their tenant', async () => {
    const pool = test.database.connections.writePool
    await pool.query("insert into platform.sys_tenant (id, name) values (2, '乙')")
    await pool.query(
      "insert into platform.sys_position (id, code, name, tenant_id) values ('other', 'o', '他', 2)",
    )
    expect((await test.call(admin, 'GET', '/sys/position/list?code=o')).body.result.total).toBe(0)
    for (const [method, url] of [
      ['GET', '/sys/position/queryById?id=other'],
      ['DELETE', '/sys/position/delete?id=other'],
    ] as const)
      expect((await test.call(admin, method, url)).status).toBe(404)
    const edit = { id: 'other', ...position('mine') }
    expect((await test.call(admin, 'PUT', '/sys/position/edit', edit)).status).toBe(404)
    expect(await stored('other')).toMatchObject({ code: 'o' })
  })

  it('need the rights that the document names', async () => {
    const staff = await test.signIn('staff')
    expect((await test.call(staff, 'GET', '/sys/position/list')).status).toBe(403)
    expect((await test.call(staff, 'GET', '/online/document/sys_position')).status).toBe(403)
    const { rows } = await test.database.connections.writePool.query(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select 'grant-position', r.id, p.id from platform.sys_role r, platform.sys_permission p
       where r.role_code = 'staff' and p.perms = 'system:position:list' returning 1`,
    )
    expect(rows).toHaveLength(1)
    await test.app.sessions.rightsChanged()
    expect((await test.call(staff, 'GET', '/sys/position/list')).status).toBe(200)
    expect((await test.call(staff, 'POST', '/sys/position/add', position('no'))).status).toBe(403)
    const page = await test.call(staff, 'GET', '/online/document/sys_position')
    expect(page.body.result.access.actions).toEqual(['detail'])
  })

  it('are still what dictionaries may read', async () => {
    const staff = await test.signIn('staff')
    await add('known')
    expect(
      (await test.call(staff, 'GET', '/sys/dict/loadDict/sys_position,name,code?keyword=known')).body.result,
    ).toEqual([expect.objectContaining({ value: 'known', text: '职务 known' })])
    expect((await test.call(staff, 'GET', '/sys/dict/loadDict/sys_position,post_rank,code')).status).toBe(400)
  })

  it('are counted anew only after a change, whoever made it', async () => {
    const asked = vi.spyOn(test.database.connections.readPool, 'query')
    const counts = () =>
      asked.mock.calls.filter((call) => /count\(\*\).*sys_position/.test(JSON.stringify(call))).length
    const total = async (): Promise<number> =>
      (await test.call(admin, 'GET', '/sys/position/list?pageSize=1')).body.result.total
    const before = await total()
    expect(before).toBeGreaterThan(1)
    expect(counts()).toBe(1)
    expect(await total()).toBe(before)
    expect(counts()).toBe(1)
    await add('counted')
    expect(await total()).toBe(before + 1)
    // Another process, or a module that writes its own statement.
    await test.database.connections.writePool.query(
      `insert into platform.sys_position (id, code, name, tenant_id) values ('told', 'told', '外来', 1)`,
    )
    await expect.poll(total).toBe(before + 2)
    const counted = counts()
    expect(await total()).toBe(before + 2)
    expect(counts()).toBe(counted)
    asked.mockRestore()
  })
})
