import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageModel } from '#renderer/model/page-model.ts'
import { queryFields, wordsOf } from '#renderer/model/query-fields.ts'
import {
  type DraftGroup,
  type DraftRow,
  draftCondition,
  unfinishedRows,
} from '#renderer/query/query-draft.ts'
import { evaluateCondition } from '#schemas/compile/evaluate-condition.ts'
import type { Row } from '#schemas/compile/model.ts'
import { queryGroup } from '#schemas/compile/wire/query-record.ts'
import type { QueryGroup } from '#schemas/page/advanced-query.ts'
import type { ConditionRule } from '#schemas/page/condition.ts'
import { listParams } from '#src/api/list-params.ts'
import {
  createFormBench,
  type FormBench,
  formDocument,
  testSession,
  writeContext,
} from '#tests/helpers/form-bench.ts'
import { propertyRuns } from '#tests/helpers/property-runs.ts'

const admin = testSession()
const STATUS = ['1', '2', '3'].map((value) => ({ value, text: `status ${value}` }))

let bench: FormBench
beforeAll(async () => {
  bench = await createFormBench([
    formDocument(
      'fair',
      {
        name: { type: 'string' },
        note: { type: 'string', view: 'textarea' },
        status: { type: 'string', view: 'list', dict: STATUS },
        kinds: { type: 'string', view: 'list_multi', dict: STATUS },
        scale: { type: 'integer' },
        price: { type: 'number', db: { type: 'BigDecimal', length: 10, scale: 2 } },
        day: { type: 'string', view: 'date' },
        moment: { type: 'string', view: 'datetime' },
        opens: { type: 'string', view: 'time' },
        open: { type: 'string', view: 'switch', maxLength: 1 },
        hidden: { type: 'string' },
        pin: { type: 'string', view: 'password' },
      },
      {
        subTables: [{ code: 'guest', foreignKey: 'fair_id', relation: 'many' }],
        permissions: { columns: [{ field: 'hidden', control: 'visible' }] },
      },
    ),
    formDocument(
      'guest',
      { fair_id: { type: 'string', maxLength: 36 }, phone: { type: 'string' }, hidden: { type: 'string' } },
      { permissions: { columns: [{ field: 'hidden', control: 'visible' }] } },
    ),
    formDocument(
      'branch',
      {
        name: { type: 'string' },
        pid: { type: 'string', maxLength: 36 },
        has_child: { type: 'string', form: false },
      },
      {
        tree: { parent: 'pid', label: 'name', hasChild: 'has_child', root: '0' },
        subTables: [{ code: 'leaf', foreignKey: 'branch_id', relation: 'many' }],
      },
    ),
    formDocument('leaf', { branch_id: { type: 'string', maxLength: 36 }, name: { type: 'string' } }),
  ])
  for (const row of ROWS) await save('fair', row)
})
afterAll(async () => bench?.close())

async function save(form: string, row: Row, session = admin): Promise<string> {
  const answer = await bench.writer.insert(bench.form(form), row, writeContext(session))
  if (!answer.saved) throw new Error(JSON.stringify(answer.errors))
  return answer.id
}

const ROWS: Row[] = Array.from({ length: 24 }, (_, at) => ({
  name: ['甲', '甲乙', 'a,b', '50%', 'A_b', null][at % 6],
  note: ['', '甲', 'a\nb'][at % 3],
  status: [null, '1', '2', '3'][at % 4],
  kinds: ['1', '1,2', '3', ''][at % 4],
  scale: at % 5 === 0 ? null : at,
  price: at % 7 === 0 ? null : (at * 1.5).toFixed(2),
  day: at % 3 === 0 ? null : `2031-05-0${1 + (at % 3)}`,
  moment: at % 4 === 0 ? null : `2031-05-0${1 + (at % 3)} ${at < 12 ? '00:00:00' : '23:59:59'}`,
  opens: ['08:00:00', '09:30:00', null][at % 3],
  open: at % 2 === 0 ? 'Y' : 'N',
}))

const VALUES: Readonly<Record<string, readonly string[]>> = {
  name: ['甲', '乙', 'a,b', ',', '%', '_', '50%', 'z'],
  note: ['甲', 'a\nb', '\n', 'z'],
  status: ['1', '2', '9'],
  kinds: ['1', '2', '3', '9'],
  scale: ['0', '7', '07', '12', '-1'],
  price: ['0', '1.5', '1.50', '15'],
  day: ['2031-05-01', '2031-05-02'],
  moment: ['2031-05-01 00:00:00', '2031-05-02 23:59:59', '2031-05-02 12:00:00'],
  opens: ['08:00:00', '09:00:00'],
  open: ['Y', 'N'],
}

const model = () => ({ form: bench.form('fair'), subs: [] }) as unknown as PageModel
const none = new Set(['hidden'])

