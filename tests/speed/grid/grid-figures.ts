import type { Browser } from 'playwright-core'
import { servePage } from '../../helpers/serve-page.ts'
import { type Figure, median } from '../report.ts'
import type { Drawer } from './main.tsx'

const ROWS = 5000
const COLUMNS = 10
const ROUNDS = 9
const SETS = 20
const DRAWERS: readonly Drawer[] = ['ours', 'plain']

/** The grid of sub tables against the bare grid library with the same rows: drawing it, and a cell that is set. */
export async function gridFigures(browser: Browser): Promise<Figure[]> {
  const served = await servePage(import.meta.dirname, { minify: true })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.goto(served.url)
    await page.waitForFunction(() => 'drawGrid' in window)
    const mount: Record<Drawer, number[]> = { ours: [], plain: [] }
    const sets: Record<Drawer, number[]> = { ours: [], plain: [] }
    // The first round of each warms the compiler up.
    for (let round = 0; round <= ROUNDS; round++)
      for (const drawer of DRAWERS) {
        const times = await page.evaluate(
          ([who, rows, columns, count]) => window.drawGrid(who, rows, columns, count),
          [drawer, ROWS, COLUMNS, SETS] as const,
        )
        if (round === 0) continue
        mount[drawer].push(times.mount)
        sets[drawer].push(median(times.sets))
      }
    const figure = (name: string, times: Record<Drawer, number[]>, atMost: number): Figure => ({
      name: `grid of ${ROWS} rows × ${COLUMNS}: ${name}`,
      ours: median(times.ours),
      peer: median(times.plain),
      unit: 'ms',
      bound: { kind: 'atMost', value: atMost },
    })
    return [figure('mount', mount, 1.3), figure('set a cell', sets, 1.2)]
  } finally {
    await context.close()
    await served.stop()
  }
}
