import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SubRowPlace } from '#schemas/api/export.ts'
import { createFormReader } from '#server/modules/online-form/read/reader.ts'
import { createFormBench, type FormBench, formDocument, testSession } from '#tests/helpers/form-bench.ts'
import { createExporter } from './exporter.ts'

let bench: FormBench
const folder = mkdtempSync(join(tmpdir(), 'spools-'))
beforeAll(async () => {
  bench = await createFormBench([
    formDocument(
      'fair',
      { name: { type: 'string' }, town: { type: 'string' } },
      {
        list: { columns: ['name', 'town'], sort: 'id' },
        subTables: [
          { code: 'stand', foreignKey: 'fair_id', relation: 'many', title: '展位' },
          { code: 'bill', foreignKey: 'fair_id', relation: 'one', title: '发票' },
        ],
      },
    ),
    formDocument(
      'stand',
      {
        fair_id: { type: 'string', view: 'hidden' },
        hall: { type: 'string' },
        price: { type: 'integer' },
      },
      {
        list: { columns: ['hall', 'price'] },
        permissions: { columns: [{ field: 'price', control: 'visible' }] },
      },
    ),
    formDocument('bill', {
      fair_id: { type: 'string', view: 'hidden' },
      taxNo: { type: 'string' },
    }),
  ])
  await bench.database.connections.writePool.query(`
    insert into data.fair (id, _tenant, _version, name, town) values ('1', 1, 1, 'A', 'X'), ('2', 1, 1, 'B', 'Y'), ('3', 1, 1, 'C', 'Z');
    insert into data.stand (id, _tenant, _version, fair_id, hall, price, create_time) values
      ('1', 1, 1, '1', 'h1', 10, '2026-01-01'), ('2', 1, 1, '1', 'h2', 20, '2026-01-02'), ('3', 1, 1, '3', 'h3', 30, '2026-01-03'),
      ('4', 2, 1, '1', 'of another tenant', 1, '2026-01-01');
    insert into data.bill (id, _tenant, _version, fair_id, "taxNo") values ('1', 1, 1, '1', 'T1'), ('2', 1, 1, '2', 'T2')`)
})
afterAll(async () => {
  await bench.close()
  rmSync(folder, { recursive: true })
})

let statements = 0
function exporter() {
  const reader = createFormReader({
    documents: bench.documents,
    store: {
      ...bench.store,
      rows: (...asked) => {
        statements += 1
        return bench.store.rows(...asked)
      },
    },
    read: bench.read,
    dictionaries: { texts: async () => new Map() },
    areaText: () => null,
    addFiles: async () => undefined,
  })
  return createExporter({ reader, documents: bench.documents, folder, say: String })
}
const fileOf = async (format: 'xlsx' | 'csv', subRows: SubRowPlace | undefined, session = testSession()) => {
  const file = await exporter()(bench.form('fair'), session, {
    query: {},
    format,
    subRows,
    origin: 'http://a.example',
  })
  return buffer(file.bytes)
}
const sheets = async (...asked: Parameters<typeof fileOf>) =>
  (await readXlsx(new Uint8Array(await fileOf(...asked)))).sheets

describe('rows of sub tables in a file', () => {
  it('are left out unless they are asked for', async () => {
    const [only, ...more] = await sheets('xlsx', undefined)
    expect(only?.rows.slice(2)).toEqual([
      ['name', 'town'],
      ['A', 'X'],
      ['B', 'Y'],
      ['C', 'Z'],
    ])
    expect(more).toEqual([])
  })

  it('stand on sheets of their own under the number of their record, read with one statement for each table', async () => {
    statements = 0
    const [main, stands, bills] = await sheets('xlsx', 'sheets')
    expect(statements).toBe(2)
    expect(main?.rows.slice(2)).toEqual([
      ['序号', 'name', 'town'],
      [1, 'A', 'X'],
      [2, 'B', 'Y'],
      [3, 'C', 'Z'],
    ])
    expect([stands?.name, stands?.rows]).toEqual([
      '展位',
      [
        ['序号', 'hall', 'price'],
        [1, 'h1', 10],
        [1, 'h2', 20],
        [3, 'h3', 30],
      ],
    ])
    expect([bills?.name, bills?.rows]).toEqual([
      '发票',
      [
        ['序号', 'taxNo'],
        [1, 'T1'],
        [2, 'T2'],
      ],
    ])
    // What waited for its turn is gone.
    await expect.poll(() => readdirSync(folder)).toEqual([])
  })

  it('stand in lines beside their record, whose cells are merged', async () => {
    const [sheet, ...more] = await sheets('xlsx', 'lines')
    expect(more).toEqual([])
    expect(sheet?.rows.slice(2)).toEqual([
      ['name', 'town', '展位·hall', '展位·price', '发票·taxNo'],
      ['A', 'X', 'h1', 10, 'T1'],
      [null, null, 'h2', 20, null],
      ['B', 'Y', null, null, 'T2'],
      ['C', 'Z', 'h3', 30, null],
    ])
    expect(sheet?.merges?.filter(({ startRow }) => startRow >= 3)).toEqual([
      { startRow: 3, startCol: 0, endRow: 4, endCol: 0 },
      { startRow: 3, startCol: 1, endRow: 4, endCol: 1 },
    ])
    expect((await fileOf('csv', 'lines')).toString()).toBe(
      '\ufeffname,town,展位·hall,展位·price,发票·taxNo\r\nA,X,h1,10,T1\r\n,,h2,20,\r\nB,Y,,,T2\r\nC,Z,h3,30,\r\n',
    )
  })

  it('have the columns that the user sees', async () => {
    const [, stands] = await sheets('xlsx', 'sheets', testSession({ isAdmin: false }))
    expect(stands?.rows[0]).toEqual(['序号', 'hall'])
  })

  it('want a workbook for sheets of their own', async () => {
    await expect(fileOf('csv', 'sheets')).rejects.toThrow('CSV 文件没有工作表')
  })
})
