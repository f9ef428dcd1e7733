import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mergeRecord } from '#renderer/model/merge-record.ts'
import type { Side } from '#renderer/model/merge-row.ts'
import { pageModel } from '#renderer/model/page-model.ts'
import { MAX_DRAFT_BYTES, MAX_DRAFTS } from '#schemas/api/draft.ts'
import type { Row } from '#schemas/compile/model.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'
import { propertyRuns } from '#tests/helpers/property-runs.ts'

const FORM = '/online/cgform/api/form/expo_exhibition'
const DRAFT = '/online/draft/expo_exhibition'

let test: TestApp
let admin = ''
let staff = ''
let expo = ''
beforeAll(async () => {
  test = await createTestApp()
  admin = await test.signIn('admin')
  staff = await test.signIn('staff')
  expo = (await test.call(admin, 'GET', '/online/cgform/api/getData/expo?pageSize=1')).body.result.records[0]
    .id
})
afterAll(() => test.close())

const keep = (token: string, body: object, form = 'expo_exhibition') =>
  test.call(token, 'PUT', `/online/draft/${form}`, { before: {}, mine: {}, ...body })
const drafts = async (token: string, record = '', form = 'expo_exhibition') =>
  (await test.call(token, 'GET', `/online/draft/${form}?record=${record}`)).body
const sql = async (text: string) => (await test.database.connections.writePool.query(text)).rows
const add = async (name: string, more: object = {}): Promise<string> => {
  const { body } = await test.call(admin, 'POST', FORM, { name, expo_id: expo, ...more })
  expect(body).toMatchObject({ success: true })
  return body.result
}
const read = async (id: string): Promise<Row> => (await test.call(admin, 'GET', `${FORM}/${id}`)).body.result

