import { describe, expect, it } from 'vitest'
import {
  cell,
  context,
  fieldClosed,
  onGridPage,
  open,
  page,
  paste,
  read,
  selectCell,
  storedAt,
} from './grid-page.ts'

onGridPage()

describe('clipboard', () => {
  it('a block out of a spreadsheet is read by column and adds the rows that are missing', async () => {
    await open('?rows=2')
    await selectCell(1, 'name')
    await paste('甲\t1,234\t女\t2024/3/5\r\n乙\t40\t男\t2024年12月1日\r\n')
    expect((await read())?.rows).toMatchObject([
      { name: '联系人1' },
      { id: 'r2', name: '甲', age: 1234, sex: '2', birthday: '2024-03-05' },
      { name: '乙', age: 40, sex: '1', birthday: '2024-12-01' },
    ])
    expect((await read())?.rows[2]).not.toHaveProperty('id')
  })

  it('a block pasted while a cell is being edited goes into the grid, a word into the cell', async () => {
    await open()
    await cell(0, 'name').click()
    await paste('甲\t1\n乙\t2')
    expect((await read())?.rows).toMatchObject([{ name: '甲', age: 1 }, { name: '乙', age: 2 }, {}])
    await cell(2, 'name').click()
    await page.keyboard.press('End')
    await paste('号')
    expect(await storedAt(2, 'name')).toBe('联系人3号')
  })

  it('a text that no dictionary knows is kept, marked and said', async () => {
    await open()
    await selectCell(0, 'sex')
    await paste('未知')
    expect(await cell(0, 'sex').textContent()).toBe('未知')
    expect(await cell(0, 'sex').getAttribute('title')).toBe('性别没有「未知」这一项')
  })

  it('copies carry texts; pasted back they are the stored values', async () => {
    await open()
    await page.evaluate(() => window.grid.current?.focus({ field: 'sex', message: '', row: 0 }))
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('Control+c')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('男\t2000-01-02\t张三，李四')
    await selectCell(1, 'owner')
    await page.keyboard.press('Delete')
    expect(await storedAt(1, 'owner')).toBeNull()
    await selectCell(1, 'sex')
    await page.keyboard.press('Control+v')
    expect((await read())?.rows[1]).toMatchObject({ sex: '1', birthday: '2000-01-02', owner: 'zhang,li' })
  })
})

describe('texts that only the server can read', () => {
  const title = (row: number, column: string) => cell(row, column).getAttribute('title')
  const validate = () => page.evaluate(() => window.grid.current?.validate())

  it('pasted names and accounts become accounts with one question; nobody, and more than one, are marked and refused', async () => {
    await open('?rows=5')
    await selectCell(0, 'owner')
    await paste('王五\n不存在的人\nli\n王伟\n张三、王五')
    await expect.poll(() => title(1, 'owner')).toBe('人员「不存在的人」不存在')
    await expect
      .poll(async () => (await read())?.rows.map((row) => row.owner))
      .toEqual(['wang', '不存在的人', 'li', '王伟', 'zhang,wang'])
    await expect.poll(() => cell(0, 'owner').textContent()).toBe('王五')
    await expect.poll(() => title(3, 'owner')).toBe('人员「王伟」不止一个，请打开单元格选择')
    expect(await page.evaluate(() => window.asked)).toEqual(['sys_user'])
    expect((await validate())?.map(({ row, field }) => [row, field])).toEqual([
      [1, 'owner'],
      [3, 'owner'],
    ])
    // Copied on by hand, what means nothing still means nothing; undo takes both steps back whole.
    await selectCell(1, 'owner')
    await page.keyboard.press('Control+c')
    await selectCell(2, 'owner')
    await page.keyboard.press('Control+v')
    await expect.poll(() => title(2, 'owner')).toBe('人员「不存在的人」不存在')
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await expect
      .poll(async () => (await read())?.rows.map((row) => row.owner))
      .toEqual(Array(5).fill('zhang,li'))
    await page.keyboard.press('Control+y')
    await expect.poll(() => title(1, 'owner')).toBe('人员「不存在的人」不存在')
    await expect.poll(() => storedAt(0, 'owner')).toBe('wang')
  })

  it('saving waits for the answer', async () => {
    await open()
    await page.evaluate(() => {
      window.delay = 800
    })
    await selectCell(0, 'owner')
    await paste('王五\n没有这个人')
    // Unread, a text is no value yet.
    expect(await storedAt(0, 'owner')).toBe('zhang,li')
    expect((await validate())?.map(({ row }) => row)).toEqual([1])
    expect(await storedAt(0, 'owner')).toBe('wang')
  })

  it('a source that cannot be asked refuses the save, and is asked again by the next one', async () => {
    await open()
    await page.evaluate(() => {
      window.broken = true
    })
    await selectCell(0, 'owner')
    await paste('王五')
    await expect.poll(() => title(0, 'owner')).toBe('负责人「王五」没有核对成功：网络连接失败')
    expect(await validate()).toHaveLength(1)
    await page.evaluate(() => {
      window.broken = false
    })
    expect(await validate()).toEqual([])
    expect(await storedAt(0, 'owner')).toBe('wang')
  })

  it('a text pasted into a popup fills what the popup fills, or is marked', async () => {
    await open()
    await selectCell(0, 'booth')
    await paste('B2\nB9')
    await expect.poll(() => storedAt(0, 'hall')).toBe('二号馆')
    expect(await title(1, 'booth')).toBe('展位「B9」不存在')
    expect(await read()).toMatchObject({ rows: [{ booth: 'B2', hall: '二号馆' }, { hall: null }, {}] })
    await selectCell(0, 'booth')
    await page.keyboard.press('Control+z')
    expect(await read()).toMatchObject({ rows: [{ booth: null, hall: null }, { booth: null }, {}] })
  })
})

describe('a hand that is quicker than the server', () => {
  const slow = () =>
    page.evaluate(() => {
      window.delay = 400
    })
  const openOwner = async () => {
    await selectCell(0, 'owner')
    await page.keyboard.press('Enter')
    await page.locator('.ant-select-dropdown .ant-select-item-option').first().waitFor()
  }

  for (const key of ['Tab', 'Enter'])
    it(`${key} before the search has answered takes what was typed, and nothing of the list before`, async () => {
      await open()
      await openOwner()
      await slow()
      await page.keyboard.type('王五', { delay: 30 })
      await page.keyboard.press(key)
      await fieldClosed()
      await expect.poll(() => storedAt(0, 'owner')).toBe('zhang,li,wang')
    })

  it('a name that nobody has is said, and the old value stays', async () => {
    await open()
    await openOwner()
    await slow()
    await page.keyboard.type('王', { delay: 30 })
    await page.keyboard.press('Tab')
    await expect.poll(() => cell(0, 'owner').getAttribute('title')).toContain('不存在')
    await page.keyboard.press('Control+z')
    expect(await storedAt(0, 'owner')).toBe('zhang,li')
  })

  it('so does an input method', async () => {
    await open()
    await openOwner()
    await slow()
    const session = await context.newCDPSession(page)
    for (const text of ['w', 'wa', 'wang'])
      await session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      })
    await session.send('Input.insertText', { text: '王五' })
    await page.keyboard.press('Enter')
    await fieldClosed()
    await expect.poll(() => storedAt(0, 'owner')).toBe('zhang,li,wang')
  })
})
