import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluateCondition } from '#schemas/compile/evaluate-condition.ts'
import { formVariables } from '#schemas/compile/form-variables.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { Condition } from '#schemas/page/condition.ts'
import type { Session } from '#server/permission/session.ts'
import {
  createFormBench,
  type FormBench,
  formDocument,
  testSession,
  writeContext,
} from '#tests/helpers/form-bench.ts'
import { propertyRuns } from '#tests/helpers/property-runs.ts'
import { sessionUser } from '../../../permission/session-user.ts'
import { formView } from '../read/form-view.ts'

let bench: FormBench
const admin = testSession()

beforeAll(async () => {
  bench = await createFormBench([
    formDocument(
      'visit',
      {
        pid: { type: 'string', maxLength: 32 },
        name: { type: 'string' },
        kind: { type: 'string' },
        amount: { type: 'integer' },
        tags: { type: 'string', view: 'list_multi' },
        has_child: { type: 'string', form: false, maxLength: 3 },
      },
      { tree: { parent: 'pid', label: 'name', hasChild: 'has_child', root: '0' } },
    ),
    formDocument(
      'owner',
      { name: { type: 'string' } },
      { subTables: [{ code: 'part', foreignKey: 'owner_id', relation: 'many' }] },
    ),
    ...(['none', 'all'] as const).map((unruled) =>
      formDocument(
        unruled === 'all' ? 'unruled' : 'ruled',
        { kind: { type: 'string' } },
        {
          permissions: {
            rows: ['a', 'b'].map((val) => ({
              code: `only_${val}`,
              title: val,
              where: { field: 'kind', rule: 'eq', val },
            })),
            ...(unruled === 'all' ? { unruled } : {}),
          },
        },
      ),
    ),
    formDocument('part', {
      owner_id: { type: 'string', form: false, maxLength: 32 },
      kind: { type: 'string' },
    }),
  ])
  let parent: string | undefined
  for (const row of rows) {
    const answer = await bench.writer.insert(
      bench.form('visit'),
      { ...row, pid: parent },
      writeContext(admin),
    )
    if (!answer.saved) throw new Error(JSON.stringify(answer.errors))
    // Every third record hangs below the one before.
    parent = rows.indexOf(row) % 3 === 0 ? answer.id : undefined
  }
})
afterAll(async () => bench?.close())

// Capital letters are other letters, to both.
const names = ['a', 'b', 'ab', 'a%', 'b_', '', 'zhang', 'AB']
const rows: Row[] = names.flatMap((name, at) =>
  [null, at, 10].map((amount, nth) => ({
    name: `${name}${nth}`,
    kind: name,
    amount,
    tags: ['x', 'y', 'x,y', ''][(at + nth) % 4],
  })),
)

/** Someone to whom the condition applies. */
function restricted(code: string, condition: Condition): Session {
  const grants = {
    visible: new Set<string>(),
    editable: new Set<string>(),
    rows: new Set<string>(),
    menuRules: [condition],
  }
  return testSession({ isAdmin: false, username: 'zhang', forms: new Map([[code, grants]]) })
}

const comparison: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    field: fc.constantFrom('name', 'kind'),
    rule: fc.constantFrom(
      'eq',
      'ne',
      'in',
      'not_in',
      'like',
      'left_like',
      'right_like',
      'not_like',
      'empty',
      'not_empty',
    ),
    val: fc.constantFrom<string>('a', 'A', 'b', '%', '_', 'a0', 'a,b', '#{sys_user_code}', '#{unknown}', 'z'),
  }),
  fc.record({
    field: fc.constant('amount'),
    rule: fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le', 'empty', 'not_empty'),
    val: fc.constantFrom<number>(0, 1, 3, 10, 99),
  }),
  fc.record({
    field: fc.constant('tags'),
    rule: fc.constantFrom('eq', 'ne', 'in', 'not_in'),
    val: fc.constantFrom('x', 'y'),
  }),
)
const condition: fc.Arbitrary<Condition> = fc.oneof(
  comparison,
  fc.record({ and: fc.array(comparison, { minLength: 1, maxLength: 3 }) }),
  fc.record({ or: fc.array(comparison, { minLength: 1, maxLength: 3 }) }),
)

