import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, buttons, renderPage, testServices } from '#tests/helpers/render-page.tsx'
import type { DataClient } from '../data/data-client.ts'

const booth: FormDocument = {
  kind: 'form',
  code: 'booth',
  title: '展位',
  schema: {
    type: 'object',
    properties: { name: { type: 'string', title: '名称', view: 'text' } },
  },
  list: {
    columns: ['name'],
    query: ['name'],
    pageSize: 10,
    actions: [
      'delete',
      'batch_delete',
      'export',
      { code: 'freeze', title: '冻结', at: 'selection', does: { call: 'booth.freeze' } },
    ],
  },
}
const ROWS = Array.from({ length: 12 }, (_, at) => ({ id: `b${at}`, name: `展位 ${at}号` }))

async function open(more: Partial<DataClient> = {}) {
  const memory = createMemoryClient({ documents: [booth], rows: { booth: ROWS } })
  const client = { ...memory, ...more }
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  renderPage(client, 'booth', '', testServices(client))
  await screen.findByText('展位 0号')
  return { user }
}
const tick = (name: string) =>
  screen.getByText(name).closest('tr')?.querySelector('input') as HTMLInputElement
const bar = () => document.querySelector('.expo-list-selection')?.textContent ?? ''

describe('all results of a query', () => {
  it('are chosen over all pages, and stay so on another page', async () => {
    const { user } = await open({ removeResults: vi.fn(async () => {}) })
    await user.click(tick('展位 3号'))
    expect(bar()).toContain('已选择 1 项')
    await user.click(button('选择全部12条结果'))
    expect(bar()).toContain('已选择全部结果 12 项')
    expect(tick('展位 0号').checked).toBe(true)
    await user.click(screen.getByTitle('2'))
    await screen.findByText('展位 11号')
    expect(tick('展位 11号').checked).toBe(true)
    expect(bar()).toContain('已选择全部结果 12 项')
    await user.click(button('清空'))
    expect(bar()).toBe('')
    expect(tick('展位 11号').checked).toBe(false)
  })

  it('are what is ticked of the page once a row is taken out, and nothing after another query', async () => {
    const { user } = await open({ removeResults: vi.fn(async () => {}) })
    await user.click(tick('展位 3号'))
    await user.click(button('选择全部12条结果'))
    await user.click(tick('展位 3号'))
    expect(bar()).toContain('已选择 9 项')
    await user.click(button('选择全部12条结果'))
    await user.type(screen.getByRole('textbox', { name: '名称' }), '1号')
    await user.click(button('查询'))
    await waitFor(() => expect(screen.queryByText('展位 0号')).toBeNull())
    expect(bar()).toBe('')
  })

  it('are deleted by their query, once, and only after a question that says how many', async () => {
    const removeResults = vi.fn<NonNullable<DataClient['removeResults']>>(async () => {})
    const remove = vi.fn()
    const { user } = await open({ removeResults, remove })
    await user.click(tick('展位 3号'))
    await user.click(button('选择全部12条结果'))
    await user.click(button('批量删除'))
    await screen.findByText('确定要删除全部 12 条查询结果吗?')
    const dialog = document.querySelector<HTMLElement>('.ant-modal-confirm') ?? document.body
    await user.dblClick(button('删除', dialog))
    await waitFor(() => expect(bar()).toBe(''))
    expect(removeResults).toHaveBeenCalledTimes(1)
    const [source, results] = removeResults.mock.calls[0] ?? []
    expect(source).toMatchObject({ code: 'booth' })
    expect(results).toMatchObject({ count: 12 })
    expect(remove).not.toHaveBeenCalled()
  })

  it('are not taken by an action of ticked records, nor deleted where the server cannot', async () => {
    const remove = vi.fn()
    const { user } = await open({ exportRows: vi.fn(async () => new Blob()), remove })
    await user.click(tick('展位 3号'))
    expect(buttons('冻结')).toHaveLength(1)
    await user.click(button('选择全部12条结果'))
    expect(buttons('冻结')).toEqual([])
    await user.click(button('批量删除'))
    await screen.findByText('请选择一条记录！')
    expect(remove).not.toHaveBeenCalled()
  })
})
