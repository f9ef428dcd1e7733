import type { TestApp } from './app.ts'

/** What comes and goes by itself, or tells of calls rather than of what is kept. */
const PASSING =
  /^(sys_session|sys_log|operation|operation_change|idempotency_key|login_\w+|one_time_\w+|serial|\w*quota\w*)$/

/** Rows of all tables in which a text occurs that matches, as one digest for each table. */
export async function digests({ database }: TestApp, pattern: string): Promise<Record<string, string>> {
  const pool = database.connections.writePool
  const { rows: tables } = await pool.query<{ schema: string; name: string }>(
    `select schemaname as schema, tablename as name from pg_tables where schemaname in ('platform', 'data') order by 2`,
  )
  const found: Record<string, string> = {}
  for (const { schema, name } of tables) {
    if (PASSING.test(name)) continue
    const { rows } = await pool.query<{ text: string | null }>(
      `select string_agg(t::text, e'\\n' order by t::text) as text from ${schema}."${name}" t where t::text ~ $1`,
      [pattern],
    )
    if (rows[0]?.text) found[name] = rows[0].text
  }
  return found
}
