import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { button, buttons, renderWith, testServices } from '#tests/helpers/render-page.tsx'
import type { DataClient } from '../data/data-client.ts'
import { CARDS_AT_ONCE } from '../grid/sub-table/cards/RowCards.tsx'
import { SubTableGrid } from '../grid/sub-table/SubTableGrid.tsx'
import type { SubTableGridHandle, SubTableGridProps } from '../grid/sub-table/types.ts'
import { RowSheet } from './RowSheet.tsx'

const contact: FormDocument = {
  kind: 'form',
  code: 'contact',
  title: '联系人',
  schema: {
    type: 'object',
    required: ['name', 'main_id'],
    properties: {
      name: { type: 'string', title: '姓名', view: 'text', maxLength: 4 },
      age: { type: 'integer', title: '年龄', view: 'number', maximum: 150 },
      code: { type: 'string', title: '编号', view: 'text', unique: true },
      vip: { type: 'string', title: '贵宾', view: 'text', default: 'N' },
      main_id: { type: 'string', title: '主表', view: 'text' },
      place: { type: 'integer', title: '序号', view: 'hidden' },
    },
  },
  rules: [
    // biome-ignore lint/suspicious/noThenProperty: a word of the documents
    { if: 'age >= 65', then: { require: ['code'] } },
  ],
  list: { actions: ['add', { code: 'delete', when: { field: 'vip', rule: 'ne', val: 'Y' } }] },
}
const form = compileForm(contact)
const ROWS: Row[] = [
  { id: 'a', name: '甲', age: 30, code: 'C1', vip: 'N', main_id: 'm', place: 1 },
  { id: 'b', name: '乙', age: 40, code: 'C2', vip: 'Y', main_id: 'm', place: 2 },
]

/** The window is as wide as this (px) from now on. */
const listeners = new Set<() => void>()
let width = 390
function resize(to: number): void {
  width = to
  act(() => listeners.forEach((tell) => void tell()))
}
beforeEach(() => {
  // Only the clock of the presses: rows come once in 1500 ms.
  vi.useFakeTimers({ toFake: ['Date'] })
  width = 390
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      const from = /min-width: (\d+)px/.exec(query)?.[1]
      return from !== undefined && width >= Number(from)
    },
    addEventListener: (_: string, tell: () => void) => void listeners.add(tell),
    removeEventListener: (_: string, tell: () => void) => void listeners.delete(tell),
    addListener() {},
    removeListener() {},
  }))
})
afterEach(() => {
  vi.useRealTimers()
  listeners.clear()
  vi.unstubAllGlobals()
})

