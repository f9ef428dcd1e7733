import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Row } from '#schemas/compile/model.ts'
import type { Property } from '#schemas/page/form.ts'
import {
  createFormBench,
  type FormBench,
  formDocument,
  testSession,
  writeContext,
} from '#tests/helpers/form-bench.ts'
import { formView } from '../read/form-view.ts'
import type { SaveAnswer } from './writer.ts'

let bench: FormBench
const DECIMAL = { type: 'BigDecimal', length: 10, scale: 2 } as Property['db']
/** A name that every object has already. */
const CONSTRUCTOR = JSON.parse('{"constructor": {"type": "string"}}') as Record<string, { type: 'string' }>
const admin = testSession()
const context = writeContext(admin)

beforeAll(async () => {
  bench = await createFormBench([
    formDocument(
      'company',
      {
        name: { type: 'string', maxLength: 50, unique: true },
        level: { type: 'string', view: 'list', dict: [{ value: '1', text: '一级' }] },
        amount: { type: 'integer' },
        price: { type: 'number', db: DECIMAL },
        held: { type: 'string', view: 'datetime' },
        secret: { type: 'string' },
        pin: { type: 'string', view: 'password', maxLength: 20 },
        locked: { type: 'string', readOnly: true },
        filled: { type: 'string', readOnly: true },
        source: {
          type: 'string',
          view: 'popup',
          options: { popupCode: 'contact', orgFields: 'id', destFields: 'filled' },
        },
        number: { type: 'string', defaultFrom: { fillRule: 'company_no' } },
        owners: { type: 'string', view: 'sel_user' },
        ...CONSTRUCTOR,
        order: { type: 'integer' },
      },
      {
        subTables: [
          { code: 'contact', foreignKey: 'company_id', relation: 'many' },
          { code: 'invoice', foreignKey: 'company_id', relation: 'one' },
        ],
        permissions: {
          columns: [
            { field: 'secret', control: 'visible' },
            { field: 'level', control: 'editable' },
          ],
        },
        rules: [
          // biome-ignore lint/suspicious/noThenProperty: the document's keyword
          { if: { field: 'amount', rule: 'gt', val: 100 }, then: { require: ['price'] } },
          // biome-ignore lint/suspicious/noThenProperty: the document's keyword
          { if: { field: 'amount', rule: 'eq', val: 13 }, then: { hide: ['level'] } },
        ],
      },
    ),
    formDocument(
      'stand',
      { name: { type: 'string' } },
      {
        subTables: [
          { code: 'contact', foreignKey: 'company_id', relation: 'many', minRows: 1, order: 'rank' },
        ],
      },
    ),
    formDocument('contact', {
      company_id: { type: 'string', form: false, maxLength: 32 },
      phone: { type: 'string', unique: true },
      rank: { type: 'integer' },
    }),
    formDocument('invoice', {
      company_id: { type: 'string', form: false, maxLength: 32 },
      title: { type: 'string' },
    }),
    formDocument('visit', {
      firm: { type: 'string', view: 'list', dict: { table: 'company', value: 'id', text: 'name' } },
      firms: { type: 'string', view: 'list_multi', dict: { table: 'company', value: 'name', text: 'name' } },
      person: { type: 'string', view: 'sel_search', dict: { table: 'contact', value: 'id', text: 'phone' } },
      node: {
        type: 'string',
        view: 'sel_tree',
        options: { table: 'area', text: 'name', code: 'id', pidField: 'pid' },
      },
    }),
    formDocument(
      'area',
      {
        pid: { type: 'string', maxLength: 32 },
        name: { type: 'string' },
        has_child: { type: 'string', form: false, maxLength: 3 },
      },
      { tree: { parent: 'pid', label: 'name', hasChild: 'has_child', root: '0' } },
    ),
  ])
})
afterAll(async () => bench?.close())

let names = 0
const company = (row: Row = {}) => ({ name: `公司${++names}`, ...row })
const idOf = (answer: SaveAnswer): string => {
  if (!answer.saved) throw new Error(JSON.stringify(answer.errors))
  return answer.id
}
const insert = async (row: Row = {}) =>
  idOf(await bench.writer.insert(bench.form('company'), company(row), context))
const update = (row: Row, by = context) => bench.writer.update(bench.form('company'), row, by)
const record = (id: string, session = admin) => bench.reader.record(bench.form('company'), session, id)
const count = async (table: string) =>
  Number((await bench.database.connections.writePool.query(`select count(*) as n from ${table}`)).rows[0].n)

