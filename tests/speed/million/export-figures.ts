import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { Figure } from '../report.ts'
import { median } from '../report.ts'
import type { MillionBench } from './million-bench.ts'

/** How often the memory of the server is looked at (ms). */
const LOOK_MS = 100
const WARM_UP = 20
/** Enough for the heap to grow and be collected: requests alone take over a hundred MB until then. */
const QUIET_REQUESTS = 20_000

/** A million rows given out as a workbook, in the background and as a stream: what it costs the server, and others who ask meanwhile. */
export async function* exportFigures(bench: MillionBench): AsyncGenerator<Figure> {
  const ways = [
    ['in the background', () => ordered(bench)],
    ['as a stream', () => streamed(bench)],
  ] as const
  const list = `${bench.base}/online/cgform/api/getData/bench_100k?status=1&column=opened&order=desc&pageNo=3`
  for (let at = 0; at < WARM_UP; at++) await timeOf(bench, list)
  const quiet: number[] = []
  const mostQuiet = mostMemory(bench.pid)
  for (let at = 0; at < QUIET_REQUESTS; at++) quiet.push(await timeOf(bench, list))
  const without = mostQuiet()
  for (const [how, way] of ways) {
    const most = mostMemory(bench.pid)
    const busy: number[] = []
    const begun = performance.now()
    let isRunning = true
    const made = way().finally(() => {
      isRunning = false
    })
    while (isRunning) busy.push(await timeOf(bench, list))
    await made
    const seconds = (performance.now() - begun) / 1000
    const memory = most()
    const name = `export of 1,000,000 × 20 ${how}`
    yield {
      name: `${name}: time`,
      ours: seconds,
      peer: null,
      unit: 's',
      bound: { kind: 'atMost', value: 120 },
    }
    yield {
      name: `${name}: memory of the server beside the same requests alone, most of each`,
      ours: memory - without,
      peer: null,
      unit: 'MB',
      bound: { kind: 'atMost', value: 150 },
    }
    yield {
      name: `${name}: a page of another list meanwhile; without it`,
      ours: median(busy),
      peer: median(quiet),
      unit: 'ms',
      bound: { kind: 'atMost', value: 2 },
    }
  }
}

async function timeOf({ headers }: MillionBench, url: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(url, { headers })
  const { result } = (await answer.json()) as { result: { records: unknown[] } }
  if (result.records.length !== 10) throw new Error(`${url} answers another page`)
  return performance.now() - begun
}

async function streamed({ base, headers }: MillionBench): Promise<void> {
  const answer = await fetch(`${base}/online/cgform/api/exportXls/bench_1m`, { headers })
  if (!answer.ok || !answer.body) throw new Error(`The export answered ${answer.status}`)
  for await (const _ of answer.body);
}

async function ordered({ base, headers }: MillionBench): Promise<void> {
  const answer = await fetch(`${base}/online/export/bench_1m`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: {}, background: true }),
  })
  const { result } = (await answer.json()) as { result: { id: string } }
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    const url = `${base}/online/cgform/api/getData/my_export?pageSize=100`
    const { result: list } = (await (await fetch(url, { headers })).json()) as {
      result: { records: { id: string; status: string; error: string | null }[] }
    }
    const own = list.records.find(({ id }) => id === result.id)
    if (own?.status === '2') return
    if (own?.status !== '0' && own?.status !== '1') throw new Error(`The export ended: ${own?.error}`)
  }
}

/** Looks at the memory of a process from now on; answers how to end that, which tells the most that it had (MB). */
function mostMemory(pid: number): () => number {
  let most = memoryOf(pid)
  const looking = setInterval(() => {
    most = Math.max(most, memoryOf(pid))
  }, LOOK_MS)
  return () => {
    clearInterval(looking)
    return most
  }
}

/** Memory of a process alone, in MB (RSS). Linux only. */
function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
