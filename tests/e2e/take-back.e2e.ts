import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, screenshot, signIn, type Visitor, visit } from './browser.ts'
import { call, recordsOf } from './record-calls.ts'
import { systemScreen } from './system-screen.ts'

const MANY = 200

let browser: Browser
let visitor: Visitor
beforeAll(async () => {
  browser = await launchBrowser()
  visitor = await visit(browser)
  await signIn(visitor.page, 'admin')
})
afterAll(() => browser.close())

/** Adds records a few at a time; answers their keys. */
async function add(page: Page, form: string, records: readonly object[]): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < records.length; at += 10) {
    const some = records.slice(at, at + 10)
    ids.push(...(await Promise.all(some.map((record) => call(page, 'POST', recordsOf(form), record)))))
  }
  return ids
}

/** Takes records away for good. */
async function erase(page: Page, form: string, ids: readonly string[]): Promise<void> {
  const left = ids.join(',')
  await call(page, 'DELETE', `${recordsOf(form)}/${left}`).catch(() => undefined)
  await call(page, 'POST', `/jeecg-boot/online/recycle/${form}/erase`, { ids }).catch(() => undefined)
}

const { shown, dialog, press, said } = systemScreen(() => visitor.page, 'take-back')
const total = (count: number) => shown().getByText(`共${count}条`).waitFor()
const chooseAll = async () => {
  await shown().locator('.ant-table-thead input[type=checkbox]').first().check()
  await press(/^选择全部/, shown())
}

describe('what was done to many records', () => {
  it('200 deleted records come back as they were with their sub rows, by the message and out of the bin', async () => {
    const { page } = visitor
    const form = 'expo_exhibition'
    const mark = `back-${Date.now()}`
    const found = await call<{ records: { id: string }[] }>(
      page,
      'GET',
      '/jeecg-boot/online/cgform/api/getData/expo?pageSize=1',
    )
    const expo_id = found.records[0]?.id
    const ids: string[] = []
    try {
      const numbers = Array.from({ length: MANY }, (_, at) => at)
      ids.push(
        ...(await add(
          page,
          form,
          numbers.map((at) => ({
            name: `${mark} ${at}`,
            expo_id,
            expo_contact: [{ name: `Ann ${at}`, phone: '13800000001' }],
          })),
        )),
      )
      const last = `${recordsOf(form)}/${ids.at(-1)}`
      const before = await call<Record<string, unknown>>(page, 'GET', last)
      expect(before.expo_contact).toHaveLength(1)

      await page.goto(`/expo/ExpoExhibitionList?q_name=${mark}`)
      await total(MANY)
      await chooseAll()
      await press('批量删除', shown())
      await press(/^删\s*除$/, dialog())
      await shown().locator('.ant-table-row').first().waitFor({ state: 'detached' })
      await press(/^撤\s*销$/)
      await total(MANY)
      const after = await call<Record<string, unknown>>(page, 'GET', last)
      expect(after).toMatchObject({ id: before.id, name: before.name, create_time: before.create_time })
      expect((after.expo_contact as { id: string }[])[0]?.id).toBe(
        (before.expo_contact as { id: string }[])[0]?.id,
      )

      await chooseAll()
      await press('批量删除', shown())
      await press(/^删\s*除$/, dialog())
      await shown().locator('.ant-table-row').first().waitFor({ state: 'detached' })
      await press('回收站', shown())
      const bin = dialog()
      await bin.getByText(mark).first().waitFor()
      await bin.locator('.ant-table-thead input[type=checkbox]').first().check()
      await press(/^还\s*原$/, bin)
      await said('还原成功')
      await press(/^关\s*闭$/, bin)
      await shown().locator('.ant-table-row', { hasText: mark }).first().waitFor()
      expect(visitor.faults).toEqual([])
    } catch (error) {
      await screenshot(page, `failed-${Date.now()}`).catch(() => undefined)
      throw error
    } finally {
      await erase(page, form, ids)
    }
  })

  it('all results are given a value after a look at each, and get their own back in 我的操作', async () => {
    const { page } = visitor
    const form = 'joa_loan'
    const mark = `many-${Date.now()}`
    const ids: string[] = []
    try {
      const numbers = Array.from({ length: 60 }, (_, at) => at)
      ids.push(
        ...(await add(
          page,
          form,
          numbers.map((at) => ({
            ...{ name: `${mark} ${at}`, loan_date: '2026-03-01', amount: at + 1 },
            ...{ pay_method: '1', reason: 'Fair', account: '6222000000000001', bank: `Bank ${at}` },
          })),
        )),
      )
      await page.goto(`/joa/JoaLoanList?q_name=${mark}`)
      await total(60)
      await chooseAll()
      await press('批量编辑', shown())
      await dialog().getByLabel('要修改的列').click()
      await page.locator('.ant-select-item-option', { hasText: '开户行' }).click()
      await dialog().locator('.expo-edit-value input[type=text]').fill('Other')
      await press(/^预\s*览$/, dialog())
      await press(/^修改 60 条$/, dialog())
      await said('已修改 60 条')
      const bankOf = async (id = '') =>
        (await call<{ bank: string }>(page, 'GET', `${recordsOf(form)}/${id}`)).bank
      expect([await bankOf(ids[0]), await bankOf(ids.at(-1))]).toEqual(['Other', 'Other'])

      await page.getByText(/^欢迎您/).click()
      await page.getByRole('menuitem', { name: '我的操作' }).click()
      const drawer = page.getByRole('dialog', { name: '我的操作' })
      await drawer
        .getByRole('button', { name: /^撤销：/ })
        .first()
        .click()
      await drawer.getByText('已撤销').first().waitFor()
      expect([await bankOf(ids[0]), await bankOf(ids.at(-1))]).toEqual(['Bank 0', 'Bank 59'])
      expect(visitor.faults).toEqual([])
    } catch (error) {
      await screenshot(page, `failed-${Date.now()}`).catch(() => undefined)
      throw error
    } finally {
      await erase(page, form, ids)
    }
  })
})