describe('records', () => {
  it('are stored by type, listed with texts, changed and deleted', async () => {
    const id = await insert({
      level: '1',
      amount: '5',
      price: '12.50',
      held: '2026-01-02 03:04:05',
      owners: ['a', 'b'],
      constructor: 'x',
      order: 3,
    })
    expect(await record(id)).toMatchObject({
      level: '1',
      level_dictText: '一级',
      amount: 5,
      price: 12.5,
      held: '2026-01-02 03:04:05',
      owners: 'a,b',
      owners_dictText: 'sys_user,realname,username:a,sys_user,realname,username:b',
      constructor: 'x',
      order: 3,
      number: 'company_no-1',
      create_by: 'zhang',
      sys_org_code: 'A01',
      _version: 1,
    })
    const listed = await bench.reader.list(bench.form('company'), admin, {
      amount: '5',
      owners: 'b',
      held: '2026-01-02',
    })
    expect(listed).toMatchObject({ total: 1, records: [{ id, level_dictText: '一级' }] })
    expect(await update({ id, _version: 1, amount: 6 })).toEqual({ saved: true, id })
    expect(await record(id)).toMatchObject({ amount: 6, price: 12.5, update_by: 'zhang', _version: 2 })
    expect(await bench.writer.remove(bench.form('company'), [id, ''], context)).toBe(1)
    await expect(record(id)).rejects.toMatchObject({ status: 404 })
  })

  it('refuse what the document refuses, with the field and a sentence', async () => {
    const answer = await bench.writer.insert(
      bench.form('company'),
      company({ level: '9', amount: 'x' }),
      context,
    )
    expect(answer).toMatchObject({ saved: false })
    expect(answer.saved ? [] : answer.errors.map(({ field }) => field)).toEqual(['level', 'amount'])
    const ruled = await bench.writer.insert(bench.form('company'), company({ amount: 101 }), context)
    expect(ruled).toMatchObject({ saved: false, errors: [{ field: 'price' }] })
  })

  it('do not store what was sent for a field that a rule hides', async () => {
    const id = await insert({ amount: 13, level: 'no choice' })
    expect((await record(id)).level).toBeNull()
  })

  it('keep unique values unique, also against a parallel save', async () => {
    const name = `唯一${++names}`
    const all = await Promise.all(
      Array.from({ length: 8 }, () => bench.writer.insert(bench.form('company'), { name }, context)),
    )
    expect(all.filter((answer) => answer.saved)).toHaveLength(1)
    for (const answer of all)
      if (!answer.saved)
        expect(answer.errors).toMatchObject([{ field: 'name', message: expect.stringContaining('已存在') }])
  })

  it('say of a secret only that there is one, and keep it unless another is sent', async () => {
    const id = await insert({ pin: 'S3cret' })
    const stored = async () =>
      (await bench.database.connections.writePool.query('select pin from data.company where id = $1', [id]))
        .rows[0].pin
    expect(await record(id)).toMatchObject({ pin: '******' })
    expect((await bench.reader.list(bench.form('company'), admin, { id })).records).toMatchObject([
      { pin: '******' },
    ])
    // Nobody can guess it by asking for rows that have it.
    expect((await bench.reader.list(bench.form('company'), admin, { id, pin: 'nothing' })).total).toBe(1)
    await update({ id, pin: '******', amount: 3 })
    expect(await stored()).toBe('S3cret')
    await update({ id, pin: 'other' })
    expect(await stored()).toBe('other')
    const { rows } = await bench.database.connections.writePool.query(
      'select before::text, after::text from platform.operation_change where record_id = $1',
      [id],
    )
    expect(rows).toHaveLength(3)
    expect(JSON.stringify(rows)).not.toMatch(/S3cret|other/)
  })

  it('ignore unknown, system and read-only fields of a body (A-4)', async () => {
    const id = await insert({
      id: 'mine',
      create_by: 'evil',
      create_time: '2000-01-01 00:00:00',
      _tenant: 2,
      _version: 9,
      locked: 'x',
      number: 'x',
      unknown: 'x',
      __proto__: { a: 1 },
    })
    expect(id).not.toBe('mine')
    const stored = await record(id)
    expect(stored).toMatchObject({ create_by: 'zhang', _version: 1, locked: null })
    expect(stored.number).toMatch(/^company_no-/)
    expect(Object.keys(stored)).not.toContain('unknown')
    await update({ id, create_by: 'evil', sys_org_code: 'X', locked: 'x', number: 'y', update_by: 'evil' })
    expect(await record(id)).toMatchObject({
      create_by: 'zhang',
      update_by: 'zhang',
      sys_org_code: 'A01',
      locked: null,
      number: stored.number,
    })
  })

  it('take a read-only field that another field fills', async () => {
    const id = await insert({ source: 'report row', filled: 'from popup' })
    expect(await record(id)).toMatchObject({ filled: 'from popup' })
  })

  it('keep the values of columns that the user may not see or change (A-4)', async () => {
    const id = await insert({ secret: 's', level: '1' })
    const staff = testSession({ isAdmin: false, username: 'li' })
    const seen = await record(id, staff)
    expect(seen).not.toHaveProperty('secret')
    expect(
      await update({ ...seen, secret: 'stolen', level: null, amount: 3 }, writeContext(staff)),
    ).toMatchObject({ saved: true })
    expect(await record(id)).toMatchObject({ secret: 's', level: '1', amount: 3, update_by: 'li' })
    const list = (query: Row) => bench.reader.list(bench.form('company'), staff, query)
    // A hidden column is no filter and no order: neither tells anything of its values.
    expect((await list({ secret: 'no such', id })).total).toBe(1)
    await expect(list({ column: 'secret', order: 'asc' })).rejects.toMatchObject({ status: 400 })
    await expect(
      list({ superQueryParams: JSON.stringify([{ field: 'secret', rule: 'eq', val: 's' }]) }),
    ).rejects.toMatchObject({ status: 400 })
  })

  it('answer the same for a record of another tenant as for none (A-3, A-6)', async () => {
    const id = await insert()
    const other = testSession({ tenantId: 2 })
    for (const wanted of [id, 'none']) {
      await expect(record(wanted, other)).rejects.toMatchObject({ status: 404, message: '未找到对应实体' })
      await expect(update({ id: wanted, amount: 1 }, writeContext(other))).rejects.toMatchObject({
        status: 404,
        message: '未找到对应实体',
      })
      await expect(
        bench.writer.remove(bench.form('company'), [wanted], writeContext(other)),
      ).rejects.toMatchObject({
        status: 404,
        message: '未找到对应实体',
      })
    }
    expect((await bench.reader.list(bench.form('company'), other, {})).total).toBe(0)
    const { name } = await record(id)
    expect(await bench.writer.insert(bench.form('company'), { name }, writeContext(other))).toMatchObject({
      saved: true,
    })
    expect(
      await bench.store.lookup(formView(other, bench.form('company')), other, {
        value: 'id',
        text: 'name',
        limit: 10,
      }),
    ).toHaveLength(1)
  })
})

