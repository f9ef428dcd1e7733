import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { isDeepStrictEqual } from 'node:util'
import type { Browser, BrowserContext } from 'playwright-core'
import { PASSWORDS } from '../../e2e/server.ts'
import { servePage } from '../../helpers/serve-page.ts'
import { signIn } from '../list/list-query.ts'
import { ROW, timeTo } from '../list-page/list-page-figures.ts'
import { type Figure, median } from '../report.ts'
import { BARE_LISTS } from './bare-lists.ts'
import { BARE_TREES } from './bare-trees.ts'
import { FEW_RIGHTS, LARGE } from './fill.ts'
import { logCostFigure } from './log-cost.ts'
import { openSystemBench, PEOPLE, type SystemBench } from './system-bench.ts'

const ROUNDS = 5
const VIEWPORT = { width: 1440, height: 900 }
/** A page that everybody has. */
const OWN_PAGE = '/system/usersetting'
const GROUP = '.side-menu .ant-menu-submenu-title'

/** The system's screens in an installation of 100,000 users, 20,000 departments, 10,000 menu entries and five million log lines. */
export async function* systemFigures(browser: Browser): AsyncGenerator<Figure> {
  const bench = await openSystemBench()
  try {
    yield* firstPages(browser, bench)
    yield await signInFigure(bench)
    yield await menuFigure(browser, bench)
    yield await logCostFigure(bench.connect)
  } finally {
    await bench.close()
  }
}

/** Calls that answer a whole tree, without a browser and almost without lines of the log. */
export async function* treeFigures(): AsyncGenerator<Figure> {
  const bench = await openSystemBench(LARGE.users)
  try {
    const { token } = await signIn(`${bench.base}/jeecg-boot`, PEOPLE.keeper)
    for (const [name, { path }] of Object.entries(BARE_TREES)) {
      const ours = () => answered(`${bench.base}/jeecg-boot${path}`, { 'X-Access-Token': token })
      const peer = () => answered(`${bench.bare}tree?tree=${encodeURIComponent(name)}`, {})
      const [whole, bare] = [(await ours()).answer as { result: unknown }, (await peer()).answer]
      if (!isDeepStrictEqual(whole.result, bare)) throw new Error(`${path} answers otherwise than its peer`)
      yield await inTurn(`all ${name} at once; bare SQL by hand`, 1.5, {
        ours: async () => (await ours()).ms,
        peer: async () => (await peer()).ms,
      })
    }
  } finally {
    await bench.close()
  }
}

/** An answer, and how long it took until its last byte. */
async function answered(
  url: string,
  headers: Record<string, string>,
): Promise<{ ms: number; answer: unknown }> {
  const begun = performance.now()
  const response = await fetch(url, { headers: { ...headers, 'Accept-Encoding': 'identity' } })
  const text = await response.text()
  const ms = performance.now() - begun
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 300)}`)
  return { ms, answer: JSON.parse(text) }
}

/** Both in turn, so that whatever else the machine does meets them alike; the first round of each fills its caches. */
async function inTurn(
  name: string,
  bound: number,
  measured: { ours(): Promise<number>; peer(): Promise<number> },
): Promise<Figure> {
  const times = { ours: [] as number[], peer: [] as number[] }
  for (let round = 0; round <= ROUNDS; round++)
    for (const who of ['ours', 'peer'] as const) {
      const ms = await measured[who]()
      if (round > 0) times[who].push(ms)
    }
  return {
    name,
    ours: median(times.ours),
    peer: median(times.peer),
    unit: 'ms',
    bound: { kind: 'atMost', value: bound },
  }
}

async function* firstPages(browser: Browser, { base, bare }: SystemBench): AsyncGenerator<Figure> {
  const context = await signedIn(browser, base, PEOPLE.keeper)
  const other = await browser.newContext({ viewport: VIEWPORT })
  const page = await servePage(join(import.meta.dirname, '..', 'list-page', 'antd'), {
    minify: true,
    forward: { '/call/list': bare },
  })
  try {
    for (const [name, { path }] of Object.entries(BARE_LISTS)) {
      const [ours, peers] = [
        await rowsAt(context, base + path),
        await rowsAt(other, `${page.url}/?list=${name}`),
      ]
      if (ours !== peers) throw new Error(`first page of ${name}: ${ours} rows, and ${peers} of the peer`)
      yield await inTurn(`first page of ${name}, filled cache; antd and bare SQL by hand`, 1.3, {
        ours: () => timeTo(ROW, context, base + path),
        peer: () => timeTo(ROW, other, `${page.url}/?list=${name}`),
      })
    }
  } finally {
    await page.stop()
    await context.close()
    await other.close()
  }
}

/** How many rows a page shows. */
async function rowsAt(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  await page.goto(url)
  const rows = page.locator(ROW)
  await rows.first().waitFor({ timeout: 120_000 })
  const count = await rows.count()
  await page.close()
  return count
}

/** The sign-in call and the rights that follow it. */
function signInFigure({ base }: SystemBench): Promise<Figure> {
  const once = async (username: string) => {
    const begun = performance.now()
    const { token } = await signIn(`${base}/jeecg-boot`, username)
    const rights = await fetch(`${base}/jeecg-boot/sys/permission/getUserPermissionByToken`, {
      headers: { 'X-Access-Token': token },
    })
    if (!rights.ok) throw new Error(`the rights of ${username}: ${rights.status}`)
    await rights.arrayBuffer()
    return performance.now() - begun
  }
  return inTurn(`signing in with ${LARGE.entries} rights; with ${FEW_RIGHTS}`, 2, {
    ours: () => once(PEOPLE.many),
    peer: () => once(PEOPLE.few),
  })
}

/** From the navigation to a page until its menu is there. */
async function menuFigure(browser: Browser, { base }: SystemBench): Promise<Figure> {
  const [many, few] = [await signedIn(browser, base, PEOPLE.many), await signedIn(browser, base, PEOPLE.few)]
  const figure = await inTurn(`a menu of ${LARGE.entries} entries opens; of ${FEW_RIGHTS}`, 2, {
    ours: () => timeTo(GROUP, many, base + OWN_PAGE),
    peer: () => timeTo(GROUP, few, base + OWN_PAGE),
  })
  await many.close()
  await few.close()
  return figure
}

async function signedIn(browser: Browser, base: string, username: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: VIEWPORT, baseURL: base })
  const page = await context.newPage()
  await page.goto('/user/login')
  await page.getByPlaceholder(/用户名|账号/).fill(username)
  await page.getByPlaceholder(/密码/).fill(PASSWORDS.admin)
  await page.getByRole('button', { name: /登\s*录/ }).click()
  await page.locator(GROUP).first().waitFor()
  await page.close()
  return context
}
