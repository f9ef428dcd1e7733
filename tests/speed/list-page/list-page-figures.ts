import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright-core'
import { PASSWORDS } from '../../e2e/server.ts'
import { servePage } from '../../helpers/serve-page.ts'
import { type Figure, median } from '../report.ts'
import type { ListCall } from './ListTable.tsx'

const ROUNDS = 9
const VIEWPORT = { width: 1440, height: 900 }

/** A row of a table, ours and that written by hand. */
export const ROW = '.ant-table-row'

type Open = (context: BrowserContext) => Promise<number>

/**
 * Navigation to a usable exhibition list, against hand-written pages with the same table and rows: with an empty cache
 * beside antd and rjsf, with a filled one beside antd alone.
 */
export async function listPageFigures(browser: Browser, baseURL: string): Promise<Figure[]> {
  const signedIn = await signIn(browser, baseURL)
  const calls = { '/call/list': JSON.stringify(signedIn.list) }
  const peers = await Promise.all(
    ['antd-rjsf', 'antd'].map((name) => servePage(join(import.meta.dirname, name), { minify: true, calls })),
  )
  const ours: Open = (context) => timeTo(ROW, context, `${baseURL}/expo/ExpoList`)
  const peer =
    (at: number): Open =>
    (context) =>
      timeTo(ROW, context, peers[at]?.url ?? '')
  const fresh = () => browser.newContext({ viewport: VIEWPORT, storageState: signedIn.state })
  try {
    const cold = { ours: [] as number[], peer: [] as number[] }
    for (let round = 0; round < ROUNDS; round++)
      for (const [who, open] of [
        ['ours', ours],
        ['peer', peer(0)],
      ] as const) {
        const context = await fresh()
        cold[who].push(await open(context))
        await context.close()
      }
    const warm = { ours: [] as number[], peer: [] as number[] }
    for (const [who, open] of [
      ['ours', ours],
      ['peer', peer(1)],
    ] as const) {
      const context = await fresh()
      await open(context)
      for (let round = 0; round < ROUNDS; round++) warm[who].push(await open(context))
      await context.close()
    }
    const figure = (name: string, times: typeof cold, value: number): Figure => ({
      name,
      ours: median(times.ours),
      peer: median(times.peer),
      unit: 'ms',
      bound: { kind: 'atMost', value },
    })
    return [
      figure('first list page usable, empty cache; antd + rjsf by hand', cold, 1.25),
      figure('list page usable, filled cache; antd by hand', warm, 1.3),
    ]
  } finally {
    await Promise.all(peers.map((one) => one.stop()))
  }
}

/** Runs in the page; a message comes after the paint of the frame in which it was found. */
const markWhenUsable = (selector: string) => `
  requestAnimationFrame(function look() {
    if (!document.querySelector(${JSON.stringify(selector)})) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => document.documentElement.setAttribute('data-usable', String(performance.now()))
    port2.postMessage(null)
  })`

/** From the start of the navigation until the selector matches something and that has been painted (ms). */
export async function timeTo(selector: string, context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  await page.addInitScript({ content: markWhenUsable(selector) })
  await page.goto(url, { waitUntil: 'commit' })
  const mark = page.locator('html[data-usable]')
  // On a busy machine a count of millions of rows alone takes ten seconds.
  await mark.waitFor({ state: 'attached', timeout: 120_000 })
  const ms = Number(await mark.getAttribute('data-usable'))
  await page.close()
  return ms
}

async function signIn(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ viewport: VIEWPORT, baseURL })
  const page = await context.newPage()
  await page.goto('/user/login')
  await page.getByPlaceholder(/用户名|账号/).fill('admin')
  await page.getByPlaceholder(/密码/).fill(PASSWORDS.admin)
  const answered = page.waitForResponse(/\/getData\//)
  await page.getByRole('button', { name: /登\s*录/ }).click()
  const { result } = (await (await answered).json()) as {
    result: { records: ListCall['rows']; total: number }
  }
  await page.locator('.ant-table-row').first().waitFor()
  const columns = await page
    .locator('thead th[class*="ant-table-cell"]')
    .evaluateAll((cells) => cells.map((cell) => ({ title: cell.textContent ?? '', width: cell.clientWidth })))
  const state = await context.storageState()
  await context.close()
  const names = Object.keys(result.records[0] ?? {}).filter((name) => !/^_|_dictText$|^id$/.test(name))
  const list: ListCall = {
    rows: result.records,
    total: result.total,
    columns: columns
      .filter(({ title }) => title !== '' && title !== '操作')
      .map(({ title, width }, at) => ({ title, width, name: names[at] ?? 'id' })),
  }
  return { state, list }
}
