import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { inject } from 'vitest'
import type { Connect } from '#server/database/connect.ts'
import { type Connections, openConnections } from '#server/database/connection.ts'

/** A database of a test's own. */
export interface TestDatabase {
  connections: Connections
  connect: Connect
  /** Closes the connections and drops the database. */
  drop(): Promise<void>
}

/** A fresh, migrated database: a copy of the run's template. With `dump`: a database as that SQL file leaves it, not migrated. */
export async function createTestDatabase({ dump }: { dump?: string } = {}): Promise<TestDatabase> {
  const database = await copyOf(dump ? 'template0' : inject('database').database)
  if (dump) await database.connections.writePool.query(gunzipSync(readFileSync(dump)).toString('utf8'))
  return database
}

/** A database without a single table. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return copyOf('template0')
}

/**
 * A copy of the run's database of that name, which `fill` made by the first test that asked for it; all processes of the
 * run share it. For what many tests begin with and what takes long to make.
 */
export async function createFilledDatabase(
  name: string,
  fill: (connections: Connections) => Promise<void>,
): Promise<TestDatabase> {
  const template = inject('database')
  await asOwner(template, async (client) => {
    // Whoever comes second waits until it is whole.
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rows } = await client.query('select from pg_database where datname = $1', [name])
    if (rows.length > 0) return
    // It has its name once it is filled: what fails halfway is not copied.
    const made = await copyOf(template.database)
    await fill(made.connections)
    await made.connections.close()
    await client.query(`alter database ${made.connect.database} rename to ${name}`)
  })
  return copyOf(name)
}

async function copyOf(original: string | undefined): Promise<TestDatabase> {
  const template = inject('database')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner(template, (client) => client.query(`create database ${name} template ${original}`))
  const connect = { ...template, database: name }
  const connections = openConnections(connect)
  return {
    connections,
    connect,
    async drop() {
      await connections.close()
      await asOwner(template, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

async function asOwner(connect: Connect, act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ ...connect, database: 'postgres' })
  await client.connect()
  try {
    await act(client)
  } finally {
    await client.end()
  }
}
