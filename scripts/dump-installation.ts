import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { gzipSync } from 'node:zlib'
import { Client } from 'pg'
import { findTables, readStructure } from '#server/modules/backup/structure.ts'

/*
 * Writes an installation as one SQL file: `tsx scripts/dump-installation.ts <postgresql://…> <file.sql.gz>`. The upgrade test
 * restores such files. PostgreSQL's own dump program is not among the packages, so this reads the catalogue itself; it
 * knows the kinds of objects that migrations and documents make (schemas, tables, constraints, indexes, functions, triggers),
 * no others.
 */

const [url, file] = process.argv.slice(2)
if (!url || !file) throw new Error('usage: dump-installation <connection string> <file.sql.gz>')
const client = new Client({ connectionString: url })
await client.connect()
const text = await dump(client)
writeFileSync(file, gzipSync(text, { level: 9 }))
console.log(`${file}: ${text.length} characters`)
await client.end()

async function dump(client: Client): Promise<string> {
  const tables = await findTables(client)
  const { before, after } = await readStructure(client, tables)
  const rows: string[] = []
  for (const table of tables) rows.push(...(await inserts(client, table.name)))
  return `${[...before.map(ended), ...rows, ...after.map(ended)].join('\n')}\n`
}

function ended(statement: string): string {
  return `${statement};`
}

/** Rows as JSON, which PostgreSQL reads back by the types of the columns. */
async function inserts(client: Client, name: string): Promise<string[]> {
  const { rows } = await client.query<{ rows: string | null; literal: string | null }>(
    `select quote_literal(json_agg(t)::text) as literal from ${name} t`,
  )
  const literal = rows[0]?.literal
  return literal
    ? [`insert into ${name} select * from json_populate_recordset(null::${name}, ${literal});`]
    : []
}
