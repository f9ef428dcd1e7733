import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, renderPage } from '#tests/helpers/render-page.tsx'

const number = (title: string, more: object = {}) =>
  ({ type: 'number', view: 'number', title, ...more }) as const
const order: FormDocument = {
  kind: 'form',
  code: 'order',
  title: '订单',
  schema: {
    type: 'object',
    properties: {
      rate: number('费率', { default: 2 }),
      total: number('合计'),
      lines: number('行数'),
      city: { type: 'string', view: 'text', title: '城市' },
      hall: {
        type: 'string',
        view: 'radio',
        title: '展馆',
        dict: ['B1', 'B2', 'S1'].map((value) => ({ value, text: `馆${value}` })),
      },
      start: { type: 'string', view: 'text', title: '开始' },
      end: { type: 'string', view: 'text', title: '结束' },
    },
  },
  subTables: [
    { code: 'line', foreignKey: 'order_id', relation: 'many', title: '明细' },
    { code: 'invoice', foreignKey: 'order_id', relation: 'one', title: '开票' },
  ],
  // biome-ignore-start lint/suspicious/noThenProperty: the keyword of documents
  rules: [
    { then: { value: { total: 'sum(line.amount)', lines: 'count(line)' } } },
    { if: 'not empty(city)', then: { options: { hall: 'startsWith(#{option}, city)' } } },
    { then: { default: { end: "start & '!'" } } },
    { if: "end = '!x'", then: { message: { start: '开始和结束不符' } } },
  ],
}
const line: FormDocument = {
  kind: 'form',
  code: 'line',
  title: '明细',
  schema: {
    type: 'object',
    properties: {
      price: number('单价', { default: 10 }),
      amount: number('金额'),
      order_id: { type: 'string', view: 'text', title: '订单' },
    },
  },
  rules: [{ then: { value: { amount: 'price * main.rate' } } }],
}
const invoice: FormDocument = {
  kind: 'form',
  code: 'invoice',
  title: '开票',
  schema: {
    type: 'object',
    properties: { tax: number('税额'), order_id: { type: 'string', view: 'text', title: '订单' } },
  },
  rules: [{ then: { value: { tax: 'main.total / 10' } } }],
}
// biome-ignore-end lint/suspicious/noThenProperty: the keyword of documents

const control = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { selector: 'input' })
const said = (name: string) =>
  document.querySelector(`[data-field="${name}"] [role="alert"]`)?.textContent ?? null

async function openNew({ designs = false } = {}) {
  const access = { actions: ['add'], readonly: [], ...(designs ? { designs: true as const } : {}) }
  const client = createMemoryClient({
    documents: [order, line, invoice],
    rows: { order: [] },
    definition: { access },
  })
  const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
  renderPage(client, 'order')
  await waitFor(() => button('新增'))
  await user.click(button('新增'))
  await control('费率')
  const grid = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('.data-grid')
    if (!found) throw new Error('no grid')
    return found
  })
  return { client, user, grid }
}

beforeAll(async () => {
  await Promise.all([
    import('./FormDialog.tsx'),
    import('./SubTables.tsx'),
    import('../grid/index.ts'),
    import('./RuleInspector.tsx'),
  ])
})

describe('rules while a form is filled in', () => {
  afterEach(() => void vi.useRealTimers())

  it('main record and rows follow each other', async () => {
    const { client, user, grid } = await openNew()
    expect((await control('行数')).value).toBe('0')
    await user.click(button('新增', grid))
    // Rows come once in a while only.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1500 })
    await user.click(button('新增', grid))
    expect((await control('合计')).value).toBe('40')
    expect((await control('行数')).value).toBe('2')
    expect((await control('税额')).value).toBe('4')
    expect((await control('合计')).disabled).toBe(true)
    await user.clear(await control('费率'))
    await user.type(await control('费率'), '3')
    expect((await control('合计')).value).toBe('60')
    expect((await control('税额')).value).toBe('6')
    await user.click(button('保存'))
    await waitFor(() => expect(client.asked('save')).toHaveLength(1))
    expect(client.asked('save')[0]?.[1]).toMatchObject({ total: 60, line: [{ amount: 30 }, { amount: 30 }] })
  })

  it('offer the choices that the others leave, and keep the text of one that is stored', async () => {
    const { user } = await openNew()
    const offered = () =>
      [...document.querySelectorAll('[data-field="hall"] .ant-radio-wrapper')].map((one) => one.textContent)
    expect(offered()).toEqual(['馆B1', '馆B2', '馆S1'])
    await user.type(await control('城市'), 'B')
    expect(offered()).toEqual(['馆B1', '馆B2'])
    await user.clear(await control('城市'))
    expect(offered()).toHaveLength(3)
  })

  it('calculate a first value until it is changed by hand', async () => {
    const { user } = await openNew()
    await user.type(await control('开始'), 'a')
    expect((await control('结束')).value).toBe('a!')
    await user.type(await control('结束'), '?')
    await user.type(await control('开始'), 'b')
    expect((await control('结束')).value).toBe('a!?')
  })

  it('tell a check over several fields at its field, whichever was left, and take it back', async () => {
    const { user } = await openNew()
    await user.type(await control('结束'), 'x')
    await user.tab()
    await waitFor(() => expect(said('start')).toBe('开始和结束不符'))
    await user.type(await control('结束'), 'y')
    await waitFor(() => expect(said('start')).toBeNull())
  })
})

describe('the explanation of rules', () => {
  it('says to those who design forms which rule with which values makes a field what it is', async () => {
    const { user } = await openNew({ designs: true })
    await user.type(await control('城市'), 'B')
    await user.click(button('规则说明'))
    const found = await waitFor(
      () => {
        const shown = document.querySelectorAll('.ant-modal tbody tr.ant-table-row')
        if (shown.length === 0) throw new Error('no explanation')
        return [...shown]
      },
      { timeout: 20_000 },
    )
    const rows = found.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))
    expect(rows).toContainEqual(['合计 (total)', '由规则计算', '第 1 条', '总是sum(line.amount)', 'line = 0'])
    expect(rows).toContainEqual([
      '展馆 (hall)',
      '可选项受限',
      '第 2 条',
      'not empty(city)startsWith(#{option}, city)',
      'city = B',
    ])
  })

  it('is not offered to others', async () => {
    await openNew()
    expect(document.body.textContent).not.toContain('规则说明')
  })
})
