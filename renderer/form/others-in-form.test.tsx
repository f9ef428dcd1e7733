import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Place, Presence } from '#schemas/api/presence.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, renderPage, testServices } from '#tests/helpers/render-page.tsx'
import type { LiveRecords, RecordListener } from '../data/live-records.ts'

const text = (title: string) => ({ type: 'string' as const, title, view: 'text' as const })
const company: FormDocument = {
  kind: 'form',
  code: 'company',
  title: '企业',
  schema: { type: 'object', properties: { name: text('名称'), phone: text('电话') } },
  subTables: [
    { code: 'contact', foreignKey: 'company_id', relation: 'many' },
    { code: 'invoice', foreignKey: 'company_id', relation: 'one' },
  ],
}
const contact: FormDocument = {
  kind: 'form',
  code: 'contact',
  title: '联系人',
  schema: { type: 'object', properties: { name: text('姓名'), company_id: text('企业') } },
}
const invoice: FormDocument = {
  kind: 'form',
  code: 'invoice',
  title: '发票',
  schema: { type: 'object', properties: { tax_no: text('税号'), company_id: text('企业') } },
}

/** The room of a record, in which this page is with others. */
function createRoom() {
  const opened: string[] = []
  const places: (Place | null)[] = []
  let listener: RecordListener | null = null
  const records: LiveRecords = {
    open(form, id, heard) {
      opened.push(`${form}:${id}`)
      listener = heard
      return {
        place: (place) => void places.push(place),
        close() {
          listener = null
        },
      }
    },
  }
  const people = (place: Place | null): Presence[] => [
    { socketKey: 'company:a', senderId: 'p2', name: '李四', place, isHere: true },
  ]
  return {
    records,
    opened,
    places,
    isOpen: () => listener !== null,
    come: (place: Place | null) => act(() => listener?.onPeople(people(place))),
    leave: () => act(() => listener?.onPeople([])),
    save: () => act(() => listener?.onSaved()),
  }
}

async function openEdit() {
  const client = createMemoryClient({
    documents: [company, contact, invoice],
    rows: {
      company: [{ id: 'a', name: '博览', phone: '1' }],
      contact: [
        { id: 'c1', company_id: 'a', name: '张三' },
        { id: 'c2', company_id: 'a', name: '王五' },
      ],
      invoice: [{ id: 'i', company_id: 'a', tax_no: 'T1' }],
    },
  })
  const room = createRoom()
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  renderPage(client, 'company', '', testServices(client, { liveRecords: room.records }))
  const row = (await screen.findByText('博览')).closest('tr') as HTMLElement
  await user.click(button('编辑', row))
  await control('名称')
  await waitFor(() => expect(cells()).toEqual(['张三', '王五']))
  /** Somebody else saves the record with these values. */
  const saveElsewhere = (main: Row, contacts: Readonly<Record<string, Row>> = {}) => {
    const version = (stored: Row) => ({ _version: Number(stored._version) + 1 })
    for (const stored of client.rows('company')) Object.assign(stored, main, version(stored))
    for (const stored of client.rows('contact')) {
      const change = contacts[String(stored.id)]
      if (change) Object.assign(stored, change, version(stored))
    }
    room.save()
  }
  return { client, room, user, saveElsewhere }
}
const control = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' })
const tds = () => [...document.querySelectorAll<HTMLElement>('.ht_master td')]
const cells = () => tds().map((td) => td.textContent)
const closed = () => waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull())

beforeAll(async () => {
  await Promise.all([import('./FormDialog.tsx'), import('./SubTables.tsx'), import('../grid/index.ts')])
})

describe('a form that others have open, too', () => {
  it('says who has, and in which cell somebody is, until they go [call-93]', async () => {
    const { room, user } = await openEdit()
    expect(room.opened).toEqual(['company:a'])
    await room.come({ sub: 'contact', row: 'c2', field: 'name', isEditing: true })
    expect(await screen.findByText('李四 也打开了这条记录')).toBeTruthy()
    expect(tds().map((td) => td.dataset.other)).toEqual([undefined, '李四'])
    await room.leave()
    expect(screen.queryByText(/也打开了这条记录/)).toBeNull()
    expect(tds().map((td) => td.dataset.other)).toEqual([undefined, undefined])
    await user.click(button('取消'))
    await closed()
    expect(room.isOpen()).toBe(false)
  })

  it('tells them in which cell the user is', async () => {
    const { room } = await openEdit()
    const [, second] = tds()
    fireEvent.mouseDown(second as HTMLElement)
    await waitFor(() =>
      expect(room.places.at(-1)).toMatchObject({ sub: 'contact', row: 'c2', field: 'name' }),
    )
  })

  it('takes what they save beside what is being entered, and is saved over it without a question', async () => {
    const { client, user, saveElsewhere } = await openEdit()
    await user.type(await control('名称'), '公司')
    saveElsewhere({ phone: '2' }, { c2: { name: '赵六' } })
    await waitFor(async () => expect((await control('电话')).value).toBe('2'))
    expect(cells()).toEqual(['张三', '赵六'])
    expect((await control('名称')).value).toBe('博览公司')
    await user.click(button('保存'))
    await closed()
    expect(screen.queryByText('记录已被他人修改')).toBeNull()
    expect(client.rows('company')).toMatchObject([{ name: '博览公司', phone: '2' }])
    expect(client.rows('contact').map(({ name }) => name)).toEqual(['张三', '赵六'])
  })

  it('has nothing to save after it took what they saved', async () => {
    const { client, user, saveElsewhere } = await openEdit()
    saveElsewhere({ name: '新博览' }, { c1: { name: '孙七' } })
    await waitFor(() => expect(cells()).toEqual(['孙七', '王五']))
    await user.click(button('取消'))
    // Nobody is asked whether changes shall be given up.
    await closed()
    expect(client.asked('save')).toEqual([])
  })

  it('keeps what both changed as it was entered here, and asks at the save', async () => {
    const { user, saveElsewhere } = await openEdit()
    await user.type(await control('名称'), '公司')
    saveElsewhere({ name: '新博览', phone: '2' })
    await waitFor(async () => expect((await control('电话')).value).toBe('2'))
    expect((await control('名称')).value).toBe('博览公司')
    await user.click(button('保存'))
    expect(await screen.findByText('记录已被他人修改')).toBeTruthy()
  })
})
