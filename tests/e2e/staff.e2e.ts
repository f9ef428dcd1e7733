import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  launchBrowser,
  MOBILE,
  motionEnded,
  overflows,
  screenshot,
  signIn,
  tableWidths,
  type Visitor,
  visit,
} from './browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Runs a journey in a browser profile of its own and asks at the end that nothing went wrong in it. */
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

describe('a staff member at work', () => {
  it('signs in, lands on the exhibition list with one data request, and finds Chinese texts [route-01]', () =>
    journey(async ({ page, calls }) => {
      await signIn(page, 'admin')
      await page.waitForURL('**/expo/ExpoList')
      await page.locator('.ant-table-row').first().waitFor()
      await screenshot(page, 'expo-list')
      expect(calls.filter((call) => call.includes('/getData/'))).toHaveLength(1)
      expect(await page.getByRole('columnheader', { name: '展会名称' }).count()).toBeGreaterThan(0)
      expect(await page.locator('.ant-pagination-total-text').textContent()).toMatch(/^1-\d+ 共\d+条$/)
      expect(await overflows(page)).toBe(false)
      const widths = await tableWidths(page)
      expect(widths).toEqual([widths[0], widths[0]])
      // A list that needs no more than the window's width, and one whose headings are wider than the least of their columns.
      for (const address of ['/isystem/online', '/isystem/permission']) {
        await page.goto(address)
        await page.locator('.ant-table-row').first().waitFor()
        const found = await tableWidths(page)
        expect(found, address).toEqual([found[0], found[0]])
      }
    }))

  it('adds a record: the form says what is missing, saves, and the list shows it; then edits and deletes it', () =>
    journey(async ({ page }) => {
      const name = `测试展会${Date.now()}`
      await signIn(page, 'admin')
      await page.getByRole('button', { name: '新增' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: '保存', exact: true }).click()
      await dialog.getByText('请输入展会名称').waitFor()
      await dialog.getByLabel('展会名称').fill(name)
      for (const [label, day] of [
        ['开展日期', '2026-05-01'],
        ['闭展日期', '2026-05-04'],
      ] as const) {
        await dialog.getByLabel(label).fill(day)
        await page.keyboard.press('Enter')
      }
      await dialog.getByLabel('展馆').fill('第一展馆')
      await screenshot(page, 'expo-add')
      await page
        .locator('.ant-picker-dropdown')
        .filter({ visible: true })
        .first()
        .waitFor({ state: 'detached' })
      await dialog.getByRole('button', { name: '保存', exact: true }).click()
      await page.getByText('添加成功！').waitFor()
      await dialog.waitFor({ state: 'hidden' })

      await page.getByLabel('展会名称', { exact: true }).first().fill(name)
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => document.querySelectorAll('.ant-table-row').length === 1)
      expect(page.url()).toContain('q_name=')
      const row = page.locator('.ant-table-row').first()
      await row.getByRole('button', { name: '编辑' }).click()
      await dialog.getByLabel('展馆').fill('第二展馆')
      await dialog.getByRole('button', { name: '保存', exact: true }).click()
      await page.getByText('修改成功！').waitFor()
      await dialog.waitFor({ state: 'hidden' })
      // The address brings filters back.
      await page.reload()
      await page.waitForFunction(() => document.querySelectorAll('.ant-table-row').length === 1)

      await page.locator('.ant-table-row .ant-checkbox-input').first().check()
      await page.getByText('已选择').waitFor()
      await page.getByRole('button', { name: '批量删除' }).click()
      await page.getByText('确定要删除这 1 项吗?').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
      await page.getByText('删除成功!').waitFor()
      await page.locator('.ant-empty-description', { hasText: '暂无数据' }).waitFor()
    }))

  it('is asked to choose before a batch delete, sorts and pages on the server', () =>
    journey(async ({ page, calls, forget }) => {
      await signIn(page, 'admin', '/expo/ExpoEntryList')
      await page.locator('.ant-table-row').first().waitFor()
      await page.getByRole('button', { name: '批量删除' }).click()
      await page.getByText('请选择一条记录！').waitFor()
      forget()
      await page.getByRole('columnheader', { name: '姓名' }).click()
      const asked = (...parts: string[]) =>
        calls.filter((call) => parts.every((part) => call.includes(part))).length
      await expect.poll(() => asked('column=name', 'order=asc')).toBe(1)
      await page.locator('th[aria-sort="ascending"]').first().waitFor()
      await page.getByTitle('2', { exact: true }).click()
      await expect.poll(() => asked('pageNo=2')).toBe(1)
      await page.locator('.ant-pagination-item-2.ant-pagination-item-active').waitFor()
      // Each was asked for once.
      expect([asked('column=name', 'order=asc', 'pageNo=1'), asked('pageNo=2')]).toEqual([1, 1])
    }))

  it('edits a main record with sub rows in the grid', () =>
    journey(async ({ page }) => {
      await signIn(page, 'admin', '/expo/ExpoExhibitionList')
      await page.locator('.ant-table-row').first().waitFor()
      await page.locator('.ant-table-row').first().getByRole('button', { name: '编辑' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.locator('.ht_master td').first().waitFor()
      const before = await dialog.locator('.ht_master tbody tr').count()
      expect(before).toBeGreaterThan(0)
      await screenshot(page, 'exhibitor-edit')
      await dialog.getByRole('tab', { name: '开票信息' }).click()
      await dialog.getByLabel('发票抬头').waitFor()
      await dialog.getByLabel('企业简介').fill('简介已更新')
      await dialog.getByRole('button', { name: '保存', exact: true }).click()
      await page.getByText('修改成功！').waitFor()
    }))

  it('keeps a half-filled form while another tab is shown, and is asked before a reload', () =>
    journey(async ({ page }) => {
      await signIn(page, 'admin')
      await page.locator('.ant-table-row').first().waitFor()
      await page.getByRole('menuitem', { name: '参展商' }).click()
      await page.waitForURL('**/expo/ExpoExhibitionList')
      await page.getByRole('columnheader', { name: '企业名称' }).first().waitFor()
      // The list of the first tab stays in the page, hidden.
      await page.getByRole('button', { name: '新增' }).filter({ visible: true }).click()
      const name = page.getByRole('dialog').getByLabel('企业名称')
      await name.fill('填了一半的企业')
      // Back asks before it closes the form; Back once more takes the question back.
      await page.goBack()
      await page.getByRole('button', { name: '继续编辑' }).waitFor()
      await page.goBack()
      await page.getByRole('button', { name: '继续编辑' }).waitFor({ state: 'hidden' })
      await page.waitForURL('**/expo/ExpoExhibitionList')
      await expect.poll(() => name.inputValue()).toBe('填了一半的企业')
      // A link beside the form, e.g. of a message, hides it with its tab.
      await page.evaluate(() => document.querySelector<HTMLElement>('.tab-strip [role="tab"]')?.click())
      await page.waitForURL('**/expo/ExpoList')
      await name.waitFor({ state: 'hidden' })
      await page.goBack()
      await name.waitFor()
      await expect.poll(() => name.inputValue()).toBe('填了一半的企业')
      const asked = page.waitForEvent('dialog')
      // The page's own reload: the driver's would wait for a page that never comes.
      await page.evaluate(() => void setTimeout(() => window.location.reload()))
      const question = await asked
      expect(question.type()).toBe('beforeunload')
      await question.dismiss()
      await expect.poll(() => name.inputValue()).toBe('填了一半的企业')
    }))

  it('goes back: out of a query, out of a clean dialog, and then to the page before', () =>
    journey(async ({ page }) => {
      await signIn(page, 'admin')
      await page.locator('.ant-table-row').first().waitFor()
      await page.getByRole('menuitem', { name: '参展商' }).click()
      await page.waitForURL('**/expo/ExpoExhibitionList')
      const shown = page.locator('.page-host').filter({ visible: true })
      const query = shown.getByRole('form', { name: '查询条件' }).getByLabel('企业名称')
      await query.fill('没有这样的企业')
      await page.keyboard.press('Enter')
      await page.waitForURL(/q_/)
      await shown.locator('.ant-empty-description', { hasText: '暂无数据' }).waitFor()
      await page.goBack()
      await page.waitForURL((url) => url.search === '')
      await shown.locator('.ant-table-row').first().waitFor()
      expect(await query.inputValue()).toBe('')
      await page.goForward()
      await shown.locator('.ant-empty-description', { hasText: '暂无数据' }).waitFor()
      await page.getByRole('button', { name: '新增' }).filter({ visible: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('企业名称').waitFor()
      await page.goBack()
      await dialog.waitFor({ state: 'hidden' })
      await page.waitForURL(/ExpoExhibitionList\?q_/)
      await page.goBack()
      await page.waitForURL((url) => url.pathname.endsWith('ExpoExhibitionList') && url.search === '')
      await page.goBack()
      await page.waitForURL('**/expo/ExpoList')
    }))

  it('works on a telephone without sideways scrolling', () =>
    journey(async ({ page }) => {
      await signIn(page, 'staff')
      await page.locator('.expo-card').first().waitFor()
      expect(await overflows(page)).toBe(false)
      await screenshot(page, 'expo-list-390')
      // One row of buttons; what is done seldom stands in a menu.
      const toolbar = page.locator('.expo-list-toolbar')
      expect((await toolbar.boundingBox())?.height).toBeLessThan(50)
      await toolbar.getByRole('button', { name: '更多操作' }).click()
      await page.getByRole('menuitem', { name: '列设置' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: '新增' }).click()
      await page.getByRole('dialog').getByLabel('展会名称').waitFor()
      await motionEnded(page)
      expect(await overflows(page)).toBe(false)
      await screenshot(page, 'expo-add-390')
      // Its buttons stand in two equal columns, the last one at the right.
      const boxes = await page
        .locator('.expo-form-buttons > button')
        .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().toJSON()))
      expect(boxes.length).toBeGreaterThan(2)
      expect(new Set(boxes.map(({ width }) => Math.round(width))).size).toBe(1)
      expect(new Set(boxes.map(({ x }) => Math.round(x))).size).toBe(2)
    }, MOBILE))
})

describe('a save that does not arrive', () => {
  it('says why in sight of the last field, keeps what was typed, and saves once the network is back', async () => {
    const { page, context } = await visit(browser)
    try {
      await signIn(page, 'admin')
      await page.locator('.ant-table-row').first().getByRole('button', { name: '编辑' }).click()
      const dialog = page.getByRole('dialog')
      const remark = dialog.getByLabel('备注')
      await remark.fill('断网时填写的备注')
      await motionEnded(page)
      await context.setOffline(true)
      await page.keyboard.press('Control+s')
      const reason = dialog.getByText('无法连接服务器')
      await reason.waitFor()
      // Where the reason is drawn there is nothing above it: it was not scrolled away.
      const isInSight = await reason.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
      expect(isInSight).toBe(true)
      await context.setOffline(false)
      expect(await remark.inputValue()).toBe('断网时填写的备注')
      // A second press within 300 ms counts as the first one; nobody reads the reason that fast.
      await page.waitForTimeout(300)
      await dialog.getByRole('button', { name: '保存', exact: true }).click()
      await page.getByText('修改成功！').waitFor()
    } finally {
      await context.close()
    }
  })
})

describe('a user without the right', () => {
  it('is shown no button and no page that was not granted, in Chinese', () =>
    journey(async ({ page }) => {
      await signIn(page, 'staff')
      await page.locator('.ant-table-row').first().waitFor()
      expect(await page.getByRole('button', { name: '批量删除' }).count()).toBe(0)
      expect(await page.getByRole('menuitem', { name: '二维码' }).count()).toBe(0)
      await page.goto('/expo/ExpoQrcodeList')
      await page.waitForURL('**/404')
      await screenshot(page, 'refused')
    }))
})

describe('the gallery', () => {
  it('draws every widget on all its surfaces without a fault', () =>
    journey(async ({ page }) => {
      await signIn(page, 'admin', '/online/gallery')
      await page.getByRole('heading', { name: 'textarea' }).waitFor()
      // Widgets come one by one; each names itself when it is there. The hidden home page goes on loading when it is shown.
      await page.locator('.ant-skeleton').filter({ visible: true }).first().waitFor({ state: 'detached' })
      expect(await page.getByText('无法显示').count()).toBe(0)
      await screenshot(page, 'gallery')
    }))
})
