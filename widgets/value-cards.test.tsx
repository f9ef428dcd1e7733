import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { type DataClient, ReadValue, RequestError } from '#renderer/index.ts'
import { pageOf } from '#schemas/api/envelope.ts'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { evaluateCondition } from '#schemas/compile/evaluate-condition.ts'
import type { Row } from '#schemas/compile/model.ts'
import type { FormDocument, Property } from '#schemas/page/form.ts'
import { createMemoryClient, type MemoryClient } from '#tests/helpers/memory-client.ts'
import { renderWith, testServices } from '#tests/helpers/render-page.tsx'
import { benchDocument, clientWith } from '#tests/helpers/widget-bench.tsx'

const GOODS: FormDocument = {
  kind: 'form',
  code: 'goods',
  title: '商品',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '商品名', view: 'text' },
      price: { type: 'number', title: '价格', view: 'number' },
      note: { type: 'string', title: '备注', view: 'text' },
      keeper: { type: 'string', title: '保管人', view: 'sel_user' },
    },
  },
  list: { columns: ['name', 'price', 'keeper'] },
}
const ROWS = [
  { id: 'g1', name: '苹果', price: 12, note: '不在列表', keeper: 'li' },
  { id: 'g2', name: '梨', price: 8 },
]
const USERS: Row[] = [
  { id: 'u1', username: 'zhang', realname: '张三', orgCodeTxt: '研发部', phone: null },
  { id: 'u2', username: 'li', realname: '李四', orgCodeTxt: '销售部', phone: '13800000002' },
]

/** Goods and users; `asked` are the questions about users. */
function world(): { client: MemoryClient; asked: unknown[] } {
  const memory = createMemoryClient({ documents: [GOODS], rows: { goods: ROWS } })
  const asked: unknown[] = []
  const list: DataClient['list'] = async (source, query, call) => {
    if (!source.platform) return memory.list(source, query, call)
    asked.push(query)
    const found = USERS.filter((row) => !query.filter || evaluateCondition(query.filter, row))
    return pageOf(found, found.length, 1, 10)
  }
  return { client: clientWith(memory, { list }), asked }
}

const goods = (options: object = {}) =>
  ({
    type: 'string',
    title: '商品',
    view: 'link_table',
    options: { table: 'goods', text: 'name', ...options },
  }) as Property
const person = (more: object = {}) =>
  ({ type: 'string', title: '负责人', view: 'sel_user', ...more }) as Property

/** The field's value in each of the rows, and a button that stands elsewhere. */
function read(
  property: Property,
  rows: readonly [value: string, text: string][],
  client: DataClient,
  whole = false,
) {
  const [field] = compileForm(benchDocument({ f: property })).fields
  if (!field) throw new Error('no field')
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  renderWith(
    testServices(client),
    <>
      {rows.map(([f, f_dictText]) => (
        <ReadValue key={f} field={field} row={{ f, f_dictText }} whole={whole} />
      ))}
      <button type="button">别处</button>
    </>,
  )
  return user
}
const value = (name: string) => screen.getByRole('button', { name })
const isOpen = (name: string) => value(name).getAttribute('aria-expanded') === 'true'

it('asks for a linked record once its card opens, never for a list of values', async () => {
  const { client, asked } = world()
  const user = read(
    goods(),
    [
      ['g1', '苹果'],
      ['g2', '梨'],
    ],
    client,
  )
  expect(client.calls).toEqual([])
  await user.click(value('苹果'))
  const card = within(await screen.findByRole('status'))
  expect(await card.findByText('价格')).toBeTruthy()
  expect(card.getByText('12')).toBeTruthy()
  // Columns of its list, and those only; no card within the card.
  expect(card.queryByText('不在列表')).toBeNull()
  expect(card.getByText('li')).toBeTruthy()
  expect(card.queryByRole('button')).toBeNull()
  expect(client.asked('list').map(([code]) => code)).toEqual(['goods'])
  expect(client.asked('page')).toHaveLength(1)
  expect(asked).toEqual([])
})

