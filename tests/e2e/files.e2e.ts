import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createTestApp, TEST_PASSWORDS, type TestApp } from '#tests/helpers/app.ts'
import { formDocument } from '#tests/helpers/form-bench.ts'
import { PDF, PNG } from '#tests/helpers/sent-files.ts'
import { axeFaults } from './axe-faults.ts'
import { DESKTOP, launchBrowser, MOBILE, type Visitor, visit } from './browser.ts'
import { systemScreen } from './system-screen.ts'

/** How many pictures are chosen at once, and how large they are: one takes almost a minute on the slow line. */
const COUNT = 12
const BYTES = 300_000
const SLOW = 6_000

// An application of its own, with a form that has files: none of the product's own has pictures and files.
let browser: Browser
let test: TestApp
let own: Visitor
let page: Page
let dataDir: string

beforeAll(async () => {
  browser = await launchBrowser()
  dataDir = mkdtempSync(join(tmpdir(), 'files-'))
  const documents = mkdtempSync(join(tmpdir(), 'documents-'))
  mkdirSync(join(documents, 'x'))
  const files = { type: 'string' as const, maxLength: 2000 }
  const form = formDocument('atlas', {
    name: { type: 'string', title: '名称' },
    photos: { ...files, title: '照片', view: 'image' },
    papers: { ...files, title: '资料', view: 'file' },
  })
  writeFileSync(join(documents, 'x', 'atlas.form.json'), JSON.stringify(form))
  test = await createTestApp({
    dirs: ['schemas/pages', documents],
    webFolder: join(process.cwd(), 'dist/web'),
    env: { DATA_DIR: dataDir },
  })
  const address = await test.app.server.listen({ port: 0, host: '127.0.0.1' })
  own = await visit(browser, DESKTOP, address)
  page = own.page
  await page.goto(`/user/login?redirect=${encodeURIComponent('/online/cgformList/atlas')}`)
  await page.getByPlaceholder('请输入用户名').fill('admin')
  await page.getByPlaceholder('请输入密码').fill(TEST_PASSWORDS.admin)
  await page.getByRole('button', { name: /^登\s*录$/ }).click()
  await page.waitForURL('**/online/cgformList/atlas')
})
afterAll(async () => {
  expect(own.faults).toEqual([])
  await browser.close()
  await test.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const { shown, press, said, row, act, agree, seen, failed } = systemScreen(() => page, 'files')
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await failed(task.id)
})

const form = () => page.getByRole('dialog', { name: /atlas/ })
const part = (title: string) => form().getByRole('region', { name: title, exact: true })
const kept = (title: string) => part(title).getByRole('button', { name: /^删除 / })
const names = async (title: string) =>
  (await kept(title).evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label')))).map(
    (name) => name?.replace('删除 ', ''),
  )
const numbers = Array.from({ length: COUNT }, (_, at) => `展位照片${at + 1}.png`)

/** A picture of some size, and of its own content: what follows the end of one is not looked at. */
const picture = (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.concat([PNG, Buffer.from(name), Buffer.alloc(BYTES, 7)]),
})

/** Files of a desk, let go over a part of the form. */
async function drop(over: Locator, files: readonly { name: string; type: string; text: string }[]) {
  const dataTransfer = await page.evaluateHandle((all) => {
    const transfer = new DataTransfer()
    for (const { name, type, text } of all) transfer.items.add(new File([text], name, { type }))
    return transfer
  }, files)
  await over.dispatchEvent('drop', { dataTransfer })
}

