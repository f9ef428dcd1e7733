import { availableParallelism } from 'node:os'
import type { DatabaseSample, MachineSample, Metric } from '#schemas/api/monitor.ts'
import type { ProcessFigures } from './process-figures.ts'

/** What metrics are read from: the newest samples, the highest figures of the last hour, and sums since the start. */
export interface Measured {
  machine: MachineSample
  database: DatabaseSample | null
  hour: readonly MachineSample[]
  hourDatabase: readonly DatabaseSample[]
  calls: ReturnType<ProcessFigures['calls']>
  startedAt: number
}

interface Described {
  description: string
  unit: string | null
  read(at: Measured): readonly (readonly [statistic: string, value: number])[]
}

const value = (description: string, unit: string | null, read: (at: Measured) => number): Described => ({
  description,
  unit,
  read: (at) => [['VALUE', read(at)]],
})
const most = <T>(rows: readonly T[], read: (row: T) => number) => Math.max(0, ...rows.map(read))

/**
 * The names under which clients of this wire ask, with what a Node process has in their place: its heap for the JVM's, its
 * collections, its open handles for threads, its calls for those of the application server.
 */
export const METRICS: Readonly<Record<string, Described>> = {
  'jvm.memory.max': value('堆内存上限', 'bytes', ({ machine }) => machine.heapLimit),
  'jvm.memory.committed': value('已申请的堆内存', 'bytes', ({ machine }) => machine.heapTotal),
  'jvm.memory.used': value('已使用的堆内存', 'bytes', ({ machine }) => machine.heapUsed),
  'jvm.buffer.memory.used': value('堆外内存', 'bytes', ({ machine }) => machine.external),
  'jvm.buffer.total.capacity': value('缓冲区内存', 'bytes', ({ machine }) => machine.arrayBuffers),
  'jvm.threads.live': value('打开的句柄', 'handles', ({ machine }) => machine.handles),
  'jvm.threads.peak': value('一小时内最多的句柄', 'handles', ({ hour }) => most(hour, (one) => one.handles)),
  'jvm.gc.pause': {
    description: '一小时内的垃圾回收',
    unit: 'seconds',
    read: ({ hour, machine }) => [
      ['COUNT', machine.collections],
      ['TOTAL_TIME', machine.collectionMs / 1000],
      ['MAX', largestStep(hour) / 1000],
    ],
  },
  'nodejs.eventloop.delay': {
    description: '事件循环延迟',
    unit: 'seconds',
    read: ({ machine, hour }) => [
      ['VALUE', machine.loopDelay / 1000],
      ['MAX', most(hour, (one) => one.loopDelayMax) / 1000],
    ],
  },
  'nodejs.eventloop.utilization': value('事件循环占用率', null, ({ machine }) => machine.loopUse),
  'system.cpu.count': value('处理器数量', null, () => availableParallelism()),
  'system.cpu.usage': value('系统处理器使用率', null, ({ machine }) => machine.systemCpu),
  'system.load.average.1m': value('一分钟平均负载', null, ({ machine }) => machine.load),
  'process.cpu.usage': value('进程处理器使用率', null, ({ machine }) => machine.processCpu),
  'process.memory.rss': value('进程占用的物理内存', 'bytes', ({ machine }) => machine.rss),
  'process.start.time': value('启动时间', 'seconds', ({ startedAt }) => startedAt / 1000),
  'process.uptime': value('运行时长', 'seconds', ({ startedAt, machine }) => (machine.at - startedAt) / 1000),
  'tomcat.sessions.active.current': value(
    '当前会话数',
    'sessions',
    ({ database }) => database?.sessions ?? 0,
  ),
  'tomcat.sessions.active.max': value('一小时内最多会话数', 'sessions', ({ hourDatabase }) =>
    most(hourDatabase, (one) => one.sessions),
  ),
  'tomcat.global.request': {
    description: '启动以来的请求',
    unit: 'seconds',
    read: ({ calls }) => [
      ['COUNT', calls.requests],
      ['TOTAL_TIME', calls.requestMs / 1000],
    ],
  },
  'tomcat.global.request.max': value('最长的请求', 'seconds', ({ calls }) => calls.requestMsMax / 1000),
  'tomcat.global.error': {
    description: '启动以来出错的请求',
    unit: null,
    read: ({ calls }) => [['COUNT', calls.errors]],
  },
  'tomcat.threads.current': value('数据库连接', 'connections', ({ database }) => database?.connections ?? 0),
  'tomcat.threads.busy': value('正在执行的语句', 'connections', ({ database }) => database?.active ?? 0),
}

/** A metric by its name; null for a name that there is none of. */
export function metricOf(name: string, at: Measured): Metric | null {
  const metric = Object.hasOwn(METRICS, name) ? METRICS[name] : undefined
  if (!metric) return null
  return {
    name,
    description: metric.description,
    baseUnit: metric.unit,
    measurements: metric.read(at).map(([statistic, figure]) => ({ statistic, value: figure })),
    availableTags: [],
  }
}

