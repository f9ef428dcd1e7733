import type { ClientBase } from 'pg'
import { Type } from 'typebox'

/** Schemas whose tables belong to an installation. Those of the job queue are made anew by whoever starts. */
export const SCHEMAS = ['public', 'platform', 'data'] as const

/** Statements that make an empty installation, in two parts: rows are filled in between them. */
export const structureShape = Type.Object({
  before: Type.Array(Type.String()),
  after: Type.Array(Type.String()),
})
export interface Structure {
  before: string[]
  after: string[]
}

/** A table as it is found. */
export interface FoundTable {
  oid: number
  schema: string
  table: string
  /** Quoted, with its schema. */
  name: string
}

/** Tables of an installation, in the order of their names. */
export async function findTables(client: ClientBase): Promise<FoundTable[]> {
  const { rows } = await client.query<FoundTable>(
    `select c.oid, n.nspname as schema, c.relname as table, format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) order by n.nspname collate "C", c.relname collate "C"`,
    [SCHEMAS],
  )
  return rows
}

/**
 * Reads the statements from the catalogue: PostgreSQL's own dump program is not among the packages. It knows the kinds of
 * objects that migrations and documents make; of any other it says so, instead of leaving it out.
 */
export async function readStructure(client: ClientBase, tables: readonly FoundTable[]): Promise<Structure> {
  await refuseUnknownKinds(client)
  const before = SCHEMAS.map((schema) => `create schema if not exists ${schema}`)
  for (const table of tables) before.push(await createTable(client, table))
  return {
    before,
    after: [
      ...(await functions(client)),
      ...(await constraints(client, tables)),
      ...(await indexes(client, tables)),
      ...(await triggers(client, tables)),
    ],
  }
}

async function refuseUnknownKinds(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind not in ('r', 'i', 't', 'c') and n.nspname = any($1)
     union all
     select format('%I.%I', n.nspname, t.typname) from pg_type t join pg_namespace n on n.oid = t.typnamespace
     where t.typtype in ('e', 'd', 'r', 'm') and n.nspname = any($1)
     union all
     select format('%I.%I', schemaname, policyname) from pg_policies where schemaname = any($1)
     union all
     select format('%I.%I', schemaname, rulename) from pg_rules where schemaname = any($1)
     limit 5`,
    [SCHEMAS],
  )
  if (rows.length > 0)
    throw new Error(
      `数据库中有备份不认识的对象：${rows.map(({ name }) => name).join('、')}（视图、序列、分区表、自定义类型或规则）`,
    )
}

async function createTable(client: ClientBase, { oid, name }: FoundTable): Promise<string> {
  const { rows } = await client.query<{ line: string }>(
    `select format('%I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
       case when d.adbin is null then ''
            when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
            else ' default ' || pg_get_expr(d.adbin, d.adrelid) end,
       case when a.attnotnull then ' not null' else '' end) as line
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [oid],
  )
  return `create table ${name} (\n  ${rows.map(({ line }) => line).join(',\n  ')})`
}

async function functions(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select pg_get_functiondef(p.oid) as line from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = any($1) and p.prokind in ('f', 'p') order by p.proname`,
    [SCHEMAS],
  )
  return rows.map(({ line }) => line)
}

async function constraints(client: ClientBase, tables: readonly FoundTable[]): Promise<string[]> {
  const { rows } = await client.query<{ table: number; name: string; definition: string }>(
    `select conrelid as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where conrelid = any($1) and contype in ('p', 'u', 'c', 'f', 'x')
     order by array_position(array['p', 'u', 'x', 'c', 'f'], contype::text), conrelid, conname`,
    [tables.map(({ oid }) => oid)],
  )
  const names = new Map(tables.map(({ oid, name }) => [oid, name]))
  return rows.map(
    ({ table, name, definition }) => `alter table ${names.get(table)} add constraint ${name} ${definition}`,
  )
}

/** Indexes that no constraint has made. */
async function indexes(client: ClientBase, tables: readonly FoundTable[]): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select pg_get_indexdef(i.indexrelid) as line from pg_index i
     where i.indrelid = any($1) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     order by i.indrelid, i.indexrelid`,
    [tables.map(({ oid }) => oid)],
  )
  return rows.map(({ line }) => line)
}

async function triggers(client: ClientBase, tables: readonly FoundTable[]): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(
    `select pg_get_triggerdef(t.oid) as line from pg_trigger t
     where t.tgrelid = any($1) and not t.tgisinternal order by 1`,
    [tables.map(({ oid }) => oid)],
  )
  return rows.map(({ line }) => line)
}
