import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RequestError } from '#renderer/index.ts'
import type { Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { BENCH, clientWith, inField, pressEnter, renderFields } from '#tests/helpers/widget-bench.tsx'

const kind = (options: object = {}): Record<string, Property> => ({
  kind: {
    type: 'string',
    title: '分类',
    view: 'sel_tree',
    options: { table: 'category', text: 'name', code: 'id', pidField: 'pid', ...options },
  } as Property,
})

const MACHINE = { key: 'a1', value: 'a1', title: '机床', isLeaf: true }
const DRILL = { key: 'a2', value: 'a2', title: '钻床', isLeaf: false }

function categories() {
  const asked: string[] = []
  const state = { fails: false }
  const memory = createMemoryClient({
    documents: [],
    dicts: { [`${BENCH}.kind`]: [{ value: 'a1', text: '机床' }] },
  })
  const client = clientWith(memory, {
    async options(_source, { keyword = '' }) {
      const all = [
        { value: 'a1', text: '机床' },
        { value: 'a2', text: '数控机床' },
        { value: '机床号', text: '其他' },
      ]
      return all.filter(({ value, text }) => text.includes(keyword) || value.includes(keyword))
    },
    async tree(_source, parent) {
      asked.push(parent)
      if (parent !== '' && state.fails) {
        state.fails = false
        throw new RequestError('网络超时', 0)
      }
      return parent === ''
        ? [{ key: 'a', value: 'a', title: '机械', isLeaf: false }]
        : [{ key: 'a1', value: 'a1', title: '机床', isLeaf: true }]
    },
  })
  return { client, asked, state }
}
const openList = async (user: { click(element: Element): Promise<void> }) =>
  user.click(await screen.findByRole('combobox', { name: '分类' }))
const node = (title: string) =>
  waitFor(() => {
    const found = [...document.querySelectorAll('.ant-select-tree-treenode')].find((one) =>
      one.textContent?.includes(title),
    )
    if (!found) throw new Error(`no node ${title}`)
    return found
  })
async function press(user: { click(element: Element): Promise<void> }, title: string, part: string) {
  const target = (await node(title)).querySelector(`.ant-select-tree-${part}`)
  if (!target) throw new Error(`no ${part}`)
  await user.click(target)
}

describe('choosing in a tree', () => {
  it('opens a list of at most 400 px [picker-12]', async () => {
    const { client } = categories()
    const { user } = renderFields(kind(), {}, client)
    await openList(user)
    await node('机械')
    expect(document.querySelector<HTMLElement>('.ant-tree-select-dropdown')?.style.maxHeight).toBe('400px')
  })

  it('shows the name of what is stored without loading the tree [widget-21]', async () => {
    const { client, asked } = categories()
    const { store } = renderFields(
      { ...kind(), old: { ...kind().kind, title: '旧' } as Property },
      { kind: 'a1', old: '?' },
      client,
    )
    expect(await screen.findByText('机床')).toBeTruthy()
    expect(await screen.findByText('?')).toBeTruthy()
    expect(asked).toEqual([])
    expect(store.row()).toEqual({ kind: 'a1', old: '?' })
  })

  it('loads a level when it is opened, and stores the choice', async () => {
    const { client, asked } = categories()
    const { store, user } = renderFields(kind(), {}, client)
    await openList(user)
    await press(user, '机械', 'switcher')
    await press(user, '机床', 'node-content-wrapper')
    expect(asked).toEqual(['', 'a'])
    expect(store.row().kind).toBe('a1')
    expect(inField('kind').getAllByText('机床').length).toBeGreaterThan(0)
  })

  it('opens down to what is chosen, in one call, and goes on level by level', async () => {
    const { client } = categories()
    const calls: unknown[] = []
    const opened = clientWith(client, {
      async tree(source, parent, call) {
        calls.push([parent, call?.to])
        const roots = await client.tree(source, parent, call)
        return call?.to ? roots.map((root) => ({ ...root, children: [MACHINE, DRILL] })) : roots
      },
    })
    const { user } = renderFields(kind({ multiSelect: true }), { kind: 'a1,gone' }, opened)
    expect(await screen.findByText('机床')).toBeTruthy()
    await openList(user)
    await waitFor(() =>
      expect(document.querySelector('.ant-select-tree-treenode-selected')?.textContent).toContain('机床'),
    )
    await node('钻床')
    expect(calls).toEqual([['', ['a1', 'gone']]])
    // What is gone is shown as itself, and can be taken away.
    expect(inField('kind').getByText('gone')).toBeTruthy()
    await press(user, '钻床', 'switcher')
    await waitFor(() => expect(calls.at(-1)).toEqual(['a2', undefined]))
  })

  it('takes several where its document says so', async () => {
    const { client } = categories()
    const { store, user } = renderFields(kind({ multiSelect: true }), { kind: '?' }, client)
    await openList(user)
    await press(user, '机械', 'node-content-wrapper')
    expect(store.row().kind).toBe('?,a')
  })

  it('is searched on the server, in levels that nobody opened, and shows names only', async () => {
    const { client } = categories()
    const { store, user } = renderFields(kind(), {}, client)
    await openList(user)
    await user.type(await screen.findByRole('combobox', { name: '分类' }), '机床')
    const found = (await node('数控机床')).querySelector('.ant-select-tree-node-content-wrapper')
    const titles = [...document.querySelectorAll('.ant-select-tree-title')].map((one) => one.textContent)
    expect(titles).toEqual(['机床', '数控机床'])
    if (found) await user.click(found)
    expect(store.row().kind).toBe('a2')
    expect(inField('kind').getAllByText('数控机床').length).toBeGreaterThan(0)
  })

  it('shows the way down to what was found, where the server knows it', async () => {
    const { client } = categories()
    const { store, user } = renderFields(
      kind(),
      {},
      clientWith(client, {
        searchTree: async (_source, keyword) =>
          keyword === '数控' ? [{ value: 'a2', title: '数控机床', path: ['机械', '机床', '数控机床'] }] : [],
      }),
    )
    await openList(user)
    await user.type(await screen.findByRole('combobox', { name: '分类' }), '数控')
    const found = (await node('机械 / 机床 / 数控机床')).querySelector(
      '.ant-select-tree-node-content-wrapper',
    )
    if (found) await user.click(found)
    expect(store.row().kind).toBe('a2')
  })

  it('Enter takes the first of what typing has found, also when it comes before the answer', async () => {
    const { client } = categories()
    const { store, user } = renderFields(kind(), {}, client)
    await openList(user)
    await node('机械')
    const control = screen.getByRole('combobox', { name: '分类' })
    await user.keyboard('数控')
    await node('数控机床')
    pressEnter(control)
    await waitFor(() => expect(store.row().kind).toBe('a2'))
    await openList(user)
    await user.keyboard('机床')
    fireEvent.keyUp(control, { key: 'Enter' })
    pressEnter(control)
    await waitFor(() => expect(store.row().kind).toBe('a1'))
  })

  it('says why a level is missing, and tries again when the list is opened anew', async () => {
    const { client, state } = categories()
    state.fails = true
    const { user } = renderFields(kind(), {}, client)
    await openList(user)
    await press(user, '机械', 'switcher')
    await node('加载失败：网络超时')
    await user.keyboard('{Escape}')
    await user.click(document.body)
    await openList(user)
    await node('机床')
  })
})
