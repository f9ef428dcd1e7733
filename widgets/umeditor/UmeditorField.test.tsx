import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Editor } from '@tiptap/core'
import { expect, it } from 'vitest'
import { DetailView } from '#renderer/form/DetailView.tsx'
import { type DataClient, RequestError } from '#renderer/index.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { renderWith, testServices } from '#tests/helpers/render-page.tsx'
import { benchDocument, clientWith, renderFields } from '#tests/helpers/widget-bench.tsx'
import { umeditor } from './index.ts'

const content: Record<string, Property> = {
  content: { type: 'string', title: '介绍', view: 'umeditor' },
}

async function editor(): Promise<Editor> {
  const text = await screen.findByRole<HTMLElement & { editor: Editor }>('textbox', { name: '介绍' })
  return text.editor
}
const tools = () => within(screen.getByRole('toolbar', { name: '介绍的工具' }))

it('is 300 px high, stores HTML, and nothing as null; what is not touched stays as it was [widget-15, editor-04]', async () => {
  const stored = '<p style="text-align:center">一</p>\r\n<div>二</div>'
  const { store } = renderFields(content, { content: stored })
  const rich = await editor()
  expect(
    document.querySelector<HTMLElement>('.expo-editor')?.style.getPropertyValue('--expo-editor-height'),
  ).toBe('300px')
  expect(store.row().content).toBe(stored)
  rich.commands.setContent('<p>三</p>', { emitUpdate: true })
  expect(store.row().content).toBe('<p>三</p>')
  store.set('content', '<p>来自别处</p>')
  await waitFor(() => expect(rich.getText()).toBe('来自别处'))
  rich.commands.clearContent(true)
  expect(store.row().content).toBeNull()
})

it('sets bold, sizes, colours and tables, and undoes them', async () => {
  const { store, user } = renderFields(content, { content: '<p>入场</p>' })
  const rich = await editor()
  rich.commands.selectAll()
  await user.click(tools().getByRole('button', { name: '加粗' }))
  expect(store.row().content).toBe('<p><strong>入场</strong></p>')
  expect(tools().getByRole('button', { name: '加粗' }).getAttribute('aria-pressed')).toBe('true')
  await user.click(tools().getByRole('button', { name: '字号' }))
  await user.click(await screen.findByRole('menuitem', { name: '24px' }))
  await user.click(tools().getByRole('button', { name: '文字颜色' }))
  await user.click(await screen.findByRole('menuitem', { name: '红色' }))
  const span = new DOMParser().parseFromString(String(store.row().content), 'text/html').querySelector('span')
  expect([span?.style.fontSize, span?.style.color]).toEqual(['24px', 'rgb(207, 19, 34)'])
  await user.click(tools().getByRole('button', { name: '撤销' }))
  expect(store.row().content).not.toContain('color')
  rich.commands.focus('end')
  await user.click(tools().getByRole('button', { name: '表格' }))
  await user.click(await screen.findByRole('menuitem', { name: '插入表格' }))
  expect(rich.view.dom.querySelectorAll('td, th')).toHaveLength(9)
})

const png = (name = '平面图.png') => new File(['png'], name, { type: 'image/png' })
const inline = `<img src="data:image/png;base64,${btoa('png')}" alt="平面图.png">`

/** Draws the field over a server that answers uploads, and chooses pictures for it. */
async function withUploads(upload?: DataClient['upload'], row: Row = {}) {
  const client = clientWith(createMemoryClient({ documents: [] }), upload ? { upload } : {})
  const { store } = renderFields(content, row, client)
  await editor()
  const chooser = document.querySelector<HTMLInputElement>('input[type="file"][name="file"]')
  if (!chooser) throw new Error('no chooser')
  return { store, choose: (...files: File[]) => fireEvent.change(chooser, { target: { files } }) }
}
const answer = (path: string) => async (_form: string, _field: string, file: Blob) => ({
  path,
  name: (file as File).name,
  size: file.size,
  type: file.type,
  url: path === 'local' ? '' : `/jeecg-boot/sys/common/static/${path}?until=9&sign=s`,
})

it('takes a picture into the text where nothing else keeps it, and refuses another file [editor-10, err-16]', async () => {
  const { store, choose } = await withUploads()
  choose(new File(['x'], 'a.txt', { type: 'text/plain' }))
  expect(await screen.findByText('请上传图片')).toBeTruthy()
  choose(png())
  await waitFor(() => expect(store.row().content).toContain(inline))
})

it('holds the picture itself where the server says local [editor-08]', async () => {
  const { store, choose } = await withUploads(answer('local'))
  choose(png())
  await waitFor(() => expect(store.row().content).toContain(inline))
})

it('keeps the address of an uploaded picture without its signature, and shows it by the signed one [editor-09]', async () => {
  const { store, choose } = await withUploads(answer('temp/a.png'))
  choose(png())
  await waitFor(() =>
    expect(store.row().content).toContain(
      '<img src="/jeecg-boot/sys/common/static/temp/a.png" alt="平面图.png">',
    ),
  )
  expect((await editor()).view.dom.querySelector('img')?.getAttribute('src')).toBe(
    '/jeecg-boot/sys/common/static/temp/a.png?until=9&sign=s',
  )
})

it('goes on with the next picture where one is refused, and says why [err-17]', async () => {
  let calls = 0
  const { store, choose } = await withUploads(async (form, field, file) => {
    calls += 1
    if (calls === 1) throw new RequestError('磁盘已满', 500)
    return answer('temp/b.png')(form, field, file)
  })
  choose(png('甲.png'), png('乙.png'))
  expect(await screen.findByText('甲.png 上传失败.磁盘已满')).toBeTruthy()
  await waitFor(() => expect(store.row().content).toContain('temp/b.png" alt="乙.png"'))
})

it('is read with the pictures of its record', async () => {
  const url = '/jeecg-boot/sys/common/static/temp/c.png?until=9&sign=s'
  const row = {
    content: '<p><img src="/jeecg-boot/sys/common/static/temp/c.png" alt="图"></p>',
    _files: { 'temp/c.png': { name: '图.png', size: 1, type: 'image/png', url } },
  } as unknown as Row
  const form = compileForm(benchDocument(content))
  renderWith(testServices(createMemoryClient({ documents: [] })), <DetailView form={form} row={row} />)
  await waitFor(() => expect(document.querySelector('dd img')?.getAttribute('src')).toBe(url))
})

it('reads as one line of words in a list', () => {
  expect(umeditor.display?.('<h2>标题</h2><p><b>重点</b></p>', {}, null)).toBe('标题 重点')
  expect(umeditor.display?.('<p><img src="/a.png" alt="图"></p>', {}, null)).toBe('【图片】')
})
