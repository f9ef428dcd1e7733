import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SavedQueryOfUser } from '#schemas/api/list-view.ts'
import type { SavedQuery } from '#schemas/page/advanced-query.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, buttons, renderPage, testServices } from '#tests/helpers/render-page.tsx'
import type { ListQuery } from '../data/data-client.ts'
import type { SavedQueries } from '../data/saved-queries.ts'

const STATUS = [
  { value: '1', text: '筹备中' },
  { value: '2', text: '招展中' },
  { value: '3', text: '已结束' },
]
const fair: FormDocument = {
  kind: 'form',
  code: 'fair',
  title: '展会',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '展会名称', view: 'text' },
      status: { type: 'string', title: '状态', view: 'list', dict: STATUS },
      open: { type: 'string', title: '公开', view: 'switch' },
      scale: { type: 'integer', title: '面积', view: 'number' },
    },
  },
  subTables: [{ code: 'guest', foreignKey: 'fair_id', relation: 'many', title: '嘉宾' }],
  list: { columns: ['name', 'status'], query: ['name'] },
}
const guest: FormDocument = {
  kind: 'form',
  code: 'guest',
  title: '嘉宾',
  schema: { type: 'object', properties: { phone: { type: 'string', title: '电话', view: 'text' } } },
}
const ROWS = [
  { id: 'a', name: '春季博览会', status: '1', open: 'Y' },
  { id: 'b', name: '秋季博览会', status: '2', open: 'N' },
  { id: 'c', name: '年会', status: '3', open: 'N' },
]

/** A query of the user's own, as a server tells it. */
function ofUser({ title, matchType, records }: SavedQuery): SavedQueryOfUser {
  return {
    id: `id of ${title}`,
    title,
    audience: { kind: 'me', id: '', name: '' },
    forMe: true,
    version: 1,
    mayChange: true,
    isDefault: false,
    opens: false,
    onHome: false,
    subscribed: false,
    settings: { matchType, records, filters: {}, sort: [] },
    lost: { fields: [], unnamed: 0 },
  }
}

/** Saved queries in memory. */
function memoryQueries(...begun: SavedQuery[]): SavedQueries & { kept: SavedQuery[] } {
  const kept = [...begun]
  return {
    kept,
    list: async () => kept.map(ofUser),
    async save(_place, { title, settings: { matchType, records } }) {
      const at = kept.findIndex((query) => query.title === title)
      kept.splice(at < 0 ? kept.length : at, at < 0 ? 0 : 1, { title, matchType, records })
      return `id of ${title}`
    },
    async remove(_place, id) {
      kept.splice(
        kept.findIndex((query) => `id of ${query.title}` === id),
        1,
      )
    },
  }
}

async function open(search = '', { queries = memoryQueries(), taken = [] as string[], nests = true } = {}) {
  const client = createMemoryClient({ documents: [fair, guest], rows: { fair: ROWS } })
  client.nestsQueries = () => nests
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  const services = testServices(client, {
    savedQueries: queries,
    takenFrom: (form) => (form === 'fair' ? taken : []),
  })
  const view = renderPage(client, 'fair', search, services)
  await waitFor(() => opener())
  return { client, user, queries, ...view }
}

/** The button of the list; reading roles of a whole page takes long. */
function opener(): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>('.expo-list-toolbar button')].find((one) =>
    one.textContent?.startsWith('高级查询'),
  )
  if (!found) throw new Error('no advanced query')
  return found
}
const isApplied = () => opener().getAttribute('aria-pressed')
const dialogs = () => [...document.querySelectorAll<HTMLElement>('[role="dialog"]')]
const dialog = (title = '高级查询') =>
  waitFor(() => {
    const found = dialogs().find((one) => one.querySelector('.ant-modal-title')?.textContent === title)
    if (!found) throw new Error(`no dialog ${title}`)
    return found
  })
async function openDialog(): Promise<HTMLElement> {
  fireEvent.click(opener())
  return dialog()
}
const applied = () => document.querySelector<HTMLElement>('.expo-applied')

function found<T>(one: T | null): T {
  if (one === null) throw new Error('not there yet')
  return one
}

/** Takes an entry of a dropdown. */
async function choose(box: HTMLElement, text: string) {
  fireEvent.mouseDown(box)
  const entry = await waitFor(() => {
    const lists = [...document.querySelectorAll('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')]
    const found = lists
      .flatMap((list) => [...list.querySelectorAll('.ant-select-item-option')])
      .find((one) => one.textContent === text)
    if (!found) throw new Error(`no choice “${text}”`)
    return found
  })
  fireEvent.click(entry)
}
const boxes = (inside: HTMLElement, name: string) => [
  ...inside.querySelectorAll<HTMLElement>(`input[aria-label="${name}"]`),
]
const lastBox = (inside: HTMLElement, name: string) => boxes(inside, name).at(-1) as HTMLElement
/** Which condition has the keyboard. */
const focused = (box: HTMLElement) => boxes(box, '字段').indexOf(document.activeElement as HTMLElement)
const press = (inside: HTMLElement, words: string) => fireEvent.click(button(words, inside))
const asked = (client: { asked(verb: 'list'): readonly (readonly unknown[])[] }) =>
  (client.asked('list').at(-1)?.[1] as ListQuery | undefined)?.advanced
