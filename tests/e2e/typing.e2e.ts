import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const API = '/jeecg-boot/online/cgform/api'
const FORM = `${API}/form/expo_exhibition`

interface Company {
  id: string
  _version: number
  name: string
  expo_contact: { name: string; phone: string }[]
  [field: string]: unknown
}

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Signs in at the list of companies and answers what calls of this user are made with. */
async function signInAtCompanies({ page, context }: Visitor) {
  const asked = page.waitForRequest((request) => request.url().includes('/getData/expo_exhibition'))
  await signIn(page, 'admin', '/expo/ExpoExhibitionList')
  const token = (await asked).headers()['x-access-token'] ?? ''
  const call = async (method: string, url: string, data?: object) => {
    const answer = await context.request.fetch(url, {
      method,
      headers: { 'X-Access-Token': token },
      ...(data ? { data } : {}),
    })
    const body = await answer.json()
    expect(body, JSON.stringify(body)).toMatchObject({ success: true })
    return body.result
  }
  return {
    read: (id: string): Promise<Company> => call('GET', `${FORM}/${id}`),
    change: (record: object) => call('PUT', FORM, record),
    remove: (id: string) => call('DELETE', `${FORM}/${id}`),
    async add(name: string): Promise<string> {
      const { records } = await call('GET', `${API}/getData/expo?pageSize=1`)
      return call('POST', FORM, {
        name,
        expo_id: records[0].id,
        expo_contact: ['Ann', 'Bob'].map((one, at) => ({ name: one, phone: `1380000000${at}` })),
      })
    },
  }
}

/** Finds the company in the list and opens its form. */
async function openForm(page: Page, name: string): Promise<Locator> {
  const shown = page.locator('.page-host').filter({ visible: true })
  await shown.getByRole('form', { name: '查询条件' }).getByLabel('企业名称').fill(name)
  await page.keyboard.press('Enter')
  const row = shown.locator('.ant-table-row', { hasText: name })
  await row.getByRole('button', { name: '编辑' }).click()
  const form = page.getByRole('dialog')
  await form.locator('.ht_master td').first().waitFor()
  await motionEnded(page)
  return form
}

const contact = (form: Locator, row: number, column: number) =>
  form.locator('.ht_master tbody tr').nth(row).locator('td').nth(column)

/** Writes over a text cell; the cell stays open. */
async function typeIntoCell(form: Locator, row: number, column: number, text: string): Promise<void> {
  await contact(form, row, column).click()
  const input = form.locator('.handsontableInput').filter({ visible: true })
  await input.fill(text)
}

async function saved(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click()
  await page.getByText('修改成功！').waitFor()
}

/** Pictures on a desk and on a telephone, where nothing may be wider than the window. */
async function seen(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of [
    ['mobile', MOBILE],
    ['desktop', DESKTOP],
  ] as const) {
    await page.setViewportSize(viewport)
    await motionEnded(page)
    expect(await overflows(page), `${name} ${size}`).toBe(false)
    await screenshot(page, `typing-${name}-${size}`)
  }
}

