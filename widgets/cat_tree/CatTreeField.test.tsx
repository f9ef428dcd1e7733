import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RequestError } from '#renderer/index.ts'
import type { Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { BENCH, clientWith, inField, renderFields } from '#tests/helpers/widget-bench.tsx'

const kind = (options: object = {}): Record<string, Property> => ({
  kind: {
    type: 'string',
    title: '类别',
    view: 'cat_tree',
    options: { pcode: 'B01', ...options },
  } as Property,
  kind_name: { type: 'string', title: '类别名称', view: 'text' },
})
const SOURCE = `${BENCH}.kind`
const categories = () =>
  createMemoryClient({
    documents: [],
    dicts: { [SOURCE]: [{ value: '7', text: '进口' }] },
    trees: {
      [SOURCE]: [
        { key: '1', value: '1', title: '机械', isLeaf: true },
        { key: '2', value: '2', title: '电子', isLeaf: true },
      ],
    },
  })
async function choose(user: { click(element: Element): Promise<void> }, title: string): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: '类别' }))
  const node = await waitFor(() => {
    const found = [...document.querySelectorAll('.ant-select-tree-node-content-wrapper')].find(
      (one) => one.textContent === title,
    )
    if (!found) throw new Error(`no node ${title}`)
    return found
  })
  await user.click(node)
}

describe('choosing a category', () => {
  it('says as an error why its roots cannot be had [err-33]', async () => {
    const client = categories()
    client.failNext('tree', new RequestError('加载根节点失败', 200))
    const { user } = renderFields(kind(), {}, client)
    await user.click(await screen.findByRole('combobox', { name: '类别' }))
    const words = await screen.findByText('加载根节点失败')
    expect(words.className).toContain('ant-typography-danger')
    expect(document.querySelector('[data-field="kind"] .ant-select-status-error')).toBeTruthy()
  })

  it('shows the name of what is stored [widget-22]', async () => {
    const { store } = renderFields(kind(), { kind: '7' }, categories())
    expect(await screen.findByText('进口')).toBeTruthy()
    expect(store.row()).toEqual({ kind: '7' })
  })

  it('is opened down to what is chosen, all levels in one question', async () => {
    const client = createMemoryClient({
      documents: [],
      trees: {
        [SOURCE]: [
          {
            key: '1',
            value: '1',
            title: '机械',
            isLeaf: false,
            children: [{ key: '11', value: '11', title: '机床', isLeaf: true }],
          },
        ],
      },
    })
    const { user } = renderFields(kind(), { kind: '11' }, client)
    await user.click(await screen.findByRole('combobox', { name: '类别' }))
    await waitFor(() =>
      expect(document.querySelector('.ant-select-tree-treenode-selected')?.textContent).toContain('机床'),
    )
    expect(client.asked('tree')).toHaveLength(1)
  })

  it('keeps the name in the column that its document names [widget-22]', async () => {
    const { store, user } = renderFields(kind({ textField: 'kind_name' }), {}, categories())
    await choose(user, '电子')
    expect(store.row()).toMatchObject({ kind: '2', kind_name: '电子' })
    expect(inField('kind').getAllByText('电子').length).toBeGreaterThan(0)
  })

  it('is searched through all levels, shows the way to what was found and keeps its plain name', async () => {
    const client = clientWith(categories(), {
      async tree(_source, _parent, call) {
        const children = [{ key: '11', value: '11', title: '五轴机床', isLeaf: true }]
        return [{ key: '1', value: '1', title: '机械', isLeaf: false, ...(call?.whole ? { children } : {}) }]
      },
    })
    const { store, user } = renderFields(kind({ textField: 'kind_name' }), {}, client)
    await user.click(await screen.findByRole('combobox', { name: '类别' }))
    await user.type(await screen.findByRole('combobox', { name: '类别' }), '五轴')
    await choose(user, '机械 / 五轴机床')
    expect(store.row()).toMatchObject({ kind: '11', kind_name: '五轴机床' })
  })

  it('joins several, with their names', async () => {
    const { store, user } = renderFields(
      kind({ textField: 'kind_name', multiSelect: true }),
      { kind: '7' },
      categories(),
    )
    await waitFor(() => expect(screen.getByRole('combobox', { name: '类别' })).toBeTruthy())
    await choose(user, '机械')
    expect(store.row()).toMatchObject({ kind: '7,1', kind_name: '进口,机械' })
  })
})