it('tells of all users that a value names in one question, with what the answer holds', async () => {
  const { client, asked } = world()
  const user = read(person(), [['zhang,li', '张三,李四']], client)
  await user.click(value('张三，李四'))
  const card = within(await screen.findByRole('status'))
  expect(await card.findByText('研发部')).toBeTruthy()
  expect(card.getByText('销售部')).toBeTruthy()
  expect(card.getAllByText('手机')).toHaveLength(1)
  expect(asked).toEqual([
    { pageNo: 1, pageSize: 2, filter: { field: 'username', rule: 'in', val: ['zhang', 'li'] } },
  ])
})

it('asks for users by their ids where those are stored', async () => {
  const { client, asked } = world()
  const user = read(person({ options: { store: 'id' } }), [['u2', '李四']], client)
  await user.click(value('李四'))
  expect(await screen.findByText('13800000002')).toBeTruthy()
  expect(asked).toMatchObject([{ filter: { field: 'id', val: ['u2'] } }])
})

it.each([
  ['a record that is gone', 'gone', null],
  ['a form that is not for this user', 'g1', new RequestError('没有权限', 403)],
])('says of %s that it is not to be seen', async (_, id, refusal) => {
  const { client } = world()
  if (refusal) client.failNext('list', refusal)
  const user = read(goods(), [[id, '苹果']], client)
  await user.click(value('苹果'))
  expect(await screen.findByText('已不存在，或您无权查看')).toBeTruthy()
  expect(screen.queryByText('价格')).toBeNull()
})

it('says why a card is empty, and asks again', async () => {
  const { client } = world()
  client.failNext('list', new RequestError('网络超时', 0))
  const user = read(goods(), [['g1', '苹果']], client)
  await user.click(value('苹果'))
  expect(await screen.findByText('网络超时')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '重试' }))
  expect(await screen.findByText('12')).toBeTruthy()
})

it('opens with Enter and closes with Esc, or when the keyboard goes on', async () => {
  const user = read(goods(), [['g1', '苹果']], world().client)
  await user.tab()
  expect(document.activeElement).toBe(value('苹果'))
  expect(isOpen('苹果')).toBe(false)
  await user.keyboard('{Enter}')
  await screen.findByText('价格')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(isOpen('苹果')).toBe(false))
  expect(document.activeElement).toBe(value('苹果'))
  await user.keyboard('{Enter}')
  await screen.findByText('价格')
  await user.tab()
  await waitFor(() => expect(isOpen('苹果')).toBe(false))
})

it('opens for a pointer that rests on the value, not for one that passes, and stays while it is on the card', async () => {
  const { client } = world()
  const user = read(
    goods(),
    [
      ['g1', '苹果'],
      ['g2', '梨'],
    ],
    client,
  )
  await user.hover(value('梨'))
  await user.hover(value('苹果'))
  await user.hover(await screen.findByText('12'))
  expect(client.asked('list')).toHaveLength(1)
  expect(isOpen('苹果')).toBe(true)
  expect(isOpen('梨')).toBe(false)
  await user.hover(screen.getByText('别处'))
  await waitFor(() => expect(isOpen('苹果')).toBe(false))
})

it('stays when it was asked to, until something is pressed elsewhere', async () => {
  const user = read(goods(), [['g1', '苹果']], world().client)
  await user.click(value('苹果'))
  await user.click(await screen.findByText('价格'))
  expect(isOpen('苹果')).toBe(true)
  fireEvent.pointerDown(screen.getByText('别处'))
  await waitFor(() => expect(isOpen('苹果')).toBe(false))
})

it('shows the name alone in a list where the document says so, and a card in details', () => {
  const readOnly = goods({ isListReadOnly: true })
  read(readOnly, [['g1', '苹果']], world().client)
  expect(screen.queryByRole('button', { name: '苹果' })).toBeNull()
  read(readOnly, [['g1', '苹果']], world().client, true)
  expect(value('苹果')).toBeTruthy()
})

it('leads where the document says, without a card', () => {
  read({ ...person(), href: '/isystem/user?username={f}' } as Property, [['zhang', '张三']], world().client)
  expect(screen.getByRole('link', { name: '张三' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '张三' })).toBeNull()
})
