import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, buttons, renderPage, testServices } from '#tests/helpers/render-page.tsx'
import { type DataClient, type ImportOutcome, RequestError } from '../data/data-client.ts'
import type { StagedFiles } from '../data/staged-files.ts'

const booth: FormDocument = {
  kind: 'form',
  code: 'booth',
  title: '展位',
  schema: { type: 'object', properties: { name: { type: 'string', title: '名称', view: 'text' } } },
}
type TakeIn = NonNullable<DataClient['importRows']>

const fine: ImportOutcome = { message: '文件导入成功！数据行数：2', kept: 2, refused: 0, mistakes: [] }
const partly: ImportOutcome = {
  ...{ message: '文件导入成功，但有错误。', kept: 1, refused: 2 },
  mistakes: [
    { line: 3, message: '名称不能为空' },
    { line: 3, sheet: '明细', message: '序号为空' },
  ],
  rest: { name: 'a-导入错误.xlsx', url: '/rest.xlsx?sign=1' },
}
const sheet = (name: string) => new File(['x'], name)

async function open(importRows?: TakeIn, stagedFiles?: StagedFiles) {
  const memory = createMemoryClient({ documents: [booth], rows: { booth: [{ id: 'a', name: '甲' }] } })
  const list = vi.fn(memory.list)
  const client = { ...memory, list, ...(importRows ? { importRows } : {}), stagedFiles }
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null, applyAccept: false })
  renderPage(client, 'booth', '', testServices(client))
  await screen.findByText('甲')
  return { user, list }
}

async function choose(user: ReturnType<typeof userEvent.setup>, ...files: File[]) {
  await user.click(button('导入'))
  const dialog = await screen.findByRole('dialog')
  const input = dialog.querySelector('input[type=file]') as HTMLInputElement
  await user.upload(input, files)
  return { dialog, input }
}
const start = async (user: ReturnType<typeof userEvent.setup>) =>
  user.click(button('开始导入', screen.getByRole('dialog')))

