import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { PASSWORDS } from '../../e2e/server.ts'
import { servePage } from '../../helpers/serve-page.ts'
import { type Figure, median } from '../report.ts'
import { CHOSEN, GOODS } from './document.ts'
import { openPickerBench } from './picker-bench.ts'

const ROUNDS = 7
const OPENINGS = 50
const VIEWPORT = { width: 1440, height: 900 }
const API = '/jeecg-boot/'
/** Typing rests this long before a drop-down asks (ms): on both sides, and no work of either. */
const PAUSE_MS = 800

/** What the peer's page is told: the calls that ours made for each picker, and what its field holds. */
export interface PeerSetup {
  headers: Record<string, string>
  calls: Record<string, string[]>
  chosen: string[]
}

interface Picker {
  title: string
  /** What is there when its first page can be used. */
  ready: readonly string[]
  isTyped?: true
}

const USERS = [
  '.ant-modal .ant-table-row .ant-table-selection-column',
  '.ant-modal .ant-tree-list-holder .ant-tree-treenode',
]
const PICKERS: Readonly<Record<string, Picker>> = {
  owner: { title: 'users of 100,000', ready: USERS },
  team: { title: `users of 100,000, ${CHOSEN} chosen`, ready: USERS },
  depart: { title: 'departments, a tree of 20,000', ready: USERS.slice(1) },
  goods: {
    title: `search in a table of ${GOODS.toLocaleString('en')}`,
    ready: ['.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option'],
    isTyped: true,
  },
}

/** First pages of pickers beside modals written by hand that make the same calls, and what fifty openings leave behind. */
export async function* pickerFigures(browser: Browser): AsyncGenerator<Figure> {
  const bench = await openPickerBench()
  const context = await browser.newContext({ viewport: VIEWPORT, baseURL: bench.base })
  const other = await browser.newContext({ viewport: VIEWPORT })
  try {
    await signIn(context)
    const ours = await openRecord(context)
    const setup = await recordCalls(ours)
    const paths = Object.values(setup.calls)
      .flat()
      .map((address) => new URL(address, bench.base).pathname)
    const peerPage = await servePage(join(import.meta.dirname, 'antd'), {
      minify: true,
      calls: { '/call/setup': JSON.stringify(setup) },
      forward: Object.fromEntries(paths.map((path) => [path, bench.base + path])),
    })
    try {
      const peer = await other.newPage()
      await peer.goto(peerPage.url)
      for (const name of Object.keys(PICKERS)) yield await firstPage(name, ours, peer)
    } finally {
      await peerPage.stop()
    }
    for (const name of Object.keys(PICKERS)) yield await memoryFigure(name, context)
  } finally {
    await other.close()
    await context.close()
    await bench.close()
  }
}

async function signIn(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto('/user/login')
  await page.getByPlaceholder(/用户名|账号/).fill('admin')
  await page.getByPlaceholder(/密码/).fill(PASSWORDS.admin)
  await page.getByRole('button', { name: /登\s*录/ }).click()
  await page.locator('.ant-table-row').first().waitFor()
  await page.close()
}

/** The record whose form has the pickers, open to be changed. */
async function openRecord(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/online/cgformList/bench_picker')
  await page.locator('.ant-table-row').first().getByRole('button', { name: '编辑' }).click()
  await page.getByRole('combobox', { name: 'goods' }).waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

/** Opens each picker once and notes what it asks. */
async function recordCalls(page: Page): Promise<PeerSetup> {
  const setup: PeerSetup = {
    headers: {},
    calls: {},
    chosen: Array.from({ length: CHOSEN }, (_, at) => `user${String(at + 1).padStart(6, '0')}`),
  }
  for (const name of Object.keys(PICKERS)) {
    const calls: string[] = []
    const note = (request: { url(): string; headers(): Record<string, string> }) => {
      const { pathname, search } = new URL(request.url())
      if (!pathname.startsWith(API)) return
      calls.push(pathname + search)
      setup.headers = Object.fromEntries(
        Object.entries(request.headers()).filter(([header]) => header.startsWith('x-')),
      )
    }
    page.on('request', note)
    await open(page, name, '77')
    await page.waitForLoadState('networkidle')
    page.off('request', note)
    await shut(page, name)
    setup.calls[name] = calls
  }
  return setup
}

/** Runs in the page; a message comes after the paint of the frame in which all were found. */
const markFrom = (event: string, selectors: readonly string[]) => `
  document.documentElement.removeAttribute('data-picked')
  addEventListener('${event}', () => {
    const begun = performance.now()
    requestAnimationFrame(function look() {
      if (!${JSON.stringify(selectors)}.every((one) => document.querySelector(one))) return requestAnimationFrame(look)
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => document.documentElement.setAttribute('data-picked', String(performance.now() - begun))
      port2.postMessage(null)
    })
  }, { capture: true, once: true })`

/** From the click or the key until the first page of a picker has been painted (ms). */
async function open(page: Page, name: string, keyword: string): Promise<number> {
  const { ready, isTyped } = PICKERS[name] as Picker
  await page.evaluate(markFrom(isTyped ? 'input' : 'click', ready))
  if (isTyped) await page.getByRole('combobox', { name }).fill(keyword)
  else await page.getByRole('button', { name: `选择${name}` }).click()
  const mark = page.locator('html[data-picked]')
  await mark.waitFor({ state: 'attached' })
  return Number(await mark.getAttribute('data-picked')) - (isTyped ? PAUSE_MS : 0)
}

async function shut(page: Page, name: string): Promise<void> {
  const { ready, isTyped } = PICKERS[name] as Picker
  await page.keyboard.press('Escape')
  await page
    .locator(ready[0] ?? '')
    .first()
    .waitFor({ state: isTyped ? 'hidden' : 'detached' })
}

/** Both in turn, the first round of each to fill its caches. */
async function firstPage(name: string, ours: Page, peer: Page): Promise<Figure> {
  const times = { ours: [] as number[], peer: [] as number[] }
  for (let round = 0; round <= ROUNDS; round++) {
    const rows: number[] = []
    for (const [who, page] of [
      ['ours', ours],
      ['peer', peer],
    ] as const) {
      await page.bringToFront()
      const ms = await open(page, name, `7${round}`)
      rows.push(await page.locator((PICKERS[name] as Picker).ready[0] ?? '').count())
      await shut(page, name)
      if (round > 0) times[who].push(ms)
    }
    if (rows[0] !== rows[1]) throw new Error(`${name}: ${rows[0]} rows, and ${rows[1]} of the peer`)
  }
  return {
    name: `first page of a picker: ${PICKERS[name]?.title}; antd by hand`,
    ours: median(times.ours),
    peer: median(times.peer),
    unit: 'ms',
    bound: { kind: 'atMost', value: 1.3 },
  }
}

/** The heap of the page after many openings beside that after the first. */
async function memoryFigure(name: string, context: BrowserContext): Promise<Figure> {
  const page = await openRecord(context)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable')
  const used = async () => {
    await cdp.send('HeapProfiler.collectGarbage')
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find((metric) => metric.name === 'JSHeapUsedSize')?.value ?? Number.NaN
  }
  const turn = async (at: number) => {
    await open(page, name, String(100 + at))
    await shut(page, name)
  }
  await turn(0)
  const first = await used()
  for (let at = 1; at < OPENINGS; at++) await turn(at)
  const last = await used()
  await page.close()
  return {
    name: `memory after ${OPENINGS} openings, beside the first: ${PICKERS[name]?.title}`,
    ours: last / 1e6,
    peer: first / 1e6,
    unit: 'MB',
    bound: { kind: 'atMost', value: 1.1 },
  }
}
