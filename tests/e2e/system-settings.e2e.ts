import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, TEST_PASSWORDS, type TestApp, type TestUser } from '#tests/helpers/app.ts'
import { axeFaults } from './axe-faults.ts'
import {
  DESKTOP,
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

const shown = (page: Page) => page.locator('.page-host').filter({ visible: true })
const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true }).last()
const seen = async (page: Page, name: string) => {
  for (const [size, viewport] of [
    ['mobile', MOBILE],
    ['desktop', DESKTOP],
  ] as const) {
    await page.setViewportSize(viewport)
    await motionEnded(page)
    expect(await overflows(page), `${name} ${size}`).toBe(false)
    await screenshot(page, `${name}-${size}`)
  }
  expect(await axeFaults(page)).toEqual([])
}

// An application of its own: how the system is called and looks changes for everybody in it.
describe('what an administrator sets for everybody', () => {
  let test: TestApp
  let address: string
  let admin: Visitor
  beforeAll(async () => {
    test = await createTestApp({ webFolder: join(process.cwd(), 'dist/web') })
    address = await test.app.server.listen({ port: 0, host: '127.0.0.1' })
    admin = await signedIn('admin', '/isystem/setting')
  })
  afterAll(async () => {
    expect(admin.faults).toEqual([])
    await test.close()
  })

  async function signedIn(user: TestUser, path?: string): Promise<Visitor> {
    const visitor = await visit(browser, DESKTOP, address)
    const { page } = visitor
    await page.goto(path ? `/user/login?redirect=${encodeURIComponent(path)}` : '/user/login')
    await page.getByPlaceholder('请输入用户名').fill(user)
    await page.getByPlaceholder('请输入密码').fill(TEST_PASSWORDS[user])
    await page.getByRole('button', { name: /^登\s*录$/ }).click()
    return visitor
  }
  const look = (page: Page, button: RegExp) =>
    page
      .getByRole('button', { name: button })
      .filter({ visible: true })
      .first()
      .evaluate((element) => {
        const { backgroundColor, borderTopLeftRadius } = getComputedStyle(element)
        return `${backgroundColor} ${borderTopLeftRadius}`
      })

  it('name, colour and radius are in the frame at once, and on the sign-in page; a wrong one is refused at its field', async () => {
    const { page } = admin
    await page.getByLabel('产品名称').waitFor()
    await seen(page, 'settings')
    await page.getByLabel('产品名称').fill('城市会展')
    await page.getByLabel('主题色', { exact: true }).fill('purple')
    await page.getByLabel('圆角（像素）').fill('12')
    await page.getByRole('button', { name: /^保\s*存$/ }).click()
    await page.getByText('主题色应为 #1890FF 这样的颜色').waitFor()
    expect(await page.getByLabel('产品名称').inputValue()).toBe('城市会展')
    await page.getByLabel('主题色', { exact: true }).fill('#722ED1')
    await page.getByRole('button', { name: /^保\s*存$/ }).click()
    await page.getByText('保存成功！').waitFor()
    await page.locator('.ant-layout-sider').getByText('城市会展').waitFor()
    // Under the mouse the button has another shade.
    await page.mouse.move(0, 0)
    await expect.poll(() => look(page, /^保\s*存$/)).toBe('rgb(114, 46, 209) 12px')

    const guest = await visit(browser, DESKTOP, address)
    await guest.page.goto('/user/login')
    await guest.page.getByText('城市会展').first().waitFor()
    await expect.poll(() => look(guest.page, /^登\s*录$/)).toMatch(/^rgb\(114, 46, 209\) /)
    await screenshot(guest.page, 'settings-sign-in')
    await guest.context.close()
  })

  it('the home page of a role is where its members land', async () => {
    const { page } = admin
    await page.goto('/isystem/homeConfig')
    await shown(page).getByRole('button', { name: '新增' }).first().click()
    const form = dialog(page)
    await form.getByLabel('首页', { exact: true }).fill('没有斜杠')
    await form.getByLabel('角色', { exact: true }).click()
    await form.getByLabel('角色', { exact: true }).pressSequentially('staff')
    await page
      .locator('.ant-select-dropdown')
      .filter({ visible: true })
      .getByRole('option')
      .first()
      .waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await form.locator('[role=alert]').first().waitFor()
    await motionEnded(page)
    await screenshot(page, 'home-page-form')
    await form.getByLabel('首页', { exact: true }).fill('/expo/ExpoExhibitionList')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('添加成功！').waitFor()
    const colleague = await signedIn('staff')
    await colleague.page.waitForURL('**/expo/ExpoExhibitionList')
    await colleague.page.locator('.ant-table-row').first().waitFor()
    await colleague.context.close()
  })
})

// Among the shared installation's own backups, of which this one is the newest: its jobs run.
describe('a backup', () => {
  it('is made at a press, listed when it is done, and handed over once', async () => {
    const { page, faults, context } = await visit(browser)
    await signIn(page, 'admin', '/isystem/backup')
    const table = shown(page)
    await table.getByRole('button', { name: '立即备份' }).click()
    const line = table.locator('.ant-table-row').first()
    await line.waitFor()
    // Without a press: the list follows the backup.
    await line.getByText('完成', { exact: true }).waitFor()
    await line.getByText('更多').click()
    await page.getByRole('menuitem', { name: '下载' }).click()
    await dialog(page).getByText('请妥善保管').waitFor()
    await motionEnded(page)
    await screenshot(page, 'backup-download')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog(page).getByRole('button', { name: '下载', exact: true }).click(),
    ])
    const file = readFileSync(await download.path())
    expect(file.subarray(0, 2).toString()).toBe('PK')
    await seen(page, 'backup')
    expect(faults).toEqual([])
    await context.close()
  })
})