/** What a user may have built: any field with one of its rules, groups within groups, rows that were left empty. */
function drafts(): fc.Arbitrary<DraftGroup> {
  const fields = queryFields(model(), () => none).filter(({ name }) => name in VALUES)
  const row = fc.constantFrom(...fields).chain(({ name, rules }) =>
    fc.record({
      key: fc.nat(),
      field: fc.constant(name),
      rule: fc.constantFrom(...rules),
      values: fc.uniqueArray(fc.constantFrom(...(VALUES[name] ?? [])), { minLength: 1, maxLength: 3 }),
    }),
  )
  const empty: fc.Arbitrary<DraftRow> = fc.record({
    key: fc.nat(),
    field: fc.constant(''),
    rule: fc.constant<ConditionRule>('eq'),
    values: fc.constant([]),
  })
  const group = (parts: fc.Arbitrary<DraftRow | DraftGroup>, minLength: number): fc.Arbitrary<DraftGroup> =>
    fc.record({
      key: fc.nat(),
      matchType: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(parts, { minLength, maxLength: 4 }),
    })
  const rows = fc.oneof({ weight: 9, arbitrary: row }, { weight: 1, arbitrary: empty })
  const inner = group(fc.oneof({ weight: 5, arbitrary: rows }, { weight: 1, arbitrary: group(rows, 0) }), 0)
  return group(fc.oneof({ weight: 3, arbitrary: rows }, { weight: 1, arbitrary: inner }), 1)
}

const asked = (group: QueryGroup) =>
  listParams({ code: 'fair' }, { advanced: group, pageSize: 100 }, { nests: true })
const names = async (group: QueryGroup, session = admin, form = 'fair') =>
  (await bench.reader.list(bench.form(form), session, asked(group))).records.map(({ id }) => String(id))
const refused = (group: QueryGroup, session = admin, form = 'fair') =>
  expect(names(group, session, form)).rejects.toMatchObject({ status: 400 })
const all = (...records: QueryGroup['records']): QueryGroup => ({ matchType: 'and', records })
const eq = (field: string, val: string) => ({ field, rule: 'eq', val })

describe('an advanced query', () => {
  it('finds in the database what its conditions say of each row, however it was built [superquery-05, superquery-06, superquery-07, superquery-08, superquery-09, superquery-10, superquery-11, superquery-12, superquery-13, superquery-14, superquery-22]', async () => {
    const form = bench.form('fair')
    const { records } = await bench.reader.list(form, admin, { pageSize: '100' })
    // A list leaves its long texts out.
    const rows = await Promise.all(records.map(({ id }) => bench.reader.record(form, admin, String(id))))
    expect(rows).toHaveLength(ROWS.length)
    const words = wordsOf(model())
    const fields = new Map(queryFields(model(), () => none).map((field) => [field.name, field]))
    await fc.assert(
      fc.asyncProperty(drafts(), async (draft) => {
        expect(unfinishedRows(draft, fields)).toEqual([])
        const condition = draftCondition(draft)
        if (!condition) return
        const expected = rows.filter((row) => evaluateCondition(condition, row, {}, form))
        const found = await names(queryGroup(condition, words))
        expect(found.sort()).toEqual(expected.map(({ id }) => String(id)).sort())
      }),
      propertyRuns<[DraftGroup]>(150),
    )
  })

  it('holds back a column that the user may not see, at any depth and in sub tables', async () => {
    const grants = { visible: new Set<string>(), editable: new Set<string>(), rows: new Set<string>() }
    const someone = testSession({
      isAdmin: false,
      username: 'someone',
      forms: new Map([
        ['fair', { ...grants, menuRules: [] }],
        ['guest', { ...grants, menuRules: [] }],
      ]),
    })
    await expect(names(all(eq('name', '甲')), someone)).resolves.toBeInstanceOf(Array)
    for (const field of ['hidden', 'guest@hidden', 'guest@none', 'none@phone', 'pin', '_tenant']) {
      await refused(all(eq(field, 'x')), someone)
      await refused(all(eq('name', '甲'), all(eq('status', '1'), all(eq(field, 'x')))), someone)
    }
    await expect(names(all(eq('hidden', 'x')))).resolves.toEqual([])
  })

  it('asks about rows of sub tables within groups, a few of them', async () => {
    const id = await save('fair', { name: 'with guest', guest: [{ phone: '13800000000' }] })
    const phone = eq('guest@phone', '13800000000')
    expect(
      await names(all(eq('name', 'with guest'), { matchType: 'or', records: [phone, eq('name', 'z')] })),
    ).toEqual([id])
    expect(await names(all(all(all(phone))))).toEqual([id])
    await refused(all(...Array.from({ length: 3 }, () => all(phone, phone, phone))))
  })

  it('shows nobody the rows of another tenant, whatever it is joined with', async () => {
    const other = testSession({ tenantId: 2 })
    const id = await save('fair', { name: 'theirs', guest: [{ phone: '13900000000' }] }, other)
    const any: QueryGroup = {
      matchType: 'or',
      records: [
        eq('guest@phone', '13900000000'),
        eq('id', id),
        eq('name', 'theirs'),
        all(eq('name', 'theirs')),
      ],
    }
    expect(await names(any)).toEqual([])
    expect(await names(any, other)).toEqual([id])
  })

  it('searches a tree through its levels, also by what belongs to its nodes', async () => {
    const top = await save('branch', { name: 'top', pid: '0' })
    const below = await save('branch', { name: 'below', pid: top, leaf: [{ name: 'green' }] })
    const { records } = await bench.reader.tree(bench.form('branch'), admin, {
      ...asked(all(eq('leaf@name', 'green'))),
      hasQuery: 'true',
    })
    expect(records.map(({ id }) => id)).toEqual([below])
  })
})
