import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseListQuery } from '#server/http/list-query.ts'
import { createFormBench, type FormBench, formDocument, testSession } from '#tests/helpers/form-bench.ts'
import type { ReadQuery } from '../sql/read-query.ts'
import { formView } from './form-view.ts'
import { createListReader } from './list-reader.ts'

const ROWS = 250
const PAGE = 20

let bench: FormBench
beforeAll(async () => {
  bench = await createFormBench([
    formDocument(
      'paged',
      { seat: { type: 'integer' }, hall: { type: 'string' }, note: { type: 'string' } },
      { indexes: [{ columns: ['hall'] }], list: { columns: ['seat', 'hall', 'note'] } },
    ),
  ])
  await bench.database.connections.writePool.query(
    `insert into data.paged (id, _tenant, _version, seat, hall, note)
     select lpad(n::text, 4, '0'), 1 + n % 2, 1, n % 7, (n % 5)::text, 'n' || n from generate_series(1, $1) n`,
    [ROWS * 2],
  )
})
afterAll(() => bench.close())

/** All pages of a list in turn, and the statements that asked for them. */
async function pages(parameters: Record<string, string>) {
  const statements: string[] = []
  const read: ReadQuery = (text, values) => {
    statements.push(text)
    return bench.read(text, values)
  }
  const totals = {
    total: (_tables: readonly string[], _key: string, count: () => Promise<number>) => count(),
  }
  const list = createListReader(read, { ...totals, recent: (_key, count) => count() }, () => new Date())
  const session = testSession()
  const view = formView(session, bench.form('paged'))
  const ids: unknown[] = []
  for (let pageNo = 1; pageNo <= Math.ceil(ROWS / PAGE); pageNo++) {
    const asked = parseListQuery({ ...parameters, pageNo: String(pageNo), pageSize: String(PAGE) }, view.find)
    const { records, total } = await list(view, session, asked)
    expect(total).toBe(ROWS)
    expect(Object.keys(records[0] ?? {})).toEqual(
      expect.arrayContaining(['id', 'seat', 'hall', 'note', '_version']),
    )
    ids.push(...records.map(({ id }) => id))
  }
  return { ids, statements: statements.filter((text) => !text.includes('count(*)')) }
}

async function inOrder(order: string): Promise<unknown[]> {
  const { rows } = await bench.database.connections.readPool.query<{ id: string }>(
    `select id from data.paged where _tenant = 1 order by ${order}`,
  )
  return rows.map(({ id }) => id)
}

const byKeys = (text: string) => text.includes('any(array(select "id"')

describe('pages of a list', () => {
  it.each([
    { column: 'seat', order: 'asc', sql: 'seat, id' },
    { column: 'seat', order: 'desc', sql: 'seat desc, id desc' },
    { column: 'hall', order: 'asc', sql: 'hall, id' },
    { column: 'hall,seat', order: 'desc,asc', sql: 'hall desc, seat, id' },
    { column: 'id', order: 'desc', sql: 'id desc' },
  ])('show each row once and in order by $sql', async ({ column, order, sql }) => {
    expect((await pages({ column, order })).ids).toEqual(await inOrder(sql))
  })

  it('are found by their keys where all rows have to be sorted', async () => {
    const { statements } = await pages({ column: 'seat', order: 'asc' })
    expect(statements.map(byKeys)).toEqual(statements.map(() => true))
  })

  it('are read at once in the order of an index, by their keys after a hundred rows', async () => {
    const { statements } = await pages({ column: 'hall', order: 'asc' })
    // Pages of 20: the sixth one follows a hundred rows.
    expect(statements.map(byKeys).indexOf(true)).toBe(5)
    expect(statements.map(byKeys).lastIndexOf(false)).toBe(4)
  })
})
