import type { Browser, Page } from 'playwright-core'
import { servePage } from '../../helpers/serve-page.ts'
import { type Figure, median } from '../report.ts'
import { keyWork } from './key-work.ts'
import type { Drawer } from './main.tsx'

const SIZES = [20, 100, 300] as const
const ROUNDS = 9
/** Sessions whose first form is opened, by each drawer. */
const SESSIONS = 5
const KEYS = 30
const DRAWERS: readonly Drawer[] = ['ours', 'byHand']
type Times = Record<Drawer, number[]>
const noTimes = (): Times => ({ ours: [], byHand: [] })

/** Forms drawn from a document against the same forms written by hand: opening the first and later ones, and a key. */
export async function formFigures(browser: Browser): Promise<Figure[]> {
  const served = await servePage(import.meta.dirname, { minify: true })
  try {
    const figures: Figure[] = []
    const keys: Figure[] = []
    for (const count of SIZES) {
      const first = noTimes()
      for (let session = 0; session < SESSIONS; session++)
        for (const drawer of DRAWERS) first[drawer].push(await firstForm(browser, served.url, drawer, count))
      const { open, work, paint } = await laterForms(browser, served.url, count)
      const figure = (name: string, times: Times, atMost: number): Figure => ({
        name: `form of ${count} fields: ${name}`,
        ours: median(times.ours),
        peer: median(times.byHand),
        unit: 'ms',
        bound: { kind: 'atMost', value: atMost },
      })
      const key = figure('work of a key, script to paint', work, 0.7)
      keys.push(key)
      figures.push(
        figure('first of a session', first, 1.1),
        figure('document to interactive', open, 1.2),
        key,
        figure('keystroke to paint', paint, 1.2),
      )
    }
    return [...figures, growth(keys)]
  } finally {
    await served.stop()
  }
}

/** How much more a key costs in the largest form than in the smallest. */
function growth(keys: readonly Figure[]): Figure {
  return {
    name: `work of a key: ${SIZES.at(-1)} fields beside ${SIZES[0]}`,
    ours: keys.at(-1)?.ours ?? Number.NaN,
    peer: keys[0]?.ours ?? Number.NaN,
    unit: 'ms',
    bound: { kind: 'atMost', value: 1.3 },
  }
}

/** A session of the page that draws forms. */
export async function openPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction(() => 'openForm' in window)
  return page
}

/** In a new session nothing is compiled or kept; what the document names was asked for while the page was idle. */
async function firstForm(browser: Browser, url: string, drawer: Drawer, count: number): Promise<number> {
  const page = await openPage(browser, url)
  if (drawer === 'ours') await page.evaluate((size) => window.askAhead({ count: size }), count)
  const ms = await page.evaluate(([who, size]) => window.openForm(who, { count: size }), [
    drawer,
    count,
  ] as const)
  await page.context().close()
  return ms
}

async function laterForms(browser: Browser, url: string, count: number) {
  const page = await openPage(browser, url)
  const [open, work, paint] = [noTimes(), noTimes(), noTimes()]
  // The first round of each warms the compiler up.
  for (let round = 0; round <= ROUNDS; round++)
    for (const drawer of DRAWERS) {
      const ms = await page.evaluate(([who, size]) => window.openForm(who, { count: size }), [
        drawer,
        count,
      ] as const)
      if (round > 0) open[drawer].push(ms)
    }
  for (let round = 0; round <= 3; round++)
    for (const drawer of DRAWERS) {
      const ms = await keyWork(page, KEYS, async () => {
        const typed = await page.evaluate(
          ([who, size, keys]) => window.typeInto(who, { count: size }, keys),
          [drawer, count, KEYS] as const,
        )
        if (round > 0) paint[drawer].push(...typed.paint)
      })
      if (round > 0) work[drawer].push(ms)
    }
  await page.context().close()
  return { open, work, paint }
}
