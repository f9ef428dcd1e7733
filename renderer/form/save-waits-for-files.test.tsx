import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { UploadedFile } from '#schemas/api/file.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, renderPage } from '#tests/helpers/render-page.tsx'
import { benchDocument, clientWith } from '#tests/helpers/widget-bench.tsx'
import { RequestError } from '../data/data-client.ts'

it('a save waits for a file that is under way, and is not made without one that failed', async () => {
  const ends: { done(): void; fail(): void }[] = []
  const saved: unknown[] = []
  const memory = createMemoryClient({
    documents: [benchDocument({ papers: { type: 'string', title: '资料', view: 'file' } })],
  })
  const client = clientWith(memory, {
    upload: (_form, _field, file) =>
      new Promise<UploadedFile>((resolve, reject) => {
        const { name, size, type } = file as File
        ends.push({
          done: () => resolve({ path: `t/${name}`, name, size, type, url: '/u' }),
          fail: () => reject(new RequestError('磁盘已满', 500)),
        })
      }),
    save: async (_form, row) => {
      saved.push(row.papers)
      return '1'
    },
  })
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  renderPage(client, 'bench')
  await waitFor(() => button('新增'))
  await user.click(button('新增'))
  const box = await screen.findByRole('dialog')
  const chooser = await within(box).findByLabelText('选择文件')
  const choose = (name: string) =>
    fireEvent.change(chooser, { target: { files: [new File(['x'], name, { type: 'text/plain' })] } })

  // Presses in quicker succession are one.
  const saveIsAsked = () =>
    waitFor(() => {
      fireEvent.keyDown(chooser, { key: 's', ctrlKey: true })
      expect(within(box).getByText('文件上传完成后自动保存')).toBeTruthy()
    })

  choose('a.txt')
  await waitFor(() => expect(ends).toHaveLength(1))
  await saveIsAsked()
  ends[0]?.fail()
  await waitFor(() => expect(within(box).queryByText('文件上传完成后自动保存')).toBeNull())
  expect(saved).toEqual([])
  await user.click(await waitFor(() => button('重试')))
  await waitFor(() => expect(ends).toHaveLength(2))
  await saveIsAsked()
  expect(saved).toEqual([])
  ends[1]?.done()
  await waitFor(() => expect(saved).toEqual(['t/a.txt']))
})
