import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choiceSource, type TableSource } from '#schemas/compile/choice-source.ts'
import type { Field } from '#schemas/compile/model.ts'
import { traitsOf } from '#schemas/widget/traits.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

/** People with a column and rows that not everybody sees, and two forms that offer them as choices. */
const DOCUMENTS = [
  {
    kind: 'form',
    code: 'guest',
    title: '来宾',
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: '姓名', view: 'text', maxLength: 50 },
        phone: { type: 'string', title: '手机', view: 'text', maxLength: 20 },
        owner: { type: 'string', title: '负责人', view: 'sel_user', maxLength: 50 },
        area: { type: 'string', title: '地区', view: 'pca', maxLength: 12 },
        wishes: {
          type: 'string',
          title: '需求',
          view: 'checkbox',
          maxLength: 50,
          dict: [
            { value: 'w', text: '用水' },
            { value: 'p', text: '用电' },
          ],
        },
      },
    },
    permissions: {
      columns: [{ field: 'phone', control: 'visible' }],
      rows: [
        { code: 'own', title: '本人负责', where: { field: 'owner', rule: 'eq', val: '#{sys_user_code}' } },
      ],
    },
  },
  {
    kind: 'form',
    code: 'visit',
    title: '到访',
    schema: {
      type: 'object',
      properties: {
        guest: {
          type: 'string',
          title: '来宾',
          view: 'sel_search',
          maxLength: 36,
          dict: { table: 'guest', value: 'id', text: 'name' },
        },
        phone: {
          type: 'string',
          title: '手机',
          view: 'sel_search',
          maxLength: 36,
          dict: { table: 'guest', value: 'id', text: 'phone' },
        },
        from: {
          type: 'string',
          title: '来宾地区',
          view: 'link_table_field',
          options: { table: 'who', text: 'area' },
        },
        wants: {
          type: 'string',
          title: '来宾需求',
          view: 'link_table_field',
          options: { table: 'who', text: 'wishes' },
        },
        kept: {
          type: 'string',
          title: '负责人',
          view: 'link_table_field',
          options: { table: 'who', text: 'owner' },
        },
        who: {
          type: 'string',
          title: '来宾',
          view: 'link_table',
          maxLength: 36,
          options: { table: 'guest', text: 'name' },
        },
        host: { type: 'string', title: '接待角色', view: 'sel_role', maxLength: 100 },
        rank: { type: 'string', title: '接待职务', view: 'sel_position', maxLength: 100 },
      },
    },
  },
  {
    kind: 'form',
    code: 'reception',
    title: '接待',
    schema: {
      type: 'object',
      properties: {
        guest: {
          type: 'string',
          title: '来宾',
          view: 'sel_search',
          maxLength: 36,
          dict: {
            table: 'guest',
            value: 'id',
            text: 'name',
            where: { field: 'name', rule: 'eq', val: '甲' },
          },
        },
      },
    },
  },
] as const

