import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  launchBrowser,
  MOBILE,
  motionEnded,
  overflows,
  screenshot,
  signIn,
  type Visitor,
  visit,
} from './browser.ts'

/** A code that nothing else in the shared installation has. */
const CODE = `moved_${Date.now().toString(36)}`
const PACKAGE = {
  format: 'expo-configuration',
  version: 1,
  parts: { dicts: [{ code: CODE, title: '迁移字典', items: [{ value: 'a', text: '甲', order: 1 }] }] },
}

describe('a configuration moves on its screen', () => {
  let browser: Browser
  let visitor: Visitor
  let page: Page
  const folder = mkdtempSync(join(tmpdir(), 'expo-config-'))
  const fileOf = (name: string, content: string) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  beforeAll(async () => {
    browser = await launchBrowser()
    visitor = await visit(browser)
    page = visitor.page
    await signIn(page, 'admin')
    await page.goto('/isystem/configuration')
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await browser.close()
  })
  const press = (name: RegExp) => page.getByRole('button', { name }).filter({ visible: true }).first().click()
  const open = async (path: string) => {
    await page.getByRole('tab', { name: '导入' }).click()
    await page.locator('input[type=file]').setInputFiles(path)
  }

  it('refuses what is no package, and says why', async () => {
    await open(fileOf('broken.json', '{'))
    await page.getByText('文件不是有效的 JSON，无法读取').waitFor()
    await open(fileOf('other.json', '{"name":"x"}'))
    await page.getByText(/这不是配置包/).waitFor()
  })

  it('shows what differs, takes it in, and then differs in nothing', async () => {
    const file = fileOf('package.json', JSON.stringify(PACKAGE))
    await open(file)
    await page
      .getByRole('row', { name: new RegExp(CODE) })
      .getByText('新增')
      .waitFor()
    await press(/导入所选（1）/)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /导\s*入/ })
      .click()
    await page.getByText('导入成功').waitFor()
    await open(file)
    await page.getByText('配置包与本系统没有差异。').waitFor()
    await page.setViewportSize(MOBILE)
    await motionEnded(page)
    expect(await overflows(page)).toBe(false)
    await screenshot(page, 'config-same')
  })

  it('exports what was chosen as the file that was taken in', async () => {
    await page.getByRole('tab', { name: '导出' }).click()
    await page.getByLabel('搜索编码或名称').fill(CODE)
    await page.keyboard.press('Enter')
    const node = page.locator('.ant-tree-treenode', { hasText: CODE })
    await node.locator('.ant-tree-checkbox').click()
    const [download] = await Promise.all([page.waitForEvent('download'), press(/导出所选/)])
    const made: unknown = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(made).toEqual(PACKAGE)
  })
})
