import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createTestApp, TEST_PASSWORDS, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'
import { axeFaults } from './axe-faults.ts'
import { DESKTOP, launchBrowser, MOBILE, type Visitor, visit } from './browser.ts'
import { systemScreen } from './system-screen.ts'

const LIST = '/online/cgformList/guests'

// An application of its own: nobody else changes what is counted.
let browser: Browser
let test: TestApp
let own: Visitor
let page: Page
let token: string
let dataDir: string

beforeAll(async () => {
  browser = await launchBrowser()
  dataDir = mkdtempSync(join(tmpdir(), 'queries-'))
  const documents = mkdtempSync(join(tmpdir(), 'documents-'))
  mkdirSync(join(documents, 'x'))
  const form = formDocument(
    'guests',
    {
      name: { type: 'string', title: 'Name' },
      city: { type: 'string', title: 'City' },
    },
    { title: 'Guests', list: { columns: ['name', 'city'], query: ['name', 'city'] } },
  )
  writeFileSync(join(documents, 'x', 'guests.form.json'), JSON.stringify(form))
  test = await createTestApp({
    dirs: ['schemas/pages', documents],
    webFolder: join(process.cwd(), 'dist/web'),
    env: { DATA_DIR: dataDir },
  })
  // Nobody is told of what he did himself: somebody else adds the records.
  const admin = await test.signIn('admin')
  const sql = test.database.connections.writePool
  const { rows } = await sql.query(
    "select id from platform.sys_role where role_code = 'admin' and tenant_id = 1",
  )
  const password = 'Guest-writer-1'
  const user = { username: 'writer', realname: 'Writer', password, workNo: 'W1', selectedroles: rows[0].id }
  await test.call(admin, 'POST', '/sys/user/add', user)
  await sql.query("update platform.sys_user set must_change_password = false where username = 'writer'")
  token = await test.signIn('writer', password)
  for (const city of ['Bonn', 'Bonn', 'Oslo']) await add(city)
  const address = await test.app.server.listen({ port: 0, host: '127.0.0.1' })
  own = await visit(browser, DESKTOP, address)
  page = own.page
  await page.goto(`/user/login?redirect=${encodeURIComponent(LIST)}`)
  await page.getByPlaceholder('请输入用户名').fill('admin')
  await page.getByPlaceholder('请输入密码').fill(TEST_PASSWORDS.admin)
  await page.getByRole('button', { name: /^登\s*录$/ }).click()
  await page.waitForURL(`**${LIST}`)
})
afterAll(async () => {
  expect(own.faults).toEqual([])
  await browser.close()
  await test.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const { press, seen, failed, shown, dialog, said } = systemScreen(() => page, 'query-places')
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await failed(task.id)
})

const add = (city: string) =>
  test.call(token, 'POST', '/online/cgform/api/form/guests', { name: `Guest of ${city}`, city })
const rows = () => shown().locator('.ant-table-row')
const hasRows = (count: number) => expect.poll(() => rows().count()).toBe(count)
const tab = (words: string) => shown().getByRole('tab', { name: words, exact: true })
const card = () => page.getByRole('navigation', { name: '首页查询' }).getByRole('link')
async function openMessages() {
  await page.getByRole('button', { name: /^通知，\d+ 条未读$/ }).click()
  await page.getByRole('tab', { name: /^系统消息/ }).click()
}

it('a query that is saved once stands with the same count above its list, at home, behind its address, in its file and in its news', async () => {
  await hasRows(3)
  await shown().getByRole('textbox', { name: 'City' }).fill('Bonn')
  await page.keyboard.press('Enter')
  await hasRows(2)
  await press('保存的查询', shown())
  await page.getByRole('menuitem', { name: '保存当前查询…' }).click()
  await dialog().getByLabel('名称').fill('Of Bonn')
  await dialog().getByLabel('显示在我的首页').check()
  await dialog().getByLabel('订阅：有记录进入时通知我').check()
  await seen('save')
  expect(await axeFaults(page)).toEqual([])
  await press(/^确\s*定$/, dialog())
  // Above the list.
  await tab('Of Bonn 2').waitFor()
  await page.waitForURL(/\?view=/)
  const address = page.url()

  // In its file.
  await press('保存的查询', shown())
  await page.getByRole('menuitem', { name: '导出“Of Bonn”' }).click()
  const [download] = await Promise.all([page.waitForEvent('download'), press(/^导\s*出$/, dialog())])
  const [sheet] = (await readXlsx(new Uint8Array(readFileSync(await download.path())))).sheets
  // Below its title and headings.
  expect(sheet?.rows.slice(2).map((row) => row[1])).toEqual(['City', 'Bonn', 'Bonn'])

  // A record enters it: one message, which leads to the list.
  await add('Oslo')
  await add('Bonn')
  await openMessages()
  await expect
    .poll(() => page.getByText(/条记录进入“Of Bonn”/).allTextContents())
    .toEqual(['1 条记录进入“Of Bonn”'])
  await seen('message')
  await page.goto('/')

  // At home.
  await card().waitFor()
  expect(await card().textContent()).toBe('GuestsOf Bonn3')
  await seen('home')
  expect(await axeFaults(page)).toEqual([])
  await page.setViewportSize(MOBILE)
  await seen('home-phone')
  await page.setViewportSize(DESKTOP)
  await openMessages()
  await page.getByText('1 条记录进入“Of Bonn”').click()
  await page.waitForURL(address)
  await hasRows(3)
  await tab('Of Bonn 3').waitFor()

  // Behind its address, and behind that of one that is gone.
  await page.goto(address)
  await hasRows(3)
  await press('保存的查询', shown())
  await page.getByRole('menuitem', { name: '管理查询' }).click()
  await page.getByRole('button', { name: '删除保存的查询：Of Bonn' }).waitFor()
  await seen('manage')
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: '删除保存的查询：Of Bonn' }).click()
  await page.locator('.ant-popover').filter({ visible: true }).getByRole('button').last().click()
  await said('删除成功')
  await page.goto(address)
  await shown().getByText('链接中的查询不存在').waitFor()
  await hasRows(5)
  await seen('gone')
  await page.goto('/')
  await rows().first().waitFor()
  expect(await card().count()).toBe(0)
})
