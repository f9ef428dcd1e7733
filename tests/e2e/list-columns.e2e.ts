import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, motionEnded, overflows, screenshot, signIn, tableWidths, visit } from './browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const PAGE = '/expo/ExpoEntryList'
const heading = (page: Page, title: string) => page.locator('.ant-table-header th', { hasText: title })
const headings = async (page: Page): Promise<string[]> =>
  (await page.locator('.ant-table-header th').allTextContents()).filter((text) => text !== '')
const loaded = (page: Page) => page.locator('.ant-table-row').first().waitFor()
const isTold = (page: Page, method: string) =>
  page.waitForResponse(
    (answer) => answer.url().includes('/online/view/') && answer.request().method() === method,
  )

async function settings(page: Page) {
  await page.getByRole('button', { name: '列设置' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '重置' }).waitFor()
  await motionEnded(page)
  return dialog
}

async function close(page: Page) {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await motionEnded(page)
}

describe('the columns of a list', () => {
  it('are hidden, moved, pinned and widened, come back after a reload, and are as they were after 重置', async () => {
    const { page, context, faults } = await visit(browser)
    try {
      await signIn(page, 'staff', PAGE)
      await loaded(page)
      const begun = await headings(page)
      const [first = '', second = '', third = ''] = begun

      const dialog = await settings(page)
      const kept = isTold(page, 'PUT')
      await dialog.getByRole('checkbox', { name: second, exact: true }).uncheck()
      await expect.poll(() => headings(page)).not.toContain(second)
      await dialog.getByRole('button', { name: `固定在左侧：${third}`, exact: true }).click()
      await expect.poll(async () => (await headings(page)).indexOf(third)).toBe(1)
      await dialog.getByRole('button', { name: `固定在左侧：${third}`, exact: true }).click()

      // By mouse: the last column goes to the front, behind the one that the document pins there.
      const handles = dialog.getByRole('button', { name: /^移动列：/ })
      const last = begun.at(begun.includes('操作') ? -2 : -1) ?? ''
      const from = await handles.last().boundingBox()
      const to = await handles.first().boundingBox()
      if (!from || !to) throw new Error('no handles')
      await page.mouse.move(from.x + 8, from.y + 8)
      await page.mouse.down()
      await page.mouse.move(to.x + 8, to.y + 12, { steps: 12 })
      await page.mouse.move(to.x + 8, to.y + 6, { steps: 2 })
      await page.mouse.up()
      await expect.poll(async () => (await headings(page)).indexOf(last)).toBe(1)
      // By keyboard: one place down.
      await dialog.getByRole('button', { name: `移动列：${last}`, exact: true }).focus()
      await page.keyboard.press('ArrowDown')
      await expect.poll(async () => (await headings(page)).indexOf(last)).toBe(2)
      await kept
      await close(page)

      // The edge of a heading.
      const widened = isTold(page, 'PUT')
      const column = heading(page, first)
      const before = (await column.boundingBox())?.width ?? 0
      const grip = await column.locator('.expo-column-grip').boundingBox()
      if (!grip) throw new Error('no edge')
      await page.mouse.move(grip.x + 4, grip.y + 10)
      await page.mouse.down()
      await page.mouse.move(grip.x + 64, grip.y + 10, { steps: 5 })
      await page.mouse.up()
      const width = async () => Math.round((await column.boundingBox())?.width ?? 0)
      await expect.poll(width).toBe(Math.round(before + 60))
      // Nothing was sorted by the click on the edge.
      expect(await page.locator('th[aria-sort]').count()).toBe(0)
      expect(new Set(await tableWidths(page)).size).toBe(1)
      await widened
      const arranged = await headings(page)
      await screenshot(page, 'list-columns')

      await page.reload()
      await loaded(page)
      expect(await headings(page)).toEqual(arranged)
      await expect.poll(width).toBe(Math.round(before + 60))
      expect(await overflows(page)).toBe(false)

      const again = await settings(page)
      const forgotten = isTold(page, 'DELETE')
      await again.getByRole('button', { name: '重置' }).click()
      await page.getByRole('button', { name: '重置列' }).click()
      await expect.poll(() => headings(page)).toEqual(begun)
      await forgotten
      await close(page)
      expect(faults).toEqual([])
    } finally {
      await context.close()
    }
  })
})
