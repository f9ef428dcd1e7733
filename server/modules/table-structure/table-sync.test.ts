import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { TableDefinition } from '#schemas/compile/model.ts'
import { ownTable } from '#schemas/compile/own-table.ts'
import type { FormDocument, Property } from '#schemas/page/form.ts'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'
import { applySync, applySyncs, readPlan, SyncRefused } from './table-sync.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => database?.drop())

type Properties = Record<string, Partial<Property> & Pick<Property, 'type'>>
const table = (code: string, properties: Properties, rest: Partial<FormDocument> = {}): TableDefinition =>
  ownTable(compileForm(formDocument(code, properties, rest)))
const query = async (sql: string, values: unknown[] = []) =>
  (await database.connections.writePool.query(sql, values)).rows
const sync = (wanted: TableDefinition, mode: 'additive' | 'normal' | 'force' = 'normal') =>
  applySync(database.connections.writePool, wanted.name, wanted, mode)
const put = (name: string, values: Record<string, unknown>[]) =>
  Promise.all(
    values.map((row, at) => {
      const all = { id: `r${at + 1}`, _tenant: 1, _version: 1, ...row }
      const columns = Object.keys(all).map((column) => `"${column}"`)
      return query(
        `insert into data."${name}" (${columns.join(', ')}) values (${columns.map((_, nth) => `$${nth + 1}`).join(', ')})`,
        Object.values(all),
      )
    }),
  )

