import type { TestProject } from 'vitest/node'
import startDatabase from '#tests/helpers/database-server.ts'
import startGridPage from './grid/harness-server.ts'
import startApplication from './server.ts'

/** What the journeys need, started side by side: each waits for a process of its own most of the time. */
export async function setup(project: TestProject) {
  const started = await Promise.allSettled(
    [startApplication, startGridPage, startDatabase].map((start) => start(project)),
  )
  const stop = async () => {
    await Promise.all(started.map((one) => (one.status === 'fulfilled' ? one.value() : undefined)))
  }
  const failed = started.find((one) => one.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  return stop
}