const shownNames = () =>
  [...document.querySelectorAll('.ant-table-tbody tr.ant-table-row td:nth-child(2)')].map(
    (cell) => cell.textContent,
  )

// Dialog and controls are loaded when they are first drawn; here no test waits for that.
beforeAll(async () => {
  await import('./AdvancedQueryDialog.tsx')
})

describe('the advanced query of a list', () => {
  it('opens 1000 px wide and empty, and refuses to run or save that [superquery-03, superquery-16, err-49, err-50]', async () => {
    const { client } = await open()
    const before = client.asked('list').length
    const box = await openDialog()
    expect(box.style.width).toBe('1000px')
    expect(boxes(box, '字段')).toHaveLength(1)
    press(box, '查询')
    await screen.findByText('不能查询空条件')
    press(box, '保存查询')
    await screen.findByText('空条件不能保存')
    expect(client.asked('list')).toHaveLength(before)
  })

  it('asks the server for what was built, shows that it is applied, and stands in the address [superquery-01, superquery-04, superquery-17, superquery-22]', async () => {
    const { client, user, searches } = await open()
    expect(isApplied()).toBe('false')
    const box = await openDialog()
    await choose(lastBox(box, '字段'), '展会名称')
    await user.type(await within(box).findByLabelText('展会名称的值'), '博览')
    press(box, '添加条件')
    await choose(lastBox(box, '字段'), '状态')
    await choose(lastBox(box, '规则'), '在…中')
    await choose(await within(box).findByLabelText('状态的值'), '筹备中')
    await choose(await within(box).findByLabelText('状态的值'), '已结束')
    await choose(lastBox(box, '过滤条件匹配'), 'OR（条件中的任意一个匹配）')
    press(box, '查询')
    await waitFor(() => expect(dialogs()).toEqual([]))
    expect(asked(client)).toEqual({
      matchType: 'or',
      records: [
        { field: 'name', rule: 'like', val: '博览', type: 'text', dbType: 'string' },
        { field: 'status', rule: 'in', val: '1,3', type: 'list', dbType: 'string', options: STATUS },
      ],
    })
    expect(opener().textContent).toBe('高级查询（2）')
    expect(isApplied()).toBe('true')
    await waitFor(() => expect(applied()?.textContent).toContain('满足任一：展会名称 包含 博览'))
    expect(JSON.parse(new URLSearchParams(searches.at(-1)).get('superQuery') ?? '')).toEqual({
      or: [
        { field: 'name', rule: 'like', val: '博览' },
        { field: 'status', rule: 'in', val: ['1', '3'] },
      ],
    })
  })

  const TWO = `superQuery=${encodeURIComponent(
    JSON.stringify({
      and: [
        { field: 'name', rule: 'like', val: '博览' },
        { field: 'open', rule: 'eq', val: 'N' },
      ],
    }),
  )}`

  it('comes with a shared address, and each part can be taken back', async () => {
    const { user } = await open(TWO)
    await waitFor(() => expect(shownNames()).toEqual(['秋季博览会']))
    await user.click(button('移除条件：公开'))
    await waitFor(() => expect(shownNames()).toEqual(['春季博览会', '秋季博览会']))
    await user.click(button('移除条件：展会名称'))
    await waitFor(() => expect(shownNames()).toHaveLength(3))
    expect(applied()).toBeNull()
  })

  it.each([
    ['of its dialog', async () => press(await openDialog(), '重置')],
    ['of the filters', async () => fireEvent.click(button('重置'))],
  ])('is taken back by the reset %s [superquery-18]', async (_where, reset) => {
    const { searches } = await open(TWO)
    await waitFor(() => expect(shownNames()).toHaveLength(1))
    await reset()
    await waitFor(() => expect(shownNames()).toHaveLength(3))
    expect(searches.at(-1)).toBe('')
    expect(isApplied()).toBe('false')
  })

  it('asks a switch for 是 or 否, which are Y and N [superquery-15]', async () => {
    const { client } = await open()
    const box = await openDialog()
    await choose(lastBox(box, '字段'), '公开')
    await choose(await within(box).findByLabelText('公开的值'), '否')
    press(box, '查询')
    await waitFor(() =>
      expect(asked(client)?.records).toMatchObject([{ field: 'open', rule: 'eq', val: 'N' }]),
    )
    await waitFor(() => expect(shownNames()).toEqual(['秋季博览会', '年会']))
    expect(applied()?.textContent).toContain('公开 等于 否')
  })

  it('keeps the first value of a dictionary field when its rule compares one [superquery-19]', async () => {
    const several = { and: [{ field: 'status', rule: 'in', val: ['2', '3'] }] }
    const { client } = await open(`superQuery=${encodeURIComponent(JSON.stringify(several))}`)
    const box = await openDialog()
    await choose(lastBox(box, '规则'), '等于')
    press(box, '查询')
    await waitFor(() =>
      expect(asked(client)?.records).toMatchObject([{ field: 'status', rule: 'eq', val: '2' }]),
    )
  })

  it('says what is missing of a condition and stays open', async () => {
    const gone = { and: [{ field: 'gone', rule: 'eq', val: '1' }] }
    await open(`superQuery=${encodeURIComponent(JSON.stringify(gone))}`)
    const box = await openDialog()
    press(box, '查询')
    await screen.findByText('有条件的字段不在列表中，请改选或删除')
    await choose(lastBox(box, '字段'), '展会名称')
    press(box, '查询')
    await screen.findByText('有条件还没有填写值')
    expect(await dialog()).toBe(box)
  })

  it('asks about fields of sub tables and in groups, where the server understands these', async () => {
    const { client, user } = await open()
    const box = await openDialog()
    press(box, '添加条件组')
    const group = await waitFor(() => found(box.querySelector<HTMLElement>('[aria-label="条件组"]')))
    await choose(lastBox(group, '字段'), '电话')
    await user.type(await within(group).findByLabelText('电话的值'), '138')
    press(box, '查询')
    await waitFor(() =>
      expect(asked(client)).toEqual({
        matchType: 'and',
        records: [
          {
            matchType: 'or',
            records: [{ field: 'guest@phone', rule: 'like', val: '138', type: 'text', dbType: 'string' }],
          },
        ],
      }),
    )
    expect(applied()?.textContent).toContain('嘉宾的电话')
  })

  it('offers no groups to a server that does not, and no field that is taken away', async () => {
    await open('', { nests: false, taken: ['status'] })
    const box = await openDialog()
    expect(buttons('添加条件组', box)).toEqual([])
    fireEvent.mouseDown(lastBox(box, '字段'))
    await waitFor(() =>
      expect(
        [...document.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent),
      ).toContain('面积'),
    )
    expect(
      [...document.querySelectorAll('.ant-select-item-option')].map((one) => one.textContent),
    ).not.toContain('状态')
  })

  it('gives the keyboard to a condition that was added, and back when one is deleted', async () => {
    await open()
    const box = await openDialog()
    press(box, '添加条件')
    await waitFor(() => expect(focused(box)).toBe(1), { timeout: 3000 })
    fireEvent.click(buttons('删除条件', box)[1] as HTMLElement)
    await waitFor(() => expect(focused(box)).toBe(0))
    press(box, '删除条件')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('添加条件'))
  })
})