describe('table sync', () => {
  it('keeps the values of a renamed column', async () => {
    await sync(table('s_rename', { old: { type: 'string', id: 'f1' } }))
    await put('s_rename', [{ old: 'kept' }])
    const { done } = await sync(table('s_rename', { fresh: { type: 'string', id: 'f1' } }), 'additive')
    expect(done.map((step) => step.kind)).toContain('rename-column')
    expect(await query('select fresh from data.s_rename')).toEqual([{ fresh: 'kept' }])
  })

  it('parks a dropped column and restores it with its values, in another type if asked', async () => {
    await sync(table('s_drop', { name: { type: 'string' }, amount: { type: 'string' } }))
    await put('s_drop', [{ name: 'a', amount: '12' }])
    await sync(table('s_drop', { name: { type: 'string' } }))
    await expect(query('select amount from data.s_drop')).rejects.toThrow()
    await put('s_drop', [{ id: 'r2', name: 'b' }])
    await sync(table('s_drop', { name: { type: 'string' }, amount: { type: 'integer' } }))
    expect(await query('select amount from data.s_drop order by id')).toEqual([
      { amount: 12 },
      { amount: null },
    ])
  })

  it('refuses string → integer while rows do not fit, lists them, and changes nothing', async () => {
    await sync(table('s_type', { amount: { type: 'string' }, note: { type: 'string' } }))
    await put('s_type', [
      { amount: '1' },
      { amount: 'abc' },
      { amount: '2.5' },
      { amount: '99999999999' },
      { amount: '' },
      { amount: null },
      { amount: '007' },
    ])
    const wanted = table('s_type', { amount: { type: 'integer' }, added: { type: 'string' } })
    const refusal = await sync(wanted).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(SyncRefused)
    expect((refusal as SyncRefused).message).toBe('字段 amount：有 3 行数据不能转换为 integer')
    expect((refusal as SyncRefused).plan.steps.find((step) => step.blocked)?.blocked?.rows).toEqual([
      { id: 'r2', value: 'abc' },
      { id: 'r3', value: '2.5' },
      { id: 'r4', value: '99999999999' },
    ])
    await expect(query('select added from data.s_type')).rejects.toThrow()
    expect(await query('select note from data.s_type limit 1')).toHaveLength(1)

    await query("delete from data.s_type where id in ('r2', 'r3', 'r4')")
    expect(
      (await readPlan(database.connections.writePool, wanted)).steps.find((step) => step.loses)?.loses,
    ).toContain('1 个值')
    await sync(wanted)
    expect(await query('select id, amount from data.s_type order by id')).toEqual([
      { id: 'r1', amount: 1 },
      { id: 'r5', amount: null },
      { id: 'r6', amount: null },
      { id: 'r7', amount: 7 },
    ])
  })

  it.each([
    [
      'shorter text',
      { v: { type: 'string', maxLength: 50 } },
      { v: { type: 'string', maxLength: 3 } },
      'abcd',
      'abc',
    ],
    [
      'fewer digits',
      { v: { type: 'number', db: { type: 'BigDecimal', length: 10, scale: 4 } } },
      { v: { type: 'number', db: { type: 'BigDecimal', length: 10, scale: 2 } } },
      '1.2345',
      '1.2300',
    ],
    ['number to whole number', { v: { type: 'number' } }, { v: { type: 'integer' } }, '2.5', '2'],
    [
      'long to whole number',
      { v: { type: 'integer', db: { type: 'long' } } },
      { v: { type: 'integer' } },
      '3000000000',
      '3',
    ],
    [
      'text to date',
      { v: { type: 'string' } },
      { v: { type: 'string', view: 'date' } },
      '2026-02-30',
      '2026-02-28',
    ],
    [
      'time to date',
      { v: { type: 'string', view: 'datetime' } },
      { v: { type: 'string', view: 'date' } },
      '2026-02-01 10:00:00',
      '2026-02-01 00:00:00',
    ],
    [
      'text to digits',
      { v: { type: 'string' } },
      { v: { type: 'number', db: { type: 'BigDecimal', length: 6, scale: 2 } } },
      '1.234',
      '1.23',
    ],
    ['number to date', { v: { type: 'integer' } }, { v: { type: 'string', view: 'date' } }, '5', null],
  ] as [string, Properties, Properties, string, string | null][])(
    'looks at the rows before %s',
    async (title, from, to, unfit, fit) => {
      const name = `s_narrow_${title.replaceAll(' ', '_')}`
      await sync(table(name, from))
      await put(name, [{ v: unfit }, { v: fit }, { v: null }])
      await expect(sync(table(name, to))).rejects.toMatchObject({
        plan: { steps: [{ blocked: { count: 1, rows: [{ id: 'r1' }] } }] },
      })
      await query(`delete from data."${name}" where id = 'r1'`)
      await sync(table(name, to))
      expect(await query(`select v is null as empty from data."${name}" order by id`)).toEqual([
        { empty: fit === null },
        { empty: true },
      ])
    },
  )

  it('refuses a unique index over repeated values and names the rows', async () => {
    await sync(table('s_unique', { name: { type: 'string' } }))
    await put('s_unique', [{ name: 'a' }, { name: 'a' }, { name: 'b' }, { name: null }, { name: null }])
    const wanted = table('s_unique', { name: { type: 'string', unique: true } })
    await expect(sync(wanted)).rejects.toMatchObject({ message: expect.stringContaining('2 行数据重复') })
    await query("update data.s_unique set name = 'c' where id = 'r2'")
    await sync(wanted)
    await expect(put('s_unique', [{ id: 'r9', name: 'a' }])).rejects.toMatchObject({ code: '23505' })
  })

  it('does by itself only what touches no value', async () => {
    await sync(table('s_auto', { gone: { type: 'string' }, amount: { type: 'string' } }))
    const wanted = table(
      's_auto',
      { amount: { type: 'integer' }, fresh: { type: 'string' } },
      { indexes: [{ columns: ['fresh'] }] },
    )
    const { done, pending } = await sync(wanted, 'additive')
    expect(done.map((step) => step.kind)).toEqual(['add-column', 'create-index'])
    expect(pending.map((step) => step.kind)).toEqual(['park-column', 'alter-column'])
    expect((await readPlan(database.connections.writePool, wanted)).steps.map((step) => step.kind)).toEqual([
      'park-column',
      'alter-column',
    ])
    await sync(wanted)
    expect((await readPlan(database.connections.writePool, wanted)).steps).toEqual([])
  })

  it('keeps the old table when it is forced to begin anew', async () => {
    await sync(table('s_force', { amount: { type: 'string', unique: true } }))
    await put('s_force', [{ amount: 'abc' }])
    const { parkedTable } = await sync(
      table('s_force', { amount: { type: 'integer', unique: true } }),
      'force',
    )
    expect(await query('select 1 from data.s_force')).toEqual([])
    expect(await query(`select amount from data."${parkedTable}"`)).toEqual([{ amount: 'abc' }])
    await sync(table('s_force', { amount: { type: 'integer', unique: true } }), 'force')
  })

  it('takes over a table that was made by hand', async () => {
    await query('create table data.s_hand (id varchar(36) primary key, name varchar(20))')
    await query("insert into data.s_hand values ('1', 'kept')")
    await sync(
      table('s_hand', { name: { type: 'string', maxLength: 50 }, more: { type: 'string' } }),
      'additive',
    )
    expect(await query('select name, more, _tenant, _version from data.s_hand')).toEqual([
      { name: 'kept', more: null, _tenant: 0, _version: 1 },
    ])
  })

  it('accepts reserved words and long names', async () => {
    const long = 'a'.repeat(60)
    await sync(
      table('order', {
        select: { type: 'string', unique: true },
        [long]: { type: 'string', unique: true },
        [`${long}b`]: { type: 'string', unique: true },
      }),
    )
    await put('order', [{ select: 's', [long]: 'l', [`${long}b`]: 'b' }])
    const taken = (name: string, row: Record<string, unknown>) =>
      expect(put(name, [{ id: 'r9', ...row }])).rejects.toMatchObject({ code: '23505' })
    for (const [column, value] of [
      ['select', 's'],
      [long, 'l'],
      [`${long}b`, 'b'],
    ] as const)
      await taken('order', { [column]: value })

    const fewer = table('order', { select: { type: 'string' }, [long]: { type: 'string' } })
    await sync(fewer)
    expect((await readPlan(database.connections.writePool, fewer)).steps).toEqual([])
    await put('order', [{ id: 'r2', select: 's', [long]: 'l' }])
    expect(await query(`select "select", "${long}" as long from data."order" order by id`)).toEqual([
      { select: 's', long: 'l' },
      { select: 's', long: 'l' },
    ])
    await expect(query(`select "${long}b" from data."order"`)).rejects.toMatchObject({ code: '42703' })

    // Two tables that read alike once their columns are joined on: each keeps an index of its own.
    await sync(table('a', { b_c: { type: 'string', unique: true } }))
    await sync(table('a_b', { c: { type: 'string', unique: true } }))
    await put('a', [{ b_c: 'x' }])
    await put('a_b', [{ c: 'x' }])
    await taken('a', { b_c: 'x' })
    await taken('a_b', { c: 'x' })
  })

  it('lets a spoilt table spoil only itself', async () => {
    await query('create view data.s_view as select 1 as id')
    const results = await applySyncs(database.connections.writePool, [
      { code: 's_view', wanted: table('s_view', { name: { type: 'string' } }) },
      { code: 's_good', wanted: table('s_good', { name: { type: 'string' } }) },
    ])
    expect(results.get('s_view')).toBeInstanceOf(Error)
    expect(results.get('s_good')).toMatchObject({ pending: [] })
    expect(await query('select 1 from data.s_good')).toEqual([])
  })

  it('runs once when several processes start together', async () => {
    const wanted = table('s_race', { name: { type: 'string' } })
    const results = await Promise.all([1, 2, 3, 4].map(() => sync(wanted, 'additive')))
    expect(results.filter(({ done }) => done.length > 0)).toHaveLength(1)
  })

  it('tells other processes of every change of rows', async () => {
    await sync(table('s_heard', { name: { type: 'string' } }))
    const client = await database.connections.writePool.connect()
    const heard: (string | undefined)[] = []
    client.on('notification', ({ payload }) => heard.push(payload))
    await client.query('listen table_changed')
    await put('s_heard', [{ name: 'a' }])
    await query("update data.s_heard set name = 'b'")
    await query('delete from data.s_heard')
    await client.query('select 1')
    await client.query('unlisten *')
    client.release(true)
    expect(heard).toEqual(['s_heard', 's_heard', 's_heard'])
  })
})
