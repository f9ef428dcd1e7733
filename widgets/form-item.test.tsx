import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { BENCH, clientWith, renderFields } from '#tests/helpers/widget-bench.tsx'

const ITEMS: Record<string, Property> = {
  level: {
    type: 'string',
    title: '级别',
    view: 'list',
    dict: [{ value: 'vip', text: '贵宾' }],
    options: { placeholder: '选一个级别' },
  },
  owner: {
    type: 'string',
    title: '负责人',
    view: 'sel_user',
    options: { store: 'id', text: 'username', multiSelect: true },
  },
  state: { type: 'string', title: '启用', view: 'switch', options: { values: ['开', '关'] } },
  hall: {
    type: 'string',
    title: '展馆',
    view: 'sel_search',
    dict: { table: 'hall', value: 'id', text: 'name' },
  },
  people: { type: 'number', title: '人数', view: 'number', options: { onlyInteger: true }, db: { scale: 2 } },
  price: { type: 'number', title: '单价', view: 'number', db: { type: 'BigDecimal', length: 10, scale: 2 } },
}

async function take(user: { click(element: Element): Promise<void> }, text: string) {
  const found = await waitFor(() => {
    const one = [...document.querySelectorAll('.ant-select-item-option')].find(
      ({ textContent }) => textContent === text,
    )
    if (!one) throw new Error(`no choice ${text}`)
    return one
  })
  await user.click(found)
}

it('what a form item says is what its control does: label, placeholder, choices, what is stored and shown, search, digits [formwidget-01]', async () => {
  const memory = createMemoryClient({
    documents: [],
    dicts: { [`${BENCH}.hall`]: [{ value: 'h2', text: '西馆' }] },
  })
  const client = clientWith(memory, {
    list: async () => ({
      records: [{ id: 'u7', username: 'zhang', realname: '张三' }],
      total: 1,
      current: 1,
      size: 10,
      pages: 1,
    }),
  })
  const { store, user } = renderFields(ITEMS, { people: 3.4, price: 2.5 }, client)
  // key, label, placeholder and listSource
  await user.click(await screen.findByRole('combobox', { name: '级别' }))
  expect(screen.getByText('选一个级别')).toBeTruthy()
  await take(user, '贵宾')
  // extendStore, extendText and multiSelect
  await user.click(screen.getByRole('combobox', { name: '负责人' }))
  await take(user, 'zhang')
  // switchOptions
  await user.click(screen.getByRole('switch', { name: '启用' }))
  // searchDict
  await user.click(screen.getByRole('combobox', { name: '展馆' }))
  await take(user, '西馆')
  expect(store.row()).toMatchObject({ level: 'vip', owner: 'u7', state: '开', hall: 'h2' })
  // onlyInteger and dbPointLength
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: '人数' }).value).toBe('3')
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: '单价' }).value).toBe('2.50')
})