describe('a draft of a form', () => {
  it('comes back with its age, its sub rows and what was there before, and goes when it is dropped', async () => {
    const id = await add('草稿企业')
    const content = {
      version: 1,
      before: { name: '草稿企业', expo_contact: [] },
      mine: { name: '改了一半', expo_contact: [{ name: '新联系人', phone: '13800001234' }] },
    }
    expect((await keep(admin, { key: 'k1', record: id, ...content })).body).toMatchObject({ success: true })
    await keep(admin, { key: 'k1', record: id, ...content, mine: { ...content.mine, name: '改完' } })
    test.clock.ahead += 90_000
    const { result } = await drafts(admin, id)
    expect(result).toEqual([
      { key: 'k1', age: expect.any(Number), ...content, mine: { ...content.mine, name: '改完' } },
    ])
    expect(result[0].age).toBeGreaterThanOrEqual(90)
    // A new record is another one.
    expect((await drafts(admin)).result).toEqual([])
    await test.call(admin, 'DELETE', `${DRAFT}?key=k1`)
    expect((await drafts(admin, id)).result).toEqual([])
  })

  it('comes with the record for who opens its form, and for nobody who reads it otherwise', async () => {
    const id = await add('随记录而来')
    const content = { version: 1, before: { name: '随记录而来' }, mine: { name: '改到一半' } }
    await keep(admin, { key: 'with', record: id, ...content })
    const opened = await test.call(admin, 'GET', `${FORM}/${id}?drafts=true`)
    const { _drafts, ...record } = opened.body.result
    expect(_drafts).toEqual([{ key: 'with', age: expect.any(Number), ...content }])
    expect(record).toEqual(await read(id))
    expect(record).not.toHaveProperty('_drafts')
    expect((await test.call(staff, 'GET', `${FORM}/${id}?drafts=true`)).body.result._drafts).toEqual([])
    expect((await test.call(admin, 'GET', `${FORM}/no-such?drafts=true`)).status).toBe(404)
    // Sent back with a save, it is no field.
    const saved = await test.call(admin, 'PUT', FORM, { ...opened.body.result, name: '已保存' })
    expect(saved.body).toMatchObject({ success: true })
    await test.call(admin, 'DELETE', `${DRAFT}?key=with`)
  })

  it('is its user’s and tenant’s own', async () => {
    await keep(admin, { key: 'own', mine: { name: '我的' } })
    expect((await drafts(staff)).result).toEqual([])
    // The key of somebody else’s draft names nothing.
    await keep(staff, { key: 'own', mine: { name: '他的' } })
    await test.call(staff, 'DELETE', `${DRAFT}?key=own`)
    expect((await drafts(admin)).result).toMatchObject([{ key: 'own', mine: { name: '我的' } }])
    await sql("insert into platform.sys_tenant (id, name) values (60, '六十') on conflict do nothing")
    await sql('update platform.form_draft set tenant_id = 60')
    expect((await drafts(admin)).result).toEqual([])
    await sql('update platform.form_draft set tenant_id = 1')
    expect((await drafts(admin)).result).toHaveLength(1)
    await test.call(admin, 'DELETE', `${DRAFT}?key=own`)
  })

  it('holds no secret, no column of the platform, and nothing that the form does not know', async () => {
    await keep(
      admin,
      { key: 's', mine: { username: 'x', password: 'Secret-1-word', createBy: 'root', unknown: 1 } },
      'sys_user',
    )
    expect((await drafts(admin, '', 'sys_user')).result).toMatchObject([{ mine: { username: 'x' } }])
    const [row] = await sql('select content from platform.form_draft')
    expect(row.content).not.toMatch(/Secret|root|unknown/)
    await test.call(admin, 'DELETE', '/online/draft/sys_user?key=s')
  })

  it('does not bring back a column or a record that its user may not see any more', async () => {
    const id = await add('会被收回的企业', { owner: 'staff', fee: 5 })
    await sql(`insert into platform.form_grant (role_id, form_code, kind, key)
      select r.id, 'expo_exhibition', g.kind, g.key from platform.sys_role r,
        (values ('visible', 'fee'), ('row', 'mine')) as g (kind, key)
      where r.role_code = 'staff' on conflict do nothing`)
    await sql(
      `delete from platform.form_grant where form_code = 'expo_exhibition' and kind = 'row' and key <> 'mine'`,
    )
    await test.app.sessions.rightsChanged()
    await keep(staff, { key: 'r', record: id, before: { fee: 5 }, mine: { fee: 7, name: '改名' } })
    expect((await drafts(staff, id)).result).toMatchObject([{ before: { fee: 5 }, mine: { fee: 7 } }])
    await sql("delete from platform.form_grant where form_code = 'expo_exhibition' and key = 'fee'")
    await test.app.sessions.rightsChanged()
    expect((await drafts(staff, id)).result).toEqual([
      { key: 'r', age: expect.any(Number), before: {}, mine: { name: '改名' } },
    ])
    const { _version } = await read(id)
    await test.call(admin, 'PUT', FORM, { id, _version, owner: 'admin' })
    expect((await drafts(staff, id)).code).toBe(404)
    expect((await keep(staff, { key: 'r', record: id, mine: { name: '又' } })).status).toBe(404)
    // One’s own draft may go all the same.
    await test.call(staff, 'DELETE', `${DRAFT}?key=r`)
    expect(await sql('select id from platform.form_draft')).toEqual([])
  })

  it('is refused of a form without any right to it, and of one that is not there, alike', async () => {
    expect((await keep(staff, { key: 'x' }, 'sys_data_source')).status).toBe(403)
    expect((await keep(staff, { key: 'x' }, 'no_such_form')).status).toBe(403)
    expect((await test.call(null, 'GET', DRAFT)).status).toBe(401)
  })

  it('is bounded in size and number: the oldest of too many go', async () => {
    const big = await keep(admin, { key: 'big', mine: { intro: 'x'.repeat(MAX_DRAFT_BYTES) } })
    expect(big.status).toBe(413)
    for (let n = 0; n <= MAX_DRAFTS; n += 1) {
      test.clock.ahead += 1000
      await keep(admin, { key: `n${n}`, mine: { name: `${n}` } })
    }
    const { result } = await drafts(admin)
    expect(result).toHaveLength(MAX_DRAFTS)
    expect(result[0]).toMatchObject({ key: `n${MAX_DRAFTS}` })
    expect(result.at(-1)).toMatchObject({ key: 'n1' })
    await sql('delete from platform.form_draft')
  })

  it('leaves no line in the log, however often it is kept', async () => {
    const lines = async () =>
      (
        await sql("select count(*)::int as n from platform.sys_log where request_url like '%/online/draft/%'")
      )[0].n
    const before = await lines()
    await keep(admin, { key: 'quiet', mine: { name: '静' } })
    await test.call(admin, 'DELETE', `${DRAFT}?key=quiet`)
    expect(await lines()).toBe(before)
  })
})