describe('a stale save', () => {
  it('is refused with both sides and changes nothing (R-3)', async () => {
    const id = await insert({ amount: 1 })
    const [first, second] = [await record(id), await record(id)]
    expect(await update({ ...first, amount: 2 })).toMatchObject({ saved: true })
    await expect(update({ ...second, amount: 3 })).rejects.toMatchObject({
      status: 409,
      detail: { current: { amount: 2, _version: 2 }, sent: { amount: 3, _version: 1 } },
    })
    expect(await record(id)).toMatchObject({ amount: 2, _version: 2 })
    // Without a version the save is accepted for compatibility.
    expect(await update({ id, amount: 4 })).toMatchObject({ saved: true })
  })

  it('is noticed in a sub row, too (R-3)', async () => {
    const id = await insert({ contact: [{ phone: `p${++names}` }] })
    const before = await record(id)
    const contacts = before.contact as Row[]
    await update({ id, contact: [{ ...contacts[0], rank: 1 }] })
    await expect(update({ id, contact: [{ ...contacts[0], rank: 2 }] })).rejects.toMatchObject({
      status: 409,
      detail: { current: { contact: [{ rank: 1, _version: 2 }] } },
    })
  })

  it('lets 50 parallel increments with retry end at exactly 50 (R-3)', async () => {
    const id = await insert({ amount: 0, price: 1 })
    const increment = async () => {
      for (;;) {
        const row = await record(id)
        try {
          await update({ id, _version: row._version, amount: Number(row.amount) + 1 })
          return
        } catch (error) {
          if ((error as { status?: number }).status !== 409) throw error
        }
      }
    }
    await Promise.all(Array.from({ length: 50 }, increment))
    expect(await record(id)).toMatchObject({ amount: 50, _version: 51 })
  })
})

