import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { buttons, renderPage } from '#tests/helpers/render-page.tsx'

const text = (title: string) => ({ type: 'string' as const, title, view: 'text' })
type Theme = NonNullable<NonNullable<FormDocument['layout']>['theme']>
const order = (theme: Theme): FormDocument => ({
  kind: 'form',
  code: 'order',
  title: '订单',
  schema: { type: 'object', properties: { no: text('编号') } },
  subTables: [
    { code: 'item', foreignKey: 'order_id', relation: 'many', title: '明细' },
    { code: 'invoice', foreignKey: 'order_id', relation: 'one', title: '发票' },
  ],
  list: { columns: ['no'] },
  layout: { theme },
})
const sub = (code: string, title: string): FormDocument => ({
  kind: 'form',
  code,
  title,
  schema: { type: 'object', properties: { goods: text('品名'), order_id: { ...text('订单'), form: false } } },
})
const ROWS = {
  order: [
    { id: 'o1', no: 'NO-1' },
    { id: 'o2', no: 'NO-2' },
  ],
  item: [
    { id: 'i1', goods: '桌子', order_id: 'o1' },
    { id: 'i2', goods: '椅子', order_id: 'o2' },
  ],
  invoice: [{ id: 'v1', goods: '桌子发票', order_id: 'o1' }],
}
const open = (theme: Theme, actions?: Record<string, string[] | null>) => {
  const client = createMemoryClient({
    documents: [order(theme), sub('item', '明细'), sub('invoice', '发票')],
    rows: ROWS,
    ...(actions
      ? { definition: { access: { actions: ['detail'], readonly: [], subActions: actions } } }
      : {}),
  })
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  renderPage(client, 'order')
  return { client, user }
}

describe('a main form with its sub tables on the list page', () => {
  it('asks of their rows in its own query bar, by the control of the field', async () => {
    const main: FormDocument = {
      ...order('normal'),
      list: {
        columns: ['no'],
        query: ['no', 'item@goods', { field: 'item@day', default: '2031-05-01', mode: 'ge' }],
      },
    }
    const item = sub('item', '明细')
    item.schema.properties.goods = {
      ...text('编号'),
      view: 'list',
      dict: [{ value: 't', text: '桌子' }],
    }
    item.schema.properties.day = { ...text('日期'), view: 'date', format: 'date' }
    const client = createMemoryClient({ documents: [main, item, sub('invoice', '发票')], rows: ROWS })
    const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
    renderPage(client, 'order')
    const filters = await screen.findByRole('form', { name: '查询条件' })
    await user.click(await within(filters).findByLabelText('明细/编号'))
    await user.click(await screen.findByTitle('桌子'))
    await user.click(within(filters).getByRole('button', { name: /查询/ }))
    const day = { field: 'item@day', rule: 'ge', val: '2031-05-01' }
    const asked = () => client.asked('list').at(-1)
    await waitFor(() =>
      expect(asked()).toEqual([
        'order',
        expect.objectContaining({ filter: { and: [{ field: 'item@goods', rule: 'eq', val: 't' }, day] } }),
      ]),
    )
    // 重置 begins anew as the document says.
    await user.click(within(filters).getByRole('button', { name: /重置/ }))
    await waitFor(() => expect(asked()).toEqual(['order', expect.objectContaining({ filter: day })]))
  })

  it('shows them below the main list for the chosen record: erp', async () => {
    const { client, user } = open('erp')
    expect(await screen.findByText('请先在主表中选择一条记录')).toBeTruthy()
    await user.click(await screen.findByText('NO-1'))
    expect(await screen.findByText('桌子')).toBeTruthy()
    expect(client.asked('list').at(-1)).toEqual([
      'item',
      expect.objectContaining({ filter: { field: 'order_id', rule: 'eq', val: 'o1' } }),
    ])
    await user.click(screen.getByText('NO-2'))
    expect(await screen.findByText('椅子')).toBeTruthy()
    expect(screen.queryByText('桌子')).toBeNull()
  })

  it('shows them in tabs beside the main list: tab', async () => {
    const { user } = open('tab')
    await user.click(await screen.findByText('NO-1'))
    await user.click(screen.getByRole('tab', { name: '发票' }))
    expect(await screen.findByText('桌子发票')).toBeTruthy()
  })

  it('shows them below the row that is opened: innerTable', async () => {
    const { user } = open('innerTable')
    const row = (await screen.findByText('NO-2')).closest('tr') as HTMLElement
    await user.click(row.querySelector('.ant-table-row-expand-icon') as HTMLElement)
    expect(await screen.findByText('椅子')).toBeTruthy()
  })

  it.each(['erp', 'tab'] as const)(
    'lets several main records be ticked besides the one whose sub rows are shown: %s',
    async (theme) => {
      const { user } = open(theme)
      await user.click(await screen.findByText('NO-1'))
      const rows = () => screen.getAllByText(/^NO-/).map((cell) => cell.closest('tr') as HTMLElement)
      await waitFor(() => expect(rows()[0]?.getAttribute('aria-current')).toBe('true'))
      for (const row of rows()) await user.click(row.querySelector('input[type=checkbox]') as HTMLElement)
      expect(await screen.findByText(/^已选择/)).toBeTruthy()
      expect(buttons('批量删除').length).toBeGreaterThan(0)
      expect(rows().map((row) => row.getAttribute('aria-current'))).toEqual(['true', 'false'])
      // By keyboard: one stop for all rows, arrows between them.
      expect(rows().map((row) => row.tabIndex)).toEqual([0, -1])
      rows()[0]?.focus()
      await user.keyboard('{ArrowDown}{Enter}')
      await waitFor(() =>
        expect(rows().map((row) => row.getAttribute('aria-current'))).toEqual(['false', 'true']),
      )
    },
  )

  it('shows of a sub table with one row its fields, and offers what can be done with it', async () => {
    const { client, user } = open('tab')
    await user.click(await screen.findByText('NO-1'))
    await user.click(screen.getByRole('tab', { name: '发票' }))
    expect(await screen.findByText('桌子发票')).toBeTruthy()
    expect(screen.getByText('订单：NO-1')).toBeTruthy()
    const panel = () =>
      [...document.querySelectorAll<HTMLElement>('section.expo-panel')].at(-1) ?? document.body
    const names = () => [...panel().querySelectorAll('button')].map(({ textContent }) => textContent)
    expect(names()).toEqual(['编辑', '删除', '打印'])
    await user.click(buttons('删除', panel())[0] as HTMLElement)
    const question = await waitFor(() => {
      const dialog = document.querySelector<HTMLElement>('.ant-modal-confirm')
      if (!dialog) throw new Error('nothing is asked')
      return dialog
    })
    await user.click(buttons('删除', question)[0] as HTMLElement)
    await waitFor(() => expect(client.asked('remove')).toEqual([['invoice', ['v1']]]))
    await waitFor(() => expect(names()).toEqual(['新增']))
  })

  it('offers in each what the user may do there, and reads what may not be listed by itself', async () => {
    const { client, user } = open('erp', { item: ['add'], invoice: null })
    await user.click(await screen.findByText('NO-1'))
    await screen.findByText('桌子')
    expect(buttons('新增')).toHaveLength(1)
    expect(buttons('批量删除')).toEqual([])
    await user.click(screen.getByRole('tab', { name: '发票' }))
    expect(await screen.findByText('桌子发票')).toBeTruthy()
    expect(client.asked('get')).toEqual([['order', 'o1']])
    await waitFor(() => expect(buttons('新增')).toEqual([]))
  })
})
