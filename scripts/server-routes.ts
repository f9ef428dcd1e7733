import { tmpdir } from 'node:os'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type pg from 'pg'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import type { Connections } from '../server/database/connection.ts'
import type { Tables } from '../server/database/tables.ts'
import type { DeclaredRoute } from '../server/http/access.ts'
import { createDocuments } from '../server/modules/document/documents.ts'

/** Every call of the server, by building it over a database that holds nothing and is never reached. */
export async function serverRoutes(): Promise<readonly DeclaredRoute[]> {
  const documents = await createDocuments({ dirs: ['schemas/pages'], pool: null })
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: tmpdir() }, '/nowhere')
  const app = await buildApp({ config, connections: emptyDatabase(), documents })
  await app.close()
  documents.close()
  return app.routes
}

function emptyDatabase(): Connections {
  const nothing = async () => ({ rows: [], rowCount: 0 })
  const client = { query: nothing, release: () => undefined, on: () => undefined }
  const pool = { ...client, connect: async () => client } as unknown as pg.Pool
  const dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  const db = new Kysely<Tables>({ dialect })
  return {
    read: db,
    write: db,
    readPool: pool,
    writePool: pool,
    listen: () => () => undefined,
    endStatements: async () => undefined,
    close: async () => undefined,
  }
}
