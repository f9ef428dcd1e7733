import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { pipeline } from 'node:stream/promises'
import { streamXlsxRows } from 'hucre/xlsx'
import type { StagedFile, StagedFileLine } from '#schemas/api/import-workbench.ts'
import type { Cell } from '#server/modules/spreadsheet/sheet.ts'
import { xlsxOf } from '#server/modules/spreadsheet/xlsx.ts'
import { type Figure, median } from '../report.ts'
import { WIDE_TITLES } from './document.ts'
import type { MillionBench } from './million-bench.ts'

/** The form whose files are looked through. */
export const IMPORT_FORM = 'bench_import'
const ROUNDS = 3
const ROWS = 50_000
const LOOK_MS = 250
const STATUS = ['草稿', '进行', '完成']

/** A file of 50,000 × 20 until all its rows are judged, beside the bare reading of its cells; the last one stays for who looks at it. */
export async function* importFigures(bench: MillionBench): AsyncGenerator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'expo-bench-import-'))
  try {
    const path = join(folder, 'rows.xlsx')
    const columns = WIDE_TITLES.map(() => ({ width: 10 }))
    await pipeline(xlsxOf([{ name: 'rows', columns, rows: lines() }]), createWriteStream(path))
    const bytes = await readFile(path)
    const times = { sent: [] as number[], judged: [] as number[], bare: [] as number[] }
    for (let round = 0; round <= ROUNDS; round++) {
      for (const { id } of await call<StagedFileLine[]>(bench, '')) await call(bench, `/${id}`, 'DELETE')
      const ours = await judged(bench, bytes)
      const bare = await readBare(bytes)
      if (round === 0) continue
      times.sent.push(ours.sent)
      times.judged.push(ours.judged)
      times.bare.push(bare)
    }
    for (const [name, all] of [
      ['sent until its columns can be matched', times.sent],
      ['matched until all rows are judged', times.judged],
    ] as const)
      yield {
        name: `import of 50,000 × 20, ${name}; its cells read bare`,
        ours: median(all),
        peer: median(times.bare),
        unit: 's',
        bound: { kind: 'atMost', value: 4 },
      }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function* lines(): Generator<Cell[]> {
  yield WIDE_TITLES
  for (let at = 1; at <= ROWS; at++) {
    const texts = Array.from(
      { length: WIDE_TITLES.length - 8 },
      (_, n) => `第${at % (997 + n * 1000)}号 ${n + 1}`,
    )
    const day = String(1 + (at % 28)).padStart(2, '0')
    yield [
      ...[`展会${at}`, STATUS[at % 3] ?? '', ...texts],
      ...[at * 1.25, (at % 1000) / 4, at % 1000, at % 77],
      ...[`2020-01-${day}`, `2026-01-${day}`],
    ]
  }
}

/** How long it took, in seconds. */
async function judged(
  bench: MillionBench,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ sent: number; judged: number }> {
  const form = new FormData()
  form.append('file', new Blob([bytes]), 'rows.xlsx')
  const begun = performance.now()
  const [sent] = await call<StagedFileLine[]>(bench, '', 'POST', form)
  const arrived = performance.now()
  if (sent?.total !== ROWS) throw new Error(`${sent?.total} rows were read`)
  const { columns } = await call<StagedFile>(bench, `/${sent.id}`)
  const matches = columns.flatMap(({ at, field }) => (field === null ? [] : [{ at, field }]))
  if (matches.length !== WIDE_TITLES.length) throw new Error(`${matches.length} columns were matched`)
  const meeting = { how: 'add', keys: [], clears: false }
  await call(bench, `/${sent.id}/match`, 'POST', JSON.stringify({ ...meeting, matches }))
  for (;;) {
    const { state, counts, failure } = await call<StagedFile>(bench, `/${sent.id}`)
    if (state === 'ready' && counts?.new === ROWS)
      return { sent: (arrived - begun) / 1000, judged: (performance.now() - arrived) / 1000 }
    if (state !== 'judging') throw new Error(`${state}: ${failure ?? JSON.stringify(counts)}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

/** In seconds. */
async function readBare(bytes: Uint8Array): Promise<number> {
  const begun = performance.now()
  const rows: unknown[][] = []
  for await (const { values } of streamXlsxRows(bytes, { sheet: 0 })) rows.push(values)
  if (rows.length !== ROWS + 1) throw new Error(`${rows.length} rows were read`)
  return (performance.now() - begun) / 1000
}

async function call<T>(
  { base, headers }: MillionBench,
  path: string,
  method = 'GET',
  body?: string | FormData,
): Promise<T> {
  const answer = await fetch(`${base}/online/import/${IMPORT_FORM}${path}`, {
    method,
    headers: { ...headers, ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}) },
    ...(body === undefined ? {} : { body }),
  })
  const { success, message, result } = (await answer.json()) as {
    success: boolean
    message: string
    result: T
  }
  if (!success) throw new Error(`${method} ${path}: ${message}`)
  return result
}
