import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFormBench, type FormBench, formDocument, testSession } from '#tests/helpers/form-bench.ts'
import { createExporter } from './exporter.ts'

const ROWS = 5000

let bench: FormBench
beforeAll(async () => {
  bench = await createFormBench([
    formDocument(
      'booth',
      { name: { type: 'string' }, note: { type: 'string', view: 'textarea' } },
      { list: { columns: ['name', 'note'] } },
    ),
  ])
  await bench.database.connections.writePool.query(
    `insert into data.booth (id, _tenant, _version, name, note)
     select n::text, 1, 1, md5(n::text), (select string_agg(md5(n::text || m), '') from generate_series(1, 20) m)
     from generate_series(1, $1) n`,
    [ROWS],
  )
})
afterAll(() => bench.close())

const exporterOf = () =>
  createExporter({ reader: bench.reader, documents: bench.documents, folder: tmpdir(), say: String })
const openTransactions = async () => {
  const { rows } = await bench.database.connections.writePool.query<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity
     where datname = current_database() and state like 'idle in transaction%'`,
  )
  return rows[0]?.open
}

describe('a file of rows', () => {
  it.each(['xlsx', 'csv'] as const)(
    'as %s ends with who takes it, and leaves nothing open',
    async (format) => {
      let told = 0
      const exporter = exporterOf()
      const { bytes } = await exporter(bench.form('booth'), testSession(), {
        query: {},
        format,
        origin: 'http://a.example',
        onRows(count) {
          told = count
        },
      })
      // It is made while it is taken.
      await expect.poll(openTransactions).toBe(1)
      for await (const _ of bytes) break
      await expect.poll(openTransactions).toBe(0)
      expect(told).toBeLessThan(ROWS)
    },
  )

  it('that nobody begins to take leaves nothing open either', async () => {
    const { bytes } = await exporterOf()(bench.form('booth'), testSession(), {
      query: {},
      format: 'csv',
      origin: 'http://a.example',
    })
    await expect.poll(openTransactions).toBe(1)
    bytes.destroy()
    await expect.poll(openTransactions).toBe(0)
  })
})
