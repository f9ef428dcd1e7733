import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, signIn, visit } from './browser.ts'

const { source: AXE } = axe

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

interface Violation {
  id: string
  impact: string
  nodes: { html: string; failureSummary: string }[]
}

/** What axe-core calls serious or critical on the page as it stands. */
async function faults(page: Page): Promise<string[]> {
  // Through the debugger, because the page's own policy forbids foreign scripts.
  await page.evaluate(AXE)
  const violations = await page.evaluate(() =>
    (
      window as unknown as {
        axe: { run(options: object): Promise<{ violations: Violation[] }> }
      }
    ).axe
      .run({ resultTypes: ['violations'] })
      .then(({ violations }) => violations),
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

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
    expect(await faults(page)).toEqual([])
    await context.close()
  })

  it('frame, list, form, settings, password, menu search and messages', async () => {
    const { page, context } = await open('/expo/ExpoList', true)
    const found: Record<string, string[]> = {}
    await page.locator('.ant-table-row').first().waitFor()
    await page.waitForTimeout(3500)
    found.list = await faults(page)
    await visible(page, '新增').click()
    await page.getByRole('dialog').getByLabel('展会名称').waitFor()
    await page.waitForTimeout(500)
    found.form = await faults(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    for (const [entry, title] of [
      ['系统设置', '系统设置'],
      ['密码修改', '修改密码'],
    ] as const) {
      await page.getByText('欢迎您').click()
      await page.getByRole('menuitem', { name: entry }).click()
      await page.getByRole('dialog').filter({ hasText: title }).waitFor()
      await page.waitForTimeout(500)
      found[entry] = await faults(page)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    await page.goto('/404')
    await visible(page, '返回首页').waitFor()
    found.missing = await faults(page)
    await page.goto('/isps/userAnnouncement')
    await page.getByRole('heading', { name: '我的消息' }).waitFor()
    await page.waitForTimeout(500)
    found.messages = await faults(page)
    expect(found).toEqual({ list: [], form: [], 系统设置: [], 密码修改: [], missing: [], messages: [] })
    await context.close()
  })
})
