import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { PASSWORDS } from './server.ts'

const SCREENSHOTS = join(process.cwd(), 'tests/e2e/screenshots')

export const DESKTOP = { width: 1440, height: 900 } as const
export const MOBILE = { width: 390, height: 844 } as const

/** One headless Chromium; the flags keep it from calling out. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** A page that remembers what went wrong in it and which requests it made. */
export interface Visitor {
  page: Page
  context: BrowserContext
  /** Console errors, uncaught exceptions and failed script loads, in order. */
  faults: string[]
  /** `METHOD path?query` of every API call. */
  calls: string[]
  /** Forgets the calls so far. */
  forget(): void
}

const openPages = new Set<Page>()

/** Longest wait for a page that may hang (ms). */
const TELLING_MS = 5000

/** A line for each open page of this file: its address, and the titles and buttons of the dialogs on it. */
export async function whatIsShown(): Promise<string[]> {
  return Promise.all(
    [...openPages].map(async (page) => {
      const dialogs = page.getByRole('dialog').filter({ visible: true }).ariaSnapshot({ timeout: TELLING_MS })
      const said = await dialogs.catch(async (error: Error) =>
        (await page
          .getByRole('dialog')
          .count()
          .catch(() => 0)) === 0
          ? 'no dialog'
          : error.message,
      )
      return `on the screen: ${page.url()}\n${said}`
    }),
  )
}

/** Opens a fresh browser profile at a screen size. Its user asks for no motion, so that a click need not wait for the end of one. */
export async function visit(
  browser: Browser,
  viewport: { width: number; height: number } = DESKTOP,
  baseURL: string = inject('baseUrl'),
  reducedMotion: 'reduce' | 'no-preference' = 'reduce',
): Promise<Visitor> {
  const context = await browser.newContext({ viewport, locale: 'zh-CN', baseURL, reducedMotion })
  // A state is waited for; the limit only ends what hangs, also on a machine with much to do.
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  openPages.add(page)
  page.on('close', () => openPages.delete(page))
  const faults: string[] = []
  const calls: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      faults.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.startsWith('/jeecg-boot/'))
      calls.push(`${request.method()} ${url.pathname}${url.search}`)
  })
  return { page, context, faults, calls, forget: () => calls.splice(0) }
}

/** Signs in through the sign-in page, as a user would. */
export async function signIn(page: Page, user: keyof typeof PASSWORDS, path = '/'): Promise<void> {
  await page.goto(path)
  await page.waitForURL(/\/user\/login/)
  await page.getByPlaceholder(/用户名|账号/).fill(user)
  await page.getByPlaceholder(/密码/).fill(PASSWORDS[user])
  await page.getByRole('button', { name: /登\s*录/ }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/user/login'))
}

/** Waits until nothing fades, grows or moves any more, or is about to. Endless motion (a spinner) is not waited for. */
export async function motionEnded(page: Page): Promise<void> {
  const moving = () =>
    page.evaluate(async () => {
      // What follows the size of the window is drawn in the next frame.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      // What is about to move has its class already and its animation a frame later; what is not drawn never ends it,
      // and neither does what begins to leave before it came in: it is transparent already and nothing moves.
      const leavesUnseen = (element: Element) =>
        element.matches('[class*="-leave-"]') && !element.checkVisibility({ opacityProperty: true })
      const marked = [
        ...document.querySelectorAll('[class*="-appear-"], [class*="-enter-"], [class*="-leave-"]'),
      ]
        .filter((element) => element.checkVisibility() && !leavesUnseen(element))
        .map((element) => element.outerHTML.slice(0, 200))
      const running = document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        )
        .map((animation) => `${(animation as CSSAnimation).animationName ?? animation.constructor.name}`)
      return [...marked, ...running].join('\n')
    })
  await expect.poll(moving, { timeout: 60_000, interval: 50, message: 'what still moves' }).toBe('')
}

/** Keeps a picture for looking at; the folder is not committed. */
export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) })
}

/** Widths in px of the tables that are the heading and the body of the list on the screen: equal where columns meet. */
export function tableWidths(page: Page): Promise<number[]> {
  return page
    .locator('.ant-table-header > table, .ant-table-body > table')
    .filter({ visible: true })
    .evaluateAll((tables) => tables.map((table) => Math.round(table.getBoundingClientRect().width)))
}

/** Longest that a page may take to fit into a window of another size (ms). */
const FITTING_MS = 10_000

/** True when the page stays wider than its window: something overflows. */
export function overflows(page: Page): Promise<boolean> {
  const fits = page.waitForFunction(
    () => document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1,
    undefined,
    { timeout: FITTING_MS },
  )
  return fits.then(
    () => false,
    () => true,
  )
}
