import { describe, expect, it } from 'vitest'
import { cell, onGridPage, open, page, selectCell } from './grid-page.ts'

onGridPage()
const heading = (title: string) => page.locator('.ht_clone_top thead th', { hasText: title })
const headings = () => page.locator('.ht_master thead .colHeader').allTextContents()
const act = (name: string) => page.locator('.data-grid-column-acts').getByRole('button', { name })
async function openMenu(title: string): Promise<void> {
  await heading(title).hover()
  await page
    .getByRole('button', { name: `${title}：列菜单` })
    .last()
    .click()
  await act('隐藏此列').waitFor()
}
const frozen = () => page.locator('.ht_clone_inline_start tbody tr').first().locator('td').count()

describe('columns as their user sees them', () => {
  it('are hidden, frozen and drawn wider, which is kept for the next time', async () => {
    await open('?rows=3')
    await openMenu('年龄')
    await act('隐藏此列').click()
    await expect.poll(headings).not.toContain('年龄')
    await page.getByRole('button', { name: '已隐藏 1 列' }).waitFor()
    await openMenu('性别')
    await act('冻结到此列').click()
    await expect.poll(frozen).toBe(2)
    const box = await heading('生日').boundingBox()
    if (!box) throw new Error('no heading')
    await page.mouse.move(box.x + box.width - 2, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width + 58, box.y + 10, { steps: 5 })
    await page.mouse.up()
    const width = async () => Math.round((await heading('生日').boundingBox())?.width ?? 0)
    await expect.poll(width).toBeGreaterThan(box.width + 50)
    const drawn = await width()
    await page.reload()
    await page.locator('.ht_master thead th').nth(2).waitFor({ state: 'attached' })
    expect(await headings()).not.toContain('年龄')
    expect([await frozen(), await width()]).toEqual([2, drawn])
    await openMenu('生日')
    await act('取消冻结').click()
    await expect.poll(frozen).toBe(0)
    await page.getByRole('button', { name: '已隐藏 1 列' }).click()
    await expect.poll(headings).toContain('年龄')
    expect(await width()).toBe(drawn)
  })

  it('show themselves where something is wrong in them', async () => {
    await open('?rows=3')
    await openMenu('姓名')
    await act('隐藏此列').click()
    await expect.poll(headings).not.toContain('姓名')
    await page.evaluate(() => window.grid.current?.focus({ field: 'name', message: '', row: 1 }))
    await expect.poll(headings).toContain('姓名')
    await expect
      .poll(() => page.evaluate(() => document.querySelector('.ht_master td.current')?.textContent))
      .toBe('联系人2')
  })

  it('have a menu for the keyboard; Escape closes it, not the dialog, and leaves the keyboard in the cell', async () => {
    await open('?rows=3&modal')
    await selectCell(1, 'name')
    await page.keyboard.press('Control+Shift+L')
    await act('冻结到此列').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('.data-grid-column-acts') !== null))
      .toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.data-grid-column-acts:visible').count()).toBe(0)
    expect(await page.locator('.ant-modal').isVisible()).toBe(true)
    await page.keyboard.press('F2')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('ok')
    await page.keyboard.press('Enter')
    await expect.poll(() => cell(1, 'name').textContent()).toBe('ok')
  })
})
