import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { FormDocument } from '#schemas/page/form.ts'
import { chineseAmount } from '#schemas/rules/chinese-figures.ts'
import { createTestApp, TEST_PASSWORDS, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'
import { DESKTOP, launchBrowser, type Visitor, visit } from './browser.ts'
import { bare, pdfTexts } from './pdf-texts.ts'
import { systemScreen } from './system-screen.ts'

const [ORDERS, FOUND, ITEMS] = [120, 80, 137]
const TOTAL = '9453.55'

const text = (title: string) => ({ type: 'string' as const, title })
const price = { type: 'number' as const, title: 'Price' }

const orders: FormDocument = formDocument(
  'orders',
  { name: text('Name'), city: text('City'), price },
  {
    title: 'Orders',
    list: {
      columns: ['name', 'city', { field: 'price', total: 'sum' }],
      query: [{ field: 'name', mode: 'like' }],
      sort: 'name',
    },
    subTables: [{ code: 'orders_item', foreignKey: 'orders_id', relation: 'many' }],
    prints: [
      {
        code: 'slip',
        title: '送货单',
        kind: 'record',
        header: { left: '#{name}', center: '#{sys_title}' },
        footer: { right: '第 #{sys_page} 页，共 #{sys_pages} 页' },
        blocks: [
          { fields: ['name', 'city'] },
          { rows: 'orders_item', title: 'Goods', columns: ['good', { field: 'price', total: 'sum' }] },
          { text: '大写金额：#{price:amount}' },
        ],
      },
    ],
  },
)
const items = formDocument('orders_item', { orders_id: text('Order'), good: text('Good'), price })

let browser: Browser
let test: TestApp
let own: Visitor
let page: Page
let folder: string

beforeAll(async () => {
  browser = await launchBrowser()
  folder = mkdtempSync(join(tmpdir(), 'print-'))
  const documents = join(folder, 'documents', 'x')
  mkdirSync(documents, { recursive: true })
  for (const document of [orders, items])
    writeFileSync(join(documents, `${document.code}.form.json`), JSON.stringify(document))
  test = await createTestApp({
    dirs: ['schemas/pages', join(folder, 'documents')],
    webFolder: join(process.cwd(), 'dist/web'),
    env: { DATA_DIR: join(folder, 'data') },
  })
  const sql = (statement: string) => test.database.connections.writePool.query(statement)
  await sql(`insert into data.orders (id, _tenant, _version, name, city, price)
    select 'o' || n, 1, 1, (case when n <= ${FOUND} then 'Near ' else 'Far ' end) || lpad(n::text, 3, '0'), 'City',
      case when n = 1 then ${TOTAL} else 1 end
    from generate_series(1, ${ORDERS}) n`)
  await sql(`insert into data.orders_item (id, _tenant, _version, orders_id, good, price)
    select 'i' || lpad(n::text, 3, '0'), 1, 1, 'o1', 'Good' || lpad(n::text, 3, '0') || '.', case when n = 1 then 0.55 else n end
    from generate_series(1, ${ITEMS}) n`)
  const address = await test.app.server.listen({ port: 0, host: '127.0.0.1' })
  own = await visit(browser, DESKTOP, address)
  page = own.page
  await page.goto(`/user/login?redirect=${encodeURIComponent('/online/cgformList/orders')}`)
  await page.getByPlaceholder('请输入用户名').fill('admin')
  await page.getByPlaceholder('请输入密码').fill(TEST_PASSWORDS.admin)
  await page.getByRole('button', { name: /^登\s*录$/ }).click()
  await page.waitForURL('**/online/cgformList/orders')
})
afterAll(async () => {
  expect(own.faults).toEqual([])
  await browser.close()
  await test.close()
  rmSync(folder, { recursive: true, force: true })
})

const { act, dialog, press, row, seen, shown, failed } = systemScreen(() => page, 'print')
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await failed(task.id)
})

async function find(name: string) {
  const field = shown().getByPlaceholder(/Name/).first()
  await field.fill(name)
  await field.press('Enter')
}
/** The pages of the preview, once they are made, as they are printed. */
async function printed(): Promise<string[]> {
  await dialog().locator('.expo-print-page').first().waitFor()
  await dialog().locator('.ant-modal-footer .ant-btn-primary:enabled').waitFor()
  return pdfTexts(page)
}
/** Which of the texts each page tells, in order. */
const told = (pages: readonly string[], pattern: RegExp) => pages.map((one) => one.match(pattern) ?? [])

it('a record with 137 sub rows is printed on four pages with header, numbers and headings, its totals on the last [C13]', async () => {
  await find('Near 001')
  await expect.poll(() => shown().locator('.ant-table-row').count()).toBe(1)
  await act(row('Near 001'), '打印')
  const pages = await printed()
  await seen('record')
  expect(pages).toHaveLength(4)
  for (const [at, one] of pages.entries()) {
    expect(one).toContain(bare('Near 001 送货单'))
    expect(one).toContain(bare(`第 ${at + 1} 页，共 4 页`))
    expect(one).toContain(bare('序号 Good Price'))
  }
  const goods = told(pages, /Good\d{3}\./g)
  expect(goods.flat()).toEqual(
    Array.from({ length: ITEMS }, (_, at) => `Good${String(at + 1).padStart(3, '0')}.`),
  )
  // Rows stay whole: each page but the last is full of them.
  expect(new Set(goods.slice(1, -1).map(({ length }) => length)).size).toBe(1)
  const totals = [`合计 ${(ITEMS * (ITEMS + 1)) / 2 - 0.45}`, `大写金额：${chineseAmount(TOTAL)}`].map(bare)
  for (const total of totals)
    expect(pages.map((one) => one.includes(total))).toEqual([false, false, false, true])
  await press(/取\s*消/, dialog())
})

it('a list is printed with all rows that its query finds, and nothing of the screen [C13]', async () => {
  await find('Near')
  await shown().getByText(`共${FOUND}条`).waitFor()
  expect(await shown().locator('.ant-table-row').count()).toBeLessThan(FOUND)
  await press('打印', shown())
  const pages = await printed()
  await seen('list')
  expect(pages.length).toBeGreaterThan(1)
  for (const [at, one] of pages.entries()) {
    expect(one).toContain(bare('序号 Name City Price'))
    expect(one).toContain(bare(`第 ${at + 1} 页，共 ${pages.length} 页`))
    expect(one).not.toMatch(/取消|打印预览|纵向|新增|查询|操作|Far/)
  }
  expect(told(pages, /Near\d{3}/g).flat()).toEqual(
    Array.from({ length: FOUND }, (_, at) => `Near${String(at + 1).padStart(3, '0')}`),
  )
  expect(pages.map((one) => one.includes('合计'))).toEqual([...pages.slice(1).map(() => false), true])
  await press(/取\s*消/, dialog())
})
