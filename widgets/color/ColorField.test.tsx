import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import type { Property } from '#schemas/page/form.ts'
import { benchDocument, renderFields } from '#tests/helpers/widget-bench.tsx'

const FIELDS: Record<string, Property> = {
  badge: { type: 'string', title: '胸卡颜色', view: 'color', options: { presets: ['#ff4d4f'] } },
}

it('stores the colour that is typed or chosen, and nothing as null', async () => {
  const { store, user } = renderFields(FIELDS)
  const input = await screen.findByRole('combobox', { name: '胸卡颜色' })
  await user.type(input, '#1677ff')
  expect(store.row().badge).toBe('#1677ff')
  await user.clear(input)
  expect(store.row().badge).toBeNull()
  await user.click(await screen.findByTitle('#ff4d4f'))
  expect(store.row().badge).toBe('#ff4d4f')
})

it('is typed into a plain field where no colours are offered', async () => {
  const { store, user } = renderFields({ badge: { type: 'string', title: '胸卡颜色', view: 'color' } })
  const input = await screen.findByRole('textbox', { name: '胸卡颜色' })
  await user.type(input, '#1677ff')
  expect(store.row().badge).toBe('#1677ff')
  await user.clear(input)
  expect(store.row().badge).toBeNull()
})

it('is mixed behind a button that the keyboard reaches', async () => {
  const { user } = renderFields(FIELDS, { badge: '#1677ff' })
  const button = await screen.findByRole('button', { name: '选择胸卡颜色' })
  button.focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('textbox', { name: '' })).toBeTruthy()
})

it.each([
  ['#1677ff', null],
  ['#1677FF', null],
  ['red', '胸卡颜色应为颜色，如 #1677ff'],
  ['#1677f', '胸卡颜色应为颜色，如 #1677ff'],
])('the form and the server say of %j: %s', (badge, message) => {
  const validator = createRowValidator(compileForm(benchDocument(FIELDS)))
  expect(validator.validate({ badge })[0]?.message ?? null).toBe(message)
})

describe('with names of tag colours', () => {
  const NAMED: Record<string, Property> = {
    tag: { type: 'string', title: '颜色', view: 'color', maxLength: 20, options: { names: true } },
  }

  it('offers the names and keeps what a record had before', async () => {
    const { store, user } = renderFields(NAMED, { tag: 'geekblue' })
    const input = await screen.findByRole<HTMLInputElement>('combobox', { name: '颜色' })
    expect(input.value).toBe('geekblue')
    await user.clear(input)
    await user.type(input, 's')
    await user.click(await screen.findByTitle('success'))
    expect(store.row().tag).toBe('success')
  })

  it.each([
    ['green', true],
    ['processing', true],
    ['#1f0', true],
    ['#1677ff', true],
    ['greenish', false],
    ['url(x)', false],
  ])('the form and the server take %j: %s', (tag, fits) => {
    const validator = createRowValidator(compileForm(benchDocument(NAMED)))
    expect(validator.validate({ tag }).length === 0).toBe(fits)
  })
})
