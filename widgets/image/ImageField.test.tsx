import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { RequestError } from '#renderer/index.ts'
import type { Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { clientWith, renderFields } from '#tests/helpers/widget-bench.tsx'

const photos = (options: object = {}, view = 'image'): Record<string, Property> => ({
  photos: { type: 'string', title: '照片', view, options } as Property,
})
const png = (name: string) => new File(['png'], name, { type: 'image/png' })

async function setUp(options: object = {}, row: Record<string, unknown> = {}, view = 'image') {
  const asked: [string, string, string][] = []
  const refused: Error[] = []
  const client = clientWith(createMemoryClient({ documents: [] }), {
    async upload(form, field, file) {
      const { name } = file as File
      asked.push([form, field, name])
      const error = refused.shift()
      if (error) throw error
      return { path: `temp/${name}`, name, size: file.size, type: file.type, url: `/files/${name}` }
    },
  })
  const { store, user } = renderFields(photos(options, view), row, client)
  const chooser = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('input[type="file"]')
    if (!found) throw new Error('not drawn')
    return found
  })
  const choose = (...files: File[]) => fireEvent.change(chooser, { target: { files } })
  return { store, user, choose, asked, refused }
}

it('keeps several pictures as paths joined by commas, the last N of them, names at five characters [widget-11, upload-03, upload-08, upload-09, upload-11]', async () => {
  const { store, choose, asked } = await setUp({ uploadnum: 2 })
  choose(png('a.png'), png('展位平面图二.png'), png('c.png'))
  await waitFor(() => expect(store.row().photos).toBe('temp/展位平面图二.png,temp/c.png'))
  expect(asked[0]).toEqual(['bench', 'photos', 'a.png'])
  expect((await screen.findByTitle('展位平面图二.png')).textContent).toBe('展位平面图...')
})

it('refuses what is no picture [upload-12, err-16]', async () => {
  const { store, choose, asked } = await setUp()
  choose(new File(['x'], 'a.txt', { type: 'text/plain' }))
  expect(await screen.findByText('请上传图片')).toBeTruthy()
  expect([asked, store.row().photos ?? null]).toEqual([[], null])
})

it('asks for a file where a picture is chosen for files only [upload-13]', async () => {
  const { store, choose } = await setUp({ only: 'file' }, {}, 'file')
  choose(png('a.png'), new File(['x'], 'b.txt', { type: 'text/plain' }))
  expect(await screen.findByText('请上传文件')).toBeTruthy()
  await waitFor(() => expect(store.row().photos).toBe('temp/b.txt'))
})

it('drops a file that failed from the list, says so in a dialog, and sends it again [upload-07, err-17, err-34]', async () => {
  const { store, user, choose, refused } = await setUp()
  refused.push(new RequestError('磁盘已满', 500))
  choose(png('a.png'))
  expect(await screen.findByText(/a\.png 上传失败\.磁盘已满/)).toBeTruthy()
  expect(document.querySelectorAll('.expo-files-item')).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: /重\s*试/ }))
  await waitFor(() => expect(store.row().photos).toBe('temp/a.png'))
})

it('is put in order, with a word at both ends [upload-14, upload-15]', async () => {
  const { store, user } = await setUp({}, { photos: 't/a.png,t/b.png' })
  await user.click(screen.getByRole('button', { name: '前移 a.png' }))
  expect(await screen.findByText('未知的操作')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '后移 b.png' }))
  expect(await screen.findByText('已到最后~')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '后移 a.png' }))
  expect(store.row().photos).toBe('t/b.png,t/a.png')
})

it('is looked at large under its name, one after the other as they stand now', async () => {
  const files = Object.fromEntries(
    ['a', 'b'].map((name) => [
      `t/${name}.png`,
      { name: `${name}.png`, size: 1, type: 'image/png', url: `/files/${name}` },
    ]),
  )
  const { user } = await setUp({}, { photos: 't/a.png,t/b.png', _files: files as never })
  await user.click(await screen.findByRole('button', { name: '后移 a.png' }))
  await user.click(screen.getByRole('button', { name: 'b.png' }))
  const look = within(await screen.findByRole('dialog', { name: '图片预览' }))
  expect(look.getByRole('img', { name: 'b.png' }).getAttribute('src')).toBe('/files/b')
  expect(look.getByText('1 / 2')).toBeTruthy()
  await user.click(look.getByRole('button', { name: 'right' }))
  expect((await look.findByRole('img', { name: 'a.png' })).getAttribute('src')).toBe('/files/a')
  for (const name of ['上下翻转', '左右翻转', '向左旋转', '向右旋转', '缩小', '放大', '关闭'])
    expect(look.getByRole('button', { name })).toBeTruthy()
})

it('offers neither removal nor download where its document says so [perm-18, perm-19]', async () => {
  const files = { 't/a.png': { name: 'a.png', size: 1, type: 'image/png', url: '/files/a.png' } }
  await setUp({ allowDownload: false, allowRemove: false }, { photos: 't/a.png', _files: files })
  expect(await screen.findByTitle('a.png')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '下载 a.png' })).toBeNull()
  expect(screen.queryByRole('button', { name: '删除 a.png' })).toBeNull()
})
