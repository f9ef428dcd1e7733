import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ChangeQueryBody, SavedQueryOfUser, UseQueryBody } from '#schemas/api/list-view.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, renderPage, testServices } from '#tests/helpers/render-page.tsx'
import { RequestError } from '../data/data-client.ts'
import type { NewQuery, SavedQueries } from '../data/saved-queries.ts'

const fair: FormDocument = {
  kind: 'form',
  code: 'fair',
  title: '展会',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '展会名称', view: 'text' },
      city: { type: 'string', title: '城市', view: 'text' },
    },
  },
  list: { columns: ['name', 'city'], query: ['name', 'city'] },
}
const ROWS = [
  { id: 'a', name: 'Spring', city: 'Bonn' },
  { id: 'b', name: 'Autumn', city: 'Bonn' },
  { id: 'c', name: 'Winter', city: 'Köln' },
]
const query = (id: string, more: Partial<SavedQueryOfUser> = {}): SavedQueryOfUser => ({
  id,
  title: id,
  audience: { kind: 'me', id: '', name: '' },
  forMe: true,
  version: 1,
  mayChange: true,
  isDefault: false,
  opens: false,
  onHome: false,
  subscribed: false,
  settings: { matchType: 'and', records: [], filters: { city: 'Bonn' }, sort: [], pageSize: 10 },
  lost: { fields: [], unnamed: 0 },
  ...more,
})

function open(saved: SavedQueryOfUser[], search = '', mayShare = false, more: Partial<SavedQueries> = {}) {
  let kept = saved
  const uses: UseQueryBody[] = []
  const news: NewQuery[] = []
  const savedQueries: SavedQueries = {
    list: async () => kept,
    async save(_place, one) {
      news.push(one)
      kept = [...kept, query(one.title, { settings: one.settings })]
      return one.title
    },
    remove: async () => undefined,
    use: async (_place, _id, use) => void uses.push(use),
    counts: async () => kept.map(({ id }, at) => ({ id, count: at === 0 ? 2 : null })),
    audiences: async () => ({ roles: [{ id: 'r1', name: 'Role one' }], departs: [] }),
    ...more,
  }
  const memory = createMemoryClient({
    documents: [fair],
    rows: { fair: ROWS },
    definition: { views: { page: 'fair', own: {}, saved: { fair: saved }, mayShare } },
  })
  const client = { ...memory, exportRows: async () => new Blob() }
  return { uses, news, client, ...renderPage(client, 'fair', search, testServices(client, { savedQueries })) }
}
const tabs = () => [...document.querySelectorAll<HTMLElement>('.expo-query-tabs [role="tab"]')]
const tab = (title: string) => {
  const found = tabs().find((one) => one.textContent?.startsWith(title))
  if (!found) throw new Error(`no tab ${title}`)
  return found
}
const shown = () =>
  [...document.querySelectorAll('.ant-table-tbody tr.ant-table-row')].map(
    (row) => row.textContent?.match(/Spring|Autumn|Winter/)?.[0],
  )
const chosen = () => tabs().find((one) => one.getAttribute('aria-selected') === 'true')?.textContent
async function menu(item: string) {
  fireEvent.click(button('保存的查询'))
  const entry = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
      (one) => one.textContent === item,
    )
    if (!found) throw new Error(`no entry ${item}`)
    return found
  })
  fireEvent.click(entry)
}

beforeAll(async () => {
  await Promise.all([
    import('./SaveQueryDialog.tsx'),
    import('./ManageQueries.tsx'),
    import('../list/ExportDialog.tsx'),
  ])
})