describe('two editors of one record of the server', () => {
  it('lose no value by a save of the other, through any order of saves and merges', async () => {
    const { body } = await test.call(admin, 'GET', '/online/document/expo_exhibition')
    const model = pageModel(body.result)
    let serial = 0
    const change = fc.record({
      who: fc.constantFrom<0 | 1>(0, 1),
      field: fc.constantFrom('booth_no', 'intro', 'contact 0', 'contact 1', 'add', 'remove', 'save'),
      value: fc.constantFrom('A1-01', 'B2-02'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 10 }), async (changes) => {
        serial += 1
        const id = await add(`并发${serial}`, {
          expo_contact: ['一', '二'].map((name) => ({ name, phone: '13800001234' })),
        })
        const open = async () => ({ base: await read(id), own: await read(id), touched: new Set<string>() })
        const editors = [await open(), await open()]
        const save = async (who: 0 | 1) => {
          const { base, own, touched } = editors[who] as Awaited<ReturnType<typeof open>>
          const before = await read(id)
          let answer = await test.call(admin, 'PUT', FORM, own)
          if (answer.status === 409) {
            const merge = mergeRecord(model, { before: base, mine: own, current: answer.body.result.current })
            const open = merge.parts.filter(({ from }) => from === null)
            for (const { key } of open) touched.add(key.replace(/^expo_contact /, '').trim())
            const sides = new Map(open.map(({ key }) => [key, 'mine' as Side]))
            answer = await test.call(admin, 'PUT', FORM, merge.build(sides))
          }
          expect(answer.body, answer.text).toMatchObject({ success: true })
          const after = await read(id)
          for (const name of ['booth_no', 'intro', 'fee', 'level'])
            if (!touched.has(name)) expect([name, after[name]]).toEqual([name, before[name]])
          for (const row of before.expo_contact as Row[]) {
            const now = (after.expo_contact as Row[]).find((one) => one.id === row.id)
            if (touched.has(String(row.id))) continue
            expect(now, `row ${row.name}`).toBeTruthy()
            if (!touched.has(`${row.id} name`)) expect(now?.name).toBe(row.name)
          }
          editors[who] = await open()
        }
        for (const { who, field, value } of changes) {
          const editor = editors[who]
          if (!editor) continue
          const rows = editor.own.expo_contact as Row[]
          const row = rows[field === 'contact 1' ? 1 : 0]
          if (field === 'save') await save(who)
          else if (field === 'add') rows.push({ name: value, phone: '13800001234' })
          else if (field === 'remove') {
            rows.shift()
            editor.touched.add(String(row?.id))
          } else if (field.startsWith('contact')) {
            if (row) row.name = value
            editor.touched.add(`${row?.id} name`)
          } else {
            editor.own[field] = value
            editor.touched.add(field)
          }
        }
        await save(0)
        await save(1)
      }),
      propertyRuns(12),
    )
  })
})
