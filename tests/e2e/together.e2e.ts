import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, motionEnded, screenshot, signIn, visit } from './browser.ts'
import { call, recordsOf } from './record-calls.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const PATH = recordsOf('expo_exhibition')

/** Opens the form of the company from the list. */
async function openForm(page: Page, name: string): Promise<Locator> {
  await page.goto(`/expo/ExpoExhibitionList?q_name=${name}`)
  const row = page.locator('.ant-table-row', { hasText: name })
  await row.getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog')
  await form.locator('.ht_master td').first().waitFor()
  await motionEnded(page)
  return form
}
const cell = (form: Locator, row: number, column: number) =>
  form.locator('.ht_master tbody tr').nth(row).locator('td').nth(column)

/** Types into a cell and goes on to the next row. */
async function type(form: Locator, [row, column]: [number, number], text: string): Promise<void> {
  const input = form.locator('.handsontableInput').filter({ visible: true })
  await cell(form, row, column).click()
  await input.fill(text)
  await input.press('Enter')
  await expect.poll(() => cell(form, row, column).textContent()).toBe(text)
}

describe('two people in one sub table', () => {
  it('see where the other is, get what the other saves in place, and lose no cell', async () => {
    const name = `together-${Date.now()}`
    const mine = await visit(browser)
    const others = await visit(browser)
    let id = ''
    try {
      await signIn(mine.page, 'admin')
      await signIn(others.page, 'staff')
      const { records } = await call<{ records: { id: string }[] }>(
        mine.page,
        'GET',
        '/jeecg-boot/online/cgform/api/getData/expo?pageSize=1',
      )
      id = await call(mine.page, 'POST', PATH, {
        name,
        expo_id: records[0]?.id,
        expo_contact: ['Ann', 'Bob'].map((one, at) => ({ name: one, phone: `1380000000${at}` })),
      })
      const form = await openForm(mine.page, name)
      const theirs = await openForm(others.page, name)
      const people = form.locator('[role=status]', { hasText: '也打开了这条记录' })
      await people.waitFor()

      // Where the other is working is marked with the name.
      await cell(theirs, 1, 0).click()
      const marked = cell(form, 1, 0).and(form.locator('td[data-other]'))
      await marked.waitFor()
      expect(await people.textContent()).toContain(await marked.getAttribute('data-other'))
      await marked.scrollIntoViewIfNeeded()
      await screenshot(mine.page, 'together-editing')
      await type(form, [0, 0], 'Anna')
      await theirs.locator('.handsontableInput').filter({ visible: true }).fill('Bobby')
      await theirs.locator('.handsontableInput').filter({ visible: true }).press('Enter')
      await theirs.getByRole('button', { name: /保\s*存$/ }).click()
      await theirs.waitFor({ state: 'detached' })

      // It arrives beside what was typed here, which is saved over it without a question.
      await expect.poll(() => cell(form, 1, 0).textContent()).toBe('Bobby')
      expect(await cell(form, 0, 0).textContent()).toBe('Anna')
      await people.waitFor({ state: 'detached' })
      await form.getByRole('button', { name: /保\s*存$/ }).click()
      await form.waitFor({ state: 'detached' })
      const kept = await call<{ expo_contact: { name: string }[] }>(mine.page, 'GET', `${PATH}/${id}`)
      expect(kept.expo_contact.map((one) => one.name)).toEqual(['Anna', 'Bobby'])
      expect([mine.faults, others.faults]).toEqual([[], []])
    } catch (error) {
      await screenshot(mine.page, `failed-${Date.now()}`).catch(() => undefined)
      await screenshot(others.page, `failed-other-${Date.now()}`).catch(() => undefined)
      throw error
    } finally {
      if (id) await call(mine.page, 'DELETE', `${PATH}/${id}`).catch(() => undefined)
      await mine.context.close()
      await others.context.close()
    }
  })
})
