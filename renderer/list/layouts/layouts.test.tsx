import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { buttons, renderPage, renderWithRights, testServices } from '#tests/helpers/render-page.tsx'
import { RequestError } from '../../data/data-client.ts'
import type { RowNews } from '../../data/live-lists.ts'
import { RenderPage } from '../../page/RenderPage.tsx'

const STATES = [
  { value: 'open', text: '待接待' },
  { value: 'done', text: '已接待' },
]
const visit: FormDocument = {
  kind: 'form',
  code: 'visit',
  title: '来访',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '名称', view: 'text' },
      state: { type: 'string', title: '状态', view: 'list', dict: STATES },
      day: { type: 'string', title: '日期', view: 'date' },
    },
  },
  list: {
    columns: ['name', 'state', 'day'],
    layouts: [
      { kind: 'table' },
      { kind: 'board', groupBy: 'state', label: 'name' },
      { kind: 'calendar', start: 'day', label: 'name' },
    ],
  },
}
const memory = () =>
  createMemoryClient({
    documents: [visit],
    rows: {
      visit: [
        { id: 'v1', name: 'Ada', state: 'open', day: '2026-03-10', _version: 1 },
        { id: 'v2', name: 'Bob', state: 'open', day: '2026-03-12', _version: 1 },
        { id: 'v3', name: 'Cem', state: 'done', day: '2026-03-12', _version: 1 },
      ],
    },
  })

const BOARD = 'layout=board'
const CALENDAR = 'layout=calendar&month=2026-03'
const columns = () =>
  [...document.querySelectorAll('[data-column]')].map((column) => [
    column.getAttribute('aria-label'),
    [...column.querySelectorAll('[data-card]')].map((card) => card.getAttribute('aria-label')),
  ])
const one = (selector: string) => {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`no ${selector}`)
  return found
}

/** Drags something onto a place, as a mouse does. */
function drag(from: HTMLElement, onto: HTMLElement) {
  const dataTransfer = { setData: () => undefined, effectAllowed: '', dropEffect: '' }
  const send = (make: typeof createEvent.dragStart, at: HTMLElement) => {
    const event = make(at)
    Object.defineProperty(event, 'dataTransfer', { value: dataTransfer })
    fireEvent(at, event)
  }
  send(createEvent.dragStart, from)
  send(createEvent.dragOver, onto)
  send(createEvent.drop, onto)
}

const BEGUN = [
  ['待接待，2 条', ['Ada', 'Bob']],
  ['已接待，1 条', ['Cem']],
]
const MOVED = [
  ['待接待，1 条', ['Bob']],
  ['已接待，2 条', ['Ada', 'Cem']],
]

// Layouts are loaded when they are first drawn; here no test waits for that.
beforeAll(async () => {
  await Promise.all([import('./BoardLayout.tsx'), import('./CalendarLayout.tsx')])
})

