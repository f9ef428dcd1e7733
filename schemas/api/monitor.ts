import { type Static, Type } from 'typebox'
import { nullable } from './answer.ts'

/** Figures of the process, the machine and the calls answered; sizes in bytes, times in ms, shares from 0 to 1. */
export const MACHINE_FIGURES = [
  'heapUsed',
  'heapTotal',
  'heapLimit',
  'rss',
  'external',
  'arrayBuffers',
  'loopDelay',
  'loopDelayMax',
  'loopUse',
  'collections',
  'collectionMs',
  'handles',
  'processCpu',
  'systemCpu',
  'load',
  'memoryUsed',
  'memoryTotal',
  'requests',
  'refused',
  'errors',
  'requestMs',
  'requestMsMax',
] as const
/** Figures of the database. */
export const DATABASE_FIGURES = [
  'size',
  'rows',
  'hitRate',
  'connections',
  'active',
  'waiting',
  'longestMs',
  'transactions',
  'rollbacks',
  'deadlocks',
  'sessions',
] as const

export type MachineFigures = Record<(typeof MACHINE_FIGURES)[number], number>
export type DatabaseFigures = Record<(typeof DATABASE_FIGURES)[number], number>
/** What was measured at one moment (epoch ms). */
export type MachineSample = MachineFigures & { at: number }
export type DatabaseSample = DatabaseFigures & { at: number }

const sampleShape = <T>(names: readonly string[]) =>
  Type.Unsafe<T>(
    Type.Object(Object.fromEntries(['at', ...names].map((name) => [name, Type.Number()]))) as object,
  )
const samplesOf = <T>(names: readonly string[]) =>
  Type.Object({ everyMs: Type.Integer(), samples: Type.Array(sampleShape<T>(names)) })

/** `result` of GET /sys/actuator/samples, the oldest first. */
export const machineSamples = samplesOf<MachineSample>(MACHINE_FIGURES)
/** `result` of GET /sys/actuator/database/samples. */
export const databaseSamples = samplesOf<DatabaseSample>(DATABASE_FIGURES)

const statement = Type.Object({
  pid: Type.Integer(),
  state: Type.String(),
  /** What it waits for. */
  waits: nullable(Type.String()),
  /** Processes whose locks it waits for. */
  blockedBy: Type.Array(Type.Integer()),
  ms: Type.Integer(),
  begun: Type.String(),
  application: Type.String(),
  text: Type.String(),
})
export type RunningStatement = Static<typeof statement>
/** `result` of GET /sys/actuator/database/statements: running now, and slow ones that were seen running. */
export const statementsShape = Type.Object({ running: Type.Array(statement), slow: Type.Array(statement) })

/** `result` of GET /sys/actuator/redis/info. */
export const infoLines = Type.Array(
  Type.Object({ key: Type.String(), value: Type.String(), description: Type.String() }),
)
export const keysSize = Type.Object({ create_time: Type.Integer(), dbSize: Type.Number() })
export const memoryInfo = Type.Object({ create_time: Type.Integer(), used_memory: Type.Number() })
/** `result` of GET /sys/actuator/redis/metrics/history. */
export const metricsHistory = Type.Object({
  dbSize: Type.Array(keysSize),
  memory: Type.Array(memoryInfo),
})
export const report = Type.Object({
  data: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
})
/** `result` of GET /sys/actuator/redis/queryDiskInfo; `restPPT` is the per cent in use. */
export const diskInfo = Type.Array(
  Type.Object({ name: Type.String(), max: Type.Number(), rest: Type.Number(), restPPT: Type.Number() }),
)
/** `result` of GET /sys/actuator/memory/info. */
export const memoryFigures = Type.Object(
  Object.fromEntries(
    ['physical.total', 'physical.used', 'physical.free', 'physical.usage', 'runtime.total', 'runtime.used']
      .map((name) => `memory.${name}`)
      .map((name) => [name, Type.Number()]),
  ),
)

/** GET /actuator/metrics. */
export const metricNames = Type.Object({ names: Type.Array(Type.String()) })
/** GET /actuator/metrics/{name}. */
export const metricShape = Type.Object({
  name: Type.String(),
  description: Type.String(),
  baseUnit: nullable(Type.String()),
  measurements: Type.Array(Type.Object({ statistic: Type.String(), value: Type.Number() })),
  availableTags: Type.Array(Type.Object({ tag: Type.String(), values: Type.Array(Type.String()) })),
})
export type Metric = Static<typeof metricShape>

const headers = Type.Unsafe<Record<string, string[]>>({
  type: 'object',
  additionalProperties: { type: 'array', items: { type: 'string' } },
})
/** GET /actuator/httptrace: calls answered last, the newest first. */
export const httpTraces = Type.Object({
  traces: Type.Array(
    Type.Object({
      timestamp: Type.String(),
      principal: nullable(Type.Object({ name: Type.String() })),
      request: Type.Object({
        method: Type.String(),
        uri: Type.String(),
        remoteAddress: Type.String(),
        headers,
      }),
      response: Type.Object({ status: Type.Integer(), headers }),
      timeTaken: Type.Integer(),
    }),
  ),
})
export type HttpTrace = Static<typeof httpTraces>['traces'][number]
