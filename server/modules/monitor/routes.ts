import { createHash, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { freemem, totalmem } from 'node:os'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { Type } from 'typebox'
import { ok } from '#schemas/api/envelope.ts'
import {
  type DatabaseSample,
  databaseSamples,
  diskInfo,
  httpTraces,
  infoLines,
  keysSize,
  machineSamples,
  memoryFigures,
  memoryInfo,
  metricNames,
  metricShape,
  metricsHistory,
  report,
  statementsShape,
} from '#schemas/api/monitor.ts'
import { AppError, forbidden, notFound, notSignedIn } from '../../errors.ts'
import { bareRoute, route } from '../../http/route.ts'
import { may } from '../../permission/may.ts'
import { runningStatements } from './database-figures.ts'
import type { HttpTraces } from './http-traces.ts'
import { METRICS, type Measured, metricOf, prometheusText } from './metrics.ts'
import { EVERY_MS, type Sampler } from './sampler.ts'

export interface MonitorParts {
  sampler: Sampler
  traces: HttpTraces
  pool: Pool
  /** Folder whose disk is watched besides that of the system. */
  dataDir: string
  /** A text in the language of the caller. */
  say(text: string): string
}

/** Rights to the monitors. What they show belongs to all tenants, so they count in the first one alone. */
const TRACE = { access: { permission: 'system:monitor:trace' } } as const
const METRIC_RIGHT = 'system:monitor:metrics'
const METRIC = { access: { permission: METRIC_RIGHT } } as const
const DATABASE = { access: { permission: 'system:monitor:database' } } as const

const MEGABYTE = 1024 * 1024
const startedAt = Date.now() - performance.now()

/** The wire's calls for monitors, and the samples that the pages draw. */
export function registerMonitor(app: FastifyInstance, parts: MonitorParts): void {
  registerTraces(app, parts)
  registerProcess(app, parts)
  registerDatabase(app, parts)
}

function registerTraces(app: FastifyInstance, { traces }: MonitorParts): void {
  bareRoute(app, 'GET', '/actuator/httptrace', { ...TRACE, answer: httpTraces }, async () => ({
    traces: traces.list(),
  }))

  // The wire's newer client asks for a part of them: all, success, error; the slowest first with the order `time`.
  for (const path of ['/actuator/jeecghttptrace/:query', '/actuator/jeecghttptrace/:query/:order'] as const)
    bareRoute(app, 'GET', path, { ...TRACE, answer: httpTraces }, async ({ params }) => {
      const { query, order } = params as { query: string; order?: string }
      const wanted = traces.list().filter(({ response: { status } }) => {
        if (query === 'success') return status < 400
        return query === 'error' || query === 'fail' ? status >= 400 : true
      })
      return { traces: order === 'time' ? wanted.sort((a, b) => b.timeTaken - a.timeTaken) : wanted }
    })
}

function registerProcess(app: FastifyInstance, { sampler, dataDir, say }: MonitorParts): void {
  bareRoute(app, 'GET', '/actuator/metrics', { ...METRIC, answer: metricNames }, async () => ({
    names: Object.keys(METRICS),
  }))

  bareRoute(app, 'GET', '/actuator/metrics/:name', { ...METRIC, answer: metricShape }, async ({ params }) => {
    const metric = metricOf(params.name, await measured(sampler))
    if (!metric) throw notFound('没有这项指标')
    return { ...metric, description: say(metric.description) }
  })

  route(app, 'GET', '/sys/actuator/samples', { ...METRIC, answer: machineSamples }, async () => {
    await measured(sampler)
    return ok({ everyMs: EVERY_MS, samples: [...sampler.machine()] })
  })

  route(app, 'GET', '/sys/actuator/memory/info', { ...METRIC, answer: memoryFigures }, async () => {
    const { heapTotal, heapUsed } = (await measured(sampler)).machine
    return ok({
      'memory.physical.total': totalmem(),
      'memory.physical.used': totalmem() - freemem(),
      'memory.physical.free': freemem(),
      'memory.physical.usage': 1 - freemem() / totalmem(),
      'memory.runtime.total': heapTotal,
      'memory.runtime.used': heapUsed,
    })
  })

  route(app, 'GET', '/sys/actuator/redis/queryDiskInfo', { ...METRIC, answer: diskInfo }, async () => {
    const places = [
      ['系统盘', process.cwd()],
      ['数据目录', dataDir],
    ] as const
    const disks = await Promise.all(places.map(([name, path]) => disk(say(name), path)))
    return ok(disks.flatMap((one) => one ?? []))
  })
}

/** Prometheus' own address, for a caller who has the token of the environment or a session with the right. */
export function registerPrometheus(
  app: FastifyInstance,
  { sampler, token }: { sampler: Sampler; token: string | null },
): void {
  app.get('/metrics', { config: { access: 'public' } }, async (request, reply) => {
    if (!hasToken(request, token)) {
      if (!request.visitor) throw notSignedIn()
      if (!may(request.visitor, 'use', { permission: METRIC_RIGHT }).allowed) throw forbidden()
    }
    const text = prometheusText(await measured(sampler))
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text)
  })
}

