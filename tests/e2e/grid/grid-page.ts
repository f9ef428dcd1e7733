import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest'
import { launchBrowser, motionEnded } from '../browser.ts'

/** The page of the test that is running, and its browser profile: one per file, so that scripts are read once. */
export let page: Page
export let context: BrowserContext

/** Gives each test of the file a page of its own, and asks at its end that nothing went wrong in it. */
export function onGridPage(): void {
  let faults: string[]
  beforeAll(async () => {
    const browser = await launchBrowser()
    context = await browser.newContext({
      viewport: { width: 1440, height: 800 },
      locale: 'zh-CN',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    context.setDefaultTimeout(60_000)
  })
  afterAll(() => context.browser()?.close())
  beforeEach(async () => {
    page = await context.newPage()
    faults = []
    page.on('console', (message) => {
      // A page without an icon is no fault of the grid.
      if (message.type() === 'error' && !message.location().url.endsWith('favicon.ico'))
        faults.push(message.text())
    })
    page.on('pageerror', (error) => faults.push(error.message))
  })
  afterEach(async () => {
    await page.close()
    // A refusal of the content security policy shows up here as well.
    expect(faults).toEqual([])
  })
}

export async function open(query = ''): Promise<void> {
  await page.goto(`${inject('gridUrl')}/${query}`)
  await page.locator('.ht_master thead th').nth(2).waitFor({ state: 'attached' })
  // A dialog that still grows makes the driver scroll the grid in the moment of a press, which a person cannot do.
  await motionEnded(page)
}
/** The same in a window of this width, where rows may be cards. */
export async function openCards(query: string, width = 390): Promise<void> {
  await page.setViewportSize({ width, height: 844 })
  await page.goto(`${inject('gridUrl')}/${query}`)
  await page.locator('.sub-card, .ht_master tbody td').first().waitFor()
  await motionEnded(page)
}
const COLUMNS = [
  'name',
  'age',
  'sex',
  'birthday',
  'owner',
  'booth',
  'hall',
  'vip',
  'note',
  'area',
  'at',
  'clock',
  'kind',
  'partner',
]
export const cell = (row: number, column: string) =>
  page.locator('.ht_master tbody tr').nth(row).locator('td').nth(COLUMNS.indexOf(column))
export const read = () => page.evaluate(() => window.grid.current?.read())
export const storedAt = async (row: number, column: string) => (await read())?.rows[row]?.[column]
/** A cell that needs more room than its text is changed in a field of the form, which is drawn over it. */
const field = () => page.locator('.data-grid-field')
/** Waits for the field and what the keyboard goes to in it. */
export const fieldOpen = () => field().locator('input, textarea').first().waitFor()
export const fieldClosed = () => field().waitFor({ state: 'detached' })
/** Chooses a cell without beginning to edit, as the arrow keys do. */
export async function selectCell(row: number, column: string): Promise<void> {
  await cell(row, column).click()
  const opens = await page.evaluate(async () => {
    // A field is drawn in the frame after the click.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return document.querySelector('.data-grid-field') !== null
  })
  if (opens) await fieldOpen()
  await page.keyboard.press('Escape')
  await fieldClosed()
}
export async function openField(row: number, column: string): Promise<void> {
  await cell(row, column).click()
  await fieldOpen()
}
export async function chooseBooth(row: number, code: string): Promise<void> {
  await cell(row, 'booth').click()
  const dialog = page.getByRole('dialog', { name: '展位' })
  await dialog.getByRole('row', { name: code }).getByRole('radio').check()
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await fieldClosed()
}
export async function paste(text: string): Promise<void> {
  await page.evaluate((value) => navigator.clipboard.writeText(value), text)
  await page.keyboard.press('Control+v')
}

/** Types into the chosen cell, at a person's speed: the grid takes the keyboard a moment after it has the focus. */
export async function typeIntoGrid(text: string): Promise<void> {
  await page.waitForFunction(
    () =>
      document.activeElement?.tagName === 'TEXTAREA' &&
      document.querySelector('td.current') !== null &&
      document.querySelector('.data-grid-field') === null,
  )
  await page.waitForTimeout(100)
  await page.keyboard.type(text, { delay: 50 })
}
