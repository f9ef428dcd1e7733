import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import type {
  DatabaseFigures,
  DatabaseSample,
  MachineSample,
  RunningStatement,
} from '#schemas/api/monitor.ts'
import { meantStatus } from '../../http/dialect.ts'
import { databaseFigures, runningStatements } from './database-figures.ts'
import { measureProcess, type ProcessFigures } from './process-figures.ts'

/** One timer measures everything this often (ms), whether or not somebody looks. */
export const EVERY_MS = 10_000
/** An hour is kept. */
const KEPT = 360
/** Statements that run longer (ms) are remembered. */
const SLOW_MS = 1000
const SLOW_KEPT = 50

/** What was measured over the last hour. */
export interface Sampler {
  machine(): readonly MachineSample[]
  database(): readonly DatabaseSample[]
  /** Slow statements that were seen running, the newest first. */
  slow(): RunningStatement[]
  calls: ProcessFigures['calls']
  /** Measures now; the timer does it besides. */
  measure(): Promise<void>
  close(): void
}

/** Begins to measure; `app` tells of answered calls. */
export function createSampler(
  app: FastifyInstance,
  parts: { pool: Pool; apiBase: string; idleMs: () => number; warn(reason: unknown): void },
): Sampler {
  const process = measureProcess()
  const machine: MachineSample[] = []
  const database: DatabaseSample[] = []
  const slow = new Map<string, RunningStatement>()
  let isClosed = false
  let running: Promise<void> | null = null

  app.addHook('onResponse', (request, reply, done) => {
    if (request.url.startsWith(parts.apiBase)) process.count(reply.elapsedTime, meantStatus(request, reply))
    done()
  })

  const keep = <T>(ring: T[], one: T) => {
    ring.push(one)
    if (ring.length > KEPT) ring.shift()
  }

  async function take(): Promise<void> {
    const at = Date.now()
    keep(machine, { at, ...process.take() })
    try {
      const figures: DatabaseFigures = await databaseFigures(parts.pool, parts.idleMs())
      keep(database, { at, ...figures })
      if (figures.longestMs >= SLOW_MS)
        for (const one of await runningStatements(parts.pool)) if (one.ms >= SLOW_MS) remember(one)
    } catch (error) {
      // A database that does not answer leaves a gap in the curve.
      if (!isClosed) parts.warn(error)
    }
  }

  function remember(one: RunningStatement): void {
    slow.set(`${one.pid} ${one.begun}`, one)
    const oldest = slow.keys().next().value
    if (slow.size > SLOW_KEPT && oldest !== undefined) slow.delete(oldest)
  }

  const measure = () => {
    running ??= take().finally(() => {
      running = null
    })
    return running
  }
  const timer = setInterval(() => void measure(), EVERY_MS)
  timer.unref()

  return {
    machine: () => machine,
    database: () => database,
    slow: () => [...slow.values()].reverse(),
    calls: process.calls,
    measure,
    close() {
      isClosed = true
      clearInterval(timer)
      process.close()
    },
  }
}
