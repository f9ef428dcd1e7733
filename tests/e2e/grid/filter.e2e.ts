import { describe, expect, it } from 'vitest'
import { cell, onGridPage, open, page, selectCell } from './grid-page.ts'

onGridPage()
const menu = () => page.locator('.data-grid-column-acts')
const press = (name: string) => menu().getByRole('button', { name }).click()
const status = () => page.locator('.data-grid-status')
const names = () => page.locator('.ht_master tbody tr td:nth-of-type(1)').allTextContents()
async function openMenu(row: number, column: string): Promise<void> {
  await selectCell(row, column)
  await page.keyboard.press('Control+Shift+L')
  await menu().getByRole('button', { name: '升序' }).waitFor()
}

describe('rows that are filtered', () => {
  it('by the texts of a column, found by the keyboard; the heading and the line below say so', async () => {
    await open('?rows=5&modal')
    await openMenu(0, 'name')
    await menu().getByLabel('搜索值').fill('联系人3')
    await page.keyboard.press('Enter')
    await expect.poll(names).toEqual(['联系人3'])
    await status().getByText('显示 1 / 共 5 行').waitFor()
    await page
      .locator('.ht_clone_top')
      .getByRole('button', { name: '姓名：列菜单，已筛选', includeHidden: true })
      .waitFor()
    // The keyboard is back in the grid, in the row that is left.
    await page.keyboard.press('F2')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('changed')
    await page.keyboard.press('Enter')
    await expect.poll(() => cell(0, 'name').textContent()).toBe('changed')
    await page.evaluate(() => window.grid.current?.focus({ field: 'name', message: '', row: 0 }))
    await page.getByText('出错的行已被筛选隐藏，已清除筛选').waitFor()
    await expect.poll(names).toEqual(['联系人1', '联系人2', 'changed', '联系人4', '联系人5'])
  })

  it('by a condition; Escape closes the list of conditions, then the menu, never the dialog', async () => {
    await open('?rows=5&modal')
    await openMenu(0, 'age')
    await menu().getByText('按条件筛选').click()
    await menu().getByRole('combobox', { name: '条件' }).click()
    await page.locator('.ant-select-item-option', { hasText: '介于' }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.ant-select-item-option', { hasText: '介于' }).waitFor({ state: 'hidden' })
    expect(await menu().isVisible()).toBe(true)
    await menu().getByRole('combobox', { name: '条件' }).click()
    await page.locator('.ant-select-item-option', { hasText: '介于' }).click()
    await menu().getByLabel('从').fill('x')
    await menu().getByText('应为数字').waitFor()
    await menu().getByLabel('从').fill('21')
    await menu().getByLabel('到').fill('22')
    await press('确 定')
    await expect.poll(names).toEqual(['联系人2', '联系人3'])
    await page.keyboard.press('Control+Shift+L')
    await menu().getByLabel('从').waitFor()
    await page.keyboard.press('Escape')
    await menu().waitFor({ state: 'hidden' })
    expect(await page.locator('.ant-modal').isVisible()).toBe(true)
    await status().getByRole('button', { name: '清除全部筛选' }).click()
    await expect.poll(names).toHaveLength(5)
  })
})
