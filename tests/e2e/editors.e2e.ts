import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { axeFaults } from './axe-faults.ts'
import { launchBrowser, motionEnded, signIn, type Visitor, visit } from './browser.ts'
import { systemScreen } from './system-screen.ts'

/** A name that nothing else in the shared installation has. */
const MARK = `Plan ${Date.now().toString(36)}`

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

describe('a schedule is put together', () => {
  let visitor: Visitor
  let page: Page
  beforeAll(async () => {
    visitor = await visit(browser)
    page = visitor.page
    await visitor.context.addInitScript(
      `localStorage.setItem('pro__SETTINGS', JSON.stringify({ value: { theme: 'dark' }, expire: Date.now() + 1e7 }))`,
    )
    await signIn(page, 'admin')
  })
  afterAll(async () => {
    expect(visitor.faults).toEqual([])
    await visitor.context.close()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await failed(task.id)
  })
  const { shown, row, said, press, save, act, agree, seen, failed } = systemScreen(() => page, 'editors')

  const form = () => page.getByRole('dialog', { name: '新增定时任务' })
  const editor = () => page.getByRole('dialog', { name: 'Cron 表达式' })
  const field = () => form().getByLabel('Cron 表达式', { exact: true })
  const button = () => form().getByRole('button', { name: '选择Cron 表达式' })
  const is = (expression: string) =>
    expect.poll(() => editor().getByRole('textbox', { name: 'Cron 表达式' }).inputValue()).toBe(expression)
  const firstRun = () =>
    editor().getByRole('region', { name: '近十次运行（不含年）' }).getByRole('listitem').first().textContent()

  async function openForm() {
    await page.goto('/isystem/quartzJob')
    await press(/新\s*增/, shown())
    await field().waitFor()
  }

  it('by mouse, with every kind of mode, and saved with a job [cron-04, cron-05, cron-06, cron-07, cron-08, cron-09, cron-10, cron-11, cron-21]', async () => {
    await openForm()
    await button().click()
    let part = '秒'
    // The part in front; the others stay in the page.
    const panel = () => editor().getByRole('tabpanel', { name: part, exact: true })
    const tab = async (name: string) => {
      part = name
      await editor().getByRole('tab', { name, exact: true }).click()
    }
    const mode = (name: string) => panel().getByRole('radio', { name, exact: true }).check()
    const number = (name: string, value: string) => panel().getByRole('spinbutton', { name }).fill(value)
    const box = (name: string) => panel().getByRole('checkbox', { name, exact: true }).check()
    await is('* * * * * ? *')
    await mode('指定')
    await box('30')
    await is('0,30 * * * * ? *')
    await tab('分')
    await mode('区间')
    await number('分 结束', '10')
    await is('0,30 0-10 * * * ? *')
    // The words between the numbers are to be seen.
    const words = editor()
      .getByText(/^从.*到/)
      .filter({ visible: true })
    expect(await words.evaluate((one) => getComputedStyle(one).fontSize)).toBe('14px')
    await tab('时')
    await mode('循环')
    await number('时 间隔', '4')
    await is('0,30 0-10 0/4 * * ? *')
    await tab('周')
    await mode('指定')
    await box('周三')
    await is('0,30 0-10 0/4 ? * 1,4 *')
    await tab('日')
    await mode('每日')
    await is('0,30 0-10 0/4 * * ? *')
    await mode('工作日')
    await is('0,30 0-10 0/4 1W * ? *')
    await mode('不设置')
    await is('0,30 0-10 0/4 ? * * *')
    await mode('最后一日')
    await is('0,30 0-10 0/4 L * ? *')
    await expect.poll(firstRun).toMatch(/-(28|29|30|31) \d\d:0\d:\d0$/)
    await seen('schedule')
    const faults = await axeFaults(page)
    expect(faults, faults.join('\n')).toEqual([])
    await press(/^确\s*定$/, editor())
    await editor().waitFor({ state: 'hidden' })
    expect(await field().inputValue()).toBe('0,30 0-10 0/4 L * ? *')
    await form().getByLabel('任务类').click()
    await page.locator('.ant-select-item-option').filter({ visible: true }).first().click()
    await form().getByText('停止', { exact: true }).click()
    await form().getByLabel('描述').fill(MARK)
    await save()
    await said('添加成功')
    expect(await row(MARK).textContent()).toContain('0,30 0-10 0/4 L * ? *')
    await act(row(MARK), '删除')
    await agree()
    await row(MARK).waitFor({ state: 'hidden' })
  })

  it('by keyboard alone, through all seven tabs [cron-01]', async () => {
    await openForm()
    // A dialog that has come to rest takes the keyboard where nobody has it, which is so for a moment during Tab.
    await motionEnded(page)
    await field().focus()
    const { keyboard } = page
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document
        return `${activeElement?.getAttribute('role') ?? activeElement?.getAttribute('type')} ${activeElement?.textContent}`
      })
    const tabTo = async (wanted: RegExp) => {
      for (let presses = 0; presses < 30; presses += 1) {
        await keyboard.press('Tab')
        if (wanted.test(await focused())) return
      }
      throw new Error(`Tab does not lead to ${wanted} but to ${await focused()}`)
    }
    await tabTo(/^button/)
    await keyboard.press('Enter')
    await is('* * * * * ? *')
    await tabTo(/^tab .*秒$/)
    for (const name of ['分', '时', '日', '月', '周', '年']) {
      await keyboard.press('ArrowRight')
      await expect.poll(focused).toMatch(new RegExp(`^tab .*${name}$`))
      await keyboard.press('Enter')
      await editor().getByRole('tabpanel', { name }).waitFor()
    }
    // Round to the second, and on to the minute.
    for (const key of ['Home', 'ArrowRight', 'Enter']) await keyboard.press(key)
    await editor().getByRole('tabpanel', { name: '分' }).waitFor()
    await tabTo(/^radio/)
    await keyboard.press('ArrowDown')
    await is('0 0-59 * * * ? *')
    await keyboard.press('ArrowDown')
    await is('0 0/1 * * * ? *')
    await keyboard.press('ArrowDown')
    await is('0 0 * * * ? *')
    // The sixty minutes are one stop, with arrows through them.
    await tabTo(/^checkbox/)
    await keyboard.press('ArrowRight')
    await keyboard.press('Space')
    await is('0 0,1 * * * ? *')
    await tabTo(/^button 确\s*定/)
    await keyboard.press('Enter')
    await editor().waitFor({ state: 'hidden' })
    expect(await field().inputValue()).toBe('0 0,1 * * * ? *')
    await expect.poll(() => button().evaluate((one) => one === document.activeElement)).toBe(true)
    await press(/^取\s*消$/, form())
  })
})