/** Compared by hashes of one length, so that the time it takes tells nothing. */
function hasToken({ headers }: FastifyRequest, token: string | null): boolean {
  const given = /^Bearer (\S{1,500})$/.exec(headers.authorization ?? '')?.[1]
  if (token === null || given === undefined) return false
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(token))
}

function registerDatabase(app: FastifyInstance, { sampler, pool, say }: MonitorParts): void {
  const newest = async (): Promise<DatabaseSample> => {
    const { database } = await measured(sampler)
    if (!database) throw new AppError('DATABASE_DOWN')
    return database
  }
  const sizes = ({ at, rows }: DatabaseSample) => ({ create_time: at, dbSize: rows })
  const memory = ({ at, size }: DatabaseSample) => ({ create_time: at, used_memory: size })

  route(app, 'GET', '/sys/actuator/redis/info', { ...DATABASE, answer: infoLines }, async () =>
    ok(infoOf(await newest(), say)),
  )
  bareRoute(app, 'GET', '/sys/actuator/redis/keysSize', { ...DATABASE, answer: keysSize }, async () =>
    sizes(await newest()),
  )
  bareRoute(app, 'GET', '/sys/actuator/redis/memoryInfo', { ...DATABASE, answer: memoryInfo }, async () =>
    memory(await newest()),
  )
  const reports = {
    keysSizeForReport: ({ at, rows }: DatabaseSample) => [{ name: timeOf(at), value: String(rows) }],
    memoryForReport: ({ at, size }: DatabaseSample) => [{ name: timeOf(at), value: String(size) }],
    infoForReport: (sample: DatabaseSample) =>
      infoOf(sample, say).map(({ description, value }) => ({ name: description, value })),
  }
  for (const [name, read] of Object.entries(reports))
    bareRoute(app, 'GET', `/sys/actuator/redis/${name}`, { ...DATABASE, answer: report }, async () => ({
      data: read(await newest()),
    }))
  route(
    app,
    'GET',
    '/sys/actuator/redis/metrics/history',
    { ...DATABASE, answer: metricsHistory },
    async () => {
      await newest()
      return ok({ dbSize: sampler.database().map(sizes), memory: sampler.database().map(memory) })
    },
  )

  route(app, 'GET', '/sys/actuator/database/samples', { ...DATABASE, answer: databaseSamples }, async () => {
    await newest()
    return ok({ everyMs: EVERY_MS, samples: [...sampler.database()] })
  })
  route(
    app,
    'GET',
    '/sys/actuator/database/statements',
    { ...DATABASE, query: Type.Object({}), answer: statementsShape },
    async () => ok({ running: await runningStatements(pool), slow: sampler.slow() }),
  )
}

/** The newest samples; measured now where the timer has not yet. */
export async function measured(sampler: Sampler): Promise<Measured> {
  const last = sampler.machine().at(-1)
  if (!last || Date.now() - last.at > EVERY_MS) await sampler.measure()
  const [machine, database] = [sampler.machine().at(-1), sampler.database().at(-1)]
  if (!machine) throw new Error('nothing was measured')
  return {
    machine,
    database: database ?? null,
    hour: sampler.machine(),
    hourDatabase: sampler.database(),
    calls: sampler.calls(),
    startedAt,
  }
}

function infoOf(
  sample: DatabaseSample,
  say: MonitorParts['say'],
): { key: string; value: string; description: string }[] {
  const line = (key: keyof DatabaseSample, value: string, description: string) => ({
    key,
    value,
    description: say(description),
  })
  const count = (key: keyof DatabaseSample, description: string) =>
    line(key, String(Math.round(sample[key])), description)
  return [
    line('size', `${(sample.size / MEGABYTE).toFixed(1)} MB`, '数据库大小'),
    count('rows', '数据行数（估计）'),
    line('hitRate', `${(sample.hitRate * 100).toFixed(2)}%`, '缓存命中率'),
    count('connections', '连接数'),
    count('active', '正在执行的语句'),
    count('longestMs', '最长语句已执行（毫秒）'),
    count('waiting', '等待中的锁'),
    count('transactions', '已提交事务'),
    count('rollbacks', '已回滚事务'),
    count('deadlocks', '死锁次数'),
    count('sessions', '在线会话'),
  ]
}

function timeOf(at: number): string {
  return new Date(at).toTimeString().slice(0, 8)
}

async function disk(name: string, path: string) {
  try {
    const { bsize, blocks, bavail } = await statfs(path)
    const max = bsize * blocks
    const rest = bsize * bavail
    return { name, max, rest, restPPT: max > 0 ? Math.round((1 - rest / max) * 100) : 0 }
  } catch {
    // The folder is not there: with a database of one's own nothing lies in it yet.
    return null
  }
}
