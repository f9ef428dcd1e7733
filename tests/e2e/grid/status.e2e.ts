import { describe, expect, it } from 'vitest'
import { cell, onGridPage, open, page, selectCell } from './grid-page.ts'

onGridPage()
const figures = () => page.locator('.data-grid-figures span').allTextContents()
const status = () => page.locator('.data-grid-status')

describe('the line below the rows', () => {
  it('says what selected cells come to, by the mouse and by keys, and follows what changes in them', async () => {
    await open('?rows=3')
    await selectCell(0, 'age')
    expect(await figures()).toEqual([])
    for (let at = 0; at < 2; at++) await page.keyboard.press('Shift+ArrowDown')
    await expect.poll(figures).toEqual(['计数 3', '求和 63', '平均 21'])
    await page.keyboard.press('Shift+ArrowLeft')
    await expect.poll(figures).toEqual(['计数 6', '求和 63', '平均 21'])
    await page.keyboard.press('ArrowDown')
    await expect.poll(figures).toEqual([])
    await cell(0, 'name').hover()
    await page.mouse.down()
    await cell(1, 'name').hover()
    await page.mouse.up()
    await expect.poll(figures).toEqual(['计数 2'])
    await page.keyboard.press('Control+a')
    await expect.poll(async () => (await figures())[1]).toBe('求和 63')
    await page.keyboard.press('Delete')
    await expect.poll(figures).toEqual(['计数 0'])
  })

  it('counts rows and errors, and goes from one error to the next', async () => {
    await open('?rows=3')
    await page.evaluate(() =>
      window.impose([
        { field: 'age', message: 'no', row: 2 },
        { field: 'name', message: 'no', row: 0 },
      ]),
    )
    await status().getByText('共 3 行').waitFor()
    const next = status().getByRole('button', { name: '2 处错误' })
    await next.click()
    const at = () => page.evaluate(() => document.querySelector('.ht_master td.current')?.textContent)
    await expect.poll(at).toBe('联系人1')
    await next.click()
    await expect.poll(at).toBe('22')
    await next.click()
    await expect.poll(at).toBe('联系人1')
  })
})
