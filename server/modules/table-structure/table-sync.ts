import type { Pool, PoolClient } from 'pg'
import type { TableDefinition } from '#schemas/compile/model.ts'
import { DATA_SCHEMA, dataTable, fittingName, quoted } from '../../database/identifiers.ts'
import { canonicalType } from './column-conversion.ts'
import { planSync, type SyncPlan } from './sync-plan.ts'
import { type Probe, probesFor } from './sync-probes.ts'
import type { RowFacts, StoredTable, SyncStep, Unfit } from './sync-step.ts'
import { structureAfter } from './sync-structure.ts'

/**
 * `cautious` makes tables and columns and changes none that is there; `additive` does what touches no value and leaves the
 * rest pending; `normal` does all or refuses; `force` keeps the old table under another name and starts an empty one.
 */
export type SyncMode = 'cautious' | 'additive' | 'normal' | 'force'

/** What a `cautious` sync does. */
const MAKES: ReadonlySet<SyncStep['kind']> = new Set([
  'create-table',
  'add-column',
  'restore-column',
  'create-index',
])

/** What a synchronisation did, and what it left. */
export interface SyncResult {
  done: readonly SyncStep[]
  pending: readonly SyncStep[]
  /** Name under which `force` kept the old table. */
  parkedTable: string | null
}

/** Raised when a normal sync cannot be done without losing values; nothing was changed. */
export class SyncRefused extends Error {
  readonly plan: SyncPlan
  constructor(plan: SyncPlan) {
    super(plan.steps.flatMap((step) => (step.blocked ? [step.blocked.reason] : [])).join('；'))
    this.name = 'SyncRefused'
    this.plan = plan
  }
}

/** Rows listed per reason of a refusal. */
const LISTED_ROWS = 20
/** A sync waits this long for running transactions on the table, then gives up instead of blocking all readers. */
const LOCK_TIMEOUT_MS = 8000
/** Converting a large table takes longer than any request may. */
const STATEMENT_TIMEOUT_MS = 600_000

const CHANGE_FUNCTION = `create or replace function ${DATA_SCHEMA}.notify_table_changed() returns trigger
  language plpgsql as $$ begin perform pg_notify('table_changed', tg_table_name); return null; end $$`

/** Computes what a sync would do, without doing it. */
export async function readPlan(pool: Pool, wanted: TableDefinition): Promise<SyncPlan> {
  const client = await pool.connect()
  try {
    const stored = await readStored(client, wanted.name)
    return planSync(stored, wanted, await readFacts(client, stored, wanted))
  } finally {
    client.release()
  }
}

/** Brings the table into line with the wanted definition, in one transaction. Throws SyncRefused for a blocked plan. */
export async function applySync(
  pool: Pool,
  code: string,
  wanted: TableDefinition,
  mode: SyncMode = 'normal',
): Promise<SyncResult> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await syncInTransaction(client, code, wanted, mode)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined) // the connection is gone: the first error says it
    throw error
  } finally {
    client.release()
  }
}

/** All tables in one transaction: a start with many documents pays for one commit only. */
export async function applySyncs(
  pool: Pool,
  tables: readonly { code: string; wanted: TableDefinition; mode?: SyncMode }[],
): Promise<Map<string, SyncResult | Error>> {
  const results = new Map<string, SyncResult | Error>()
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const { code, wanted, mode = 'additive' } of tables) {
      await client.query('savepoint one_table')
      try {
        results.set(wanted.name, await syncInTransaction(client, code, wanted, mode))
        await client.query('release savepoint one_table')
      } catch (error) {
        // One spoilt table must not keep the others from working.
        await client.query('rollback to savepoint one_table')
        results.set(wanted.name, error instanceof Error ? error : new Error(String(error)))
      }
    }
    await client.query('commit')
    return results
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

