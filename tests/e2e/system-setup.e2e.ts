import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, launchBrowser, motionEnded, screenshot, signIn, type Visitor, visit } from './browser.ts'
import { systemScreen } from './system-screen.ts'

const PASSWORD = 'Piaowu-2026-ok'
/** Names that nothing else in the shared installation has. */
const MARK = Date.now().toString(36)

describe('a new administrator sets the system up on its screens', () => {
  let browser: Browser
  let visitor: Visitor
  let page: Page
  beforeAll(async () => {
    browser = await launchBrowser()
    visitor = await visit(browser)
    page = visitor.page
    await signIn(page, 'admin')
  })
  afterAll(async () => {
    expect(visitor.faults).toEqual([])
    await browser.close()
  })

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await failed(task.id)
  })

  const { shown, dialog, row, said, press, save, act, agree, seen, failed } = systemScreen(
    () => page,
    'setup',
  )
  const openPage = async (path: string) => {
    await page.goto(path)
    await page
      .locator('.page-host .ant-table, .page-host .ant-tree')
      .filter({ visible: true })
      .first()
      .waitFor()
  }
  const add = async () => {
    await press(/新\s*增/, shown())
    await dialog().locator('input').first().waitFor()
  }
  /** Chooses by the words that the control shows. */
  const choose = async (label: string, option: string) => {
    const control = dialog().getByLabel(label, { exact: true })
    await control.click()
    await control.pressSequentially(option)
    await page.locator('.ant-select-dropdown').filter({ visible: true }).getByText(option).first().click()
    await page.keyboard.press('Tab')
  }
  const chooseDepart = async (label: string, name: string) => {
    await press(`选择${label}`)
    const picker = page.getByRole('dialog', { name: '选择部门' })
    await picker
      .locator('.ant-tree-treenode', { hasText: name })
      .locator('.ant-tree-node-content-wrapper')
      .click()
    await press(/^确\s*定$/, picker)
    await picker.waitFor({ state: 'hidden' })
  }
  const query = async (label: string, value: string) => {
    await page.getByRole('form', { name: '查询条件' }).getByLabel(label, { exact: true }).fill(value)
    await press(/查\s*询/)
  }

  it('adds a department below another, and none below itself', async () => {
    await openPage('/isystem/depart')
    const node = (name: string) => page.locator('.ant-tree-node-content-wrapper', { hasText: name }).first()
    await node('会展中心').click()
    await press('添加下级')
    await dialog().getByLabel('部门名称').fill(`票务部${MARK}`)
    await seen('depart-form')
    await save()
    await said('添加成功')
    await node(`票务部${MARK}`).click()
    await page
      .getByText(/^A01A\d\d$/)
      .first()
      .waitFor()
    await press(/编\s*辑/)
    await chooseDepart('上级部门', `票务部${MARK}`)
    await press(/^保\s*存$/)
    await page
      .getByText(/不能.*(自身|自己|本部门)|下级/)
      .first()
      .waitFor()
    await seen('depart-below-itself')
  })

  it('the guide says that departments are there, and leads to the roles', async () => {
    // The answer says whether the header has the hint; before, what stands beside it still moves.
    await Promise.all([page.waitForResponse(/\/sys\/guide\b/), page.goto('/expo/ExpoList')])
    await motionEnded(page)
    await page.locator('.user-button').click()
    await motionEnded(page)
    await page.getByRole('menuitem', { name: '使用向导' }).click()
    const guide = page.getByRole('dialog', { name: '使用向导' })
    await guide.locator('.ant-steps-item-finish', { hasText: '组织结构' }).waitFor()
    await seen('guide')
    await guide.getByRole('button', { name: '打开角色管理' }).first().click()
    await page.waitForURL('**/isystem/role')
    await guide.waitFor({ state: 'hidden' })
  })

  it('adds a role, whose code is used once', async () => {
    await openPage('/isystem/role')
    for (const [name, text] of [
      [`票务员${MARK}`, '添加成功'],
      ['另一个', '已存在'],
    ] as const) {
      await add()
      await dialog().getByLabel('角色名称').fill(name)
      await dialog().getByLabel('角色编码').fill(`ticket_${MARK}`)
      await save()
      await page.getByText(new RegExp(text)).first().waitFor()
    }
    await seen('role-twice')
  })

  it('grants the role two pages', async () => {
    await openPage('/isystem/role')
    await query('角色编码', `ticket_${MARK}`)
    await act(row(`票务员${MARK}`), '授权')
    const tree = dialog().getByRole('region', { name: '菜单与按钮' })
    await tree.getByLabel('搜索菜单或按钮').fill('参展商')
    await tree
      .locator('.ant-tree-treenode', { hasText: '参展商' })
      .first()
      .locator('.ant-tree-checkbox')
      .click()
    await seen('grants')
    await save()
    await said('授权已保存')
  })

  it('adds a colleague with department and role, who is in the role then', async () => {
    await openPage('/isystem/user')
    await add()
    await dialog().getByLabel('用户账号').fill(`piao${MARK}`)
    await dialog().getByLabel('用户姓名').fill('周票务')
    await dialog().getByLabel('登录密码').fill(PASSWORD)
    await choose('角色', `票务员${MARK}`)
    await chooseDepart('所属部门', `票务部${MARK}`)
    await seen('user-form')
    await save()
    await said('添加成功')
    await openPage('/isystem/role')
    await query('角色编码', `ticket_${MARK}`)
    await act(row(`票务员${MARK}`), '用户')
    await dialog().locator('.ant-table-row', { hasText: '周票务' }).waitFor()
    await seen('role-users')
    await page.keyboard.press('Escape')
  })

  it('the colleague signs in and has exactly that', async () => {
    const colleague = await visit(browser)
    try {
      await colleague.page.goto('/user/login')
      await colleague.page.getByPlaceholder(/用户名|账号/).fill(`piao${MARK}`)
      await colleague.page.getByPlaceholder(/密码/).fill(PASSWORD)
      await colleague.page.getByRole('button', { name: /登\s*录/ }).click()
      // A password that the administrator gave is changed before anything else.
      await screenshot(colleague.page, 'setup-must-change')
      for (const [label, value] of [
        ['旧密码', PASSWORD],
        ['新密码', `${PASSWORD}!`],
        ['确认新密码', `${PASSWORD}!`],
      ] as const)
        await colleague.page.getByLabel(label, { exact: true }).fill(value)
      await colleague.page.getByRole('button', { name: /^确\s*定$/ }).click()
      // The home page of the system was not granted: a greeting stands in its place.
      await colleague.page.getByText('请从左侧菜单选择要使用的功能。').waitFor()
      await colleague.page.getByRole('menuitem', { name: '展会管理' }).click()
      await colleague.page.getByRole('menuitem', { name: '参展商' }).waitFor()
      await motionEnded(colleague.page)
      await screenshot(colleague.page, 'setup-colleague')
      const menu = colleague.page.locator('.ant-layout-sider .ant-menu-root')
      const words = (entries: Locator) => entries.allInnerTexts().then((all) => all.map((one) => one.trim()))
      expect(await words(menu.locator('.ant-menu-submenu-title'))).toEqual(['展会管理'])
      expect(await words(menu.locator('.ant-menu-sub .ant-menu-item:visible'))).toEqual(['参展商'])
    } finally {
      await colleague.context.close()
    }
  })

  it('an entry of a dictionary gets a colour, and is drawn in it where it is listed and chosen', async () => {
    await openPage('/isystem/dict')
    await query('字典名称', '展会状态')
    await row('expo_status').click()
    await row('招展中').getByText('编辑').click()
    await dialog().getByLabel('颜色', { exact: true }).fill('purple')
    await save()
    await said('修改成功')
    await seen('dict-color')
    await openPage('/expo/ExpoList')
    await shown().locator('.ant-tag-purple', { hasText: '招展中' }).first().waitFor()
    await page.getByRole('form', { name: '查询条件' }).getByLabel('状态', { exact: true }).click()
    const choices = page.locator('.ant-select-dropdown').filter({ visible: true })
    await choices.locator('.ant-tag-purple', { hasText: '招展中' }).click()
    await page.getByRole('form', { name: '查询条件' }).locator('.ant-tag-purple').waitFor()
    await seen('dict-color-list')
    await act(row('招展中'), '详情')
    await dialog().locator('.ant-tag-purple').waitFor()
    await press('全屏', dialog())
    // To the last line of the window.
    await expect.poll(async () => (await dialog().boundingBox())?.height).toBe(DESKTOP.height)
    await seen('details-full')
    await page.keyboard.press('Escape')
  })

  it('a dictionary goes to the bin and comes back with its items', async () => {
    await openPage('/isystem/dict')
    await add()
    await dialog().getByLabel('字典名称').fill(`票种${MARK}`)
    await dialog().getByLabel('字典编码').fill(`ticket_kind_${MARK}`)
    await save()
    await said('添加成功')
    await query('字典名称', `票种${MARK}`)
    await row(`票种${MARK}`).click()
    await seen('dict')
    await act(row(`票种${MARK}`), '删除')
    await agree()
    await said('删除成功')
    await press('回收站')
    const line = dialog().locator('.ant-table-row', { hasText: `票种${MARK}` })
    await line.getByRole('button', { name: '还原' }).click()
    await line.waitFor({ state: 'detached' })
    await seen('dict-bin')
    await page.keyboard.press('Escape')
    await row(`票种${MARK}`).waitFor()
  })

  it('a check rule is tried where it is made', async () => {
    await openPage('/isystem/checkRule')
    await add()
    await dialog().getByLabel('规则名称').fill(`票号${MARK}`)
    await dialog().getByLabel('规则编码').fill(`ticket_no_${MARK}`)
    await save()
    await said('添加成功')
    await act(row(`票号${MARK}`), '测试')
    for (const [value, verdict] of [
      ['票', '不符合规则'],
      ['A1', '校验通过'],
    ] as const) {
      await dialog().getByPlaceholder('请输入要检查的值').fill(value)
      await press(/测\s*试/, dialog())
      await dialog().getByText(verdict).waitFor()
    }
    await seen('check-rule-test')
    await page.keyboard.press('Escape')
  })

  it('a schedule that never comes is refused where it is typed', async () => {
    await openPage('/isystem/quartzJob')
    await add()
    await choose('任务类', '示例')
    await dialog().getByRole('textbox', { name: 'Cron 表达式' }).fill('0 0 0 30 2 ?')
    await save()
    await dialog().getByText('该表达式没有下一次运行时间').waitFor()
    await seen('cron')
    await press(/取\s*消/, dialog())
  })

  it('a menu path that another page has is refused where it is typed, with its name', async () => {
    await openPage('/isystem/permission')
    await add()
    await dialog().getByText('一级菜单', { exact: true }).click()
    await dialog().getByLabel('名称', { exact: true }).fill(`票务${MARK}`)
    await dialog().getByLabel('菜单路径', { exact: true }).fill('/isystem/role')
    await save()
    await dialog().getByText('菜单路径已被“角色管理”使用').waitFor()
    expect(await dialog().getByLabel('名称', { exact: true }).inputValue()).toBe(`票务${MARK}`)
    await seen('menu-path-twice')
    await press(/取\s*消/, dialog())
    await press('放弃修改')
  })

  it('a message template names the variable that its example lacks', async () => {
    await openPage('/modules/message/sysMessageTemplateList')
    await add()
    await dialog().getByLabel('模板编码').fill(`ticket_${MARK}`)
    await dialog().getByLabel('模板标题').fill('取票通知')
    // biome-ignore lint/suspicious/noTemplateCurlyInString: variables of a template are written so
    await dialog().getByLabel('模板内容').fill('${name}，请于${day}取票')
    await dialog().getByLabel('测试数据').fill('{"name":"张三"}')
    await save()
    await dialog().getByText(/day/).last().waitFor()
    await dialog().locator('[data-field="templateContent"][data-invalid]').waitFor()
    expect(await dialog().getByLabel('模板标题').inputValue()).toBe('取票通知')
    await seen('template-variables')
  })
})
