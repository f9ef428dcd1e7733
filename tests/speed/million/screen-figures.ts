import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { PASSWORDS } from '../../e2e/server.ts'
import { servePage } from '../../helpers/serve-page.ts'
import type { ListCall } from '../list-page/ListTable.tsx'
import { type Figure, median } from '../report.ts'
import { WIDE_NAMES, WIDE_TITLES } from './document.ts'
import { IMPORT_FORM } from './import-figures.ts'
import type { MillionBench } from './million-bench.ts'

const VIEWPORT = { width: 1440, height: 900 }
const CHANGES = 20
/** The column that comes and goes. */
const COLUMN = WIDE_TITLES[3] ?? ''
const WIDTH = 120
/** How long frames are counted (ms), and how often the wheel turns meanwhile. */
const COUNTED_MS = 4000
const WHEEL_MS = 40
const WHEEL_PX = 120

/** A change of columns beside a table written by hand, and frames of the grid over the file that `importFigures` left. */
export async function* screenFigures(browser: Browser, bench: MillionBench): AsyncGenerator<Figure> {
  const context = await browser.newContext({ viewport: VIEWPORT, baseURL: new URL(bench.base).origin })
  try {
    const page = await signedIn(context)
    yield await columnFigure(page, await browser.newContext({ viewport: VIEWPORT }))
    yield await frameFigure(page)
  } finally {
    await context.close()
  }
}

async function signedIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/user/login')
  await page.getByPlaceholder(/用户名|账号/).fill('admin')
  await page.getByPlaceholder(/密码/).fill(PASSWORDS.admin)
  await page.getByRole('button', { name: /登\s*录/ }).click()
  await page.locator('.ant-table-row').first().waitFor()
  return page
}

async function columnFigure(page: Page, context: BrowserContext): Promise<Figure> {
  const answered = page.waitForResponse(/\/getData\/bench_100k/)
  await page.goto('/online/cgformList/bench_100k')
  const { result } = (await (await answered).json()) as {
    result: { records: ListCall['rows']; total: number }
  }
  await page.getByRole('button', { name: '列设置' }).click()
  const columns = WIDE_NAMES.map((name, at) => ({ name, title: WIDE_TITLES[at] ?? name, width: WIDTH }))
  const list: ListCall = { rows: result.records, total: result.total, columns }
  const peer = await servePage(join(import.meta.dirname, 'antd'), {
    minify: true,
    calls: { '/call/list': JSON.stringify(list) },
  })
  try {
    const peerPage = await context.newPage()
    await peerPage.goto(peer.url)
    const times = { ours: [] as number[], peer: [] as number[] }
    for (let change = 0; change < CHANGES; change++)
      for (const [who, one] of [
        ['ours', page],
        ['peer', peerPage],
      ] as const) {
        await one.bringToFront()
        const ms = await changed(one, change % 2 === 1)
        // The first two fill the caches.
        if (change > 1) times[who].push(ms)
      }
    return {
      name: 'a column of 20 comes or goes, click to paint; antd by hand',
      ours: median(times.ours),
      peer: median(times.peer),
      unit: 'ms',
      bound: { kind: 'atMost', value: 1.3 },
    }
  } finally {
    await context.close()
    await peer.stop()
  }
}

/** From the click until the headings have been painted with the column or without it (ms). */
async function changed(page: Page, isShown: boolean): Promise<number> {
  const box = page.getByRole('dialog').getByRole('checkbox', { name: COLUMN, exact: true })
  await box.waitFor()
  await page.evaluate(`
    document.documentElement.removeAttribute('data-changed')
    addEventListener('click', () => {
      const begun = performance.now()
      requestAnimationFrame(function look() {
        const isThere = [...document.querySelectorAll('th')].some((one) => one.textContent === ${JSON.stringify(COLUMN)})
        if (isThere !== ${isShown}) return requestAnimationFrame(look)
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => document.documentElement.setAttribute('data-changed', String(performance.now() - begun))
        port2.postMessage(null)
      })
    }, { capture: true, once: true })`)
  await box.click()
  const mark = page.locator('html[data-changed]')
  await mark.waitFor({ state: 'attached' })
  return Number(await mark.getAttribute('data-changed'))
}

/** Frames a second of the workbench's grid while it scrolls, beside the same page at rest. */
async function frameFigure(page: Page): Promise<Figure> {
  await page.goto(`/online/cgformList/${IMPORT_FORM}`)
  await page.getByRole('button', { name: /导入$/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /导入工作台/ })
    .click()
  await page.getByRole('button', { name: '继续导入 rows.xlsx' }).click()

  const grid = page.locator('.data-grid .ht_master')
  await grid.locator('tbody td').first().waitFor()
  const box = await grid.boundingBox()
  if (!box) throw new Error('the grid is not in sight')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  const atRest = await frames(page, async () => {})
  let turns = 0
  const scrolling = await frames(page, async () => {
    // Down to the last row and up again.
    await page.mouse.wheel(0, Math.floor(turns++ / 25) % 2 === 0 ? WHEEL_PX : -WHEEL_PX)
  })
  return {
    name: 'frames of the grid of 50,000 rows of a file while it scrolls; at rest',
    ours: scrolling,
    peer: atRest,
    unit: '/s',
    bound: { kind: 'atLeast', value: 50 / 60 },
  }
}

async function frames(page: Page, meanwhile: () => Promise<void>): Promise<number> {
  const counted = page.evaluate<number>(`new Promise((resolve) => {
    const begun = performance.now()
    let count = 0
    requestAnimationFrame(function frame() {
      count += 1
      const ms = performance.now() - begun
      if (ms < ${COUNTED_MS}) requestAnimationFrame(frame)
      else resolve(count / ms * 1000)
    })
  })`)
  const timer = setInterval(() => void meanwhile().catch(() => undefined), WHEEL_MS)
  try {
    return await counted
  } finally {
    clearInterval(timer)
  }
}