describe('look-ups that documents declare', () => {
  const folder = mkdtempSync(join(tmpdir(), 'expo-lookups-'))
  let test: TestApp
  let admin: string
  /** In the tenant, without any right. */
  let outsider: string
  beforeAll(async () => {
    for (const document of DOCUMENTS)
      writeFileSync(join(folder, `${document.code}.form.json`), JSON.stringify(document))
    test = await createTestApp({ dirs: ['schemas/pages', folder] })
    admin = await test.signIn('admin')
    await test.database.connections.writePool.query(`
      insert into platform.sys_user (id, username, realname, password)
        select one.name, one.name, one.name, password from platform.sys_user,
          unnest(array['outsider', 'visits', 'receives', 'keeps']) as one(name) where username = 'staff';
      insert into platform.sys_user_tenant
        select name, 1 from unnest(array['outsider', 'visits', 'receives', 'keeps']) as one(name);
      insert into platform.sys_role (id, role_name, role_code, tenant_id)
        select name, name, name, 1 from unnest(array['visits', 'receives', 'keeps']) as one(name);
      insert into platform.sys_user_role (id, user_id, role_id, tenant_id)
        select name, name, name, 1 from unnest(array['visits', 'receives', 'keeps']) as one(name);
      insert into platform.sys_permission (id, name, menu_type, perms) values
        ('p1', 'p1', 2, 'online:visit:add'), ('p2', 'p2', 2, 'online:reception:edit'),
        ('p3', 'p3', 2, 'online:guest:list');
      insert into platform.sys_role_permission (id, role_id, permission_id) values
        ('r1', 'visits', 'p1'), ('r2', 'receives', 'p2'), ('r3', 'keeps', 'p3');
      insert into platform.form_grant (role_id, form_code, kind, key) values ('visits', 'guest', 'row', 'own'),
        ('receives', 'guest', 'row', 'own'), ('keeps', 'guest', 'row', 'own');
    `)
    await test.app.sessions.rightsChanged()
    for (const [name, owner] of [
      ['甲', 'visits'],
      ['乙', 'admin'],
      ['丙', 'receives'],
    ])
      expect(
        (
          await test.call(admin, 'POST', '/online/cgform/api/form/guest', {
            name,
            owner,
            phone: '13900000000',
            area: '110105',
            wishes: 'w,p',
          })
        ).body,
      ).toMatchObject({ success: true })
    outsider = await signIn('outsider')
  })
  afterAll(async () => {
    await test.close()
    rmSync(folder, { recursive: true })
  })

  const signIn = (user: string) => test.signIn(user, 'test-Staff-1')
  const ask = async (token: string, dict: string, call = 'loadDict') => {
    const { status, body } = await test.call(token, 'GET', `/sys/dict/${call}/${dict}?pageSize=1000`)
    return status === 200 ? body.result.map((one: { text: string }) => one.text).sort() : status
  }

  /** Every address under which rows of a declared table could be asked for. */
  function addresses(form: string, field: Field, { table, text, value, ...more }: TableSource): string[] {
    const keys = [`${form}.${field.name}`, `${table},${text},${value}`]
    const found = keys.flatMap((key) => [
      `/sys/dict/loadDict/${key}?pageSize=1000`,
      `/sys/dict/loadDictOrderByValue/${key}`,
      `/sys/dict/getDictItems/${key}`,
      `/sys/dict/loadDictItem/${key}?key=x`,
      `/sys/dict/getDictText/${key}/x`,
    ])
    const tree = 'tree' in more ? more.tree : undefined
    if (tree)
      found.push(
        `/sys/dict/loadTreeData?tableName=${table}&text=${text}&code=${value}&pidField=${tree.pidField}&pid=0`,
        `/sys/dict/searchTreeData?tableName=${table}&text=${text}&code=${value}&pidField=${tree.pidField}&keyword=x`,
        `/sys/dict/loadTreePath?tableName=${table}&text=${text}&code=${value}&pidField=${tree.pidField}&values=x`,
      )
    if (traitsOf(field.view).offers) found.push(`/online/offered/${form}/${field.name}`)
    if (field.view === 'link_down')
      found.push(
        `/online/cgform/api/querySelectOptions?${new URLSearchParams(field.options as Record<string, string>)}`,
      )
    return found
  }

  it('are closed to whoever may use none of the forms that declare them, by every call', async () => {
    let asked = 0
    for (const { form } of test.documents.entries())
      for (const field of form?.fields ?? []) {
        const source = choiceSource(field)
        if (!form || !source || !('table' in source)) continue
        for (const url of addresses(form.code, field, source.table)) {
          asked++
          const answer = await test.call(outsider, 'GET', url)
          expect(answer.status, url).toBe(403)
          expect(answer.body, url).toMatchObject({ refusal: 'FORBIDDEN', result: null })
          expect((await test.call(admin, 'GET', url)).status, url).toBe(200)
        }
      }
    expect(asked).toBeGreaterThan(100)
  })

  it('answer the rows that a picker shows to whoever may use the field, page by page [picker-15, picker-16, picker-17]', async () => {
    const visits = await signIn('visits')
    expect((await test.call(visits, 'GET', '/sys/role/list')).status).toBe(403)
    const { body } = await test.call(visits, 'GET', '/online/offered/visit/host?pageSize=2&roleCode=*i*')
    expect(body.result).toMatchObject({ current: 1, size: 2 })
    expect(body.result.records).toHaveLength(2)
    for (const row of body.result.records) {
      expect(Object.keys(row).sort()).toEqual(['id', 'roleCode', 'roleName'])
      expect(row.roleCode).toContain('i')
    }
    // A column that the picker does not show is no filter, either.
    expect(
      (await test.call(visits, 'GET', '/online/offered/visit/host?description=x')).body.result.total,
    ).toBe((await test.call(visits, 'GET', '/online/offered/visit/host')).body.result.total)
    await test.database.connections.writePool.query(
      "insert into platform.sys_position (id, code, name, post_rank, tenant_id) values ('lead', 'lead', '主管', '2', 1)",
    )
    const positions = await test.call(visits, 'GET', '/online/offered/visit/rank?code=lead')
    expect(positions.body.result.records).toEqual([
      { id: 'lead', name: '主管', code: 'lead', rank: '2', rank_dictText: expect.any(String) },
    ])
    const refusals = ['visit/guest', 'visit/nothing', 'nowhere/host'].map(
      async (address) => (await test.call(admin, 'GET', `/online/offered/${address}`)).status,
    )
    expect(await Promise.all(refusals)).toEqual([400, 404, 404])
  })

  it('answer each tree that a document declares, narrowed as it says', async () => {
    const asked: string[] = []
    for (const { form } of test.documents.entries())
      for (const field of form?.fields ?? []) {
        const source = choiceSource(field)
        if (!form || !source || !('table' in source) || !source.table.tree) continue
        const { table, text, value, tree, root = '0' } = source.table
        const question = new URLSearchParams({
          pid: root,
          tableName: table,
          text,
          code: value,
          pidField: tree.pidField,
          hasChildField: tree.hasChildField ?? '',
          condition: tree.condition ? JSON.stringify(tree.condition) : '',
        })
        const { status, body } = await test.call(admin, 'GET', `/sys/dict/loadTreeData?${question}`)
        expect({ status, message: body.message }, `${form.code}.${field.name}`).toMatchObject({ status: 200 })
        asked.push(`${form.code}.${field.name}`)
      }
    expect(asked).toContain('sys_permission.parentId')
    // Buttons are nowhere a parent.
    const condition = encodeURIComponent('{"field":"menu_type","rule":"ne","val":2}')
    const below = async (pid: string): Promise<string[]> => {
      const url = `/sys/dict/loadTreeData?tableName=sys_permission&text=name&code=id&pidField=parent_id&pid=${pid}`
      const narrowed = (await test.call(admin, 'GET', `${url}&condition=${condition}`)).body.result
      return narrowed.map((node: { key: string }) => node.key)
    }
    const { rows } = await test.database.connections.writePool.query(
      `select parent_id as parent, array_agg(id order by id) filter (where menu_type <> 2) as menus from platform.sys_permission
       where parent_id <> '' group by 1 having bool_or(menu_type = 2) limit 3`,
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { parent, menus } of rows) expect((await below(parent)).sort()).toEqual((menus ?? []).sort())
  })

  it('of a tree are searched in all levels, with the way down to each, inside what the document narrows [picker-13]', async () => {
    const tree = 'tableName=sys_permission&text=name&code=id&pidField=parent_id'
    const condition = encodeURIComponent('{"field":"menu_type","rule":"ne","val":2}')
    const search = async (keyword: string, more = '') =>
      (await test.call(admin, 'GET', `/sys/dict/searchTreeData?${tree}&keyword=${keyword}${more}`)).body
        .result
    const found = await search('部门管理', `&condition=${condition}`)
    expect(found).toEqual([{ value: expect.any(String), title: '部门管理', path: ['系统管理', '部门管理'] }])
    const paths = async (more: string) =>
      (await search('授权', more)).map(({ path }: { path: string[] }) => path.join('/'))
    expect(await paths('')).toContain('系统管理/角色管理/授权')
    expect(await paths(`&condition=${condition}`)).not.toContain('系统管理/角色管理/授权')
    expect(await search('%25')).toEqual([])
    for (const bad of ['abc', '[]', '1'])
      expect(
        (await test.call(admin, 'GET', `/sys/dict/loadTreeData?${tree}&pid=&condition=${bad}`)).body.message,
      ).toBe('组件JTreeSelect-condition传值有误，需要一个json字符串!')
    // A circle in the data ends somewhere.
    const { writePool } = test.database.connections
    await writePool.query(
      "insert into platform.sys_permission (id, name, menu_type, parent_id) values ('c1', '环甲', 1, 'c2'), ('c2', '环乙', 1, 'c1')",
    )
    const [circle] = await search('环甲')
    expect(circle.path.at(-1)).toBe('环甲')
    await writePool.query("delete from platform.sys_permission where id in ('c1', 'c2')")
  })

  it('of a tree are answered down to a value, each level with its neighbours, in one call', async () => {
    const tree = 'tableName=sys_permission&text=name&code=id&pidField=parent_id&pid='
    const down = async (values: string, more = '') => {
      const { body } = await test.call(admin, 'GET', `/sys/dict/loadTreePath?${tree}&values=${values}${more}`)
      return body.result as { key: string; title: string; parentId: string }[]
    }
    const { rows } = await test.database.connections.writePool.query(
      `select child.id, child.parent_id, parent.parent_id as top from platform.sys_permission child
       join platform.sys_permission parent on parent.id = child.parent_id where parent.parent_id <> '' limit 1`,
    )
    const [{ id, parent_id: parent, top }] = rows
    const nodes = await down(id)
    const level = async (pid: string) =>
      (await test.call(admin, 'GET', `/sys/dict/loadTreeData?${tree}${pid}`)).body.result
    for (const pid of ['', top, parent])
      expect(nodes.filter((node) => node.parentId === pid)).toEqual(await level(pid))
    expect(new Set(nodes.map((node) => node.parentId))).toEqual(new Set(['', top, parent]))
    // A value that nobody has opens the first level alone.
    expect(await down('gone')).toEqual(await level(''))
    // What the document narrows is no step on the way.
    const condition = encodeURIComponent('{"field":"menu_type","rule":"ne","val":2}')
    expect((await down(id, `&condition=${condition}`)).length).toBeLessThanOrEqual(nodes.length)
    const { writePool } = test.database.connections
    await writePool.query(
      "insert into platform.sys_permission (id, name, menu_type, parent_id) values ('c1', '环甲', 1, 'c2'), ('c2', '环乙', 1, 'c1')",
    )
    expect((await down('c1')).map((node) => node.key)).toEqual(expect.arrayContaining(['c1', 'c2']))
    await writePool.query("delete from platform.sys_permission where id in ('c1', 'c2')")
  })

  it('are closed to an outsider for tables of the platform and as a question whether a value exists', async () => {
    for (const url of [
      '/sys/dict/loadDict/sys_user,realname,username',
      '/sys/dict/loadTreeData?tableName=sys_depart&text=depart_name&code=id&pidField=parent_id&pid=',
      '/sys/duplicate/check?tableName=expo&fieldName=expo_no&fieldVal=1',
    ])
      expect((await test.call(outsider, 'GET', url)).status, url).toBe(403)
  })

  it('open what a usable form declares, and no other column or table', async () => {
    const visits = await signIn('visits')
    expect(await ask(visits, 'guest,name,id')).toEqual(['甲'])
    expect(await ask(visits, 'visit.guest')).toEqual(['甲'])
    expect(await ask(visits, 'guest,id,name')).toBe(403)
    expect(await ask(visits, 'expo_entry,name,id')).toBe(403)
    expect(await ask(visits, 'reception.guest')).toBe(403)
  })

  it('say of a linked record what its columns mean, not the codes that they hold', async () => {
    const visits = await signIn('visits')
    expect(await ask(visits, 'guest,area,id')).toEqual(['北京市/北京市/朝阳区'])
    expect(await ask(visits, 'guest,wishes,id')).toEqual(['用水,用电'])
    await test.database.connections.writePool.query(
      "update platform.sys_user set realname = '王访' where username = 'visits'",
    )
    expect(await ask(visits, 'guest,owner,id')).toEqual(['王访'])
    const [guest] = (await test.call(visits, 'GET', '/sys/dict/loadDict/visit.who')).body.result
    const saved = await test.call(admin, 'POST', '/online/cgform/api/form/visit', { who: guest.value })
    expect(saved.body).toMatchObject({ success: true })
    const { body } = await test.call(admin, 'GET', `/online/cgform/api/form/visit/${saved.body.result}`)
    expect(body.result).toMatchObject({ from: '北京市/北京市/朝阳区', wants: '用水,用电' })
  })

  it('obey rules of rows and columns of the table asked', async () => {
    const visits = await signIn('visits')
    expect(await ask(visits, 'guest,name,id')).toEqual(['甲'])
    // The phone is a column that this role was not granted.
    expect(await ask(visits, 'guest,phone,id')).toBe(400)
    expect(await ask(visits, 'visit.phone')).toBe(400)
    expect(await ask(admin, 'guest,name,id')).toEqual(['丙', '乙', '甲'].sort())
  })

  it('keep the narrowing of the document, also when the caller leaves it out', async () => {
    const receives = await signIn('receives')
    // Only 甲 is offered, and only 丙 may be seen.
    expect(await ask(receives, 'reception.guest')).toEqual([])
    expect(await ask(receives, 'guest,name,id')).toEqual([])
    const keeps = await signIn('keeps')
    await test.database.connections.writePool.query(
      "update data.guest set owner = 'keeps' where name <> '丙'",
    )
    expect(await ask(keeps, 'guest,name,id')).toEqual(['乙', '甲'].sort())
  })
})
