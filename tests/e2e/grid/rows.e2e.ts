import { describe, expect, inject, it } from 'vitest'
import {
  cell,
  chooseBooth,
  onGridPage,
  open,
  page,
  paste,
  read,
  selectCell,
  storedAt,
  typeIntoGrid,
} from './grid-page.ts'

onGridPage()

describe('rows', () => {
  // While the question still grows, press and release of the mouse may meet different places.
  const confirm = () =>
    page.locator('.ant-modal-confirm:not(.ant-zoom-appear)').getByRole('button', { name: /确\s*定/ })

  it('new rows come at the bottom, below the chosen one or above it, without an id when read [grid-45, grid-51, grid-53, grid-62]', async () => {
    await open('?rows=2')
    await page.getByRole('button', { name: /新\s*增/ }).click()
    await page.keyboard.type('last')
    await page.keyboard.press('Enter')
    await selectCell(0, 'name')
    await page.getByRole('button', { name: /插\s*入/ }).click()
    await page.keyboard.type('middle')
    await page.keyboard.press('Enter')
    await cell(0, 'name').click({ button: 'right' })
    await page.getByText('上方插入行').click()
    const rows = (await read())?.rows
    expect(rows?.map((row) => row.name ?? '')).toEqual(['', '联系人1', 'middle', '联系人2', 'last'])
    expect(rows?.map((row) => row.id ?? null)).toEqual([null, 'r1', null, 'r2', null])
  })

  it('ticked rows are removed after a question, kept apart from new ones, and come back by undo [grid-40, grid-54, grid-60, grid-61, grid-67]', async () => {
    await open('?rows=3')
    await page.getByRole('button', { name: /新\s*增/ }).click()
    const boxes = page.locator('.ht_clone_inline_start tbody .data-grid-check')
    await boxes.nth(0).check()
    await boxes.nth(3).check()
    await page.getByRole('button', { name: /删\s*除/ }).click()
    expect(await page.locator('.ant-modal-confirm').textContent()).toContain('确定要删除这 2 项吗?')
    await confirm().click()
    await page.locator('.ant-modal-confirm').waitFor({ state: 'hidden' })
    expect(await read()).toMatchObject({ rows: [{ id: 'r2' }, { id: 'r3' }], deletedIds: ['r1'] })
    await selectCell(0, 'name')
    await page.keyboard.press('Control+z')
    expect(await read()).toMatchObject({
      rows: [{ id: 'r1' }, { id: 'r2' }, { id: 'r3' }, {}],
      deletedIds: [],
    })
    await page.keyboard.press('Control+y')
    expect((await read())?.deletedIds).toEqual(['r1'])
    await page.locator('.ht_clone_top_inline_start_corner .data-grid-check').check()
    expect(await page.locator('.sub-grid-toolbar').textContent()).toContain('已选择 2 项')
  })

  it('the menu of the right button removes after the same question, and copies inside of a dialog too [grid-67]', async () => {
    await open('?rows=3&modal')
    await cell(1, 'name').click({ button: 'right' })
    await page.getByText('复制', { exact: true }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('联系人2')
    expect(await page.evaluate(() => document.activeElement?.closest('.ht-root-wrapper') !== null)).toBe(true)
    await cell(1, 'name').click({ button: 'right' })
    await page.getByText('删除行').click()
    expect(await page.locator('.ant-modal-confirm').textContent()).toContain('确定要删除这 1 项吗?')
    await confirm().click()
    await expect.poll(async () => (await read())?.deletedIds).toEqual(['r2'])
  })

  it('a new row comes into sight as a whole, above the footer of a drawer', async () => {
    await page.setViewportSize({ width: 1440, height: 700 })
    await open('?rows=2&drawer')
    for (let turn = 0; turn < 4; turn++) {
      const footer = (await page.locator('.ant-drawer-footer').boundingBox())?.y ?? 0
      const last = await cell(1 + turn, 'age').boundingBox()
      // Half of the next row would stand above the footer.
      const by = (last?.y ?? 0) + (last?.height ?? 0) + 18 - footer
      await page.locator('.ant-drawer-body').evaluate((body, px) => body.scrollBy(0, px), by)
      // It rests for a while after each row.
      const add = page.locator('button:not([aria-disabled])', { hasText: /^新\s*增$/ })
      await add.evaluate((button: HTMLElement) => button.click())
      const bottom = async () => {
        const box = await cell(2 + turn, 'age').boundingBox()
        return box ? box.y + box.height : Number.POSITIVE_INFINITY
      }
      await expect.poll(bottom).toBeLessThanOrEqual(footer)
    }
  })

  it('rows are dragged, moved by menu and keys, and numbered as they stand [grid-43, grid-47, grid-55, grid-56, grid-57]', async () => {
    await open('?rows=3&order')
    const order = async () => (await read())?.rows.map(({ id, place }) => `${id} ${place}`)
    const handle = page.locator('.ht_clone_inline_start tbody .data-grid-drag').nth(0)
    const from = await handle.boundingBox()
    const last = await cell(2, 'name').boundingBox()
    if (!from || !last) throw new Error('nothing to drag')
    const at = (box: typeof from, part: number) => box.y + box.height * part
    await page.mouse.move(from.x + 5, at(from, 0.5))
    await page.mouse.down()
    await page.mouse.move(from.x + 5, at(last, 0.3))
    await page.locator('.data-grid-drop').waitFor()
    await page.mouse.move(from.x + 5, at(last, 0.8))
    await page.mouse.up()
    expect(await page.locator('.data-grid-drop').count()).toBe(0)
    expect(await order()).toEqual(['r2 1', 'r3 2', 'r1 3'])
    // The dragged row is the selected one.
    await page.keyboard.press('Alt+Shift+ArrowUp')
    expect(await order()).toEqual(['r2 1', 'r1 2', 'r3 3'])
    await cell(1, 'name').click({ button: 'right' })
    await page.getByText('上移', { exact: true }).click()
    expect(await order()).toEqual(['r1 1', 'r2 2', 'r3 3'])
    await page.keyboard.press('Alt+Shift+ArrowUp')
    await page.keyboard.press('Alt+Shift+ArrowDown')
    expect(await order()).toEqual(['r2 1', 'r1 2', 'r3 3'])
    await cell(2, 'name').click({ button: 'right' })
    expect(await page.locator('.htContextMenu .htDisabled').allTextContents()).toEqual(['下移'])
    await page.keyboard.press('Escape')
    await selectCell(0, 'name')
    await page.keyboard.press('Control+z')
    expect((await order())?.map((text) => text.slice(0, 2))).toEqual(['r1', 'r2', 'r3'])
  })

  it('several rows come at the top, and the grid goes to its end where that is set [grid-50, grid-52]', async () => {
    await open('?rows=100')
    await page.getByRole('button', { name: '添加行的设置' }).click()
    await page.getByRole('spinbutton', { name: /新增行数/ }).fill('2')
    await page.getByRole('spinbutton', { name: /新增位置/ }).fill('1')
    const numbers = page.locator('.ht_clone_inline_start tbody th:last-of-type')
    const add = page.locator('button:not([aria-disabled])', { hasText: /^新\s*增$/ })
    await add.click()
    await expect
      .poll(async () => (await read())?.rows.slice(0, 3).map(({ id }) => id ?? null))
      .toEqual([null, null, 'r1'])
    expect(await numbers.first().textContent()).toBe('1')
    await page.getByRole('button', { name: '添加行的设置' }).click()
    await page.getByRole('checkbox', { name: '新增后滚动到底部' }).check()
    await add.click()
    await expect.poll(() => numbers.last().textContent()).toBe('104')
  })

  it('an empty grid says so [grid-39]', async () => {
    await open('?rows=0')
    expect(await page.locator('.data-grid-empty .ant-empty-description').textContent()).toBe('暂无数据')
    await page.getByRole('button', { name: /新\s*增/ }).click()
    expect(await page.locator('.data-grid-empty').count()).toBe(0)
    expect(await page.locator('.ht_clone_inline_start tbody th').nth(1).textContent()).toBe('1')
  })

  it('draws only the rows near the viewport and stays within 400 px [grid-63, grid-76]', async () => {
    await open('?rows=2000')
    expect(await page.locator('.ht_master tbody tr').count()).toBeLessThan(60)
    expect((await page.locator('.ht-root-wrapper').boundingBox())?.height).toBeLessThanOrEqual(402)
    expect((await read())?.rows).toHaveLength(2000)
  })
})

describe('validation', () => {
  it('judges a cell when it changes; the message is its tooltip and stands in the toolbar [gridval-02, gridval-22]', async () => {
    await open()
    await selectCell(0, 'name')
    await page.keyboard.press('Delete')
    expect(await cell(0, 'name').getAttribute('title')).toBe('请输入姓名')
    expect(await cell(0, 'name').getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator('.sub-grid-toolbar').textContent()).toContain(
      '1 处错误：第 1 行 姓名，请输入姓名',
    )
    expect(await page.evaluate(() => window.errorCount)).toBe(1)
    await page.keyboard.type('ok')
    await page.keyboard.press('Enter')
    expect(await page.locator('.data-grid-error').count()).toBe(0)
  })

  it('says what is wrong with a text while it is typed [gridval-21]', async () => {
    await open()
    await selectCell(0, 'name')
    await typeIntoGrid('a name too long')
    const hint = page.locator('.data-grid-hint:visible')
    expect(await hint.textContent()).toContain('10')
    for (let at = 0; at < 6; at++) await page.keyboard.press('Backspace')
    await expect.poll(() => hint.count()).toBe(0)
    expect(await storedAt(0, 'name')).toBe('a name to')
  })

  it('judges a cell that was entered and left as it was, once the keyboard has gone [gridval-23]', async () => {
    await open('?rows=1')
    await page.getByRole('button', { name: /新\s*增/ }).click()
    await selectCell(1, 'name')
    expect(await page.locator('.data-grid-error').count()).toBe(0)
    await page.keyboard.press('F2')
    await page.keyboard.press('Tab')
    await expect.poll(() => cell(1, 'name').getAttribute('title')).toBe('请输入姓名')
  })

  it('judges every cell when it is read for saving, counts, and goes to the first [gridval-24, gridval-25]', async () => {
    await open('?rows=1&min=3')
    await page.getByRole('button', { name: /新\s*增/ }).click()
    expect(await page.locator('.data-grid-error').count()).toBe(0)
    const errors = await page.evaluate(() => window.grid.current?.validate())
    expect(errors).toEqual([
      { field: '', message: '联系人至少需要 3 行', subTable: 'expo_contact' },
      { field: 'name', message: '请输入姓名', subTable: 'expo_contact', row: 1 },
    ])
    await selectCell(0, 'age')
    await page.evaluate(() => window.grid.current?.focus({ field: 'name', message: '', row: 1 }))
    await page.keyboard.type('ok')
    await page.keyboard.press('Enter')
    expect(await storedAt(1, 'name')).toBe('ok')
  })

  it('a value that stands in two rows is wrong in both, until one of them changes [gridval-03]', async () => {
    await open()
    await selectCell(0, 'hall')
    await paste('一号馆\n一号馆')
    expect(await page.locator('.ht_master .data-grid-error').count()).toBe(2)
    await selectCell(1, 'hall')
    await page.keyboard.press('Delete')
    expect(await page.locator('.ht_master .data-grid-error').count()).toBe(0)
  })

  it('a refusal of the server marks its cell until it is changed', async () => {
    await open()
    await page.evaluate(() =>
      window.impose([{ field: 'booth', message: '展位已被占用', subTable: 'expo_contact', row: 1 }]),
    )
    await expect.poll(() => cell(1, 'booth').getAttribute('title')).toBe('展位已被占用')
    await chooseBooth(1, 'B1')
    expect(await page.locator('.ht_master .data-grid-error').count()).toBe(0)
  })
})

describe('appearance', () => {
  it('locked, it offers no way to change anything', async () => {
    await open('?disabled')
    await cell(0, 'name').click()
    await page.keyboard.type('改')
    await page.keyboard.press('Enter')
    expect(await storedAt(0, 'name')).toBe('联系人1')
    expect(await page.locator('.sub-grid-toolbar').count()).toBe(0)
    expect(await page.locator('.data-grid-check').count()).toBe(0)
  })

  it('begun in a hidden tab it fits its box when it is shown', async () => {
    await page.setViewportSize({ width: 2400, height: 700 })
    await page.goto(`${inject('gridUrl')}/?hidden`)
    await page.waitForFunction(() => window.grid.current !== null)
    await page.evaluate(() => window.reveal())
    await cell(0, 'name').waitFor()
    const width = await page.locator('.ht-root-wrapper').boundingBox()
    expect(width?.width).toBeGreaterThan(2300)
    const edges = () =>
      page.evaluate(() => {
        const right = (selector: string) =>
          document.querySelector(selector)?.getBoundingClientRect().right ?? 0
        return Math.abs(right('.ht-root-wrapper') - right('.ht_master tbody td:last-child'))
      })
    // Columns fill the box, which nobody could know while it was hidden.
    await expect.poll(edges).toBeLessThan(4)
  })

  it('where it is too narrow for the columns, it scrolls inside its own box', async () => {
    await page.setViewportSize({ width: 780, height: 700 })
    await open()
    const widths = await page.evaluate(() => ({
      page: document.documentElement.scrollWidth,
      box: document.querySelector('.ht_master .wtHolder')?.clientWidth ?? 0,
      content: document.querySelector('.ht_master .wtHolder')?.scrollWidth ?? 0,
    }))
    expect(widths.page).toBeLessThanOrEqual(780)
    expect(widths.content).toBeGreaterThan(widths.box)
  })

  it('the row number is 60 px wide, the tick 40, a date no less than 135, people 220 [grid-81, grid-87, grid-89, grid-90]', async () => {
    await page.setViewportSize({ width: 900, height: 700 })
    await open()
    const width = async (index: number) =>
      Math.round((await page.locator('.ht_master thead th').nth(index).boundingBox())?.width ?? 0)
    expect([await width(0), await width(1), await width(5), await width(6)]).toEqual([40, 60, 135, 220])
  })
})
