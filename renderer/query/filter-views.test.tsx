import { fireEvent, screen, waitFor, within } from '@testing-library/react'

import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { pageOf } from '#schemas/api/envelope.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { filterCondition } from '#schemas/compile/filter-condition.ts'
import { wireQueryInfo } from '#schemas/compile/wire/query-info.ts'
import type { FormDocument, Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { renderWith, testServices } from '#tests/helpers/render-page.tsx'
import { clientWith } from '#tests/helpers/widget-bench.tsx'
import { QueryBar } from './QueryBar.tsx'

const HALLS: Property['dict'] = [
  { value: '1', text: '东馆' },
  { value: '2', text: '西馆' },
]
const CHOICES = [
  { value: '1', text: '东馆' },
  { value: '2', text: '西馆' },
]
const NODES = [
  { key: '1', value: '1', title: '东馆', isLeaf: true },
  { key: '2', value: '2', title: '西馆', isLeaf: true },
]
const TREE = { table: 'hall', text: 'name', code: 'id', pidField: 'pid' }

const LINKED = { table: 'hall', txt: 'name', key: 'id', idField: 'id', pidField: 'pid', linkField: 'row' }

type Item = NonNullable<NonNullable<FormDocument['list']>['query']>[number]

function formOf(property: Partial<Property>, item: Item): FormDocument {
  const halls = { type: 'object', properties: { name: { type: 'string', title: '名称', view: 'text' } } }
  return {
    kind: 'form',
    code: 'booth',
    title: '展位',
    schema: {
      ...halls,
      properties: { place: { type: 'string', title: '展馆', view: 'text', ...property } as Property },
    } as FormDocument['schema'],
    list: { columns: ['place'], query: [item] },
  }
}

/** Draws the bar of one filter, lets `act` use it, presses Enter, and answers what is searched for. */
async function search(property: Partial<Property>, item: Item, act: Act) {
  const document = formOf(property, item)
  const memory = createMemoryClient({
    documents: [
      document,
      { ...formOf({}, 'place'), code: 'hall', title: '场馆', list: { columns: ['place'], query: [] } },
    ],
    rows: { hall: [{ id: '2', place: '2' }] },
    dicts: { 'booth.place': CHOICES, 'booth.place?query': CHOICES, sys_user: CHOICES, sys_depart: CHOICES },
    trees: { 'booth.place': NODES, sys_depart: NODES },
  })
  const client = clientWith(memory, {
    async list(source, query, call) {
      if (source.code !== 'sys_user') return memory.list(source, query, call)
      return pageOf([{ id: '2', username: '2', realname: '西馆' }], 1, 1, 10)
    },
  })
  const handleSearch = vi.fn()
  const { list } = compileForm(document)
  renderWith(
    testServices(client),
    <QueryBar items={list.query} filter={{}} busy={false} onSearch={handleSearch} onReset={() => {}} />,
  )
  await act(userEvent.setup({ pointerEventsCheck: 0, delay: null }))
  await userEvent.click(screen.getByRole('button', { name: /查询/ }))
  return filterCondition(list.query, handleSearch.mock.lastCall?.[0] ?? {})
}

type User = ReturnType<typeof userEvent.setup>
type Act = (user: User) => Promise<void>

const element = (selector: string, text: string) =>
  waitFor(() => {
    const found = [...document.querySelectorAll(selector)].find((one) => one.textContent === text)
    if (!found) throw new Error(`no ${selector} “${text}”`)
    return found
  })
const choose =
  (selector = '.ant-select-item-option'): Act =>
  async (user) => {
    await user.click(await screen.findByRole('combobox', { name: '展馆' }))
    await user.click(await element(selector, '西馆'))
  }
const typeInto =
  (label: string, text: string): Act =>
  async (user) => {
    const boxes = await screen.findAllByPlaceholderText(label)
    await user.type(boxes[0] as HTMLElement, `${text}{Enter}`)
  }
const fromTo =
  (from: string, to: string): Act =>
  async (user) => {
    await typeInto('开始', from)(user)
    await typeInto('结束', to)(user)
  }
const inDialog =
  (button: string, title: string, text: string): Act =>
  async (user) => {
    await user.click(await screen.findByRole('button', { name: button }))
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await user.click(await dialog.findByText(text))
    await user.click(dialog.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }

/** Ticks a box of a group, which takes no click in the moment in which it is drawn. */
const tick = (name: string) =>
  waitFor(() => {
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name })
    if (!box.checked) fireEvent.click(box)
    expect(box.checked).toBe(true)
  })

const NODE = '.ant-select-tree-node-content-wrapper'

const place = 'place'
const eq = (val: string) => ({ field: place, rule: 'eq', val })
const between = (from: string, to: string) => ({
  and: [
    { field: place, rule: 'ge', val: from },
    { field: place, rule: 'le', val: to },
  ],
})
const of = (view: string, mode?: 'group'): Item => ({ field: place, view, ...(mode ? { mode } : {}) })
const DICT: Partial<Property> = { dict: HALLS }

/** Proves that the bar of one filter, used so, searches for that. */
async function searches(property: Partial<Property>, item: Item, act: Act, expected: unknown) {
  expect(await search(property, item, act)).toEqual(expected)
}

