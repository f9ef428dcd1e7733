import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { FormAction, FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient, type MemoryData } from '#tests/helpers/memory-client.ts'
import { expectConsole } from '#tests/helpers/quiet-console.ts'
import { button, buttons, renderPage, testServices } from '#tests/helpers/render-page.tsx'
import { formActions } from '../actions/form-actions.ts'
import { RequestError } from '../data/data-client.ts'
import type { PanelProps } from '../widget/panel.ts'
import type { RendererServices } from '../widget/renderer-context.tsx'

const on = { field: 'status', rule: 'eq' as const, val: '1' }
const ACTIONS: readonly FormAction[] = [
  'add',
  'edit',
  'detail',
  { code: 'sync', title: '同步', at: 'page', icon: 'sync', does: { call: 'user.sync' } },
  {
    code: 'freeze',
    title: '冻结',
    at: 'selection',
    when: on,
    confirm: '确定冻结所选用户？',
    danger: true,
    does: { call: 'user.freeze' },
  },
  {
    code: 'audit',
    title: '审核',
    at: 'row',
    when: on,
    confirm: '通过审核？',
    does: { set: { status: '2' } },
  },
  { code: 'password', title: '重置密码', at: 'row', does: { panel: 'user-password' } },
  { code: 'booths', title: '展位', at: 'row', does: { go: '/expo/Booths?of=#{name}' } },
  { code: 'publish', title: '发布', at: 'record', when: on, does: { call: 'user.publish' } },
]

const person: FormDocument = {
  kind: 'form',
  code: 'person',
  title: '人员',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '姓名', view: 'text', href: '/people?n=#{name}' },
      status: { type: 'string', title: '状态', view: 'text' },
    },
  },
  list: { columns: ['name', 'status'], actions: [...ACTIONS] },
}
const ROWS = [
  { id: 'a', name: '张三', status: '1' },
  { id: 'b', name: '李 四', status: '2' },
]

function Password({ records, changed, done, close, setUnsaved }: PanelProps) {
  return (
    <>
      <input aria-label="新密码" />
      <p>{`为 ${records.map(({ name }) => name).join('、')} 重置`}</p>
      <button type="button" onClick={changed}>
        改了
      </button>
      <button type="button" onClick={done}>
        完成
      </button>
      <button type="button" onClick={close}>
        算了
      </button>
      <button type="button" onClick={() => setUnsaved(true)}>
        填了
      </button>
    </>
  )
}
function Broken(): never {
  throw new Error('broken on purpose')
}

const open = async (data: Partial<MemoryData> = {}, changes: Partial<RendererServices> = {}) => {
  const client = createMemoryClient({ documents: [person], rows: { person: ROWS }, ...data })
  const went: string[] = []
  const services = testServices(client, {
    panels: { 'user-password': { component: Password } },
    navigate: (address) => went.push(address),
    ...changes,
  })
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  renderPage(client, 'person', '', services)
  await screen.findByText('张三')
  return { client, user, went }
}
const row = (name: string) => screen.getByText(name).closest('tr') as HTMLElement
const tick = (name: string) => row(name).querySelector('input') as HTMLInputElement
async function choose(user: ReturnType<typeof userEvent.setup>, name: string, entry: string) {
  await user.click(button('更多', row(name)))
  const found = await screen.findAllByText(entry, { selector: '.ant-dropdown-menu-title-content' })
  await user.click(found.at(-1) as HTMLElement)
}
const entriesOf = async (user: ReturnType<typeof userEvent.setup>, name: string) => {
  await user.click(button('更多', row(name)))
  const menu = await waitFor(() => {
    const found = [...document.querySelectorAll('.ant-dropdown:not(.ant-dropdown-hidden)')].at(-1)
    if (!found?.textContent) throw new Error('no menu yet')
    return found
  })
  return [...menu.querySelectorAll('li')].map((one) => one.textContent)
}

