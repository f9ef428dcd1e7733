import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormPage } from '#schemas/api/page.ts'
import type { Session } from '#server/permission/session.ts'
import { createFormBench, type FormBench, formDocument, testSession } from '#tests/helpers/form-bench.ts'
import { type DeclaredRoute, installAccess } from '../../../http/access.ts'
import { installErrors } from '../../../http/errors.ts'
import { installSecurity } from '../../../http/security.ts'
import { registerOnlineForm } from './routes.ts'

let bench: FormBench
let app: FastifyInstance
let routes: readonly DeclaredRoute[]

const staff = (permissions: string[], changes: Partial<Session> = {}) =>
  testSession({ isAdmin: false, username: 'staff', permissions: new Set(permissions), ...changes })
const sessions: Record<string, Session> = {
  admin: testSession(),
  nobody: staff([]),
  designer: staff(['online:form:design']),
  reader: staff(['online:r_main:list']),
  writer: staff(['online:r_main:list', 'online:r_main:add', 'online:r_main:edit', 'online:r_main:delete']),
}

beforeAll(async () => {
  bench = await createFormBench([
    formDocument(
      'r_main',
      {
        name: { type: 'string', unique: true },
        level: { type: 'string', view: 'list', dict: 'level' },
        kind: { type: 'string', view: 'list', dict: [{ value: '1', text: '一' }] },
        // A limit that means nothing for a text: worth a warning.
        secret: { type: 'string', maximum: 5 },
      },
      {
        table: 'r_table',
        search: ['name', 'secret'],
        subTables: [{ code: 'r_sub', foreignKey: 'main_id', relation: 'many' }],
        list: {
          columns: ['name', 'secret'],
          query: ['secret', 'name'],
          sort: 'secret desc,name',
          actions: [
            'add',
            { code: 'edit', title: '修改', when: { field: 'secret', rule: 'ne', val: 'closed' } },
            'detail',
            'delete',
            {
              code: 'audit',
              title: '审核',
              at: 'row',
              when: { field: 'secret', rule: 'not_empty' },
              does: { set: { name: 'x', secret: 'y' } },
            },
            { code: 'visit', title: '打开', at: 'row', does: { go: '/a?b=#{secret}' } },
          ],
        },
        permissions: {
          columns: [{ field: 'secret', control: 'visible' }],
          rows: [
            {
              code: 'own',
              title: '自己的',
              where: { field: 'create_by', rule: 'eq', val: '#{sys_user_code}' },
            },
          ],
          unruled: 'all',
        },
      },
    ),
    formDocument('r_sub', { main_id: { type: 'string', form: false }, phone: { type: 'string' } }),
    formDocument(
      'r_texts',
      { level: { type: 'string', view: 'list', dict: 'level' } },
      { subTables: [{ code: 'r_texts_sub', foreignKey: 'main_id', relation: 'many' }] },
    ),
    formDocument('r_texts_sub', {
      main_id: { type: 'string', form: false },
      type: { type: 'string', view: 'list', dict: 'type' },
    }),
    formDocument('r_region', { pid: { type: 'string' }, name: { type: 'string' }, code: { type: 'string' } }),
    formDocument('r_linked', {
      province: {
        type: 'string',
        view: 'link_down',
        options: {
          table: 'r_region',
          txt: 'name',
          key: 'code',
          idField: 'id',
          pidField: 'pid',
          linkField: 'city',
          condition: { field: 'pid', rule: 'eq', val: '0' },
        },
      },
      city: { type: 'string' },
    }),
  ])
  await bench.database.connections.writePool.query(
    "insert into platform.sys_dict (id, dict_name, dict_code) values ('level', '级别', 'level')",
  )
  await bench.documents.reload()
  app = Fastify({
    routerOptions: { maxParamLength: 8000 },
    ajv: { customOptions: { keywords: ['open'] } },
  })
  installErrors(app)
  await installSecurity(app, '/')
  routes = installAccess(app, {
    sessionOf: async (token) => sessions[token] ?? null,
    permissionOf: (name, action) => {
      const code = bench.documents.entry(name)?.code
      return code === undefined ? null : `online:${code}:${action}`
    },
    onRefused: () => undefined,
  })
  registerOnlineForm(app, {
    documents: bench.documents,
    reader: bench.reader,
    writer: bench.writer,
    actions: { run: async () => ({ done: true, result: {} }) },
    store: bench.store,
    dictionaries: { options: async (key) => [{ value: 'a', text: `${key} a` }] },
    lookups: { mayUseField: () => true },
    log: { write: () => undefined },
    drafts: { offered: async () => [] },
    exports: () => undefined,
    imports: () => undefined,
    pageViews: async (_, page) => ({ page, own: {}, saved: {}, mayShare: false }),
  })
  await app.ready()
})
afterAll(async () => {
  await app?.close()
  await bench?.close()
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
async function call(
  as: string | null,
  method: Method,
  url: string,
  body?: object,
  headers: Record<string, string> = {},
) {
  const response = await app.inject({
    method,
    url,
    headers: { ...(as ? { 'x-access-token': as } : {}), ...headers },
    ...(body ? { payload: body } : {}),
  })
  return { status: response.statusCode, ...response.json() }
}
const api = '/online/cgform/api'

describe('online form routes', () => {
  it('add, list, read, change and delete under the code or the table name', async () => {
    const added = await call('writer', 'POST', `${api}/form/r_main?tabletype=2`, {
      name: 'a',
      r_sub: [{ phone: '1' }],
    })
    expect(added).toMatchObject({
      status: 200,
      success: true,
      message: '添加成功！',
      result: expect.any(String),
    })
    const id = added.result
    expect(await call('reader', 'GET', `${api}/getData/r_table?pageNo=1&pageSize=10`)).toMatchObject({
      success: true,
      result: { records: [{ id, name: 'a' }], total: 1, size: 10, current: 1, pages: 1 },
    })
    expect(await call('reader', 'GET', `${api}/form/r_main/${id}`)).toMatchObject({
      result: { id, r_sub: [{ phone: '1' }] },
    })
    expect(await call('reader', 'GET', `${api}/subform/list/r_sub/${id}`)).toMatchObject({
      result: [{ phone: '1' }],
    })
    expect(await call('reader', 'GET', `${api}/subform/r_sub/${id}`)).toMatchObject({
      result: { phone: '1' },
    })
    expect(await call('writer', 'PUT', `${api}/form/r_main`, { id, name: 'b', _version: 1 })).toMatchObject({
      success: true,
      message: '修改成功！',
    })
    expect(await call('writer', 'PUT', `${api}/form/r_main`, { id, name: 'c', _version: 1 })).toMatchObject({
      status: 409,
      success: false,
      result: { current: { name: 'b', _version: 2 }, sent: { name: 'c' } },
    })
    expect(await call('writer', 'DELETE', `${api}/form/r_main/${id},`)).toMatchObject({
      success: true,
      message: '删除成功!',
    })
    expect(await call('writer', 'DELETE', `${api}/form/r_main/${id}`)).toMatchObject({
      status: 404,
      success: false,
    })
  })

  it('name who saved first, and the record with its sub rows in texts, to whom saves an older state', async () => {
    const row = { level: '1', r_texts_sub: [{ type: 'a' }] }
    const { result: id } = await call('admin', 'POST', `${api}/form/r_texts`, row)
    await call('admin', 'PUT', `${api}/form/r_texts`, { id, level: '2', _version: 1 })
    const older = { id, level: '3', r_texts_sub: [], _version: 1 }
    expect(await call('admin', 'PUT', `${api}/form/r_texts`, older)).toMatchObject({
      status: 409,
      result: {
        current: {
          level_dictText: 'level:2',
          update_by_dictText: 'sys_user,realname,username:zhang',
          r_texts_sub: [{ type_dictText: 'type:a' }],
        },
        sent: older,
      },
    })
  })

  it('answer a refused row with status 200, code 422 and its errors', async () => {
    const body = { name: 'x'.repeat(300) }
    expect(await call('writer', 'POST', `${api}/form/r_main`, body)).toMatchObject({
      status: 200,
      success: false,
      code: 422,
      result: { errors: [{ field: 'name' }] },
    })
  })

  it('make one record of a repeated post with the same key', async () => {
    const post = () =>
      call('writer', 'POST', `${api}/form/r_main`, { name: 'once' }, { 'idempotency-key': 'k' })
    const [first, second] = [await post(), await post()]
    expect(second.result).toBe(first.result)
    expect(
      await call('writer', 'POST', `${api}/form/r_main`, { name: 'other' }, { 'idempotency-key': 'k' }),
    ).toMatchObject({ status: 422 })
  })

  it('refuse before they look: 401 without a session, 403 without the right, for every route (A-2)', async () => {
    expect(routes.length).toBeGreaterThan(15)
    for (const { method, url } of routes) {
      const path = url.replaceAll(/:(code|table)/g, 'r_main').replaceAll(/:\w+/g, 'x')
      const body = method === 'POST' || method === 'PUT' ? {} : undefined
      expect(await call(null, method as Method, path, body), `${method} ${path}`).toMatchObject({
        status: 401,
      })
      if (url.includes('querySelectOptions')) continue
      expect(await call('nobody', method as Method, path, body), `${method} ${path}`).toMatchObject({
        status: 403,
        code: 510,
      })
    }
    expect(await call('reader', 'POST', `${api}/form/r_main`, { name: 'x' })).toMatchObject({ status: 403 })
    expect(await call('reader', 'DELETE', `${api}/form/r_main/x`)).toMatchObject({ status: 403 })
    expect(await call('reader', 'GET', `${api}/getData/r_region`)).toMatchObject({ status: 403 })
    expect(await call('reader', 'GET', `${api}/getData/no_such_form`)).toMatchObject({ status: 403 })
    for (const user of ['admin', 'designer'])
      expect(await call(user, 'GET', `${api}/getData/no_such_form`)).toMatchObject({ status: 404 })
    expect(await call('reader', 'GET', `${api}/getData/no_such_form`)).toMatchObject({ status: 403 })
  })

  it('describe a page as the user may see it', async () => {
    const page = async (as: string): Promise<FormPage> =>
      (await call(as, 'GET', '/online/document/r_main')).result
    const full = await page('admin')
    expect(full.document.schema.properties).toHaveProperty('secret')
    expect(full.access.actions).toEqual(['add', 'edit', 'detail', 'delete', 'audit', 'visit'])
    expect(full.subDocuments).toHaveProperty('r_sub')
    expect(full.dicts).toEqual({
      level: [{ value: 'a', text: 'level a' }],
      'r_main.kind': [{ value: '1', text: '一' }],
    })
    expect(full).toMatchObject({
      synced: true,
      problems: [{ code: 'no-effect', severity: 'warning', line: expect.any(Number) }],
    })
    const pruned = await page('reader')
    expect(pruned.problems).toEqual([])
    expect(JSON.stringify(pruned.document)).not.toContain('secret')
    expect(pruned.document.search).toEqual(['name'])
    // An action keeps what can be seen of it, an address made of a hidden column is not offered.
    expect(pruned.document.list?.actions).toEqual([
      'add',
      { code: 'edit', title: '修改' },
      'detail',
      'delete',
      { code: 'audit', title: '审核', at: 'row', does: { set: { name: 'x' } } },
    ])
    // Row rules are the server's business.
    expect(JSON.stringify(pruned.document)).not.toContain('create_by')
    expect(pruned.access).toEqual({
      actions: ['detail'],
      readonly: [],
      subActions: { r_sub: null },
    })
    expect(pruned.version).not.toBe(full.version)
    expect((await page('reader')).version).toBe(pruned.version)
  })

  it('describe list, filters and form in the words of the wire, as the user may see them', async () => {
    const result = async (as: string, name: string, code = 'r_main') =>
      (await call(as, 'GET', `${api}/${name}/${code}`)).result
    const columns = await result('admin', 'getColumns')
    expect(columns).toMatchObject({
      code: 'r_main',
      currentTableName: 'r_table',
      tableType: 2,
      columns: [{ dataIndex: 'name' }, { dataIndex: 'secret' }],
      hideColumns: ['batch_delete', 'import', 'export'],
    })
    expect(await result('reader', 'getColumns')).toMatchObject({
      columns: [{ dataIndex: 'name' }],
      hideColumns: ['secret', 'add', 'edit', 'update', 'delete', 'batch_delete', 'import', 'export'],
    })
    expect(await result('admin', 'getColumns', 'r_sub')).toMatchObject({
      tableType: 3,
      foreignKeys: [{ field: 'main_id', table: 'r_table', key: 'id' }],
    })
    expect((await result('admin', 'getErpColumns')).subList).toMatchObject([{ code: 'r_sub' }])
    expect((await result('admin', 'getQueryInfo')).map((item: { field: string }) => item.field)).toEqual([
      'secret',
      'name',
    ])
    expect((await result('reader', 'getQueryInfo')).map((item: { field: string }) => item.field)).toEqual([
      'name',
    ])
    for (const name of ['getFormItem', 'getFormItemBytbname']) {
      const item = await result('admin', name)
      expect(item.schema.properties).toMatchObject({
        name: { view: 'text' },
        level: { enum: [{ value: 'a', text: 'level a' }] },
        secret: {},
        r_sub: { view: 'tab', relationType: 0, columns: [{ key: 'phone' }] },
      })
    }
    const pruned = await result('reader', 'getFormItem')
    expect(JSON.stringify(pruned)).not.toContain('secret')
    expect(pruned.form_disable_update).toBe(true)
  })

  it('offer linked levels that a document names, and nothing else [call-78]', async () => {
    const add = async (row: object) => (await call('admin', 'POST', `${api}/form/r_region`, row)).result
    const gd = await add({ name: '广东', code: '44', pid: '0' })
    await add({ name: '广州', code: '4401', pid: gd })
    const ask = (query: Record<string, string>) =>
      call(
        'nobody',
        'GET',
        `${api}/querySelectOptions?${new URLSearchParams({ table: 'r_region', txt: 'name', key: 'code', idField: 'id', pidField: 'pid', ...query })}`,
      )
    expect(await ask({})).toMatchObject({ result: [{ label: '广东', store: '44', id: gd, pid: '0' }] })
    expect(await ask({ condition: "pid = '0' or 1=1" })).toMatchObject({ result: [{ label: '广东' }] })
    expect(await ask({ pidValue: gd })).toMatchObject({ result: [{ label: '广州', store: '4401' }] })
    for (const query of [
      { table: 'sys_user' },
      { txt: 'create_by' },
      { key: 'id' },
      { table: 'r_region r' },
      { txt: 'name,code' },
    ] as Record<string, string>[])
      expect(await ask(query)).toMatchObject({ status: 400, success: false })
  })

  it('show and do what a table sync would, for designers', async () => {
    expect(await call('admin', 'GET', `${api}/syncPlan/r_main`)).toMatchObject({
      result: { steps: [], blocked: false },
    })
    expect(await call('admin', 'POST', `${api}/doDbSynch/r_main/normal`)).toMatchObject({
      success: true,
      message: '同步数据库成功!',
    })
    expect(await call('admin', 'POST', `${api}/doDbSynch/r_main/drop`)).toMatchObject({ status: 400 })
    expect(await call('writer', 'POST', `${api}/doDbSynch/r_main/normal`)).toMatchObject({ status: 403 })
  })

  it('tell an administrator what is wrong with a document, and everybody that a table is missing', async () => {
    await bench.database.connections.writePool.query('alter table data.r_region rename to r_away')
    expect(await call('admin', 'GET', `${api}/getData/r_region`)).toMatchObject({
      success: false,
      message: 'NO_DB_SYNC',
    })
    expect(await call('admin', 'POST', `${api}/form/r_region`, { name: 'x' })).toMatchObject({
      success: false,
      message: 'NO_DB_SYNC',
    })
    await bench.database.connections.writePool.query('alter table data.r_away rename to r_region')
  })
})
