import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FOREIGN_USER } from '#tests/helpers/foreign-server/foreign-server.ts'
import { AREAS } from '#tests/helpers/foreign-server/forms.ts'
import { serveBrowser } from '#tests/helpers/foreign-server/serve-browser.ts'
import { launchBrowser, MOBILE, motionEnded, overflows, screenshot, type Visitor, visit } from './browser.ts'

/** Chooses an entry of a list that a select opens. */
async function choose(page: Page, label: string, entry: string): Promise<void> {
  await page.getByRole('dialog').getByLabel(label, { exact: true }).click()
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')
    .getByText(entry, { exact: true })
    .click()
}

describe('the browser before a server that is not ours', () => {
  let browser: Browser
  let served: Awaited<ReturnType<typeof serveBrowser>>
  let visitor: Visitor
  beforeAll(async () => {
    served = await serveBrowser()
    browser = await launchBrowser()
    visitor = await visit(browser, undefined, served.url)
  })
  afterAll(async () => {
    await browser?.close()
    await served?.stop()
  })

  it('signs in, lists, adds, edits and deletes, with dictionaries, linked levels and sub tables', async () => {
    const { page, calls, faults } = visitor
    const { foreign } = served
    const south = foreign.add('fs_area', { name: '华南', pid: '0' })
    const city = foreign.add('fs_area', { name: '广州', pid: south })
    const goods = foreign.add('fs_goods', { name: '展台', status: '1' })
    foreign.add('fs_order', { order_code: 'F-1', ctype: '2', owner: 'jeecg', secret_note: '内部' })

    await page.goto('/')
    await page.waitForURL(/\/user\/login/)
    await page.getByPlaceholder(/用户名|账号/).fill(FOREIGN_USER.username)
    await page.getByPlaceholder(/密码/).fill(FOREIGN_USER.password)
    await page.getByRole('button', { name: /登\s*录/ }).click()
    const rows = page.locator('.ant-table-row')
    await rows.first().waitFor()
    await rows.getByText('国际订单').waitFor()
    await rows.getByText('用户jeecg').waitFor()
    expect(await page.getByRole('columnheader', { name: '内部备注' }).count()).toBe(0)
    expect(calls.some((call) => call.includes('/online/document/'))).toBe(false)
    await screenshot(page, 'foreign-list')

    await page.getByRole('button', { name: '新增' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '保存', exact: true }).click()
    await dialog.getByText('请输入订单编号').first().waitFor()
    await dialog.getByLabel('订单编号').fill('F-1')
    await page.keyboard.press('Tab')
    await dialog.getByText('该值不可用，系统中已存在！').waitFor()
    await dialog.getByLabel('订单编号').fill('F-2')
    await choose(page, '订单类型', '国内订单')
    await dialog.getByLabel('金额').fill('12.5')
    await dialog.getByText('短信').click()
    await choose(page, '省第1级', '华南')
    await choose(page, '省第2级', '广州')
    await dialog.getByLabel('商品').fill('展')
    await page.locator('.ant-select-dropdown:visible').getByText('展台', { exact: true }).click()
    await motionEnded(page)
    await screenshot(page, 'foreign-add')
    await dialog.getByRole('tab', { name: '客户' }).click()
    await dialog.getByLabel('客户名').fill('博览公司')
    await dialog.getByLabel('电话').fill('13800138000')
    await dialog.getByRole('tab', { name: '订单明细' }).click()
    await dialog.getByRole('tabpanel', { name: '订单明细' }).getByRole('button', { name: '新增' }).click()
    await dialog.locator('.ht_master tbody td').first().click()
    await page.keyboard.type('椅子')
    await page.keyboard.press('Enter')
    await dialog.locator('.ht_master').getByText('椅子').waitFor()
    await dialog.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('添加成功！').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    expect(foreign.rows('fs_order')).toMatchObject([
      { order_code: 'F-1' },
      { order_code: 'F-2', ctype: '1', order_money: '12.5', remind: '2', province: south, city, goods },
    ])
    expect(foreign.rows('fs_order_item')).toMatchObject([{ product: '椅子' }])
    expect(foreign.rows('fs_order_customer')).toMatchObject([{ name: '博览公司', phone: '13800138000' }])

    const first = rows.filter({ hasText: 'F-1' })
    await first.getByRole('button', { name: '编辑' }).click()
    await dialog.getByLabel('备注').fill('改过')
    await dialog.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('修改成功！').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    // What the form does not show is kept, though such a server empties what a save leaves out.
    expect(foreign.rows('fs_order')).toMatchObject([
      { content: '改过', secret_note: '内部' },
      { order_code: 'F-2' },
    ])

    await page.getByLabel('订单编号', { exact: true }).first().fill('F-2')
    await page.keyboard.press('Enter')
    await rows.filter({ hasText: 'F-1' }).waitFor({ state: 'detached' })
    await page.locator('.ant-table-row .ant-checkbox-input').first().check()
    await page.getByRole('button', { name: '批量删除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await page.getByText('删除成功!').waitFor()
    await expect.poll(() => foreign.rows('fs_order')).toMatchObject([{ order_code: 'F-1' }])
    expect(foreign.rows('fs_order_item')).toEqual([])

    await page.goto(`/online/cgformTreeList/${AREAS}`)
    await page.locator('.ant-table-row-expand-icon').first().click()
    await rows.getByText('广州').waitFor()
    await page.setViewportSize(MOBILE)
    await page.getByText('华南').first().waitFor()
    await motionEnded(page)
    expect(await overflows(page)).toBe(false)
    await screenshot(page, 'foreign-tree-mobile')
    expect(faults).toEqual([])
  })
})
