import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { ListSettings } from '#schemas/api/list-view.ts'
import type { PageViews } from '#schemas/api/page.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, buttons, renderPage, renderWithRights, testServices } from '#tests/helpers/render-page.tsx'
import type { DataClient, ListPlace } from '../../data/data-client.ts'
import { RenderPage } from '../../page/RenderPage.tsx'

const fair: FormDocument = {
  kind: 'form',
  code: 'fair',
  title: '展会',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '名称', view: 'text' },
      city: { type: 'string', title: '城市', view: 'text' },
      hall: { type: 'string', title: '展馆', view: 'text' },
    },
  },
  list: { columns: ['name', 'city', 'hall'], actions: [], pageSize: 10 },
}
const ROWS = Array.from({ length: 12 }, (_, at) => ({ id: `r${at}`, name: `n${at}`, city: 'c', hall: 'h' }))

beforeAll(() => import('./ColumnSettings.tsx'))

function services(own: PageViews['own'] | null, keep?: DataClient['keepListSettings']) {
  const client: DataClient = {
    ...createMemoryClient({
      documents: [fair],
      rows: { fair: ROWS },
      definition: own ? { views: { page: 'fair', own, saved: {}, mayShare: false } } : {},
    }),
    ...(keep ? { keepListSettings: keep } : {}),
  }
  const kept = new Map<string, string>()
  const looks = {
    get: (name: string) => kept.get(name) ?? null,
    set: (name: string, value: string) => void kept.set(name, value),
  }
  return { services: testServices(client, { looks }), kept }
}
const open = (own: PageViews['own'] | null, keep?: DataClient['keepListSettings']) => {
  const made = services(own, keep)
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  return { user, ...made, ...renderPage(made.services.client, 'fair', '', made.services) }
}
const headings = () =>
  [...document.querySelectorAll('.ant-table-thead th')]
    .map((th) => th.textContent)
    .filter((text) => text !== '')
const settingsOpen = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(button('列设置'))
  return screen.findByRole('dialog')
}

