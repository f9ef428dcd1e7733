import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
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
import { PASSWORDS } from './server.ts'

const HAN = /\p{Script=Han}/u

/** Chinese that an English reader is shown and that is no data: cells of tables, what stands in editors, names of people, and what says that it is Chinese. */
function chineseOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const han = /\p{Script=Han}/u
    const data =
      'td, [lang="zh-CN"], .ProseMirror *, .cm-line, .user-name, .user-button, .login-footer, script, style, .page-host [aria-hidden]'
    // A button of a row is a text of ours, unless it is the value itself, which opens its card or the record.
    const command = 'td button:not(.expo-value-card-button, .expo-open-record)'
    const found = new Set<string>()
    const note = (element: Element, text: string | null) => {
      if (!text || !han.test(text) || element.closest('[aria-hidden="true"]')) return
      if (element.closest(data) && !element.closest(command)) return
      if (element.checkVisibility()) found.add(text.trim())
    }
    for (const element of document.body.querySelectorAll('*')) {
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) note(element, node.textContent)
      for (const name of ['title', 'placeholder', 'aria-label']) note(element, element.getAttribute(name))
    }
    if (han.test(document.title)) found.add(document.title)
    return [...found]
  })
}

const READER = { username: 'reader', first: 'a-First-Meadow-7', password: 'a-Quiet-Meadow-7' }