describe('actions that a document declares', () => {
  it('stand where they say: page, row by its condition, and no selection bar without a selection', async () => {
    const { user } = await open()
    expect(buttons('同步')).toHaveLength(1)
    expect(buttons('冻结')).toEqual([])
    expect(buttons('发布')).toEqual([])
    expect(await entriesOf(user, '张三')).toEqual(['详情', '审核', '重置密码', '展位'])
    expect(await entriesOf(user, '李 四')).toEqual(['详情', '重置密码', '展位'])
  })

  it('go with the right of another action that they use', async () => {
    const freeze = person.list?.actions?.find((one) => typeof one !== 'string' && one.code === 'freeze')
    const thaw: FormAction = {
      code: 'thaw',
      title: '解冻',
      right: 'freeze',
      at: 'row',
      does: { call: 'user.thaw' },
    }
    const { list } = compileForm({ ...person, list: { actions: [freeze as FormAction, thaw] } })
    const codes = (taken: string[]) =>
      formActions({ list, tree: null }, ['freeze', 'thaw'], new Set(taken)).map(({ code }) => code)
    expect(codes([])).toEqual(['freeze', 'thaw'])
    expect(codes(['freeze'])).toEqual([])
  })

  it('call the server, say what it said and load the list again', async () => {
    const { client, user } = await open()
    await user.click(button('同步'))
    expect(await screen.findByText('同步成功')).toBeTruthy()
    expect(client.asked('act')).toEqual([['person', 'sync', [], undefined]])
    await waitFor(() => expect(client.asked('list')).toHaveLength(2))
  })

  it('are taken back from the message that says what they set, and the list loads again', async () => {
    const { client, user } = await open()
    const undone: string[] = []
    client.act = async (_form, _action, _ids, _input, call) => {
      call?.onDone?.('request 1')
      return {}
    }
    client.undo = async (operation) => {
      undone.push(operation)
      return { message: '都回来了' }
    }
    // What a function of the server did is not offered: no log may know all of it.
    await user.click(button('同步'))
    await screen.findByText('同步成功')
    expect(buttons('撤销')).toEqual([])
    await choose(user, '张三', '审核')
    await user.click(await screen.findByRole('button', { name: /^审\s*核$/ }))
    await screen.findByText('审核成功')
    const before = client.asked('list').length
    await user.click(button('撤销'))
    expect(await screen.findByText('都回来了')).toBeTruthy()
    expect(undone).toEqual(['request 1'])
    await waitFor(() => expect(client.asked('list').length).toBeGreaterThan(before))
    expect(buttons('撤销')).toEqual([])
  })

  it('ask first, for the chosen records, and lock while some of them do not allow it', async () => {
    const { client, user } = await open()
    await user.click(tick('李 四'))
    expect(button('冻结').disabled).toBe(true)
    await user.click(tick('李 四'))
    await user.click(tick('张三'))
    expect(button('冻结').disabled).toBe(false)
    await user.click(button('冻结'))
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('确定冻结所选用户？')
    expect(client.asked('act')).toEqual([])
    await user.click(button('冻结', question))
    await waitFor(() => expect(client.asked('act')).toEqual([['person', 'freeze', ['a'], undefined]]))
  })

  it('lock their buttons while one runs', async () => {
    const { client, user } = await open()
    const release = client.hold('act')
    await user.click(button('同步'))
    await waitFor(() => expect(button('新增').disabled).toBe(true))
    await user.click(button('同步'))
    release()
    await waitFor(() => expect(button('新增').disabled).toBe(false))
    expect(client.asked('act')).toHaveLength(1)
  })

  it('show why the server refused', async () => {
    const { client, user } = await open()
    client.failNext('act', new RequestError('该用户正在审批中', 422))
    await user.click(button('同步'))
    expect(await screen.findByText('该用户正在审批中')).toBeTruthy()
    expect(client.asked('list')).toHaveLength(1)
  })

  it('set fields of a row after its question, under their own right', async () => {
    const { client, user } = await open()
    await choose(user, '张三', '审核')
    expect(await screen.findByText('通过审核？')).toBeTruthy()
    const ok = [...document.querySelectorAll<HTMLButtonElement>('.ant-popconfirm-buttons button')].at(-1)
    expect(ok?.textContent?.replaceAll(' ', '')).toBe('审核')
    await user.click(ok as HTMLElement)
    await waitFor(() => expect(client.asked('act')).toEqual([['person', 'audit', ['a'], undefined]]))
  })

  it('ask for a text where their document says so, and send it along [popup-26]', async () => {
    const reason = { type: 'string', title: '原因', view: 'text', maxLength: 5 } as const
    const asking: FormDocument = {
      ...person,
      schema: { type: 'object', properties: { ...person.schema.properties, reason } },
      list: {
        columns: ['name'],
        actions: [
          {
            code: 'reject',
            title: '驳回',
            at: 'row',
            does: { set: { status: '3' } },
            ask: { field: 'reason', title: '驳回原因', required: true },
          },
        ],
      },
    }
    const { client, user } = await open({ documents: [asking] })
    await user.click(button('驳回', row('张三')))
    // Ids are not unique in tests: the title names another dialog as well.
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('驳回')).toBeTruthy()
    const box = dialog.getByRole('textbox', { name: '驳回原因' })
    await waitFor(() => expect(document.activeElement).toBe(box))
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText('请输入驳回原因')).toBeTruthy()
    await user.keyboard('资料不齐全了')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText('最多 5 个字')).toBeTruthy()
    expect(client.asked('act')).toEqual([])
    await user.keyboard('{Backspace}{Enter}{Control>}{Enter}{/Control}')
    await waitFor(() =>
      expect(client.asked('act')).toEqual([['person', 'reject', ['a'], { reason: '资料不齐全' }]]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('go to an address with the encoded value of the record', async () => {
    const { user, went } = await open()
    await choose(user, '李 四', '展位')
    await waitFor(() => expect(went).toEqual(['/expo/Booths?of=%E6%9D%8E%20%E5%9B%9B']))
  })

  it('open a panel with the record; what it changed and done load the list again, closing does not', async () => {
    const { client, user } = await open()
    await choose(user, '李 四', '重置密码')
    expect(await screen.findByText('为 李 四 重置')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('新密码')))
    await user.click(button('算了'))
    await waitFor(() => expect(screen.queryByText('为 李 四 重置')).toBeNull())
    expect(client.asked('list')).toHaveLength(1)
    await choose(user, '张三', '重置密码')
    await screen.findByText('为 张三 重置')
    await user.click(button('改了'))
    await waitFor(() => expect(client.asked('list')).toHaveLength(2))
    screen.getByText('为 张三 重置')
    await user.click(button('完成'))
    await waitFor(() => expect(client.asked('list')).toHaveLength(3))
    expect(screen.queryByText('为 张三 重置')).toBeNull()
  })

  it('ask before a panel closes over what is not saved; the keyboard then is where it was', async () => {
    const { user } = await open()
    await choose(user, '张三', '重置密码')
    await screen.findByText('为 张三 重置')
    const inputs = vi.fn()
    document.addEventListener('input', ({ target }) => inputs((target as HTMLInputElement).value), {
      once: true,
    })
    await user.click(button('填了'))
    // The page hears of it as of something typed, and asks before it is loaded again.
    expect(inputs).toHaveBeenCalledWith('unsaved')
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: '继续编辑' }))
    screen.getByText('为 张三 重置')
    await user.click(button('算了'))
    await user.click((await screen.findAllByRole('button', { name: '放弃修改' })).at(-1) as HTMLElement)
    await waitFor(() => expect(screen.queryByText('为 张三 重置')).toBeNull())
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  })

  it('name a panel that is not there, and one that breaks', async () => {
    const { user } = await open({}, { panels: {} })
    await choose(user, '张三', '重置密码')
    expect(await screen.findByText('面板 “user-password” 不存在')).toBeTruthy()
  })

  it('keep the page when a panel breaks', async () => {
    expectConsole(/broken on purpose/, /panel user-password failed/)
    const { user } = await open({}, { panels: { 'user-password': { component: Broken } } })
    await choose(user, '张三', '重置密码')
    expect(await screen.findByText('面板 “user-password” 无法显示')).toBeTruthy()
    expect(screen.getByText('李 四')).toBeTruthy()
  })

  it('stand in the dialog of a record that allows them, and load it again', async () => {
    const { client, user } = await open()
    await choose(user, '李 四', '详情')
    const second = await screen.findByRole('dialog')
    await within(second).findByText('2')
    expect(buttons('发布', second)).toEqual([])
    await user.click(button('关闭', second))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await choose(user, '张三', '详情')
    const first = await screen.findByRole('dialog')
    await waitFor(() => expect(buttons('发布', first)).toHaveLength(1))
    await user.click(button('发布', first))
    await waitFor(() => expect(client.asked('act')).toEqual([['person', 'publish', ['a'], undefined]]))
    await waitFor(() => expect(client.asked('get').length).toBeGreaterThan(2))
  })

  it('are absent without their right', async () => {
    await open({ definition: { access: { actions: ['detail', 'booths'], readonly: [] } } })
    expect(buttons('同步')).toEqual([])
    expect(buttons('详情')).toHaveLength(2)
    expect(buttons('展位')).toHaveLength(2)
    // Without an action for several records there is nothing to tick them for.
    expect(document.querySelector('.ant-table-selection-column')).toBeNull()
    expect(buttons('冻结')).toEqual([])
  })
})