/** What only the programs and styles of editors contain. */
const OF_EDITORS = ['ProseMirror-selectednode', 'cm-scroller', 'expo-editor-tools']

describe('texts are written in editors', () => {
  it('that come when they are needed, and take what an input method composes once [widget-15, widget-26]', async () => {
    const { page, context, faults } = await visit(browser)
    const loaded = new Set<string>()
    page.on('request', (request) => {
      if (/\.(js|css)$/.test(new URL(request.url()).pathname)) loaded.add(request.url())
    })
    const ofEditors = async () => {
      const texts = await Promise.all([...loaded].map(async (url) => (await context.request.get(url)).text()))
      return OF_EDITORS.filter((sign) => texts.some((text) => text.includes(sign)))
    }
    await signIn(page, 'admin', '/expo/ExpoList')
    await page
      .getByRole('button', { name: /新\s*增/ })
      .first()
      .click()
    await page.getByRole('dialog').getByLabel('展会名称').waitFor()
    expect(loaded.size).toBeGreaterThan(5)
    expect(await ofEditors()).toEqual([])

    await page.goto('/online/gallery')
    const example = (kind: string) => page.getByRole('region', { name: kind, exact: true })
    const devTools = await context.newCDPSession(page)
    for (const [kind, title] of [
      ['umeditor', '补充说明'],
      ['markdown', '备忘'],
      ['code', '样式'],
    ] as const) {
      await page.getByRole('searchbox').fill(kind)
      const text: Locator = example(kind).getByRole('textbox', { name: title })
      await text.click()
      for (const step of ['n', 'ni', 'nihao'])
        await devTools.send('Input.imeSetComposition', {
          text: step,
          selectionStart: step.length,
          selectionEnd: step.length,
        })
      await devTools.send('Input.insertText', { text: '你好' })
      await page.keyboard.type('!')
      const stored = kind === 'umeditor' ? '"<p>你好!</p>"' : '"你好!"'
      await example(kind).getByText(stored, { exact: true }).waitFor()
    }
    expect(await ofEditors()).toEqual(OF_EDITORS)
    expect(faults).toEqual([])
    await context.close()
  })

  it('that look as their texts are read, and are legible in the dark', async () => {
    const { page, context } = await visit(browser)
    await context.addInitScript(
      `localStorage.setItem('pro__SETTINGS', JSON.stringify({ value: { theme: 'dark' }, expire: Date.now() + 1e7 }))`,
    )
    await signIn(page, 'admin', '/online/gallery')
    const wanted = page.getByRole('searchbox')
    await wanted.fill('umeditor')
    const cell = page.locator('.ProseMirror td').first()
    expect(await cell.evaluate((one) => getComputedStyle(one).borderLeftWidth)).toBe('1px')
    const found: string[] = []
    for (const kind of ['markdown', 'code']) {
      await wanted.fill(kind)
      await page.locator('.cm-line [class*="tok-"]').first().waitFor()
      found.push(...(await axeFaults(page)))
    }
    expect(found, found.join('\n')).toEqual([])
    await context.close()
  })
})
