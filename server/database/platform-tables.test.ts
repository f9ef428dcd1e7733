import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { countedBy } from './platform-table.ts'
import { columnOf, PLATFORM_TABLES } from './platform-tables.ts'

describe('descriptions of platform tables', () => {
  let database: TestDatabase
  let columns: Map<string, string>
  let constraints: Set<string>
  beforeAll(async () => {
    database = await createTestDatabase()
    const { readPool } = database.connections
    const found = await readPool.query<{ name: string; type: string }>(
      `select table_name || '.' || column_name as name,
         case when character_maximum_length is not null then 'varchar(' || character_maximum_length || ')'
              when data_type = 'timestamp without time zone' then 'timestamp(' || datetime_precision || ')'
              else data_type end as type
       from information_schema.columns where table_schema = 'platform'`,
    )
    columns = new Map(found.rows.map(({ name, type }) => [name, type]))
    const names = await readPool.query<{ name: string }>(
      "select indexname as name from pg_indexes where schemaname = 'platform'",
    )
    constraints = new Set(names.rows.map(({ name }) => name))
  })
  afterAll(() => database?.drop())

  for (const [table, described] of Object.entries(PLATFORM_TABLES))
    it(`say of ${table} what migrations made`, () => {
      const { scope, deleted, version, unique = {}, lookup = [], conditions = [] } = described
      for (const [name, type] of Object.entries(described.columns))
        expect(columns.get(`${table}.${columnOf(name)}`), name).toBe(type)
      const further = [deleted, version, scope.by === 'column' ? scope.column : undefined]
      for (const name of [...further, ...lookup, ...conditions])
        if (name !== undefined) expect(columns.has(`${table}.${name}`), name).toBe(true)
      if (scope.by === 'members')
        for (const name of [scope.row, scope.tenant])
          expect(columns.has(`${scope.table}.${name}`), name).toBe(true)
      for (const [constraint, names] of Object.entries(unique)) {
        expect(constraints, constraint).toContain(constraint)
        for (const name of names) expect(Object.keys(described.columns), constraint).toContain(name)
      }
    })

  it('are told changes of by each table whose counted totals are kept', async () => {
    const { rows } = await database.connections.readPool.query<{ name: string }>(
      `select event_object_table as name from information_schema.triggers
       where trigger_schema = 'platform' and trigger_name = 'table_changed' group by 1`,
    )
    const watched = new Set(
      Object.entries(PLATFORM_TABLES).flatMap(([name, one]) => countedBy(name, one) ?? []),
    )
    expect([...watched]).toEqual(expect.arrayContaining(['sys_position', 'sys_user', 'sys_user_tenant']))
    expect(watched).not.toContain('sys_log')
    expect(rows.map(({ name }) => name).sort()).toEqual([...watched].sort())
  })

  it('offer look-ups of people their names only', () => {
    expect(PLATFORM_TABLES.sys_user?.lookup).toEqual(['id', 'username', 'realname'])
    for (const { columns: known } of Object.values(PLATFORM_TABLES))
      expect(Object.keys(known)).not.toContain('password')
  })
})
