import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RequestError, type TreeNode } from '#renderer/index.ts'
import type { Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { clientWith, renderFields } from '#tests/helpers/widget-bench.tsx'

const node = (key: string, title: string, children: TreeNode[] = []): TreeNode => ({
  key,
  value: key,
  code: `A${key}`,
  title,
  isLeaf: children.length === 0,
  ...(children.length > 0 ? { children } : {}),
})
const TREE = [
  node('1', '总公司', [node('11', '研发部', [node('111', '测试组')]), node('12', '市场部')]),
  node('2', '分公司'),
]

function departs() {
  return createMemoryClient({
    documents: [],
    trees: { sys_depart: TREE },
    dicts: { sys_depart: [{ value: '12', text: '市场部' }] },
  })
}
const organizer = (options: object = {}): Record<string, Property> => ({
  organizer: { type: 'string', title: '主办部门', view: 'sel_depart', options } as Property,
})
const open = async (user: { click(element: Element): Promise<void> }) => {
  await user.click(await screen.findByRole('button', { name: '选择主办部门' }))
  return within(await screen.findByRole('dialog', { name: '选择部门' }))
}

describe('choosing departments', () => {
  it('shows names and keeps what nobody knows [widget-18]', async () => {
    const row = { organizer: '12', other: 'gone' }
    const one: Property = {
      type: 'string',
      title: '部门',
      view: 'sel_depart',
      options: { multiSelect: false },
    }
    const { store } = renderFields({ organizer: one, other: one }, row, departs())
    expect(await screen.findByText('市场部')).toBeTruthy()
    expect(await screen.findByText('gone')).toBeTruthy()
    expect(store.row()).toEqual(row)
  })

  it('ticks departments of their own at first, and with all below when linked [picker-06, picker-07, picker-08, picker-09, picker-10, picker-11]', async () => {
    const client = departs()
    const { store, user } = renderFields(organizer(), {}, client)
    const dialog = await open(user)
    expect(screen.getByRole('dialog').outerHTML).toContain('width: 450px')
    await user.click(await dialog.findByTitle('研发部'))
    expect(document.querySelector<HTMLElement>('.ant-modal .ant-tree-list-holder')?.style.maxHeight).toBe(
      '200px',
    )
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect(store.row().organizer).toBe('11')

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const again = await open(user)
    await user.click(again.getByRole('button', { name: /树操作/ }))
    await user.click(await screen.findByText('父子关联'))
    await user.click(await again.findByTitle('总公司'))
    await user.click(again.getByRole('button', { name: '确定' }))
    expect(String(store.row().organizer).split(',').sort()).toEqual(['1', '11', '111', '12'])
    // All levels came with one call.
    expect(client.asked('tree')).toHaveLength(2)
  })

  it('finds a department by name without losing ticks that the search hides [picker-08]', async () => {
    const { store, user } = renderFields(organizer(), { organizer: '2,gone' }, departs())
    const dialog = await open(user)
    await user.type(await dialog.findByRole('searchbox', { name: '部门名称' }), '测试')
    await waitFor(() => expect(dialog.queryByTitle('分公司')).toBeNull())
    await user.click(dialog.getByTitle('测试组'))
    expect(dialog.getByText(/已选择 3 项/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect(store.row().organizer).toBe('2,gone,111')
  })

  it('keeps one department where several are not allowed, by organisation code if told so', async () => {
    const { store, user } = renderFields(organizer({ multiSelect: false, store: 'orgCode' }), {}, departs())
    const dialog = await open(user)
    await user.click(await dialog.findByTitle('市场部'))
    await user.click(dialog.getByTitle('分公司'))
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect(store.row().organizer).toBe('A2')
  })

  it('opens from the keyboard', async () => {
    const { user } = renderFields(organizer(), {}, departs())
    ;(await screen.findByRole('combobox', { name: '主办部门' })).focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: '选择部门' })).toBeTruthy()
  })

  it('reads a source that answers one level at a time, says what failed, and tries again', async () => {
    let fails = true
    const client = clientWith(departs(), {
      async tree(_source, parent) {
        if (fails) {
          fails = false
          throw new RequestError('网络超时', 0)
        }
        return parent === ''
          ? [{ key: '1', value: '1', title: '总公司', isLeaf: false }]
          : [{ key: '11', value: '11', title: '研发部', isLeaf: true }]
      },
    })
    const { user } = renderFields(organizer(), {}, client)
    const dialog = await open(user)
    await dialog.findByText('网络超时')
    await user.click(dialog.getByRole('button', { name: '重试' }))
    expect(await dialog.findByTitle('研发部')).toBeTruthy()
  })
})