describe('sub tables', () => {
  it('are replaced as a set: known rows keep id and version, new ones are added, missing ones go', async () => {
    const id = await insert({
      contact: [{ phone: `a${++names}`, rank: 1 }, { phone: `b${++names}` }],
      invoice: { title: '抬头' },
    })
    const before = await record(id)
    const [first, second] = before.contact as [Row, Row]
    expect(before.invoice).toMatchObject({ title: '抬头', company_id: id })
    const taken = first.phone
    await update({ id, contact: [{ ...second, rank: 7 }, { phone: taken }] })
    const after = await record(id)
    expect(after.contact).toMatchObject([
      { id: second.id, rank: 7, _version: 2 },
      { phone: taken, _version: 1 },
    ])
    expect((after.contact as Row[])[1]?.id).not.toBe(first.id)
    expect(after.invoice).toMatchObject({ title: '抬头', _version: 1 })
    await update({ id, contact: [{ ...(after.contact as Row[])[0] }], invoice: null })
    expect(await record(id)).toMatchObject({ contact: [{ id: second.id, _version: 2 }], invoice: null })
  })

  it('that a new record must have are asked for, however the body leaves them out', async () => {
    const insertStand = (row: Row) => bench.writer.insert(bench.form('stand'), row, context)
    for (const row of [{ name: 'A1' }, { name: 'A1', contact: null }, { name: 'A1', contact: [] }])
      expect(await insertStand(row)).toMatchObject({
        saved: false,
        errors: [{ subTable: 'contact', message: 'contact至少需要 1 行' }],
      })
    const id = idOf(await insertStand({ name: 'A1', contact: [{ phone: '900' }] }))
    // A change that does not speak of them leaves them as they are.
    const changed = await bench.writer.update(bench.form('stand'), { id, name: 'A2' }, context)
    expect(changed).toMatchObject({ saved: true })
  })

  it('are read in the order of the number that holds their place [grid-47]', async () => {
    const contact = [3, 1, 2].map((rank) => ({ phone: `place${rank}`, rank }))
    const stand = bench.form('stand')
    const id = idOf(await bench.writer.insert(stand, { name: 'A3', contact }, context))
    const row = await bench.reader.record(stand, admin, id)
    const stored = (row?.contact ?? []) as Row[]
    expect(stored.map(({ rank }) => rank)).toEqual([1, 2, 3])
  })

  it('added on their own page meanwhile are not thrown away by the older main form (R-3)', async () => {
    const id = await insert({ contact: [{ phone: `p${++names}` }] })
    const opened = await record(id)
    const contact = bench.form('contact')
    const added = idOf(await bench.writer.insert(contact, { company_id: id, phone: `p${++names}` }, context))
    await expect(update({ ...opened, amount: 7 })).rejects.toMatchObject({ status: 409 })
    const both = await record(id)
    expect(both.contact).toHaveLength(2)
    await bench.writer.remove(contact, [added], context)
    await expect(update({ ...both, amount: 8 })).rejects.toMatchObject({ status: 409 })
  })

  it('have no second one below a record that may have only one, not even by two saves at once', async () => {
    const [first, second] = [await insert(), await insert({ invoice: [{ title: 'A' }] })]
    const add = (company_id: string) =>
      bench.writer.insert(bench.form('invoice'), { title: 'B', company_id }, context)
    const answers = await Promise.all([add(first), add(first)])
    expect(answers.map(({ saved }) => saved).sort()).toEqual([false, true])
    expect(await add(second)).toMatchObject({ saved: false, errors: [{ field: 'company_id' }] })
    const { invoice, ...rest } = await record(second)
    expect(invoice).toMatchObject({ title: 'A' })
    // The only row is edited, and replaced with its record, as before.
    expect(
      await bench.writer.update(bench.form('invoice'), { ...(invoice as Row), title: 'C' }, context),
    ).toMatchObject({ saved: true })
    const now = await record(second)
    expect(await update({ ...rest, _version: now._version, invoice: [{ title: 'D' }] })).toMatchObject({
      saved: true,
    })
    expect(await record(second)).toMatchObject({ invoice: { title: 'D' } })
  })

  it('cannot take a row from another main record', async () => {
    const mine = await insert({ contact: [{ phone: `m${++names}`, rank: 1 }] })
    const other = await insert()
    const [row] = (await record(mine)).contact as [Row]
    await update({ id: other, contact: [{ ...row, phone: `x${++names}` }] })
    expect((await record(mine)).contact).toMatchObject([{ id: row.id, rank: 1 }])
    expect(((await record(other)).contact as Row[])[0]?.id).not.toBe(row.id)
  })

  it('tell which row is wrong', async () => {
    const phone = `d${++names}`
    const answer = await bench.writer.insert(
      bench.form('company'),
      company({ contact: [{ phone }, { phone, rank: 'x' }] }),
      context,
    )
    expect(answer).toMatchObject({
      saved: false,
      errors: [
        { subTable: 'contact', row: 1, field: 'rank' },
        { subTable: 'contact', row: 1, field: 'phone' },
      ],
    })
  })

  it('tell which row repeats a value of another record', async () => {
    const phone = `u${++names}`
    await insert({ contact: [{ phone }] })
    const answer = await bench.writer.insert(
      bench.form('company'),
      company({ contact: [{ phone: `v${names}` }, { phone }] }),
      context,
    )
    expect(answer).toMatchObject({ saved: false, errors: [{ subTable: 'contact', row: 1, field: 'phone' }] })
  })

  it('are saved in as many statements as they are few', async () => {
    const statements = vi.spyOn(pg.Client.prototype, 'query')
    // A slow machine makes the pools ask whether the database is still there.
    const asked = () => statements.mock.calls.filter(([text]: unknown[]) => text !== 'select 1').length
    const saves = async (count: number): Promise<number[]> => {
      const run = `s${++names}-`
      const rows = Array.from({ length: count }, (_, at) => ({ phone: `${run}${at}`, rank: at }))
      statements.mockClear()
      const id = await insert({ contact: rows })
      const added = asked()
      const stored = (await record(id)).contact as Row[]
      expect(stored.map(({ rank }) => rank).sort((a, b) => Number(a) - Number(b))).toEqual(
        rows.map(({ rank }) => rank),
      )
      statements.mockClear()
      // Half of them changed, a third gone, others new.
      const next = stored.flatMap((row, at) => (at % 3 === 0 ? [] : [at % 2 ? { ...row, rank: -1 } : row]))
      const more = Array.from({ length: count }, (_, at) => ({ phone: `${run}new${at}` }))
      expect(await update({ id, contact: [...next, ...more] })).toMatchObject({ saved: true })
      const changed = asked()
      expect((await record(id)).contact).toHaveLength(next.length + count)
      return [added, changed]
    }
    try {
      expect(await saves(600)).toEqual(await saves(6))
    } finally {
      statements.mockRestore()
    }
  })

  it('may pass their unique values on to each other', async () => {
    const [one, two, three] = [`x${++names}`, `x${++names}`, `x${++names}`]
    const id = await insert({ contact: [{ phone: one }, { phone: two }, { phone: three }] })
    const rows = (await record(id)).contact as Row[]
    const phones = new Map([
      [one, two],
      [two, one],
      [three, `x${++names}`],
    ])
    const contact = rows.map((row) => ({ ...row, phone: phones.get(String(row.phone)) }))
    expect(await update({ id, contact: [{ phone: three }, ...contact] })).toMatchObject({ saved: true })
    const after = (await record(id)).contact as Row[]
    for (const { id: known, phone } of rows)
      expect(after.find((row) => row.id === known)).toMatchObject({
        phone: phones.get(String(phone)),
        _version: 2,
      })
    expect(after.map(({ phone }) => phone)).toContain(three)
  })

  it('are logged one by one, with what they were and what they are', async () => {
    const id = await insert({
      contact: [
        { phone: `c${++names}`, rank: 1 },
        { phone: `c${++names}`, rank: 2 },
      ],
    })
    const rows = (await record(id)).contact as Row[]
    await update({ id, contact: rows.map((row) => ({ ...row, rank: Number(row.rank) * 10 })) })
    const { rows: logged } = await bench.database.connections.writePool.query(
      `select (before->>'rank')::int as before, (after->>'rank')::int as after, version
       from platform.operation_change where record_id = any($1) and before is not null order by 1`,
      [rows.map((row) => row.id)],
    )
    expect(logged).toEqual([
      { before: 1, after: 10, version: 2 },
      { before: 2, after: 20, version: 2 },
    ])
  })

  it('are saved with their main record or not at all (R-4)', async () => {
    const [companies, contacts, operations] = [
      await count('data.company'),
      await count('data.contact'),
      await count('platform.operation'),
    ]
    const id = await insert({ contact: [{ phone: `k${++names}` }] })
    // The last statement of a save writes the operation log: break that one.
    const { writePool } = bench.database.connections
    await writePool.query('alter table platform.operation_change rename to operation_change_away')
    try {
      await expect(insert({ contact: [{ phone: `l${++names}` }] })).rejects.toThrow()
      await expect(update({ id, amount: 9, contact: [] })).rejects.toThrow()
      await expect(bench.writer.remove(bench.form('company'), [id], context)).rejects.toThrow()
    } finally {
      await writePool.query('alter table platform.operation_change_away rename to operation_change')
    }
    expect([
      await count('data.company'),
      await count('data.contact'),
      await count('platform.operation'),
    ]).toEqual([companies + 1, contacts + 1, operations + 1])
    expect(await record(id)).toMatchObject({ amount: null, _version: 1 })
  })

  it('go with their main record', async () => {
    const id = await insert({ contact: [{ phone: `g${++names}` }], invoice: { title: 't' } })
    await bench.writer.remove(bench.form('company'), [id], context)
    const { rows } = await bench.database.connections.writePool.query(
      'select 1 from data.contact where company_id = $1 union all select 1 from data.invoice where company_id = $1',
      [id],
    )
    expect(rows).toEqual([])
  })
})

