import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { TelemetryConfig } from '../config-telemetry.ts'
import { type Attributes, createExporter, type Figure } from './exporter.ts'
import { createTracing } from './tracing.ts'

/** What a process tells a collector of itself. */
export interface Telemetry {
  /** The same jobs, each run of them a trace. */
  traced<Run>(jobs: Readonly<Record<string, (run: Run) => Promise<void>>>): typeof jobs
  close(): Promise<void>
}

/** Begins to trace calls and statements and to send the figures; hooks of `app` that come later are in the trace. */
export function startTelemetry(parts: {
  config: TelemetryConfig
  version: string
  app: FastifyInstance
  pools: readonly pg.Pool[]
  figures(): Promise<readonly Figure[]>
}): Telemetry {
  const { config, version, app, pools, figures } = parts
  const exporter = createExporter({
    config,
    version,
    figures,
    warn: (reason) => app.log.warn({ err: reason }, 'telemetry not sent'),
  })
  const tracing = createTracing(exporter, config.ratio)
  tracing.watchCalls(app)
  for (const pool of pools) tracing.watchStatements(pool)
  const attributesOf = (name: string): Attributes => ({ 'job.name': name })
  return {
    traced: (jobs) =>
      Object.fromEntries(
        Object.entries(jobs).map(([name, job]) => [
          name,
          (run) => tracing.work(`job ${name}`, attributesOf(name), () => job(run)),
        ]),
      ),
    close: () => exporter.close(),
  }
}
