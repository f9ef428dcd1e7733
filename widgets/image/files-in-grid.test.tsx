import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { RequestError } from '#renderer/index.ts'
import { FormCodeContext } from '#renderer/widget/files/form-code.ts'
import { WidgetControl } from '#renderer/widget/WidgetControl.tsx'
import type { UploadedFile } from '#schemas/api/file.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { renderWith, testServices } from '#tests/helpers/render-page.tsx'
import { benchDocument, clientWith } from '#tests/helpers/widget-bench.tsx'
import { image } from './index.ts'

const form = compileForm(benchDocument({ photos: { type: 'string', title: '照片', view: 'image' } }))
const png = (name: string) => new File(['png'], name, { type: 'image/png' })

/** The control over a cell, in a row that keeps what comes of it. */
function Cell({ first, onKept }: { first: string | null; onKept(stored: string | null): void }) {
  const [value, setValue] = useState(first)
  const [field] = form.fields
  return field ? (
    <WidgetControl
      surface="cell"
      fallback={() => null}
      id="cell"
      field={field}
      value={value}
      row={{ photos: value }}
      onChange={(stored) => {
        const next = stored === null ? null : String(stored)
        onKept(next)
        setValue(next)
      }}
    />
  ) : null
}

/** The control over a cell, and the transfers that the test ends. */
function setUp(first: string | null = null) {
  const sent: {
    progress(share: number): void
    end(error?: Error): void
  }[] = []
  const kept: (string | null)[] = []
  const client = clientWith(createMemoryClient({ documents: [] }), {
    upload: (_form, _field, file, call) =>
      new Promise<UploadedFile>((resolve, reject) => {
        const { name, size, type } = file as File
        sent.push({
          progress: (share) => call?.onProgress?.(share),
          end: (error) =>
            error ? reject(error) : resolve({ path: `t/${name}`, name, size, type, url: `/files/${name}` }),
        })
      }),
  })
  renderWith(
    testServices(client),
    <FormCodeContext value="bench">
      <Cell first={first} onKept={(stored) => kept.push(stored)} />
    </FormCodeContext>,
  )
  return { sent, kept, user: userEvent.setup({ pointerEventsCheck: 0 }) }
}
const cell = () => screen.findByPlaceholderText<HTMLInputElement>('点击上传文件')
const dialog = () => screen.findByRole('dialog', { name: '照片' })
const choose = (box: HTMLElement, ...files: File[]) =>
  fireEvent.change(within(box).getByLabelText('选择文件'), { target: { files } })

it('files of a cell stand in a pop-up, which says how far they are, and waits for them [popup-24, err-44, err-45]', async () => {
  const { sent, kept, user } = setUp('t/first.png')
  await user.click(await cell())
  const box = await dialog()
  expect(within(box).getByTitle('t/first.png')).toBeTruthy()
  choose(box, png('a.png'))
  await waitFor(() => expect(sent).toHaveLength(1))
  sent[0]?.progress(0.4)
  await waitFor(async () => expect((await cell()).value).toBe('上传中(40%)'))
  // Confirmed while it is under way: the cell gets it once it has arrived.
  await user.click(within(box).getByRole('button', { name: /确\s*定/ }))
  expect(kept).toEqual([])
  sent[0]?.end()
  await waitFor(() => expect(kept).toEqual(['t/first.png,t/a.png']))
  expect((await cell()).value).toBe('first...，a.png')
})

it('says in the cell that an upload has come to its end, and how [err-35, err-45, err-46]', async () => {
  const { sent, kept, user } = setUp()
  await user.click(await cell())
  const box = await dialog()
  choose(box, png('a.png'))
  await waitFor(() => expect(sent).toHaveLength(1))
  sent[0]?.end()
  await waitFor(async () => expect((await cell()).value).toBe('上传完成'))
  choose(box, png('b.png'))
  await waitFor(() => expect(sent).toHaveLength(2))
  sent[1]?.end(new RequestError('磁盘已满', 500))
  await waitFor(async () => expect((await cell()).value).toBe('上传失败'))
  expect((await screen.findAllByText('文件上传失败')).length).toBeGreaterThan(0)
  expect(kept).toEqual([])
})

it('refuses to confirm no file at all, and takes out what was there [popup-25]', async () => {
  const { kept, user } = setUp('t/a.png')
  await user.click(await cell())
  await user.click(within(await dialog()).getByRole('button', { name: '删除 a.png' }))
  await user.click(screen.getByRole('button', { name: /确\s*定/ }))
  expect(await screen.findByText('未上传任何文件')).toBeTruthy()
  expect(kept).toEqual([null])
  await user.click(await cell())
  await user.click(within(await dialog()).getByRole('button', { name: /确\s*定/ }))
  // Nothing was there: the dialog stays.
  expect(await dialog()).toBeTruthy()
  expect(kept).toEqual([null])
})

it('pictures of a cell are drawn small, others by name, more than three counted [grid-33]', () => {
  const td = document.createElement('td')
  const files = { 't/a.png': { name: '甲.png', size: 1, type: 'image/png', url: '/u', thumb: '/u&thumb=1' } }
  image.cell?.paint(td, ['t/a.png', 't/b', 't/c', 't/d', 't/e'], {}, null, { _files: files as never })
  const picture = td.querySelector('img')
  expect([picture?.getAttribute('src'), picture?.alt]).toEqual(['/u&thumb=1', '甲.png'])
  expect(td.textContent).toBe('bc+2')
})
