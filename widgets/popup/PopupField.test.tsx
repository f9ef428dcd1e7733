import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { RequestError } from '#renderer/index.ts'
import type { PageOf } from '#schemas/api/envelope.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { FormDocument, Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { clientWith, pageSizes, renderFields } from '#tests/helpers/widget-bench.tsx'

const BOOTHS: FormDocument = {
  kind: 'form',
  code: 'booth',
  title: '展位一览',
  schema: {
    type: 'object',
    properties: {
      code: { type: 'string', title: '展位号', view: 'text' },
      hall: { type: 'string', title: '展馆', view: 'text' },
    },
  },
  list: { columns: ['code', 'hall'], query: [{ field: 'code', mode: 'like' }] },
}
const ROWS: Row[] = Array.from({ length: 12 }, (_, number) => ({
  id: `b${number}`,
  code: `A${String(number).padStart(2, '0')}`,
  hall: number < 6 ? '东馆' : '西馆',
}))
const booths = () => createMemoryClient({ documents: [BOOTHS], rows: { booth: ROWS } })

const fields = (options: object = {}): Record<string, Property> => ({
  booth: {
    type: 'string',
    title: '展位',
    view: 'popup',
    options: { popupCode: 'booth', orgFields: 'code,hall', destFields: 'booth,hall', ...options },
  } as Property,
  hall: { type: 'string', title: '馆', view: 'text' },
})
const open = async (user: { click(element: Element): Promise<void> }) => {
  await user.click(await screen.findByRole('button', { name: '选择展位' }))
  return within(await screen.findByRole('dialog', { name: '展位一览' }))
}
type Dialog = Awaited<ReturnType<typeof open>>
async function tick(user: { click(element: Element): Promise<void> }, dialog: Dialog, code: string) {
  const row = (await dialog.findByText(code)).closest('tr')
  const control = row?.querySelector('input')
  if (!control) throw new Error('no row to choose')
  await user.click(control)
}

