import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

const FORMS = [
  {
    id: 'screen-51',
    code: 'ext_biz_leave',
    row: {
      name: '李四',
      leave_type: '3',
      begin_date: '2026-12-01 09:00:00',
      end_date: '2026-12-02 18:00:00',
      days: 1.5,
      reason: '探亲',
    },
    change: { reason: '探亲访友' },
    text: ['leave_type_dictText', '年假'],
    bad: { end_date: '2026-11-30 09:00:00' },
    field: 'end_date',
  },
  {
    id: 'screen-52',
    code: 'joa_loan',
    row: { name: '李四', loan_date: '2026-12-01', amount: 1200.5, pay_method: '2', reason: '备用金' },
    change: { amount: 1500 },
    text: ['pay_method_dictText', '现金'],
    bad: { pay_method: '1' },
    field: 'bank',
  },
  {
    id: 'screen-53',
    code: 'joa_overtime',
    row: {
      name: '李四',
      overtime_type: '2',
      begin_time: '2026-12-05 09:00:00',
      end_time: '2026-12-05 12:00:00',
      hours: 3,
      compensation: '1',
      reason: '布展',
    },
    change: { hours: 4 },
    text: ['overtime_type_dictText', '休息日'],
    bad: { hours: 0 },
    field: 'hours',
  },
  {
    id: 'screen-54',
    code: 'joa_business_trip',
    row: {
      name: '李四',
      destination: '广州',
      begin_date: '2026-12-10',
      end_date: '2026-12-12',
      transport: '2',
      reason: '参展',
    },
    change: { destination: '深圳' },
    text: ['transport_dictText', '火车'],
    bad: { destination: '' },
    field: 'destination',
  },
] as const

describe('the sample forms', () => {
  let test: TestApp
  let admin = ''
  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
    (await test.call(admin, method, url, body)).body

  it.each(FORMS)('$code is added, listed, edited, refused and deleted [$id]', async (form) => {
    const { code, row, change, text, bad, field } = form
    const base = `/online/cgform/api/form/${code}`
    const { result: id } = await call('POST', base, row)
    expect(await call('PUT', base, { id, ...row, ...change })).toMatchObject({ success: true })
    const list = await call('GET', `/online/cgform/api/getData/${code}?name=李四`)
    expect(list.result.records).toMatchObject([{ id, name: '李四', [text[0]]: text[1], bpm_status: '1' }])
    expect((await call('GET', `${base}/${id}`)).result).toMatchObject({ ...row, ...change })
    const refused = await call('POST', base, { ...row, ...bad })
    expect(refused.success).toBe(false)
    expect(JSON.stringify(refused.result)).toContain(field)
    expect(await call('DELETE', `${base}/${id}`)).toMatchObject({ success: true })
    expect((await test.call(admin, 'GET', `${base}/${id}`)).status).toBe(404)
  })

  it('leave has the calls of the wire, too [screen-51]', async () => {
    const { result: id } = await call('POST', '/joa/biz/extBizLeave/add', FORMS[0].row)
    const listed = await call('GET', '/joa/biz/extBizLeave/list?name=李四')
    expect(listed.result.records).toMatchObject([{ id }])
    expect(await call('DELETE', `/joa/biz/extBizLeave/deleteBatch?ids=${id}`)).toMatchObject({
      success: true,
    })
  })

  it('are in the menu of whoever was granted them, and of no other [screen-51] [screen-52] [screen-53] [screen-54]', async () => {
    const menu = async (token: string) =>
      (await test.call(token, 'GET', '/sys/permission/getUserPermissionByToken')).text
    const [mine, staffs] = [await menu(admin), await menu(await test.signIn('staff'))]
    for (const path of [
      '/joa/biz/ExtBizLeaveList',
      '/joa/JoaLoanList',
      '/joa/JoaOvertimeList',
      '/joa/JoaBusinessTripList',
    ]) {
      expect(mine).toContain(path)
      expect(staffs).not.toContain(path)
    }
  })
})
