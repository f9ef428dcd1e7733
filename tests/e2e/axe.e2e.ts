import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFaults } from './axe-faults.ts'
import { launchBrowser, signIn, visit } from './browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Moderate ones that count as well: a page without a heading, and content outside of every landmark. */
const ALSO = ['page-has-heading-one', 'region']

const visible = (page: Page, name: string) =>
  page.getByRole('button', { name }).filter({ visible: true }).first()

describe.each(['light', 'dark'] as const)('in the %s theme nothing serious stands in the way of', (theme) => {
  async function open(path: string, isSignedIn: boolean) {
    const visitor = await visit(browser)
    await visitor.context.addInitScript(
      `localStorage.setItem('pro__SETTINGS', JSON.stringify({ value: { theme: ${JSON.stringify(theme)} }, expire: Date.now() + 1e7 }))`,
    )
    const { page } = visitor
    if (isSignedIn) {
      await signIn(page, 'admin', path)
      await page.getByRole('navigation').first().waitFor()
    } else await page.goto(path)
    return visitor
  }

  it.each([
    ['/user/login', '登录'],
    ['/user/alteration', '下一步'],
  ])('the public screen %s', async (path, button) => {
    const { page, context } = await open(path, false)
    await visible(page, button).waitFor()
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme)
    const faults = await axeFaults(page, ALSO)
    expect(faults, faults.join('\n')).toEqual([])
    await context.close()
  })

  it('frame, list, form, settings, password, menu search and messages', async () => {
    const { page, context } = await open('/expo/ExpoList', true)
    const found: Record<string, string[]> = {}
    await page.locator('.ant-table-row').first().waitFor()
    found.list = await axeFaults(page, ALSO)
    await visible(page, '新增').click()
    await page.getByRole('dialog').getByLabel('展会名称').waitFor()
    found.form = await axeFaults(page, ALSO)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    for (const [entry, title] of [
      ['系统设置', '系统设置'],
      ['密码修改', '修改密码'],
    ] as const) {
      await page.getByText('欢迎您').click()
      await page.getByRole('menuitem', { name: entry }).click()
      await page.getByRole('dialog').filter({ hasText: title }).waitFor()
      found[entry] = await axeFaults(page, ALSO)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    await page.goto('/expo/ExpoEntryList')
    await page.locator('.ant-table-row').first().waitFor()
    found.people = await axeFaults(page, ALSO)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('article').first().waitFor()
    found.cards = await axeFaults(page, ALSO)
    await page.getByRole('article').first().getByRole('button', { name: '更多' }).click()
    await page.getByRole('menuitem', { name: '详情' }).click()
    await page.getByRole('dialog').locator('dl').first().waitFor()
    found.details = await axeFaults(page, ALSO)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/404')
    await visible(page, '返回首页').waitFor()
    found.missing = await axeFaults(page, ALSO)
    await page.goto('/isps/userAnnouncement')
    await page.getByRole('button', { name: '全部已读' }).waitFor()
    await page.locator('.ant-table-row').first().waitFor()
    found.messages = await axeFaults(page, ALSO)
    // Its states are coloured tags.
    await page.goto('/monitor/HttpTrace')
    await page.locator('.ant-tag').first().waitFor()
    found.traces = await axeFaults(page, ALSO)
    expect(found, JSON.stringify(found, null, 1)).toEqual({
      list: [],
      form: [],
      系统设置: [],
      密码修改: [],
      missing: [],
      messages: [],
      people: [],
      cards: [],
      details: [],
      traces: [],
    })
    await context.close()
  })
})
