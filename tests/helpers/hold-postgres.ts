import { launchPostgres } from '#server/database/embedded/launch.ts'
import { StartError } from '#server/start-error.ts'

// A process that holds an embedded PostgreSQL, for tests that kill it: `hold-postgres.ts <data folder>`.
// Says on one line what it has; stops on SIGTERM.
try {
  const server = await launchPostgres({ dataDir: process.argv[2] ?? '', log: (line) => console.error(line) })
  console.log(JSON.stringify({ connect: server.connect, pid: server.pid() }))
  process.on('SIGTERM', () => {
    void server.stop().then(() => process.exit(0))
  })
  setInterval(() => undefined, 60_000)
} catch (error) {
  console.log(JSON.stringify({ refused: error instanceof StartError, message: (error as Error).message }))
  process.exit(1)
}
