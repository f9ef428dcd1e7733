import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { compileForm } from '#schemas/compile/compile-form.ts'
import { createRowValidator } from '#schemas/compile/row-validator.ts'
import type { Property } from '#schemas/page/form.ts'
import { benchDocument, renderFields } from '#tests/helpers/widget-bench.tsx'
import { starsText } from './stars-text.ts'

const rate = (more: Partial<Property> = {}): Record<string, Property> => ({
  score: { type: 'integer', title: '评分', view: 'rate', ...more },
})

it('stores the star that is pressed, and nothing when it is pressed again [widget-13]', async () => {
  const { store, user } = renderFields(rate(), { score: 2 })
  const stars = await screen.findAllByRole('radio')
  expect(stars.map((star) => star.getAttribute('aria-checked'))).toEqual([
    'true',
    'true',
    'false',
    'false',
    'false',
  ])
  const fourth = stars[3]
  if (!fourth) throw new Error('no fourth star')
  await user.click(fourth)
  expect(store.row().score).toBe(4)
  await user.click(fourth)
  expect(store.row().score).toBeNull()
})

it('is moved along by the arrow keys, by halves where they may be given', async () => {
  const half = rate({ type: 'number', options: { half: true } })
  const { store } = renderFields(half, { score: 3 })
  const group = await screen.findByRole('radiogroup', { name: '评分' })
  group.focus()
  // The simulated keyboard sends no key codes, which the stars read.
  fireEvent.keyDown(group, { key: 'ArrowRight', keyCode: 39 })
  expect(store.row().score).toBe(3.5)
})

it('keeps and shows what is stored and is no number of stars', async () => {
  const { store } = renderFields(rate({ type: 'string' }), { score: '很好' })
  expect(await screen.findByText('很好')).toBeTruthy()
  expect(store.row().score).toBe('很好')
})

it.each([
  [{}, 5, null],
  [{}, 6, '评分不能大于5'],
  [{}, -1, '评分不能小于0'],
  [{ type: 'number' as const }, 2.5, '评分应为1的倍数'],
  [{ type: 'number' as const, options: { half: true } }, 2.5, null],
  [{ type: 'number' as const, options: { half: true } }, 2.25, '评分应为0.5的倍数'],
  [{ options: { count: 10 } }, 10, null],
  [{ options: { count: 10 }, maximum: 8 }, 9, '评分不能大于8'],
  [{ type: 'string' as const }, '7', '评分不能大于5'],
])('with %j the form and the server say of %j: %s', (more, score, message) => {
  const validator = createRowValidator(compileForm(benchDocument(rate(more))))
  expect(validator.validate({ score })[0]?.message ?? null).toBe(message)
})

it('is read as stars', () => {
  expect(starsText(3, {})).toBe('★★★☆☆')
  expect(starsText(2.5, { count: 3, half: true })).toBe('★★☆ 2.5')
  expect(starsText(9, {})).toBe('9')
})
