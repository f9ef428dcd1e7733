import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { createRef } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import type { FormDocument } from '#schemas/page/form.ts'
import { button, buttons, renderWithRights } from '#tests/helpers/render-page.tsx'
import type { DataClient } from '../../data/data-client.ts'
import { createRegistry } from '../../widget/registry.ts'
import { RendererProvider, type RendererServices } from '../../widget/renderer-context.tsx'
import { gridColumns } from '../core/columns.ts'
import { createGridController } from '../core/grid-controller.ts'
import { createMemoryRows } from '../core/memory-rows.ts'
import type { GridContent } from '../core/row-source.types.ts'
import { subTableLook } from './look.ts'
import { SubTableGrid } from './SubTableGrid.tsx'
import type { SubTableGridHandle } from './types.ts'

const document_: FormDocument = {
  kind: 'form',
  code: 'sub',
  title: '子表',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', title: '姓名', view: 'text' },
      level: { type: 'string', title: '级别', view: 'text', default: 'N' },
      main_id: { type: 'string', title: '主表', view: 'text' },
    },
  },
}
const form = compileForm(document_)
const services: RendererServices = {
  registry: createRegistry([]),
  client: {} as DataClient,
  user: { id: 'u', username: 'zhang', realname: '张三', orgCode: 'A01' },
  gridLicenseKey: 'non-commercial-and-evaluation',
}
const ROWS = [{ id: 'a', name: '甲' }]
const NO_ROWS: typeof ROWS = []

