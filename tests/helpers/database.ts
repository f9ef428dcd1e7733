import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Connections, openConnections } from '#server/database/connection.ts'
import type { Connect } from '#server/database/launch.ts'

/** A database of a test's own. */
export interface TestDatabase {
  connections: Connections
  connect: Connect
  /** Closes the connections and drops the database. */
  drop(): Promise<void>
}

/** A fresh, migrated database: a copy of the run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject('database')
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner(template, `create database ${name} template ${template.database}`)
  const connect = { ...template, database: name }
  const connections = openConnections(connect)
  return {
    connections,
    connect,
    async drop() {
      await connections.close()
      await asOwner(template, `drop database if exists ${name} with (force)`)
    },
  }
}

async function asOwner(connect: Connect, statement: string): Promise<void> {
  const client = new pg.Client({ ...connect, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