/** Longest time of collections between two samples. */
function largestStep(hour: readonly MachineSample[]): number {
  return most(hour.slice(1), (one) => one.collectionMs - (hour[hour.indexOf(one) - 1]?.collectionMs ?? 0))
}

type Line = readonly [
  name: string,
  type: 'gauge' | 'counter',
  help: string,
  read: (at: Measured) => number | null,
]

/** Figures of a moment by the names that Prometheus reads; those that cannot be measured are absent. */
export function namedFigures(
  at: Measured,
): { name: string; type: 'gauge' | 'counter'; help: string; value: number }[] {
  return LINES.flatMap(([name, type, help, read]) => {
    const value = read(at)
    return value === null ? [] : [{ name, type, help, value }]
  })
}

/** What Prometheus reads; names after its conventions. */
const LINES: readonly Line[] = [
  ['process_start_time_seconds', 'gauge', 'Start of the process.', ({ startedAt }) => startedAt / 1000],
  ['process_resident_memory_bytes', 'gauge', 'Resident memory.', ({ machine }) => machine.rss],
  ['process_cpu_usage_ratio', 'gauge', 'Processor use of the process.', ({ machine }) => machine.processCpu],
  ['nodejs_heap_size_total_bytes', 'gauge', 'Heap that was asked for.', ({ machine }) => machine.heapTotal],
  ['nodejs_heap_size_used_bytes', 'gauge', 'Heap in use.', ({ machine }) => machine.heapUsed],
  ['nodejs_heap_size_limit_bytes', 'gauge', 'Largest heap.', ({ machine }) => machine.heapLimit],
  ['nodejs_external_memory_bytes', 'gauge', 'Memory outside of the heap.', ({ machine }) => machine.external],
  [
    'nodejs_eventloop_lag_mean_seconds',
    'gauge',
    'Mean delay of the event loop.',
    ({ machine }) => machine.loopDelay / 1000,
  ],
  [
    'nodejs_eventloop_lag_max_seconds',
    'gauge',
    'Longest delay of the event loop.',
    ({ machine }) => machine.loopDelayMax / 1000,
  ],
  [
    'nodejs_eventloop_utilization_ratio',
    'gauge',
    'Busy share of the event loop.',
    ({ machine }) => machine.loopUse,
  ],
  ['nodejs_active_handles', 'gauge', 'Open handles.', ({ machine }) => machine.handles],
  ['nodejs_gc_total', 'counter', 'Garbage collections.', ({ machine }) => machine.collections],
  [
    'nodejs_gc_seconds_total',
    'counter',
    'Time of garbage collections.',
    ({ machine }) => machine.collectionMs / 1000,
  ],
  ['system_cpu_usage_ratio', 'gauge', 'Processor use of the machine.', ({ machine }) => machine.systemCpu],
  ['system_memory_used_bytes', 'gauge', 'Memory in use.', ({ machine }) => machine.memoryUsed],
  ['system_memory_total_bytes', 'gauge', 'Memory of the machine.', ({ machine }) => machine.memoryTotal],
  ['http_requests_total', 'counter', 'Calls answered.', ({ calls }) => calls.requests],
  ['http_requests_refused_total', 'counter', 'Calls answered with 4xx.', ({ calls }) => calls.refused],
  ['http_requests_failed_total', 'counter', 'Calls answered with 5xx.', ({ calls }) => calls.errors],
  ['http_request_seconds_total', 'counter', 'Time of all calls.', ({ calls }) => calls.requestMs / 1000],
  ['app_sessions', 'gauge', 'Open sessions.', ({ database }) => database?.sessions ?? null],
  ['database_size_bytes', 'gauge', 'Size of the database.', ({ database }) => database?.size ?? null],
  [
    'database_cache_hit_ratio',
    'gauge',
    'Blocks found in the cache.',
    ({ database }) => database?.hitRate ?? null,
  ],
  ['database_connections', 'gauge', 'Open connections.', ({ database }) => database?.connections ?? null],
  [
    'database_locks_waiting',
    'gauge',
    'Locks that are waited for.',
    ({ database }) => database?.waiting ?? null,
  ],
  [
    'database_transactions_total',
    'counter',
    'Committed transactions.',
    ({ database }) => database?.transactions ?? null,
  ],
  ['database_deadlocks_total', 'counter', 'Deadlocks.', ({ database }) => database?.deadlocks ?? null],
]

/** The figures in the text format of Prometheus (0.0.4). */
export function prometheusText(at: Measured): string {
  const lines = LINES.flatMap(([name, type, help, read]) => {
    const figure = read(at)
    if (figure === null || !Number.isFinite(figure)) return []
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, `${name} ${figure}`]
  })
  return `${lines.join('\n')}\n`
}