describe('choosing rows of another form', () => {
  it('fills its own field and its neighbours [widget-16, popup-18]', async () => {
    const { store, user } = renderFields(fields(), {}, booths())
    const dialog = await open(user)
    await tick(user, dialog, 'A03')
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect(store.row()).toMatchObject({ booth: 'A03', hall: '东馆' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('takes a click on a row for the choice', async () => {
    const { store, user } = renderFields(fields(), {}, booths())
    const dialog = await open(user)
    await user.click(await dialog.findByText('A01'))
    await user.click(await dialog.findByText('A04'))
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect(store.row()).toMatchObject({ booth: 'A04', hall: '东馆' })
  })

  it('keeps what was chosen on other pages, counts it, and joins it with commas [popup-02, popup-04, popup-07, popup-08, list-04, list-05]', async () => {
    const client = booths()
    const { store, user } = renderFields(fields({ popupMulti: true }), {}, client)
    const dialog = await open(user)
    await tick(user, dialog, 'A01')
    expect(client.asked('list')[0]?.[1]).toMatchObject({ pageNo: 1, pageSize: 10 })
    expect(document.querySelector<HTMLElement>('.ant-modal')?.style.width).toBe('1200px')
    expect(await pageSizes(user)).toEqual(['10 条/页', '20 条/页', '30 条/页'])
    expect(document.querySelector('.ant-modal .ant-pagination-options-quick-jumper')).toBeTruthy()
    await user.click(dialog.getByTitle('2'))
    await tick(user, dialog, 'A11')
    expect(dialog.getByText('2', { selector: 'strong' })).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect(store.row()).toMatchObject({ booth: 'A01,A11', hall: '东馆,西馆' })
  })

  it('needs no more of a page than its records and their total [popup-13]', async () => {
    const client = clientWith(booths(), {
      list: async (_source, { pageNo = 1, pageSize = 10 }) =>
        ({ records: ROWS.slice((pageNo - 1) * pageSize, pageNo * pageSize), total: 12 }) as PageOf<Row>,
    })
    const { store, user } = renderFields(fields(), {}, client)
    const dialog = await open(user)
    expect(await dialog.findByText('A09')).toBeTruthy()
    expect(dialog.getByText(/共12条/)).toBeTruthy()
    await user.click(dialog.getByTitle('2'))
    await user.click(await dialog.findByText('A11'))
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect(store.row().booth).toBe('A11')
  })

  it('empties its selection and loads again on request; a choice is required [popup-05, popup-06, popup-16]', async () => {
    const client = booths()
    const { store, user } = renderFields(fields({ popupMulti: true }), { booth: 'A00' }, client)
    const dialog = await open(user)
    await tick(user, dialog, 'A01')
    await user.click(dialog.getByRole('button', { name: '清空' }))
    expect(dialog.getByText('0', { selector: 'strong' })).toBeTruthy()
    const before = client.asked('list').length
    await user.click(dialog.getByRole('button', { name: '刷新' }))
    await waitFor(() => expect(client.asked('list')).toHaveLength(before + 1))
    await user.click(dialog.getByRole('button', { name: '确定' }))
    expect(await screen.findByText('请选择一条记录')).toBeTruthy()
    expect(store.row().booth).toBe('A00')
  })

  it('begins without a selection each time [popup-19]', async () => {
    const { user } = renderFields(fields(), {}, booths())
    const dialog = await open(user)
    await tick(user, dialog, 'A03')
    await user.click(dialog.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const again = await open(user)
    expect(await again.findByText('0', { selector: 'strong' })).toBeTruthy()
  })

  it('searches as the list of the form does', async () => {
    const client = booths()
    const { user } = renderFields(fields(), {}, client)
    const dialog = await open(user)
    await user.type(await dialog.findByRole('textbox', { name: '展位号' }), '11{Enter}')
    await waitFor(() => expect(dialog.queryByText('A01')).toBeNull())
    expect(client.asked('list').at(-1)?.[1]).toMatchObject({
      pageNo: 1,
      filter: { field: 'code', rule: 'like', val: '11' },
    })
  })

  it('shows one row of filters and the others on request [popup-03]', async () => {
    const names = ['code', 'hall', 'floor', 'side', 'size']
    const many: FormDocument = {
      ...BOOTHS,
      schema: {
        type: 'object',
        properties: Object.fromEntries(
          names.map((name) => [name, { type: 'string', title: name, view: 'text' } as const]),
        ),
      },
      list: { columns: ['code'], query: names },
    }
    const client = createMemoryClient({ documents: [many], rows: { booth: ROWS } })
    const { user } = renderFields(fields(), {}, client)
    const dialog = await open(user)
    const filters = within(await dialog.findByRole('form', { name: '查询条件' }))
    const shown = () =>
      filters.getAllByRole('textbox').map((box) => box.closest('.expo-query-item')?.textContent)
    const few = shown()
    expect(few.length).toBeLessThan(names.length)
    await user.click(filters.getByRole('button', { name: /展开/ }))
    expect(shown()).toEqual(names)
    await user.click(filters.getByRole('button', { name: /收起/ }))
    expect(shown()).toEqual(few)
  })

  it('is emptied together with what it filled', async () => {
    const { store, user } = renderFields(fields(), { booth: 'A03', hall: '东馆' }, booths())
    await screen.findByRole('textbox', { name: '展位' })
    const clear = document.querySelector('[data-field="booth"] .ant-input-clear-icon')
    if (!clear) throw new Error('nothing to clear with')
    await user.click(clear)
    expect(store.row()).toMatchObject({ booth: null, hall: null })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says what is wrong with its configuration and shows no control [popup-21, popup-22, popup-23]', async () => {
    const { popupCode: _, ...rest } = (fields().booth?.options ?? {}) as Record<string, unknown>
    renderFields(
      {
        booth: { ...fields().booth, options: rest } as Property,
        other: {
          ...fields().booth,
          title: '其他',
          options: { ...rest, popupCode: 'booth', destFields: 'a' },
        } as Property,
      },
      {},
      booths(),
    )
    expect(await screen.findByText('popup参数未正确配置!')).toBeTruthy()
    expect(await screen.findByText('popup参数未正确配置,原始值和目标值数量不一致!')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('warns why its form cannot be had', async () => {
    const client = booths()
    client.failNext('page', new RequestError('没有权限，请联系管理员授权', 403))
    const { user } = renderFields(fields(), {}, client)
    await user.click(await screen.findByRole('button', { name: '选择展位' }))
    const told = await screen.findByText('没有权限，请联系管理员授权')
    expect(told.closest('.ant-alert')?.className).toContain('ant-alert-warning')
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('A03')).toBeTruthy()
  })
})
