import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Row } from '#schemas/compile/model.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient, type MemoryData } from '#tests/helpers/memory-client.ts'
import { passTime } from '#tests/helpers/pass-time.ts'
import { button, buttons, renderPage } from '#tests/helpers/render-page.tsx'
import { RequestError } from '../data/data-client.ts'

const visitor: FormDocument = {
  kind: 'form',
  code: 'visitor',
  title: '访客',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', title: '姓名', view: 'text', maxLength: 10 },
      phone: { type: 'string', title: '手机', view: 'text', validType: 'm', unique: true },
      kind: { type: 'string', title: '类型', view: 'radio', dict: 'visitor_kind', default: '1' },
      company: { type: 'string', title: '公司', view: 'text' },
      secret: { type: 'string', title: '内部标记', view: 'hidden', default: 'x' },
      note: { type: 'string', title: '备注', view: 'textarea' },
      vote: { type: 'string', title: '评分', view: 'stars' },
    },
  },
  list: { columns: ['name', 'phone'] },
  rules: [
    // biome-ignore lint/suspicious/noThenProperty: the keyword of a document rule
    { if: { field: 'kind', rule: 'eq', val: '2' }, then: { require: ['company'], show: ['note'] } },
  ],
}
const DICTS = {
  visitor_kind: [
    { value: '1', text: '个人' },
    { value: '2', text: '企业' },
  ],
}
const ROWS: Row[] = [
  { id: 'a', name: '张三', phone: '13800000001', kind: '1', secret: 'x', vote: '3' },
  { id: 'b', name: '李四', phone: '13800000002', kind: '2', company: '博览公司', note: '两人\n同行' },
]

function begin(data: Partial<MemoryData> = {}) {
  const client = createMemoryClient({
    documents: [visitor],
    rows: { visitor: ROWS },
    dicts: DICTS,
    ...data,
  })
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  renderPage(client, data.documents?.[0]?.code ?? 'visitor')
  return { client, user }
}

const dialog = () =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>('[role="dialog"]')
    if (!found) throw new Error('no dialog')
    return found
  })
const control = (label: string) =>
  screen.findByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' })
const field = (name: string) => document.querySelector<HTMLElement>(`[data-field="${name}"]`)
const said = (name: string) => field(name)?.querySelector('[role="alert"]')?.textContent ?? null
const closed = () => waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull())

async function openNew(data: Partial<MemoryData> = {}) {
  const begun = begin(data)
  await waitFor(() => button('新增'))
  await begun.user.click(button('新增'))
  await dialog()
  await control('姓名')
  return begun
}

async function openEdit(name: string, data: Partial<MemoryData> = {}) {
  const begun = begin(data)
  const row = (await screen.findByText(name)).closest('tr') as HTMLElement
  await begun.user.click(button('编辑', row))
  await dialog()
  await waitFor(async () => expect((await control('姓名')).value).toBe(name))
  return begun
}

// Parts that are loaded when they are first drawn are loaded here, so that no test waits for them.
beforeAll(async () => {
  await import('./FormDialog.tsx')
})

