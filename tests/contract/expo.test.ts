import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

const FORM = '/online/cgform/api/form/expo'

describe('the page of expos', () => {
  let test: TestApp
  let admin: string

  beforeAll(async () => {
    test = await createTestApp()
    admin = await test.signIn('admin')
  })
  afterAll(() => test.close())

  it('takes one in that is over already, and keeps its dates from then on', async () => {
    const ended = {
      name: '旧展会',
      venue: '老展馆',
      status: '3',
      start_date: '2025-05-01',
      end_date: '2025-05-03',
    }
    const added = await test.call(admin, 'POST', FORM, ended)
    expect(added.body, added.text).toMatchObject({ success: true })
    const record = async () => (await test.call(admin, 'GET', `${FORM}/${added.body.result}`)).body.result
    const stored = await record()
    expect(stored).toMatchObject(ended)
    await test.call(admin, 'PUT', FORM, { ...stored, end_date: '2025-05-09', venue: '新国展' })
    expect(await record()).toMatchObject({ end_date: '2025-05-03', venue: '新国展' })
  })
})