function show(props: Partial<SubTableGridProps> = {}) {
  const ref = createRef<SubTableGridHandle>()
  renderWith(
    testServices({} as DataClient),
    <SubTableGrid ref={ref} form={form} foreignKey="main_id" rows={ROWS} rowSheet={RowSheet} {...props} />,
  )
  const read = () => ref.current?.read()
  return { ref, read, names: () => read()?.rows.map((row) => row.name) }
}
const card = (name: string) => screen.getByRole('article', { name })
const sheet = () => screen.findByRole('dialog')
const act_ = async (name: string, label: string) => {
  await userEvent.click(within(card(name)).getByRole('button', { name: /的操作$/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: label }))
}
const acts = async (name: string) => {
  await userEvent.click(within(card(name)).getByRole('button', { name: /的操作$/ }))
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}
async function type(label: string, text: string) {
  const field = await within(await sheet()).findByRole('textbox', { name: label })
  await userEvent.clear(field)
  await userEvent.type(field, text)
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

describe('rows where there is no room for columns', () => {
  it('are cards: the first column is the name, others that hold something stand below', () => {
    show()
    expect(screen.getAllByRole('article').map((one) => one.getAttribute('aria-label'))).toEqual(['甲', '乙'])
    expect(card('甲').querySelector('dl')?.textContent).toBe('年龄30编号C1贵宾N')
    expect(document.querySelector('.ht_master')).toBeNull()
  })

  it('are edited in the form of the row, which a wrong value does not leave; saved in one step [gridval-22]', async () => {
    const { read, ref } = show()
    await userEvent.click(button('甲'))
    await userEvent.clear(await within(await sheet()).findByRole('textbox', { name: '姓名' }))
    // No column of the grid: neither shown nor asked for.
    expect(within(await sheet()).queryByRole('textbox', { name: '主表' })).toBeNull()
    await userEvent.click(button('确定'))
    expect(await within(await sheet()).findByText('请输入姓名')).toBeTruthy()
    // A save reads what is open, as it reads an open cell, and marks it.
    expect((await act(async () => ref.current?.validate()))?.map(({ row, field }) => [row, field])).toEqual([
      [0, 'name'],
    ])
    await closed()
    expect(within(card('第 1 行')).getByText('1 处错误')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: '第 1 行' }))
    expect(await within(await sheet()).findByText('请输入姓名')).toBeTruthy()
    await type('姓名', '丙')
    await userEvent.click(button('确定'))
    await closed()
    expect(within(card('丙')).queryByText('1 处错误')).toBeNull()
    expect(read()?.rows[0]).toMatchObject({ id: 'a', name: '丙', age: 30 })
    await userEvent.click(button('撤销'))
    await userEvent.click(button('撤销'))
    expect(card('甲')).toBeTruthy()
    await userEvent.click(button('恢复'))
    expect(card('第 1 行')).toBeTruthy()
  })

  it('follow the rules of the document', async () => {
    const { read } = show()
    await userEvent.click(button('甲'))
    await type('编号', ' ')
    const age = await within(await sheet()).findByRole('spinbutton', { name: '年龄' })
    await userEvent.clear(age)
    await userEvent.type(age, '70')
    await userEvent.clear(within(await sheet()).getByRole('textbox', { name: '编号' }))
    await userEvent.click(button('确定'))
    expect(await within(await sheet()).findByText(/请输入编号/)).toBeTruthy()
    await type('编号', 'C9')
    await userEvent.click(button('确定'))
    await closed()
    expect(read()?.rows[0]).toMatchObject({ age: 70, code: 'C9' })
  })

  it('are added by their form; one that was added for nothing goes again [grid-45]', async () => {
    const { read, names } = show()
    await userEvent.click(button('新增'))
    await userEvent.click(within(await sheet()).getByRole('button', { name: '取消' }))
    await closed()
    expect(names()).toEqual(['甲', '乙'])
    vi.setSystemTime(Date.now() + 1500)
    await userEvent.click(button('新增'))
    await userEvent.click(button('确定'))
    expect(await within(await sheet()).findByText('请输入姓名')).toBeTruthy()
    await type('姓名', '新人')
    await userEvent.click(button('确定'))
    await closed()
    expect(read()?.rows[2]).toMatchObject({ name: '新人', vip: 'N' })
    expect(read()?.rows[2]).not.toHaveProperty('id')
  })

  it('are copied without what only one may have, and removed after the question [grid-46] [grid-67]', async () => {
    const { read, names } = show()
    await act_('甲', '复制')
    await type('姓名', '甲二')
    await userEvent.click(button('确定'))
    await closed()
    expect(names()).toEqual(['甲', '甲二', '乙'])
    expect(read()?.rows[1]).toMatchObject({ age: 30, code: null, vip: 'N' })
    expect(read()?.rows[1]).not.toHaveProperty('id')
    await act_('甲', '删除')
    expect(await screen.findByText('确定要删除这 1 项吗?')).toBeTruthy()
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '确定' }))
    await waitFor(() => expect(names()).toEqual(['甲二', '乙']))
    expect(read()?.deletedIds).toEqual(['a'])
  })

  it('that may not be removed are not [grid-58]', async () => {
    show()
    expect(await acts('乙')).not.toContain('删除')
    expect((within(card('乙')).getByRole('checkbox') as HTMLInputElement).disabled).toBe(true)
  })

  it('change places, the first not upwards [grid-55] [grid-56]', async () => {
    const { read, names } = show({ order: 'place' })
    await act_('甲', '下移')
    expect(names()).toEqual(['乙', '甲'])
    expect(read()?.rows.map((row) => row.place)).toEqual([1, 2])
    await userEvent.click(within(card('乙')).getByRole('button', { name: /的操作$/ }))
    const isDead = (item: HTMLElement) => item.getAttribute('aria-disabled') === 'true'
    await waitFor(() => expect(screen.getAllByRole('menuitem', { name: '上移' }).some(isDead)).toBe(true))
  })

  it('are locked with the form around: a press shows the row, and changes nothing', async () => {
    show({ disabled: true })
    expect(buttons('新增')).toEqual([])
    expect(screen.queryByRole('button', { name: /的操作$/ })).toBeNull()
    await userEvent.click(button('甲'))
    const name = await within(await sheet()).findByRole('textbox', { name: '姓名' })
    expect((name as HTMLInputElement).disabled).toBe(true)
    expect(within(await sheet()).queryByRole('button', { name: '确定' })).toBeNull()
  })

  it('are drawn fifty at a time', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => ({ id: `r${at}`, name: `人${at}` }))
    show({ rows })
    expect(screen.getAllByRole('article')).toHaveLength(CARDS_AT_ONCE)
    await userEvent.click(screen.getByRole('button', { name: '更多（还有 10 行）' }))
    expect(screen.getAllByRole('article')).toHaveLength(60)
  })

  it('show what a save has refused at its field, wherever it stands', async () => {
    const rows = Array.from({ length: 52 }, (_, at) => ({ id: `r${at}`, name: `人${at}` }))
    const error = { field: 'code', message: '编号已被占用', subTable: 'contact', row: 50 }
    const { ref } = show({ rows, errors: [error] })
    act(() => ref.current?.focus(error))
    expect(await within(await sheet()).findByText('编号已被占用')).toBeTruthy()
    expect(within(card('人50')).getByText('1 处错误')).toBeTruthy()
  })

  it('keep what was typed when the window becomes wide, and narrow again', async () => {
    const { read } = show()
    await userEvent.click(button('甲'))
    await type('姓名', '丁')
    resize(1440)
    await closed()
    await waitFor(() => expect(document.querySelector('.ht_master')).toBeTruthy())
    expect(read()?.rows[0]?.name).toBe('丁')
    resize(390)
    expect(card('丁')).toBeTruthy()
  })

  it('leave the form around alone: its keys end the form of the row', async () => {
    const { names } = show()
    await userEvent.click(button('甲'))
    await type('姓名', '戊')
    fireEvent.keyDown(within(await sheet()).getByRole('textbox', { name: '姓名' }), {
      key: 's',
      ctrlKey: true,
    })
    await closed()
    expect(names()).toEqual(['戊', '乙'])
  })
})
