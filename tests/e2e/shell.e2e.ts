import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, signIn, visit } from './browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function open(settings: object) {
  const visitor = await visit(browser)
  await visitor.context.addInitScript(
    `localStorage.setItem('pro__SETTINGS', JSON.stringify({ value: ${JSON.stringify(settings)}, expire: Date.now() + 1e7 }))`,
  )
  await signIn(visitor.page, 'admin', '/expo/ExpoList')
  await rows(visitor.page).first().waitFor()
  return visitor
}
const rows = (page: Page) => page.locator('.page-host:visible .ant-table-row')
const top = async (page: Page, selector: string) =>
  (await page.locator(`${selector}:visible`).first().boundingBox())?.y
const scrolled = (page: Page) => page.evaluate(() => window.scrollY)

describe('the frame around a long list', () => {
  it('keeps a fixed header above the head of the table, and a hidden one within reach of the keyboard [settings-15]', async () => {
    const { page, context } = await open({ fixedHeader: true, autoHideHeader: true })
    const tops = async () => [await top(page, '.main-header'), await top(page, '.ant-table-sticky-holder')]
    await page.mouse.move(700, 500)
    await page.mouse.wheel(0, 500)
    await expect.poll(tops).toEqual([-56, 0])
    await page.mouse.wheel(0, -20)
    await expect.poll(tops).toEqual([0, 56])
    // Nothing lies over it.
    await page.getByRole('button', { name: '全局搜索' }).click({ trial: true })
    await page.mouse.wheel(0, 100)
    await expect.poll(tops).toEqual([-56, 0])
    await page.locator('.user-button').focus()
    await expect.poll(() => top(page, '.main-header')).toBe(0)
    await context.close()
  })

  it('keeps the sidebar in view, also one that is longer than the window [layout-06]', async () => {
    const { page, context } = await open({})
    await page.locator('.side-menu').getByRole('link', { name: '参展商', exact: true }).click()
    await page.getByRole('tab', { name: '参展商', exact: true, selected: true }).waitFor()
    await rows(page).first().waitFor()
    await page.mouse.move(700, 500)
    await page.mouse.wheel(0, 600)
    await expect.poll(() => scrolled(page)).toBe(600)
    expect(await page.locator('.side').boundingBox()).toMatchObject({ y: 0, width: 208, height: 900 })
    await page.setViewportSize({ width: 1440, height: 300 })
    await page.mouse.wheel(0, 3000)
    await expect
      .poll(async () => {
        const box = await page.locator('.side').boundingBox()
        return box && Math.round(box.y + box.height)
      })
      .toBe(300)
    await context.close()
  })

  it('comes back to where each page was scrolled [tabs-12]', async () => {
    const { page, context } = await open({ fixedSidebar: true })
    const go = async (entry: string, tab: string) => {
      await page.locator('.side-menu').getByRole('link', { name: entry, exact: true }).click()
      await page.getByRole('tab', { name: tab, exact: true, selected: true }).waitFor()
      await rows(page).first().waitFor()
    }
    await go('参展商', '参展商')
    await page.mouse.move(700, 500)
    await page.mouse.wheel(0, 600)
    await expect.poll(() => scrolled(page)).toBe(600)
    await go('展会列表', '首页')
    await expect.poll(() => scrolled(page)).toBe(0)
    await go('参展商', '参展商')
    await expect.poll(() => scrolled(page)).toBe(600)
    await context.close()
  })
})

it('a group with many pages opens within the window [layout-09]', async () => {
  const visitor = await visit(browser)
  const { page, context } = visitor
  await context.addInitScript(
    `localStorage.setItem('pro__SETTINGS', JSON.stringify({ value: { sidebarOpened: false }, expire: Date.now() + 1e7 }))`,
  )
  const entry = (path: string, title: string, children?: object[]) => ({
    path,
    name: path.slice(1),
    component: children ? 'layouts/RouteView' : 'x',
    route: '1',
    meta: { title, icon: 'shop', ...(children ? {} : { form: 'expo' }) },
    ...(children ? { children } : {}),
  })
  const menu = [
    entry('/expo', '展会', [entry('/expo/ExpoList', '展会列表')]),
    ...Array.from({ length: 14 }, (_, at) =>
      entry(
        `/g${at}`,
        `组${at}`,
        Array.from({ length: 50 }, (_, no) => entry(`/g${at}/${no}`, `页${at}-${no}`)),
      ),
    ),
  ]
  await page.route('**/getUserPermissionByToken*', (route) =>
    route.fulfill({
      json: {
        success: true,
        code: 200,
        message: '',
        result: { menu, auth: [], allAuth: [], sysSafeMode: false },
      },
    }),
  )
  await signIn(page, 'admin', '/expo/ExpoList')
  await rows(page).first().waitFor()
  await page.locator('.side .ant-menu-submenu').nth(9).hover()
  const popup = page.locator('.ant-menu-submenu-popup:visible .ant-menu-sub')
  await popup.waitFor()
  await expect
    .poll(async () => {
      const box = await popup.boundingBox()
      return box && box.y >= 0 && box.y + box.height <= 900
    })
    .toBe(true)
  await context.close()
})

describe('the search of the header', () => {
  it('takes what is typed right after Ctrl+K, before its program has come [usermenu-04]', async () => {
    const { page, context, faults } = await open({})
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/SearchDialog-/, async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: '全局搜索' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('zh')
    release()
    const box = page.getByRole('combobox', { name: '全局搜索' })
    await box.waitFor()
    await page.keyboard.type('an')
    expect(await box.inputValue()).toBe('zhan')
    expect(faults).toEqual([])
    await context.close()
  })

  it('opens a record and begins a new one in the list that is open, by the keyboard alone [usermenu-04]', async () => {
    const { page, context, faults } = await open({})
    const opener = page.getByRole('button', { name: '全局搜索' })
    const box = page.getByRole('combobox', { name: '全局搜索' })
    const first = (group: string) =>
      page.getByRole('group', { name: group, exact: true }).getByRole('option').first()
    await opener.focus()
    await page.keyboard.press('Control+k')
    await box.fill('EXPO2026')
    const title = (await first('记录').locator('.search-title').textContent()) ?? ''
    await box.press('Enter')
    await page.getByRole('heading', { level: 2, name: title }).waitFor()
    expect(new URL(page.url()).searchParams.get('record')).not.toBeNull()

    await page.keyboard.press('Control+k')
    await box.fill('xzzh')
    await first('操作').filter({ hasText: '新增 展会' }).waitFor()
    await box.press('Enter')
    const form = page.getByRole('dialog', { name: '新增展会' })
    await form.getByLabel('展会名称').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'hidden' })

    await opener.focus()
    await page.keyboard.press('Control+k')
    await first('最近使用').filter({ hasText: '新增 展会' }).waitFor()
    await box.press('Escape')
    await box.waitFor({ state: 'hidden' })
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
    expect(faults).toEqual([])
    await context.close()
  })
})