describe('built-in actions with a condition and words of the document', () => {
  const openOnly = { field: 'status', rule: 'ne' as const, val: '1' }
  const document: FormDocument = {
    ...person,
    list: {
      columns: ['name', 'status'],
      actions: [
        { code: 'edit', title: '修改', when: openOnly },
        { code: 'delete', confirm: '作废后不能恢复', when: openOnly },
        { code: 'batch_delete', title: '全部作废', confirm: '作废所选人员？' },
        'detail',
      ],
    },
  }
  const begin = async () => open({ documents: [document] })

  it('are offered in a row whose record allows them', async () => {
    const { user } = await begin()
    expect(buttons('修改')).toHaveLength(1)
    expect(buttons('修改', row('李 四'))).toHaveLength(1)
    expect(buttons('详情', row('张三'))).toHaveLength(1)
    expect(buttons('更多', row('张三'))).toEqual([])
    expect(await entriesOf(user, '李 四')).toEqual(['详情', '删除'])
  })

  it('ask in the words of the document', async () => {
    const { client, user } = await begin()
    await choose(user, '李 四', '删除')
    await screen.findByText('作废后不能恢复')
    const ok = [...globalThis.document.querySelectorAll<HTMLButtonElement>('.ant-popconfirm-buttons button')]
    await user.click(ok.at(-1) as HTMLElement)
    await waitFor(() => expect(client.asked('remove')).toEqual([['person', ['b']]]))
  })

  it('lock the deletion of several while one of them does not allow it', async () => {
    const { client, user } = await begin()
    await user.click(button('全部作废'))
    expect(await screen.findByText('请选择一条记录！')).toBeTruthy()
    await user.click(tick('李 四'))
    expect(button('全部作废').disabled).toBe(false)
    await user.click(tick('张三'))
    expect(button('全部作废').disabled).toBe(true)
    await user.click(tick('张三'))
    await user.click(button('全部作废'))
    const question = await screen.findByRole('dialog')
    expect(question.textContent).toContain('作废所选人员？')
    expect(question.textContent).toContain('确定要删除这 1 项吗?')
    expect(client.asked('remove')).toEqual([])
  })

  it('stand in the dialog of a record that allows them', async () => {
    const { user } = await begin()
    await user.click(button('详情', row('张三')))
    const closed = await screen.findByRole('dialog')
    await within(closed).findByText('1')
    expect(buttons('修改', closed)).toEqual([])
    await user.click(button('关闭', closed))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await choose(user, '李 四', '详情')
    const free = await screen.findByRole('dialog')
    await waitFor(() => expect(buttons('修改', free)).toHaveLength(1))
    // The main action stands last.
    expect(
      [...free.querySelectorAll('.expo-form-buttons button')].map((one) =>
        one.textContent?.replaceAll(' ', ''),
      ),
    ).toEqual(['关闭', '在页面中打开', '修改'])
  })

  it('open a record to read that has changed since the list was loaded', async () => {
    const { client, user } = await begin()
    await client.save('person', { id: 'b', name: '李 四', status: '1' })
    await user.click(button('修改', row('李 四')))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText('该记录的当前状态不能编辑，只能查看')).toBeTruthy()
    expect(dialog.querySelector('input')).toBeNull()
    expect(buttons('保存', dialog)).toEqual([])
    expect(buttons('修改', dialog)).toEqual([])
  })
})

describe('a value with an address', () => {
  it('is a link in the list and in the detail, and opens in the app', async () => {
    const { user, went } = await open()
    const link = screen.getByText('李 四', { selector: 'a' })
    expect(link.getAttribute('href')).toBe('/people?n=%E6%9D%8E%20%E5%9B%9B')
    await user.click(link)
    expect(went).toEqual(['/people?n=%E6%9D%8E%20%E5%9B%9B'])
    await choose(user, '李 四', '详情')
    const dialog = await screen.findByRole('dialog')
    expect((await within(dialog).findByText('李 四', { selector: 'a' })).getAttribute('href')).toBe(
      '/people?n=%E6%9D%8E%20%E5%9B%9B',
    )
  })
})
