import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RequestError } from '#renderer/index.ts'
import { pageOf } from '#schemas/api/envelope.ts'
import { evaluateCondition } from '#schemas/compile/evaluate-condition.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { clientWith, pageSizes, pressEnter, renderFields } from '#tests/helpers/widget-bench.tsx'

const USERS: Row[] = Array.from({ length: 25 }, (_, number) => ({
  id: `id${number}`,
  username: `user${number}`,
  realname: `姓名${number}`,
  sex: number % 2 === 0 ? 1 : 2,
  phone: `1380000${number}`,
  orgCodeTxt: '研发部',
  departId: number < 3 ? 'd2' : 'd1',
  ...(number === 2
    ? {
        avatar: 't/2.png',
        _files: { 't/2.png': { name: '2.png', size: 1, type: 'image/png', url: '/u', thumb: '/u?thumb=1' } },
      }
    : {}),
})) as unknown as Row[]

function users(failOnce = false) {
  const memory = createMemoryClient({
    documents: [],
    dicts: { sys_user: USERS.map((row) => ({ value: String(row.username), text: String(row.realname) })) },
  })
  const queries: unknown[] = []
  let fails = failOnce
  const client = clientWith(memory, {
    async list(source, query) {
      queries.push(query)
      if (source.code !== 'sys_user') throw new RequestError('no such source', 404)
      if (fails) {
        fails = false
        throw new RequestError('网络超时', 0)
      }
      const { filter } = query
      const found = USERS.filter((row) => !filter || evaluateCondition(filter, row))
      const { pageNo = 1, pageSize = 10 } = query
      return pageOf(found.slice((pageNo - 1) * pageSize, pageNo * pageSize), found.length, pageNo, pageSize)
    },
    async tree(source, parent) {
      if (!('table' in source) || source.table.table !== 'sys_depart')
        throw new RequestError('no such source', 404)
      return parent === ''
        ? [{ key: 'd1', value: 'd1', title: '总公司', isLeaf: false }]
        : [{ key: 'd2', value: 'd2', title: '研发部', isLeaf: true }]
    },
  })
  return { client, queries }
}

const owner = (options: object = {}): Record<string, Property> => ({
  owner: { type: 'string', title: '负责人', view: 'sel_user', options } as Property,
})
const open = async (user: { click(element: Element): Promise<void> }) => {
  await user.click(await screen.findByRole('button', { name: '选择负责人' }))
  return await screen.findByRole('dialog', { name: '根据部门选择用户' })
}

