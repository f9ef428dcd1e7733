import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { type ForeignClient, signedIn } from './client.ts'

const API = '/online/cgform/api'
/** Without one of them the header of that client's table throws. */
const BUTTONS = [
  'add',
  'edit',
  'detail',
  'delete',
  'batch_delete',
  'import',
  'export',
  'query',
  'reset',
  'bpm',
  'super_query',
  'form_confirm',
  'form_sub_add',
  'form_sub_batch_delete',
  'form_sub_open_add',
  'form_sub_open_edit',
  'aigc_mock_data',
]

describe('online forms in the 3.x client', () => {
  let test: TestApp
  let admin: ForeignClient
  let staff: ForeignClient
  beforeAll(async () => {
    test = await createTestApp()
    admin = await signedIn(test, 'admin')
    staff = await signedIn(test, 'staff')
  })
  afterAll(() => test.close())

  it('have all built-in buttons in the columns, those that may not be used hidden, and none in the form', async () => {
    const columns = (await staff.get(`${API}/getColumns/expo`)).result
    expect(columns.cgButtonList.map((button: { buttonCode: string }) => button.buttonCode)).toEqual(BUTTONS)
    for (const button of columns.cgButtonList)
      expect(button).toMatchObject({
        buttonName: expect.stringMatching(/./),
        buttonStyle: 'built-in',
        buttonStatus: '1',
        buttonIcon: expect.any(String),
      })
    expect(columns.hideColumns).toEqual(expect.arrayContaining(['delete', 'batch_delete', 'aigc_mock_data']))
    expect((await admin.get(`${API}/getColumns/expo`)).result.hideColumns).not.toContain('delete')
    const item = (await staff.get(`${API}/getFormItem/expo`)).result
    expect(item.cgButtonList).toEqual([])
    expect(item.schema.properties.name).toMatchObject({ view: 'text' })
    const erp = (await admin.get(`${API}/getErpColumns/expo_exhibition`)).result
    expect(erp.main.cgButtonList).toHaveLength(BUTTONS.length)
    // The specified client has them of its own.
    const other = await test.call(staff.token, 'GET', `${API}/getColumns/expo`)
    expect(other.body.result.cgButtonList).toEqual([])
  })

  it('show texts in the place of keys: the renderer names the column that the rows carry', async () => {
    for (const code of ['expo', 'expo_exhibition', 'expo_entry', 'expo_category']) {
      const columns = (await admin.get(`${API}/getColumns/${code}`)).result.columns
      const { records } = (await admin.get(`${API}/getData/${code}?pageSize=50`)).result
      for (const { dataIndex, customRender = '' } of columns) {
        if (!customRender.startsWith('_replace_text_')) continue
        expect(customRender).toBe(`_replace_text_${dataIndex}_dictText`)
        const filled = records.filter((row: Record<string, unknown>) => row[dataIndex])
        for (const row of filled) expect(row, `${code}.${dataIndex}`).toHaveProperty(`${dataIndex}_dictText`)
      }
    }
  })

  it('tell rows apart by a key of their own, in lists and trees', async () => {
    for (const [call, code] of [
      ['getData', 'expo'],
      ['getTreeData', 'expo_category'],
    ]) {
      const { records } = (await admin.get(`${API}/${call}/${code}?column=id&order=asc`)).result
      expect(records.length).toBeGreaterThan(1)
      for (const row of records) expect(row.jeecg_row_key).toBe(row.id)
    }
    const plain = await test.call(admin.token, 'GET', `${API}/getData/expo`)
    expect(plain.body.result.records[0]).not.toHaveProperty('jeecg_row_key')
  })

  it('have the query form and the advanced query described, sub tables within', async () => {
    const info = (await staff.get(`${API}/getQueryInfoVue3/expo`)).result
    expect(info).toMatchObject({ table: 'expo', title: expect.any(String), joinQuery: expect.any(Boolean) })
    expect(info.searchFieldList.length).toBeGreaterThan(1)
    for (const name of info.searchFieldList)
      expect(info.properties[name]).toMatchObject({
        title: expect.any(String),
        view: expect.any(String),
        mode: expect.stringMatching(/^(single|like|group)$/),
      })
    const main = (await admin.get(`${API}/getQueryInfoVue3/expo_exhibition`)).result
    const subs = Object.values<{ view: string; fields?: object }>(main.properties).filter(
      ({ view }) => view === 'table',
    )
    expect(main.joinQuery).toBe(subs.length > 0)
    expect(subs.length).toBeGreaterThan(0)
    for (const sub of subs) expect(Object.keys(sub.fields ?? {}).length).toBeGreaterThan(0)
    expect(await staff.get(`${API}/getQueryInfoVue3/sys_role`)).toMatchObject({ code: 510 })
  })

  it('answer page 0 with the first page, which is asked for after the last record of a page is deleted', async () => {
    for (const url of [`${API}/getData/expo`, '/sys/user/list']) {
      const page = await admin.get(`${url}?pageNo=0&pageSize=10`)
      expect(page).toMatchObject({ isSuccess: true, result: { current: 1 } })
      expect(page.result.records.length).toBeGreaterThan(0)
    }
  })

  it('are saved, read, changed with the whole row as the list has it, and deleted', async () => {
    const added = await admin.call('POST', `${API}/form/expo_category?tabletype=1`, {
      name: '外来分类',
      code: 'FOREIGN',
      pid: '0',
      sort_no: '7',
    })
    expect(added).toMatchObject({ isSuccess: true, toast: '添加成功！' })
    const id = added.result
    const { records } = (await admin.get(`${API}/getData/expo_category?id=${id}`)).result
    expect(records).toHaveLength(1)
    // The client sends back everything that it was given, its own key included.
    const changed = await admin.call('PUT', `${API}/form/expo_category?tabletype=1`, {
      ...records[0],
      name: '外来分类（改）',
    })
    expect(changed).toMatchObject({ isSuccess: true, toast: '修改成功！' })
    expect((await admin.get(`${API}/form/expo_category/${id}`)).result).toMatchObject({
      name: '外来分类（改）',
    })
    expect((await admin.get(`${API}/detail/expo_category/${id}`)).result).toMatchObject({ id })
    const stale = await admin.call('PUT', `${API}/form/expo_category?tabletype=1`, records[0])
    expect(stale).toMatchObject({ isSuccess: false, status: 200, code: 409 })
    const wrong = await admin.call('POST', `${API}/form/expo_category?tabletype=1`, { name: '', pid: '0' })
    expect(wrong).toMatchObject({ isSuccess: false, status: 200, code: 422 })
    expect(await admin.call('DELETE', `${API}/form/expo_category/${id}`)).toMatchObject({
      toast: '删除成功!',
    })
    const { rows } = await test.database.connections.readPool.query(
      'select 1 from data.expo_category where id = $1',
      [id],
    )
    expect(rows).toEqual([])
  })

  it('have sub rows, unique values and choices', async () => {
    const { records } = (await admin.get(`${API}/getData/expo_exhibition`)).result
    const main = records[0]
    const item = (await admin.get(`${API}/getFormItem/expo_exhibition`)).result
    const [table] = String(item.head.subTableStr).split(',')
    const one = await admin.get(`${API}/subform/${table}/${main.id}`)
    expect(one).toMatchObject({ isSuccess: true, toast: '' })
    expect((await admin.get(`${API}/form/expo_exhibition/${main.id}`)).result).toHaveProperty(table ?? '')
    const check = '/sys/duplicate/check?tableName=expo_exhibition&fieldName=name'
    expect(await admin.get(`${check}&fieldVal=${encodeURIComponent('没有这家公司')}`)).toMatchObject({
      isSuccess: true,
      toast: '该值可用！',
    })
    const dict = '/sys/dict/loadDict/sys_user,realname,username'
    expect((await admin.get(`${dict}?pageNo=1&pageSize=5`)).result).toHaveLength(5)
    expect((await admin.get('/sys/dict/loadDictItem/sys_user,realname,username?key=staff')).result).toEqual([
      '张晓雯',
    ])
    expect(
      (
        await admin.get(
          '/sys/dict/loadTreeData?tableName=expo_category&text=name&code=id&pidField=pid&hasChildField=has_child&pid=0&converIsLeafVal=1',
        )
      ).result.length,
    ).toBeGreaterThan(0)
    const categories = await admin.get('/sys/category/loadTreeData?pcode=0')
    expect(categories.isSuccess).toBe(true)
    expect(categories.result.length).toBeGreaterThan(0)
    const [first] = categories.result
    expect((await admin.get(`/sys/category/loadDictItem?ids=${first.key}`)).result).toEqual([first.title])
  })
})
