import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { FormDocument, Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { BENCH, clientWith, renderFields } from '#tests/helpers/widget-bench.tsx'

const GOODS: FormDocument = {
  kind: 'form',
  code: 'goods',
  title: '商品',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '商品名', view: 'text' },
      price: { type: 'number', title: '价格', view: 'number' },
    },
  },
  list: { columns: ['name', 'price'] },
}
const ROWS = [
  { id: 'g1', name: '苹果', price: 12 },
  { id: 'g2', name: '梨', price: 8 },
]
const names = ROWS.map(({ id, name }) => ({ value: id, text: name }))
const prices = ROWS.map(({ id, price }) => ({ value: id, text: String(price) }))

/** Goods by name under the keys of the fields, and by price for what follows them. */
function goods() {
  const memory = createMemoryClient({
    documents: [GOODS],
    rows: { goods: ROWS },
    dicts: Object.fromEntries(['one', 'several', 'card'].map((name) => [`${BENCH}.${name}`, names])),
  })
  return clientWith(memory, {
    async labels(source, values) {
      const known = 'table' in source && source.table.text === 'price' ? prices : names
      return known.filter(({ value }) => values.includes(value))
    },
  })
}

const popup = (options: object = {}) =>
  ({
    type: 'string',
    title: '商品',
    view: 'popup_dict',
    options: { code: 'goods', value: 'id', text: 'name', ...options },
  }) as Property
const link = (options: object = {}) =>
  ({
    type: 'string',
    title: '商品',
    view: 'link_table',
    options: { table: 'goods', text: 'name,price', ...options },
  }) as Property
type User = ReturnType<typeof renderFields>['user']

async function chooseInDialog(user: User, ...wanted: string[]) {
  await user.click(await screen.findByRole('button', { name: '选择商品' }))
  const dialog = within(await screen.findByRole('dialog', { name: '商品' }))
  for (const name of wanted) {
    const control = (await dialog.findByText(name)).closest('tr')?.querySelector('input')
    if (!control) throw new Error('no row to choose')
    await user.click(control)
  }
  await user.click(dialog.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

it.each([
  ['popup_dict', popup(), popup({ popupMulti: true })],
  ['link_table', link(), link({ multiSelect: true })],
] as const)(
  '%s stores the key of the rows that are chosen, and shows their names',
  async (_, one, several) => {
    const first = renderFields({ one }, {}, goods())
    await chooseInDialog(first.user, '梨')
    expect(first.store.row().one).toBe('g2')
    expect(await screen.findByTitle('梨')).toBeTruthy()
    document.body.innerHTML = ''
    const second = renderFields({ several }, { several: 'g2' }, goods())
    await chooseInDialog(second.user, '苹果')
    expect(second.store.row().several).toBe('g2,g1')
  },
)

it('draws a card of each record with its further columns, and takes one away', async () => {
  const { store, user } = renderFields(
    { card: link({ showType: 'card', multiSelect: true }) },
    { card: 'g1,g2' },
    goods(),
  )
  const remove = await screen.findByRole('button', { name: '移除苹果' })
  const card = remove.closest<HTMLElement>('.ant-card')
  if (!card) throw new Error('no card')
  expect(card.textContent).toContain('价格')
  expect(card.textContent).toContain('12')
  await user.click(remove)
  expect(store.row().card).toBe('g2')
  await waitFor(() => expect(screen.queryByRole('button', { name: '移除苹果' })).toBeNull())
})

it('shows what the chosen record says, anew with each choice', async () => {
  const follows: Property = {
    type: 'string',
    title: '单价',
    view: 'link_table_field',
    options: { table: 'one', text: 'price' },
  }
  const { store, user } = renderFields({ one: link(), price: follows }, { one: 'g1' }, goods())
  const price = await screen.findByRole<HTMLInputElement>('textbox', { name: '单价' })
  await waitFor(() => expect(price.value).toBe('12'))
  await chooseInDialog(user, '梨')
  await waitFor(() => expect(price.value).toBe('8'))
  expect(store.row().price ?? null).toBeNull()
})

it('says what is wrong with the configuration of a popup', async () => {
  renderFields({ one: popup({ value: '' }) }, {}, goods())
  expect(await screen.findByText('popup参数未正确配置!')).toBeTruthy()
})

it('begins with what is chosen, and takes one record where there may be one [popup-17]', async () => {
  const { store, user } = renderFields({ one: popup() }, { one: 'g1,g2' }, goods())
  await user.click(await screen.findByRole('button', { name: '选择商品' }))
  const dialog = within(await screen.findByRole('dialog', { name: '商品' }))
  expect(await dialog.findByText('2', { selector: 'strong' })).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: '确定' }))
  expect(await screen.findByText('请选择一条记录')).toBeTruthy()
  await user.click(await dialog.findByText('梨'))
  await user.click(dialog.getByRole('button', { name: '确定' }))
  expect(store.row().one).toBe('g2')
})
