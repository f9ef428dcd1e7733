import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Row } from '#schemas/compile/model.ts'
import {
  createFormBench,
  type FormBench,
  formDocument,
  testSession,
  writeContext,
} from '#tests/helpers/form-bench.ts'
import type { Behaviour } from './behaviour.ts'
import { checkBehaviours } from './behaviour-steps.ts'

const CHANNEL = 'behaviour_test'

/** Orders: normalised, refused above a limit, kept in the books, told of, and kept while they are paid. */
const orders: Behaviour = {
  name: 'orders',
  forms: ['order'],
  async prepare(drafts) {
    for (const { row } of drafts) if (typeof row.name === 'string') row.name = row.name.toUpperCase()
  },
  async check(drafts) {
    return drafts.flatMap(({ row }, at) =>
      Number(row.amount) > 100 ? [{ at, error: { field: 'amount', message: '超出限额' } }] : [],
    )
  },
  async beforeRemove(rows) {
    return rows.some(({ row }) => row.amount === 7) ? '已付款，不能删除' : null
  },
  async after(changes, { records, notify }) {
    for (const { recordId, before, after } of changes) {
      await notify(CHANNEL, recordId)
      if (after && before === null) await records.insert('book', { order_id: recordId, said: after.name })
      if (after?.amount === 13) return [{ field: 'amount', message: '没有这样的数' }]
      if (after === null) continue
      if (after.amount === 5 && before?.amount !== 5)
        await records.set('order', [recordId], { locked: 'yes' })
    }
  },
}
const everywhere: string[] = []
/** One that belongs to all forms. */
const watcher: Behaviour = {
  name: 'watcher',
  async after(changes) {
    everywhere.push(...changes.map(({ form }) => form.code))
  },
}
const circle: Behaviour = {
  name: 'circle',
  forms: ['circle'],
  async after(changes, { records }) {
    for (const { recordId, after } of changes)
      await records.set('circle', [recordId], { count: Number(after?.count) + 1 })
  },
}

let bench: FormBench
const staff = writeContext(
  testSession({ isAdmin: false, permissions: new Set(['online:order:add', 'online:order:edit']) }),
)

beforeAll(async () => {
  bench = await createFormBench(
    [
      formDocument(
        'order',
        {
          name: { type: 'string' },
          amount: { type: 'integer' },
          locked: { type: 'string', readOnly: true },
        },
        { subTables: [{ code: 'order_line', foreignKey: 'order_id', relation: 'many' }] },
      ),
      formDocument('order_line', { order_id: { type: 'string', form: false }, what: { type: 'string' } }),
      formDocument(
        'book',
        { order_id: { type: 'string' }, said: { type: 'string', readOnly: true } },
        // Staff see nothing of it: what behaviours write is the server's own.
        {
          permissions: { rows: [{ code: 'all', title: '全部', where: { field: 'id', rule: 'not_empty' } }] },
        },
      ),
      formDocument('circle', { count: { type: 'integer' } }),
    ],
    [orders, watcher, circle],
  )
})
afterAll(async () => bench?.close())

const rowsOf = async (table: string): Promise<Row[]> =>
  (await bench.database.connections.writePool.query(`select * from data."${table}"`)).rows
const add = (row: Row) => bench.writer.insert(bench.form('order'), row, staff)
async function operationsOf(id: string) {
  const { rows } = await bench.database.connections.writePool.query(
    `select o.id, o.action, c.table_name, c.before is null as new from platform.operation o
     join platform.operation_change c on c.operation_id = o.id
     where o.id in (select operation_id from platform.operation_change where record_id = $1) order by c.table_name`,
    [id],
  )
  return rows
}

describe('a behaviour', () => {
  it('changes a draft and adds a change to the same entry of the log', async () => {
    everywhere.length = 0
    const answer = await add({ name: 'chairs', amount: 1, order_line: [{ what: 'oak' }] })
    const id = answer.saved ? answer.id : ''
    await expect(bench.reader.record(bench.form('order'), testSession(), id)).resolves.toMatchObject({
      name: 'CHAIRS',
    })
    expect(await rowsOf('book')).toMatchObject([{ order_id: id, said: 'CHAIRS', create_by: 'zhang' }])
    const logged = await operationsOf(id)
    expect(logged.map((row) => [row.action, row.table_name, row.new])).toEqual([
      ['add', 'book', true],
      ['add', 'order', true],
      ['add', 'order_line', true],
    ])
    expect(new Set(logged.map((row) => row.id)).size).toBe(1)
    // Those of all forms hear of what others add, too.
    expect(everywhere.sort()).toEqual(['book', 'order', 'order_line'])
  })

  it('sets a field that users may not change, with a version of its own', async () => {
    const answer = await add({ name: 'five', amount: 5 })
    const id = answer.saved ? answer.id : ''
    await expect(bench.reader.record(bench.form('order'), testSession(), id)).resolves.toMatchObject({
      locked: 'yes',
      _version: 2,
    })
  })

  it('refuses before and after a row is stored, and nothing of it stays', async () => {
    const heard = vi.fn()
    const stop = bench.database.connections.listen(CHANNEL, { onMessage: heard, onUp: () => undefined })
    const count = async () => [(await rowsOf('order')).length, (await rowsOf('book')).length]
    const before = await count()
    expect(await add({ name: 'much', amount: 101 })).toEqual({
      saved: false,
      errors: [{ field: 'amount', message: '超出限额' }],
    })
    expect(await add({ name: 'thirteen', amount: 13 })).toEqual({
      saved: false,
      errors: [{ field: 'amount', message: '没有这样的数' }],
    })
    expect(await count()).toEqual(before)
    // What was pushed before the refusal is undone as well: the next push is the first that is heard.
    let _id = ''
    await expect
      .poll(async () => {
        const answer = await add({ name: 'one', amount: 1 })
        _id ||= answer.saved ? answer.id : ''
        return heard.mock.calls.length
      })
      .toBeGreaterThan(0)
    const known = new Set((await rowsOf('order')).map((row) => row.id))
    for (const [payload] of heard.mock.calls) expect(known).toContain(payload)
    stop()
  })

  it('keeps a record that was to be deleted', async () => {
    const answer = await add({ name: 'paid', amount: 7 })
    const id = answer.saved ? answer.id : ''
    await expect(bench.writer.remove(bench.form('order'), [id], staff)).rejects.toMatchObject({
      status: 200,
      message: '已付款，不能删除',
    })
    expect((await rowsOf('order')).some((row) => row.id === id)).toBe(true)
  })

  it('that goes round in a circle is an error of the program, and changes nothing', async () => {
    await expect(bench.writer.insert(bench.form('circle'), { count: 1 }, staff)).rejects.toThrow(
      /without end/,
    )
    expect(await rowsOf('circle')).toEqual([])
  })

  it('stops the start when its form does not exist', () => {
    expect(() => checkBehaviours([orders, watcher], bench.documents)).not.toThrow()
    expect(() => checkBehaviours([{ name: '订单', forms: ['ordr'] }], bench.documents)).toThrow(
      /服务端规则“订单”所属的表单 "ordr" 不存在/,
    )
  })
})
