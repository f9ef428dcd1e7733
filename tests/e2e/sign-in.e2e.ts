import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, TEST_PASSWORDS, type TestApp } from '#tests/helpers/app.ts'
import { launchBrowser, visit } from './browser.ts'

// An application of its own: messages to phones arrive here, and its users get phones and a second tenant.
const SECRET = 'gateway-secret-0123456789-0123456789'
const STAFF_PHONE = '13800138000'
const NEW_PHONE = '13611112222'

let browser: Browser
let test: TestApp
let address: string
const codes = new Map<string, string>()

beforeAll(async () => {
  browser = await launchBrowser()
  test = await createTestApp({
    webFolder: join(process.cwd(), 'dist/web'),
    env: { REGISTRATION: '1', THIRD_LOGIN_SECRETS: `wxwork:${SECRET}` },
    smsSender: {
      async send(phone, text) {
        codes.set(phone, /\d{6}/.exec(text)?.[0] ?? '')
      },
    },
  })
  address = await test.app.server.listen({ port: 0, host: '127.0.0.1' })
  await query("update platform.sys_user set phone = $1 where username = 'staff'", [STAFF_PHONE])
})
afterAll(async () => {
  await browser.close()
  await test.close()
})

const query = async (text: string, values: unknown[] = []) =>
  (await test.database.connections.writePool.query(text, values)).rows

async function journey(path: string, act: (page: Page) => Promise<void>) {
  const { page, context, faults } = await visit(browser)
  await page.goto(address + path)
  await act(page)
  expect(faults).toEqual([])
  await context.close()
}

const isInAs = (page: Page, realname: string) =>
  page.getByRole('button', { name: `欢迎您，${realname}` }).waitFor()
const realnameOf = async (username: string): Promise<string> =>
  (await query('select realname from platform.sys_user where username = $1', [username]))[0]?.realname
/** The session that the page goes on with, as the server knows it. */
const sessionOf = async (page: Page) => {
  const kept: string = await page.evaluate("localStorage.getItem('pro__Access-Token')")
  return test.app.sessions.find(JSON.parse(kept).value)
}

async function giveCode(page: Page, phone: string) {
  await page.getByPlaceholder('请输入手机号').fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect.poll(() => codes.get(phone) ?? '', { timeout: 30_000 }).not.toBe('')
  await page.getByPlaceholder('请输入验证码').fill(codes.get(phone) ?? '')
}

async function giveAccount(page: Page, username: string, password: string) {
  await page.getByPlaceholder('请输入用户名').fill(username)
  await page.getByPlaceholder('请输入密码').fill(password)
}

it('a phone and the code that was sent to it sign in [screen-132]', () =>
  journey('/user/login', async (page) => {
    await page.getByRole('tab', { name: '手机号登录' }).click()
    await giveCode(page, STAFF_PHONE)
    await page
      .getByRole('tabpanel', { name: '手机号登录' })
      .getByRole('button', { name: /登\s*录/ })
      .click()
    await isInAs(page, await realnameOf('staff'))
    expect(await sessionOf(page)).toMatchObject({ username: 'staff' })
  }))

it('a user of two tenants works in the one that was chosen [screen-133]', async () => {
  await query("insert into platform.sys_tenant (id, name) values (7, '二号会展')")
  await query(
    "insert into platform.sys_user_tenant select id, 7 from platform.sys_user where username = 'designer'",
  )
  await journey('/user/login', async (page) => {
    await giveAccount(page, 'designer', TEST_PASSWORDS.designer)
    await page.getByRole('button', { name: /登\s*录/ }).click()
    const tenants = page.getByRole('radiogroup').first().getByRole('radio')
    await tenants.first().waitFor()
    expect(await tenants.count()).toBe(2)
    await page.getByRole('radio', { name: '二号会展' }).check()
    await page.getByRole('button', { name: /确\s*定/ }).click()
    await isInAs(page, await realnameOf('designer'))
    expect(await sessionOf(page)).toMatchObject({ username: 'designer', tenantId: 7 })
  })
})

it('another system’s user links an account once and is let in by the next token [screen-137]', async () => {
  const tokenAddress = async () => {
    const { body } = await test.call(
      null,
      'POST',
      '/sys/thirdLogin/ticket',
      { source: 'wxwork', thirdUserId: 'wx-1' },
      { headers: { 'x-third-secret': SECRET } },
    )
    return `/oauth2-app/login?token=${encodeURIComponent(body.result)}&source=wxwork`
  }
  await journey(await tokenAddress(), async (page) => {
    await page.getByText(/尚未绑定/).waitFor()
    await giveAccount(page, 'staff', TEST_PASSWORDS.staff)
    await page.getByRole('button', { name: '绑定并登录' }).click()
    await isInAs(page, await realnameOf('staff'))
  })
  await journey(await tokenAddress(), async (page) => {
    await isInAs(page, await realnameOf('staff'))
    expect(await sessionOf(page)).toMatchObject({ username: 'staff' })
  })
})

it('a registration says its result, and the new account signs in [screen-138, screen-139]', () =>
  journey('/user/register', async (page) => {
    await giveAccount(page, 'new_user', 'stumbling-heron')
    await page.getByPlaceholder('请确认密码').fill('stumbling-heron')
    await giveCode(page, NEW_PHONE)
    await page.getByRole('button', { name: '注册', exact: true }).click()
    await page.getByText('你的账户：new_user 注册成功').waitFor()
    expect(await query('select username from platform.sys_user where phone = $1', [NEW_PHONE])).toEqual([
      { username: 'new_user' },
    ])
    await page.getByRole('button', { name: '前往登录' }).click()
    await giveAccount(page, 'new_user', 'stumbling-heron')
    await page.getByRole('button', { name: /登\s*录/ }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/user/'))
    expect(await sessionOf(page)).toMatchObject({ username: 'new_user' })
  }))