describe('a board', () => {
  it('asks once for the cards of all columns, and for no page of a table', async () => {
    const client = memory()
    renderPage(client, 'visit', BOARD)
    await waitFor(() => expect(columns()).toEqual(BEGUN))
    expect(client.asked('board')).toHaveLength(1)
    expect(client.asked('list')).toHaveLength(0)
  })

  it('gives a card the value of the column into which it is dragged, by an ordinary save', async () => {
    const client = memory()
    renderPage(client, 'visit', BOARD)
    await waitFor(() => expect(columns()).toEqual(BEGUN))
    drag(one('[data-card="v1"]'), one('[data-column="done"]'))
    await waitFor(() => expect(columns()).toEqual(MOVED))
    expect(client.asked('save').map(([, row]) => row)).toEqual([{ id: 'v1', _version: 1, state: 'done' }])
    await screen.findByText('“Ada”已移到“已接待”')
  })

  it('reads its columns again when others changed cards, and marks those; nothing can be deleted unticked', async () => {
    const client = memory()
    let hear: (news: RowNews) => void = () => {}
    const watch = (_: string, listener: typeof hear) => {
      hear = listener
      return () => {}
    }
    renderPage(client, 'visit', BOARD, { ...testServices(client), liveLists: { watch } })
    await waitFor(() => expect(columns()).toEqual(BEGUN))
    expect(buttons('批量删除')).toEqual([])
    await client.save('visit', { id: 'v1', state: 'done', _version: 1 })
    act(() => hear({ changed: ['v1'], added: [], isMany: false }))
    await waitFor(() => expect(columns()).toEqual(MOVED))
    expect(one('[data-card="v1"]').className).toContain('expo-row-changed')
    expect(one('[data-card="v3"]').className).not.toContain('expo-row-changed')
    expect(client.asked('board')).toHaveLength(2)
    expect(client.asked('list')).toHaveLength(0)
  })

  it('lets the keyboard move a card by its menu', async () => {
    const client = memory()
    renderPage(client, 'visit', BOARD)
    await waitFor(() => expect(columns()).toEqual(BEGUN))
    const [more] = buttons('更多', one('[data-card="v1"]'))
    if (!more) throw new Error('no menu')
    fireEvent.click(more)
    fireEvent.click(await screen.findByText('移到“已接待”'))
    await waitFor(() => expect(columns()).toEqual(MOVED))
  })

  it('says that a card was changed by others meanwhile, and shows what it is now', async () => {
    const client = memory()
    renderPage(client, 'visit', BOARD)
    await waitFor(() => expect(columns()).toEqual(BEGUN))
    client.failNext('save', new RequestError('这条记录已被他人修改，请核对后再保存', 409))
    drag(one('[data-card="v1"]'), one('[data-column="done"]'))
    await screen.findByText('这条记录已被他人修改，请核对后再保存')
    await waitFor(() => expect(client.asked('board')).toHaveLength(2))
    expect(columns()).toEqual(BEGUN)
  })

  it('moves nothing for who may not change the field, and is not there for who may not see it', async () => {
    const client = memory()
    const view = renderWithRights(
      testServices(client),
      { visit: [] },
      <RenderPage code="visit" search={BOARD} onSearch={() => {}} />,
    )
    await waitFor(() => expect(columns()).toEqual(BEGUN))
    expect(one('[data-card="v1"]').draggable).toBe(true)
    view.take({ visit: ['state'] })
    await waitFor(() => expect(document.querySelector('[data-column]')).toBeNull())
    expect(screen.queryByText('看板')).toBeNull()
  })
})

describe('a calendar', () => {
  const day = (id: string) => one(`[data-event="${id}"]`).closest('[data-day]')?.getAttribute('data-day')

  it('asks for the records of its month and puts them on their days', async () => {
    const client = memory()
    renderPage(client, 'visit', CALENDAR)
    await waitFor(() => expect(day('v1')).toBe('2026-03-10'))
    expect(day('v3')).toBe('2026-03-12')
    expect(client.asked('list')).toHaveLength(1)
    expect(JSON.stringify(client.asked('list')[0])).toContain('2026-02-2')
  })

  it('gives a record the day on which it is dropped', async () => {
    const client = memory()
    renderPage(client, 'visit', CALENDAR)
    await waitFor(() => expect(day('v1')).toBe('2026-03-10'))
    drag(one('[data-event="v1"]'), one('[data-day="2026-03-19"]'))
    await waitFor(() => expect(day('v1')).toBe('2026-03-19'))
    expect(client.asked('save').map(([, row]) => row)).toEqual([{ id: 'v1', _version: 1, day: '2026-03-19' }])
  })

  it('stays at its month when a day beside it is clicked, as for the menu of a record there', async () => {
    renderPage(memory(), 'visit', 'layout=calendar')
    const days = () => [...document.querySelectorAll<HTMLElement>('[data-day]')]
    await waitFor(() => expect(days()).toHaveLength(42))
    const first = days()[0]?.dataset.day
    const last = `[data-day="${days()[41]?.dataset.day}"]`
    for (let clicks = 0; clicks < 2; clicks++) {
      fireEvent.click(one(last))
      await act(async () => undefined)
    }
    expect(days()[0]?.dataset.day).toBe(first)
  })
})
