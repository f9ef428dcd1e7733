import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filterCondition } from '#schemas/compile/filter-condition.ts'
import { listFilters } from '#schemas/compile/joint-query.ts'
import type { Row } from '#schemas/compile/model.ts'
import { openApi } from '#schemas/compile/openapi.ts'
import { prunedDocument } from '#server/modules/online-form/wire/page-definition.ts'
import { v3QueryInfoOf, wireQueryInfoOf } from '#server/modules/online-form/wire/wire-answers.ts'
import { listParams } from '#src/api/list-params.ts'
import {
  createFormBench,
  type FormBench,
  formDocument,
  testSession,
  writeContext,
} from '#tests/helpers/form-bench.ts'

const admin = testSession()
const grants = { visible: new Set<string>(), editable: new Set<string>(), rows: new Set<string>() }
const someone = testSession({
  isAdmin: false,
  username: 'someone',
  forms: new Map([
    ['fair', { ...grants, menuRules: [] }],
    ['guest', { ...grants, rows: new Set(['mine']), menuRules: [] }],
  ]),
})

let bench: FormBench
beforeAll(async () => {
  bench = await createFormBench([
    formDocument(
      'fair',
      { name: { type: 'string' } },
      {
        subTables: [
          { code: 'guest', foreignKey: 'fair_id', relation: 'many' },
          { code: 'bill', foreignKey: 'fair_id', relation: 'one' },
        ],
        list: {
          query: [
            'name',
            'guest@phone',
            'guest@hidden',
            { field: 'guest@age', mode: 'group' },
            'guest@kinds',
            'bill@no',
          ],
        },
      },
    ),
    formDocument(
      'guest',
      {
        fair_id: { type: 'string', maxLength: 36 },
        phone: { type: 'string' },
        age: { type: 'integer' },
        kinds: {
          type: 'string',
          view: 'list_multi',
          dict: ['1', '11', '2'].map((value) => ({ value, text: value })),
        },
        hidden: { type: 'string' },
      },
      {
        permissions: {
          columns: [{ field: 'hidden', control: 'visible' }],
          rows: [{ code: 'mine', title: 'mine', where: { field: 'phone', rule: 'ne', val: 'secret' } }],
        },
      },
    ),
    formDocument('bill', { fair_id: { type: 'string', maxLength: 36 }, no: { type: 'string' } }),
  ])
  const rows: Row[] = [
    {
      name: 'one',
      guest: [
        { phone: '138', age: 20 },
        { phone: '139', age: 50, kinds: '11' },
      ],
      bill: { no: 'B1' },
    },
    { name: 'two', guest: [{ phone: '138', age: 40, kinds: '1,2' }], bill: { no: 'B2' } },
    { name: 'three', guest: [{ phone: 'secret', age: 40, hidden: 'x' }] },
    { name: 'four' },
  ]
  for (const row of rows) await save(row, admin)
  await save({ name: 'theirs', guest: [{ phone: '138', age: 40 }] }, testSession({ tenantId: 2 }))
})
afterAll(async () => bench?.close())

async function save(row: Row, session = admin): Promise<void> {
  const answer = await bench.writer.insert(bench.form('fair'), row, writeContext(session))
  if (!answer.saved) throw new Error(JSON.stringify(answer.errors))
}

const list = async (raw: Record<string, unknown>, session = admin) =>
  (
    await bench.reader.list(bench.form('fair'), session, {
      ...raw,
      pageSize: '50',
      column: 'name',
      order: 'asc',
    })
  ).records.map(({ name }) => name)
const advanced = (field: string, rule: string, val: string) => ({
  superQueryMatchType: 'and',
  superQueryParams: JSON.stringify([{ field, rule, val }]),
})
/** What the browser asks for when these values stand in the query bar. */
const bar = (given: Record<string, string>) => {
  const filter = filterCondition(listFilters(bench.form('fair'), bench.documents.resolve), given)
  return listParams({ code: 'fair' }, filter ? { filter } : {}, { nests: true })
}

describe('a filter of a sub table', () => {
  it('finds what the advanced query finds [superquery-05]', async () => {
    for (const [given, field, rule, val, found] of [
      [{ 'guest@phone': '13' }, 'guest@phone', 'like', '13', ['one', 'two']],
      [{ 'guest@age_begin': '45' }, 'guest@age', 'ge', '45', ['one']],
      [{ 'guest@kinds': '1' }, 'guest@kinds', 'in', '1', ['two']],
      [{ 'bill@no': 'B2' }, 'bill@no', 'like', 'B2', ['two']],
    ] as const) {
      expect(await list(bar(given))).toEqual(found)
      expect(await list(advanced(field, rule, val))).toEqual(found)
    }
    expect(await list({ 'guest@phone': '138' })).toEqual(['one', 'two'])
    expect(await list({ 'guest,phone': '!138' })).toEqual(['one', 'three'])
    expect(await list({ 'guest@kinds': ',11,2,' })).toEqual(['one', 'two'])
  })

  it('is met by one sub row together with the other filters of its table', async () => {
    // One guest is older, another younger.
    expect(await list(bar({ 'guest@age_begin': '30', 'guest@age_end': '45' }))).toEqual(['three', 'two'])
    expect(await list(bar({ 'guest@phone': '139', 'guest@age_end': '30' }))).toEqual([])
    expect(await list(bar({ 'guest@phone': '139', 'bill@no': 'B1', name: 'on' }))).toEqual(['one'])
  })

  it('refuses values that it cannot compare, and orders nothing', async () => {
    await expect(list({ 'guest@age': 'old' })).rejects.toMatchObject({ status: 400 })
    const ordered = bench.reader.list(bench.form('fair'), admin, { column: 'guest@age', order: 'asc' })
    await expect(ordered).rejects.toMatchObject({ status: 400 })
  })

  it('sees the sub rows and columns that its user sees', async () => {
    expect(await list({ 'guest@phone': 'secret' })).toEqual(['three'])
    expect(await list({ 'guest@phone': 'secret' }, someone)).toEqual([])
    expect(await list({ 'guest@hidden': 'x' })).toEqual(['three'])
    // As with a hidden column of its own, the parameter does not exist.
    expect(await list({ 'guest@hidden': 'x' }, someone)).toEqual(await list({}, someone))
    const seen = prunedDocument(bench.form('fair'), someone, bench.documents)
    expect(JSON.stringify(seen)).not.toContain('hidden')
    expect(JSON.stringify(prunedDocument(bench.form('fair'), admin, bench.documents))).toContain(
      'guest@hidden',
    )
  })

  it('is told on the wire', async () => {
    const parts = { documents: bench.documents, dictionaries: { options: async () => [] } }
    const fields = (session = admin) =>
      wireQueryInfoOf(bench.form('fair'), session, parts).map(({ field }) => field)
    const all = ['name', 'guest@phone', 'guest@hidden', 'guest@age', 'guest@kinds', 'bill@no']
    const some = all.filter((name) => name !== 'guest@hidden')
    expect([fields(), fields(someone)]).toEqual([all, some])
    const info = await v3QueryInfoOf(bench.form('fair'), someone, parts)
    expect(info).toMatchObject({
      joinQuery: true,
      searchFieldList: some,
      properties: { guest: { fields: { age: { mode: 'group' }, phone: { mode: 'like' } } } },
    })
    const subs = new Map(['guest', 'bill'].map((code) => [code, bench.form(code)]))
    expect(JSON.stringify(openApi(bench.form('fair'), subs))).toContain('"guest@age_begin"')
  })
})
