import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { PageViews } from '#schemas/api/page.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, buttons, renderPage, testServices } from '#tests/helpers/render-page.tsx'
import { type DataClient, RequestError } from '../data/data-client.ts'

const booth: FormDocument = {
  kind: 'form',
  code: 'booth',
  title: '展位',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '名称', view: 'text' },
      hall: { type: 'string', title: '馆', view: 'text' },
    },
  },
  list: { columns: ['name', 'hall'], query: ['name'] },
}
const staff: FormDocument = {
  kind: 'form',
  code: 'staff',
  title: '人员',
  schema: {
    type: 'object',
    properties: {
      booth_id: { type: 'string', title: '展位', view: 'hidden' },
      name: { type: 'string', title: '姓名', view: 'text' },
    },
  },
}
const ROWS = [
  { id: 'a', name: '甲', hall: '1' },
  { id: 'b', name: '乙', hall: '2' },
]
afterEach(() => vi.restoreAllMocks())

type GiveOut = NonNullable<DataClient['exportRows']>

async function open(exportRows?: GiveOut, changes: Partial<FormDocument> = {}, own: PageViews['own'] = {}) {
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => {}
  const files: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.download)
  })
  const memory = createMemoryClient({
    documents: [{ ...booth, ...changes }, staff],
    rows: { booth: ROWS },
    definition: { views: { page: 'booth', own, saved: {}, mayShare: false } },
  })
  const client = { ...memory, ...(exportRows ? { exportRows } : {}) }
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  renderPage(client, 'booth', '', testServices(client))
  await waitFor(() => expect(document.querySelectorAll('.ant-table-row')).toHaveLength(ROWS.length))
  return { user, files }
}
const dialog = () => screen.findByRole('dialog')
const press = async (user: ReturnType<typeof userEvent.setup>) => {
  const [okay] = buttons('导出', await dialog())
  await user.click(okay as HTMLElement)
}
const file = () => new Blob(['x'], { type: 'text/csv' })

describe('giving rows out', () => {
  it('is one press for the usual case: all rows of the query, all columns, a workbook [call-104]', async () => {
    const exportRows = vi.fn<GiveOut>(async () => file())
    const { user, files } = await open(exportRows)
    await user.click(button('导出'))
    await press(user)
    await waitFor(() => expect(files).toEqual(['展位.xlsx']))
    const [source, query, wanted] = exportRows.mock.calls[0] ?? []
    expect(source).toMatchObject({ code: 'booth' })
    expect(query).not.toHaveProperty('tree')
    expect(wanted).toEqual({ format: 'xlsx', columns: ['name', 'hall'] })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('takes the chosen rows, the page, other columns and another format', async () => {
    const exportRows = vi.fn<GiveOut>(async () => file())
    const { user, files } = await open(exportRows)
    await user.click(screen.getByText('乙').closest('tr')?.querySelector('input') as HTMLElement)
    await user.click(button('导出'))
    const box = within(await dialog())
    expect(box.getByRole('radio', { name: '所选 1 条' })).toHaveProperty('checked', true)
    await user.click(box.getByRole('radio', { name: 'CSV (.csv)' }))
    await user.click(box.getByRole('checkbox', { name: '名称' }))
    await press(user)
    await waitFor(() => expect(files).toEqual(['展位.csv']))
    expect(exportRows.mock.calls[0]?.[2]).toEqual({ format: 'csv', columns: ['hall'], ids: ['b'] })
    await user.click(button('导出'))
    await user.click(within(await dialog()).getByRole('radio', { name: '本页 2 条' }))
    await press(user)
    await waitFor(() => expect(files).toHaveLength(2))
    expect(exportRows.mock.calls[1]?.[2].ids?.toSorted()).toEqual(['a', 'b'])
  })

  it('is locked while it runs, ends with the dialog, and says when no file comes [err-39]', async () => {
    let signal: AbortSignal | undefined
    let fail: (error: Error) => void = () => undefined
    const exportRows = vi.fn<GiveOut>((_source, _query, _wanted, call) => {
      signal = call?.signal
      return new Promise((_, reject) => {
        fail = reject
      })
    })
    const { user, files } = await open(exportRows)
    await user.click(button('导出'))
    await press(user)
    const [running] = buttons('正在导出…', await dialog())
    await user.click(running as HTMLElement)
    expect(exportRows).toHaveBeenCalledTimes(1)
    fail(new RequestError('x', 500))
    await screen.findByText('文件下载失败')
    await press(user)
    await user.click(button('取消', await dialog()))
    await waitFor(() => expect(signal?.aborted).toBe(true))
    expect(files).toEqual([])
  })

  it('closes with what the server says of a file that it makes in the background', async () => {
    const { user, files } = await open(async () => ({ ordered: '已转为后台导出' }))
    await user.click(button('导出'))
    await press(user)
    await screen.findByText('已转为后台导出')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(files).toEqual([])
  })

  it('begins with the columns that the list shows, in their order, and takes the others in', async () => {
    const exportRows = vi.fn<GiveOut>(async () => file())
    const settings = { columns: [{ field: 'hall' }, { field: 'name', hidden: true }] }
    const { user, files } = await open(exportRows, {}, { booth: settings })
    await user.click(button('导出'))
    const box = within(await dialog())
    expect(box.getByRole('checkbox', { name: '名称' })).toHaveProperty('checked', false)
    await press(user)
    await waitFor(() => expect(files).toHaveLength(1))
    expect(exportRows.mock.calls[0]?.[2].columns).toEqual(['hall'])
    await user.click(button('导出'))
    await user.click(within(await dialog()).getByRole('checkbox', { name: '名称' }))
    await press(user)
    await waitFor(() => expect(files).toHaveLength(2))
    expect(exportRows.mock.calls[1]?.[2].columns).toEqual(['hall', 'name'])
  })

  it('takes rows of sub tables along, in a CSV file in lines only', async () => {
    const exportRows = vi.fn<GiveOut>(async () => file())
    const { user } = await open(exportRows, {
      subTables: [{ code: 'staff', foreignKey: 'booth_id', relation: 'many', title: '人员' }],
    })
    await user.click(button('导出'))
    const box = within(await dialog())
    await user.click(box.getByRole('radio', { name: '单独工作表' }))
    await user.click(box.getByRole('radio', { name: 'CSV (.csv)' }))
    expect(box.getByRole('radio', { name: '单独工作表' })).toHaveProperty('disabled', true)
    expect(box.getByRole('radio', { name: '不导出' })).toHaveProperty('checked', true)
    await user.click(box.getByRole('radio', { name: '合并行' }))
    await press(user)
    await waitFor(() => expect(exportRows.mock.calls[0]?.[2]).toMatchObject({ subRows: 'lines' }))
  })

  it('wants a column', async () => {
    const exportRows = vi.fn<GiveOut>(async () => file())
    const { user } = await open(exportRows)
    await user.click(button('导出'))
    await user.click(within(await dialog()).getByRole('checkbox', { name: '全选' }))
    await press(user)
    await screen.findByText('请至少选择一列')
    expect(exportRows).not.toHaveBeenCalled()
  })

  it('is offered where the client can, to whom the document and the rights offer it', async () => {
    await open()
    expect(buttons('导出')).toEqual([])
    await open(async () => file(), { list: { columns: ['name'], actions: ['add'] } })
    expect(buttons('导出')).toEqual([])
  })
})
