import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Connect } from '#server/database/connect.ts'
import { openConnections } from '#server/database/connection.ts'
import { launchPostgres } from '#server/database/embedded/launch.ts'
import { migrate } from '#server/database/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    database: Connect
  }
}

/** One PostgreSQL for the whole run, with a migrated template that every test file copies. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'expo-test-'))
  chmodSync(dataDir, 0o755)
  const server = await launchPostgres({ dataDir, fsync: false })
  const connections = openConnections(server.connect)
  await migrate(connections)
  await connections.close()
  project.provide('database', server.connect)
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