async function syncInTransaction(
  client: PoolClient,
  code: string,
  wanted: TableDefinition,
  mode: SyncMode,
): Promise<SyncResult> {
  await client.query(
    `set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
  )
  await client.query('select pg_advisory_xact_lock(hashtext($1))', [`table sync ${wanted.name}`])
  let stored = await readStored(client, wanted.name)
  let parkedTable: string | null = null
  if (stored && mode === 'force') {
    parkedTable = await parkTable(client, wanted.name)
    stored = null
  }
  // Values may not change between looking at them and converting them.
  const untouched = stored && isSame(stored, wanted)
  if (stored && !untouched)
    await client.query(`lock table ${dataTable(wanted.name)} in share row exclusive mode`)
  const plan = planSync(stored, wanted, await readFacts(client, stored, wanted))
  const isPartial = mode === 'additive' || mode === 'cautious'
  if (!isPartial && plan.blocked) throw new SyncRefused(plan)
  const done = plan.steps.filter(
    (step) => !isPartial || (step.additive && !step.blocked && (mode === 'additive' || MAKES.has(step.kind))),
  )
  const pending = plan.steps.filter((step) => !done.includes(step))
  for (const step of done) for (const statement of step.statements) await client.query(statement)
  if (done.some((step) => step.kind === 'create-table')) await watchChanges(client, wanted.name)
  if (done.length > 0) {
    await writeStored(client, code, structureAfter(stored, wanted, done))
    await client.query("select pg_notify('table_changed', $1)", [wanted.name])
  }
  return { done, pending, parkedTable }
}

function isSame(stored: StoredTable, wanted: TableDefinition): boolean {
  return planSync(stored, wanted, { rows: 0, probes: new Map() }).steps.length === 0
}

/** Every statement that changes rows tells all processes, so that counted totals are counted again. */
async function watchChanges(client: PoolClient, table: string): Promise<void> {
  await client.query(CHANGE_FUNCTION)
  await client.query(
    `create trigger table_changed after insert or update or delete or truncate on ${dataTable(table)}
     for each statement execute function ${DATA_SCHEMA}.notify_table_changed()`,
  )
}

/** Nothing is dropped by force: the old table stays under another name, its indexes too. */
async function parkTable(client: PoolClient, table: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const parked = fittingName(`_parked_${table}_${number}`)
    const { rowCount } = await client.query('select 1 where to_regclass($1) is not null', [dataTable(parked)])
    if (rowCount) continue
    await client.query(`alter table ${dataTable(table)} rename to ${quoted(parked)}`)
    const indexes = await client.query<{ name: string }>(
      `select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = to_regclass($1)`,
      [dataTable(parked)],
    )
    for (const { name } of indexes.rows)
      await client.query(
        `alter index ${dataTable(name)} rename to ${quoted(fittingName(`${parked}_${name}`))}`,
      )
    await client.query('delete from platform.form_table where table_name = $1', [table])
    return parked
  }
}

async function readStored(client: PoolClient, table: string): Promise<StoredTable | null> {
  const exists = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    dataTable(table),
  ])
  if (!exists.rows[0]?.there) return null
  const kept = await client.query<{ definition: StoredTable | string }>(
    'select definition from platform.form_table where table_name = $1',
    [table],
  )
  const definition = kept.rows[0]?.definition
  if (definition !== undefined) {
    const stored = typeof definition === 'string' ? (JSON.parse(definition) as StoredTable) : definition
    return { ...stored, parked: stored.parked ?? [] }
  }
  return readFromCatalogue(client, table)
}

/** A table that was made outside of this program: its columns are taken as they are. */
async function readFromCatalogue(client: PoolClient, table: string): Promise<StoredTable> {
  const columns = await client.query<{ name: string; sql: string; nullable: boolean }>(
    `select attname as name, format_type(atttypid, atttypmod) as sql, not attnotnull as nullable
     from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped order by attnum`,
    [dataTable(table)],
  )
  return {
    name: table,
    title: table,
    columns: columns.rows.map(({ name, sql, nullable }) => ({
      name,
      id: name,
      sql: canonicalType(sql),
      nullable,
      title: name,
    })),
    indexes: [],
    parked: [],
  }
}

async function writeStored(client: PoolClient, code: string, stored: StoredTable): Promise<void> {
  await client.query(
    `insert into platform.form_table (table_name, code, definition, synced_at) values ($1, $2, $3, now())
     on conflict (table_name) do update set code = excluded.code, definition = excluded.definition, synced_at = now()`,
    [stored.name, code, JSON.stringify(stored)],
  )
}

async function readFacts(
  client: PoolClient,
  stored: StoredTable | null,
  wanted: TableDefinition,
): Promise<RowFacts> {
  if (!stored) return { rows: 0, probes: new Map() }
  const probes = probesFor(stored, wanted)
  const table = dataTable(wanted.name)
  const some = await client.query<{ some: boolean }>(`select exists (select from ${table}) as some`)
  const answers = new Map<string, Unfit>()
  for (const probe of probes) answers.set(probe.key, await ask(client, table, probe))
  return { rows: some.rows[0]?.some ? 1 : 0, probes: answers }
}

async function ask(client: PoolClient, table: string, probe: Probe): Promise<Unfit> {
  const column = quoted(probe.column)
  if (probe.unique) {
    const columns = probe.unique.map(quoted).join(', ')
    const filled = probe.unique.map((name) => `${quoted(name)} is not null`).join(' and ')
    const repeated = `from (select "id", ${column}::text as value, count(*) over (partition by "_tenant", ${columns}) as times
      from ${table} where ${filled}) as rows where times > 1`
    return { ...(await count(client, repeated)), changed: 0 }
  }
  const unfit = probe.condition
    ? await count(
        client,
        `from (select "id", ${column}::text as value from ${table} where ${probe.condition}) as rows`,
      )
    : { count: 0, rows: [] }
  const changed = probe.changed
    ? await client.query<{ n: string }>(`select count(*) as n from ${table} where ${probe.changed}`)
    : null
  return { ...unfit, changed: Number(changed?.rows[0]?.n ?? 0) }
}

async function count(
  client: PoolClient,
  from: string,
): Promise<{ count: number; rows: { id: string; value: string | null }[] }> {
  const first = await client.query<{ id: string; value: string | null; n: string }>(
    `select id, value, count(*) over () as n ${from} order by id limit ${LISTED_ROWS}`,
  )
  return {
    count: Number(first.rows[0]?.n ?? 0),
    rows: first.rows.map(({ id, value }) => ({ id, value })),
  }
}
