import type { Pool } from 'pg'
import type { DatabaseFigures, RunningStatement } from '#schemas/api/monitor.ts'

/** Figures that PostgreSQL counts since its start; the page shows what is added. */
const FIGURES = `
  select pg_database_size(current_database())::float8 as size,
    coalesce((select sum(n_live_tup) from pg_stat_user_tables), 0)::float8 as "rows",
    coalesce(d.blks_hit::float8 / nullif(d.blks_hit + d.blks_read, 0), 1) as "hitRate",
    d.numbackends::float8 as connections,
    (select count(*) from pg_stat_activity where datname = current_database() and state = 'active'
       and pid <> pg_backend_pid())::float8 as active,
    (select count(*) from pg_locks where not granted)::float8 as waiting,
    coalesce((select max(extract(epoch from clock_timestamp() - query_start)) from pg_stat_activity
      where datname = current_database() and state = 'active' and pid <> pg_backend_pid()), 0)::float8 * 1000 as "longestMs",
    d.xact_commit::float8 as transactions, d.xact_rollback::float8 as rollbacks, d.deadlocks::float8 as deadlocks,
    (select count(*) from platform.sys_session where expires_at > now() and seen_at > now() - $1 * interval '1 ms')::float8 as sessions
  from pg_stat_database d where d.datname = current_database()`

// Values are bound: the text of a statement holds none of them.
const STATEMENTS = `
  select pid, coalesce(state, '') as state, nullif(concat_ws(' ', wait_event_type, wait_event), '') as waits,
    pg_blocking_pids(pid) as "blockedBy",
    greatest(0, extract(epoch from clock_timestamp() - query_start) * 1000)::int as ms,
    to_char(query_start at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as begun,
    application_name as application, left(query, 1000) as text
  from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()
    and query_start is not null
  order by query_start limit 50`

/** Reads the figures; `idleMs`: after how long without a call a session is over. */
export async function databaseFigures(pool: Pool, idleMs: number): Promise<DatabaseFigures> {
  const { rows } = await pool.query<DatabaseFigures>(FIGURES, [idleMs])
  if (!rows[0]) throw new Error('the database counts nothing of itself')
  return rows[0]
}

/** Statements that run now, the oldest first. */
export async function runningStatements(pool: Pool): Promise<RunningStatement[]> {
  const { rows } = await pool.query<RunningStatement>(STATEMENTS)
  return rows
}
