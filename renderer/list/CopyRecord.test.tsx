import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, renderPage, testServices } from '#tests/helpers/render-page.tsx'

const text = (title: string) => ({ type: 'string' as const, title, view: 'text' as const })
const order: FormDocument = {
  kind: 'form',
  code: 'order',
  title: '订单',
  schema: {
    type: 'object',
    properties: { name: text('名称'), number: { ...text('编号'), unique: true } },
  },
  list: { columns: ['name', 'number'], actions: ['add', 'edit', 'copy'] },
  subTables: [{ code: 'order_item', foreignKey: 'order_id', relation: 'many' }],
}
const item: FormDocument = {
  kind: 'form',
  code: 'order_item',
  title: '明细',
  schema: {
    type: 'object',
    properties: {
      order_id: { ...text('订单'), form: false },
      good: text('货品'),
      serial: { ...text('序列号'), unique: true },
    },
  },
}

it('a copy of a record is a new one with its sub rows, without what may not repeat', async () => {
  const client = createMemoryClient({
    documents: [order, item],
    rows: {
      order: [{ id: 'o1', name: 'First', number: 'N-1' }],
      order_item: [{ id: 'i1', order_id: 'o1', good: 'Lamp', serial: 'S-1' }],
    },
  })
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  renderPage(client, 'order', '', testServices(client))
  await screen.findByText('First')
  await user.click(button('复制'))
  await screen.findByText('复制订单')
  const name = await screen.findByDisplayValue('First')
  expect((screen.getByLabelText('编号', { selector: 'input' }) as HTMLInputElement).value).toBe('')
  await user.type(name, ' again')
  await user.click(button('保存'))
  await waitFor(() => expect(client.asked('save')).toHaveLength(1))
  const [form, row] = client.asked('save')[0] ?? []
  expect(form).toBe('order')
  expect(row).toMatchObject({ name: 'First again', order_item: [{ good: 'Lamp' }] })
  expect(row).not.toHaveProperty('id')
  const [copied] = (row as { order_item: object[] }).order_item
  expect(copied).not.toMatchObject({ id: 'i1' })
  expect(copied).not.toMatchObject({ serial: 'S-1' })
  expect(client.rows('order')).toHaveLength(2)
})
