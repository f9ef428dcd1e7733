import type { Browser } from 'playwright-core'
import { servePage } from '../../helpers/serve-page.ts'
import { type Figure, median } from '../report.ts'
import type { Drawer } from './main.tsx'

const SIZES = [20, 100, 300]
const ROUNDS = 9
const KEYS = 30
const BOUND = { kind: 'atMost', value: 1.2 } as const
const DRAWERS: readonly Drawer[] = ['ours', 'byHand']

/** Forms drawn from a document against the same forms written by hand: opening, and a keystroke. */
export async function formFigures(browser: Browser): Promise<Figure[]> {
  const served = await servePage(import.meta.dirname, { minify: true })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  try {
    await page.goto(served.url)
    await page.waitForFunction(() => 'openForm' in window)
    const figures: Figure[] = []
    for (const count of SIZES) {
      const open: Record<Drawer, number[]> = { ours: [], byHand: [] }
      const work: Record<Drawer, number[]> = { ours: [], byHand: [] }
      const paint: Record<Drawer, number[]> = { ours: [], byHand: [] }
      // The first round of each loads what is loaded when first needed, and warms the compiler up.
      for (let round = 0; round <= ROUNDS; round++)
        for (const drawer of DRAWERS) {
          const ms = await page.evaluate(([who, size]) => window.openForm(who, size), [
            drawer,
            count,
          ] as const)
          if (round > 0) open[drawer].push(ms)
        }
      for (let round = 0; round < 3; round++)
        for (const drawer of DRAWERS) {
          const typed = await page.evaluate(([who, size, keys]) => window.typeInto(who, size, keys), [
            drawer,
            count,
            KEYS,
          ] as const)
          work[drawer].push(...typed.work)
          paint[drawer].push(...typed.paint)
        }
      const figure = (name: string, times: Record<Drawer, number[]>): Figure => ({
        name: `form of ${count} fields: ${name}`,
        ours: median(times.ours),
        peer: median(times.byHand),
        unit: 'ms',
        bound: BOUND,
      })
      figures.push(
        figure('document to interactive', open),
        figure('work of a keystroke', work),
        figure('keystroke to paint', paint),
      )
    }
    return figures
  } finally {
    await page.close()
    await served.stop()
  }
}