describe('a new record', () => {
  it('leads from step to step beside its buttons, outside of what scrolls', async () => {
    const steps: FormDocument = {
      ...visitor,
      layout: {
        steps: true,
        groups: [
          { title: '本人', fields: ['name', 'phone'] },
          { title: '其他', fields: ['kind', 'company'] },
        ],
      },
    }
    const { user } = await openNew({ documents: [steps] })
    await user.type(await control('姓名'), '王五')
    const footer = document.querySelector('.ant-modal-footer') as HTMLElement
    expect(buttons('上一步')).toEqual([])
    await user.click(button('下一步', footer))
    expect(button('保存', footer)).toBeTruthy()
    await user.click(button('上一步', footer))
    expect((await control('姓名')).value).toBe('王五')
    expect(buttons('下一步')).toHaveLength(1)
  })

  it('begins with the defaults of its document, the keyboard in the first field, and is saved [err-52]', async () => {
    const { client, user } = await openNew()
    expect(screen.getByText('新增访客')).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.id).toBe(field('name')?.querySelector('input')?.id))
    await user.keyboard('王五')
    await user.type(await control('手机'), '13800000003')
    await user.click(button('保存'))
    expect(await screen.findByText('添加成功！')).toBeTruthy()
    await closed()
    expect(client.rows('visitor')[0]).toMatchObject({
      name: '王五',
      phone: '13800000003',
      kind: '1',
      secret: 'x',
    })
    expect(await screen.findByText('王五')).toBeTruthy()
  })

  it('is the beginning of the next one with 保存并复制, without what only one record may have', async () => {
    const { client, user } = await openNew()
    await user.type(await control('姓名'), '王五')
    await user.type(await control('手机'), '13900000001')
    await user.click(screen.getByLabelText('企业'))
    await user.type(await control('公司'), '展览公司')
    await user.click(button('保存并复制'))
    await waitFor(() => expect(client.rows('visitor')).toHaveLength(3))
    await waitFor(async () => expect((await control('手机')).value).toBe(''))
    expect((await control('姓名')).value).toBe('王五')
    expect((await control('公司')).value).toBe('展览公司')
    await user.type(await control('手机'), '13900000002')
    await user.click(button('保存'))
    await waitFor(() => expect(client.rows('visitor')).toHaveLength(4))
    expect(new Set(client.rows('visitor').map(({ id }) => id)).size).toBe(4)
  })

  it('is saved by Ctrl+S wherever the keyboard is, and by Ctrl+Enter', async () => {
    const { client, user } = await openNew()
    await user.type(await control('姓名'), '王五')
    ;(document.activeElement as HTMLElement).blur()
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })
    await waitFor(() => expect(client.rows('visitor')).toHaveLength(3))
    await closed()
    await user.click(button('新增'))
    await dialog()
    await user.type(await control('姓名'), '赵六')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(client.rows('visitor')).toHaveLength(4))
  })

  it('is entered one after the other with 保存并新增', async () => {
    const { client, user } = await openNew()
    await user.type(await control('姓名'), '王五')
    await user.click(button('保存并新增'))
    await waitFor(async () => expect((await control('姓名')).value).toBe(''))
    // The next opening begins afresh: closing asks nothing.
    await user.click(button('取消'))
    await closed()
    expect(client.asked('save')).toHaveLength(1)
  })

  it('is saved once, however often its button is pressed', async () => {
    const { client, user } = await openNew()
    await user.type(await control('姓名'), '王五')
    const release = client.hold('save')
    const save = button('保存')
    fireEvent.click(save)
    fireEvent.click(save)
    fireEvent.keyDown(save, { key: 's', ctrlKey: true })
    await waitFor(() => expect(client.asked('save')).toHaveLength(1))
    release()
    await closed()
    expect(client.asked('save')).toHaveLength(1)
  })

  it('is not sent by a second click within 300 ms, even when the first was refused', async () => {
    const { client, user } = await openNew()
    await user.type(await control('姓名'), '王五')
    let now = 1_000_000
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now)
    try {
      client.failNext('save', new RequestError('数据不正确', 200))
      fireEvent.click(button('保存'))
      expect(await screen.findByText('数据不正确')).toBeTruthy()
      now += 299
      await act(async () => fireEvent.click(button('保存')))
      expect(client.asked('save')).toHaveLength(1)
      now += 1
      await act(async () => fireEvent.click(button('保存')))
      expect(client.asked('save')).toHaveLength(2)
    } finally {
      clock.mockRestore()
    }
    await closed()
  })

  it('is saved by Ctrl+S and ⌘+S', async () => {
    const { client, user } = await openNew()
    await user.type(await control('姓名'), '王五')
    fireEvent.keyDown(await control('姓名'), { key: 's', metaKey: true })
    await closed()
    expect(client.asked('save')).toHaveLength(1)
  })
})

