import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readXlsx } from 'hucre/xlsx'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Cell } from '#server/modules/spreadsheet/sheet.ts'
import { xlsxOf } from '#server/modules/spreadsheet/xlsx.ts'
import { createTestApp, TEST_PASSWORDS, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'
import { axeFaults } from './axe-faults.ts'
import { DESKTOP, launchBrowser, MOBILE, type Visitor, visit } from './browser.ts'
import { systemScreen } from './system-screen.ts'

const HEADINGS = ['Name', 'Code', 'Gender', 'Phone', 'Size', 'Owner', 'Remark']
const MENDED = ['5 sex', '12 phone', '42 code']
const FIELDS = ['name', 'code', 'sex', 'phone', 'size', 'owner']

// An application of its own, with a form that a file can be wrong about in every way.
let browser: Browser
let test: TestApp
let own: Visitor
let page: Page
let dataDir: string

beforeAll(async () => {
  browser = await launchBrowser()
  dataDir = mkdtempSync(join(tmpdir(), 'imports-'))
  const documents = mkdtempSync(join(tmpdir(), 'documents-'))
  mkdirSync(join(documents, 'x'))
  const form = formDocument(
    'guests',
    {
      name: { type: 'string', title: 'Name', maxLength: 20 },
      code: { type: 'string', title: 'Code', unique: true },
      sex: { type: 'string', title: 'Gender', view: 'list', dict: 'sex' },
      phone: { type: 'string', title: 'Phone', pattern: '^1\\d{10}$' },
      size: { type: 'integer', title: 'Size', minimum: 0 },
      owner: { type: 'string', title: 'Owner', view: 'sel_user' },
    },
    { title: 'Guests' },
  )
  form.schema.required = ['name']
  writeFileSync(join(documents, 'x', 'guests.form.json'), JSON.stringify(form))
  test = await createTestApp({
    dirs: ['schemas/pages', documents],
    webFolder: join(process.cwd(), 'dist/web'),
    env: { DATA_DIR: dataDir },
  })
  const address = await test.app.server.listen({ port: 0, host: '127.0.0.1' })
  own = await visit(browser, DESKTOP, address)
  page = own.page
  await page.goto(`/user/login?redirect=${encodeURIComponent('/online/cgformList/guests')}`)
  await page.getByPlaceholder('请输入用户名').fill('admin')
  await page.getByPlaceholder('请输入密码').fill(TEST_PASSWORDS.admin)
  await page.getByRole('button', { name: /^登\s*录$/ }).click()
  await page.waitForURL('**/online/cgformList/guests')
})
afterAll(async () => {
  expect(own.faults).toEqual([])
  await browser.close()
  await test.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const { press, seen, failed } = systemScreen(() => page, 'import-workbench')
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await failed(task.id)
})

const bench = () => page.getByRole('dialog', { name: /Guests/ })
const wrongCells = () => bench().locator('td.data-grid-error')
const stored = async () => {
  const { rows } = await test.database.connections.writePool.query(
    'select count(*)::int as n from data.guests',
  )
  return rows[0].n as number
}

/** 500 rows of which 17 are wrong, each in one cell. */
function lines() {
  const rows = Array.from({ length: 500 }, (_, at): Cell[] => [
    ...[`n${at}`, `C${at}`, at % 2 ? '男' : '女', `1380000${1000 + at}`, at, 'staff', 'r'],
  ])
  const spoil: [row: number, field: string, value: Cell][] = [
    ...[3, 50, 120, 121].map((row): [number, string, Cell] => [row, 'sex', '男男']),
    ...[10, 11, 200].map((row): [number, string, Cell] => [row, 'phone', '12345']),
    ...[20, 300].map((row): [number, string, Cell] => [row, 'name', null]),
    ...[40, 41].map((row): [number, string, Cell] => [row, 'code', 'C1']),
    [60, 'owner', 'nobody'],
    [70, 'size', -1],
    [80, 'size', 'x'],
    [90, 'code', '#N/A'],
    [400, 'name', 'too long'.repeat(4)],
    [499, 'sex', '未知'],
  ]
  for (const [row, field, value] of spoil) {
    const line = rows[row]
    if (line) line[FIELDS.indexOf(field)] = value
  }
  // Lines as spreadsheets count them, the headings in the first.
  return { rows, wrong: spoil.map(([row, field]) => `${row + 2} ${field}`) }
}

/** `line field` of the cells that are marked. */
const markedCells = () =>
  wrongCells().evaluateAll(
    (cells, fields) =>
      cells.map((cell) => {
        const row = cell.parentElement as HTMLTableRowElement
        const headers = row.querySelectorAll('th').length
        return `${row.querySelector('th')?.textContent} ${fields[(cell as HTMLTableCellElement).cellIndex - headers]}`
      }),
    FIELDS,
  )
const cell = (line: number, field: string) =>
  bench()
    .locator('.ht_master tbody tr')
    .filter({ has: page.locator('th', { hasText: new RegExp(`^${line}$`) }) })
    .locator('td')
    .nth(FIELDS.indexOf(field))

/** The button says how many rows would be taken in. */
const takes = (count: number) =>
  bench()
    .getByRole('button', { name: `导入 ${count} 行`, exact: true })
    .waitFor()
async function type(line: number, field: string, text: string) {
  await cell(line, field).click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}
async function openBench(onPhone = false) {
  if (onPhone) {
    // There is room for few buttons; the others stand in a menu.
    await press('更多操作')
    await page.getByRole('menuitem', { name: '导入', exact: true }).click()
  } else await press('导入')
  await press(/导入工作台/, page.getByRole('dialog'))
  await bench().waitFor()
}

it('of 500 rows 17 are red, 3 are mended, 486 saved, 14 handed back, and all is taken back [call-87] [import-05]', async () => {
  const { rows, wrong } = lines()
  const file = await buffer(xlsxOf([{ name: 's', columns: [], rows: [HEADINGS, ...rows] }]))
  await openBench()
  await bench().locator('input[type=file]').setInputFiles({ name: 'guests.xlsx', mimeType: '', buffer: file })
  const judge = bench().getByRole('button', { name: '校验 500 行' })
  await judge.waitFor()
  await seen('matched')
  await judge.click()
  await expect.poll(markedCells).toHaveLength(17)
  expect((await markedCells()).sort()).toEqual(wrong.sort())
  await seen('checked')

  // One by what it may have meant, two by hand.
  await cell(5, 'sex').click()
  await bench().getByRole('button', { name: '将Gender改为 男' }).click()
  await takes(486 - 2)
  await type(12, 'phone', '13900000000')
  await takes(486 - 1)
  await type(42, 'code', 'C1000')
  await takes(486)
  expect((await markedCells()).sort()).toEqual(wrong.filter((one) => !MENDED.includes(one)))
  await seen('mended')
  expect(await axeFaults(page)).toEqual([])

  // Whoever leaves finds it again as it was, also on a telephone.
  await page.reload()
  await page.setViewportSize(MOBILE)
  await openBench(true)
  await seen('waiting-mobile')
  await press('继续导入 guests.xlsx', bench())
  await takes(486)
  await cell(13, 'phone').click()
  await bench().getByText('第 13 行：').waitFor()
  await seen('mended-mobile')
  await page.setViewportSize(DESKTOP)
  expect(await stored()).toBe(0)

  await press('导入 486 行', bench())
  await bench().getByText('导入完成：新增 486 行，更新 0 行').waitFor()
  expect(await stored()).toBe(486)
  await seen('done')
  const [download] = await Promise.all([page.waitForEvent('download'), press('下载有问题的行', bench())])
  expect(download.suggestedFilename()).toBe('guests-导入错误.xlsx')
  const [sheet] = (await readXlsx(new Uint8Array(readFileSync(await download.path())))).sheets
  expect(sheet?.rows).toHaveLength(15)

  await press('撤销本次导入', bench())
  await bench().getByText('已撤销本次导入').waitFor()
  expect(await stored()).toBe(0)
})
