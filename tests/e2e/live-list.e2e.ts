import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, screenshot, signIn, visit } from './browser.ts'
import { call, recordsOf } from './record-calls.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const PATH = recordsOf('expo_intention')

describe('two people at one list', () => {
  it('see what the other changes where it stands, are told of new records, and nothing moves', async () => {
    const mark = `live-${Date.now()}`
    const mine = await visit(browser)
    const others = await visit(browser)
    const made: string[] = []
    const { page } = mine
    const row = (text: string) => page.locator('.ant-table-row', { hasText: text })
    try {
      await signIn(others.page, 'admin')
      for (const at of [1, 2])
        made.push(await call(others.page, 'POST', PATH, { title: `${mark} ${at}`, kind: '1' }))
      const [first = '', second = ''] = made
      const listening = page.waitForEvent('websocket', (socket) => socket.url().includes('/vxeSocket/'))
      await signIn(page, 'staff', `/expo/ExpoIntentionList?q_title=${mark}`)
      const line = await listening
      // The line has said which list it is for.
      await line.waitForEvent('framereceived')
      await row(`${mark} 1`).waitFor()
      expect(await page.locator('.ant-table-row').count()).toBe(2)

      await call(others.page, 'PUT', PATH, { id: first, title: `${mark} renamed`, kind: '1' })
      await row(`${mark} renamed`).waitFor()
      expect(await row(`${mark} renamed`).getAttribute('class')).toContain('expo-row-changed')
      expect(await page.locator('.expo-live-notice button').count()).toBe(0)

      made.push(await call(others.page, 'POST', PATH, { title: `${mark} 3`, kind: '1' }))
      const notice = page.locator('.expo-live-notice button')
      await notice.waitFor()
      await call(others.page, 'DELETE', `${PATH}/${second}`)
      await page.locator('.ant-table-row.expo-row-gone', { hasText: `${mark} 2` }).waitFor()
      expect(await page.locator('.ant-table-row').count()).toBe(2)
      await screenshot(page, 'live-list')

      await notice.click()
      await row(`${mark} 3`).waitFor()
      await row(`${mark} 2`).waitFor({ state: 'detached' })
      expect(await notice.count()).toBe(0)
      expect(mine.faults).toEqual([])
    } catch (error) {
      await screenshot(page, `failed-${Date.now()}`).catch(() => undefined)
      throw error
    } finally {
      for (const id of made) await call(others.page, 'DELETE', `${PATH}/${id}`).catch(() => undefined)
      await mine.context.close()
      await others.context.close()
    }
  })
})
