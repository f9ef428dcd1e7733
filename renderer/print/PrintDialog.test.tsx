import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, buttons, renderPage, testServices } from '#tests/helpers/render-page.tsx'

const text = (title: string) => ({ type: 'string' as const, title, view: 'text' as const })
const price = { type: 'number' as const, title: '金额', view: 'number' as const }
const order: FormDocument = {
  kind: 'form',
  code: 'order',
  title: '订单',
  schema: { type: 'object', properties: { name: text('名称'), note: text('备注'), price } },
  list: { columns: ['name', { field: 'price', total: 'sum' }], query: ['name'], actions: ['edit', 'print'] },
  prints: [
    {
      code: 'slip',
      title: '收据',
      kind: 'record',
      paper: 'A5',
      header: { left: '#{name}', right: '#{sys_page}/#{sys_pages}' },
      blocks: [{ text: '大写：#{price:amount}#{nothing} #{id}' }, { rows: 'order_item', columns: ['good'] }],
    },
    {
      code: 'labels',
      title: '标签',
      kind: 'record',
      labels: { columns: 2, rows: 1, gap: 6 },
      blocks: [{ text: '#{name}' }],
    },
  ],
  subTables: [{ code: 'order_item', foreignKey: 'order_id', relation: 'many' }],
}
const item: FormDocument = {
  kind: 'form',
  code: 'order_item',
  title: '明细',
  schema: {
    type: 'object',
    properties: { order_id: { ...text('订单'), form: false }, good: text('货品'), price },
  },
  list: { columns: ['good', { field: 'price', total: 'sum' }] },
}

const print = vi.fn()
beforeEach(() => vi.stubGlobal('print', print))
afterEach(() => {
  vi.unstubAllGlobals()
  print.mockReset()
})

async function open() {
  const client = createMemoryClient({
    documents: [order, item],
    rows: {
      order: [
        { id: 'o1', name: 'First', note: 'Soon', price: 0.1 },
        { id: 'o2', name: 'Second', price: 0.2 },
        { id: 'o3', name: 'Third', price: null },
      ],
      order_item: [{ id: 'i1', order_id: 'o1', good: 'Lamp', price: 7 }],
    },
  })
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  renderPage(client, 'order', '', testServices(client))
  await screen.findByText('First')
  return { client, user }
}

const pages = () => [...document.querySelectorAll<HTMLElement>('.expo-print-pages .expo-print-page')]
const lines = (page: HTMLElement | undefined) =>
  [...(page?.querySelectorAll('tr') ?? [])].map((line) => [...line.cells].map((cell) => cell.textContent))
const shown = () =>
  waitFor(() => {
    expect(pages().length).toBeGreaterThan(0)
    return pages()
  })

describe('what is printed', () => {
  it('of a list are all rows of its query in the columns of its user, with exact totals and page numbers', async () => {
    const { client, user } = await open()
    await user.click(button('打印'))
    const [page, ...others] = await shown()
    expect(others).toEqual([])
    expect(lines(page)).toEqual([
      ['序号', '名称', '金额'],
      ['1', 'First', '0.1'],
      ['2', 'Second', '0.2'],
      ['3', 'Third', ''],
      ['合计', '', '0.3'],
    ])
    expect(page?.querySelector('.expo-print-header')?.textContent).toMatch(/^订单\d{4}-\d\d-\d\d$/)
    expect(page?.querySelector('.expo-print-footer')?.textContent).toContain('第 1 页，共 1 页')
    const [, query, wanted] = client.asked('printRows')[0] ?? []
    expect([query, wanted]).toMatchObject([{ pageNo: 1 }, { ids: undefined, whole: false }])
    await user.click(button('打印', document.querySelector('.expo-print-root') ?? undefined))
    await waitFor(() => expect(print).toHaveBeenCalledOnce())
  })

  it('are the ticked records first, and all by choice', async () => {
    const { client, user } = await open()
    await user.click(screen.getAllByRole('checkbox')[1] as HTMLElement)
    await user.click(button('打印'))
    const [page] = await shown()
    expect(lines(page).map(([, name]) => name)).toEqual(['名称', 'First', ''])
    await user.click(screen.getByLabelText('打印范围'))
    await user.click(await screen.findByTitle('全部查询结果'))
    await waitFor(() => expect(lines(pages()[0])).toHaveLength(5))
    expect(client.asked('printRows').map(([, , wanted]) => wanted)).toMatchObject([
      { ids: ['o1'] },
      { ids: undefined },
    ])
  })

  it('of a record are what the template says, or the fields of its form and its sub rows; of several each on pages of its own', async () => {
    const { user } = await open()
    await user.click(buttons('打印')[1] as HTMLElement)
    const slip = (await shown())[0]
    expect(slip?.style.width).toBe('148mm')
    expect(slip?.querySelector('.expo-print-header')?.textContent).toBe('First1/1')
    expect(slip?.querySelector('.expo-print-text')?.textContent).toBe('大写：壹角整 o1')
    expect(lines(slip)).toEqual([
      ['序号', '货品'],
      ['1', 'Lamp'],
    ])
    await user.click(screen.getByLabelText('打印模板'))
    await user.click(await screen.findByTitle('单据'))
    await waitFor(() => expect(pages()[0]?.querySelector('dl')).toBeTruthy())
    const [page] = pages()
    const fields = [...(page?.querySelectorAll('dl > div') ?? [])].map((cell) => cell.textContent)
    expect(fields).toEqual(['名称First', '备注Soon', '金额0.1'])
    expect(lines(page)).toEqual([
      ['序号', '货品', '金额'],
      ['1', 'Lamp', '7'],
      ['合计', '', '7'],
    ])
    await user.click(button('取消'))
    await user.click(button('打印'))
    await shown()
    await user.click(screen.getByLabelText('打印模板'))
    await user.click(await screen.findByTitle('标签'))
    await waitFor(() => expect(document.querySelectorAll('.expo-print-labels')).toHaveLength(2))
    const sheets = [...document.querySelectorAll('.expo-print-labels')].map((sheet) =>
      [...sheet.children].map((label) => [label.textContent, (label as HTMLElement).style.width]),
    )
    expect(sheets).toEqual([
      [
        ['First', '90mm'],
        ['Second', '90mm'],
      ],
      [['Third', '90mm']],
    ])
    await user.click(screen.getByLabelText('打印模板'))
    await user.click(await screen.findByTitle('单据'))
    await waitFor(() => expect(pages()).toHaveLength(3))
    expect(pages().map((one) => one.querySelector('.expo-print-footer')?.textContent)).toEqual(
      Array(3).fill(expect.stringContaining('第 1 页，共 1 页')),
    )
  })
})
