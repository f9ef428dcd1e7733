import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Row } from '#schemas/compile/model.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, buttons, renderPage, testServices } from '#tests/helpers/render-page.tsx'
import type { RowNews } from '../../data/live-lists.ts'

const booth: FormDocument = {
  kind: 'form',
  code: 'booth',
  title: '展位',
  schema: { type: 'object', properties: { name: { type: 'string', title: '名称', view: 'text' } } },
  list: { columns: ['name'], query: ['name'], pageSize: 10 },
}

afterEach(() => vi.restoreAllMocks())

async function open() {
  const rows: Row[] = Array.from({ length: 12 }, (_, at) => ({ id: `b${at}`, name: `展位 ${at}号` }))
  let hear: (news: RowNews) => void = () => {}
  const client = createMemoryClient({ documents: [booth], rows: { booth: rows } })
  const list = vi.spyOn(client, 'list')
  const services = {
    ...testServices(client),
    liveLists: {
      watch: (form: string, listener: typeof hear) => {
        if (form === 'booth') hear = listener
        return () => {}
      },
    },
  }
  renderPage(client, 'booth', '', services)
  await screen.findByText('展位 0号')
  list.mockClear()
  return {
    list,
    hear: (news: Partial<RowNews>) => act(() => hear({ changed: [], added: [], isMany: false, ...news })),
  }
}
const rowOf = (name: string) => screen.getByText(name).closest('tr') as HTMLElement

describe('a list that others change', () => {
  it('reads the changed rows that it shows in one call, and marks them where they stand', async () => {
    const { list, hear } = await open()
    list.mockResolvedValue({ records: [{ id: 'b3', name: '三号馆' }], total: 1 } as never)
    hear({ changed: ['b3'] })
    hear({ changed: ['b11'] })
    await screen.findByText('三号馆')
    expect(list).toHaveBeenCalledTimes(1)
    expect(list.mock.calls[0]?.[1]).toMatchObject({
      pageNo: 1,
      pageSize: 1,
      filter: { field: 'id', rule: 'in', val: ['b3'] },
    })
    expect(rowOf('三号馆').className).toContain('expo-row-changed')
    expect(rowOf('展位 2号').className).not.toContain('expo-row-changed')
    expect(rowOf('三号馆').previousElementSibling).toBe(rowOf('展位 2号'))
    expect(buttons('数据有变化，刷新')).toEqual([])
  })

  it('keeps deleted rows in their places and tells of new ones that it would show, until it is loaded again', async () => {
    const { list, hear } = await open()
    list.mockResolvedValueOnce({ records: [{ id: 'n1', name: '新展位' }], total: 1 } as never)
    hear({ changed: ['b4'], added: ['n1', 'n2'] })
    // Of the new ones the other does not belong to the list.
    const refresh = await screen.findByText('有 1 条新记录，刷新')
    expect(rowOf('展位 4号').className).toContain('expo-row-gone')
    expect(screen.queryByText('新展位')).toBeNull()
    await userEvent.click(refresh)
    await waitFor(() => expect(buttons('有 1 条新记录，刷新')).toEqual([]))
    await waitFor(() => expect(rowOf('展位 4号').className).not.toContain('expo-row-gone'))
  })

  it('tells nothing of rows that are as they were, nor of those of other pages', async () => {
    const { list, hear } = await open()
    hear({ changed: ['b2', 'b11'] })
    await waitFor(() => expect(list).toHaveBeenCalledTimes(1))
    await list.mock.results[0]?.value
    expect(document.querySelector('.expo-row-changed, .expo-row-gone')).toBeNull()
    hear({ isMany: true })
    await screen.findByText('数据有变化，刷新')
    expect(button('数据有变化，刷新')).toBeTruthy()
    expect(list.mock.calls[1]?.[1]).toMatchObject({ pageSize: 10 })
  })

  it('asks for nothing in a tab that nobody looks at, until it is seen', async () => {
    const { list, hear } = await open()
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    hear({ changed: ['b1'] })
    hear({ changed: ['b2'] })
    await new Promise((resolve) => setTimeout(resolve, 700))
    expect(list).not.toHaveBeenCalled()
    hidden.mockReturnValue(false)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(list).toHaveBeenCalledTimes(1))
    expect(list.mock.calls[0]?.[1]).toMatchObject({ filter: { val: ['b1', 'b2'] } })
  })
})
