import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'
import { fileForm, PNG } from '#tests/helpers/sent-files.ts'

const API = '/online/cgform/api'
const text = { type: 'string' as const }

/** Stands with their equipment, halls as a tree, visits that name a stand. */
const DOCUMENTS = [
  formDocument(
    'stand',
    {
      name: { ...text, title: '名称', unique: true },
      owner: { ...text, maxLength: 50 },
      size: { type: 'number', db: { type: 'BigDecimal', length: 10, scale: 2 } },
      state: { ...text, maxLength: 10 },
      price: text,
      pin: { ...text, view: 'password', maxLength: 20 },
      photo: { ...text, view: 'image', maxLength: 1000 },
      opened: { ...text, view: 'date' },
    },
    {
      subTables: [{ code: 'stand_item', foreignKey: 'stand_id', relation: 'many' }],
      list: {
        actions: [
          'add',
          { code: 'edit', when: { field: 'state', rule: 'ne', val: 'closed' } },
          'delete',
          'batch_delete',
          { code: 'close', title: '关闭', at: 'selection', does: { set: { state: 'closed' } } },
        ],
      },
      permissions: {
        columns: [{ field: 'price', control: 'editable' }],
        rows: [{ code: 'own', title: '自己的', where: { field: 'owner', rule: 'eq', val: 'staff' } }],
      },
    },
  ),
  formDocument('stand_item', {
    stand_id: { ...text, form: false, maxLength: 32 },
    title: text,
    picture: { ...text, view: 'image', maxLength: 1000 },
  }),
  formDocument('visit', {
    stand: { ...text, view: 'list', dict: { table: 'stand', value: 'id', text: 'name' } },
    note: text,
  }),
  formDocument(
    'hall',
    { name: text, pid: { ...text, maxLength: 36 }, has_child: { ...text, maxLength: 3 } },
    { tree: { parent: 'pid', label: 'name', hasChild: 'has_child', root: '0' } },
  ),
]

