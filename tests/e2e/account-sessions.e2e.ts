import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { API, createTestApp, TEST_PASSWORDS, type TestApp } from '#tests/helpers/app.ts'
import { DESKTOP, launchBrowser, motionEnded, overflows, screenshot, type Visitor, visit } from './browser.ts'

// An application of its own: sessions, keys and second factors of the administrator come and go here.
let browser: Browser
let test: TestApp
let address: string
let own: Visitor

beforeAll(async () => {
  browser = await launchBrowser()
  test = await createTestApp({ webFolder: join(process.cwd(), 'dist/web') })
  address = await test.app.server.listen({ port: 0, host: '127.0.0.1' })
  own = await signedIn('/system/usersetting')
})
afterAll(async () => {
  expect(own.faults).toEqual([])
  await browser.close()
  await test.close()
})

async function signedIn(path: string): Promise<Visitor> {
  const visitor = await visit(browser, DESKTOP, address)
  await visitor.page.goto(`/user/login?redirect=${encodeURIComponent(path)}`)
  await typeFirstStep(visitor.page)
  await visitor.page.waitForURL(`**${path}`)
  return visitor
}

async function typeFirstStep(page: Page): Promise<void> {
  await page.getByPlaceholder('请输入用户名').fill('admin')
  await page.getByPlaceholder('请输入密码').fill(TEST_PASSWORDS.admin)
  await page.getByRole('button', { name: /^登\s*录$/ }).click()
}

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const bubble = (page: Page) => page.locator('.ant-popover').filter({ visible: true })
const confirm = (page: Page) =>
  bubble(page)
    .getByRole('button', { name: /^确\s*定$/ })
    .click()

it('a session that is ended at another device asks for the password there, and what was typed is saved then', async () => {
  const busy = await signedIn('/expo/ExpoList')
  const { page } = busy
  await page.getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('展会名称').fill('填了一半的展会')
  // By the open connection: no call is made here until the session has ended.
  const idle = await signedIn('/expo/ExpoQrcodeList')
  await idle.page.locator('.ant-table-row').first().waitFor()

  await openTab(own.page, '登录设备')
  await own.page.getByText('当前会话').waitFor()
  await own.page.getByRole('button', { name: '退出其他设备' }).click()
  await confirm(own.page)
  await own.page.getByText('已退出').first().waitFor()

  const expired = page.getByRole('dialog', { name: '登录已过期' })
  await expired.getByText('很抱歉，登录已过期，请重新登录').waitFor({ timeout: 10_000 })
  await motionEnded(page)
  expect(await overflows(page)).toBe(false)
  await screenshot(page, 'account-session-ended')
  // Nothing would be lost here: the page says it and goes back to the sign-in.
  await idle.page.waitForURL('**/user/login**', { timeout: 15_000 })

  await expired.getByPlaceholder('请输入密码').fill(TEST_PASSWORDS.admin)
  await expired.getByRole('button', { name: '登录并继续' }).click()
  await expired.waitFor({ state: 'hidden' })
  expect(await form.getByLabel('展会名称').inputValue()).toBe('填了一半的展会')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await form.getByText('请选择开展日期').waitFor()
  await busy.context.close()
  await idle.context.close()
})

it('a key that is made for another system is shown once, works for what it was given, and no longer when it is revoked', async () => {
  const { page } = own
  await openTab(page, '接口密钥')
  await page.getByRole('button', { name: '新建密钥' }).click()
  const form = page.getByRole('dialog', { name: '新建密钥' })
  await form.getByLabel('名称').fill('官网报名')
  const tree = form.getByRole('region', { name: '菜单与按钮' })
  const node = (title: string) =>
    tree
      .locator('.ant-tree-treenode')
      .filter({ has: page.getByText(title, { exact: true }) })
      .first()
  // What unfolds stays where it was, and the entries below it come in.
  await node('展会列表').locator('.ant-tree-switcher').click()
  await node('编辑').waitFor()
  await motionEnded(page)
  await node('展会列表').locator('.ant-tree-switcher_open').waitFor()
  // Of many entries the list shows a part: others are found by their name.
  await tree.getByLabel('搜索菜单或按钮').fill('二维码')
  await node('二维码').locator('.ant-tree-checkbox').click()
  await motionEnded(page)
  await screenshot(page, 'account-key-form')
  await form.getByRole('button', { name: '生成密钥' }).click()
  const key = ((await form.getByText(/^ek_/).textContent()) ?? '').trim()
  await form.getByRole('button', { name: '我已保存' }).click()
  await form.waitFor({ state: 'hidden' })
  await page.getByText(`${key.slice(0, 11)}…`).waitFor()
  expect(await page.getByText(key).count()).toBe(0)

  const read = (path: string) =>
    fetch(`${address}${API}${path}`, { headers: { 'x-api-key': key } }).then(({ status }) => status)
  expect(await read('/online/cgform/api/getData/expo_qrcode')).toBe(200)
  expect(await read('/sys/role/list')).toBe(403)
  await page.getByRole('button', { name: '撤销 官网报名' }).click()
  await confirm(page)
  await page.getByText('密钥已撤销').waitFor()
  expect(await read('/online/cgform/api/getData/expo_qrcode')).toBe(401)
})
