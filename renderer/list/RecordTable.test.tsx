import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { pageOf } from '#schemas/api/envelope.ts'
import type { ListColumn, Row } from '#schemas/compile/model.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { renderWith, testServices } from '#tests/helpers/render-page.tsx'
import type { DataClient, RowSource } from '../data/data-client.ts'
import { RecordTable } from './RecordTable.tsx'
import { type ListModel, useList } from './use-list.ts'

const column = (name: string, title: string): ListColumn => ({
  field: { name, title, view: 'text', options: {}, dict: null, dictKey: null, href: null },
  width: null,
  sortable: false,
  fixed: null,
  align: 'left',
})
const COLUMNS = [column('key', '键'), column('count', '次数')]
const CACHE: RowSource = { code: 'cache' }

function Cache({ onList }: { onList(list: ListModel): void }) {
  const list = useList({ source: CACHE, columns: COLUMNS, rowKey: 'key' })
  onList(list)
  return <RecordTable list={list} selection="several" choosesByClick />
}

it('draws computed rows that belong to no form, and hands out what was chosen across pages', async () => {
  const rows: Row[] = Array.from({ length: 15 }, (_, at) => ({ key: `k${at}`, count: at }))
  const asked: unknown[] = []
  const client: DataClient = {
    ...createMemoryClient({ documents: [] }),
    list: async (source, query) => {
      asked.push([source, query])
      const { pageNo = 1, pageSize = 10 } = query
      return pageOf(rows.slice((pageNo - 1) * pageSize, pageNo * pageSize), rows.length, pageNo, pageSize)
    },
  }
  let list: ListModel | null = null
  const keep = (model: ListModel) => {
    list = model
  }
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  renderWith(testServices(client), <Cache onList={keep} />)
  await user.click(await screen.findByText('k3'))
  // Ticks and the pager's field hold nothing that would have to be saved.
  const fields = [...document.querySelectorAll('input')]
  expect(fields.length).toBeGreaterThan(10)
  expect(fields.filter((field) => !field.closest('[data-typing-is-not-work]'))).toEqual([])
  await user.click(screen.getByTitle('2'))
  await user.click(await screen.findByText('k12'))
  expect([...((list as ListModel | null)?.chosen ?? [])]).toEqual([
    ['k3', rows[3]],
    ['k12', rows[12]],
  ])
  await user.click(screen.getByText('k12'))
  await waitFor(() => expect([...((list as ListModel | null)?.chosen.keys() ?? [])]).toEqual(['k3']))
  expect(asked).toEqual([
    [CACHE, { pageNo: 1, pageSize: 10 }],
    [CACHE, { pageNo: 2, pageSize: 10 }],
  ])
})

describe('on a phone', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('the pager below the cards jumps to a page and changes its size as well [list-04, list-05]', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: !/min-width: [1-9]/.test(query),
      media: query,
      addEventListener() {},
      removeEventListener() {},
      addListener() {},
      removeListener() {},
    }))
    const rows: Row[] = Array.from({ length: 35 }, (_, at) => ({ key: `k${at}`, count: at }))
    const client: DataClient = {
      ...createMemoryClient({ documents: [] }),
      list: async (_source, { pageNo = 1, pageSize = 10 }) =>
        pageOf(rows.slice((pageNo - 1) * pageSize, pageNo * pageSize), rows.length, pageNo, pageSize),
    }
    const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
    renderWith(testServices(client), <Cache onList={() => {}} />)
    expect(await screen.findByRole('article', { name: 'k0' })).toBeTruthy()
    const page = screen.getByRole('textbox')
    await user.clear(page)
    await user.type(page, '4')
    fireEvent.keyUp(page, { key: 'Enter', keyCode: 13 })
    expect(await screen.findByRole('article', { name: 'k34' })).toBeTruthy()
    await user.click(document.querySelector('.ant-pagination-options-size-changer input') as Element)
    expect(
      [...document.querySelectorAll('.ant-select-dropdown [title$="条/页"]')].map((one) => one.textContent),
    ).toEqual(['10 条/页', '20 条/页', '30 条/页'])
    await user.click(screen.getByTitle('30 条/页'))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(30))
    expect(screen.getByRole('article', { name: 'k0' })).toBeTruthy()
  })
})
