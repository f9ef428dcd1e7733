import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Row } from '#schemas/compile/model.ts'
import type { CompositeDocument } from '#schemas/page/composite.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, buttons, renderPage } from '#tests/helpers/render-page.tsx'

const text = (title: string) => ({ type: 'string' as const, title, view: 'text' })
const depart: FormDocument = {
  kind: 'form',
  code: 'depart',
  title: '部门',
  schema: { type: 'object', properties: { name: text('名称'), pid: text('上级') } },
  tree: { parent: 'pid', label: 'name' },
}
const person: FormDocument = {
  kind: 'form',
  code: 'person',
  title: '人员',
  schema: { type: 'object', properties: { name: text('姓名'), depart_id: { ...text('部门'), form: false } } },
  list: { columns: ['name'], query: ['name'], actions: ['add', 'edit', 'detail', 'delete', 'batch_delete'] },
}
const PAGE: CompositeDocument = {
  kind: 'page',
  code: 'people',
  title: '部门与人员',
  left: { form: 'depart', as: 'tree' },
  right: [
    { form: 'person', as: 'list', title: '成员', link: { field: 'depart_id', from: 'id' } },
    { form: 'depart', as: 'record', title: '资料', link: { field: 'id', from: 'id' } },
  ],
}
const ROWS = {
  depart: [
    { id: 'a', name: '总部', pid: '0', has_child: '1' },
    { id: 'b', name: '分部', pid: '0', has_child: '0' },
    { id: 'aa', name: '财务部', pid: 'a', has_child: '0' },
  ],
  person: [
    { id: '1', name: '张三', depart_id: 'a' },
    { id: '2', name: '李四', depart_id: 'b' },
    { id: '3', name: '王五', depart_id: 'aa' },
  ],
}

type User = ReturnType<typeof userEvent.setup>
const treePanel = () => document.querySelector('.expo-tree') as HTMLElement
const rightSide = () => document.querySelector('.expo-composite-right') as HTMLElement
const switcher = (tree: HTMLElement, title: string) =>
  within(tree)
    .getByText(title)
    .closest('.ant-tree-treenode')
    ?.querySelector('.ant-tree-switcher') as HTMLElement
const chosenNode = (tree: HTMLElement) => tree.querySelector('.ant-tree-node-selected')?.textContent
const openNode = async (user: User, title: string) => {
  const tree = await screen.findByRole('tree')
  await within(tree).findByText(title)
  await user.click(switcher(tree, title))
  return tree
}
/** In the record at the right. */
const changeName = async (user: User, to: string) => {
  await waitFor(() => expect(buttons('编辑', rightSide())).toHaveLength(1))
  await user.click(button('编辑', rightSide()))
  const name = await within(rightSide()).findByLabelText('名称')
  await user.clear(name)
  await user.type(name, to)
  await user.click(button('保存', rightSide()))
}

const open = (page: CompositeDocument = PAGE, rows: Record<string, Row[]> = ROWS) => {
  const client = createMemoryClient({ documents: [depart, person], pages: [page], rows })
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  renderPage(client, 'people')
  return { client, user }
}

