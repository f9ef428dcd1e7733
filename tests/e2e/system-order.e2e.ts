import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, signIn, type Visitor, visit } from './browser.ts'
import { systemScreen } from './system-screen.ts'

/** Names that nothing else in the shared installation has. */
const MARK = Date.now().toString(36)

describe('trees are put in order by hand', () => {
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

  const { shown, dialog, row, said, press, save, act, seen, failed } = systemScreen(() => page, 'order')
  const move = () => press(/^移\s*动$/, dialog())
  const asked = (question: string) => dialog().getByText(question).filter({ visible: true }).first().waitFor()

  const menu = () => page.locator('.ant-layout-sider .ant-menu-root')
  const group = (name: string) => menu().locator('.ant-menu-submenu-title', { hasText: name })
  /** Entries of this journey that stand open in the side menu. */
  const open = async () =>
    (await menu().locator('.ant-menu-item').filter({ visible: true, hasText: MARK }).allInnerTexts()).map(
      (one) => one.trim(),
    )

  it('entries are added below one at once, and groups stay open in the side menu when one is moved', async () => {
    await page.goto('/isystem/permission')
    await row('系统管理').waitFor()
    // Latin: a journey in English looks for Chinese in the same menu.
    const names = [`First${MARK}`, `Second${MARK}`] as const
    for (const name of names) {
      await press(/新\s*增/, shown())
      await dialog().getByText('一级菜单', { exact: true }).click()
      await dialog().getByLabel('名称', { exact: true }).fill(name)
      await dialog().getByLabel('菜单路径', { exact: true }).fill(`/${name}`)
      // Above the groups of the product, so that their places change when this one goes.
      await dialog().getByLabel('排序').fill('0')
      await save()
      await said('添加成功')
      await act(row(name), '批量添加下级')
      const batch = page.getByRole('dialog', { name: '批量添加下级' })
      const lines = batch.getByLabel(`“${name}”的下级菜单`)
      // The first line opens nothing: all of them stay to be mended.
      await lines.fill(`${name}-1，/${name}/1\n${name}-2，/${name}/2，shell/Welcome`)
      await press(/^保\s*存$/, batch)
      await batch.getByText('有错误的行，全部没有保存').waitFor()
      await seen('entries-refused')
      await lines.fill(`${name}-1，/${name}/1，shell/Welcome\n${name}-2，/${name}/2，shell/Welcome`)
      await press(/^保\s*存$/, batch)
      await said('已添加 2 个下级菜单')
      await group(name).click()
      await menu().getByText(`${name}-2`).waitFor()
    }
    const [first, second] = names
    await row(first).locator('.expo-row-drag').dragTo(row(second))
    await asked(`确定将“${first}”移到“${second}”下？`)
    await move()
    await said('移动成功')
    const others = [`${second}-1`, `${second}-2`]
    await expect.poll(open, { timeout: 60_000 }).toEqual([...others, `${first}-1`, `${first}-2`])
    // No other one opened in the place of those.
    expect(await menu().locator('.ant-menu-submenu-open').count()).toBe(3)
    await seen('menu-moved')
    await act(row(others[1] ?? ''), '上移')
    await said('移动成功')
    await expect.poll(open, { timeout: 60_000 }).toEqual([...others.toReversed(), `${first}-1`, `${first}-2`])
  })

  it('a department is dragged below another one', async () => {
    await page.goto('/isystem/depart')
    const node = (name: string) =>
      shown().locator('.ant-tree-node-content-wrapper', { hasText: name }).first()
    const [east, west] = [`东组${MARK}`, `西组${MARK}`] as const
    // It stays chosen.
    await node('会展中心').click()
    for (const name of [east, west]) {
      await press('添加下级', shown())
      await dialog().getByLabel('部门名称').fill(name)
      await save()
      await said('添加成功')
      await node(name).waitFor()
    }
    // To the right of where it was taken: below the other one, and not behind it.
    await node(west).dragTo(node(east), { sourcePosition: { x: 8, y: 12 }, targetPosition: { x: 70, y: 12 } })
    await asked(`确定将“${west}”移到“${east}”下？`)
    await seen('depart-dragged')
    await move()
    await said('移动成功')
    // Its code says where it stands.
    await node(west).click()
    const code = shown().getByText(/^A01A\d\dA01$/)
    await code.first().waitFor()
    await seen('depart-moved')
  })
})