describe('operations are taken back', () => {
  let test: TestApp
  let admin = ''
  let staff = ''
  let dir = ''
  beforeAll(async () => {
    dir = mkdtempSync(join(tmpdir(), 'history-'))
    mkdirSync(join(dir, 'x'))
    for (const document of DOCUMENTS)
      writeFileSync(join(dir, 'x', `${document.code}.form.json`), JSON.stringify(document))
    for (const form of ['stand', 'visit'])
      writeFileSync(
        join(dir, 'x', `${form}.menu.json`),
        JSON.stringify({
          kind: 'menu',
          id: form,
          title: form,
          path: `/x/${form}`,
          form,
          actions: form === 'stand' ? ['add', 'edit', 'delete', 'batch_delete'] : ['add'],
        }),
      )
    test = await createTestApp({ dirs: ['schemas/pages', dir], env: { DATA_DIR: join(dir, 'data') } })
    ;[admin, staff] = [await test.signIn('admin'), await test.signIn('staff')]
  })
  afterAll(async () => {
    await test.close()
    rmSync(dir, { recursive: true, force: true })
  })

  const sql = async (statement: string, values: unknown[] = []) =>
    (await test.database.connections.writePool.query(statement, values)).rows
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, token = admin) =>
    test.call(token, method, url, body)
  /** Does it, and answers the id of the request. */
  const done = async (...given: Parameters<typeof call>) => {
    const answer = await call(...given)
    expect(answer.body, answer.text).toMatchObject({ success: true })
    return { operation: String(answer.headers['x-request-id']), result: answer.body.result }
  }
  const add = async (form: string, row: object, token = admin) =>
    done('POST', `${API}/form/${form}`, row, token)
  const edit = async (form: string, row: object, token = admin) =>
    done('PUT', `${API}/form/${form}`, row, token)
  const remove = async (form: string, ...ids: string[]) =>
    done('DELETE', `${API}/form/${form}/${ids.join(',')}`)
  const undo = async (operation: string, token = admin) =>
    (await call('POST', `/online/operation/${operation}/undo`, undefined, token)).body
  const get = async (form: string, id: string) => (await call('GET', `${API}/form/${form}/${id}`)).body.result
  const uploaded = async (name: string) => {
    const { payload, headers } = fileForm(name, PNG)
    return (await test.call(admin, 'POST', '/sys/common/upload', payload, { headers })).body.result.path
  }
  const shown = async (path: string) => (await test.call(admin, 'GET', `/sys/common/static/${path}`)).status
  const staffRole = async () =>
    (await sql("select id from platform.sys_role where role_code = 'staff'"))[0]?.id
  const grant = async (...keys: string[]) => {
    await sql(
      `insert into platform.sys_role_permission (id, role_id, permission_id)
       select gen_random_uuid()::text, $1, id from platform.sys_permission where perms = any($2) on conflict do nothing`,
      [await staffRole(), keys],
    )
    await test.app.sessions.rightsChanged()
  }
  const revoke = async (key: string) => {
    await sql(
      `delete from platform.sys_role_permission where role_id = $1
         and permission_id in (select id from platform.sys_permission where perms = $2)`,
      [await staffRole(), key],
    )
    await test.app.sessions.rightsChanged()
  }
  /** The staff may do everything with its own stands. */
  const staffWorks = async () => {
    await sql(
      `insert into platform.sys_permission (id, name, menu_type, perms, perms_type)
       values ('close', 'close', 2, 'online:stand:close', '1') on conflict do nothing`,
    )
    await sql(
      `insert into platform.form_grant (role_id, form_code, kind, key) values ($1, 'stand', 'row', 'own') on conflict do nothing`,
      [await staffRole()],
    )
    await grant(...['add', 'edit', 'delete', 'list', 'close'].map((action) => `online:stand:${action}`))
  }
  let number = 0
  const name = () => `S${++number}`

  it('200 deleted stands come back with keys, sub rows, files and comments', async () => {
    const photo = await uploaded('stand.png')
    const picture = await uploaded('item.png')
    const ids: string[] = []
    for (let at = 0; at < 200; at += 1) {
      const item = [{ title: `b${at}` }, { title: `a${at}`, ...(at === 0 ? { picture } : {}) }]
      const row = { name: name(), size: 1.5, opened: '2026-01-31', ...(at === 0 ? { photo } : {}) }
      ids.push((await add('stand', { ...row, stand_item: item })).result)
    }
    const [first = ''] = ids
    await done('POST', '/sys/comment/addText', {
      tableName: 'stand',
      tableDataId: first,
      commentContent: 'x',
    })
    const before = await sql('select * from data.stand where id = any($1) order by id', [ids])
    const items = await sql('select * from data.stand_item where stand_id = any($1) order by id', [ids])
    const { operation } = await remove('stand', ...ids)
    expect(await sql('select from data.stand where id = any($1)', [ids])).toHaveLength(0)
    await sql(
      "update platform.sys_file set free_since = now() - interval '2 days' where free_since is not null",
    )
    await call('GET', `${API}/getData/stand`)

    expect(await undo(operation)).toMatchObject({ success: true, message: '已撤销', result: { count: 200 } })
    const again = await sql('select * from data.stand where id = any($1) order by id', [ids])
    expect(again).toEqual(before.map((row) => ({ ...row, _version: row._version + 1 })))
    const rows = await sql('select * from data.stand_item where stand_id = any($1) order by id', [ids])
    expect(rows).toEqual(items.map((row) => ({ ...row, _version: row._version + 1 })))
    expect([await shown(photo), await shown(picture)]).toEqual([200, 200])
    const about = `/sys/comment/listByForm?tableName=stand&tableDataId=${first}`
    expect(
      (await call('GET', about)).body.result.records ?? (await call('GET', about)).body.result,
    ).toHaveLength(1)
    // It stands in the log itself, and is taken back in turn.
    const lines = (await call('GET', '/online/operation/list?pageSize=2')).body.result.records
    expect(lines).toMatchObject([
      { action: 'undo', undoes: 'batch_delete', count: 200, others: 400, kept: null },
      { action: 'batch_delete', kept: 'undone', formTitle: 'stand' },
    ])
    expect(await undo(operation)).toMatchObject({ success: false, message: '该操作已经撤销' })
    expect((await undo(lines[0].id)).success).toBe(true)
    expect(await sql('select from data.stand where id = any($1)', [ids])).toHaveLength(0)
    expect((await undo(operation)).success).toBe(true)
    expect(await sql('select from data.stand_item where stand_id = any($1)', [ids])).toHaveLength(400)
  }, 120_000)

  it('a save gets back its values, sub rows and files, and keeps its secret', async () => {
    const [old, fresh] = [await uploaded('old.png'), await uploaded('new.png')]
    const { result: id } = await add('stand', {
      name: name(),
      size: 2,
      pin: 'secret',
      photo: old,
      stand_item: [{ title: 'one' }, { title: 'two' }],
    })
    const before = await get('stand', id)
    const { operation } = await edit('stand', {
      ...before,
      size: 3.25,
      pin: 'other',
      photo: fresh,
      stand_item: [{ ...before.stand_item[1], title: 'two!' }, { title: 'three' }],
    })
    expect((await get('stand', id)).stand_item).toHaveLength(2)
    expect((await undo(operation)).success).toBe(true)
    const after = await get('stand', id)
    expect(after).toMatchObject({ size: 2, photo: old, _version: 3 })
    expect(after.stand_item.map((row: { id: string; title: string }) => [row.id, row.title])).toEqual(
      before.stand_item.map((row: { id: string; title: string }) => [row.id, row.title]),
    )
    expect(await sql('select pin from data.stand where id = $1', [id])).toEqual([{ pin: 'other' }])
    expect([
      await shown(old),
      (await sql('select free_since from platform.sys_file where path = $1', [fresh]))[0],
    ]).toEqual([200, { free_since: expect.anything() }])
    // One after the other, as they were done.
    const { operation: first } = await edit('stand', { id, size: 5 })
    const { operation: second } = await edit('stand', { id, size: 6 })
    expect((await undo(second)).success).toBe(true)
    expect((await undo(first)).success).toBe(true)
    expect((await get('stand', id)).size).toBe(2)
  })

  it('nothing is taken back when somebody has changed a record since', async () => {
    const [one, two] = [await add('stand', { name: name() }), await add('stand', { name: name() })]
    const ids = [one.result, two.result]
    const { operation } = await done('POST', '/online/action/stand/close', { ids })
    await sql("update data.stand set owner = 'x', update_by = 'li', _version = _version + 1 where id = $1", [
      ids[1],
    ])
    const answer = await undo(operation)
    expect(answer).toMatchObject({
      success: false,
      message: expect.stringMatching(/之后已被 li 更改，不能撤销$/),
    })
    expect(answer.result.errors).toMatchObject([{ record: ids[1] }])
    expect((await get('stand', ids[0])).state).toBe('closed')
    // An added record that others hang on by now stays, too.
    await add('visit', { stand: ids[0] })
    expect(await undo(one.operation)).toMatchObject({
      success: false,
      message: expect.stringContaining('更改'),
    })
    const { operation: third, result: id } = await add('stand', { name: name() })
    await add('visit', { stand: id })
    expect(await undo(third)).toMatchObject({ success: false, message: expect.stringContaining('引用') })
    const { operation: fourth, result: other } = await add('stand', { name: name() })
    await edit('stand', { id: other, stand_item: [{ title: 'later' }] })
    expect(await undo(fourth)).toMatchObject({ success: false, message: expect.stringContaining('子表') })
  })

  it('what is taken, gone or unknown to the log does not come back', async () => {
    const taken = name()
    const { result: id } = await add('stand', { name: taken })
    const { operation } = await remove('stand', id)
    const { result: holder } = await add('stand', { name: taken })
    expect(await undo(operation)).toMatchObject({ success: false, message: `记录“${taken}”：名称的值已存在` })
    await remove('stand', holder)
    expect((await undo(operation)).success).toBe(true)

    const visit = await add('visit', { stand: id })
    const gone = await remove('visit', visit.result)
    await remove('stand', id)
    expect(await undo(gone.operation)).toMatchObject({
      success: false,
      message: expect.stringContaining('不存在'),
    })

    const main = await add('stand', { name: name(), stand_item: [{ title: 'one' }] })
    const [item] = await sql('select id from data.stand_item where stand_id = $1', [main.result])
    const single = await remove('stand_item', item.id)
    await remove('stand', main.result)
    expect(await undo(single.operation)).toMatchObject({
      success: false,
      message: expect.stringContaining('主表'),
    })

    const secret = await add('stand', { name: name(), pin: 'x' })
    const { operation: lost } = await remove('stand', secret.result)
    expect(await undo(lost)).toMatchObject({ success: false, message: expect.stringContaining('保密') })
  })

  it('a tree comes back from the top down, and moves are taken back', async () => {
    const top = (await add('hall', { name: 'H1' })).result
    const low = (await add('hall', { name: 'H2', pid: top })).result
    const { operation } = await remove('hall', top, low)
    expect((await undo(operation)).success).toBe(true)
    expect(
      await sql('select id, pid, has_child from data.hall where id = any($1) order by id', [[top, low]]),
    ).toEqual([
      { id: top, pid: '0', has_child: '1' },
      { id: low, pid: top, has_child: '0' },
    ])
    const { operation: moved } = await edit('hall', { id: low, pid: '0' })
    expect((await undo(moved)).success).toBe(true)
    expect(await sql('select pid from data.hall where id = $1', [low])).toEqual([{ pid: top }])
    const { operation: under } = await remove('hall', low)
    await remove('hall', top)
    expect(await undo(under)).toMatchObject({
      success: false,
      message: expect.stringContaining('上级节点已不存在'),
    })
  })

  it('only as far as the user may do the opposite today, and only what is his', async () => {
    await staffWorks()
    const mine = await add('stand', { name: name(), owner: 'staff', price: '1' }, staff)
    const changed = await edit('stand', { id: mine.result, size: 9 }, staff)
    const theirs = await edit('stand', { id: mine.result, price: '7' })
    expect(await undo(theirs.operation, staff)).toMatchObject({ success: false, code: 404 })
    expect((await undo(theirs.operation)).success).toBe(true)
    await revoke('online:stand:edit')
    expect(await undo(changed.operation, staff)).toMatchObject({ success: false, code: 510 })
    await grant('online:stand:edit')
    // Out of sight of the own row rule.
    await sql("update data.stand set owner = 'x' where id = $1", [mine.result])
    expect(await undo(changed.operation, staff)).toMatchObject({
      success: false,
      message: expect.stringContaining('数据权限'),
    })
    await sql("update data.stand set owner = 'staff' where id = $1", [mine.result])
    expect((await undo(changed.operation, staff)).success).toBe(true)
    // Closed by an action, the record is no longer edited; the action is taken back by its own right.
    const again = await edit('stand', { id: mine.result, size: 4 }, staff)
    const closed = await done('POST', '/online/action/stand/close', { ids: [mine.result] }, staff)
    expect(await undo(again.operation, staff)).toMatchObject({ success: false })
    expect((await undo(closed.operation, staff)).success).toBe(true)
    expect((await undo(again.operation, staff)).success).toBe(true)
    const list = (await call('GET', '/online/operation/list?pageSize=100', undefined, staff)).body.result
    expect(new Set(list.records.map((line: { username: string }) => line.username))).toEqual(
      new Set(['staff']),
    )
    expect((await call('GET', '/online/operation/list?all=true', undefined, staff)).status).toBe(403)
  })

  it('the platform’s own data is not taken back here', async () => {
    const { operation } = await done('POST', '/sys/role/add', { roleCode: 'kept', roleName: '保留' })
    expect(await undo(operation)).toMatchObject({
      success: false,
      message: expect.stringContaining('系统数据'),
    })
    expect(await undo('nothing')).toMatchObject({ success: false, code: 404 })
  })

  describe('the bin of a form', () => {
    const bin = async (query = '', token = admin) =>
      (await call('GET', `/online/recycle/stand?pageSize=50&${query}`, undefined, token)).body.result
    const change = async (what: 'restore' | 'erase', ids: string[], token = admin) =>
      (await call('POST', `/online/recycle/stand/${what}`, { ids }, token)).body

    it('lists what was deleted, found by the form’s own filters, and brings it back with sub rows and files', async () => {
      const photo = await uploaded('bin.png')
      const [one, two] = [name(), name()]
      const { result: id } = await add('stand', {
        name: one,
        size: 4,
        photo,
        stand_item: [{ title: 'x' }, { title: 'y' }],
      })
      const { result: other } = await add('stand', { name: two })
      await remove('stand', id, other)
      const found = await bin(`name=${one}`)
      expect(found).toMatchObject({ total: 1, records: [{ id, name: one, size: 4, recycled_by: 'admin' }] })
      const [who] = await sql("select realname from platform.sys_user where username = 'admin'")
      expect(found.records[0].recycled_by_dictText).toBe(who.realname)
      // The file is none that can be had; it is told by its name.
      expect(found.records[0]).toMatchObject({ photo, photo_dictText: 'bin.png' })
      expect(found.records[0]._files).toBeUndefined()
      expect(await change('restore', [id])).toMatchObject({ success: true, result: 1 })
      expect(await get('stand', id)).toMatchObject({ name: one, photo, _version: 2 })
      expect((await get('stand', id)).stand_item).toHaveLength(2)
      expect(await shown(photo)).toBe(200)
      expect((await bin(`name=${one}`)).total).toBe(0)
      expect(await change('restore', [id])).toMatchObject({ success: false, code: 404 })
      // The restoring is an operation as any other.
      const [line] = (await call('GET', '/online/operation/list?pageSize=1')).body.result.records
      expect(line).toMatchObject({ action: 'restore', count: 1, others: 2, kept: null })
      expect((await undo(line.id)).success).toBe(true)
      expect((await bin(`name=${one}`)).total).toBe(1)

      expect(await change('erase', [id, other])).toMatchObject({ success: true, result: 2 })
      expect((await bin(`name=${one}`)).total).toBe(0)
      const [file] = await sql('select free_since from platform.sys_file where path = $1', [photo])
      expect(file.free_since).not.toBeNull()
      expect(await undo(line.id)).toMatchObject({ success: false })
    })

    it('shows values that no longer fit their column as nothing', async () => {
      const word = name()
      const { result: id } = await add('stand', { name: word, size: 4 })
      await remove('stand', id)
      await sql(
        `update platform.operation_change set before = before || '{"size": "many"}' where record_id = $1 and recycled`,
        [id],
      )
      expect((await bin(`name=${word}`)).records).toMatchObject([{ id, size: null }])
    })

    it('is for who may delete, and of the rows that the own rule shows', async () => {
      await staffWorks()
      const [mine, theirs] = [name(), name()]
      const ids: string[] = []
      for (const [word, owner] of [
        [mine, 'staff'],
        [theirs, 'other'],
      ])
        ids.push((await add('stand', { name: word, owner })).result)
      await remove('stand', ...ids)
      expect((await bin(`name=${mine},${theirs}`, staff)).records).toMatchObject([{ name: mine }])
      expect(await change('restore', ids, staff)).toMatchObject({ success: false, code: 404 })
      expect(await change('erase', [ids[1] ?? ''], staff)).toMatchObject({ success: false, code: 404 })
      expect(await change('restore', [ids[0] ?? ''], staff)).toMatchObject({ success: true })
      const visits = await call('GET', '/online/recycle/visit', undefined, staff)
      expect(visits.status).toBe(403)
      expect((await call('GET', '/online/recycle/sys_role')).body.success).toBe(false)
    })
  })
})
