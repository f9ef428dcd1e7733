import type { TelemetryConfig } from '../config-telemetry.ts'

/** A value of an attribute: texts and numbers only. */
export type Attributes = Readonly<Record<string, string | number>>

/** A finished piece of work. */
export interface Span {
  traceId: string
  spanId: string
  parentId: string | null
  name: string
  kind: 'internal' | 'server' | 'client'
  /** Ms since 1970. */
  startMs: number
  endMs: number
  attributes: Attributes
  failed: boolean
}

/** A figure at a moment; counters rise from the start of the process. */
export interface Figure {
  name: string
  type: 'gauge' | 'counter'
  help: string
  value: number
}

/** Sends what it is given to a collector, later and in lots. */
export interface Exporter {
  span(span: Span): void
  close(): Promise<void>
}

/** More wait for no collector: what comes then is dropped. */
const MAX_WAITING = 2048
const SEND_MS = 5000
/** A stop waits this long for the last lot. */
const LAST_MS = 1000
const KINDS = { internal: 1, server: 2, client: 3 } as const
const FAILED = 2
const CUMULATIVE = 2

/**
 * Speaks OTLP over HTTP with JSON. A collector that is away costs its spans and a line in the log at the first time,
 * never a call.
 */
export function createExporter(parts: {
  config: TelemetryConfig
  version: string
  figures(): Promise<readonly Figure[]>
  warn(reason: unknown): void
}): Exporter {
  const { config, figures, warn } = parts
  const startedMs = Date.now()
  const resource = {
    attributes: attributesOf({ 'service.name': config.serviceName, 'service.version': parts.version }),
  }
  const scope = { name: config.serviceName, version: parts.version }
  let waiting: Span[] = []
  let isDown = false
  let sending: Promise<void> = Promise.resolve()

  async function post(url: string, body: object): Promise<void> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...config.headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(SEND_MS),
      })
      // The connection is free again when the answer was read.
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`collector answered ${answer.status}`)
      isDown = false
    } catch (error) {
      if (!isDown) warn(error)
      isDown = true
    }
  }

  async function sendSpans(): Promise<void> {
    const spans = waiting
    waiting = []
    if (config.tracesUrl === null || spans.length === 0) return
    const scopeSpans = [{ scope, spans: spans.map(spanOf) }]
    await post(config.tracesUrl, { resourceSpans: [{ resource, scopeSpans }] })
  }

  async function sendFigures(): Promise<void> {
    if (config.metricsUrl === null) return
    try {
      const metrics = (await figures()).map((one) => metricOf(one, startedMs))
      await post(config.metricsUrl, { resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics }] }] })
    } catch (error) {
      warn(error)
    }
  }

  /** One lot after the other: a slow collector must not be sent several at once. */
  const inTurn = (work: () => Promise<void>) => {
    sending = sending.then(work)
    return sending
  }
  const timers = [
    setInterval(() => void inTurn(sendSpans), config.spansEveryMs),
    setInterval(() => void inTurn(sendFigures), config.metricsEveryMs),
  ]
  for (const timer of timers) timer.unref()

  return {
    span(span) {
      if (config.tracesUrl !== null && waiting.length < MAX_WAITING) waiting.push(span)
    },
    async close() {
      for (const timer of timers) clearInterval(timer)
      const limit = new Promise<void>((resolve) => setTimeout(resolve, LAST_MS).unref())
      await Promise.race([inTurn(sendSpans), limit])
    },
  }
}

function spanOf({ traceId, spanId, parentId, name, kind, startMs, endMs, attributes, failed }: Span): object {
  return {
    traceId,
    spanId,
    ...(parentId === null ? {} : { parentSpanId: parentId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoOf(startMs),
    endTimeUnixNano: nanoOf(endMs),
    attributes: attributesOf(attributes),
    status: failed ? { code: FAILED } : {},
  }
}

function metricOf({ name, type, help, value }: Figure, startedMs: number): object {
  const point = { timeUnixNano: nanoOf(Date.now()), asDouble: value }
  return {
    name,
    description: help,
    ...(type === 'gauge'
      ? { gauge: { dataPoints: [point] } }
      : {
          sum: {
            aggregationTemporality: CUMULATIVE,
            isMonotonic: true,
            dataPoints: [{ ...point, startTimeUnixNano: nanoOf(startedMs) }],
          },
        }),
  }
}

function attributesOf(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(Math.round(value)) },
  }))
}

function nanoOf(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n)
}
