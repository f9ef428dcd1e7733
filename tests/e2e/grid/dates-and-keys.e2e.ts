import { describe, expect, it } from 'vitest'
import {
  cell,
  fieldClosed,
  onGridPage,
  open,
  openField,
  page,
  read,
  selectCell,
  storedAt,
  typeIntoGrid,
} from './grid-page.ts'

onGridPage()

describe('typing into dates', () => {
  it('begins anew and is kept by Enter, Tab or a press elsewhere, as people write dates', async () => {
    await open()
    await selectCell(0, 'birthday')
    await page.keyboard.type('20261118')
    await page.keyboard.press('Enter')
    await page.keyboard.type('2026/1/2')
    await page.keyboard.press('Tab')
    await selectCell(2, 'birthday')
    await page.keyboard.type('2026年3月4日')
    await page.locator('#outside').click()
    expect((await read())?.rows.map((row) => row.birthday)).toEqual([
      '2026-11-18',
      '2026-01-02',
      '2026-03-04',
    ])
    await selectCell(0, 'at')
    await page.keyboard.type('2026-1-2 8:05')
    await page.keyboard.press('Enter')
    await selectCell(0, 'clock')
    await page.keyboard.type('8:05')
    await page.keyboard.press('Enter')
    expect((await read())?.rows[0]).toMatchObject({ at: '2026-01-02 08:05:00', clock: '08:05:00' })
  })

  it('in an open picker replaces the date, too; Escape leaves the old one', async () => {
    await open()
    await openField(0, 'birthday')
    await page.keyboard.type('20261118')
    await page.keyboard.press('Enter')
    expect(await storedAt(0, 'birthday')).toBe('2026-11-18')
    await openField(1, 'birthday')
    await page.keyboard.type('2026/1/2')
    await page.locator('#outside').click()
    await fieldClosed()
    expect(await storedAt(1, 'birthday')).toBe('2026-01-02')
    await openField(1, 'birthday')
    await page.keyboard.type('2027')
    await page.keyboard.press('Escape')
    await fieldClosed()
    expect(await storedAt(1, 'birthday')).toBe('2026-01-02')
  })

  it('keeps and marks what is no date, typed over the cell or in the picker', async () => {
    await open()
    await selectCell(0, 'birthday')
    await page.keyboard.type('2026-13-45')
    await page.keyboard.press('Enter')
    expect(await cell(0, 'birthday').textContent()).toBe('2026-13-45')
    expect(await cell(0, 'birthday').getAttribute('title')).toBe('生日应为日期，如 2026-01-31')
    await openField(1, 'birthday')
    await page.keyboard.type('明天')
    await page.locator('#outside').click()
    await fieldClosed()
    expect(await cell(1, 'birthday').textContent()).toBe('明天')
    expect(await page.evaluate(() => window.grid.current?.validate())).toHaveLength(2)
  })

  it('a click on a text cell selects its text', async () => {
    await open()
    await cell(0, 'name').click()
    await page.keyboard.type('新名')
    await page.keyboard.press('Tab')
    expect(await storedAt(0, 'name')).toBe('新名')
  })
})

describe('keys', () => {
  it('Enter goes on from a switch, Space turns it over', async () => {
    await open()
    await selectCell(0, 'hall')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    expect([await storedAt(0, 'vip'), await storedAt(1, 'vip')]).toEqual(['N', 'Y'])
  })

  it('Tab behind the last cell begins a row, and leaves the grid when that row is still empty', async () => {
    await open()
    await selectCell(2, 'kind')
    await page.keyboard.press('Tab')
    await expect.poll(async () => (await read())?.rows.length).toBe(4)
    await typeIntoGrid('New')
    await page.keyboard.press('Enter')
    expect(await storedAt(3, 'name')).toBe('New')
    // From a field over the last cell as well.
    await openField(3, 'kind')
    await page.keyboard.press('Tab')
    await expect.poll(async () => (await read())?.rows.length).toBe(5)
    await selectCell(4, 'kind')
    await page.keyboard.press('Tab')
    expect((await read())?.rows).toHaveLength(5)
  })

  it('Tab from a field over the last cell of a line goes on in the next', async () => {
    await open()
    await openField(0, 'kind')
    await page.keyboard.press('Tab')
    await typeIntoGrid('Next')
    await page.keyboard.press('Enter')
    expect(await storedAt(1, 'name')).toBe('Next')
  })

  it('Escape in a chosen cell does not reach the dialog around', async () => {
    await open('?modal')
    await selectCell(0, 'name')
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Escape')
    expect(await page.title()).not.toBe('closed')
  })

  // Without a dialog around: the kit gives all dialogs of a test one identity, by which it knows the topmost.
  it('Escape in the search of a dialog that a cell has opened closes that dialog', async () => {
    await open()
    await cell(0, 'booth').click()
    const dialog = page.getByRole('dialog').filter({ hasText: '展位号' })
    await dialog.locator('form input').first().click()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await fieldClosed()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('.data-grid-box') !== null))
      .toBe(true)
  })
})