describe('saved queries', () => {
  const mine: SavedQuery = {
    title: '我的',
    matchType: 'and',
    records: [{ field: 'name', rule: 'like', val: '年' }],
  }
  const built = `superQuery=${encodeURIComponent(
    JSON.stringify({ or: [{ field: 'scale', rule: 'ge', val: '5' }] }),
  )}`

  it('need a name, and ask before they take the place of another [superquery-02, superquery-20, err-51]', async () => {
    const queries = memoryQueries(mine)
    const { user } = await open(built, { queries })
    const box = await openDialog()
    await waitFor(() => button('我的', box))
    press(box, '保存查询')
    const name = await dialog('保存查询')
    press(name, '确定')
    await screen.findByText('保存的名称不能为空')
    await user.type(within(name).getByLabelText('名称'), '我的{Enter}')
    await screen.findByText('“我的”已存在，是否覆盖？', { selector: '.ant-modal-confirm-title' })
    expect(queries.kept).toEqual([mine])
    fireEvent.click(button('覆盖'))
    await waitFor(() =>
      expect(queries.kept).toEqual([
        {
          title: '我的',
          matchType: 'or',
          records: [{ field: 'scale', rule: 'ge', val: '5', type: 'number', dbType: 'int' }],
        },
      ]),
    )
  })

  it('are taken into the dialog, applied, and deleted', async () => {
    const queries = memoryQueries(mine, { ...mine, title: '其他' })
    const { user } = await open('', { queries })
    let box = await openDialog()
    await user.click(await waitFor(() => button('我的', box)))
    press(box, '查询')
    await waitFor(() => expect(shownNames()).toEqual(['年会']))
    const next = await openDialog()
    await waitFor(() => expect(next.contains(document.activeElement)).toBe(true))
    box = next
    await user.click(button('删除保存的查询：我的', box))
    await user.click(await waitFor(() => button('删除', document.querySelector('.ant-popover') ?? document)))
    await waitFor(() => expect(queries.kept.map(({ title }) => title)).toEqual(['其他']))
    await waitFor(() => expect(buttons('我的', box)).toEqual([]))
  })
})
