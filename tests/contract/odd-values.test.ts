import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#schemas/compile/model.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

/** Values that are none of a field's: they cannot even be turned into text. */
const ODD: readonly unknown[] = [
  { toString: 1 },
  { a: { b: 1 } },
  [{ toString: 1 }],
  [[{ toString: null }]],
  [null],
]
const FORMS = '/online/cgform/api/form'
const EXHIBITION = 'expo_exhibition'

describe('values that are none', () => {
  let test: TestApp
  let token: string
  let main: Row
  let category: Row
  beforeAll(async () => {
    test = await createTestApp()
    token = await test.signIn('admin')
    const first = async (code: string, query = '') => {
      const list = `/online/cgform/api/getData/${code}?pageSize=1${query}`
      const { id } = (await test.call(token, 'GET', list)).body.result.records[0]
      return (await test.call(token, 'GET', `${FORMS}/${code}/${id}`)).body.result
    }
    main = await first(EXHIBITION)
    category = await first('expo_category')
  })
  afterAll(() => test.close())

  /** Refused like any other row: where, and in words. */
  async function refused(what: string, code: string, method: 'POST' | 'PUT', body: Row, error: Row) {
    const answer = await test.call(token, method, `${FORMS}/${code}`, body)
    expect(answer, what).toMatchObject({ status: 200, body: { success: false, code: 422 } })
    expect(answer.body.result.errors, what).toContainEqual({
      ...error,
      message: expect.stringMatching(/^[一-龥]+的值格式不正确$/),
    })
  }

  it('are refused by their field: version, key, parent, fields that rules look at', async () => {
    for (const value of ODD) {
      const what = JSON.stringify(value)
      for (const method of ['POST', 'PUT'] as const) {
        for (const field of ['_version', 'id', 'level', 'owner', 'fee', 'sign_date', 'category_id'])
          await refused(
            `${method} ${field} ${what}`,
            EXHIBITION,
            method,
            { ...main, [field]: value },
            { field },
          )
        await refused(
          `${method} pid ${what}`,
          'expo_category',
          method,
          { ...category, pid: value },
          { field: 'pid' },
        )
        for (const field of ['id', '_version', 'phone', 'exhibition_id'])
          await refused(
            `${method} contact.${field} ${what}`,
            EXHIBITION,
            method,
            {
              ...main,
              expo_contact: [
                { name: '王芳', phone: '13800000000' },
                { name: '李', [field]: value },
              ],
            },
            { field, subTable: 'expo_contact', row: 1 },
          )
      }
    }
    expect((await test.call(token, 'GET', `${FORMS}/${EXHIBITION}/${main.id}`)).body.result).toEqual(main)
  })

  it('such as days before year 1 are refused where they are stored, and 400 or nothing where they are asked for', async () => {
    for (const day of ['0000-01-01', '0000-00-00', '-001-01-01', '0001-01-01 BC', '12026-01-01']) {
      const body = { ...main, sign_date: day }
      const answer = await test.call(token, 'PUT', `${FORMS}/${EXHIBITION}`, body)
      expect(answer, day).toMatchObject({
        status: 200,
        body: { code: 422, result: { errors: [{ field: 'sign_date' }] } },
      })
      const asked = encodeURIComponent(day)
      const advanced = encodeURIComponent(JSON.stringify([{ field: 'sign_date', rule: 'ge', val: day }]))
      for (const url of [
        `/online/cgform/api/getData/${EXHIBITION}?sign_date=${asked}`,
        `/online/cgform/api/getData/${EXHIBITION}?create_time_begin=${asked}`,
        `/online/cgform/api/getData/${EXHIBITION}?superQueryParams=${advanced}`,
      ])
        expect((await test.call(token, 'GET', url)).status, url).toBe(400)
      expect((await test.call(token, 'GET', `/sys/user/list?createTime_begin=${asked}`)).status).toBeLessThan(
        500,
      )
      for (const time of ['startTime', 'endTime'])
        expect(
          (await test.call(token, 'POST', '/sys/annountCement/add', { titile: 'x', [time]: day })).status,
          `${time} ${day}`,
        ).toBeLessThan(500)
    }
  })

  it('in an advanced query are 400', async () => {
    for (const value of [{ toString: 1 }, [{ toString: 1 }]])
      for (const rule of ['eq', 'in']) {
        const advanced = encodeURIComponent(JSON.stringify([{ field: 'name', rule, val: value }]))
        const url = `/online/cgform/api/getData/${EXHIBITION}?superQueryParams=${advanced}`
        expect((await test.call(token, 'GET', url)).status).toBe(400)
      }
  })
})
