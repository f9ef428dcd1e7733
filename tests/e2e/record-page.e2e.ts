import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, TEST_PASSWORDS, type TestApp, type TestUser } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'
import { fileForm, PDF } from '#tests/helpers/sent-files.ts'
import { axeFaults } from './axe-faults.ts'
import { DESKTOP, launchBrowser, MOBILE, type Visitor, visit } from './browser.ts'
import { systemScreen } from './system-screen.ts'

const LIST = '/expo/Stalls'
const FORM = '/online/cgform/api/form/stalls'
const text = { type: 'string' } as const
const DOCUMENTS = {
  'stalls.form.json': formDocument(
    'stalls',
    {
      name: { ...text, title: 'Name' },
      note: { ...text, title: 'Note' },
      plan: { ...text, title: 'Plan', view: 'file' },
    },
    {
      title: 'Stalls',
      list: { columns: ['name', 'note'], query: [{ field: 'name', mode: 'like' }], sort: 'name' },
      subTables: [{ code: 'stall_part', foreignKey: 'stall_id', relation: 'many', title: 'Parts' }],
    },
  ),
  'stall_part.form.json': formDocument('stall_part', { stall_id: text, part: { ...text, title: 'Part' } }),
  'stalls.menu.json': {
    kind: 'menu',
    id: 'stalls',
    title: 'Stalls',
    path: LIST,
    form: 'stalls',
    actions: ['add', 'edit', 'delete'],
  },
}

// An application of its own: bells and logs hold what is done here alone.
let browser: Browser
let test: TestApp
let address: string
let staffName: string
const folders: string[] = []
const ids: string[] = []