describe('a record that others name', () => {
  const visit = (row: Row) => bench.writer.insert(bench.form('visit'), row, context)
  const removed = (form: string, id: string) => bench.writer.remove(bench.form(form), [id], context)
  const refused = (title: string, count = 1) =>
    expect.objectContaining({
      status: 200,
      message: `被 ${count} 条“visit”的“${title}”引用，不能删除`,
    })

  it('stays while they do: by key, by a value that nobody else has, in a list, as a node of a tree', async () => {
    const id = await insert({ contact: [{ phone: `r${++names}` }] })
    const { name, contact } = await record(id)
    const person = String((contact as Row[])[0]?.id)
    const node = idOf(await bench.writer.insert(bench.form('area'), { name: '馆' }, context))
    const first = idOf(await visit({ firm: id }))
    const second = idOf(await visit({ firm: id }))
    await expect(removed('company', id)).rejects.toEqual(refused('firm', 2))
    // Among several, the user is told which.
    const free = await insert({})
    await expect(bench.writer.remove(bench.form('company'), [free, id], context)).rejects.toThrow(
      `“${name}”等记录被 2 条“visit”的“firm”引用，不能删除`,
    )
    expect(await record(id)).toMatchObject({ name })
    await bench.writer.remove(bench.form('visit'), [first, second], context)
    const third = idOf(await visit({ firms: `${String(name)},其他`, person, node }))
    await expect(removed('company', id)).rejects.toEqual(refused('firms'))
    await expect(removed('area', node)).rejects.toEqual(refused('node'))
    await bench.writer.update(bench.form('visit'), { id: third, firms: '其他', node: null }, context)
    // A sub row that goes with its main record, or alone, is a record like any other.
    await expect(removed('company', id)).rejects.toEqual(refused('person'))
    await expect(removed('contact', person)).rejects.toEqual(refused('person'))
    expect(await update({ id, contact: [] })).toMatchObject({
      saved: false,
      errors: [{ message: '被 1 条“visit”的“person”引用，不能删除' }],
    })
    await removed('visit', third)
    expect(await removed('area', node)).toBe(1)
    expect(await removed('company', id)).toBe(1)
  })

  it('does not stay for records of another tenant', async () => {
    const id = await insert()
    const other = writeContext(testSession({ tenantId: 2 }))
    await bench.writer.insert(bench.form('visit'), { firm: id }, other)
    expect(await removed('company', id)).toBe(1)
  })
})

