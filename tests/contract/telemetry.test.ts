import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createTestApp, type TestApp } from '#tests/helpers/app.ts'

interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
  status: { code?: number }
}

/** A collector that keeps what it is sent. */
async function collector() {
  const spans: SentSpan[] = []
  const metrics: string[] = []
  const texts: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      texts.push(text)
      headers.push(request.headers)
      const body = JSON.parse(text)
      if (request.url === '/v1/traces') spans.push(...body.resourceSpans[0].scopeSpans[0].spans)
      if (request.url === '/v1/metrics')
        metrics.push(
          ...body.resourceMetrics[0].scopeMetrics[0].metrics.map((one: { name: string }) => one.name),
        )
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  return { spans, metrics, texts, headers, url: `http://127.0.0.1:${port}`, close }
}

const FAST = { OTEL_BSP_SCHEDULE_DELAY: '20', OTEL_METRIC_EXPORT_INTERVAL: '50' }

describe('traces and metrics for a collector', () => {
  let test: TestApp
  let sink: Awaited<ReturnType<typeof collector>>
  let admin = ''
  beforeAll(async () => {
    sink = await collector()
    test = await createTestApp({
      env: {
        ...FAST,
        OTEL_EXPORTER_OTLP_ENDPOINT: `${sink.url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc, x-tenant=7',
        OTEL_SERVICE_NAME: 'expo-test',
      },
    })
    admin = await test.signIn('admin')
  })
  afterAll(async () => {
    await test.close()
    await sink.close()
  })
  const spansOf = (traceId: string) => sink.spans.filter((one) => one.traceId === traceId)

  it('a call is a trace with its statements below it, in the trace of its caller', async () => {
    const [traceId, caller] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
    const { status } = await test.call(
      admin,
      'GET',
      '/online/cgform/api/getData/sys_position?code=Geheim77&column=createTime&order=desc',
      undefined,
      { headers: { traceparent: `00-${traceId}-${caller}-01`, 'x-access-token': admin } },
    )
    expect(status).toBe(200)
    await vi.waitFor(() => expect(spansOf(traceId).some(({ kind }) => kind === 2)).toBe(true), 5000)
    const call = spansOf(traceId).find(({ kind }) => kind === 2)
    expect(call).toMatchObject({
      parentSpanId: caller,
      name: 'GET /jeecg-boot/online/cgform/api/getData/:code',
      status: {},
    })
    const statements = spansOf(traceId).filter(({ kind }) => kind === 3)
    expect(statements.length).toBeGreaterThan(0)
    for (const one of statements) {
      expect(one.parentSpanId).toBe(call?.spanId)
      expect(Number(one.endTimeUnixNano)).toBeGreaterThanOrEqual(Number(one.startTimeUnixNano))
    }
    const texts = statements.map(
      ({ attributes }) => attributes.find(({ key }) => key === 'db.query.text')?.value.stringValue,
    )
    expect(texts.some((text) => text?.includes('sys_position') && text.includes('$1'))).toBe(true)
  })

  it('calls at the same time keep their statements apart, also while they wait for a connection', async () => {
    const ids = Array.from({ length: 40 }, (_, at) => (at + 1).toString(16).padStart(32, '0'))
    const ask = (id: string) =>
      test.call(admin, 'GET', '/sys/annountCement/listByUser', undefined, {
        headers: { traceparent: `00-${id}-b7ad6b7169203331-01`, 'x-access-token': admin },
      })
    await Promise.all(ids.map(ask))
    await vi.waitFor(
      () => expect(ids.filter((id) => spansOf(id).some(({ kind }) => kind === 2))).toEqual(ids),
      5000,
    )
    const shapes = ids.map((id) => spansOf(id).filter(({ name }) => name === 'SELECT').length)
    expect(Math.min(...shapes)).toBeGreaterThan(0)
    for (const id of ids) {
      const root = spansOf(id).find(({ kind }) => kind === 2)
      expect(
        spansOf(id).filter(({ kind, parentSpanId }) => kind === 3 && parentSpanId !== root?.spanId),
      ).toEqual([])
    }
  })

  it('a job is a trace, and one that fails says so', async () => {
    const run = (parameter: string) => ({
      parameter,
      say: () => undefined,
      idle: () => undefined,
      signal: new AbortController().signal,
    })
    await test.app.jobClasses['log-parameter']?.(run('x'))
    await expect(test.app.jobClasses['log-parameter']?.(run('fail'))).rejects.toThrow('参数为 fail')
    const jobs = () => sink.spans.filter(({ name }) => name === 'job log-parameter')
    await vi.waitFor(() => expect(jobs().map(({ status }) => status)).toEqual([{}, { code: 2 }]), 5000)
  })

  it('metrics come by themselves; nothing that is sent holds a secret or a value', async () => {
    await vi.waitFor(() => expect(sink.metrics).toContain('process_resident_memory_bytes'), 5000)
    const all = sink.texts.join('\n')
    expect(all).toContain('expo-test')
    expect(sink.headers[0]).toMatchObject({ authorization: 'Basic abc', 'x-tenant': '7' })
    for (const secret of [admin, 'Geheim77', 'Basic abc', '参数为 fail', '$argon2'])
      expect(all.includes(secret), secret).toBe(false)
  })

  it('a collector that is away costs one line in the log and no call', async () => {
    await sink.close()
    const before = test.log.length
    for (let at = 0; at < 5; at++)
      expect((await test.call(admin, 'GET', '/sys/annountCement/listByUser')).status).toBe(200)
    const lines = () => test.log.slice(before).filter((line) => line.includes('telemetry not sent'))
    await vi.waitFor(() => expect(lines()).toHaveLength(1), 5000)
  })
})

describe('the settings of telemetry', () => {
  const read = (env: Record<string, string>) => readConfig(env, '/nowhere').telemetry

  it('are off where no address is given, and can be switched off', () => {
    expect(read({})).toBeNull()
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_SDK_DISABLED: 'true' })).toBeNull()
    expect(read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://c:4318/own' })).toMatchObject({
      tracesUrl: 'http://c:4318/own',
      metricsUrl: null,
    })
  })

  it('are refused by name', () => {
    const base = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318' }
    for (const [name, value] of [
      ['OTEL_EXPORTER_OTLP_ENDPOINT', 'c:4318'],
      ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
      ['OTEL_EXPORTER_OTLP_HEADERS', 'no value'],
      ['OTEL_TRACES_SAMPLER_ARG', '2'],
      ['OTEL_BSP_SCHEDULE_DELAY', 'soon'],
    ] as const)
      expect(() => read({ ...base, [name]: value })).toThrow(name)
  })
})