describe('a composite page', () => {
  it('shows at the right what belongs to the node at the left, and nothing before one is chosen', async () => {
    const { client, user } = open()
    await user.click(await screen.findByText('总部'))
    expect(await screen.findByText('张三')).toBeTruthy()
    expect(screen.queryByText('李四')).toBeNull()
    expect(client.asked('list').at(-1)).toEqual([
      'person',
      expect.objectContaining({ filter: { field: 'depart_id', rule: 'eq', val: 'a' } }),
    ])
    await user.click(screen.getByText('分部'))
    expect(await screen.findByText('李四')).toBeTruthy()
    expect(screen.queryByText('张三')).toBeNull()
  })

  it('loads nodes below a node when it is opened', async () => {
    const { user } = open()
    const root = await screen.findByText('总部')
    await user.click(root.closest('.ant-tree-treenode')?.querySelector('.ant-tree-switcher') as HTMLElement)
    await user.click(await screen.findByText('财务部'))
    expect(await screen.findByText('王五')).toBeTruthy()
  })

  it('begins a new record at the right with what it belongs to', async () => {
    const { client, user } = open()
    await user.click(await screen.findByText('总部'))
    await screen.findByText('张三')
    await user.click(button('新增', document.querySelector('.expo-composite-right') as HTMLElement))
    const dialog = await screen.findByRole('dialog')
    await user.type(await within(dialog).findByLabelText('姓名'), '赵六')
    await user.click(button('保存', dialog))
    await waitFor(() => expect(client.asked('save')).toHaveLength(1))
    expect(client.asked('save')[0]?.[1]).toMatchObject({ name: '赵六', depart_id: 'a' })
    expect(await screen.findByText('赵六')).toBeTruthy()
  })

  it('shows the one record of a part, to be edited in its place', async () => {
    const { client, user } = open()
    await user.click(await screen.findByText('分部'))
    await user.click(await screen.findByRole('tab', { name: '资料' }))
    const right = document.querySelector('.expo-composite-right') as HTMLElement
    await waitFor(() => expect(buttons('编辑', right)).toHaveLength(1))
    await user.click(button('编辑', right))
    const name = await within(right).findByLabelText('名称')
    await user.clear(name)
    await user.type(name, '二部')
    await user.click(button('保存', right))
    await waitFor(() => expect(client.asked('save')[0]?.[1]).toMatchObject({ id: 'b', name: '二部' }))
    expect(await within(right).findByText('二部')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('shows a change of the record at the right in the tree, where its node stays chosen', async () => {
    const { client, user } = open()
    const tree = await openNode(user, '总部')
    await user.click(await within(tree).findByText('财务部'))
    await user.click(await screen.findByRole('tab', { name: '资料' }))
    await changeName(user, '财务中心')
    expect(await within(tree).findByText('财务中心')).toBeTruthy()
    expect(within(tree).queryByText('财务部')).toBeNull()
    expect(chosenNode(tree)).toBe('财务中心')
    expect(client.rows('depart').find(({ id }) => id === 'aa')).toMatchObject({ name: '财务中心' })
    // What can be done with the record beside the tree stands there alone.
    expect(
      ['编辑', '详情', '添加下级', '删除'].filter((title) => buttons(title, treePanel()).length > 0),
    ).toEqual(['添加下级', '删除'])
  })

  it('says above the tree what can be done with a node, until one is chosen', async () => {
    const { user } = open()
    await screen.findByText('点选后可添加下级、复制、移到…、删除')
    await user.click(await screen.findByText('分部'))
    await waitFor(() => expect(screen.queryByText('点选后可添加下级、复制、移到…、删除')).toBeNull())
  })

  it('opens the node below which a record was added, and lets go of one that was deleted', async () => {
    const { user } = open()
    const tree = await screen.findByRole('tree')
    await user.click(await within(tree).findByText('分部'))
    await user.click(button('添加下级', treePanel()))
    const dialog = await screen.findByRole('dialog')
    await user.type(await within(dialog).findByLabelText('名称'), '一组')
    await user.click(button('保存', dialog))
    await user.click(await within(tree).findByText('一组'))
    expect(chosenNode(tree)).toBe('一组')
    await user.click(button('删除', treePanel()))
    await user.click(button('删除', await screen.findByRole('dialog')))
    expect(await screen.findByText('请先选择部门')).toBeTruthy()
    await waitFor(() => expect(within(tree).queryByText('一组')).toBeNull())
    expect(
      screen.getByText('分部').closest('.ant-tree-treenode')?.querySelector('.ant-tree-switcher-noop'),
    ).toBeTruthy()
  })

  it('does not keep what was loaded below a node that is closed', async () => {
    const { client, user } = open()
    const tree = await openNode(user, '总部')
    await within(tree).findByText('财务部')
    await user.click(switcher(tree, '总部'))
    client.rows('depart').push({ id: 'ab', name: '人事部', pid: 'a', has_child: '0' })
    await user.click(screen.getByRole('button', { name: '刷新' }))
    await user.click(switcher(tree, '总部'))
    expect(await within(tree).findByText('人事部')).toBeTruthy()
  })

  it('has nothing to add where the record itself is what was chosen', async () => {
    const { client, user } = open()
    await user.click(await screen.findByText('分部'))
    client.rows('depart').splice(1, 1)
    await user.click(await screen.findByRole('tab', { name: '资料' }))
    expect((await within(rightSide()).findAllByText('暂无数据')).length).toBeGreaterThan(0)
    expect(buttons('新增部门', rightSide())).toHaveLength(0)
  })

  it('shows at once what is below the only root', async () => {
    open(PAGE, { ...ROWS, depart: ROWS.depart.filter(({ id }) => id !== 'b') })
    expect(await screen.findByText('财务部')).toBeTruthy()
  })

  it('asks before another node or tab takes a half-edited record from the screen', async () => {
    const { user } = open()
    await user.click(await screen.findByText('分部'))
    await user.click(await screen.findByRole('tab', { name: '资料' }))
    await waitFor(() => expect(buttons('编辑', rightSide())).toHaveLength(1))
    await user.click(button('编辑', rightSide()))
    const name = await within(rightSide()).findByLabelText<HTMLInputElement>('名称')
    await user.clear(name)
    await user.type(name, '二部')
    for (const leave of [() => within(treePanel()).getByText('总部'), () => screen.getByText('成员')]) {
      await user.click(leave())
      await user.click(await screen.findByRole('button', { name: '继续编辑' }))
      await waitFor(() => expect(screen.queryByRole('button', { name: '继续编辑' })).toBeNull())
      expect(within(rightSide()).getByLabelText<HTMLInputElement>('名称').value).toBe('二部')
      expect(chosenNode(treePanel())).toBe('分部')
    }
    await user.click(within(treePanel()).getByText('总部'))
    await user.click(await screen.findByRole('button', { name: '放弃修改' }))
    await waitFor(() => expect(chosenNode(treePanel())).toBe('总部'))
    // The tab that was shown is shown of the next one, too.
    await waitFor(() => expect(buttons('编辑', rightSide())).toHaveLength(1))
    expect(screen.queryByDisplayValue('二部')).toBeNull()
  })

  it('lets a list at the left choose one row by a click', async () => {
    const { user } = open({
      ...PAGE,
      left: { form: 'person', as: 'list' },
      right: [{ form: 'depart', as: 'record', link: { field: 'id', from: 'depart_id' } }],
    })
    expect(await screen.findByText('请先选择人员')).toBeTruthy()
    // Long lists are searched; what takes several rows has no place where one is chosen.
    expect(screen.getByRole('form', { name: '查询条件' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '批量删除' })).toBeNull()
    await user.click(await screen.findByText('李四'))
    const right = document.querySelector('.expo-composite-right') as HTMLElement
    expect(await within(right).findByText('分部')).toBeTruthy()
  })
})

/** A window whose width the test changes. */
function stubWindow(first: number) {
  let width = first
  type Listener = (event: { matches: boolean }) => void
  const listeners = new Map<Listener, () => boolean>()
  vi.stubGlobal('matchMedia', (query: string) => {
    const matches = () => width >= Number(/min-width: ?(\d+)/.exec(query)?.[1] ?? 0)
    return {
      get matches() {
        return matches()
      },
      media: query,
      addEventListener: (_: string, changed: Listener) => listeners.set(changed, matches),
      removeEventListener: (_: string, changed: Listener) => listeners.delete(changed),
      addListener() {},
      removeListener() {},
    }
  })
  return async (next: number) => {
    width = next
    for (const [changed, matches] of [...listeners]) changed({ matches: matches() })
    await waitFor(() => expect(document.querySelector('.expo-composite-left') === null).toBe(next < 768))
  }
}

describe('a composite page on a telephone', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('keeps what is chosen from behind a button that names the choice', async () => {
    stubWindow(390)
    const { user } = open()
    await user.click(await screen.findByText('选择部门'))
    await user.click(await screen.findByText('总部'))
    // The drawer has the title, the tree in it does not repeat it.
    expect(screen.getAllByText('部门')).toHaveLength(1)
    expect(await screen.findByText('张三')).toBeTruthy()
    expect(await screen.findByText('部门：总部')).toBeTruthy()
  })

  it('keeps the choice, the opened nodes and a half-typed record while the window gets narrow and wide', async () => {
    const resize = stubWindow(1440)
    const { client, user } = open()
    const tree = await openNode(user, '总部')
    await user.click(await within(tree).findByText('财务部'))
    await screen.findByText('王五')
    await user.click(button('添加下级', treePanel()))
    const dialog = await screen.findByRole('dialog')
    await user.type(await within(dialog).findByLabelText('名称'), '一')
    const asked = client.asked('list').length
    for (const width of [390, 1440, 390]) {
      await resize(width)
      expect(document.querySelectorAll('.expo-tree')).toHaveLength(1)
      expect(chosenNode(treePanel())).toBe('财务部')
      expect(screen.getByText('王五')).toBeTruthy()
      expect(within(dialog).getByLabelText<HTMLInputElement>('名称').value).toBe('一')
    }
    expect(screen.getByText('部门：财务部')).toBeTruthy()
    expect(client.asked('list')).toHaveLength(asked)
    await user.click(button('保存', dialog))
    await waitFor(() => expect(client.asked('save')[0]?.[1]).toMatchObject({ name: '一', pid: 'aa' }))
  })

  it('keeps the row chosen in a list at the left, and what is typed at the right, while the window changes', async () => {
    const resize = stubWindow(1440)
    const { user } = open({
      ...PAGE,
      left: { form: 'person', as: 'list' },
      right: [{ form: 'depart', as: 'record', link: { field: 'id', from: 'depart_id' } }],
    })
    await user.click(await screen.findByText('李四'))
    await waitFor(() => expect(buttons('编辑', rightSide())).toHaveLength(1))
    await user.click(button('编辑', rightSide()))
    await user.type(await within(rightSide()).findByLabelText('名称'), '二')
    for (const width of [390, 1440]) {
      await resize(width)
      expect(within(rightSide()).getByLabelText<HTMLInputElement>('名称').value).toBe('分部二')
    }
  })
})
