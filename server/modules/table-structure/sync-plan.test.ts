import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TableColumn, TableDefinition } from '#schemas/compile/model.ts'
import { SYSTEM_COLUMNS } from '#schemas/compile/system-columns.ts'
import { propertyRuns } from '#tests/helpers/property-runs.ts'
import { mergeTables } from './merge-tables.ts'
import { planSync } from './sync-plan.ts'
import { probesFor } from './sync-probes.ts'
import type { RowFacts, StoredTable } from './sync-step.ts'
import { structureAfter } from './sync-structure.ts'

const column = (name: string, sql = 'varchar(100)', id = name): TableColumn => ({
  name,
  id,
  sql,
  nullable: true,
  title: name,
})
const table = (columns: TableColumn[], indexes: TableDefinition['indexes'] = []): TableDefinition => ({
  name: 'expo',
  title: '展会',
  columns: [...SYSTEM_COLUMNS, ...columns],
  indexes,
})
const stored = (definition: TableDefinition): StoredTable => ({ ...definition, parked: [] })
const NO_ROWS: RowFacts = { rows: 0, probes: new Map() }

describe('planSync', () => {
  it('creates table and indexes, tenant first and key last', () => {
    const plan = planSync(
      null,
      table([column('name')], [{ name: 'idx_name', columns: ['name'], unique: false }]),
      NO_ROWS,
    )
    expect(plan.steps.map((step) => step.kind)).toEqual(['create-table', 'create-index'])
    expect(plan.steps[1]?.statements).toEqual([
      'create index "expo.idx_name" on "data"."expo" ("_tenant", "name", "id")',
    ])
    expect(plan).toMatchObject({ blocked: false, loses: false })
  })

  it('has nothing to do for the same structure', () => {
    const wanted = table([column('name')], [{ name: 'idx_name', columns: ['name'], unique: true }])
    expect(planSync(stored(wanted), wanted, NO_ROWS).steps).toEqual([])
  })

  it('renames by the stable id, also when two columns change places', () => {
    const plan = planSync(
      stored(table([column('a', 'text', '1'), column('b', 'text', '2')])),
      table([column('b', 'text', '1'), column('a', 'text', '2')]),
      NO_ROWS,
    )
    expect(plan.steps.flatMap((step) => step.statements)).toEqual([
      'alter table "data"."expo" rename column "a" to "_moving_a_1"',
      'alter table "data"."expo" rename column "b" to "_moving_b_1"',
      'alter table "data"."expo" rename column "_moving_a_1" to "b"',
      'alter table "data"."expo" rename column "_moving_b_1" to "a"',
    ])
    expect(plan.loses).toBe(false)
  })

  it('parks a dropped column, and takes it back when it returns', () => {
    const before = stored(table([column('name'), column('note')]))
    const without = planSync(before, table([column('name')]), NO_ROWS)
    expect(without.steps.map((step) => step.kind)).toEqual(['park-column'])
    const after = structureAfter(before, table([column('name')]), without.steps)
    expect(after.parked.map((entry) => entry.parkedAs)).toEqual(['_parked_note_1'])
    const back = planSync(after, table([column('name'), column('note')]), NO_ROWS)
    expect(back.steps.map((step) => step.kind)).toEqual(['restore-column'])
    expect(structureAfter(after, table([column('name'), column('note')]), back.steps)).toMatchObject({
      parked: [],
    })
  })

  it('asks about the rows before a narrowing, and refuses with the rows it is told', () => {
    const before = stored(table([column('amount')]))
    const wanted = table([column('amount', 'integer')])
    const [probe] = probesFor(before, wanted)
    expect(probe).toMatchObject({ key: 'type amount', column: 'amount' })
    const unfit = { count: 3, rows: [{ id: '1', value: 'abc' }], changed: 0 }
    const plan = planSync(before, wanted, { rows: 1, probes: new Map([['type amount', unfit]]) })
    expect(plan.blocked).toBe(true)
    expect(plan.steps[0]?.blocked).toMatchObject({ count: 3, rows: [{ id: '1', value: 'abc' }] })
  })

  it('says when values will be written differently', () => {
    const facts: RowFacts = { rows: 1, probes: new Map([['type code', { count: 0, rows: [], changed: 2 }]]) }
    const plan = planSync(stored(table([column('code')])), table([column('code', 'integer')]), facts)
    expect(plan).toMatchObject({ blocked: false, loses: true })
    expect(plan.steps[0]?.loses).toContain('2')
  })

  it('widens without looking at rows', () => {
    const wanted = table([column('a', 'varchar(200)'), column('b', 'text'), column('n', 'bigint')])
    const before = stored(table([column('a'), column('b'), column('n', 'integer')]))
    expect(probesFor(before, wanted)).toEqual([])
    expect(planSync(before, wanted, NO_ROWS).steps.every((step) => step.additive)).toBe(true)
  })

  it('drops an index that is not unique by itself, and waits with a unique one and its successor', () => {
    const before = table(
      [column('name')],
      [
        { name: 'idx_name', columns: ['name'], unique: false },
        { name: 'own', columns: ['name', 'create_time'], unique: true },
      ],
    )
    const wanted = table([column('name')], [{ name: 'own', columns: ['name'], unique: false }])
    const steps = planSync(stored(before), wanted, NO_ROWS).steps
    expect(steps.map(({ kind, title, additive }) => [kind, title.split(/[（ ]/)[1], additive])).toEqual([
      ['drop-index', 'idx_name', true],
      ['drop-index', 'own', false],
      ['create-index', 'own', false],
    ])
  })

  it('leaves an index alone while the type of its column waits', () => {
    const index = [{ name: 'idx_name', columns: ['name'], unique: false }]
    const steps = planSync(
      stored(table([column('name', 'text')], index)),
      table([column('name', 'varchar(50)')], index),
      NO_ROWS,
    ).steps
    expect(steps.map(({ kind, additive }) => [kind, additive])).toEqual([
      ['drop-index', false],
      ['alter-column', false],
      ['create-index', false],
    ])
  })

  it('blocks a unique index over repeated values', () => {
    const wanted = table([column('name')], [{ name: 'uk_name', columns: ['name'], unique: true }])
    const before = stored(table([column('name')]))
    expect(probesFor(before, wanted)).toMatchObject([{ key: 'unique uk_name', unique: ['name'] }])
    const facts: RowFacts = {
      rows: 1,
      probes: new Map([['unique uk_name', { count: 2, rows: [], changed: 0 }]]),
    }
    expect(planSync(before, wanted, facts).blocked).toBe(true)
  })

  it('never loses sight of a column: every stored one is kept, renamed or parked', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 })
    const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'x')
    const side = ids.chain((list) =>
      fc
        .uniqueArray(names, { minLength: list.length, maxLength: list.length })
        .map((chosen) => list.map((id, at) => column(chosen[at] ?? id, 'text', id))),
    )
    fc.assert(
      fc.property(side, side, (from, to) => {
        const before = stored(table(from))
        const after = structureAfter(before, table(to), planSync(before, table(to), NO_ROWS).steps)
        const own = (columns: readonly TableColumn[]) => columns.slice(SYSTEM_COLUMNS.length)
        expect(
          own(after.columns)
            .map(({ name, id }) => `${name} ${id}`)
            .sort(),
        ).toEqual(to.map(({ name, id }) => `${name} ${id}`).sort())
        expect(after.parked.length + to.length).toBeGreaterThanOrEqual(from.length)
        expect(planSync(after, table(to), NO_ROWS).steps).toEqual([])
      }),
      propertyRuns<[TableColumn[], TableColumn[]]>(100, [
        // Two columns that take each other's name.
        [
          [column('a', 'text', 'a'), column('b', 'text', 'b')],
          [column('b', 'text', 'a'), column('a', 'text', 'b')],
        ],
      ]),
    )
  })
})

describe('mergeTables', () => {
  it('adds what a view needs to the owner of the table', () => {
    const merged = mergeTables(table([column('a')]), [table([column('a', 'integer'), column('b')])])
    expect(merged.columns.slice(SYSTEM_COLUMNS.length).map(({ name, sql }) => [name, sql])).toEqual([
      ['a', 'varchar(100)'],
      ['b', 'varchar(100)'],
    ])
  })
})