describe('a filter of each view', () => {
  it('date searches between two days [queryfilter-02]', () =>
    searches(
      {},
      of('date', 'group'),
      fromTo('2026-03-01', '2026-03-31'),
      between('2026-03-01', '2026-03-31'),
    ))

  it('datetime searches between two moments [queryfilter-03]', () =>
    searches(
      {},
      of('datetime', 'group'),
      fromTo('2026-03-01 08:00:00', '2026-03-01 18:00:00'),
      between('2026-03-01 08:00:00', '2026-03-01 18:00:00'),
    ))

  it('time searches between two times of day [queryfilter-04]', () =>
    searches({}, of('time', 'group'), fromTo('08:00:00', '18:00:00'), between('08:00:00', '18:00:00')))

  it('list searches for the choice of its dropdown [queryfilter-05]', () =>
    searches(DICT, of('list'), choose(), eq('2')))

  it('radio searches for the choice that is clicked [queryfilter-06]', () =>
    searches(
      DICT,
      of('radio'),
      async (user) => user.click(await screen.findByRole('radio', { name: '西馆' })),
      eq('2'),
    ))

  it('switch searches for yes or no [queryfilter-07]', () =>
    searches(
      {},
      of('switch'),
      async (user) => {
        await user.click(await screen.findByRole('combobox', { name: '展馆' }))
        await user.click(await element('.ant-select-item-option', '否'))
      },
      eq('N'),
    ))

  it('sel_tree searches for a node of its tree [queryfilter-08]', () =>
    searches({ view: 'sel_tree', options: TREE }, place, choose(NODE), eq('2')))

  it('cat_tree searches for a category [queryfilter-09]', () =>
    searches({ view: 'cat_tree', options: { pcode: 'B01' } }, place, choose(NODE), eq('2')))

  it('sel_search searches for a choice that was looked for [queryfilter-10]', () =>
    searches(DICT, of('sel_search'), choose(), eq('2')))

  it('search is another name of it [queryfilter-11]', () => searches(DICT, of('search'), choose(), eq('2')))

  it('sel_user searches for a user who was looked for by name [queryfilter-12]', () =>
    searches(
      { view: 'sel_user' },
      place,
      async (user) => {
        await user.type(await screen.findByRole('combobox', { name: '展馆' }), '西')
        await user.click(await element('.ant-select-item-option', '西馆'))
      },
      eq('2'),
    ))

  it('sel_depart searches for a department of the dialog [queryfilter-13]', () =>
    searches({}, of('sel_depart'), inDialog('选择展馆', '选择部门', '西馆'), eq('2')))

  it('popup searches for a row of the dialog [queryfilter-14]', () =>
    searches(
      { view: 'popup', options: { popupCode: 'hall', orgFields: 'place', destFields: 'place' } },
      place,
      inDialog('选择展馆', '场馆', '2'),
      eq('2'),
    ))

  it('pca searches for a district [queryfilter-15]', () =>
    searches(
      {},
      of('pca'),
      async (user) => {
        await user.click(await screen.findByRole('combobox', { name: '展馆' }))
        for (const name of ['浙江省', '杭州市', '西湖区'])
          await user.click(await element('.ant-cascader-menu-item', name))
      },
      eq('330106'),
    ))

  it('checkbox searches for any of the choices that are ticked [queryfilter-16]', () =>
    searches(
      DICT,
      of('checkbox'),
      async () => {
        await tick('西馆')
        await tick('东馆')
      },
      { field: place, rule: 'in', val: expect.arrayContaining(['1', '2']) },
    ))

  it('list_multi searches for the choices of its dropdown [queryfilter-17]', () =>
    searches(
      DICT,
      of('list_multi'),
      async (user) => {
        await choose()(user)
        await user.click(await element('.ant-select-item-option', '东馆'))
      },
      { field: place, rule: 'in', val: expect.arrayContaining(['1', '2']) },
    ))

  it('any other view is searched as plain text [queryfilter-18]', () =>
    searches(
      {},
      of('nothing_known'),
      async (user) => user.type(await screen.findByRole('textbox', { name: '展馆' }), '西'),
      eq('西'),
    ))

  it('link_down searches for a row of its first level [formwidget-06]', () =>
    searches({ view: 'link_down', options: LINKED }, place, chooseFirst, eq('2')))

  async function chooseFirst(user: User) {
    const levels = await screen.findAllByRole('combobox')
    expect(levels).toHaveLength(1)
    await user.click(levels[0] as HTMLElement)
    await user.click(await element('.ant-select-item-option', '西馆'))
  }

  it('of a text with choices offers them by name', async () => {
    expect(await search(DICT, place, choose())).toEqual(eq('2'))
  })

  it.each([
    ['like', '展馆'],
    ['ne', '展馆 ≠'],
    ['ge', '展馆 ≥'],
    ['le', '展馆 ≤'],
  ] as const)(
    'of a text compares by %s and says so [queryfilter-20, queryfilter-21, queryfilter-22, queryfilter-23]',
    async (mode, label) => {
      const typed: Act = async (user) => user.type(await screen.findByRole('textbox', { name: label }), '西')
      expect(await search({}, { field: place, mode }, typed)).toEqual({ field: place, rule: mode, val: '西' })
    },
  )
})

it('says on the wire all that a client needs of a filter [queryfilter-01]', () => {
  const { options } = { options: { ...TREE, pidValue: '0', hasChildField: 'has_child' } }
  const [tree] = wireQueryInfo(compileForm(formOf({ view: 'sel_tree', options }, place)).list.query)
  expect(tree).toMatchObject({
    field: 'place',
    label: '展馆',
    view: 'sel_tree',
    mode: 'single',
    config: '',
    dictTable: 'hall',
    dictCode: 'id',
    dictText: 'name',
    dbField: 'place',
    pidField: 'pid',
    pidValue: '0',
    hasChildField: 'has_child',
    sql: '',
    fieldExtendJson: JSON.stringify(options),
  })
  const [category] = wireQueryInfo(
    compileForm(formOf({ view: 'cat_tree', options: { pcode: 'B01' } }, place)).list.query,
  )
  expect(category).toMatchObject({ view: 'cat_tree', pcode: 'B01' })
})
