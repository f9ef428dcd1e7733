import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { RequestError } from '#renderer/index.ts'
import type { Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { BENCH, clientWith, inField, pressEnter, renderFields } from '#tests/helpers/widget-bench.tsx'

const EXPO: Record<string, Property> = {
  expo: {
    type: 'string',
    title: '展会',
    view: 'sel_search',
    dict: { table: 'expo', value: 'id', text: 'name' },
  },
}
const SOURCE = `${BENCH}.expo`

function expos() {
  return createMemoryClient({
    documents: [],
    dicts: {
      [SOURCE]: [
        { value: '1', text: '工业博览会' },
        { value: '2', text: '进口博览会' },
        { value: '3', text: '车展' },
      ],
    },
  })
}
const options = () =>
  [...document.querySelectorAll('.ant-select-item-option')].map((option) => option.textContent)

describe('searching a large dictionary', () => {
  it('shows the text of what is stored, or what is stored, and asks for no choices yet [widget-20]', async () => {
    const client = expos()
    const properties = { ...EXPO, old: { ...EXPO.expo, title: '旧', dict: 'none' } as Property }
    const { store } = renderFields(properties, { expo: '2', old: '9' }, client)
    expect(await screen.findByText('进口博览会')).toBeTruthy()
    expect(await screen.findByText('9')).toBeTruthy()
    expect(client.asked('options')).toEqual([])
    expect(store.row()).toEqual({ expo: '2', old: '9' })
  })

  it('asks the server once typing rests, and stores the choice [call-79]', async () => {
    const client = expos()
    const { store, user } = renderFields(EXPO, {}, client)
    const control = await screen.findByRole('combobox', { name: '展会' })
    await user.click(control)
    await waitFor(() => expect(options()).toHaveLength(3))
    await user.keyboard('博览')
    expect(client.asked('options')).toEqual([[SOURCE, { pageSize: 10 }]])
    await waitFor(() => expect(options()).toEqual(['工业博览会', '进口博览会']), { timeout: 3000 })
    expect(client.asked('options')[1]).toEqual([SOURCE, { pageSize: 10, keyword: '博览' }])
    pressEnter(control)
    await waitFor(() => expect(store.row().expo).toBe('1'))
    expect(inField('expo').getByTitle('工业博览会')).toBeTruthy()
  })

  it('waits 800 ms after the last key before it asks [formwidget-11]', async () => {
    const client = expos()
    const { user } = renderFields(EXPO, {}, client)
    const control = await screen.findByRole('combobox', { name: '展会' })
    await user.click(control)
    await waitFor(() => expect(options()).toHaveLength(3))
    vi.useFakeTimers()
    const asked = () => client.asked('options').length
    try {
      fireEvent.change(control, { target: { value: '博' } })
      await act(() => vi.advanceTimersByTimeAsync(700))
      fireEvent.change(control, { target: { value: '博览' } })
      await act(() => vi.advanceTimersByTimeAsync(799))
      expect(asked()).toBe(1)
      await act(() => vi.advanceTimersByTimeAsync(1))
      expect(asked()).toBe(2)
    } finally {
      vi.useRealTimers()
    }
  })

  it('Enter before the answer waits for it, and takes nothing of the list before', async () => {
    const client = expos()
    const { store, user } = renderFields(EXPO, {}, client)
    const control = await screen.findByRole('combobox', { name: '展会' })
    await user.click(control)
    await waitFor(() => expect(options()).toHaveLength(3))
    await user.keyboard('车')
    expect(options()).toEqual([])
    const answer = client.hold('options')
    pressEnter(control)
    expect(store.row().expo).toBeUndefined()
    expect((control as HTMLInputElement).value).toBe('车')
    answer()
    await waitFor(() => expect(store.row().expo).toBe('3'))
    expect(inField('expo').getByTitle('车展')).toBeTruthy()
  })

  it('Enter takes what is called exactly so before what only holds it, and keeps a text that nothing was found for', async () => {
    const client = clientWith(expos(), {
      options: async (_source, { keyword = '' }) =>
        [
          { value: '8', text: '林超凡' },
          { value: '9', text: '林超' },
        ].filter(({ text }) => text.includes(keyword)),
    })
    const { store, user } = renderFields(EXPO, {}, client)
    const control = await screen.findByRole('combobox', { name: '展会' })
    await user.click(control)
    await user.keyboard('没有')
    pressEnter(control)
    expect(await screen.findByText('没有查询到任何数据', {}, { timeout: 3000 })).toBeTruthy()
    fireEvent.keyUp(control, { key: 'Enter' })
    pressEnter(control)
    expect((control as HTMLInputElement).value).toBe('没有')
    await user.clear(control)
    await user.keyboard('林超')
    fireEvent.keyUp(control, { key: 'Enter' })
    pressEnter(control)
    await waitFor(() => expect(store.row().expo).toBe('9'))
  })

  it('says that nothing was found, even while something is chosen [err-30]', async () => {
    const { user } = renderFields(EXPO, { expo: '3' }, expos())
    await user.click(await screen.findByRole('combobox', { name: '展会' }))
    await user.keyboard('医疗')
    expect(await screen.findByText('没有查询到任何数据', {}, { timeout: 3000 })).toBeTruthy()
    expect(options()).toEqual([])
  })

  it('invites to type when there is nothing to offer [err-31]', async () => {
    const { user } = renderFields(EXPO, {}, createMemoryClient({ documents: [] }))
    await user.click(await screen.findByRole('combobox', { name: '展会' }))
    expect(await screen.findByText('请输入搜索内容')).toBeTruthy()
  })

  it('warns with the words of the server when a search failed, and offers nothing of the one before [err-29]', async () => {
    const client = expos()
    const { user } = renderFields(EXPO, {}, client)
    await user.click(await screen.findByRole('combobox', { name: '展会' }))
    await waitFor(() => expect(options()).toHaveLength(3))
    client.failNext('options', new RequestError('字典暂不可用', 200))
    await user.keyboard('展')
    const words = await screen.findByText('字典暂不可用', {}, { timeout: 3000 })
    expect(words.className).toContain('ant-typography-warning')
    expect(options()).toEqual([])
    expect(document.querySelector('[data-field="expo"] .ant-select-status-warning')).toBeTruthy()
  })

  it('says that its document names no dictionary', async () => {
    const client = clientWith(expos(), {
      async options(source) {
        throw new RequestError(`refused “${'kept' in source ? source.kept : '?'}”`, 400)
      },
    })
    const { user } = renderFields({ expo: { ...EXPO.expo, dict: '' } as Property }, {}, client)
    await user.click(await screen.findByRole('combobox', { name: '展会' }))
    expect(await screen.findByText('refused “”')).toBeTruthy()
  })
})
