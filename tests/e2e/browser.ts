import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { inject } from 'vitest'
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

/** Opens a fresh browser profile at a screen size. */
export async function visit(
  browser: Browser,
  viewport: { width: number; height: number } = DESKTOP,
): Promise<Visitor> {
  const context = await browser.newContext({ viewport, locale: 'zh-CN', baseURL: inject('baseUrl') })
  const page = await context.newPage()
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

/** Keeps a picture for looking at; the folder is not committed. */
export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) })
}

/** True when the page is wider than its window: something overflows. */
export function overflows(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1)
}
