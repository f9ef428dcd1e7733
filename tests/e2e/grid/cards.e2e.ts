import { describe, expect, it } from 'vitest'
import { axeFaults } from '../axe-faults.ts'
import { MOBILE, motionEnded, overflows, screenshot } from '../browser.ts'
import { onGridPage, openCards, page, read } from './grid-page.ts'

onGridPage()

const card = (name: string) => page.getByRole('article', { name, exact: true })
const sheet = () => page.getByRole('dialog').filter({ has: page.locator('.expo-form') })
const ok = () =>
  sheet()
    .getByRole('button', { name: /^确\s*定$/ })
    .click()
const gone = () => sheet().waitFor({ state: 'detached' })

describe.each(['', '&dark'])('rows on a telephone%s', (theme) => {
  it('are added, mended, moved, removed and read, with nothing serious in the way [grid-45] [grid-46]', async () => {
    await page.setViewportSize(MOBILE)
    await openCards(`?rows=3&order${theme}`)
    const name = theme === '' ? 'light' : 'dark'
    const found: Record<string, string[]> = { cards: await axeFaults(page) }
    expect(await overflows(page)).toBe(false)
    await screenshot(page, `grid-cards-${name}`)

    await page.getByRole('button', { name: /^新\s*增$/ }).click()
    await ok()
    await sheet().getByText('请输入姓名').waitFor()
    await screenshot(page, `grid-cards-${name}-wrong`)
    await sheet().getByLabel('姓名').fill('Ann Lee')
    await sheet().getByRole('combobox', { name: '性别' }).click()
    await page.locator('.ant-select-item-option', { hasText: '女' }).click()
    await ok()
    await gone()
    await card('Ann Lee').getByText('女').waitFor()
    await page.evaluate(() => window.impose([{ field: 'age', message: '年龄不符', row: 2 }]))
    await card('联系人3').getByText('年龄不符').waitFor()
    found.wrong = await axeFaults(page)
    await screenshot(page, `grid-cards-${name}-mistake`)

    await page.getByRole('button', { name: '第 1 行的操作' }).click()
    await page.getByRole('menuitem', { name: '下移' }).click()
    await motionEnded(page)
    await page.getByRole('button', { name: '第 1 行的操作' }).click()
    await page.getByRole('menuitem', { name: '删除' }).filter({ visible: true }).click()
    await page.getByText('确定要删除这 1 项吗?').waitFor()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^确\s*定$/ })
      .click()
    await card('联系人2').waitFor({ state: 'detached' })

    const content = await read()
    expect(content?.rows.map((row) => [row.id, row.name, row.sex, row.place])).toEqual([
      ['r1', '联系人1', '1', 1],
      ['r3', '联系人3', '1', 2],
      [undefined, 'Ann Lee', '2', 3],
    ])
    expect(content?.deletedIds).toEqual(['r2'])
    expect(found).toEqual({ cards: [], wrong: [] })
  })
})

describe('a window that is made narrow and wide', () => {
  it('keeps what stands in an open cell, and in an open form', async () => {
    await openCards('?rows=2', 1440)
    await page.locator('.ht_master tbody tr').first().locator('td').first().click()
    const input = page.locator('.handsontableInput').filter({ visible: true })
    await input.fill('Bob')
    await page.setViewportSize(MOBILE)
    await card('Bob').getByRole('button', { name: 'Bob' }).click()
    await sheet().getByLabel('姓名').fill('Bob Ray')
    await page.setViewportSize({ width: 1440, height: 900 })
    await gone()
    await page.locator('.ht_master td', { hasText: 'Bob Ray' }).waitFor()
    expect((await read())?.rows[0]?.name).toBe('Bob Ray')
  })
})
