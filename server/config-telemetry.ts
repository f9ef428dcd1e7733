/** Where traces and metrics go (OpenTelemetry's own names of settings). */
export interface TelemetryConfig {
  /** Null: no traces. */
  tracesUrl: string | null
  /** Null: no metrics. */
  metricsUrl: string | null
  headers: Readonly<Record<string, string>>
  serviceName: string
  /** Share of the calls that are traced, 0 to 1. */
  ratio: number
  /** Spans are sent this often (ms). */
  spansEveryMs: number
  /** Metrics are sent this often (ms). */
  metricsEveryMs: number
}

const SPANS_MS = 5000
const METRICS_MS = 60_000

/** Reads it; null where nothing is to be sent. */
export function readTelemetry(
  text: (name: string) => string | null,
  refuse: (name: string, expected: string) => never,
): TelemetryConfig | null {
  const base = address('OTEL_EXPORTER_OTLP_ENDPOINT')
  const under = (path: string) => (base === null ? null : `${base.replace(/\/+$/, '')}${path}`)
  const tracesUrl = address('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') ?? under('/v1/traces')
  const metricsUrl = address('OTEL_EXPORTER_OTLP_METRICS_ENDPOINT') ?? under('/v1/metrics')
  if ((tracesUrl ?? metricsUrl) === null || text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return null
  const protocol = text('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/json'
  if (protocol !== 'http/json') refuse('OTEL_EXPORTER_OTLP_PROTOCOL', ' http/json（采集器的 4318 端口）')
  const ratio = text('OTEL_TRACES_SAMPLER_ARG') ?? '1'
  if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(ratio)) refuse('OTEL_TRACES_SAMPLER_ARG', ' 0 到 1 的数')
  return {
    tracesUrl,
    metricsUrl,
    headers: headers(),
    serviceName: text('OTEL_SERVICE_NAME') ?? 'expo-back-office',
    ratio: Number(ratio),
    spansEveryMs: interval('OTEL_BSP_SCHEDULE_DELAY', SPANS_MS),
    metricsEveryMs: interval('OTEL_METRIC_EXPORT_INTERVAL', METRICS_MS),
  }

  function address(name: string): string | null {
    const given = text(name)
    if (given !== null && !(URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)))
      refuse(name, ' http:// 或 https:// 开头的地址')
    return given
  }

  function interval(name: string, initial: number): number {
    const given = text(name)
    if (given === null) return initial
    return /^\d{2,8}$/.test(given) ? Number(given) : refuse(name, ' 10 到 99999999 的整数（毫秒）')
  }

  function headers(): Record<string, string> {
    const pairs = (text('OTEL_EXPORTER_OTLP_HEADERS') ?? '').split(',').filter((one) => one.trim() !== '')
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, name = '', value = ''] = /^\s*([\w-]+)\s*=(.*)$/.exec(pair) ?? []
        if (name === '' || !isEncoded(value)) refuse('OTEL_EXPORTER_OTLP_HEADERS', ' 名称=值,名称=值')
        return [name, decodeURIComponent(value.trim())]
      }),
    )
  }
}

function isEncoded(value: string): boolean {
  try {
    return decodeURIComponent(value) !== '' && !/[\r\n]/.test(decodeURIComponent(value))
  } catch {
    return false
  }
}