describe('the operation log', () => {
  it('holds every changed record, before and after', async () => {
    const id = await insert({ amount: 1 })
    await update({ id, amount: 2 })
    await bench.writer.remove(bench.form('company'), [id], context)
    const { rows } = await bench.database.connections.writePool.query(
      `select o.action, c.before->>'amount' as before, c.after->>'amount' as after, c.version
       from platform.operation o join platform.operation_change c on c.operation_id = o.id
       where c.record_id = $1 order by c.version, o.action`,
      [id],
    )
    expect(rows).toEqual([
      { action: 'add', before: null, after: '1', version: 1 },
      { action: 'delete', before: '2', after: null, version: 2 },
      { action: 'edit', before: '1', after: '2', version: 2 },
    ])
  })
})

describe('an Idempotency-Key', () => {
  it('makes one record of 20 parallel identical posts (R-9)', async () => {
    const body = company()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        bench.writer.insert(bench.form('company'), body, writeContext(admin, 'key-1')),
      ),
    )
    expect(new Set(answers.map(idOf)).size).toBe(1)
    expect((await bench.reader.list(bench.form('company'), admin, { name: body.name })).total).toBe(1)
    await expect(
      bench.writer.insert(bench.form('company'), company(), writeContext(admin, 'key-1')),
    ).rejects.toMatchObject({ status: 422 })
    await expect(
      bench.writer.insert(bench.form('invoice'), body, writeContext(admin, 'key-1')),
    ).rejects.toMatchObject({ status: 422 })
    expect(
      await bench.writer.insert(
        bench.form('company'),
        company(),
        writeContext(testSession({ userId: 'u2' }), 'key-1'),
      ),
    ).toMatchObject({ saved: true })
  })

  it('is free again after a refused save', async () => {
    const refused = await bench.writer.insert(
      bench.form('company'),
      company({ amount: 'x' }),
      writeContext(admin, 'key-2'),
    )
    expect(refused.saved).toBe(false)
    expect(
      await bench.writer.insert(bench.form('company'), company(), writeContext(admin, 'key-2')),
    ).toMatchObject({ saved: true })
  })
})

