import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, TEST_PASSWORDS, type TestApp } from '#tests/helpers/app.ts'
import {
  DESKTOP,
  launchBrowser,
  MOBILE,
  motionEnded,
  overflows,
  screenshot,
  type Visitor,
  visit,
} from './browser.ts'

// An application of its own: passwords and second factors change here, and its clock can be put forward for codes that count once.
const NEW_PASSWORD = 'quiet-Meadow-71'
const STEP_MS = 30_000

let browser: Browser
let test: TestApp
let address: string
/** The administrator, who stays signed in from the first test to the last. */
let own: Visitor
let key = ''
let recovery: string[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  test = await createTestApp({ webFolder: join(process.cwd(), 'dist/web') })
  address = await test.app.server.listen({ port: 0, host: '127.0.0.1' })
  own = await visit(browser, DESKTOP, address)
  await firstStep(own.page, 'admin', TEST_PASSWORDS.admin, '/system/usersetting')
})
afterAll(async () => {
  // The browser notes each refused call of a session that ended; that the page goes on is what the journeys see.
  expect(own.faults.filter((fault) => !fault.includes('401'))).toEqual([])
  await browser.close()
  await test.close()
})

async function firstStep(page: Page, username: string, password: string, path = '/') {
  await page.goto(path)
  await page.getByPlaceholder('请输入用户名').fill(username)
  await page.getByPlaceholder('请输入密码').fill(password)
  await page.getByRole('button', { name: /^登\s*录$/ }).click()
}

/** A code that was not used before. */
function nextCode(secret: string): string {
  test.clock.ahead += STEP_MS
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + test.clock.ahead,
  })
}

async function seen(page: Page, name: string) {
  for (const [size, viewport] of [
    ['desktop', DESKTOP],
    ['mobile', MOBILE],
  ] as const) {
    await page.setViewportSize(viewport)
    await motionEnded(page)
    expect(await overflows(page), `${name} ${size}`).toBe(false)
    await screenshot(page, `${name}-${size}`)
  }
  await page.setViewportSize(DESKTOP)
}

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
const isIn = (page: Page) => page.getByRole('button', { name: '欢迎您，' }).waitFor()

/** Goes through the setup that is open; answers the key and the recovery codes. */
async function setUp(page: Page, password: string) {
  await page.getByLabel('当前密码').fill(password)
  await page.getByRole('button', { name: '下一步' }).click()
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? ''
  await page.getByLabel('6位验证码').fill('000000')
  await page.getByRole('button', { name: /启\s*用/ }).click()
  await page.getByText('验证码错误，请检查手机时间后输入当前的验证码').waitFor()
  await page.getByLabel('6位验证码').fill(nextCode(secret.trim()))
  await page.getByRole('button', { name: /启\s*用/ }).click()
  const codes = page.getByRole('list', { name: '请保存以下恢复码' }).getByRole('listitem')
  await codes.first().waitFor()
  return { secret: secret.trim(), codes: await codes.allInnerTexts() }
}

it('the own name is changed, and the frame says it at once', async () => {
  const { page } = own
  await page.getByLabel('用户姓名').fill('王总管')
  await page.getByLabel('邮箱').fill('not an address')
  await page.getByRole('button', { name: /保\s*存/ }).click()
  await page.locator('#own-email-help[role=alert]').waitFor()
  await seen(page, 'account-profile')
  await page.getByLabel('邮箱').fill('boss@example.com')
  await page.getByRole('button', { name: /保\s*存/ }).click()
  await page.getByRole('button', { name: '欢迎您，王总管' }).waitFor()
  await page.getByText('个人设置：王总管（admin）').waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('邮箱').inputValue()).toBe('boss@example.com')
})

it('a weak password is refused with what was typed kept, a good one is taken', async () => {
  const { page } = own
  await openTab(page, '修改密码')
  await page.getByText('密码要求：至少8个字符').waitFor()
  await page.getByRole('button', { name: '修改密码' }).click()
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  const change = async (password: string) => {
    await dialog.getByLabel('新密码', { exact: true }).fill(password)
    await dialog.getByLabel('确认新密码').fill(password)
    await dialog.getByRole('button', { name: /确\s*定/ }).click()
  }
  await dialog.getByLabel('旧密码').fill(TEST_PASSWORDS.admin)
  await change('password1')
  await dialog.getByText('该密码过于常见，请更换').waitFor()
  expect(await dialog.getByLabel('旧密码').inputValue()).toBe(TEST_PASSWORDS.admin)
  expect(await dialog.getByLabel('确认新密码').inputValue()).toBe('password1')
  await change(NEW_PASSWORD)
  await dialog.waitFor({ state: 'hidden' })
  // The page goes on with a session of the new password.
  await openTab(page, '登录设备')
  await page.getByText('当前会话').waitFor()
})

it('a second factor is set up with a code and asked for at the next sign-in', async () => {
  const { page } = own
  await openTab(page, '二次验证')
  await page.getByRole('button', { name: '启用二次验证' }).click()
  const made = await setUp(page, NEW_PASSWORD)
  key = made.secret
  recovery = made.codes
  expect(new Set(recovery).size).toBe(10)
  await seen(page, 'account-recovery-codes')
  await page.getByRole('button', { name: '我已保存' }).click()
  await page.getByText('剩余恢复码 10 个').waitFor()

  await page.getByRole('button', { name: '退出登录' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await page.waitForURL('**/user/login**')
  await firstStep(page, 'admin', NEW_PASSWORD, '/user/login?redirect=/system/usersetting')
  const code = page.getByPlaceholder('动态验证码或恢复码')
  await code.fill('123456')
  await page.getByRole('button', { name: '验证并登录' }).click()
  await page.getByText('验证码错误或已使用').waitFor()
  await seen(page, 'account-code-step')
  await code.fill(nextCode(key))
  await page.getByRole('button', { name: '验证并登录' }).click()
  await isIn(page)
})

it('a recovery code stands in for the telephone once', async () => {
  const { page, context } = await visit(browser, DESKTOP, address)
  const bySecondStep = async () => {
    await firstStep(page, 'admin', NEW_PASSWORD, '/user/login?redirect=/system/usersetting')
    await page.getByPlaceholder('动态验证码或恢复码').fill(recovery[0] ?? '')
    await page.getByRole('button', { name: '验证并登录' }).click()
  }
  await bySecondStep()
  await isIn(page)
  await openTab(page, '二次验证')
  await page.getByText('剩余恢复码 9 个').waitFor()
  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  await bySecondStep()
  await page.getByText('验证码错误或已使用').waitFor()
  await context.close()
})

it('a role that asks for a second factor lets its members in after the setup', async () => {
  const { connections } = test.database
  await connections.writePool.query(
    "update platform.sys_role set second_factor = 1 where role_code = 'staff'",
  )
  const staff = await visit(browser, DESKTOP, address)
  const { page } = staff
  await firstStep(page, 'staff', TEST_PASSWORDS.staff)
  const dialog = page.getByRole('dialog', { name: '二次验证' })
  await dialog.getByText('您的角色要求使用二次验证').waitFor()
  await seen(page, 'account-forced')
  await page.keyboard.press('Escape')
  await setUp(page, TEST_PASSWORDS.staff)
  await seen(page, 'account-forced-codes')
  await dialog.getByRole('button', { name: '我已保存' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.goto('/system/usersetting')
  await openTab(page, '二次验证')
  await page.getByText('您的角色要求使用二次验证').waitFor()
  expect(await page.getByRole('tab', { name: '接口密钥' }).count()).toBe(0)
  await staff.context.close()
})
