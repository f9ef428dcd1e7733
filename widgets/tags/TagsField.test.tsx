import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderFields } from '#tests/helpers/widget-bench.tsx'

const TOPICS = { topics: { type: 'string', title: '主题', view: 'tags' } } as const
const box = () => screen.findByRole<HTMLInputElement>('textbox', { name: '主题' })

it('parts tags while they are typed, and drops semicolons that are typed [misc-05, misc-06]', async () => {
  const { store, user } = renderFields(TOPICS)
  const input = await box()
  await user.type(input, 'ab;cde')
  expect(input.value).toBe('ab;cd;e')
  expect(store.row().topics).toBe('ab;cd;e')
  await user.type(input, 'X', { initialSelectionStart: 1, initialSelectionEnd: 1 })
  expect(input.value).toBe('aX;bc;de')
  expect(input.selectionStart).toBe(2)
  await user.clear(input)
  expect(store.row().topics).toBeNull()
})

it('lets an input method finish before it parts what was typed', async () => {
  const { store } = renderFields(TOPICS, { topics: '展会' })
  const input = await box()
  fireEvent.compositionStart(input)
  fireEvent.change(input, { target: { value: '展会luntan' } })
  expect(input.value).toBe('展会luntan')
  expect(store.row().topics).toBe('展会')
  fireEvent.change(input, { target: { value: '展会论坛' } })
  fireEvent.compositionEnd(input)
  expect(store.row().topics).toBe('展会;论坛')
})