/** Cells and keys are tested in a real browser (tests/e2e/grid); here only what stands around them. */
describe('a sub table', () => {
  // Only the clock of the presses: rows come once in 1500 ms.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())
  const wait = (ms: number) => void vi.setSystemTime(Date.now() + ms)

  function show() {
    const ref = createRef<SubTableGridHandle>()
    const changes: GridContent[] = []
    const counts: number[] = []
    render(
      <RendererProvider services={services}>
        <SubTableGrid
          ref={ref}
          form={form}
          foreignKey="main_id"
          rows={ROWS}
          onChange={(content) => changes.push(content)}
          onErrorCount={(count) => counts.push(count)}
        />
      </RendererProvider>,
    )
    return { ref, changes, counts }
  }

  it('adds rows with the defaults of its document and tells the form [grid-77]', async () => {
    const { ref, changes } = show()
    await userEvent.click(screen.getByRole('button', { name: /新\s*增/ }))
    expect(ref.current?.read().rows).toMatchObject([{ id: 'a', name: '甲' }, { level: 'N' }])
    expect(changes).toHaveLength(1)
    expect(changes[0]?.rows).toHaveLength(2)
  })

  it('keeps what was typed while a save locks it, and when the user signs in again', async () => {
    const ref = createRef<SubTableGridHandle>()
    const grid = (disabled: boolean, user = services.user) => (
      <RendererProvider services={{ ...services, user }}>
        <SubTableGrid ref={ref} form={form} foreignKey="main_id" rows={ROWS} disabled={disabled} />
      </RendererProvider>
    )
    const { rerender } = render(grid(false))
    await userEvent.click(screen.getByRole('button', { name: /新\s*增/ }))
    expect(ref.current?.read().rows).toHaveLength(2)
    rerender(grid(true))
    expect(ref.current?.read().rows).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /新\s*增/ })).toBeNull()
    rerender(grid(false, { ...services.user }))
    expect(ref.current?.read().rows).toHaveLength(2)
    wait(1500)
    await userEvent.click(screen.getByRole('button', { name: /新\s*增/ }))
    expect(ref.current?.read().rows).toHaveLength(3)
  })

  it('keeps what was typed when its texts come in another language', async () => {
    const ref = createRef<SubTableGridHandle>()
    const grid = (shown: typeof form) => (
      <RendererProvider services={services}>
        <SubTableGrid ref={ref} form={shown} foreignKey="main_id" rows={ROWS} />
      </RendererProvider>
    )
    const { rerender } = render(grid(form))
    await userEvent.click(screen.getByRole('button', { name: /新\s*增/ }))
    rerender(grid(compileForm({ ...document_, title: 'Sub table' })))
    expect(screen.getByRole('region', { name: 'Sub table' })).toBeTruthy()
    expect(ref.current?.read().rows).toMatchObject([{ id: 'a', name: '甲' }, { level: 'N' }])
  })

  it('counts its errors for the badge of its tab [gridval-25]', async () => {
    const { ref, counts } = show()
    await userEvent.click(screen.getByRole('button', { name: /新\s*增/ }))
    const errors = await act(async () => ref.current?.validate())
    expect(errors).toEqual([{ field: 'name', message: '请输入姓名', subTable: 'sub', row: 1 }])
    expect(counts).toEqual([1])
    expect(screen.getByText(/1 处错误：第 2 行 姓名/)).toBeTruthy()
  })

  it('is called what its tab is called when it holds too few rows', async () => {
    const ref = createRef<SubTableGridHandle>()
    render(
      <RendererProvider services={services}>
        <SubTableGrid ref={ref} form={form} rows={ROWS} minRows={2} title="明细" />
      </RendererProvider>,
    )
    const errors = await act(async () => ref.current?.validate())
    expect(errors).toEqual([{ field: '', message: '明细至少需要 2 行', subTable: 'sub' }])
  })

  it('asks the server about a value with a check rule, marks what it refuses, and waits for the answer before a save [gridval-17]', async () => {
    const asked: unknown[] = []
    const client = {
      check: async (question: { value: string }) => {
        asked.push(question)
        await new Promise((resolve) => setTimeout(resolve, 20))
        return question.value === 'bad' ? '编号不符合规则' : null
      },
    } as unknown as DataClient
    const ruled = compileForm({
      ...document_,
      schema: {
        ...document_.schema,
        properties: { name: { type: 'string', title: '编号', view: 'text', checkRule: 'no' } },
      },
    })
    const ref = createRef<SubTableGridHandle>()
    let value = 'bad'
    const grid = <SubTableGrid ref={ref} form={ruled} rows={ROWS} createRow={() => ({ name: value })} />
    render(<RendererProvider services={{ ...services, client }}>{grid}</RendererProvider>)
    await userEvent.click(button('新增'))
    const refused = { field: 'name', message: '编号不符合规则', subTable: 'sub', row: 1 }
    expect(await act(async () => ref.current?.validate())).toEqual([refused])
    value = 'good'
    wait(1500)
    await userEvent.click(button('新增'))
    expect(await act(async () => ref.current?.validate())).toEqual([refused])
    // The stored value is not asked about, and no value twice.
    expect(asked).toEqual([
      { rule: 'no', value: 'bad' },
      { rule: 'no', value: 'good' },
    ])
  })

  it('says which columns a rule closed after they were changed, not those that are as they began', () => {
    // biome-ignore lint/suspicious/noThenProperty: a word of the documents
    const rule = { if: { field: 'name', rule: 'eq' as const, val: '乙' }, then: { readonly: ['level'] } }
    const ruled = compileForm({ ...document_, rules: [rule] })
    const rows = [{ id: 'a', name: '甲', level: 'A' }]
    const source = createMemoryRows(rows, () => ({ name: '乙', level: 'N' }))
    const controller = createGridController({
      form: ruled,
      columns: gridColumns(ruled, services.registry),
      client: services.client,
      source,
      look: subTableLook(),
      context: () => ({}),
      events: () => ({}),
      now: (change) => change(),
    })
    const closed = () => controller.changedAndClosed(source.begun).map(({ name }) => name)
    controller.add()
    source.edit([{ row: 0, name: 'level', value: 'B' }])
    expect(closed()).toEqual([])
    source.edit([{ row: 0, name: 'name', value: '乙' }])
    expect(closed()).toEqual(['level'])
  })

  function showWithRights(taken: readonly string[]) {
    const ref = createRef<SubTableGridHandle>()
    const grid = <SubTableGrid ref={ref} form={form} foreignKey="main_id" rows={ROWS} />
    const { take } = renderWithRights(services, { sub: taken }, grid)
    return { ref, take: (names: readonly string[]) => take({ sub: names }) }
  }
  const headings = () => [
    ...new Set(
      [...document.querySelectorAll('th .colHeader')].map((th) => th.firstChild?.textContent?.trim()),
    ),
  ]

  it('hides the columns that the rights take away, also while it is edited, and loses nothing [perm-13]', async () => {
    const { ref, take } = showWithRights(['level'])
    expect(headings()).toContain('姓名')
    expect(headings()).not.toContain('级别')
    await userEvent.click(button('新增'))
    take(['name'])
    expect(headings()).toContain('级别')
    expect(headings()).not.toContain('姓名')
    expect(ref.current?.read().rows).toMatchObject([{ id: 'a', name: '甲' }, { level: 'N' }])
    // 姓名 is required, and could not be filled in.
    expect(await act(async () => ref.current?.validate())).toEqual([])
    take([])
    expect(headings()).toEqual(expect.arrayContaining(['姓名', '级别']))
    expect(await act(async () => ref.current?.validate())).toHaveLength(1)
  })

  it('hides the buttons that the rights take away [perm-14, perm-15, perm-16, perm-17]', () => {
    const { take } = showWithRights([])
    for (const words of ['新增', '插入', '删除']) expect(buttons(words)).toHaveLength(1)
    take(['batch_delete', 'remove'])
    expect(buttons('删除')).toEqual([])
    expect(buttons('新增')).toHaveLength(1)
    take(['add'])
    for (const words of ['新增', '插入']) expect(buttons(words)).toEqual([])
    expect(buttons('删除')).toHaveLength(1)
  })

  it('adds as many rows as are set, where they are set to come, and keeps the settings [grid-50, grid-51, grid-68, grid-69, grid-80]', async () => {
    const kept = new Map<string, string>()
    const looks = {
      get: (name: string) => kept.get(name) ?? null,
      set: (name: string, value: string) => void kept.set(name, value),
    }
    const ref = createRef<SubTableGridHandle>()
    const grid = (
      <RendererProvider services={{ ...services, looks }}>
        <SubTableGrid ref={ref} form={form} foreignKey="main_id" rows={ROWS} />
      </RendererProvider>
    )
    const { unmount } = render(grid)
    await userEvent.click(screen.getByLabelText('添加行的设置'))
    const fill = async (name: RegExp, text: string) => {
      const field = await screen.findByLabelText(name)
      fireEvent.change(field, { target: { value: text } })
      fireEvent.blur(field)
    }
    await fill(/新增行数/, '2')
    await fill(/新增位置/, '1')
    await userEvent.click(await screen.findByLabelText('新增后滚动到底部'))
    expect([...kept].sort()).toEqual([
      ['addIndex', '1'],
      ['addRowNum', '2'],
      ['addScrollToBottom', 'true'],
    ])
    await userEvent.click(button('新增'))
    expect(ref.current?.read().rows.map(({ id }) => id ?? null)).toEqual([null, null, 'a'])
    unmount()
    render(grid)
    await userEvent.click(button('新增'))
    expect(ref.current?.read().rows).toHaveLength(3)
  })

  it('adds one row for presses that follow each other quickly, and warns; 插入 has a time of its own [grid-70, grid-71]', async () => {
    const ref = createRef<SubTableGridHandle>()
    render(
      <App>
        <RendererProvider services={services}>
          <SubTableGrid ref={ref} form={form} foreignKey="main_id" rows={ROWS} />
        </RendererProvider>
      </App>,
    )
    const count = () => ref.current?.read().rows.length
    await userEvent.click(button('新增'))
    wait(300)
    await userEvent.click(button('新增'))
    expect([count(), screen.queryByText('点击过快，请稍后再试')]).toEqual([2, null])
    wait(299)
    await userEvent.click(button('新增'))
    expect(await screen.findByText('点击过快，请稍后再试')).toBeTruthy()
    expect(count()).toBe(2)
    await userEvent.click(button('插入'))
    expect(count()).toBe(3)
    wait(901)
    await userEvent.click(button('新增'))
    expect(count()).toBe(4)
  })

  const drawnChecks = () =>
    [...document.querySelectorAll<HTMLInputElement>('.ht_clone_inline_start tbody .data-grid-check')].map(
      ({ type, checked, disabled }) => `${type}${checked ? ' on' : ''}${disabled ? ' locked' : ''}`,
    )
  const check = (row: number) =>
    fireEvent.click(screen.getAllByLabelText(`选择第 ${row} 行`)[0] as HTMLElement)

  it('ticks all rows but those that its form does not let be deleted, and locks those that are not edited [grid-40, grid-58, grid-60]', async () => {
    const open = { field: 'level', rule: 'eq' as const, val: 'N' }
    const limited = compileForm({
      ...document_,
      list: {
        actions: [
          { code: 'edit', when: open },
          { code: 'delete', when: open },
        ],
      },
    })
    const rows = [
      { id: 'a', name: '甲', level: 'N' },
      { id: 'b', name: '乙', level: 'Z' },
      { id: 'c', name: '丙', level: 'N' },
    ]
    const ref = createRef<SubTableGridHandle>()
    render(
      <RendererProvider services={services}>
        <SubTableGrid ref={ref} form={limited} foreignKey="main_id" rows={rows} />
      </RendererProvider>,
    )
    expect(drawnChecks()).toEqual(['checkbox', 'checkbox locked', 'checkbox'])
    fireEvent.click(screen.getAllByLabelText('选择全部行').at(-1) as HTMLElement)
    expect(drawnChecks()).toEqual(['checkbox on', 'checkbox locked', 'checkbox on'])
    expect(screen.getByText('已选择 2 项')).toBeTruthy()
    const locked = [...document.querySelectorAll('.ht_master tbody tr')].map(
      (row) => row.querySelectorAll('td.htDimmed').length,
    )
    expect(locked).toEqual([0, 2, 0])
    await userEvent.click(button('删除'))
    await userEvent.click(await screen.findByRole('button', { name: /确\s*定/ }))
    expect(ref.current?.read().rows.map(({ id }) => id)).toEqual(['b'])
  })

  it('has one row chosen where its document says so, and no box for all [grid-41, grid-59]', () => {
    const rows = ['a', 'b'].map((id) => ({ id, name: id }))
    render(
      <RendererProvider services={services}>
        <SubTableGrid form={form} rows={rows} selection="radio" />
      </RendererProvider>,
    )
    check(1)
    expect(drawnChecks()).toEqual(['radio on', 'radio'])
    check(2)
    expect(drawnChecks()).toEqual(['radio', 'radio on'])
    expect(screen.getByText('已选择 1 项')).toBeTruthy()
    expect(screen.queryAllByLabelText('选择全部行')).toEqual([])
  })

  it('says below what its columns come to, and follows what changes [grid-06, grid-73, grid-74]', async () => {
    const number = { type: 'integer' as const, view: 'text' }
    const summed = compileForm({
      ...document_,
      schema: {
        type: 'object',
        properties: {
          ...document_.schema.properties,
          n: { ...number, title: '数量' },
          m: { ...number, title: '单价' },
        },
      },
      list: {
        columns: [
          { field: 'n', total: 'sum' },
          { field: 'm', total: 'average' },
        ],
      },
    })
    const rows = [1, 2].map((at) => ({ id: `r${at}`, name: 'x', n: at * 10, m: at }))
    const createRow = () => ({ n: 300, m: 6 })
    render(
      <RendererProvider services={services}>
        <SubTableGrid form={summed} foreignKey="main_id" rows={rows} createRow={createRow} />
      </RendererProvider>,
    )
    const totals = () => document.querySelector('.sub-grid-totals')?.textContent
    expect(totals()).toBe('数量合计 30单价平均 1.5')
    await userEvent.click(button('新增'))
    expect(totals()).toBe('数量合计 330单价平均 3')
  })

  describe('has rows', () => {
    const MANY = Array.from({ length: 12 }, (_, at) => ({ id: `r${at}`, name: `n${at}` }))
    function showRows(compact: boolean, kept = new Map<string, string>()) {
      const looks = {
        get: (name: string) => kept.get(name) ?? null,
        set: (name: string, value: string) => void kept.set(name, value),
      }
      const ref = createRef<SubTableGridHandle>()
      const { unmount } = render(
        <RendererProvider services={{ ...services, looks }}>
          <SubTableGrid ref={ref} form={form} rows={MANY} compact={compact} />
        </RendererProvider>,
      )
      return { ref, kept, unmount }
    }
    const px = (selector: string) =>
      Number.parseInt(document.querySelector<HTMLElement>(selector)?.style.height ?? '', 10)
    /** With the line below it. */
    const rowHeight = () => px('.ht_master tbody th') + 1

    it('of 61 px in at most 400 px [grid-75, grid-76]', () => {
      showRows(false)
      expect(rowHeight()).toBe(61)
      expect(px('.ht-wrapper')).toBe(400)
    })

    it('of 36 px where the document says so, or the user, whose choice is kept and loses nothing', async () => {
      const { ref, kept, unmount } = showRows(true)
      expect(rowHeight()).toBe(36)
      await userEvent.click(button('新增'))
      await userEvent.click(button('行高'))
      await userEvent.click(await screen.findByText('默认'))
      expect(rowHeight()).toBe(61)
      expect(ref.current?.read().rows).toHaveLength(13)
      unmount()
      const again = showRows(true, kept)
      expect(rowHeight()).toBe(61)
      await userEvent.click(button('行高'))
      await userEvent.click(await screen.findByText('紧凑'))
      expect(rowHeight()).toBe(36)
      again.unmount()
      showRows(false, kept)
      expect(rowHeight()).toBe(36)
    })
  })

  it('says 暂无数据 while it has no rows [err-47]', async () => {
    renderWithRights(services, {}, <SubTableGrid form={form} foreignKey="main_id" rows={NO_ROWS} />)
    expect(screen.getByText('暂无数据', { selector: '.ant-empty-description' })).toBeTruthy()
    await userEvent.click(button('新增'))
    expect(screen.queryByText('暂无数据', { selector: '.ant-empty-description' })).toBeNull()
  })
})