it('over a slow line files say how far they are, one is taken back, a refused one is offered again [upload-02, upload-05, upload-06, upload-07, upload-11, upload-12]', async () => {
  await press(/新\s*增/, shown())
  await form().getByLabel('名称').fill('Atlas')
  const devTools = await own.context.newCDPSession(page)
  const line = (uploadThroughput: number) =>
    devTools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await devTools.send('Network.enable')
  await line(SLOW)
  await part('照片').getByLabel('选择文件').setInputFiles(numbers.map(picture))
  const arriving = part('照片').getByRole('listitem', { name: /^上传中/ })
  await expect.poll(() => arriving.count()).toBe(COUNT)
  expect(await arriving.first().textContent()).toContain('展位照片1...')
  await expect.poll(() => arriving.first().getAttribute('aria-label')).toMatch(/^上传中\([1-9]\d?%\)$/)
  await seen('arriving')
  // The one under way: the next goes out.
  await part('照片').getByRole('button', { name: '取消 展位照片1.png' }).click()
  await expect.poll(() => arriving.count()).toBe(COUNT - 1)
  await line(-1)
  await expect.poll(() => names('照片')).toEqual(numbers.slice(1))

  // No picture at all, and one that only says so.
  await drop(part('照片'), [{ name: 'a.txt', type: 'text/plain', text: 'words' }])
  await said('请上传图片')
  await drop(part('照片'), [{ name: '假照片.png', type: 'image/png', text: 'no picture' }])
  const refused = page.getByRole('dialog', { name: '文件上传失败' }).filter({ visible: true })
  for (const answer of [/^重\s*试$/, /^取\s*消$/]) {
    await refused.getByText('假照片.png 上传失败.文件内容与扩展名不符，不能上传').waitFor()
    expect(await names('照片')).toEqual(numbers.slice(1))
    // Tried again it is refused again, by a dialog that may be there before this one is gone.
    const asked = await refused.elementHandle()
    await press(answer, refused)
    await asked?.waitForElementState('hidden')
  }
  expect(await refused.count()).toBe(0)
  await drop(part('资料'), [{ name: '参展合同.pdf', type: 'application/pdf', text: PDF.toString() }])
  await expect.poll(() => names('资料')).toEqual(['参展合同.pdf'])
})

it('pictures are put in order, saved, and stand so when the record is opened again [upload-03, upload-14, upload-15]', async () => {
  await part('照片').getByRole('button', { name: '前移 展位照片2.png' }).click()
  await said('未知的操作')
  await part('照片').getByRole('button', { name: '后移 展位照片12.png' }).click()
  await said('已到最后~')
  await part('照片').getByRole('button', { name: '后移 展位照片2.png' }).click()
  const order = ['展位照片3.png', '展位照片2.png', ...numbers.slice(3)]
  await expect.poll(() => names('照片')).toEqual(order)
  await press(/^保\s*存$/, form())
  await said('添加成功')
  // More than a row has room for are counted.
  await row('Atlas').getByText('+5').waitFor()
  for (const viewport of [MOBILE, DESKTOP]) {
    await page.setViewportSize(viewport)
    await seen(`list-${viewport.width}`)
  }
  await row('Atlas').getByRole('button', { name: '编辑' }).click()
  await expect.poll(() => names('照片')).toEqual(order)
  await seen('form')
})

it('a file is stored under the name with which it came', async () => {
  for (const [title, name, bytes] of [
    ['照片', '展位照片3.png', picture('展位照片3.png').buffer],
    ['资料', '参展合同.pdf', PDF],
  ] as const) {
    const link = part(title).getByRole('link', { name: `下载 ${name}` })
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toBe(name)
    expect(readFileSync(await download.path()).equals(bytes)).toBe(true)
  }
})

it('a picture is looked at large, turned, and left for the next', async () => {
  await part('照片').getByRole('button', { name: '展位照片3.png', exact: true }).click()
  const look = page.getByRole('dialog', { name: '图片预览' })
  const shownPicture = (name: string) => look.getByRole('img', { name, exact: true })
  const turned = () => look.locator('.ant-image-preview-img').evaluate((image) => image.style.transform)
  await shownPicture('展位照片3.png').waitFor()
  await look.getByRole('button', { name: '放大' }).click()
  await expect.poll(turned).toContain('scale3d(1.5, 1.5, 1)')
  await look.getByRole('button', { name: '向右旋转' }).click()
  await expect.poll(turned).toContain('rotate(90deg)')
  await seen('preview')
  const faults = await axeFaults(page)
  expect(faults, faults.join('\n')).toEqual([])
  await page.keyboard.press('ArrowRight')
  await shownPicture('展位照片2.png').waitFor()
  await look.getByText('2 / 11').waitFor()
  expect(await turned()).toContain('rotate(0deg)')
  await page.keyboard.press('Escape')
  await look.waitFor({ state: 'hidden' })
  await press(/^取\s*消$/, form())
  await act(row('Atlas'), '删除')
  await agree()
  await row('Atlas').waitFor({ state: 'hidden' })
})