describe('a row rule', () => {
  it('narrows list, count, record, tree, dictionary, update and delete alike (A-5)', async () => {
    const form = bench.form('visit')
    const { records: all } = await bench.reader.list(form, admin, { pageSize: '-521' })
    expect(all.length).toBe(rows.length)
    await fc.assert(
      fc.asyncProperty(condition, async (rule) => {
        const session = restricted('visit', rule)
        const variables = formVariables(sessionUser(session), new Date())
        // What the browser decides by is the measure for what the database does.
        const expected = new Set(
          all.filter((row) => evaluateCondition(rule, row, variables, form)).map((row) => row.id),
        )

        const listed = await bench.reader.list(form, session, { pageSize: '-521' })
        expect(new Set(listed.records.map((row) => row.id))).toEqual(expected)
        expect(listed.total).toBe(expected.size)
        expect((await bench.reader.list(form, session, { pageSize: '1' })).total).toBe(expected.size)

        const looked = await bench.store.lookup(formView(session, form), session, {
          value: 'id',
          text: 'name',
          limit: 1000,
        })
        expect(new Set(looked.map(({ value }) => value))).toEqual(expected)

        const roots = await bench.reader.tree(form, session, { pageSize: '-521' })
        const found = await bench.reader.tree(form, session, { hasQuery: 'true', pageSize: '-521' })
        for (const row of roots.records) expect(expected).toContain(row.id)
        expect(new Set(found.records.map((row) => row.id))).toEqual(expected)
        for (const row of found.records)
          expect(row.has_child).toBe(
            all.some((child) => child.pid === row.id && expected.has(child.id)) ? '1' : '0',
          )

        const context = writeContext(session)
        for (const row of all) {
          const id = String(row.id)
          if (expected.has(id)) {
            await expect(bench.reader.record(form, session, id)).resolves.toMatchObject({ id })
            continue
          }
          for (const tried of [
            () => bench.reader.record(form, session, id),
            () => bench.writer.update(form, { id, name: 'stolen' }, context),
            () => bench.writer.remove(form, [id], context),
          ])
            await expect(tried()).rejects.toMatchObject({ status: 404, message: '未找到对应实体' })
        }
      }),
      propertyRuns<[Condition]>(40, [[{ field: 'name', rule: 'not_in', val: '#{unknown}' }]]),
    )
  }, 180_000)

  it('deletes of a batch only what the user may see', async () => {
    const form = bench.form('owner')
    const add = async (name: string) => {
      const answer = await bench.writer.insert(form, { name }, writeContext(admin))
      return answer.saved ? answer.id : ''
    }
    const [mine, other] = [await add('mine'), await add('other')]
    const session = restricted('owner', { field: 'name', rule: 'eq', val: 'mine' })
    expect(await bench.writer.remove(form, [mine, other], writeContext(session))).toBe(1)
    await expect(bench.reader.record(form, admin, other)).resolves.toMatchObject({ name: 'other' })
  })

  it('of a sub table hides its rows and keeps them through a save', async () => {
    const form = bench.form('owner')
    const answer = await bench.writer.insert(
      form,
      { name: 'o', part: [{ kind: 'open' }, { kind: 'closed' }] },
      writeContext(admin),
    )
    const id = answer.saved ? answer.id : ''
    const session = restricted('part', { field: 'kind', rule: 'eq', val: 'open' })
    const seen = await bench.reader.record(form, session, id)
    expect((seen.part as Row[]).map((row) => row.kind)).toEqual(['open'])
    await bench.writer.update(form, { id, part: [] }, writeContext(session))
    expect(((await bench.reader.record(form, admin, id)).part as Row[]).map((row) => row.kind)).toEqual([
      'closed',
    ])
  })

  it('of a main table keeps a row from being put below a record that is not seen', async () => {
    const [form, part] = [bench.form('owner'), bench.form('part')]
    const add = async (name: string) => {
      const answer = await bench.writer.insert(form, { name }, writeContext(admin))
      return answer.saved ? answer.id : ''
    }
    const [mine, other] = [await add('mine'), await add('other')]
    const session = restricted('owner', { field: 'name', rule: 'eq', val: 'mine' })
    const put = (owner: string) =>
      bench.writer.insert(part, { owner_id: owner, kind: 'new' }, writeContext(session))
    const refusal = { saved: false, errors: [{ field: 'owner_id', message: '主表记录不存在' }] }
    expect(await put(other)).toEqual(refusal)
    expect(await put('nothing')).toEqual(refusal)
    expect(await put(mine)).toMatchObject({ saved: true })
    expect(await bench.reader.record(form, admin, other)).toMatchObject({ _version: 1, part: [] })
    // Rows that come with their main record are saved with it.
    expect(
      await bench.writer.insert(form, { name: 'mine', part: [{ kind: 'a' }] }, writeContext(session)),
    ).toMatchObject({ saved: true })
  })

  it('judges what a save leaves behind: a new record, a changed one and sub rows', async () => {
    const form = bench.form('owner')
    const rule: Condition = { field: 'name', rule: 'eq', val: 'mine' }
    const context = writeContext(restricted('owner', rule))
    const refusal = {
      saved: false,
      errors: [{ field: 'name', message: '保存后的数据不在您的数据权限范围内，不能保存' }],
    }
    expect(await bench.writer.insert(form, { name: 'given away' }, context)).toEqual(refusal)
    const answer = await bench.writer.insert(form, { name: 'mine' }, context)
    const id = answer.saved ? answer.id : ''
    expect(await bench.writer.update(form, { id, name: 'given away' }, context)).toEqual(refusal)
    await expect(bench.reader.record(form, admin, id)).resolves.toMatchObject({ name: 'mine', _version: 1 })
    const ofParts = writeContext(restricted('part', { field: 'kind', rule: 'eq', val: 'open' }))
    const parts = (kind: string) => bench.writer.update(form, { id, part: [{ kind }] }, ofParts)
    expect(await parts('closed')).toMatchObject({ saved: false, errors: [{ field: '' }] })
    expect(await parts('open')).toMatchObject({ saved: true })
  })

  it('of the document must be held, unless the document shows all to whoever holds none', async () => {
    const granted = (rows: string[], menuRules: Condition[] = []) => ({
      visible: new Set<string>(),
      editable: new Set<string>(),
      rows: new Set(rows),
      menuRules,
    })
    const seen = async (code: string, grants: ReturnType<typeof granted> | null) => {
      const session = testSession({ isAdmin: false, forms: new Map(grants ? [[code, grants]] : []) })
      const { records } = await bench.reader.list(bench.form(code), session, {})
      return records.map((row) => row.kind).sort()
    }
    for (const code of ['ruled', 'unruled'])
      for (const kind of ['a', 'b', 'ab'])
        await bench.writer.insert(bench.form(code), { kind }, writeContext(admin))
    const menu: Condition = { field: 'kind', rule: 'like', val: 'a' }
    expect(await seen('ruled', null)).toEqual([])
    expect(await seen('ruled', granted(['only_a', 'only_b']))).toEqual(['a', 'b'])
    // Rules of menus narrow only.
    expect(await seen('ruled', granted([], [menu]))).toEqual([])
    expect(await seen('ruled', granted(['only_a', 'only_b'], [menu]))).toEqual(['a'])
    expect(await seen('unruled', null)).toEqual(['a', 'ab', 'b'])
    expect(await seen('unruled', granted([], [menu]))).toEqual(['a', 'ab'])
    expect(await seen('unruled', granted(['only_a']))).toEqual(['a'])
  })

  it('that cannot be understood shows nothing', async () => {
    for (const rule of [
      { field: 'no_such', rule: 'eq', val: '1' },
      { field: 'kind', rule: 'eq', val: '#{nobody}' },
      { field: 'amount', rule: 'eq', val: 'x' },
    ] satisfies Condition[]) {
      expect((await bench.reader.list(bench.form('visit'), restricted('visit', rule), {})).total).toBe(0)
    }
  })
})
