import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { axeFaults } from './axe-faults.ts'
import { launchBrowser, signIn, type Visitor, visit } from './browser.ts'
import { systemScreen } from './system-screen.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

describe.each(['light', 'dark'] as const)('in the %s theme nothing serious stands in the way of', (theme) => {
  let visitor: Visitor
  let page: Page
  beforeAll(async () => {
    visitor = await visit(browser)
    page = visitor.page
    await visitor.context.addInitScript(
      `localStorage.setItem('pro__SETTINGS', JSON.stringify({ value: { theme: ${JSON.stringify(theme)} }, expire: Date.now() + 1e7 }))`,
    )
    await signIn(page, 'admin', '/expo/ExpoEntryList')
    await shown().locator('.ant-table-row').first().waitFor()
  })
  afterAll(async () => {
    expect(visitor.faults).toEqual([])
    await visitor.context.close()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await failed(task.id)
  })
  const { shown, dialog, press, act, seen, failed } = systemScreen(() => page, `list-dialogs-${theme}`)
  const line = (at: number) => shown().locator('.ant-table-row').nth(at)

  /** What was opened, once it says that it is there. */
  async function judged(name: string, isThere: Locator) {
    await isThere.first().waitFor()
    await seen(name)
    const faults = await axeFaults(page)
    expect(faults, `${name}\n${faults.join('\n')}`).toEqual([])
  }
  async function closed() {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').filter({ visible: true }).waitFor({ state: 'hidden' })
  }

  it('the dialogs of its toolbar', async () => {
    const tools: [name: string, button: string | RegExp, isThere: Locator][] = [
      ['columns', '列设置', dialog().getByRole('checkbox', { name: '全部显示' })],
      ['export', /导\s*出$/, dialog().getByRole('checkbox', { name: '全选' })],
      ['import', /导\s*入$/, dialog().getByText('下载导入模板')],
      ['bin', '回收站', dialog().getByRole('button', { name: '彻底删除' })],
      ['print-list', /打\s*印$/, dialog().locator('.expo-print-page')],
    ]
    for (const [name, button, isThere] of tools) {
      await press(button, shown())
      await judged(name, isThere)
      await closed()
    }
    await press('保存的查询', shown())
    await page.getByRole('menuitem', { name: '管理查询' }).click()
    await judged('manage-queries', page.getByRole('dialog', { name: '管理查询' }))
    await closed()
    // The entry that is chosen has a ground of its own.
    await press('密度', shown())
    await judged('density', page.getByRole('menuitem', { name: '紧凑' }))
    await page.keyboard.press('Escape')
  })

  it('those of its rows, and the page of a record', async () => {
    await line(0).getByRole('checkbox').check()
    await press('批量编辑', shown())
    await judged('batch-edit', dialog().getByRole('combobox'))
    await closed()
    await press('清空', shown())
    // A badge has a code to be scanned.
    await act(line(0), '打印')
    await judged('print', dialog().locator('.expo-print-code svg'))
    await closed()
    await act(line(1), '详情')
    await judged('details', dialog().locator('dl'))
    await press('在页面中打开', dialog())
    const tabs = page.getByRole('tabpanel').filter({ visible: true })
    for (const name of ['基本信息', '评论', '数据日志']) {
      await page.getByRole('tab', { name }).filter({ visible: true }).click()
      await judged(`record-${name}`, tabs)
    }
    await page.goBack()
    await line(0).waitFor()
  })

  it('its board, its calendar, its groups, and what stands above every page', async () => {
    await shown().locator('.ant-segmented-item', { hasText: '看板' }).click()
    await judged('board', shown().getByRole('article'))
    await shown().locator('.ant-segmented-item', { hasText: '日历' }).click()
    await judged('calendar', shown().getByRole('button', { name: '今天' }))
    await page.keyboard.press('Control+k')
    await judged('search', dialog().getByRole('option'))
    await closed()
    await page.getByText('欢迎您').click()
    await page.getByRole('menuitem', { name: '我的操作' }).click()
    await judged('operations', dialog().getByRole('table'))
    await closed()
  })
})