describe('a tree', () => {
  const tree = () => bench.form('area')
  const node = async (name: string, pid?: string) =>
    idOf(await bench.writer.insert(tree(), { name, pid }, context))
  const level = async (query: Row) => (await bench.reader.tree(tree(), admin, query)).records

  it('opens level by level, marks parents, and finds by search', async () => {
    const root = await node('根')
    const branch = await node('枝', root)
    expect((await level({ name: '根' })).map(({ id, has_child }) => [id, has_child])).toEqual([[root, '1']])
    expect(await level({ pid: root, has_child: '1' })).toMatchObject([{ id: branch, has_child: '0' }])
    expect((await level({})).every(({ pid }) => pid === '0')).toBe(true)
    expect(await level({ hasQuery: 'true', name: '枝' })).toMatchObject([{ id: branch }])
    const { rows } = await bench.database.connections.writePool.query(
      'select has_child from data.area where id = $1',
      [root],
    )
    expect(rows).toEqual([{ has_child: '1' }])
    await expect(bench.writer.remove(tree(), [root], context)).rejects.toMatchObject({
      message: expect.stringContaining('子节点'),
    })
    await bench.writer.remove(tree(), [branch], context)
    expect(await level({ name: '根' })).toMatchObject([{ id: root, has_child: '0' }])
  })

  it('never becomes a ring, not even by two moves at once', async () => {
    const [a, b] = [await node('甲'), await node('乙')]
    const below = await node('甲下', a)
    const move = (id: string, pid: string) => bench.writer.update(tree(), { id, pid }, context)
    expect(await move(a, below)).toMatchObject({ saved: false, errors: [{ field: 'pid' }] })
    expect(await move(a, a)).toMatchObject({ saved: false, errors: [{ field: 'pid' }] })
    expect(await move(a, 'none')).toMatchObject({ saved: false, errors: [{ field: 'pid' }] })
    const both = await Promise.all([move(a, b), move(b, a)])
    expect(both.filter((answer) => answer.saved)).toHaveLength(1)
  })
})

describe('awkward input', () => {
  const texts = [
    "'",
    '"',
    '\\',
    '%',
    '_',
    '\0',
    '😀',
    '{}',
    '[]',
    "'; drop table data.company; --",
    'a'.repeat(10_000),
    '99999999999999999999',
    '1e400',
  ]
  const isRefusal = (error: unknown) => (error as { status?: number }).status ?? 0

  it('never becomes an error of the server (I-2)', async () => {
    const id = await insert()
    const others: unknown[] = [{}, [], [[]], [{}], true, Number.POSITIVE_INFINITY, 5]
    for (const value of [...texts, ...others]) {
      const queries = [
        'name',
        'amount',
        'price',
        'held',
        'owners',
        'level',
        'column',
        'order',
        'pageNo',
        'pageSize',
        'superQueryParams',
        'superQueryMatchType',
        'amount_begin',
        'held_end',
        'name_MultiString',
        'hasQuery',
      ]
      for (const key of queries) {
        for (const run of [
          () => bench.reader.list(bench.form('company'), admin, { [key]: value }),
          () => bench.reader.tree(bench.form('area'), admin, { [key]: value, pid: value }),
        ])
          await run().catch((error: unknown) =>
            expect(isRefusal(error), `${key}=${String(value)} ${String(error)}`).toBe(400),
          )
      }
      for (const field of [
        'name',
        'amount',
        'price',
        'held',
        'owners',
        'level',
        'contact',
        '_version',
        'order',
      ]) {
        for (const run of [
          () => bench.writer.insert(bench.form('company'), company({ [field]: value }), context),
          () => update({ id, [field]: value }),
        ])
          await run().catch((error: unknown) =>
            expect([400, 409], `${field}=${String(value)} ${String(error)}`).toContain(isRefusal(error)),
          )
      }
      await expect(record(String(value))).rejects.toMatchObject({ status: 404 })
    }
  })

  it('finds % and _ as themselves (I-3)', async () => {
    for (const name of ['50%off', '50xoff', 'a_b', 'axb', 'back\\slash']) await insert({ name })
    const found = async (name: string) =>
      (await bench.reader.list(bench.form('company'), admin, { name })).records.map((row) => row.name)
    expect(await found('*50%*')).toEqual(['50%off'])
    expect(await found('a_*')).toEqual(['a_b'])
    expect(await found('*k\\s*')).toEqual(['back\\slash'])
  })

  it('reads on connections that cannot write (R-4)', async () => {
    await expect(bench.read('delete from data.company', [])).rejects.toMatchObject({ code: '25006' })
  })
})