describe('a form whose tab has crashed', () => {
  it('comes back in another browser with its sub rows and an open cell, over what was saved meanwhile', async () => {
    const crashed = await visit(browser)
    const back = await visit(browser)
    const { page } = back
    const calls = await signInAtCompanies(back)
    const name = `Crashed tab ${Date.now()}`
    const id = await calls.add(name)
    try {
      await signInAtCompanies(crashed)
      const form = await openForm(crashed.page, name)
      await form.getByLabel('企业简介').fill('Half a text')
      const kept = crashed.page.waitForRequest(
        (request) =>
          request.url().includes('/online/draft/') && (request.postData() ?? '').includes('Ann Lee'),
      )
      await typeIntoCell(form, 0, 0, 'Ann Lee')
      expect((await (await kept).response())?.status()).toBe(200)
      // One call has brought the record and what was kept of it.
      const opening = crashed.calls.filter((call) => /GET .*(\/form\/|\/online\/draft\/)/.test(call))
      expect(opening).toEqual([expect.stringContaining(`GET ${FORM}/${id}?drafts=true`)])
      const gone = crashed.page.waitForEvent('crash')
      const devTools = await crashed.context.newCDPSession(crashed.page)
      void devTools.send('Page.crash').catch(() => undefined)
      await gone

      const { _version } = await calls.read(id)
      await calls.change({ id, _version, booth_no: 'A1-01' })
      const offered = await openForm(page, name)
      await offered.getByText(/有一份 .+前未保存的草稿/).waitFor()
      await offered.getByText('草稿中修改了：企业简介、联系人').waitFor()
      await offered.getByText(/此后.+保存过这条记录，修改了：展位号/).waitFor()
      expect(await offered.getByLabel('企业简介').inputValue()).toBe('')
      await seen(page, 'draft')
      await offered.getByRole('button', { name: '继续编辑草稿' }).click()
      await offered.locator('.ht_master').getByText('Ann Lee').waitFor()
      expect(await offered.getByLabel('企业简介').inputValue()).toBe('Half a text')
      expect(await offered.getByLabel('展位号').inputValue()).toBe('A1-01')
      await saved(page)
      expect(await calls.read(id)).toMatchObject({
        intro: 'Half a text',
        booth_no: 'A1-01',
        expo_contact: [
          { name: 'Ann Lee', phone: '13800000000' },
          { name: 'Bob', phone: '13800000001' },
        ],
      })
      // Nothing is left to be offered.
      await openForm(page, name)
      expect(await page.getByText(/未保存的草稿/).count()).toBe(0)
      expect(back.faults).toEqual([])
    } finally {
      await calls.remove(id)
      await crashed.context.close()
      await back.context.close()
    }
  })
})

describe('one record in two browsers', () => {
  it('keeps what each changed alone, asks about what both changed, and loses nothing', async () => {
    const first = await visit(browser)
    const second = await visit(browser)
    const calls = await signInAtCompanies(first)
    const name = `Two browsers ${Date.now()}`
    const id = await calls.add(name)
    try {
      await signInAtCompanies(second)
      const theirs = await openForm(first.page, name)
      const mine = await openForm(second.page, name)
      await mine.getByLabel('企业简介').fill('My text')
      await mine.getByLabel('邮箱').fill('me@example.com')
      await typeIntoCell(mine, 0, 2, '13800000008')
      await typeIntoCell(mine, 1, 0, 'Bob of mine')

      await theirs.getByLabel('企业简介').fill('Their text')
      await theirs.getByLabel('展位号').fill('A1-01')
      await typeIntoCell(theirs, 0, 0, 'Ann of theirs')
      await typeIntoCell(theirs, 0, 2, '13800000007')
      await saved(first.page)
      // What only they changed comes into the open form.
      await mine.locator('input[value="A1-01"]').waitFor()
      await mine.getByRole('button', { name: '保存', exact: true }).click()

      const merge = second.page.getByRole('dialog', { name: '记录已被他人修改' })
      await merge.getByText('双方都改过的内容还有 2 处需要选择').waitFor()
      const save = merge.getByRole('button', { name: '按所选内容保存' })
      expect(await save.isDisabled()).toBe(true)
      // Mine, theirs and before.
      const line = (title: string) => merge.locator('.ant-table-row', { hasText: title })
      const sides = async (title: string) =>
        (await line(title).locator('.ant-radio-wrapper').allInnerTexts()).map((text) => text.trim())
      expect(await sides('企业简介')).toEqual(['My text', 'Their text', '（空）'])
      expect(await sides('手机')).toEqual(['13800000008', '13800000007', '13800000000'])
      expect(await sides('展位号')).toEqual([])
      await seen(second.page, 'merge')
      await line('企业简介').getByRole('radio').nth(0).check()
      await line('手机').getByRole('radio').nth(1).check()
      await merge.getByText('双方都改过的内容已全部选择').waitFor()
      await save.click()
      await second.page.getByText('修改成功！').waitFor()
      expect(await calls.read(id)).toMatchObject({
        intro: 'My text',
        booth_no: 'A1-01',
        email: 'me@example.com',
        expo_contact: [
          { name: 'Ann of theirs', phone: '13800000007' },
          { name: 'Bob of mine', phone: '13800000001' },
        ],
      })
      expect(first.faults).toEqual([])
    } finally {
      await calls.remove(id)
      await first.context.close()
      await second.context.close()
    }
  })
})
