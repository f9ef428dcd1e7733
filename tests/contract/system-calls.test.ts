import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

describe('system calls', () => {
  let test: TestApp
  let admin: string
  let staff: string
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
    staff = await test.signIn('staff')
    const { writePool } = test.database.connections
    // A second tenant that has the same data: nothing of it may ever show.
    await writePool.query(`
      insert into platform.sys_tenant (id, name) values (2, '另一个租户');
      insert into platform.sys_user (id, username, realname) values ('other', 'other', '别家的人');
      insert into platform.sys_user_tenant values ('other', 2);
      update platform.sys_user set phone = '13900000001', sex = 2, work_no = '0017' where username = 'staff';
      insert into platform.sys_depart (id, depart_name, org_code, tenant_id) values ('other-depart', '别家的招展部', 'A01A02A99', 2);
      insert into platform.sys_user_depart (id, user_id, dep_id)
        select 'foreign', id, 'other-depart' from platform.sys_user where username = 'staff';
      insert into platform.sys_category (id, pid, name, code, tenant_id) values ('other-category', '0', '别家的分类', 'Z01', 2);
      insert into platform.sys_check_rule (id, rule_name, rule_code, rule_json) values
        ('c1', '编码', 'common', '[{"digits":"2","pattern":"[A-Z]{2}","message":"前两位应为大写字母"},{"digits":"*","pattern":"[A-Z0-9]+","message":"只能是字母和数字"}]'),
        ('c2', '坏的', 'broken', 'nonsense');
      insert into platform.sys_dict_item (id, dict_id, item_text, item_value, sort_order, status)
        select 'off', id, '停用的', '99', 99, 0 from platform.sys_dict where dict_code = 'sex';
    `)
    await test.app.dictionaries.changed()
    await test.app.sessions.rightsChanged()
  })
  afterAll(() => test.close())

  const get = async (url: string, token = staff) => (await test.call(token, 'GET', url)).body
  const result = async (url: string, token = staff) => (await get(url, token)).result

  describe('of dictionaries', () => {
    it('answer the enabled items of one, and all of all [call-70, call-72]', async () => {
      const items = await result('/sys/dict/getDictItems/sex')
      expect(items).toEqual([
        expect.objectContaining({ value: '1', text: '男', title: '男', label: '男' }),
        expect.objectContaining({ value: '2', text: '女' }),
      ])
      const all = await result('/sys/dict/queryAllDictItems')
      expect(all.sex.map((item: { value: string }) => item.value)).toEqual(['1', '2'])
      expect(Object.keys(all).length).toBeGreaterThan(20)
      expect(await result('/sys/dict/getDictItems/no_such_dictionary')).toEqual([])
    })

    it('are served from memory until they are refreshed [call-71]', async () => {
      const { writePool } = test.database.connections
      const rename = (text: string) =>
        writePool.query(
          `update platform.sys_dict_item set item_text = $1 where item_value = '1'
             and dict_id = (select id from platform.sys_dict where dict_code = 'sex')`,
          [text],
        )
      const first = async () => (await result('/sys/dict/getDictItems/sex'))[0].text
      await rename('男性')
      expect(await first()).toBe('男')
      expect((await get('/sys/dict/refleshCache')).success).toBe(true)
      expect(await first()).toBe('男性')
      await rename('男')
      // As another process would say it.
      await writePool.query("select pg_notify('dictionaries_changed', '')")
      await expect.poll(first).toBe('男')
    })

    it('search ten by text or value, or take exactly the values asked for [call-79]', async () => {
      const people = '/sys/dict/loadDict/sys_user,realname,username'
      expect(await result(people)).toHaveLength(10)
      expect(await result(`${people}?pageSize=3`)).toHaveLength(3)
      const found = await result(`${people}?keyword=${encodeURIComponent('张晓雯')}`)
      expect(found).toEqual([{ value: 'staff', text: '张晓雯', title: '张晓雯', label: '张晓雯' }])
      expect(await result(`${people}?keyword=admin`)).toContainEqual(
        expect.objectContaining({ value: 'admin' }),
      )
      const values = (await result(`${people}?keyword=staff,admin,`)).map(
        (option: { value: string }) => option.value,
      )
      expect(values.sort()).toEqual(['admin', 'staff'])
      expect(await result('/sys/dict/loadDict/expo.organizer')).toContainEqual(
        expect.objectContaining({ text: '招展部' }),
      )
    })

    it('answer texts in the order of the keys, leaving out or keeping the unknown [call-80]', async () => {
      const people = '/sys/dict/loadDictItem/sys_user,realname,username'
      expect(await result(`${people}?key=staff,nobody,admin`)).toEqual(['张晓雯', '系统管理员'])
      expect(await result(`${people}?key=staff,nobody&delNotExist=false`)).toEqual(['张晓雯', 'nobody'])
      expect(await result('/sys/dict/loadDictItem/sex?key=2,99')).toEqual(['女', '停用的'])
      expect(await result(people)).toEqual([])
      expect(await result('/sys/dict/getDictText/sex/2')).toBe('女')
    })

    it('read listed tables and columns only, never a condition of the caller', async () => {
      for (const dict of [
        'sys_user,password,username',
        'sys_user,realname,password',
        'sys_session,token_hash,user_id',
        'sys_log,log_content,id',
        'sys_role_permission,id,id',
        'form_grant,key,key',
        'pg_user,usename,usename',
        'information_schema.tables,table_name,table_name',
        'platform.sys_user,realname,username',
        'sys_user u,realname,username',
        'sys_user,realname,username,1=1',
        'sys_user,realname',
        'expo,create_by,id) union select password,username from sys_user --',
      ]) {
        const answer = await test.call(admin, 'GET', `/sys/dict/loadDict/${encodeURIComponent(dict)}`)
        expect(answer.status, dict).toBe(400)
      }
    })

    it('open a form that the user may not list as far as documents offer its rows, and no further', async () => {
      const ask = async (dict: string, token: string) =>
        (await test.call(token, 'GET', `/sys/dict/loadDict/${dict}`)).status
      expect(await ask('expo_invoice,company,id', staff)).toBe(403)
      expect(await ask('expo_invoice,title,id', staff)).toBe(403)
    })

    it('load a tree level by level [call-95]', async () => {
      const level = (pid: string, more = '') =>
        result(
          `/sys/dict/loadTreeData?pid=${pid}&tableName=expo_category&text=name&code=id&pidField=pid&hasChildField=has_child${more}`,
        )
      const roots = await level('0')
      expect(roots.length).toBeGreaterThan(1)
      const [first] = roots
      expect(first).toMatchObject({
        key: first.value,
        code: first.value,
        title: expect.any(String),
        isLeaf: false,
        leaf: false,
        children: null,
      })
      const children = await level(first.key)
      expect(children.length).toBeGreaterThan(0)
      expect(children[0]).toMatchObject({ isLeaf: true, leaf: true, parentId: first.key })
      const refused = async (query: string) =>
        (await test.call(staff, 'GET', `/sys/dict/loadTreeData?${query}`)).status
      expect(await refused('tableName=sys_user&text=password&code=id&pidField=id&pid=1')).toBe(400)
      // Another parent column would answer who has a value in it.
      expect(await refused('tableName=expo_invoice&text=title&code=id&pidField=company&pid=1')).toBe(403)
      expect(await refused('tableName=sys_session&text=user_id&code=token_hash')).toBe(400)
      expect(
        await refused(
          `tableName=expo_category&text=name&code=id&pidField=pid&condition=${encodeURIComponent('{"name":"x"}')}`,
        ),
      ).toBe(400)
    })
  })

  describe('of users', () => {
    it('answer a page for the picker, filtered and sorted [call-39, call-82, picker-14]', async () => {
      const page = await result(
        '/sys/user/queryUserComponentData?pageNo=1&pageSize=10&column=createTime&order=desc&field=id,username',
      )
      expect(page).toMatchObject({ size: 10, current: 1 })
      expect(page.total).toBeGreaterThan(10)
      expect(page.records).toHaveLength(10)
      const [found] = (await result('/sys/user/list?username=*sta*&pageSize=5')).records
      expect(found).toMatchObject({
        id: expect.any(String),
        username: 'staff',
        realname: '张晓雯',
        orgCodeTxt: '招展部',
      })
      const [known] = (await result('/sys/user/list?username=*sta*&pageSize=5', admin)).records
      expect(known).toMatchObject({
        sex: expect.any(Number),
        phone: expect.stringMatching(/^1\d{10}$/),
        createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      })
      expect((await result('/sys/user/list?username=!staff&realname=张晓雯')).total).toBe(0)
      const day = known.createTime.slice(0, 10)
      const made = (rest: string) => result(`/sys/user/list?username=*sta*&${rest}`, admin)
      expect((await made(`createTime_begin=${day}&createTime_end=${day}`)).records).toContainEqual(known)
      expect((await made(`createTime=>${day}`)).records).not.toContainEqual(known)
      expect((await made(`createTime=<${day}`)).records).not.toContainEqual(known)
      const sorted = (await result('/sys/user/list?column=username&order=asc&pageSize=1000')).records.map(
        (user: { username: string }) => user.username,
      )
      expect(sorted).toEqual([...sorted].sort())
    })

    it('tell those who do not keep accounts no more than who somebody is', async () => {
      const { username, phone, id } = (await result('/sys/user/list?username=staff', admin)).records[0]
      expect(phone).toMatch(/^1/)
      const private_ = { sex: null, phone: null, workNo: null, status: null, createTime: null }
      for (const answer of [
        (await result(`/sys/user/list?username=${username}`)).records,
        (await result(`/sys/user/queryUserComponentData?username=${username}`)).records,
        await get(`/sys/user/getMultiUser?username=${username}`),
        await result(`/sys/user/queryByIds?userIds=${id}`),
      ])
        expect(answer).toEqual([expect.objectContaining({ id, username, orgCodeTxt: '招展部', ...private_ })])
      // Nor can it be guessed by asking for it.
      const all = (await result('/sys/user/list')).total
      expect((await result(`/sys/user/list?phone=${phone}`)).total).toBe(all)
      expect((await result(`/sys/user/list?phone=${phone}`, admin)).total).toBe(1)
      const asked = encodeURIComponent(JSON.stringify([{ field: 'phone', rule: 'eq', val: phone }]))
      for (const url of [
        `/sys/user/getMultiUser?phone=${phone}`,
        '/sys/user/list?column=phone&order=asc',
        `/sys/user/list?superQueryParams=${asked}`,
      ])
        expect((await test.call(staff, 'GET', url)).status, url).toBe(400)
    })

    it('narrow to a department and those below it [call-86]', async () => {
      const departs = await result('/sys/sysDepart/queryTreeList')
      const all = (await result('/sys/user/list')).total
      const inTop = (await result(`/sys/user/queryUserComponentData?departId=${departs[0].id}`)).total
      const branch = departs[0].children.find((node: { orgCode: string }) => node.orgCode === 'A01A02')
      const inBranch = (await result(`/sys/user/queryUserComponentData?departId=${branch.id}`)).total
      expect(inTop).toBe(all)
      expect(inBranch).toBeGreaterThan(0)
      expect(inBranch).toBeLessThan(all)
      expect((await result('/sys/user/queryUserComponentData?departId=other-depart')).total).toBe(0)
    })

    it('answer several at once without an envelope [call-81]', async () => {
      const users = await get('/sys/user/getMultiUser?username=staff,admin,nobody')
      expect(users.map((user: { username: string }) => user.username)).toEqual(['admin', 'staff'])
      const [admin] = users
      expect((await result(`/sys/user/queryByIds?userIds=${admin.id}`))[0].username).toBe('admin')
      expect((await test.call(staff, 'GET', '/sys/user/getMultiUser?password=x')).status).toBe(400)
    })
  })

  describe('of departments', () => {
    interface Node {
      id: string
      key: string
      value: string
      title: string
      departName: string
      isLeaf: boolean
      parentId: string
      orgCode: string
      children?: Node[]
    }
    it('answer the tree, a level of it, and what matches a word [call-57, call-58, call-59, call-60]', async () => {
      const [top]: Node[] = await result('/sys/sysDepart/queryTreeList')
      expect(top).toMatchObject({ departName: '会展中心', title: '会展中心', isLeaf: false, orgCode: 'A01' })
      expect(top?.key).toBe(top?.id)
      expect(top?.value).toBe(top?.id)
      expect(top?.children?.map((node) => node.departName)).toContain('招展部')
      expect(await result('/sys/sysDepart/queryIdTree')).toEqual([top])
      const roots: Node[] = await result('/sys/sysDepart/queryDepartTreeSync')
      expect(roots.map((node) => node.id)).toEqual([top?.id])
      const level: Node[] = await result(`/sys/sysDepart/queryDepartTreeSync?pid=${top?.id}`)
      expect(level.map((node) => node.id)).toEqual(top?.children?.map((node) => node.id))
      expect(level.every((node) => node.parentId === top?.id && !node.children)).toBe(true)
      const found: Node[] = await result(`/sys/sysDepart/searchBy?keyWord=${encodeURIComponent('招展')}`)
      expect(found.map((node) => node.departName).sort()).toEqual(
        ['国内招展组', '国际招展组', '招展部'].sort(),
      )
      expect(await get('/sys/sysDepart/searchBy?keyWord=zzz')).toMatchObject({
        success: false,
        message: '未查询匹配数据！',
      })
    })
  })

  describe('of categories', () => {
    interface Node {
      key: string
      title: string
      code: string
      parentId: string
      isLeaf: boolean
      children: Node[] | null
    }
    it('answer roots, children, the whole, one and texts [call-96, call-97, call-98, call-99, call-100, tree-02]', async () => {
      const roots: Node[] = await result('/sys/category/loadTreeRoot?async=true&pcode=0')
      expect(roots.length).toBeGreaterThan(0)
      const root = roots.find((node) => !node.isLeaf)
      const children: Node[] = await result(`/sys/category/loadTreeChildren?pid=${root?.key}`)
      expect(children.length).toBeGreaterThan(0)
      expect(children[0]?.parentId).toBe(root?.key)
      expect(await result(`/sys/category/loadTreeData?pid=${root?.key}`)).toEqual(children)
      expect(await result(`/sys/category/loadTreeData?pcode=${root?.code}`)).toEqual(children)
      expect(await result('/sys/category/loadTreeData')).toEqual(roots)
      const where = (condition: object) =>
        result(
          `/sys/category/loadTreeData?pid=${root?.key}&condition=${encodeURIComponent(JSON.stringify(condition))}`,
        )
      const [first] = children
      expect(children.length).toBeGreaterThan(1)
      expect(await where({ code: first?.code })).toEqual([first])
      expect(await where({ hasChild: '1' })).toEqual(children.filter((node) => !node.isLeaf))
      expect(await where({ name: first?.title, code: children[1]?.code })).toEqual([])
      expect(await where({})).toEqual(children)
      const whole: Node[] = await result('/sys/category/loadTreeRoot?async=false&pcode=0')
      expect(whole.find((node) => node.key === root?.key)?.children?.map((node) => node.key)).toEqual(
        children.map((node) => node.key),
      )
      const statements = vi.spyOn(pg.Client.prototype, 'query')
      await get('/sys/category/loadTreeRoot?async=true&pcode=0')
      const forOneLevel = statements.mock.calls.length
      await get('/sys/category/loadTreeRoot?async=false&pcode=0')
      expect(statements.mock.calls.length).toBe(2 * forOneLevel)
      statements.mockRestore()
      const asTree = (pid: string) =>
        result(
          `/sys/dict/loadTreeData?tableName=SYS_CATEGORY&text=NAME&code=ID&pidField=PID&hasChildField=HAS_CHILD&pid=${pid}`,
        )
      expect((await asTree(root?.key ?? '')).map((node: Node) => node.title).sort()).toEqual(
        children.map((node) => node.title).sort(),
      )
      expect(await asTree('0')).toContainEqual(expect.objectContaining({ key: root?.key, leaf: false }))
      const [child] = children
      expect((await result(`/sys/category/loadOne?field=id&val=${child?.key}`)).name).toBe(child?.title)
      expect((await result(`/sys/category/loadOne?field=code&val=${child?.code}`)).name).toBe(child?.title)
      expect(await result(`/sys/category/loadDictItem?ids=${child?.key},gone,${root?.key}`)).toEqual([
        child?.title,
        root?.title,
      ])
      const under = await result(`/sys/category/loadAllData?code=${root?.code}`)
      expect(under).toContainEqual({ value: child?.key, text: child?.title, title: child?.title })
    })

    it('say what was wrong with the question', async () => {
      expect(await get('/sys/category/loadTreeData?pcode=NOPE')).toMatchObject({
        success: false,
        message: '加载分类字典树参数有误.[NOPE]!',
      })
      expect(await get('/sys/category/loadTreeRoot?pcode=NOPE')).toMatchObject({
        success: false,
        message: '加载分类字典树参数有误.[NOPE]!',
      })
      for (const [condition, message] of [
        ['{"tenant_id":"2"}', '分类字典不支持按“tenant_id”过滤'],
        ['{"name":{}}', '分类字典的条件“name”应为文本'],
        ['[]', '分类字典的条件应为 JSON 对象，如 {"hasChild":"1"}'],
        ['{', '分类字典的条件应为 JSON 对象，如 {"hasChild":"1"}'],
      ] as const)
        expect(
          await get(`/sys/category/loadTreeData?condition=${encodeURIComponent(condition)}`),
        ).toMatchObject({ success: false, message })
      for (const query of ['field=id&val=gone', 'field=tenant_id&val=1', ''])
        expect(await get(`/sys/category/loadOne?${query}`)).toMatchObject({
          success: false,
          message: '查询无果',
        })
    })
  })

  it('never show anything of another tenant [A-6]', async () => {
    for (const url of [
      '/sys/user/list?pageSize=1000',
      '/sys/user/getMultiUser?username=other,staff',
      '/sys/user/queryByIds?userIds=other',
      '/sys/dict/loadDict/sys_user,realname,username?pageSize=1000',
      '/sys/dict/loadDictItem/sys_user,realname,username?key=other',
      '/sys/dict/loadDict/sys_depart,depart_name,id?pageSize=1000',
      '/sys/dict/loadTreeData?pid=0&tableName=sys_category&text=name&code=id&pidField=pid',
      '/sys/sysDepart/queryTreeList',
      `/sys/sysDepart/searchBy?keyWord=${encodeURIComponent('别家')}`,
      '/sys/category/loadTreeRoot',
      '/sys/category/loadOne?field=id&val=other-category',
      '/sys/category/loadDictItem?ids=other-category',
      '/sys/category/loadAllData?code=0',
    ])
      expect((await test.call(admin, 'GET', url)).text, url).not.toMatch(/别家|另一个/)
    // Tenants are shown to their keepers alone.
    expect((await test.call(staff, 'GET', '/sys/dict/loadDict/sys_tenant,name,id')).text).not.toMatch(
      /另一个/,
    )
  })

  it('tell whether a value is taken, for unique fields that the caller may see [call-76]', async () => {
    const [expo] = (await result('/online/cgform/api/getData/expo')).records
    const check = (query: Record<string, string>, token = staff) =>
      test.call(token, 'GET', `/sys/duplicate/check?${new URLSearchParams(query)}`)
    const name = { tableName: 'expo', fieldName: 'name' }
    expect((await check({ ...name, fieldVal: '还没有的展会' })).body).toMatchObject({
      success: true,
      message: '该值可用！',
    })
    expect((await check({ ...name, fieldVal: expo.name })).body).toMatchObject({
      success: false,
      message: '该值不可用，系统中已存在！',
    })
    expect((await check({ ...name, fieldVal: expo.name, dataId: expo.id })).body.success).toBe(true)
    for (const query of [
      { tableName: 'expo', fieldName: 'venue', fieldVal: 'x' },
      { tableName: 'expo', fieldName: 'create_by', fieldVal: 'admin' },
      { tableName: 'expo', fieldName: "name' or '1'='1", fieldVal: 'x' },
      { tableName: 'data.expo', fieldName: 'name', fieldVal: 'x' },
      { tableName: 'expo e', fieldName: 'name', fieldVal: 'x' },
    ])
      expect((await check(query)).status, JSON.stringify(query)).toBe(400)
    // Accounts are not for everybody to try out.
    for (const fieldName of ['username', 'password'])
      expect((await check({ tableName: 'sys_user', fieldName, fieldVal: 'admin' })).status).toBe(403)
  })

  it('check a value against a kept rule [call-77]', async () => {
    const check = (ruleCode: string, value: string) =>
      get(`/sys/checkRule/checkByCode?${new URLSearchParams({ ruleCode, value: encodeURIComponent(value) })}`)
    expect(await check('common', 'AB12')).toMatchObject({ success: true })
    expect(await check('common', 'a1')).toMatchObject({
      success: false,
      message: '前两位应为大写字母',
      result: { digits: '2', beginIndex: 0, endIndex: 2, checkValue: 'a1', passed: false },
    })
    expect(await check('common', 'AB 中文%')).toMatchObject({
      success: false,
      message: '只能是字母和数字',
      result: { checkValue: 'AB 中文%' },
    })
    expect(await check('nothing', 'x')).toMatchObject({ success: false, message: '该编码不存在' })
    expect(await check('broken', 'x')).toMatchObject({ success: false })
  })

  it('preview serial numbers without using them up; a save uses them', async () => {
    const preview = async () =>
      (await test.call(admin, 'PUT', '/sys/fillRule/executeRuleByCode/expo_no', {})).body.result
    const first = await preview()
    expect(first).toMatch(/^EXPO\d{4}\d{4}$/)
    expect(await preview()).toBe(first)
    const saved = await test.call(admin, 'POST', '/online/cgform/api/form/expo', {
      name: '编号测试展',
      venue: '一号馆',
      status: '1',
      start_date: '2030-01-01',
      end_date: '2030-01-02',
    })
    expect(saved.body, saved.text).toMatchObject({ success: true })
    const row = await result(`/online/cgform/api/form/expo/${saved.body.result}`)
    expect(row.expo_no).toBe(first)
    expect(await preview()).not.toBe(first)
    const batch = await test.call(admin, 'PUT', '/sys/fillRule/executeRuleByCodeBatch', {
      rules: [{ ruleCode: 'expo_no' }, { ruleCode: 'shop_order_num', formData: { name: '甲' } }],
      commonFormData: { name: '乙' },
    })
    expect(batch.body.result).toEqual([
      { ruleCode: 'expo_no', result: await preview() },
      { ruleCode: 'shop_order_num', result: expect.stringMatching(/^CN\d{14}\d{2}甲$/) },
    ])
    expect((await test.call(admin, 'PUT', '/sys/fillRule/executeRuleByCode/nothing', {})).body).toMatchObject(
      { success: false, message: '编码规则不存在' },
    )
    // A preview changes nothing: the log tells of the save alone.
    await test.app.events.settled()
    const { rows } = await test.database.connections.readPool.query(
      `select count(*) filter (where request_url like '%executeRule%')::int as previews,
         count(*) filter (where request_url like '%/form/expo')::int as saves from platform.sys_log`,
    )
    expect(rows).toEqual([{ previews: 0, saves: 1 }])
  })
})
