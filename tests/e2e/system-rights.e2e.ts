import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, TEST_PASSWORDS, type TestApp, type TestUser } from '#tests/helpers/app.ts'
import { DESKTOP, launchBrowser, motionEnded, screenshot, type Visitor, visit } from './browser.ts'

const FORM = 'expo_exhibition'
const LIST = '/expo/ExpoExhibitionList'

// An application of its own: what a role may do changes here, under somebody who is at work.
describe('rights change under somebody who is at work', () => {
  let browser: Browser
  let test: TestApp
  let address: string
  let admin: Visitor
  let member: Visitor
  beforeAll(async () => {
    browser = await launchBrowser()
    test = await createTestApp({ webFolder: join(process.cwd(), 'dist/web') })
    address = await test.app.server.listen({ port: 0, host: '127.0.0.1' })
    await giveFee()
    admin = await signedIn('admin', '/isystem/role')
    member = await signedIn('staff', LIST)
  })
  afterAll(async () => {
    expect([...admin.faults, ...member.faults]).toEqual([])
    await browser.close()
    await test.close()
  })

  /** The role sees every exhibitor with its fee, which its document puts under control. */
  async function giveFee(): Promise<void> {
    const token = await test.signIn('admin')
    const { rows } = await test.database.connections.writePool.query(
      "select id from platform.sys_role where role_code = 'staff' and tenant_id = 1",
    )
    const roleId = rows[0]?.id
    const held = (await test.call(token, 'GET', `/sys/role/formGrants/${FORM}/${roleId}`)).body.result.granted
    const body = {
      roleId,
      form: FORM,
      last: held,
      granted: [...new Set([...held, 'visible:fee', 'row:all'])],
    }
    expect((await test.call(token, 'POST', '/sys/role/formGrants', body)).body).toMatchObject({
      success: true,
    })
  }

  async function signedIn(user: TestUser, path: string): Promise<Visitor> {
    const visitor = await visit(browser, DESKTOP, address)
    const { page } = visitor
    await page.goto(`/user/login?redirect=${encodeURIComponent(path)}`)
    await page.getByPlaceholder('请输入用户名').fill(user)
    await page.getByPlaceholder('请输入密码').fill(TEST_PASSWORDS[user])
    await page.getByRole('button', { name: /^登\s*录$/ }).click()
    await page.locator('.ant-table-row').first().waitFor()
    return visitor
  }

  const shown = (page: Page) => page.locator('.page-host').filter({ visible: true })
  const act = async (page: Page, line: Locator, action: string) => {
    await line.getByText('更多').click()
    await page
      .locator('.ant-dropdown')
      .filter({ visible: true })
      .getByRole('menuitem', { name: action, exact: true })
      .click()
  }
  /** Opens what the role may do with exhibitors. */
  const openGrants = async () => {
    const { page } = admin
    await page.goto('/isystem/role')
    await act(page, shown(page).locator('.ant-table-row', { hasText: 'staff' }).first(), '授权')
    const panel = page.getByRole('dialog').filter({ visible: true })
    await panel.getByLabel('搜索菜单或按钮').fill('参展商')
    const entry = panel.locator('.ant-tree-treenode').filter({ hasText: '参展商' }).first()
    await entry.waitFor()
    return { page, panel, entry }
  }
  /** Takes the newest change of rights back from its line of the log. */
  const takeBack = async () => {
    const { page } = admin
    await page.goto('/isystem/log')
    // A line that cannot be taken back has two actions only, and no menu.
    const line = shown(page)
      .locator('.ant-table-row')
      .filter({ has: page.getByText('更多', { exact: true }) })
      .first()
    await line.waitFor()
    await act(page, line, '撤销')
    const question = page.locator('.ant-popover').filter({ visible: true })
    await question.getByText('将权限恢复到此操作之前的状态').waitFor()
    await motionEnded(page)
    await screenshot(page, 'rights-undo')
    await question
      .getByRole('button', { name: /确\s*定|撤\s*销/ })
      .last()
      .click()
    await page.locator('.ant-message-notice', { hasText: '已撤销' }).first().waitFor()
  }
  const fee = () => shown(member.page).getByRole('columnheader', { name: '参展费用' }).first()

  it('a column goes from list and open form, what was typed elsewhere is saved, and the log gives it back', async () => {
    const { page } = member
    await fee().waitFor()
    await shown(page).locator('.ant-table-row').first().getByRole('button', { name: '编辑' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('参展费用').waitFor()
    await form.getByLabel('企业简介').fill('授权改变之前填写的简介')

    const { page: screen, panel, entry } = await openGrants()
    await entry.locator('.ant-tree-node-content-wrapper').click()
    await panel.getByRole('group', { name: '可见字段' }).getByLabel('参展费用').uncheck()
    await panel.getByRole('button', { name: '保存可见字段' }).click()
    await screen.getByText('可见字段已保存').first().waitFor()

    await form.getByLabel('参展费用').waitFor({ state: 'detached' })
    await fee().waitFor({ state: 'detached' })
    await motionEnded(page)
    await screenshot(page, 'rights-column-gone')
    expect(await form.getByLabel('企业简介').inputValue()).toBe('授权改变之前填写的简介')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await page.getByText('修改成功！').waitFor()

    await takeBack()
    await fee().waitFor()
  })

  it('a button goes from the list that is open, and the log gives it back', async () => {
    const { page } = member
    const edit = () => shown(page).getByRole('button', { name: '编辑' }).first()
    await edit().waitFor()
    const { page: screen, panel, entry } = await openGrants()
    if ((await entry.locator('.ant-tree-switcher_open').count()) === 0)
      await entry.locator('.ant-tree-switcher').click()
    await panel
      .locator('.ant-tree-treenode')
      .filter({ has: screen.getByText('编辑', { exact: true }) })
      .first()
      .locator('.ant-tree-checkbox')
      .click()
    await panel.getByRole('button', { name: /^保\s*存$/ }).click()
    await screen.getByText('授权已保存').first().waitFor()
    await edit().waitFor({ state: 'detached' })
    await takeBack()
    await edit().waitFor()
  })
})
