import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { StagedFile, StagedFileLine, StagedRow } from '#schemas/api/import-workbench.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, buttons, renderWith, testServices } from '#tests/helpers/render-page.tsx'
import { type DataClient, RequestError } from '../data/data-client.ts'
import type { StagedFiles } from '../data/staged-files.ts'
import { ImportWorkbench } from './ImportWorkbench.tsx'

const document_ = {
  kind: 'form' as const,
  code: 'guests',
  title: 'Guests',
  schema: {
    type: 'object' as const,
    required: ['name'],
    properties: {
      name: { type: 'string' as const, title: 'Name', view: 'text' as const },
      code: { type: 'string' as const, title: 'Code', view: 'text' as const, unique: true },
    },
  },
}
const form = compileForm(document_)

const LINE: StagedFileLine = { id: 'f1', name: 'guests.csv', state: 'matching', total: 3, age: 7200 }
const column = (at: number, heading: string, more: Partial<StagedFile['columns'][number]> = {}) => ({
  ...{ at, heading, samples: [`${heading} 1`], field: null, by: null, denied: null },
  ...more,
})
const FILE: StagedFile = {
  ...LINE,
  columns: [
    column(0, 'Name', { field: 'name', by: 'title' }),
    column(1, 'No', { field: null }),
    column(2, 'Cost', { denied: 'Cost' }),
  ],
  fields: [
    { name: 'name', title: 'Name', required: true, unique: false },
    { name: 'code', title: 'Code', required: false, unique: true },
  ],
  meeting: { how: 'add', keys: [], clears: false },
  mayChange: true,
  done: 0,
  failure: null,
  counts: null,
  outcome: null,
}
const row = (no: number, more: Partial<StagedRow> = {}): StagedRow => ({
  ...{ no, line: no + 1, values: { name: `n${no}`, code: `C${no}` }, problems: [], sort: 'new', was: {} },
  ...more,
})
const COUNTS = { all: 3, problems: 1, new: 1, changed: 1, same: 0 }
const READY: StagedFile = { ...FILE, state: 'ready', counts: COUNTS }
const DONE: StagedFile = {
  ...READY,
  state: 'done',
  outcome: { operation: 'op', added: 1, changed: 1, refused: 1 },
}

function open(first: StagedFile = FILE, more: Partial<StagedFiles> = {}, chosen: File[] = []) {
  const answers = { file: first }
  const staged = {
    files: vi.fn(async () => [{ ...LINE, state: first.state }]),
    add: vi.fn<StagedFiles['add']>(async (_form, [file]) => [{ ...LINE, name: file?.name ?? '' }]),
    file: vi.fn(async () => answers.file),
    match: vi.fn<StagedFiles['match']>(async () => {
      answers.file = READY
      return { ...FILE, state: 'judging', done: 1 }
    }),
    rows: vi.fn<StagedFiles['rows']>(async () => ({
      ...{ records: [row(1, { problems: [{ field: 'code', message: 'taken' }] })], total: 1 },
      ...{ current: 1, size: 100, pages: 1 },
    })),
    mend: vi.fn<StagedFiles['mend']>(async () => ({
      rows: [row(1)],
      counts: { ...COUNTS, problems: 0, new: 2 },
    })),
    near: vi.fn<StagedFiles['near']>(async () => [{ value: 'C9', text: 'Nine' }]),
    save: vi.fn<StagedFiles['save']>(async () => DONE),
    rest: vi.fn<StagedFiles['rest']>(async () => new Blob(['x'])),
    remove: vi.fn<StagedFiles['remove']>(async () => undefined),
  } satisfies StagedFiles
  Object.assign(staged, more)
  const undo = vi.fn<NonNullable<DataClient['undo']>>(async () => ({ message: 'undone' }))
  const client = { ...createMemoryClient({ documents: [document_] }), stagedFiles: staged, undo }
  const changed = vi.fn()
  const closed = vi.fn()
  const plain = vi.fn()
  renderWith(
    testServices(client as unknown as Parameters<typeof testServices>[0]),
    <ImportWorkbench form={form} chosen={chosen} onChanged={changed} onPlain={plain} onClose={closed} />,
  )
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null, applyAccept: false })
  return { staged, undo, changed, closed, plain, user, answers }
}
const taken = (name: string) => button(`继续导入 ${name}`)
const pressed = async (name: string) => fireEvent.click(await waitFor(() => button(name)))

