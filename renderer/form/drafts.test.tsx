import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Draft, DraftContent } from '#schemas/api/draft.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, renderWith, testServices } from '#tests/helpers/render-page.tsx'
import type { DraftKeeper } from '../data/draft-keeper.ts'
import { RenderPage } from '../page/RenderPage.tsx'

const company: FormDocument = {
  kind: 'form',
  code: 'company',
  title: '企业',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '名称', view: 'text' },
      phone: { type: 'string', title: '电话', view: 'text' },
      pin: { type: 'string', title: '口令', view: 'password' },
    },
  },
  subTables: [{ code: 'invoice', foreignKey: 'company_id', relation: 'one', title: '开票信息' }],
}
const invoice: FormDocument = {
  kind: 'form',
  code: 'invoice',
  title: '发票',
  schema: {
    type: 'object',
    properties: {
      tax_no: { type: 'string', title: '税号', view: 'text' },
      company_id: { type: 'string', title: '企业', view: 'text' },
    },
  },
}

function memoryDrafts(found: readonly Draft[] = []) {
  const kept = new Map<string, DraftContent>()
  const dropped: string[] = []
  const keeper: DraftKeeper = {
    find: async () => found,
    async keep(_place, key, content) {
      kept.set(key, content)
      return true
    },
    keepHere: (_place, key, content) => void kept.set(`here ${key}`, content),
    async drop(_place, key) {
      dropped.push(key)
      kept.delete(key)
    },
  }
  return { keeper, kept, dropped }
}

function begin(
  found: readonly Draft[] = [],
  rows: Row[] = [{ id: 'a', _version: 2, name: '博览', phone: '1' }],
) {
  const client = createMemoryClient({
    documents: [company, invoice],
    rows: { company: rows, invoice: [{ id: 'i', company_id: 'a', tax_no: 'T1' }] },
  })
  const drafts = memoryDrafts(found)
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  renderWith(
    testServices(client, { drafts: drafts.keeper }),
    <RenderPage code="company" search="" onSearch={() => {}} />,
  )
  const openEdit = async () => {
    const row = (await screen.findByText('博览')).closest('tr') as HTMLElement
    await user.click(button('编辑', row))
    await control('税号')
  }
  return { client, user, ...drafts, openEdit }
}
const control = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' })
const closed = () => waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull())

beforeAll(async () => {
  await Promise.all([import('./FormDialog.tsx'), import('./SubTables.tsx')])
})
afterEach(() => void vi.useRealTimers())

describe('what is typed and not saved', () => {
  it('is kept every few seconds while it changes, with sub rows and without secrets, and goes with the save', async () => {
    const { user, kept, dropped, openEdit } = begin()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await openEdit()
    act(() => void vi.advanceTimersByTime(10_000))
    expect(kept.size).toBe(0)
    await user.type(await control('名称'), '公司')
    await user.type(await control('口令'), 'geheim')
    await user.type(await control('税号'), '9')
    act(() => void vi.advanceTimersByTime(3000))
    const [[key, content]] = [...kept] as [[string, DraftContent]]
    expect(content).toMatchObject({
      version: 2,
      before: { name: '博览', phone: '1', invoice: [{ id: 'i', tax_no: 'T1' }] },
      mine: { name: '博览公司', invoice: [{ id: 'i', tax_no: 'T19' }] },
    })
    expect(Object.keys(content.mine)).toEqual(['name', 'invoice'])
    expect(JSON.stringify(content)).not.toContain('geheim')
    window.dispatchEvent(new Event('pagehide'))
    // Nothing new to keep.
    expect([...kept.keys()]).toEqual([key])
    await user.type(await control('电话'), '2')
    window.dispatchEvent(new Event('pagehide'))
    expect(kept.get(`here ${key}`)?.mine.phone).toBe('12')
    await user.click(button('保存'))
    await closed()
    expect(dropped).toEqual([key])
  })

  it('goes when it is given up', async () => {
    const { user, kept, dropped, openEdit } = begin()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await openEdit()
    await user.type(await control('名称'), '公司')
    act(() => void vi.advanceTimersByTime(3000))
    const [key] = kept.keys()
    await user.click(button('取消'))
    await user.click(await screen.findByText('放弃修改'))
    await closed()
    expect(dropped).toEqual([key])
  })
})

describe('what is typed and taken back', () => {
  it('is kept no longer', async () => {
    const { user, kept, dropped, openEdit } = begin()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await openEdit()
    await user.type(await control('名称'), '公')
    act(() => void vi.advanceTimersByTime(3000))
    const [key] = kept.keys()
    await user.type(await control('名称'), '{Backspace}')
    await act(async () => void vi.advanceTimersByTime(3000))
    expect(dropped).toEqual([key])
    // Typed once more and taken back at once: the form that is closed asks nothing and leaves nothing.
    await user.type(await control('名称'), '公')
    act(() => void vi.advanceTimersByTime(3000))
    await user.type(await control('名称'), '{Backspace}')
    await user.click(button('取消'))
    await closed()
    expect(kept.size).toBe(0)
  })
})