describe('what is wrong in a form', () => {
  it('is marked at its field, counted, and keeps the dialog open with what was typed', async () => {
    const { client, user } = await openNew()
    await user.type(await control('手机'), '138')
    await user.tab()
    expect(said('phone')).toBe('请输入正确手机号')
    await user.click(button('保存'))
    expect(await screen.findByText('有 2 处填写不正确，请检查')).toBeTruthy()
    expect(said('name')).toBe('请输入姓名')
    const name = await control('姓名')
    expect(name.getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(name.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      '请输入姓名',
    )
    await waitFor(() => expect(document.activeElement).toBe(name))
    expect((await control('手机')).value).toBe('138')
    expect(client.asked('save')).toEqual([])
    // Mended while typing.
    await user.type(await control('姓名'), '王')
    expect(said('name')).toBeNull()
  })

  it('follows the rules of the document', async () => {
    const { user } = await openNew()
    expect(field('note')).toBeNull()
    await user.click(await screen.findByText('企业'))
    expect(field('note')).toBeTruthy()
    expect(field('company')?.querySelector('label')?.dataset.required).toBe('true')
    await user.type(await control('姓名'), '王五')
    await user.click(button('保存'))
    await waitFor(() => expect(said('company')).toBe('请输入公司'))
  })

  it('is asked of the server when a unique value is left, never for an empty one [validate-26, validate-27]', async () => {
    const { client, user } = await openNew()
    await user.click(await control('手机'))
    await user.tab()
    expect(client.asked('check')).toEqual([])
    await user.type(await control('手机'), '13800000001')
    await user.tab()
    await waitFor(() => expect(said('phone')).toBe('该值不可用，系统中已存在！'))
    expect(client.asked('check')).toEqual([[{ table: 'visitor', field: 'phone', value: '13800000001' }]])
  })

  it('comes from the server onto its field', async () => {
    const { client, user } = await openNew()
    await user.type(await control('姓名'), '王五')
    client.failNext(
      'save',
      new RequestError('数据不正确', 200, { errors: [{ field: 'company', message: '公司已停业' }] }),
    )
    await user.click(button('保存'))
    await waitFor(() => expect(said('company')).toBe('公司已停业'))
    expect((await control('姓名')).value).toBe('王五')
  })

  it('is said where the server gives a reason without a field, and the form stays usable', async () => {
    const { client, user } = await openNew()
    await user.type(await control('姓名'), '王五')
    client.failNext('save', new RequestError('数据库连接超时', 500, null, 'req-9'))
    await user.click(button('保存'))
    expect(await screen.findByText('数据库连接超时')).toBeTruthy()
    expect(screen.getByText('请求编号：req-9')).toBeTruthy()
    expect((await control('姓名')).value).toBe('王五')
    passTime(320)
    await user.click(button('保存'))
    await closed()
  })
})

describe('a record that is changed', () => {
  it('is sent with its version and without the texts that came with it [err-52]', async () => {
    const { client, user } = await openEdit('李四')
    await user.clear(await control('公司'))
    await user.type(await control('公司'), '新公司')
    await user.click(button('保存'))
    expect(await screen.findByText('修改成功！')).toBeTruthy()
    const sent = client.asked('save')[0]?.[1] as Row
    expect(sent).toMatchObject({ id: 'b', _version: 1, company: '新公司' })
    expect(Object.keys(sent).filter((name) => name.endsWith('_dictText'))).toEqual([])
  })

  it('keeps the value of a widget that nobody has, and lets it be edited', async () => {
    const { client, user } = await openEdit('张三')
    expect(field('vote')?.textContent).toContain('未知的控件“stars”（字段 vote）')
    const input = await control('评分')
    expect(input.value).toBe('3')
    await user.type(input, '5')
    await user.click(button('保存'))
    await closed()
    expect(client.rows('visitor')[0]).toMatchObject({ vote: '35', secret: 'x' })
  })

  it('asks before what was typed is given up, and not when nothing was', async () => {
    const { user } = await openEdit('张三')
    await user.type(await control('姓名'), '丰')
    await user.click(button('取消'))
    expect(await screen.findByText('您输入的内容还没有保存。')).toBeTruthy()
    await user.click(button('继续编辑'))
    expect((await control('姓名')).value).toBe('张三丰')
    await user.type(await control('姓名'), '{Backspace}')
    await user.click(button('取消'))
    await closed()
  })

  it('says when it is gone', async () => {
    const { client, user } = begin()
    await screen.findByText('张三')
    client.rows('visitor').splice(0, 1)
    await user.click(buttons('编辑')[0] as HTMLElement)
    expect(await screen.findByText('记录不存在或已被删除')).toBeTruthy()
  })

  it('locks what this user may see and not change', async () => {
    await openEdit('张三', {
      definition: { access: { actions: ['edit'], readonly: ['phone'] } },
    })
    expect((await control('手机')).disabled).toBe(true)
    expect((await control('姓名')).disabled).toBe(false)
  })
})

describe('a record that somebody else saved meanwhile', () => {
  it('shows both sides, item by item, and saves what was chosen on top', async () => {
    const { client, user } = await openEdit('李四')
    await user.type(await control('姓名'), '光')
    await user.clear(await control('公司'))
    await user.type(await control('公司'), '我的公司')
    Object.assign(client.rows('visitor')[1] as Row, {
      _version: 2,
      company: '他的公司',
      kind: '1',
      update_by: 'wang',
    })
    await user.click(button('保存'))
    const title = await screen.findByText('记录已被他人修改')
    const box = title.closest('.ant-modal') as HTMLElement
    const line = (name: string) =>
      within(box).getByText(name, { selector: 'td, td *' }).closest('tr') as HTMLElement
    expect(box.textContent).toContain('wang')
    // Fields that only the other user changed are taken over; own changes are kept until they are given up.
    expect(line('类型').textContent).toContain('个人')
    expect(line('类型').querySelectorAll('input')[1]?.checked).toBe(true)
    // What both changed is not decided for the user, who sees what was there before, too.
    expect([...line('公司').querySelectorAll('input')].map(({ checked }) => checked)).toEqual([
      false,
      false,
      false,
    ])
    expect(within(line('公司')).getByText('他的公司')).toBeTruthy()
    expect(within(line('公司')).getByText('博览公司')).toBeTruthy()
    expect(within(box).getByRole('status').textContent).toBe('双方都改过的内容还有 1 处需要选择')
    expect((button('按所选内容保存') as HTMLButtonElement).disabled).toBe(true)
    await user.click(line('公司').querySelectorAll('input')[1] as HTMLElement)
    await user.click(button('按所选内容保存'))
    await closed()
    expect(client.rows('visitor')[1]).toMatchObject({
      name: '李四光',
      company: '他的公司',
      kind: '1',
      _version: 3,
    })
  })

  it('goes on with what was decided when that save fails, too', async () => {
    const { client, user } = await openEdit('李四')
    await user.type(await control('姓名'), '光')
    Object.assign(client.rows('visitor')[1] as Row, { _version: 2, company: '他的公司' })
    await user.click(button('保存'))
    await screen.findByText('记录已被他人修改')
    client.failNext('save', new RequestError('网络超时', 504))
    await user.click(button('按所选内容保存'))
    expect(await screen.findByText('网络超时')).toBeTruthy()
    expect((await control('姓名')).value).toBe('李四光')
    expect((await control('公司')).value).toBe('他的公司')
    passTime(320)
    await user.click(button('保存'))
    await closed()
    expect(client.rows('visitor')[1]).toMatchObject({ name: '李四光', _version: 3 })
  })

  it('shows both sides below each other on a phone, without a way aside', async () => {
    const wide = window.matchMedia
    const { client, user } = await openEdit('李四')
    window.matchMedia = (query) => ({ ...wide(query), matches: false })
    try {
      await user.clear(await control('公司'))
      await user.type(await control('公司'), '我的公司')
      Object.assign(client.rows('visitor')[1] as Row, { _version: 2, company: '他的公司' })
      await user.click(button('保存'))
      const title = await screen.findByText('记录已被他人修改')
      const box = title.closest('.ant-modal') as HTMLElement
      const sides = within(box).getByText('我的公司').closest('td') as HTMLElement
      expect(sides.textContent).toBe('我的内容我的公司当前内容他的公司修改前博览公司')
      await user.click(within(sides).getByText('他的公司'))
      await user.click(button('按所选内容保存'))
      await closed()
      expect(client.rows('visitor')[1]).toMatchObject({ company: '他的公司', _version: 3 })
    } finally {
      window.matchMedia = wide
    }
  })

  it('lets the user go back to editing with nothing lost', async () => {
    const { client, user } = await openEdit('李四')
    await user.type(await control('姓名'), '光')
    Object.assign(client.rows('visitor')[1] as Row, { _version: 2 })
    await user.click(button('保存'))
    await screen.findByText('记录已被他人修改')
    await user.click(button('返回继续编辑'))
    expect((await control('姓名')).value).toBe('李四光')
  })
})

describe('a field that a rule closes after it was changed', () => {
  it('is named before the record is saved without it, and keeps its text while one goes back', async () => {
    const { client, user } = await openNew()
    await user.type(await control('姓名'), '王五')
    await user.click(screen.getByRole('radio', { name: '企业' }))
    await user.type(await control('公司'), '甲公司')
    await user.type(await control('备注'), '请回电')
    await user.click(screen.getByRole('radio', { name: '个人' }))
    await user.click(button('保存'))
    expect(await screen.findByText('表单的规则关闭了：备注。其中输入的内容不会保存。')).toBeTruthy()
    expect(client.asked('save')).toHaveLength(0)
    await user.click(button('继续编辑'))
    await user.click(screen.getByRole('radio', { name: '企业' }))
    expect((await control('备注')).value).toBe('请回电')
    await user.click(screen.getByRole('radio', { name: '个人' }))
    // A press so soon after the last one is none.
    passTime(320)
    await user.click(button('保存'))
    await waitFor(() => button('继续保存'))
    await user.click(button('继续保存'))
    await waitFor(() => expect(client.asked('save')).toHaveLength(1))
    await closed()
  })

  it('is not asked about when it holds what it began with, or what a rule calculates', async () => {
    const { client, user } = await openNew({
      documents: [
        {
          ...visitor,
          rules: [
            // biome-ignore lint/suspicious/noThenProperty: the keyword of a document rule
            { then: { value: { company: 'name' }, hide: ['note'] } },
          ],
        },
      ],
    })
    await user.type(await control('姓名'), '王五')
    await user.click(button('保存'))
    await waitFor(() => expect(client.asked('save')).toHaveLength(1))
  })
})

describe('a record to read', () => {
  const inProgress = ['1', '2', '3', '4', null]
  const DEAL = { code: 'deal', title: '办理', at: 'record', does: { set: { note: '已办理' } } } as const

  it('opens in a dialog of 1200 px that can fill the window [detail-01, detail-02, detail-03]', async () => {
    const { user } = begin()
    const row = (await screen.findByText('李四')).closest('tr') as HTMLElement
    await user.click(button('更多', row))
    await user.click(await screen.findByText('详情', { selector: '.ant-dropdown-menu-title-content' }))
    const box = await dialog()
    expect(box.style.width).toBe('1200px')
    await user.click(button('全屏', box))
    expect(box.style.width).toBe('100%')
    await user.click(button('退出全屏', box))
    expect(box.style.width).toBe('1200px')
  })

  it.each(inProgress)(
    'with the status %s offers to deal with it, unless it is 1, 3 or 4 [detail-04]',
    async (status) => {
      const leave: FormDocument = {
        ...visitor,
        code: 'leave',
        schema: {
          ...visitor.schema,
          properties: {
            ...visitor.schema.properties,
            status: { type: 'string', title: '状态', view: 'text' },
          },
        },
        list: { columns: ['name'], actions: ['detail', DEAL] },
      }
      const { user } = begin({
        documents: [leave],
        rows: { leave: [{ id: 'a', name: '张三', status }] },
        definition: { access: { actions: ['list', 'detail', 'deal'], readonly: [] } },
      })
      const row = (await screen.findByText('张三')).closest('tr') as HTMLElement
      await user.click(button('详情', row))
      const box = await dialog()
      await waitFor(() => button('关闭', box))
      expect(buttons('办理', box)).toHaveLength(['1', '3', '4'].includes(String(status)) ? 0 : 1)
    },
  )

  it('shows texts, not locked inputs, and goes on to edit', async () => {
    const { user } = begin()
    const row = (await screen.findByText('李四')).closest('tr') as HTMLElement
    await user.click(button('更多', row))
    await user.click(await screen.findByText('详情', { selector: '.ant-dropdown-menu-title-content' }))
    const box = await dialog()
    expect(await within(box).findByText('博览公司')).toBeTruthy()
    expect(within(box).getByText('企业')).toBeTruthy()
    expect(within(box).queryByText('内部标记')).toBeNull()
    expect(box.querySelectorAll('input')).toHaveLength(0)
    await user.click(button('编辑', box))
    expect((await control('姓名')).value).toBe('李四')
  })
})
