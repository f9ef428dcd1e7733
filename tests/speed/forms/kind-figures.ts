import type { Browser, Page } from 'playwright-core'
import { servePage } from '../../helpers/serve-page.ts'
import { type Figure, median } from '../report.ts'
import { type BenchForm, type BenchKind, KINDS_ALONE } from './fields.ts'
import { openPage } from './form-figures.ts'
import { keyWork } from './key-work.ts'
import type { Drawer } from './main.tsx'

const COUNT = 100
const ROUNDS = 5
const KEYS = 20
/** Kinds that are typed into. */
const TYPED: readonly BenchKind[] = ['password', 'cron', 'color']
const DRAWERS: readonly Drawer[] = ['ours', 'byHand']

/** Forms of one kind alone against the same controls written by hand: opening one, and the work of a key. */
export async function* kindFigures(browser: Browser): AsyncGenerator<Figure> {
  const served = await servePage(import.meta.dirname, { minify: true })
  try {
    const page = await openPage(browser, served.url)
    for (const kind of KINDS_ALONE) {
      const form = { count: COUNT, kind }
      yield await inTurn(`form of ${COUNT} ${kind}: document to interactive`, (drawer) =>
        page.evaluate(([who, what]) => window.openForm(who, what), [drawer, form] as const),
      )
      if (TYPED.includes(kind))
        yield await inTurn(`form of ${COUNT} ${kind}: work of a key`, (drawer) => workOf(page, drawer, form))
    }
    await page.context().close()
  } finally {
    await served.stop()
  }
}

/** The time that the page itself works for a key (ms). */
export function workOf(page: Page, drawer: Drawer, form: BenchForm): Promise<number> {
  return keyWork(page, KEYS, async () => {
    await page.evaluate(([who, what, keys]) => window.typeInto(who, what, keys), [
      drawer,
      form,
      KEYS,
    ] as const)
  })
}

/** Both drawers in turn; the first round of each warms the compiler up. */
async function inTurn(name: string, measure: (drawer: Drawer) => Promise<number>): Promise<Figure> {
  const times: Record<Drawer, number[]> = { ours: [], byHand: [] }
  for (let round = 0; round <= ROUNDS; round++)
    for (const drawer of DRAWERS) {
      const ms = await measure(drawer)
      if (round > 0) times[drawer].push(ms)
    }
  return {
    name,
    ours: median(times.ours),
    peer: median(times.byHand),
    unit: 'ms',
    bound: { kind: 'atMost', value: 1.2 },
  }
}
