import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Property } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { renderFields } from '#tests/helpers/widget-bench.tsx'

const NATION: Record<string, Property> = {
  nation: { type: 'string', title: '民族', view: 'text', dict: 'nation' },
}
const client = () =>
  createMemoryClient({
    documents: [],
    dicts: {
      nation: [
        { value: '01', text: '汉族' },
        { value: '02', text: '壮族' },
        { value: '03', text: '满族' },
      ],
    },
  })
const entries = () =>
  [...document.querySelectorAll('.ant-select-item-option')].map((option) => option.textContent)
const control = () => screen.findByRole<HTMLInputElement>('combobox', { name: '民族' })

it('a text with a dictionary shows what its value is called, and stores the entry that is chosen', async () => {
  const { store, user } = renderFields(NATION, { nation: '02' }, client())
  const input = await control()
  await waitFor(() => expect(input.value).toBe('壮族'))
  await user.clear(input)
  await user.type(input, '满')
  await waitFor(() => expect(entries()).toEqual(['满族']))
  await user.click(screen.getByText('满族'))
  expect(store.row().nation).toBe('03')
  expect(input.value).toBe('满族')
})

it('a text that is no entry is stored as it was typed, and one that is called like an entry as its value', async () => {
  const { store, user } = renderFields(NATION, {}, client())
  const input = await control()
  await user.type(input, '外籍')
  expect(store.row().nation).toBe('外籍')
  await user.tab()
  expect(input.value).toBe('外籍')
  await user.clear(input)
  await user.type(input, '汉族')
  await waitFor(() => expect(entries()).toEqual(['汉族']))
  await user.tab()
  expect(store.row().nation).toBe('01')
  expect(input.value).toBe('汉族')
})

it('a text without a dictionary is a plain line', async () => {
  const { store, user } = renderFields({ name: { type: 'string', title: '名称', view: 'text' } }, {})
  await user.type(await screen.findByRole('textbox', { name: '名称' }), '甲')
  expect(store.row().name).toBe('甲')
  expect(screen.queryByRole('combobox')).toBeNull()
})
