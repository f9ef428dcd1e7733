import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
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
import { PASSWORDS } from './server.ts'

/** The monitors, and a figure or column that each shows. */
const MONITORS = [
  ['/monitor/HttpTrace', 'screen-57', '地址'],
  ['/monitor/JvmInfo', 'screen-58', '已用堆内存'],
  ['/monitor/redis/info', 'screen-59', '缓存命中率'],
  ['/monitor/SystemInfo', 'screen-60', '处理器使用率'],
  ['/monitor/TomcatInfo', 'screen-61', '启动以来的请求'],
] as const

/** A position that is added and changed, by calls: the journey is about what the log shows of it. */
async function savedTwice(): Promise<void> {
  const call = async (method: string, path: string, body: object, token = '') => {
    const answer = await fetch(`${inject('baseUrl')}/jeecg-boot${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-access-token': token },
      body: JSON.stringify(body),
    })
    return (await answer.json()) as { success: boolean; result: never }
  }
  const signedIn = await call('POST', '/sys/login', { username: 'admin', password: PASSWORDS.admin })
  const { token } = signedIn.result as { token: string }
  const row = { code: `log-${Date.now()}`, name: '原来的职务', postRank: '3' }
  const { result: id } = await call('POST', '/sys/position/add', row, token)
  const changed = { ...row, id, name: '改后的职务', _version: 1 }
  expect((await call('PUT', '/sys/position/edit', changed, token)).success).toBe(true)
}

describe('logs and monitors', () => {
  let browser: Browser
  let visitor: Visitor
  beforeAll(async () => {
    browser = await launchBrowser()
    visitor = await visit(browser)
    await signIn(visitor.page, 'admin')
  })
  afterAll(async () => {
    expect(visitor.faults).toEqual([])
    await browser.close()
  })

  const seen = async (page: Page, name: string) => {
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

  it('the log shows the sign-in, and a line is opened [screen-103]', async () => {
    const { page } = visitor
    await page.getByRole('menuitem', { name: '系统监控' }).first().click()
    await page.getByRole('menuitem', { name: '日志管理' }).click()
    await page.waitForURL('**/isystem/log')
    const line = page.locator('.ant-table-row', { hasText: '登录成功' }).first()
    await line.waitFor()
    await seen(page, 'system-log')
    await line.getByText('详情').click()
    await page.getByRole('dialog').getByText('请求编号').first().waitFor()
    await page.keyboard.press('Escape')
  })

  it('two versions of a record stand side by side [screen-98]', async () => {
    const { page } = visitor
    await savedTwice()
    await page.goto('/sys/dataLog-list')
    await page.locator('.ant-table-row', { hasText: 'sys_position' }).first().waitFor()
    await seen(page, 'data-log')
    await page
      .locator('.ant-table-row', { hasText: '修改' })
      .first()
      .getByRole('button', { name: '数据比较' })
      .click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('status').filter({ hasText: '处不同' }).waitFor()
    await panel.locator('tr', { hasText: '不同' }).filter({ hasText: '改后的职务' }).waitFor()
    await seen(page, 'data-log-compare')
    await page.keyboard.press('Escape')
  })

  for (const [path, id, figure] of MONITORS)
    it(`${path} shows figures at both sizes [${id}]`, async () => {
      const { page, calls, forget } = visitor
      await page.goto(path)
      await page.getByText(figure).first().waitFor()
      await seen(page, `monitor-${id}`)
      expect(calls.filter((call) => call.includes('actuator')).length).toBeGreaterThan(0)
      forget()
    })
})
