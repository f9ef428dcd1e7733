import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { axeFaults } from '../axe-faults.ts'
import { launchBrowser } from '../browser.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
})

describe.each(['', '&dark'])('a grid%s has nothing serious in the way', (theme) => {
  it.each(['rows=3', 'rows=0', 'rows=40', 'rows=3&disabled'])('as it stands: %s', async (query) => {
    const page = await browser.newPage({ viewport: { width: 1000, height: 800 } })
    await page.goto(`${inject('gridUrl')}/?${query}${theme}`)
    await page.locator('.ht_master thead th').nth(2).waitFor({ state: 'attached' })
    expect(await axeFaults(page)).toEqual([])
    await page.close()
  })

  it('with a chosen cell, an open editor, a field over a cell, a mistake', async () => {
    const page = await browser.newPage({ viewport: { width: 1000, height: 800 } })
    await page.goto(`${inject('gridUrl')}/?rows=3${theme}`)
    const found: Record<string, string[]> = {}
    const cell = (column: number) => page.locator('.ht_master tbody tr').first().locator('td').nth(column)
    await cell(0).click()
    found.editor = await axeFaults(page)
    await page.keyboard.press('Escape')
    found.chosen = await axeFaults(page)
    await page.keyboard.press('Delete')
    await page.locator('.data-grid-error').first().waitFor()
    found.mistake = await axeFaults(page)
    await cell(2).click()
    await page.locator('.ant-select-dropdown').waitFor()
    found.list = await axeFaults(page)
    expect(found).toEqual({ editor: [], chosen: [], mistake: [], list: [] })
    await page.close()
  })
})
