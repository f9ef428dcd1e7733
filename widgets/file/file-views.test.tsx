import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { clientWith, renderFields } from '#tests/helpers/widget-bench.tsx'

const row = {
  papers: 't/a.pdf,t/b.zip',
  _files: {
    't/a.pdf': { name: '合同.pdf', size: 1, type: 'application/pdf', url: '/u/a', preview: '/look?url=a' },
    't/b.zip': { name: '包.zip', size: 1, type: 'application/zip', url: '/u/b' },
  },
  _zips: { papers: '/zip?field=papers' },
}

function setUp(options: object = {}) {
  const papers = { type: 'string', title: '合同', view: 'file', options } as Property
  const client = clientWith(createMemoryClient({ documents: [] }), {})
  return renderFields({ papers }, row as never, client)
}

it('offers a look at what the server can show, and all files at once [widget-10]', async () => {
  const { user } = setUp()
  await user.click(await screen.findByRole('button', { name: '预览 合同.pdf' }))
  const frame = within(await screen.findByRole('dialog')).getByTitle('合同.pdf')
  expect(frame.getAttribute('src')).toBe('/look?url=a&lang=zh-CN')
  expect(screen.queryByRole('button', { name: '预览 包.zip' })).toBeNull()
  expect(screen.getByRole('link', { name: '全部下载' }).getAttribute('href')).toBe('/zip?field=papers')
})

it('offers no download at all where its document says so [perm-19]', async () => {
  setUp({ allowDownload: false })
  expect(await screen.findByRole('button', { name: '预览 合同.pdf' })).toBeTruthy()
  expect(screen.queryAllByRole('link')).toEqual([])
})