/** An administrator of this file's own: the language belongs to the account, and other journeys sign in as admin meanwhile. */
async function makeReader(): Promise<void> {
  const call = async <T>(method: string, path: string, body?: object, token = ''): Promise<T> => {
    const answer = await fetch(`${inject('baseUrl')}/jeecg-boot${path}`, {
      method,
      headers: { 'x-access-token': token, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const said = (await answer.json()) as { success: boolean; message: string; result: T }
    expect(said).toMatchObject({ success: true })
    return said.result
  }
  const signIn = async (username: string, password: string) =>
    (await call<{ token: string }>('POST', '/sys/login', { username, password })).token
  const admin = await signIn('admin', PASSWORDS.admin)
  const roles = await call<{ records: { id: string; roleCode: string }[] }>(
    'GET',
    '/sys/role/list',
    undefined,
    admin,
  )
  const user = {
    username: READER.username,
    realname: 'Reader',
    password: READER.first,
    selectedroles: roles.records.find(({ roleCode }) => roleCode === 'admin')?.id,
    status: 1,
  }
  await call('POST', '/sys/user/add', user, admin)
  const token = await signIn(READER.username, READER.first)
  const change = { username: READER.username, oldpassword: READER.first, password: READER.password }
  await call('PUT', '/sys/user/updatePassword', { ...change, confirmpassword: READER.password }, token)
}

/** Data outside of tables: what the examples of the gallery hold, and the names of regions and of a department. */
const DATA = ['待定', '已不存在', '海外', '第一行\n第二行', '上海市/上海市/青浦区', '广东省', '会展中心']

/** Screens of all sorts, each with a word that is there once it is drawn. */
const SCREENS = [
  ['/isystem/user', 'Account'],
  ['/isystem/role', 'Role name'],
  ['/isystem/permission', 'Add'],
  ['/isystem/dict', 'Dictionary name'],
  ['/isystem/position', 'Job title code'],
  ['/isystem/log', 'Content'],
  ['/isystem/quartzJob', 'Cron expression'],
  ['/monitor/JvmInfo', 'Heap used'],
  ['/isystem/text', 'Belongs to'],
  ['/isystem/setting', 'Product name'],
  ['/online/gallery', 'About the expo'],
] as const

describe('the interface in English', () => {
  let browser: Browser
  let visitor: Visitor
  beforeAll(async () => {
    await makeReader()
    browser = await launchBrowser()
    visitor = await visit(browser)
  })
  afterAll(async () => {
    expect(visitor.faults).toEqual([])
    await browser.close()
  })

  const seen = async (name: string) => {
    const { page } = visitor
    for (const [size, viewport] of [
      ['mobile', MOBILE],
      ['desktop', DESKTOP],
    ] as const) {
      await page.setViewportSize(viewport)
      await motionEnded(page)
      expect(await overflows(page), `${name} ${size}`).toBe(false)
      await screenshot(page, `english-${name}-${size}`)
    }
  }

  it('is chosen before the sign-in, and what was typed stays', async () => {
    const { page } = visitor
    await page.goto('/user/login')
    await page.getByLabel('请输入用户名').fill(READER.username)
    await page.getByRole('button', { name: 'English' }).click()
    const account = page.getByLabel('Please enter your user name')
    await account.waitFor()
    expect(await account.inputValue()).toBe(READER.username)
    expect(await chineseOn(page)).toEqual([])
    await seen('sign-in')

    await page.getByLabel('Please enter your password', { exact: true }).fill('wrong-password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Wrong user name or password').waitFor()
    expect(await chineseOn(page)).toEqual([])

    await page.getByLabel('Please enter your password', { exact: true }).fill(READER.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('columnheader', { name: 'Expo name' }).waitFor()
    // The greeting goes away by itself.
    await page.locator('.ant-notification-notice').waitFor({ state: 'detached' })
    expect(await chineseOn(page)).toEqual([])
    await seen('list')
  })

  it('reaches forms and their refusals; another language leaves the input where it is', async () => {
    const { page } = visitor
    await page.getByRole('button', { name: /\bAdd$/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Expo name').fill('Typed before')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByText('Please select Opens on').waitFor()
    expect(await chineseOn(page)).toEqual([])
    await seen('form')

    const choose = async (language: string) => {
      // The dialog covers the menu of the user; the switch itself is what is tried.
      await page.locator('.user-button').dispatchEvent('click')
      await page.locator('.ant-dropdown-menu-item', { hasText: language }).dispatchEvent('click')
    }
    // What the libraries say themselves: the calendar, which is opened anew, and the pager of the list below the dialog.
    const calendarAndPager = async (label: string, today: string, perPage: string) => {
      const calendar = page.locator('.ant-picker-dropdown').filter({ visible: true })
      await dialog.getByLabel(label).click()
      await calendar.getByText(today, { exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await calendar.waitFor({ state: 'hidden' })
      await page.locator('.ant-pagination-options', { hasText: perPage }).waitFor()
    }
    await calendarAndPager('Opens on', 'Today', '/ page')
    // Labels, buttons and what is wrong are in the other language then; what was typed is as it was.
    await choose('中文')
    await dialog.getByRole('button', { name: '保存', exact: true }).waitFor()
    await dialog.getByText('请选择开展日期').waitFor()
    expect(await dialog.getByLabel('展会名称').inputValue()).toBe('Typed before')
    await calendarAndPager('开展日期', '今天', '条/页')
    await choose('English')
    await dialog.getByRole('button', { name: 'Save', exact: true }).waitFor()
    await dialog.getByText('Please select Opens on').waitFor()
    expect(await dialog.getByLabel('Expo name').inputValue()).toBe('Typed before')
    expect(await chineseOn(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it.each(SCREENS)('has no Chinese on %s but data', async (path, word) => {
    const { page } = visitor
    await page.goto(path)
    await page.getByText(word, { exact: true }).first().waitFor()
    await page.waitForLoadState('networkidle')
    const found = (await chineseOn(page)).map((text) =>
      DATA.reduce((rest, one) => rest.replace(one, ''), text),
    )
    expect(found.filter((text) => HAN.test(text))).toEqual([])
    if (path === '/isystem/user' || path === '/isystem/text') await seen(path.slice(9))
  })

  it('is that of the person in every browser', async () => {
    const other = await visit(browser)
    await other.page.goto('/user/login')
    await other.page.getByLabel('请输入用户名').fill(READER.username)
    await other.page.getByLabel('请输入密码', { exact: true }).fill(READER.password)
    await other.page.getByRole('button', { name: '登录', exact: true }).click()
    await other.page.getByRole('columnheader', { name: 'Expo name' }).waitFor()
    await other.page.locator('.user-button').click()
    await other.page.getByText('中文').click()
    await other.page.getByRole('columnheader', { name: '展会名称' }).waitFor()
    await other.context.close()
  })
})
