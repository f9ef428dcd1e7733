import type { Browser, CDPSession, Page } from 'playwright-core'
import { servePage } from '../../helpers/serve-page.ts'
import { type Figure, median } from '../report.ts'
import type { BenchColumns } from './columns.ts'
import type { BenchGrid, Drawer } from './main.tsx'

const ROWS = 100_000
const WIDTH = 20
const ROUNDS = 5
const SETS = 20
const SCROLLED_FRAMES = 120
/** Cells of the paste, and rows of the grid that is emptied. */
const PASTED = { rows: 1000, columns: 10 }
const EMPTIED_ROWS = 1000
const DRAWERS: readonly Drawer[] = ['ours', 'plain']

type Times = Record<'mount' | 'set' | 'paste' | 'clear' | 'frames' | 'blank' | 'heap', number[]>
const noTimes = (): Times => ({ mount: [], set: [], paste: [], clear: [], frames: [], blank: [], heap: [] })

/** The grid of sub tables against the bare grid library with the same rows, in one run: of texts, and of every kind of widget. */
export async function* gridFigures(browser: Browser): AsyncGenerator<Figure> {
  const served = await servePage(import.meta.dirname, { minify: true })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.goto(served.url)
    await page.waitForFunction(() => 'closeGrid' in window)
    const devtools = await context.newCDPSession(page)
    for (const columns of ['texts', 'kinds'] as const) yield* figuresOf(page, devtools, columns)
  } finally {
    await context.close()
    await served.stop()
  }
}

async function* figuresOf(page: Page, devtools: CDPSession, columns: BenchColumns): AsyncGenerator<Figure> {
  const times: Record<Drawer, Times> = { ours: noTimes(), plain: noTimes() }
  // The first round of each warms the compiler up.
  for (let round = 0; round <= ROUNDS; round++)
    for (const drawer of DRAWERS) {
      const measured = await measure(page, devtools, { drawer, columns, rows: ROWS, width: WIDTH })
      if (round > 0) for (const key of keysOf(measured)) times[drawer][key].push(measured[key])
    }
  const figure = (
    name: string,
    key: keyof Times,
    unit: string,
    value: number,
    kind: Figure['bound']['kind'] = 'atMost',
  ): Figure => ({
    name: `grid of ${ROWS} rows × ${WIDTH} ${columns}: ${name}`,
    ours: median(times.ours[key]),
    peer: key === 'blank' ? null : median(times.plain[key]),
    unit,
    bound: { kind, value },
  })
  yield figure('mount', 'mount', 'ms', 1.3)
  yield figure('set a cell', 'set', 'ms', 1.2)
  yield figure('scroll', 'frames', 'frames/s', 0.95, 'atLeast')
  yield figure('frames with rows that are missing', 'blank', '', 0.01)
  yield figure(`paste ${PASTED.rows} × ${PASTED.columns}, judged`, 'paste', 'ms', 1.5)
  yield figure(`select all of ${EMPTIED_ROWS} rows and empty`, 'clear', 'ms', 1.5)
  yield figure('memory', 'heap', 'MB', 1.5)
}

async function measure(
  page: Page,
  devtools: CDPSession,
  grid: BenchGrid,
): Promise<Record<keyof Times, number>> {
  const mount = await page.evaluate((one) => window.openGrid(one), grid)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  const sets = await page.evaluate((count) => window.setCells(count), SETS)
  const scroll = await page.evaluate((count) => window.scrollRows(count), SCROLLED_FRAMES)
  await page.evaluate(() => window.closeGrid())
  const few = { ...grid, columns: 'texts' as const, rows: EMPTIED_ROWS }
  await page.evaluate((one) => window.openGrid(one), few)
  const paste = await page.evaluate(({ rows, columns }) => window.pasteCells(rows, columns), PASTED)
  const clear = await page.evaluate(() => window.clearCells())
  await page.evaluate(() => window.closeGrid())
  return {
    mount,
    set: median(sets),
    paste,
    clear,
    frames: scroll.perSecond,
    blank: scroll.blank,
    heap: usedSize / 1_000_000,
  }
}

function keysOf<T extends object>(object: T): (keyof T)[] {
  return Object.keys(object) as (keyof T)[]
}