describe('saved queries above a list', () => {
  it('stand there with their counts, lead to their rows, and are named by the address', async () => {
    const { searches } = open([
      query('Bonn'),
      query('Köln', { settings: { ...query('x').settings, filters: { city: 'Köln' } } }),
    ])
    await waitFor(() => expect(tab('Bonn').textContent).toBe('Bonn2'))
    expect([tabs().length, tab('Köln').textContent, chosen()]).toEqual([3, 'Köln', '全部'])
    fireEvent.click(tab('Köln'))
    await waitFor(() => expect(shown()).toEqual(['Winter']))
    expect(searches.at(-1)).toBe(`view=${encodeURIComponent('Köln')}`)
    fireEvent.click(tab('全部'))
    await waitFor(() => expect(shown()).toHaveLength(3))
    expect(searches.at(-1)).toBe('')
  })

  it.each([
    ['the one that its user wants first', '', 'Own'],
    ['the one that the address names', 'view=Shared', 'Shared'],
    ['none where the address says so', 'view=all', '全部'],
    ['what the address asks for itself', 'q_city=Köln', '全部'],
    ['a query that was changed since', 'view=Shared&q_city=Bonn', 'Shared'],
  ])('are begun with: %s', async (_, search, expected) => {
    const all = { kind: 'all', id: '', name: '' } as const
    open([query('Shared', { audience: all, isDefault: true }), query('Own', { opens: true })], search)
    await waitFor(() => expect(chosen()?.startsWith(expected)).toBe(true))
  })

  it('are marked where the list asks for the same by itself, and lead to their columns then', async () => {
    const looks = { ...query('x').settings, columns: [{ field: 'name' }] }
    const { searches } = open([
      query('None', { settings: { ...query('x').settings, filters: {} } }),
      query('Other', { forMe: false }),
      query('Bonn', { settings: looks }),
    ])
    await waitFor(() => expect(shown()).toHaveLength(3))
    expect(chosen()).toMatch(/^全部/)
    const ask = (city: string) => {
      fireEvent.change(screen.getByPlaceholderText('请输入城市'), { target: { value: city } })
      fireEvent.click(button('查询'))
    }
    ask('Bonn')
    await waitFor(() => expect(shown()).toHaveLength(2))
    expect(chosen()).toMatch(/^Bonn/)
    expect(searches.at(-1)).toBe('q_city=Bonn')
    ask('Köln')
    await waitFor(() => expect(shown()).toEqual(['Winter']))
    expect(chosen()).toMatch(/^全部/)
    ask('Bonn')
    await waitFor(() => expect(chosen()).toMatch(/^Bonn/))
    fireEvent.click(tab('Bonn'))
    await waitFor(() => expect(searches.at(-1)).toBe('view=Bonn'))
  })

  it('say which conditions are left out', async () => {
    open([query('Bonn', { lost: { fields: ['Fee'], unnamed: 2 } })], 'view=Bonn')
    await waitFor(() => expect(document.querySelector('.expo-query-lost')?.textContent).toMatch(/Fee.*2/))
    expect(
      tab('').querySelector('[aria-label="部分条件已失效"]') ?? tabs()[1]?.querySelector('.anticon-warning'),
    ).not.toBeNull()
  })

  it('are saved as the list stands, for whom the user says, and are looked at then', async () => {
    const { news, searches } = open([], 'q_city=Bonn', true)
    await waitFor(() => expect(shown()).toHaveLength(2))
    await menu('保存当前查询…')
    const dialog = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('[role="dialog"]')
      if (!found?.querySelector('input')) throw new Error('no dialog')
      return found
    })
    fireEvent.change(within(dialog).getByLabelText('名称'), { target: { value: 'Mine' } })
    const check = (words: string) => fireEvent.click(within(dialog).getByLabelText(words))
    check('所有人')
    check('他们打开列表时默认使用')
    check('显示在我的首页')
    check('订阅：有记录进入时通知我')
    fireEvent.click(button('确定', dialog))
    await waitFor(() => expect(chosen()).toMatch(/^Mine/))
    expect(news).toEqual([
      {
        title: 'Mine',
        audience: { kind: 'all' },
        settings: { matchType: 'and', records: [], filters: { city: 'Bonn' }, sort: [], pageSize: 50 },
        isDefault: true,
        onHome: true,
        subscribed: true,
      },
    ])
    await waitFor(() => expect(searches.at(-1)).toBe('view=Mine'))
  })

  it('are what the list begins with, and tell of what enters them, by their menu', async () => {
    const { uses } = open([query('Bonn')], 'view=Bonn')
    await waitFor(() => expect(chosen()).toMatch(/^Bonn/))
    await menu('打开列表时默认使用')
    await waitFor(() => expect(uses).toEqual([{ opens: true }]))
    await menu('订阅')
    await waitFor(() => expect(uses.at(-1)).toEqual({ subscribed: true }))
    await menu('显示在我的首页')
    await waitFor(() => expect(uses.at(-1)).toEqual({ onHome: true }))
  })

  it('that the address names and that are not there are asked for once more, and told of', async () => {
    let asked = 0
    const late = query('Late')
    open([], 'view=Gone', false, { list: async () => (++asked === 1 ? [] : [late]) })
    await waitFor(() => expect(document.body.textContent).toContain('链接中的查询不存在'))
    expect([asked, shown().length]).toEqual([1, 3])
  })

  it('that were shared since the page was loaded are found by their address', async () => {
    open([], 'view=Late', false, { list: async () => [query('Late')] })
    await waitFor(() => expect(shown()).toEqual(['Spring', 'Autumn']))
    expect(document.body.textContent).not.toContain('链接中的查询不存在')
    expect(chosen()).toMatch(/^Late/)
  })

  it('that somebody else has changed meanwhile are overwritten only where the user says so', async () => {
    const changes: ChangeQueryBody[] = []
    const change = async (_place: unknown, _id: string, said: ChangeQueryBody) => {
      changes.push(said)
      if (said.version !== undefined) throw new RequestError('查询“Bonn”已被他人修改', 409)
    }
    open([query('Bonn', { version: 3 })], 'view=Bonn&q_city=Köln', false, { change })
    await waitFor(() => expect(shown()).toEqual(['Winter']))
    await menu('更新“Bonn”')
    const sure = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('.ant-modal-confirm')
      if (!found) throw new Error('no question')
      return found
    })
    expect(shown()).toEqual(['Winter'])
    fireEvent.click(button('覆盖', sure))
    await waitFor(() => expect(changes).toHaveLength(2))
    expect(changes.map(({ version, settings }) => [version, settings?.filters])).toEqual([
      [3, { city: 'Köln' }],
      [undefined, { city: 'Köln' }],
    ])
  })

  it('keep the typed name where the server does not take them', async () => {
    const save = async () => {
      throw new RequestError('已达上限', 400)
    }
    open([], 'q_city=Bonn', false, { save })
    await waitFor(() => expect(shown()).toHaveLength(2))
    await menu('保存当前查询…')
    const name = await waitFor(() => {
      const found = document.querySelector<HTMLInputElement>('[role="dialog"] input')
      if (!found) throw new Error('no dialog')
      return found
    })
    fireEvent.change(name, { target: { value: 'Mine' } })
    fireEvent.click(button('确定', document.querySelector('[role="dialog"]') as HTMLElement))
    await waitFor(() => expect(document.body.textContent).toContain('已达上限'))
    expect(document.querySelector<HTMLInputElement>('[role="dialog"] input')?.value).toBe('Mine')
  })

  it('are exported from the list of all, which goes to their rows first', async () => {
    open([query('Bonn')])
    await waitFor(() => expect(shown()).toHaveLength(3))
    await menu('管理查询')
    const drawer = await waitFor(() => button('导出“Bonn”'))
    fireEvent.click(drawer)
    await waitFor(() => expect(shown()).toEqual(['Spring', 'Autumn']))
    await waitFor(() => expect(document.querySelector('.ant-modal-body')?.textContent).toContain('Excel'))
  })
})
