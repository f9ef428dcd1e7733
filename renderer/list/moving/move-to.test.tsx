import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, buttons, renderPage } from '#tests/helpers/render-page.tsx'

const text = { type: 'string', view: 'text' } as const
const category: FormDocument = {
  kind: 'form',
  code: 'category',
  title: '分类',
  schema: {
    type: 'object',
    properties: {
      name: { ...text, title: '名称' },
      pid: { ...text, title: '上级分类' },
      has_child: { ...text, title: '有下级', form: false },
    },
  },
  tree: { parent: 'pid', label: 'name', hasChild: 'has_child', root: '0' },
  list: { columns: ['name'] },
}
const rows = [
  { id: 'a', name: '机械', pid: '0' },
  { id: 'b', name: '食品', pid: '0' },
  { id: 'c', name: '机床', pid: 'a' },
  { id: 'd', name: '铣床', pid: 'c' },
  { id: 'e', name: '车床', pid: 'a' },
]
const open = (search = '') => {
  const client = createMemoryClient({ documents: [category], rows: { category: rows } })
  const { searches } = renderPage(client, 'category', search)
  return { client, searches, user: userEvent.setup({ pointerEventsCheck: 0, delay: null }) }
}

it('puts a record of a tree below another one by its menu, never below itself', async () => {
  const { client, user } = open()
  await screen.findByText('机械')
  await user.click(buttons('更多')[0] as HTMLElement)
  await user.click(await screen.findByText('移到…'))
  const field = await screen.findByRole('combobox', { name: '上级' })
  expect(button('移动').disabled).toBe(true)
  await user.click(field)
  const node = (name: string) => screen.getAllByText(name).at(-1)?.closest('.ant-select-tree-treenode')
  await waitFor(() => expect(node('食品')).toBeTruthy())
  expect(node('机械')?.className).toContain('disabled')
  expect(node('机械')?.querySelector('.ant-select-tree-switcher-noop')).toBeTruthy()
  await user.click(screen.getAllByText('食品').at(-1) as HTMLElement)
  await user.click(button('移动'))
  await waitFor(() => expect(client.rows('category').find(({ id }) => id === 'a')?.pid).toBe('b'))
})

it('leads from a node of a tree to those below the same parent [detail-05]', async () => {
  const { searches } = open('record=c')
  await screen.findByText('机床', { selector: '.expo-record-title' })
  await screen.findByText('第 1 条，共 2 条')
  expect(button('上一条').disabled).toBe(true)
  button('下一条').click()
  expect(new URLSearchParams(searches.at(-1)).get('record')).toBe('e')
})