describe('a draft that was left behind', () => {
  const draft: Draft = {
    key: 'old',
    age: 900,
    version: 2,
    before: { name: '博览', phone: '1', invoice: [{ id: 'i', _version: 1, tax_no: 'T1' }] },
    mine: { name: '博览公司', invoice: [{ id: 'i', _version: 1, tax_no: 'T19' }] },
  }

  it('is offered with its age before anything is typed, and comes back whole', async () => {
    const { user, client, dropped, openEdit } = begin([draft])
    await openEdit()
    const offer = (await screen.findByText('有一份 15 分钟前未保存的草稿')).closest(
      '.ant-alert',
    ) as HTMLElement
    expect(offer.textContent).toContain('草稿中修改了：名称、开票信息')
    expect(offer.textContent).not.toContain('此后')
    expect((await control('名称')).disabled).toBe(false)
    expect(offer.contains(document.activeElement)).toBe(false)
    await user.click(within(offer).getByText('继续编辑草稿'))
    expect((await control('名称')).value).toBe('博览公司')
    expect((await control('税号')).value).toBe('T19')
    await user.click(button('保存'))
    await closed()
    expect(client.rows('company')[0]).toMatchObject({ name: '博览公司', phone: '1', _version: 3 })
    expect(client.rows('invoice')).toMatchObject([{ tax_no: 'T19' }])
    // Saved before it was kept anew.
    expect(dropped).toEqual(['old'])
  })

  it('says what somebody else changed meanwhile, and asks about what both changed', async () => {
    const now = {
      id: 'a',
      _version: 5,
      name: '博览',
      phone: '99',
      update_by: '王五',
      update_time: '2026-11-22 10:00:00',
    }
    const typed = { ...draft, mine: { name: '我的', phone: '7' }, before: { name: '旧名', phone: '1' } }
    const { user, openEdit } = begin([typed], [{ ...now }])
    await openEdit()
    const offer = (await screen.findByText(/未保存的草稿/)).closest('.ant-alert') as HTMLElement
    expect(offer.textContent).toContain('此后王五于 2026-11-22 10:00:00 保存过这条记录')
    await user.click(within(offer).getByText('继续编辑草稿'))
    await screen.findByText(/“我的内容”是草稿/)
    await user.click(button('全部用我的'))
    await user.click(button('按所选内容继续编辑'))
    expect((await control('名称')).value).toBe('我的')
    expect((await control('电话')).value).toBe('7')
  })

  it('leaves the form in use, and stays when that is saved', async () => {
    const { user, client, dropped, openEdit } = begin([draft])
    await openEdit()
    await screen.findByText(/未保存的草稿/)
    await user.type(await control('电话'), '2')
    await user.click(button('保存'))
    await closed()
    expect(client.rows('company')[0]).toMatchObject({ name: '博览', phone: '12' })
    expect(dropped).toEqual([])
  })

  it('takes nothing away that was typed beside it, and asks about what both say', async () => {
    const { user, client, kept, dropped, openEdit } = begin([draft])
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await openEdit()
    await screen.findByText(/未保存的草稿/)
    await user.type(await control('名称'), '新')
    await user.type(await control('电话'), '2')
    await user.type(await control('口令'), 'geheim')
    act(() => void vi.advanceTimersByTime(3000))
    const [key] = kept.keys()
    await user.click(await screen.findByText('继续编辑草稿'))
    await screen.findByText(/“我的内容”是草稿/)
    await user.click(button('全部用当前的'))
    await user.click(button('按所选内容继续编辑'))
    expect((await control('名称')).value).toBe('博览新')
    expect((await control('电话')).value).toBe('12')
    expect((await control('税号')).value).toBe('T19')
    expect((await control('口令')).value).toBe('geheim')
    // One draft from now on, of this opening: another tab may go on with the old one, too.
    expect(dropped).toEqual([])
    await act(async () => void vi.advanceTimersByTime(3000))
    expect(dropped).toEqual(['old'])
    expect([...kept.keys()]).toEqual([key])
    expect(kept.get(key as string)?.mine).toMatchObject({ name: '博览新', phone: '12' })
    await user.click(button('保存'))
    await closed()
    expect(client.rows('company')[0]).toMatchObject({ name: '博览新', phone: '12', pin: 'geheim' })
    expect(client.rows('invoice')).toMatchObject([{ tax_no: 'T19' }])
  })

  it('goes when it is rejected, and the form is free', async () => {
    const { user, dropped, openEdit } = begin([draft])
    await openEdit()
    await user.click(await screen.findByText('丢弃'))
    expect(dropped).toEqual(['old'])
    expect((await control('名称')).disabled).toBe(false)
    expect(screen.queryByText(/未保存的草稿/)).toBeNull()
  })

  it('is not offered where it says what the record says by now', async () => {
    const { dropped, openEdit } = begin([{ ...draft, before: { name: '旧' }, mine: { name: '博览' } }])
    await openEdit()
    await waitFor(() => expect(dropped).toEqual(['old']))
    expect(screen.queryByText(/未保存的草稿/)).toBeNull()
  })
})
