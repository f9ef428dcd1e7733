import { performance } from 'node:perf_hooks'
import { type Figure, median } from '../report.ts'
import { WIDE_COLUMNS } from './document.ts'
import type { MillionBench } from './million-bench.ts'

const ROUNDS = 15

/** A question to the list of a million rows, and as somebody would write it by hand. */
interface Question {
  name: string
  path: string
  sql: readonly string[]
  /** Answered by an index: it takes as long over a hundred thousand rows. */
  isFlat?: true
}

const list = (query: string) => `/online/cgform/api/getData/FORM?${query}`
const rows = (where: string, orderBy: string, offset = 0) =>
  `select id, ${WIDE_COLUMNS} from data.FORM where _tenant = $1 and ${where} order by ${orderBy} limit 10 offset ${offset}`
const count = (where: string) => `select count(*) from data.FORM where _tenant = $1 and ${where}`

const QUESTIONS: readonly Question[] = [
  {
    name: 'first page by the index',
    path: list('status=1&column=opened&order=desc'),
    sql: [rows("status = '1'", 'opened desc, id desc')],
    isFlat: true,
  },
  {
    name: 'page 1,000 by the index',
    path: list('status=1&column=opened&order=desc&pageNo=1000'),
    sql: [rows("status = '1'", 'opened desc, id desc', 9990)],
    isFlat: true,
  },
  {
    name: 'filter without an index, newest first',
    // Another value each time: a total that was counted before is not counted again.
    path: list('text5=第ROUND号 5'),
    sql: [rows("text5 = '第ROUND号 5'", 'create_time desc, id desc'), count("text5 = '第ROUND号 5'")],
  },
  {
    name: 'counted by groups',
    path: '/online/groups/FORM/status?',
    sql: ['select status, count(*) from data.FORM where _tenant = $1 group by 1 order by 2 desc'],
  },
  {
    name: 'totals of four columns',
    path: '/online/totals/FORM?',
    sql: ['select sum(amount), sum(price), sum(quantity), sum(stock) from data.FORM where _tenant = $1'],
  },
]

/** Pages of a list of a million rows beside the bare statements; what an index answers also beside a hundred thousand rows. */
export async function* millionListFigures(bench: MillionBench): AsyncGenerator<Figure> {
  for (const { name, path, sql, isFlat } of QUESTIONS) {
    const times = { ours: [] as number[], bare: [] as number[], small: [] as number[] }
    for (let round = 0; round <= ROUNDS; round++) {
      const of = (text: string, form: string) =>
        text.replaceAll('FORM', form).replaceAll('ROUND', String(round))
      const ours = await timed(() => ask(bench, of(path, 'bench_1m')))
      const bare = await timed(async () => {
        for (const one of sql) await bench.client.query(of(one, 'bench_1m'), [bench.tenant])
      })
      const small = isFlat ? await timed(() => ask(bench, of(path, 'bench_100k'))) : 0
      if (round === 0) continue
      times.ours.push(ours)
      times.bare.push(bare)
      times.small.push(small)
    }
    yield {
      name: `list of 1,000,000 × 20: ${name}; bare SQL`,
      ours: median(times.ours),
      peer: median(times.bare),
      unit: 'ms',
      // A call has a session, rights and texts besides, some milliseconds whatever the rows.
      bound: { kind: 'atMost', value: median(times.bare) < 10 ? 4 : 1.3 },
    }
    if (isFlat)
      yield {
        name: `list of 1,000,000 × 20: ${name}; of 100,000`,
        ours: median(times.ours),
        peer: median(times.small),
        unit: 'ms',
        bound: { kind: 'atMost', value: 1.3 },
      }
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function ask({ base, headers }: MillionBench, path: string): Promise<void> {
  const answer = await fetch(base + path, { headers })
  const body = (await answer.json()) as { success: boolean; message: string }
  if (!body.success) throw new Error(`${path}: ${body.message}`)
}
