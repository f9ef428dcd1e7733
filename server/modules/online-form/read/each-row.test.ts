import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '#schemas/compile/model.ts'
import type { Session } from '#server/permission/session.ts'
import { createFormBench, type FormBench, formDocument, testSession } from '#tests/helpers/form-bench.ts'

const ROWS = 480

let bench: FormBench
beforeAll(async () => {
  bench = await createFormBench([
    formDocument(
      'booth',
      {
        seat: { type: 'integer' },
        hall: { type: 'string', view: 'list', dict: 'hall' },
        price: { type: 'integer' },
      },
      {
        list: { columns: ['seat', 'hall', 'price'] },
        permissions: {
          columns: [{ field: 'price', control: 'visible' }],
          rows: [{ code: 'first', title: '一号馆', where: { field: 'hall', rule: 'eq', val: '1' } }],
        },
      },
    ),
  ])
  await bench.database.connections.writePool.query(
    `insert into data.booth (id, _tenant, _version, seat, hall, price)
     select lpad(n::text, 5, '0'), 1 + n % 2, 1, n % 7, (n % 5)::text, n from generate_series(1, $1) n`,
    [ROWS * 2],
  )
})
afterAll(() => bench.close())

/** All rows that a query means, and how many came at a time. */
async function all(query: Record<string, unknown>, session = testSession()) {
  const rows: Row[] = []
  const sizes: number[] = []
  await bench.reader.each(bench.form('booth'), session, query, async (batch) => {
    rows.push(...batch)
    sizes.push(batch.length)
  })
  return { rows, sizes }
}

/** What a list query finds, all pages of it. */
async function listed(query: Record<string, string>, session = testSession()) {
  const rows: Row[] = []
  for (let pageNo = 1; ; pageNo++) {
    const page = { ...query, pageNo: String(pageNo), pageSize: '1000' }
    const { records, total } = await bench.reader.list(bench.form('booth'), session, page)
    rows.push(...records)
    if (records.length === 0 || rows.length >= total) return rows
  }
}

/** A user without the right to the price, of the rows of the first hall. */
const staff = (): Session =>
  testSession({
    isAdmin: false,
    forms: new Map([
      ['booth', { visible: new Set(), editable: new Set(), rows: new Set(['first']), menuRules: [] }],
    ]),
  })

describe('all rows of a list query', () => {
  it.each<Record<string, string>>([
    {},
    { column: 'seat', order: 'asc' },
    { hall: '3', column: 'seat,price', order: 'desc,asc' },
  ])('are those of its pages, in their order and with their texts: %j', async (query) => {
    const { rows } = await all(query)
    expect(rows).toEqual(await listed(query))
    expect(rows.length).toBeGreaterThan(0)
    expect(rows[0]?.hall_dictText).toBe(`hall:${rows[0]?.hall}`)
  })

  it('come in batches of fifty, whatever page the query names', async () => {
    const { sizes } = await all({ pageNo: '2', pageSize: '10' })
    expect(sizes).toEqual([...Array<number>(9).fill(50), 30])
  })

  it('are those of the tenant', async () => {
    const { rows } = await all({}, testSession({ tenantId: 2 }))
    expect(new Set(rows.map(({ price }) => Number(price) % 2))).toEqual(new Set([1]))
  })

  it('have the rows and columns that the user may see, who may not ask about others', async () => {
    const { rows } = await all({}, staff())
    expect(rows.map(({ hall }) => hall)).toEqual(rows.map(() => '1'))
    expect(rows).toHaveLength(ROWS / 5)
    expect(rows[0]).not.toHaveProperty('price')
    await expect(all({ column: 'price', order: 'asc' }, staff())).rejects.toThrow('排序字段不存在')
  })

  it('are only the chosen ones where the query names them', async () => {
    // The third is another tenant's.
    const { rows } = await all({ selections: '00004,00002,00003,', column: 'id', order: 'asc' })
    expect(rows.map(({ id }) => id)).toEqual(['00002', '00004'])
    expect((await all({ selections: '00002,00004', hall: '2' })).rows).toHaveLength(1)
    expect((await all({ selections: ',' })).rows).toEqual([])
    await expect(all({ selections: { a: 1 } })).rejects.toThrow('参数格式不正确')
  })

  it('are of one moment: what is added meanwhile is not among them', async () => {
    let seen = 0
    await bench.reader.each(bench.form('booth'), testSession(), {}, async (batch) => {
      if (seen === 0)
        await bench.database.connections.writePool.query(
          `insert into data.booth (id, _tenant, _version) values ('late', 1, 1)`,
        )
      seen += batch.length
    })
    await bench.database.connections.writePool.query(`delete from data.booth where id = 'late'`)
    expect(seen).toBe(ROWS)
  })

  it('end when the caller goes away, and leave nothing open', async () => {
    const caller = new AbortController()
    let batches = 0
    const reading = bench.reader.each(
      bench.form('booth'),
      testSession(),
      {},
      async () => {
        batches += 1
        caller.abort()
      },
      { signal: caller.signal },
    )
    await expect(reading).rejects.toThrow('aborted')
    expect(batches).toBe(1)
    const { rows } = await bench.database.connections.writePool.query<{ open: number }>(
      `select count(*)::int as open from pg_stat_activity
       where datname = current_database() and state like 'idle in transaction%'`,
    )
    expect(rows[0]?.open).toBe(0)
  })

  it('are read for a few at a time; the others wait, and may leave', async () => {
    let [now, most] = [0, 0]
    const read = (signal?: AbortSignal) =>
      bench.reader.each(
        bench.form('booth'),
        testSession(),
        {},
        async (batch) => {
          if (batch.length === 50) return
          now += 1
          most = Math.max(most, now)
          await new Promise((resolve) => setTimeout(resolve, 30))
          now -= 1
        },
        { signal },
      )
    const leaver = new AbortController()
    const readings = Array.from({ length: 6 }, () => read())
    const left = read(leaver.signal)
    leaver.abort()
    await expect(left).rejects.toThrow('aborted')
    await Promise.all(readings)
    expect(most).toBeLessThanOrEqual(3)
    expect(most).toBeGreaterThan(1)
  })
})
