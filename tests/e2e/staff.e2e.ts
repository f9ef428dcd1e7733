import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, MOBILE, overflows, screenshot, signIn, type Visitor, visit } from './browser.ts'

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
      await page.waitForTimeout(400)
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
      await page.waitForTimeout(800)
      expect(calls.filter((call) => call.includes('column=name') && call.includes('order=asc'))).toHaveLength(
        1,
      )
      await page.getByTitle('2', { exact: true }).click()
      await page.waitForTimeout(800)
      expect(calls.filter((call) => call.includes('pageNo=2'))).toHaveLength(1)
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
      await page.goBack()
      await page.waitForURL('**/expo/ExpoList')
      await name.waitFor({ state: 'hidden' })
      await page.goForward()
      await name.waitFor()
      expect(await name.inputValue()).toBe('填了一半的企业')
      const asked = page.waitForEvent('dialog')
      const reloading = page.reload().catch(() => undefined)
      const question = await asked
      expect(question.type()).toBe('beforeunload')
      await question.dismiss()
      await reloading
      expect(await name.inputValue()).toBe('填了一半的企业')
    }))

  it('works on a telephone without sideways scrolling', () =>
    journey(async ({ page }) => {
      await signIn(page, 'staff')
      await page.locator('.ant-table-row').first().waitFor()
      expect(await overflows(page)).toBe(false)
      await screenshot(page, 'expo-list-390')
      await page.getByRole('button', { name: '新增' }).click()
      await page.getByRole('dialog').getByLabel('展会名称').waitFor()
      await page.waitForTimeout(500)
      expect(await overflows(page)).toBe(false)
      await screenshot(page, 'expo-add-390')
    }, MOBILE))
})

describe('two people at once', () => {
  it('shows both sides of a stale save and loses nothing', async () => {
    const first = await visit(browser)
    const second = await visit(browser)
    try {
      for (const { page } of [first, second]) {
        await signIn(page, 'admin', '/expo/ExpoQrcodeList')
        await page.locator('.ant-table-row').first().waitFor()
        await page.locator('.ant-table-row').first().getByRole('button', { name: '编辑' }).click()
        await page.getByRole('dialog').getByLabel('链接地址').waitFor()
      }
      await first.page.getByRole('dialog').getByLabel('链接地址').fill('https://expo.example.com/first')
      await first.page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click()
      await first.page.getByText('修改成功！').waitFor()

      const name = `二维码${Date.now()}`
      await second.page.getByRole('dialog').getByLabel('名称', { exact: true }).fill(name)
      await second.page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click()
      await second.page.getByText('记录已被他人修改').waitFor()
      await screenshot(second.page, 'conflict')
      await second.page.getByRole('button', { name: '按所选内容保存' }).click()
      await second.page.getByText('修改成功！').waitFor()
      // Mine and his are both there.
      await second.page.getByLabel('名称', { exact: true }).first().fill(name)
      await second.page.keyboard.press('Enter')
      await second.page.getByText('https://expo.example.com/first').first().waitFor()
    } finally {
      await first.context.close()
      await second.context.close()
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
      await page.waitForTimeout(1500)
      expect(await page.getByText('无法显示').count()).toBe(0)
      await screenshot(page, 'gallery')
    }))
})
