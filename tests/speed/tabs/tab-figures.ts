import type { Browser, CDPSession, Page } from 'playwright-core'
import { PASSWORDS } from '../../e2e/server.ts'
import { type Figure, median } from '../report.ts'

const SWITCHES = 40
const TABS = 100
/** One frame at 60 Hz (ms). */
const FRAME_MS = 1000 / 60
const VIEWPORT = { width: 1440, height: 900 }

interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Microseconds. */
  dur?: number
  args?: { name?: string }
}

/** Switching between two lists that are kept alive, and what a hundred tabs leave behind. */
export async function tabFigures(browser: Browser, baseURL: string): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: VIEWPORT, baseURL })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  try {
    await page.goto('/user/login')
    await page.getByPlaceholder(/用户名|账号/).fill('admin')
    await page.getByPlaceholder(/密码/).fill(PASSWORDS.admin)
    await page.getByRole('button', { name: /登\s*录/ }).click()
    await page.locator('.ant-table-row').first().waitFor()
    const longest = await longestTasks(page, cdp)
    const [before, after] = await memoryOfTabs(page, cdp)
    const figure = (name: string, ours: number): Figure => ({
      name,
      ours,
      peer: null,
      unit: 'ms',
      bound: { kind: 'atMost', value: FRAME_MS },
    })
    return [
      figure('switch between two kept lists: longest task, median', median(longest)),
      figure('switch between two kept lists: longest task, p95', percentile(longest, 0.95)),
      {
        name: `memory after opening and closing ${TABS} tabs, beside before`,
        ours: after / 1e6,
        peer: before / 1e6,
        unit: 'MB',
        bound: { kind: 'atMost', value: 1.1 },
      },
    ]
  } finally {
    await context.close()
  }
}

/** Longest main-thread task of each switch (ms), as the browser's own trace tells. */
async function longestTasks(page: Page, cdp: CDPSession): Promise<number[]> {
  await page.getByRole('menuitem', { name: '参展人员' }).click()
  await page.getByRole('tab', { name: '参展人员' }).waitFor()
  await page.waitForTimeout(1500)
  const tabs = ['首页', '参展人员'].map((name) => page.getByRole('tab', { name }))
  const times: number[] = []
  for (let turn = 0; turn < SWITCHES; turn++) {
    const events: TraceEvent[] = []
    const collect = ({ value }: { value: object[] }) => events.push(...(value as typeof events))
    cdp.on('Tracing.dataCollected', collect)
    await cdp.send('Tracing.start', { categories: 'toplevel,__metadata', transferMode: 'ReportEvents' })
    await tabs[turn % 2]?.evaluate((tab: HTMLElement) => tab.click())
    await page.waitForTimeout(250)
    const ended = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
    await cdp.send('Tracing.end')
    await ended
    cdp.off('Tracing.dataCollected', collect)
    const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
    const main = new Set(
      events
        .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
        .map(thread),
    )
    const tasks = events.filter(
      (event) =>
        (event.name === 'ThreadControllerImpl::RunTask' || event.name === 'RunTask') &&
        main.has(thread(event)),
    )
    if (tasks.length === 0) throw new Error('The trace names no task of the page')
    times.push(Math.max(...tasks.map(({ dur = 0 }) => dur / 1000)))
  }
  return times
}

/** Bytes in use before and after. */
async function memoryOfTabs(page: Page, cdp: CDPSession): Promise<[number, number]> {
  const used = async () => {
    await cdp.send('HeapProfiler.collectGarbage')
    return (await cdp.send('Runtime.getHeapUsage')).usedSize
  }
  // The first tabs load what every further one shares.
  await openAndClose(page, 5)
  const before = await used()
  await openAndClose(page, TABS)
  return [before, await used()]
}

async function openAndClose(page: Page, count: number): Promise<void> {
  const before = await page.getByRole('tab').count()
  for (let at = 0; at < count; at++) {
    await page.evaluate((turn) => {
      window.history.pushState(null, '', `/expo/ExpoEntryList?turn=${turn}`)
      window.dispatchEvent(new PopStateEvent('popstate'))
    }, at)
    const opened = page.locator(`[role="tab"] >> nth=${before}`)
    await page.locator(`[role="tab"][aria-selected="true"] >> nth=0`).and(opened).waitFor()
    await page.locator('.page-host .ant-table-row').filter({ visible: true }).first().waitFor()
    await opened.focus()
    await page.keyboard.press('Delete')
    await opened.waitFor({ state: 'detached' })
  }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