describe('a list', () => {
  it('pages, sorts with a total order, and counts once while nothing changes', async () => {
    const form = bench.form('contact')
    for (let at = 0; at < 25; at += 1)
      await bench.writer.insert(form, { phone: `page${at}`, rank: at % 3 }, context)
    const page = (pageNo: number) =>
      bench.reader.list(form, admin, { phone: 'page*', column: 'rank', order: 'asc', pageNo: String(pageNo) })
    const pages = [await page(1), await page(2), await page(3), await page(4)]
    expect(pages.map(({ records, total }) => [records.length, total])).toEqual([
      [10, 25],
      [10, 25],
      [5, 25],
      [0, 25],
    ])
    expect(new Set(pages.flatMap(({ records }) => records.map(({ id }) => id))).size).toBe(25)
    await bench.writer.insert(form, { phone: 'page25' }, context)
    expect((await page(1)).total).toBe(26)
  })

  it('takes a day as the whole of it, where the column holds a point of time', async () => {
    const found: Row = {}
    for (const time of ['00:00:00', '12:00:00', '23:59:59'])
      found[await insert({ held: `2031-05-06 ${time}` })] = time
    for (const [query, times] of [
      [{ held_begin: '2031-05-06', held_end: '2031-05-06' }, ['00:00:00', '12:00:00', '23:59:59']],
      [{ held_begin: '2031-05-06 12:00:00' }, ['12:00:00', '23:59:59']],
      [{ held: '>2031-05-06' }, []],
      [{ held: '>=2031-05-07' }, []],
      [{ held_begin: '2031-01-01', superQueryParams: clause('lt', '2031-05-06') }, []],
      [{ held_begin: '2031-01-01', superQueryParams: clause('le', '2031-05-06') }, Object.values(found)],
    ] as const) {
      const { records } = await bench.reader.list(bench.form('company'), admin, { ...query, pageSize: '100' })
      expect(records.map(({ id }) => found[String(id)]).sort(), JSON.stringify(query)).toEqual(times)
    }
    function clause(rule: string, val: string) {
      return JSON.stringify([{ field: 'held', rule, val }])
    }
  })

  it('finds whole values in a column of several, not parts of them', async () => {
    const form = bench.form('visit')
    const one = `several${++names}`
    const eleven = `${one}1`
    const several = [one, eleven, `x,${one}`, 'y']
    for (const name of new Set(several.flatMap((value) => value.split(',')))) await insert({ name })
    for (const value of several) await bench.writer.insert(form, { firms: value }, context)
    const found = async (value: string) =>
      (
        await bench.reader.list(form, admin, { firms: value, column: 'create_time', order: 'asc' })
      ).records.map((row) => row.firms)
    expect((await found(`,${one},`)).sort()).toEqual([one, `x,${one}`].sort())
    expect((await found(`,${one},${eleven},`)).length).toBe(3)
  })

  it('asks about sub rows in the advanced query', async () => {
    const phone = `sub${++names}`
    const id = await insert({ contact: [{ phone, rank: 5 }] })
    await insert({ contact: [{ phone: `${phone}x`, rank: 7 }] })
    for (const field of ['contact,phone', 'contact@phone']) {
      const superQueryParams = JSON.stringify([{ field, rule: 'eq', val: phone }])
      const { records } = await bench.reader.list(bench.form('company'), admin, { superQueryParams })
      expect(records.map((row) => row.id)).toEqual([id])
    }
    const many = JSON.stringify(
      Array.from({ length: 9 }, () => ({ field: 'contact@phone', rule: 'eq', val: 'x' })),
    )
    await expect(
      bench.reader.list(bench.form('company'), admin, { superQueryParams: many }),
    ).rejects.toMatchObject({ status: 400 })
    const superQueryParams = JSON.stringify([{ field: 'contact,none', rule: 'eq', val: phone }])
    await expect(bench.reader.list(bench.form('company'), admin, { superQueryParams })).rejects.toMatchObject(
      {
        status: 400,
      },
    )
    // Neither a filter nor an order can name sub rows.
    await expect(
      bench.reader.list(bench.form('company'), admin, { column: 'contact@phone', order: 'asc' }),
    ).rejects.toMatchObject({ status: 400 })
  })

  it('does not answer "false" for a number that is none: it says so', async () => {
    await expect(bench.reader.list(bench.form('company'), admin, { amount: 'abc' })).rejects.toMatchObject({
      status: 400,
    })
    expect((await bench.reader.list(bench.form('company'), admin, { amount: '99999999999' })).total).toBe(0)
  })
})