describe('choosing users', () => {
  it('shows real names of stored accounts, and an account that nobody has as it is [widget-19, picker-19]', async () => {
    const { client } = users()
    const row = { owner: 'user1', receiver: 'gone' }
    const one: Property = {
      type: 'string',
      title: '接待人',
      view: 'sel_user',
      options: { multiSelect: false },
    }
    const { store } = renderFields({ owner: one, receiver: one }, row, client)
    expect(await screen.findByText('姓名1')).toBeTruthy()
    expect(await screen.findByText('gone')).toBeTruthy()
    expect(store.row()).toEqual(row)
  })

  it('asks for nothing before the list is opened', async () => {
    const { client, queries } = users()
    renderFields(owner(), {}, client)
    await screen.findByRole('combobox', { name: '负责人' })
    expect(queries).toEqual([])
  })

  it('finds a user by typing', async () => {
    const { client } = users()
    const { store, user } = renderFields(owner({ multiSelect: false }), {}, client)
    const control = await screen.findByRole('combobox', { name: '负责人' })
    await user.click(control)
    await user.keyboard('姓名24')
    await waitFor(() => expect(document.querySelectorAll('.ant-select-item-option')).toHaveLength(1))
    pressEnter(control)
    expect(store.row().owner).toBe('user24')
  })

  it('chooses by department, across pages, and takes one away again [picker-01, picker-02, picker-03, picker-04, picker-05]', async () => {
    const { client, queries } = users()
    const { store, user } = renderFields(owner(), {}, client)
    const dialog = within(await open(user))
    expect(document.querySelector<HTMLElement>('.ant-modal')?.style.width).toBe('1250px')
    expect(await pageSizes(user)).toEqual(['10 条/页', '20 条/页', '30 条/页'])
    expect(document.querySelector('.ant-modal .ant-pagination-options-quick-jumper')).toBeTruthy()
    await user.click(await dialog.findByText('总公司'))
    expect(queries.at(-1)).toMatchObject({
      pageNo: 1,
      pageSize: 10,
      filter: { field: 'departId', rule: 'eq', val: 'd1' },
    })
    await user.click(dialog.getByRole('button', { name: '重置' }))
    const tick = async (account: string) => {
      const row = (await dialog.findByText(account)).closest('tr')
      if (!row) throw new Error('no row')
      await user.click(within(row).getByRole('checkbox'))
    }
    await tick('user2')
    await tick('user3')
    await user.click(dialog.getByTitle('2'))
    await tick('user11')
    expect(dialog.getByText(/已选择 3 项/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: '删除姓名3' }))
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect(store.row().owner).toBe('user2,user11')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows the pictures of users, also of those that are chosen; a look at one chooses nobody', async () => {
    const { client } = users()
    const { user } = renderFields(owner(), {}, client)
    const dialog = within(await open(user))
    // By text and label: to find a role among so many takes seconds.
    fireEvent.click(await dialog.findByAltText('2.png'))
    const look = within(await screen.findByLabelText('图片预览'))
    fireEvent.click(look.getByLabelText('关闭'))
    expect(dialog.getByText(/已选择 0 项/)).toBeTruthy()
    fireEvent.click(await dialog.findByText('user2'))
    expect(dialog.getByText(/已选择 1 项/)).toBeTruthy()
    const chosen = dialog.getByLabelText('删除姓名2').closest('[role="listitem"]')
    expect(chosen?.querySelector('img')?.getAttribute('src')).toBe('/u?thumb=1')
  })

  it('searches by account or name and opens departments below [picker-04]', async () => {
    const { client, queries } = users()
    const { user } = renderFields(owner(), {}, client)
    const dialog = within(await open(user))
    await user.type(dialog.getByRole('textbox', { name: '用户账号' }), 'user2{Enter}')
    await waitFor(() => expect(dialog.queryByText('user1')).toBeNull())
    const condition = {
      or: [
        { field: 'username', val: 'user2' },
        { field: 'realname', val: 'user2' },
      ],
    }
    expect(queries.at(-1)).toMatchObject({ pageNo: 1, filter: condition })
    await dialog.findByText('总公司')
    const switcher = document.querySelector('.ant-tree-switcher')
    if (!switcher) throw new Error('no switcher')
    await user.click(switcher)
    await user.click(await dialog.findByTitle('研发部'))
    await waitFor(() =>
      expect(queries.at(-1)).toMatchObject({
        filter: { and: [{ field: 'departId', rule: 'eq', val: 'd2' }, condition] },
      }),
    )
  })

  it('finds a name, takes a click on a row for a choice, and asks for one before it is confirmed', async () => {
    const { client } = users()
    const { store, user } = renderFields(owner(), {}, client)
    const dialog = within(await open(user))
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect(await screen.findByText('请选择用户')).toBeTruthy()
    await user.type(dialog.getByRole('textbox', { name: '用户账号' }), '姓名7{Enter}')
    await waitFor(() => expect(dialog.queryByText('user1')).toBeNull())
    await user.click(await dialog.findByText('user7'))
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect(store.row().owner).toBe('user7')
  })

  it('keeps one user where several are not allowed', async () => {
    const { client } = users()
    const { store, user } = renderFields(owner({ multiSelect: false, store: 'id' }), {}, client)
    const dialog = within(await open(user))
    for (const account of ['user2', 'user4']) {
      const row = (await dialog.findByText(account)).closest('tr')
      if (!row) throw new Error('no row')
      await user.click(within(row).getByRole('radio'))
    }
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect(store.row().owner).toBe('id4')
  })

  it('says why there are no users, and tries again', async () => {
    const { client } = users(true)
    const { user } = renderFields(owner(), {}, client)
    const dialog = within(await open(user))
    await dialog.findByText('网络超时')
    await user.click(dialog.getByRole('button', { name: '重试' }))
    expect(await dialog.findByText('user1')).toBeTruthy()
    expect(dialog.queryByText('网络超时')).toBeNull()
  })
})
