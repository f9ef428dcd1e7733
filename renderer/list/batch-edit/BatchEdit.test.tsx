import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { EditedRow } from '#schemas/api/results.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, buttons, renderPage, testServices } from '#tests/helpers/render-page.tsx'
import { type DataClient, RequestError } from '../../data/data-client.ts'

const text = (title: string) => ({ type: 'string' as const, title, view: 'text' as const })
const booth: FormDocument = {
  kind: 'form',
  code: 'booth',
  title: '展位',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: text('名称'),
      note: { ...text('备注'), maxLength: 5 },
      number: { ...text('编号'), unique: true },
    },
  },
  list: { columns: ['name', 'note'], query: ['name'], pageSize: 3 },
}
const ROWS = Array.from({ length: 4 }, (_, at) => ({ id: `b${at}`, name: `展位 ${at}号`, note: '旧' }))

function edited(at: number, more: Partial<EditedRow> = {}): EditedRow {
  const [before, after] = [{ name: `展位 ${at}号`, note: '旧' }, { note: '新' }]
  return { id: `b${at}`, version: 1, before, after, changed: ['note'], errors: [], ...more }
}

type Try = NonNullable<DataClient['tryEditMany']>
type Edit = NonNullable<DataClient['editMany']>

const option = (title: string) =>
  document.querySelector(`.ant-select-item-option[title="${title}"]`) as HTMLElement | null
const isClosed = () => waitFor(() => expect(document.querySelector('.ant-modal')).toBeNull())
const isIdle = (shown: HTMLElement) =>
  waitFor(() => expect(shown.querySelector('.ant-btn-loading')).toBeNull())

async function open(rows: readonly EditedRow[]) {
  const memory = createMemoryClient({ documents: [booth], rows: { booth: ROWS } })
  const tryEditMany = vi.fn<Try>(async () => ({ rows: [...rows] }))
  const editMany = vi.fn<Edit>(async (_, asked) => asked.length)
  const client = { ...memory, tryEditMany, editMany }
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  renderPage(client, 'booth', '', testServices(client))
  await screen.findByText('展位 0号')
  const tick = async (name: string) => {
    const box = screen.getByText(name).closest('tr')?.querySelector('input')
    if (box) await user.click(box)
  }
  const dialog = () =>
    waitFor(() => {
      const found = document.querySelector<HTMLElement>('.ant-modal')
      if (!found) throw new Error('no dialog yet')
      return found
    })
  const choose = async (...titles: string[]) => {
    const shown = await dialog()
    await user.click(within(shown).getByLabelText('要修改的列'))
    for (const title of titles)
      await user.click(await waitFor(() => option(title) ?? Promise.reject(new Error(title))))
  }
  return { user, tick, dialog, choose, tryEditMany, editMany }
}

describe('chosen records, edited together', () => {
  it('get the values of the chosen columns after a look at each, in one call', async () => {
    const rows = [
      edited(1),
      edited(2, { changed: [], after: {} }),
      edited(3, { changed: [], errors: ['已锁定'] }),
    ]
    const { user, tick, dialog, choose, tryEditMany, editMany } = await open(rows)
    for (const at of [0, 1, 2]) await tick(`展位 ${at}号`)
    await user.click(button('批量编辑'))
    const shown = await dialog()
    await choose('备注')
    expect(option('编号')).toBeNull()
    await user.type(within(shown).getByLabelText('备注'), '新的太长的备注')
    await user.click(button('预览', shown))
    expect(tryEditMany).not.toHaveBeenCalled()
    await user.clear(within(shown).getByLabelText('备注'))
    await user.click(button('预览', shown))
    expect(await within(shown).findByText('请填写新的值，或选择清空')).toBeTruthy()
    await user.type(within(shown).getByLabelText('备注'), '新')
    await user.click(button('预览', shown))
    await within(shown).findByText('将修改 1 条')
    expect(tryEditMany.mock.calls[0]?.slice(1, 3)).toEqual([
      { query: {}, count: 3, ids: ['b0', 'b1', 'b2'] },
      { note: '新' },
    ])
    expect(within(shown).getByText('旧')).toBeTruthy()
    await user.click(within(shown).getByText('不能修改 1 条'))
    expect(await within(shown).findByText('已锁定')).toBeTruthy()
    await user.dblClick(button('修改1条', shown))
    await isClosed()
    expect(editMany).toHaveBeenCalledTimes(1)
    expect(editMany.mock.calls[0]?.slice(1, 3)).toEqual([[{ id: 'b1', version: 1 }], { note: '新' }])
  })

  it('are emptied where that is asked, but not where a value is required', async () => {
    const { user, tick, dialog, choose, tryEditMany } = await open([edited(1)])
    await tick('展位 1号')
    await user.click(button('批量编辑'))
    const shown = await dialog()
    await choose('备注', '名称')
    expect(within(shown).queryByLabelText('清空名称')).toBeNull()
    await user.click(within(shown).getByLabelText('清空备注'))
    await user.type(within(shown).getByLabelText('名称'), 'N')
    await user.click(button('预览', shown))
    await waitFor(() => expect(tryEditMany.mock.calls[0]?.[2]).toEqual({ note: null, name: 'N' }))
  })

  it('are named by the query where all results are chosen, and looked at again where others changed them', async () => {
    const { user, tick, dialog, choose, tryEditMany, editMany } = await open([edited(1), edited(20)])
    editMany.mockRejectedValueOnce(
      new RequestError('有 1 条记录已被他人修改或删除', 409, { gone: ['b20'], changed: [] }),
    )
    await tick('展位 1号')
    await user.click(button('选择全部4条结果'))
    await user.click(button('批量编辑'))
    const shown = await dialog()
    await choose('备注')
    await user.type(within(shown).getByLabelText('备注'), '新')
    await user.click(button('预览', shown))
    await within(shown).findByText('将修改 2 条')
    await isIdle(shown)
    await user.click(button('修改2条', shown))
    await within(shown).findByText('有 1 条记录已被他人修改或删除')
    expect(tryEditMany.mock.calls.map(([, rows]) => [rows.count, rows.ids])).toEqual([
      [4, undefined],
      // The second was deleted.
      [1, ['b1']],
    ])
  })

  it('are not offered where the server cannot do it', async () => {
    const client = createMemoryClient({ documents: [booth], rows: { booth: ROWS } })
    renderPage(client, 'booth', '', testServices(client))
    await screen.findByText('展位 0号')
    const box = screen.getByText('展位 1号').closest('tr')?.querySelector('input')
    if (box) await userEvent.click(box)
    expect(buttons('批量编辑')).toEqual([])
  })
})
