import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFaults } from './axe-faults.ts'
import {
  launchBrowser,
  MOBILE,
  motionEnded,
  overflows,
  screenshot,
  signIn,
  type Visitor,
  visit,
} from './browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function journey(
  act: (visitor: Visitor) => Promise<void>,
  viewport?: { width: number; height: number },
) {
  const visitor = await visit(browser, viewport)
  try {
    await act(visitor)
    expect(visitor.faults).toEqual([])
  } catch (error) {
    await screenshot(visitor.page, `failed-${Date.now()}`).catch(() => undefined)
    throw error
  } finally {
    await visitor.context.close()
  }
}

const LIST = '/expo/ExpoExhibitionList'
const opener = (page: Page) => page.getByRole('button', { name: /高级查询/ }).first()
const dialogOf = (page: Page) => page.getByRole('dialog', { name: '高级查询' })
const applied = (page: Page) => page.getByRole('region', { name: '已应用的高级查询' })

async function open(page: Page): Promise<Locator> {
  await opener(page).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: '添加条件', exact: false }).first().waitFor()
  await motionEnded(page)
  return dialog
}

/** Takes an entry of the dropdown that is open. */
async function take(page: Page, text: string): Promise<void> {
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .getByText(text, { exact: true })
    .click()
}

/** How many rows the list found, as its pager says. */
const total = (page: Page) =>
  page
    .locator('.ant-pagination-total-text')
    .textContent()
    .then((text) => /共(\d+)条/.exec(text ?? '')?.[1])

describe('an advanced query', () => {
  it('is built with the mouse, saved, found again after a reload, and shared by its address [superquery-17, superquery-18, superquery-21]', () =>
    journey(async ({ page, context, calls }) => {
      await signIn(page, 'admin', LIST)
      await page.locator('.ant-table-row').first().waitFor()
      const all = await total(page)
      let dialog = await open(page)
      expect(await axeFaults(page)).toEqual([])
      await dialog.getByRole('combobox', { name: '字段' }).click()
      await take(page, '企业名称')
      await dialog.getByLabel('企业名称的值').fill('科技')
      await dialog.getByRole('button', { name: '添加条件组' }).click()
      const group = dialog.getByRole('group', { name: '条件组' })
      await group.getByRole('combobox', { name: '字段' }).click()
      await take(page, '级别')
      await group.getByLabel('级别的值').click()
      await take(page, 'VIP')
      await group.getByRole('button', { name: '添加条件' }).first().click()
      const second = group.getByRole('combobox', { name: '字段' }).nth(1)
      await second.fill('展位面积')
      await take(page, '展位面积')
      await group.getByRole('combobox', { name: '规则' }).nth(1).click()
      await take(page, '大于等于')
      await group.getByLabel('展位面积的值').fill('54')
      await dialog.getByRole('button', { name: '保存查询' }).click()
      const naming = page.getByRole('dialog', { name: '保存查询' })
      await naming.getByLabel('名称').fill('Large or VIP')
      await naming.getByRole('button', { name: '确定' }).click()
      await dialog.getByRole('button', { name: 'Large or VIP', exact: true }).waitFor()
      expect(await axeFaults(page)).toEqual([])
      await dialog.getByRole('button', { name: '查询', exact: true }).click()
      await applied(page).waitFor()
      await expect.poll(() => total(page)).not.toBe(all)
      const found = await total(page)
      expect(await axeFaults(page)).toEqual([])
      // One call for the rows, one for the totals of all of them.
      const asking = calls.filter((call) => call.includes('superQueryParams'))
      expect(asking).toHaveLength(2)
      expect(asking.filter((call) => call.includes('/getData/'))).toHaveLength(1)
      expect(await page.evaluate(() => Object.keys(localStorage))).toContain(
        'pro__JSuperQuerySaved_/expo/ExpoExhibitionList',
      )

      // Somebody else opens the address that he was sent.
      const shared = await context.newPage()
      await shared.goto(page.url())
      await applied(shared).waitFor()
      await expect.poll(() => total(shared)).toBe(found)
      await shared.close()

      await opener(page).waitFor()
      await page.getByRole('button', { name: '清除高级查询' }).click()
      await expect.poll(() => total(page)).toBe(all)
      await page.goBack()
      await expect.poll(() => total(page)).toBe(found)
      await page.reload()
      await applied(page).waitFor()
      dialog = await open(page)
      await dialog.getByRole('button', { name: '重置' }).click()
      await expect.poll(() => total(page)).toBe(all)
      dialog = await open(page)
      await dialog.getByRole('button', { name: 'Large or VIP', exact: true }).click()
      await dialog.getByRole('button', { name: '查询', exact: true }).click()
      await applied(page).waitFor()
      await expect.poll(() => total(page)).toBe(found)
    }))

  it('is built and applied with the keyboard alone', () =>
    journey(async ({ page }) => {
      await signIn(page, 'admin', LIST)
      await page.locator('.ant-table-row').first().waitFor()
      const all = await total(page)
      await opener(page).focus()
      await page.keyboard.press('Enter')
      const focusedLabel = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
      await expect.poll(focusedLabel).toBe('过滤条件匹配')
      await page.keyboard.press('Tab')
      await expect.poll(focusedLabel).toBe('字段')
      await page.keyboard.type('企业名称')
      await page.locator('.ant-select-item-option-active').getByText('企业名称', { exact: true }).waitFor()
      await page.keyboard.press('Enter')
      // The rule takes the keyboard once there is a field.
      const value = dialogOf(page).getByLabel('企业名称的值')
      await value.waitFor()
      await motionEnded(page)
      await page.keyboard.press('Tab')
      await expect.poll(focusedLabel).toBe('规则')
      await page.keyboard.press('Tab')
      await expect.poll(() => value.evaluate((one) => one === document.activeElement)).toBe(true)
      await page.keyboard.type('科技')
      await page.keyboard.press('Control+Enter')
      await applied(page).waitFor()
      await expect.poll(() => total(page)).not.toBe(all)
      // The keyboard is where it was.
      await expect.poll(() => opener(page).evaluate((one) => one === document.activeElement)).toBe(true)
    }))

  it('takes the whole of a phone', () =>
    journey(async ({ page }) => {
      await signIn(page, 'admin', LIST)
      await page.locator('.expo-card').first().waitFor()
      const dialog = await open(page)
      await dialog.getByRole('button', { name: '添加条件组' }).click()
      await dialog.getByRole('group', { name: '条件组' }).waitFor()
      await motionEnded(page)
      const box = await dialog.boundingBox()
      expect(box).toMatchObject({ x: 0, y: 0, width: MOBILE.width })
      expect(box?.height).toBeGreaterThanOrEqual(MOBILE.height)
      expect(await overflows(page)).toBe(false)
      expect(await axeFaults(page)).toEqual([])
    }, MOBILE))
})