describe('taking rows in', () => {
  it('takes several files one after the other, says what the server says, closes and shows the rows [import-01] [import-02] [import-03] [import-04] [err-37]', async () => {
    const importRows = vi.fn<TakeIn>(async () => fine)
    const { user, list } = await open(importRows)
    const asked = list.mock.calls.length
    const { input, dialog } = await choose(user, sheet('a.xlsx'), sheet('b.xls'))
    expect([input.multiple, input.accept]).toEqual([true, '.xls,.xlsx,.csv'])
    within(dialog).getByText('b.xls')
    await start(user)
    await waitFor(() => expect(importRows).toHaveBeenCalledTimes(2))
    expect(importRows.mock.calls.map(([form, file]) => [form, file.name])).toEqual([
      ['booth', 'a.xlsx'],
      ['booth', 'b.xls'],
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getAllByText('文件导入成功！数据行数：2').length).toBeGreaterThan(0)
    await waitFor(() => expect(list.mock.calls.length).toBeGreaterThan(asked))
  })

  it('has a word of its own where the server has none [err-37]', async () => {
    const { user } = await open(async () => ({ ...fine, message: '' }))
    await choose(user, sheet('a.xlsx'))
    await start(user)
    await screen.findByText('文件上传成功')
  })

  it('stays open with the mistakes and a link to the lines that were not taken in [err-36] [import-03]', async () => {
    const { user } = await open(async () => partly)
    await choose(user, sheet('a.xlsx'))
    await start(user)
    const alert = await screen.findByText('导入成功，但是有错误数据！')
    const box = within(alert.closest('[role=alert]') as HTMLElement)
    box.getByText('a.xlsx：成功 1 行，错误 2 行')
    box.getByText('第 3 行：名称不能为空')
    box.getByText('工作表“明细”第 3 行：序号为空')
    expect(box.getByRole('link', { name: '点击下载' }).getAttribute('href')).toBe('/rest.xlsx?sign=1')
    // Nothing is left to be given up.
    const buttons = within(
      screen.getByRole('dialog').querySelector<HTMLElement>('.ant-modal-footer') as HTMLElement,
    )
    buttons.getByRole('button', { name: /^关\s*闭$/ })
    expect(buttons.queryByRole('button', { name: /^取\s*消$/ })).toBeNull()
  })

  it('warns of a file that is refused by its name; tried again it is the same request [err-38]', async () => {
    const importRows = vi
      .fn<TakeIn>()
      .mockRejectedValueOnce(new RequestError('文件导入失败:文件中没有数据', 200))
      .mockResolvedValue(fine)
    const { user } = await open(importRows)
    await choose(user, sheet('a.xlsx'))
    await start(user)
    await screen.findByText('a.xlsx 文件导入失败:文件中没有数据')
    await start(user)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [first, second] = importRows.mock.calls.map(([, , call]) => call?.key)
    expect(first).toBeTruthy()
    expect(second).toBe(first)
  })

  it('is locked while it runs, and ends with the dialog', async () => {
    let signal: AbortSignal | undefined
    const importRows = vi.fn<TakeIn>((_form, _file, call) => {
      signal = call?.signal
      return new Promise(() => undefined)
    })
    const { user } = await open(importRows)
    const { dialog } = await choose(user, sheet('a.xlsx'))
    await start(user)
    const running = await waitFor(() => button('正在导入…', dialog))
    await user.click(running)
    expect(importRows).toHaveBeenCalledTimes(1)
    await user.click(button('取消', dialog))
    await waitFor(() => expect(signal?.aborted).toBe(true))
  })

  it('takes no other files, and none from a client that cannot', async () => {
    const importRows = vi.fn<TakeIn>(async () => fine)
    const { user } = await open(importRows)
    const { dialog } = await choose(user, sheet('a.pdf'))
    await screen.findByText('仅支持 .xls、.xlsx、.csv 文件')
    expect(within(dialog).queryByText('a.pdf')).toBeNull()
    await open()
    expect(buttons('导入')).toHaveLength(1)
  })

  it('hands the chosen files to the workbench, where there is one', async () => {
    const add = vi.fn<StagedFiles['add']>(async () => [])
    const staged = { files: async () => [], add } as unknown as StagedFiles
    const importRows = vi.fn<TakeIn>(async () => fine)
    const { user } = await open(importRows, staged)
    const { dialog } = await choose(user, sheet('a.xlsx'), sheet('b.csv'))
    await user.click(button('导入工作台（先核对、修改再导入）', dialog))
    await waitFor(() => expect(add).toHaveBeenCalledTimes(2))
    expect(add.mock.calls.map(([form, [file]]) => [form, file?.name])).toEqual([
      ['booth', 'a.xlsx'],
      ['booth', 'b.csv'],
    ])
    expect(importRows).not.toHaveBeenCalled()
  })

  it('offers to mend a file of which nothing was kept, and what came back of another', async () => {
    const add = vi.fn<StagedFiles['add']>(async () => [])
    const staged = { files: async () => [], add } as unknown as StagedFiles
    const { user } = await open(async () => ({ ...partly, kept: 0, refused: 2 }), staged)
    await choose(user, sheet('a.xlsx'))
    await start(user)
    await user.click(await waitFor(() => button('在工作台中修改')))
    await waitFor(() => expect(add.mock.calls.map(([, [file]]) => file?.name)).toEqual(['a.xlsx']))

    const fetched = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('rest'))
    cleanup()
    const second = await open(async () => partly, staged)
    await choose(second.user, sheet('b.xlsx'))
    await start(second.user)
    await second.user.click(await waitFor(() => button('在工作台中修改')))
    await waitFor(() => expect(add.mock.calls.at(-1)?.[1][0]?.name).toBe('a-导入错误.xlsx'))
    expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/rest.xlsx?sign=1'])
    fetched.mockRestore()
  })
})