describe('the columns of a list', () => {
  it('stand as their user set them, and what is changed is kept by the server once it stands', async () => {
    const told: [ListPlace, ListSettings | null][] = []
    const { user, kept } = open(
      { fair: { columns: [{ field: 'city' }, { field: 'hall', hidden: true }, { field: 'name' }] } },
      async (place, settings) => void told.push([place, settings]),
    )
    await screen.findByText('n0')
    expect(headings()).toEqual(['城市', '名称'])
    const dialog = await settingsOpen(user)
    const box = (title: string) => within(dialog).getByLabelText<HTMLInputElement>(title)
    expect(box('展馆').checked).toBe(false)
    await user.click(box('展馆'))
    expect(headings()).toEqual(['城市', '展馆', '名称'])
    // By keyboard: to the end, and not beyond it.
    button('移动列：城市', dialog).focus()
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
    expect(headings()).toEqual(['展馆', '名称', '城市'])
    await user.click(button('固定在左侧：名称', dialog))
    expect(headings()).toEqual(['名称', '展馆', '城市'])
    await user.type(box('宽度（像素）：城市'), '150')
    await user.click(box('序号列'))
    expect(headings()).toEqual(['序号', '名称', '展馆', '城市'])
    const columns = [{ field: 'name', fixed: 'left' }, { field: 'hall' }, { field: 'city', width: 150 }]
    const place = { page: 'fair', form: 'fair' }
    await waitFor(() => expect(told.at(-1)).toEqual([place, { columns, rowNumbers: true }]))
    expect([...kept.values()]).toEqual([''])
    // Changes that follow each other are told once.
    told.length = 0
    for (const title of ['序号列', '展馆', '展馆']) fireEvent.click(box(title))
    await waitFor(() => expect(told).toEqual([[place, { columns, rowNumbers: false }]]))
    await user.click(box('序号列'))
    await user.click(button('重置', dialog))
    // It asks before.
    expect(headings()).toEqual(['序号', '名称', '展馆', '城市'])
    await user.click(await screen.findByRole('button', { name: /重置列/ }))
    expect(headings()).toEqual(['名称', '城市', '展馆'])
    await waitFor(() => expect(told.at(-1)).toEqual([place, null]))
  })

  it('come back from this browser where no server keeps them, and are told when it could not be reached', async () => {
    const { user, services: same, kept } = open(null)
    await screen.findByText('n0')
    const dialog = await settingsOpen(user)
    await user.click(within(dialog).getByLabelText('城市'))
    expect(headings()).toEqual(['名称', '展馆'])
    cleanup()
    renderPage(same.client, 'fair', '', same)
    await screen.findByText('n0')
    expect(headings()).toEqual(['名称', '展馆'])
    cleanup()
    // A server that was away, and is there when the list is opened the next time.
    const keep = vi.fn<NonNullable<DataClient['keepListSettings']>>(async () => undefined)
    keep.mockRejectedValueOnce(new Error('away'))
    const other = services({}, keep)
    for (const [name, value] of kept) other.kept.set(name, value)
    const before = new Map(other.kept)
    for (const times of [1, 2]) {
      renderPage(other.services.client, 'fair', '', other.services)
      await screen.findByText('n0')
      expect(headings()).toEqual(['名称', '展馆'])
      await waitFor(() => expect(keep).toHaveBeenCalledTimes(times))
      if (times === 1) expect(other.kept).toEqual(before)
      cleanup()
    }
    await waitFor(() => expect([...other.kept.values()]).toEqual(['']))
  })

  it('are never all hidden by hand, and one whose right is taken vanishes', async () => {
    const { services: made } = services({
      fair: {
        columns: [{ field: 'city' }, { field: 'name', hidden: true }, { field: 'hall', hidden: true }],
      },
    })
    const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
    const { take } = renderWithRights(made, {}, <RenderPage code="fair" search="" onSearch={() => {}} />)
    await waitFor(() => expect(headings()).toEqual(['城市']))
    const dialog = await settingsOpen(user)
    expect(within(dialog).getByLabelText<HTMLInputElement>('城市').disabled).toBe(true)
    await user.click(within(dialog).getByLabelText('名称'))
    expect(headings()).toEqual(['城市', '名称'])
    take({ fair: ['city'] })
    await waitFor(() => expect(headings()).toEqual(['名称']))
    expect(within(dialog).queryByLabelText('城市')).toBeNull()
  })

  it('are numbered on from page to page', async () => {
    const { user } = open({ fair: { rowNumbers: true } })
    await screen.findByText('n0')
    await user.click(screen.getByTitle('2'))
    const row = (await screen.findByText('n10')).closest('tr')
    expect(row?.querySelector('td:not(.ant-table-selection-column)')?.textContent).toBe('11')
  })
})

it('sorts by several columns where headings are clicked with Shift, and shows their order', async () => {
  const { user, searches } = open({})
  await screen.findByText('n0')
  const places = () =>
    [...document.querySelectorAll('th[data-sort-place]')].map(
      (th) => `${th.textContent} ${th.getAttribute('data-sort-place')} ${th.getAttribute('aria-sort')}`,
    )
  const heading = (title: string) => screen.getByText(title, { selector: 'th *' })
  await user.click(heading('展馆'))
  expect(places()).toEqual([])
  await user.keyboard('{Shift>}')
  await user.click(heading('名称'))
  await user.click(heading('名称'))
  await user.keyboard('{/Shift}')
  await waitFor(() => expect(places()).toEqual(['名称 2 descending', '展馆 1 ascending']))
  expect(new URLSearchParams(searches.at(-1)).get('sort')).toBe('hall=asc,name=desc')
  expect(await screen.findByText('n9')).toBeTruthy()
  await user.click(heading('城市'))
  await waitFor(() => expect(new URLSearchParams(searches.at(-1)).get('sort')).toBe('city=asc'))
  expect(places()).toEqual([])
})

it('takes the whole window until Esc, which closes a dialog first', async () => {
  const { user } = open({})
  await screen.findByText('n0')
  await user.click(button('全屏'))
  expect(document.querySelector('.expo-list-full')).toBeTruthy()
  await settingsOpen(user)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(buttons('退出全屏')).toHaveLength(1)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(buttons('全屏')).toHaveLength(1))
})