describe('the import workbench', () => {
  it('sends files that were chosen before at once, and names the refused ones without losing the others', async () => {
    const add: StagedFiles['add'] = async (_form, [file]) => {
      if (file?.name === 'bad.csv') throw new RequestError('too large', 200)
      return [{ ...LINE, id: file?.name ?? '', name: file?.name ?? '' }]
    }
    open(FILE, { add, files: async () => [] }, [new File(['x'], 'bad.csv'), new File(['x'], 'good.csv')])
    await screen.findByText('bad.csv too large')
    await waitFor(() => expect(taken('good.csv')).toBeTruthy())
  })

  it('says which sub tables of a file it does not read, and hands the file over to the plain import', async () => {
    const file = new File(['x'], 'a.xlsx')
    const add: StagedFiles['add'] = async () => [{ ...LINE, name: 'a.xlsx', unread: ['Stands', 'Bills'] }]
    const { plain, staged } = open(FILE, { add, files: async () => [] }, [file])
    await screen.findByText('a.xlsx 有 2 个子表（Stands、Bills），导入工作台只读取主表')
    // It waits there for who wants the main table alone.
    expect(taken('a.xlsx')).toBeTruthy()
    expect(staged.file).not.toHaveBeenCalled()
    await pressed('改用普通导入')
    await waitFor(() => expect(plain.mock.calls).toEqual([[file]]))
    expect(staged.remove.mock.calls).toEqual([['guests', 'f1']])
  })

  it('offers what was begun, and gives it up', async () => {
    const { staged } = open()
    const line = await screen.findByText(/guests\.csv/)
    expect(line.textContent).toContain('2')
    await pressed('放弃导入 guests.csv')
    await waitFor(() => expect(staged.remove).toHaveBeenCalledWith('guests', 'f1'))
    await waitFor(() => expect(screen.queryByText(/guests\.csv/)).toBeNull())
  })

  it('sends the matches as corrected; a unique column is suggested as the key, empty cells leave what is there', async () => {
    const { staged, user } = open()
    await pressed('继续导入 guests.csv')
    const select = await screen.findByLabelText('No导入到')
    await screen.findByText(/Cost.*权限/)
    await user.click(select)
    await user.click(await screen.findByTitle('Code'))
    await user.click(screen.getByLabelText('更新已有的，新增其余的'))
    await pressed('校验3行')
    await waitFor(() => expect(staged.match).toHaveBeenCalledTimes(1))
    expect(staged.match.mock.calls[0]?.[2]).toEqual({
      ...{ how: 'both', keys: ['code'], clears: false },
      matches: [
        { at: 0, field: 'name' },
        { at: 1, field: 'code' },
      ],
    })
    // It is judged meanwhile, and asked about until it is ready.
    await screen.findByRole('progressbar')
    await waitFor(() => expect(button('导入2行')).toBeTruthy(), { timeout: 5000 })
  })

  it('does not let a user change records who may not, and says which required field is missing', async () => {
    open({ ...FILE, mayChange: false, columns: [column(0, 'No', { field: 'code', by: 'name' })] })
    await pressed('继续导入 guests.csv')
    const change = await screen.findByLabelText('只更新已有的')
    expect((change as HTMLInputElement).disabled).toBe(true)
    expect((await screen.findByText(/必填的“Name”/)).textContent).toContain('Name')
  })

  it('shows the wrong rows first; what is asked for is another page of rows', async () => {
    const { staged, user } = open(READY)
    await pressed('继续导入 guests.csv')
    await waitFor(() => expect(staged.rows).toHaveBeenCalled())
    expect(staged.rows.mock.calls[0]?.[2]).toEqual({ show: 'problems', pageNo: 1, pageSize: 100 })
    const kinds = await screen.findByLabelText('显示哪些行')
    await user.click(within(kinds).getByText('更改 1'))
    await waitFor(() => expect(staged.rows.mock.calls.at(-1)?.[2]).toMatchObject({ show: 'changed' }))
  })

  it('tells below the rows how many the page has and what is wrong in them', async () => {
    open(READY)
    await pressed('继续导入 guests.csv')
    await screen.findByText('本页 1 行')
    await screen.findByRole('button', { name: '1 处错误' })
  })

  it('takes in once what is good, hands the rest back and takes all of it back', async () => {
    let go: (file: StagedFile) => void = () => undefined
    const save = vi.fn<StagedFiles['save']>(
      () =>
        new Promise((resolve) => {
          go = resolve
        }),
    )
    const { staged, undo, changed } = open(READY, { save })
    await pressed('继续导入 guests.csv')
    await pressed('导入2行')
    fireEvent.click(button('导入2行'))
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
    go(DONE)
    await screen.findByText('导入完成：新增 1 行，更新 1 行')
    expect([save.mock.calls.length, changed.mock.calls.length]).toEqual([1, 1])
    await pressed('下载有问题的行')
    await waitFor(() => expect(staged.rest).toHaveBeenCalledWith('guests', 'f1'))
    await pressed('撤销本次导入')
    await screen.findByText('已撤销本次导入')
    expect(undo.mock.calls).toEqual([['op', { onProgress: expect.any(Function) }]])
    expect(changed).toHaveBeenCalledTimes(2)
    expect(buttons('撤销本次导入')).toEqual([])
  })

  it('tells how far the undo of a large file is, and its end', async () => {
    let end: () => void = () => undefined
    const { undo, changed } = open({
      ...DONE,
      outcome: { operation: 'op', added: 50_000, changed: 0, refused: 0 },
    })
    undo.mockImplementation((_operation, call) => {
      call?.onProgress?.({ done: 20_000, total: 50_000 })
      return new Promise((resolve) => {
        end = () => resolve({ message: '已撤销' })
      })
    })
    await pressed('继续导入 guests.csv')
    await pressed('撤销本次导入')
    await screen.findByText('正在撤销：20000 / 50000 条，可以离开本页')
    end()
    await screen.findByText('已撤销本次导入')
    expect(changed).toHaveBeenCalledTimes(2)
  })

  it('says why the server could not do it, and lets it be tried again', async () => {
    open({ ...READY, failure: 'no room' })
    await pressed('继续导入 guests.csv')
    expect((await screen.findByText('no room')).closest('[role=alert]')).not.toBeNull()
    expect(button('导入2行')).toBeTruthy()
  })

  it('is closed without anything being lost', async () => {
    const { closed, staged } = open(READY)
    await pressed('继续导入 guests.csv')
    await waitFor(() => expect(staged.rows).toHaveBeenCalled())
    const dialog = screen.getByRole('dialog')
    fireEvent.click(dialog.querySelector('.ant-drawer-close') as HTMLElement)
    await waitFor(() => expect(closed).toHaveBeenCalled())
    expect(staged.remove).not.toHaveBeenCalled()
  })
})