beforeAll(async () => {
  browser = await launchBrowser()
  const [dataDir = '', documents = ''] = ['pages-', 'documents-'].map((name) => {
    const folder = mkdtempSync(join(tmpdir(), name))
    folders.push(folder)
    return folder
  })
  for (const [name, content] of Object.entries(DOCUMENTS))
    writeFileSync(join(documents, name), JSON.stringify(content))
  test = await createTestApp({
    dirs: ['schemas/pages', documents],
    webFolder: join(process.cwd(), 'dist/web'),
    env: { DATA_DIR: dataDir },
  })
  await test.database.connections.writePool.query(
    `insert into platform.sys_role_permission (id, role_id, permission_id)
     select gen_random_uuid()::text, r.id, p.id from platform.sys_role r, platform.sys_permission p
     where r.role_code = 'staff' and p.id = 'stalls' on conflict do nothing`,
  )
  await test.app.sessions.rightsChanged()
  const named = await test.database.connections.readPool.query(
    "select realname from platform.sys_user where username = 'staff'",
  )
  staffName = named.rows[0].realname
  const token = await test.signIn('admin')
  const done = async (method: 'POST' | 'PUT', row: object) => {
    const { body } = await test.call(token, method, FORM, row)
    expect(body).toMatchObject({ success: true })
    return body.result as string
  }
  for (let at = 1; at <= 12; at += 1) {
    const { payload, headers } = fileForm(`plan-${at}.pdf`, PDF)
    const plan = (await test.call(token, 'POST', '/sys/common/upload', payload, { headers })).body.message
    const name = `Stall ${String(at).padStart(2, '0')}`
    const id = await done('POST', { name, note: 'Old', plan, stall_part: [{ part: 'Table' }] })
    ids.push(id)
    const { stall_part, _version } = (await test.call(token, 'GET', `${FORM}/${id}`)).body.result
    await done('PUT', { id, note: 'New', _version, stall_part: [{ ...stall_part[0], part: 'Lamp' }] })
  }
  await done('POST', { name: 'Other' })
  address = await test.app.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await browser.close()
  await test.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function enter({ page }: Visitor, user: TestUser, path: string): Promise<void> {
  await page.goto(`/user/login?redirect=${encodeURIComponent(path)}`)
  await page.getByPlaceholder('请输入用户名').fill(user)
  await page.getByPlaceholder('请输入密码').fill(TEST_PASSWORDS[user])
  await page.getByRole('button', { name: /^登\s*录$/ }).click()
  await page.waitForURL((url) => url.pathname === path.split('?')[0])
}

const heading = (page: Page, name: string) =>
  page.locator('.expo-record-title', { hasText: name }).filter({ visible: true }).waitFor()
const query = (page: Page) => new URL(page.url()).searchParams

it.each([
  { name: 'wide', size: DESKTOP, at: 3 },
  { name: 'phone', size: MOBILE, at: 5 },
])(
  'from a list with a query to the page of a record, its neighbours, a mention, its versions, and back: $name',
  async ({ name, size, at }) => {
    const own = await visit(browser, size, address)
    const colleague = await visit(browser, size, address)
    const { page } = own
    const { press, seen, failed, shown, dialog, said, agree } = systemScreen(
      () => page,
      `record-page-${name}`,
    )
    const titleOf = (nth: number) => `Stall ${String(nth).padStart(2, '0')}`
    /** The page of the record; its list is kept below it. */
    const record = () => page.locator('.expo-record-page').filter({ visible: true })
    const tab = (words: string) => record().getByRole('tab', { name: words, exact: true }).click()
    try {
      await enter(colleague, 'staff', LIST)
      await enter(own, 'admin', `${LIST}?q_name=Stall`)
      await shown()
        .getByRole('button', { name: titleOf(at), exact: true })
        .click()
      await press('在页面中打开', dialog())
      await heading(page, titleOf(at))
      await record().getByText(`第 ${at} 条，共 12 条`).waitFor()
      await press('下一条', record())
      await heading(page, titleOf(at + 1))
      expect([query(page).get('q_name'), query(page).get('record')]).toEqual(['Stall', ids[at]])
      await press('上一条', record())
      await heading(page, titleOf(at))
      await record().getByText(`第 ${at} 条，共 12 条`).waitFor()
      await record().getByText('New', { exact: true }).waitFor()
      await seen('fields')
      await tab('Parts')
      await record().getByText('Lamp', { exact: true }).waitFor()
      await tab('附件')
      await record().getByText(`plan-${at}.pdf`).first().waitFor()
      await seen('files')
      expect(await axeFaults(page)).toEqual([])

      await tab('评论')
      const box = record().getByRole('textbox', { name: '评论内容' })
      await box.pressSequentially(`@${staffName}`)
      await page.locator('.ant-mentions-dropdown-menu-item', { hasText: '(staff)' }).click()
      await box.pressSequentially(`please look at ${name}`)
      await press('发表评论', record())
      await said('评论成功！')
      await record().locator('.expo-comments').getByText(`please look at ${name}`).waitFor()
      await seen('comments')
      expect(await axeFaults(page)).toEqual([])

      const { page: other } = colleague
      // The bell counts it without being asked.
      await other.getByRole('button', { name: /^通知，[1-9]\d* 条未读$/ }).click()
      await other.getByRole('tab', { name: /^系统消息/ }).click()
      await other.getByText('在评论中提到了您').first().click()
      await heading(other, titleOf(at))
      expect([new URL(other.url()).pathname, query(other).get('record')]).toEqual([LIST, ids[at - 1]])

      await tab('数据日志')
      await record().getByRole('button', { name: '恢复此字段：Note' }).click()
      // It says what stands there now and what will.
      const question = page.getByRole('tooltip', { name: /恢复“Note”？/ })
      await question.locator('ins').getByText('Old', { exact: true }).waitFor()
      await press(/^恢\s*复$/, question)
      await said('恢复成功！')
      await seen('life')
      expect(await axeFaults(page)).toEqual([])
      await tab('基本信息')
      await record().getByText('Old', { exact: true }).waitFor()
      await tab('Parts')
      await record().getByText('Lamp', { exact: true }).waitFor()
      await tab('数据日志')
      await record().getByRole('button', { name: '恢复此版本' }).last().click()
      await agree()
      await tab('Parts')
      await record().getByText('Table', { exact: true }).waitFor()

      await press('返回列表', shown())
      // As it was restored, where it stands among the others.
      const line = shown()
        .locator('.ant-table-row, article')
        .filter({ has: page.getByRole('button', { name: titleOf(at), exact: true }) })
      await line.getByText('Old', { exact: true }).waitFor()
      expect([query(page).get('q_name'), query(page).get('record')]).toEqual(['Stall', null])
      expect(await shown().getByText('Other', { exact: true }).count()).toBe(0)
      await seen('list')
      expect([own.faults, colleague.faults]).toEqual([[], []])
    } catch (error) {
      await failed(name)
      throw error
    } finally {
      await own.context.close()
      await colleague.context.close()
    }
  },
)
