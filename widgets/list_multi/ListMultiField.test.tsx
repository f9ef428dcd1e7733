import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderFields } from '#tests/helpers/widget-bench.tsx'

it('keeps the keyboard and its list while the first of several is chosen, and the next', async () => {
  const { store, user } = renderFields({
    jobs: {
      type: 'string',
      title: '职务',
      view: 'list_multi',
      dict: [
        { value: '1', text: '经理' },
        { value: '2', text: '助理' },
      ],
    },
  })
  const input = await screen.findByRole('combobox', { name: '职务' })
  await user.click(input)
  await user.click(await screen.findByTitle('经理'))
  expect(store.row().jobs).toBe('1')
  expect(document.activeElement).toBe(input)
  await user.click(screen.getByTitle('助理'))
  expect(store.row().jobs).toBe('1,2')
  expect(document.activeElement).toBe(input)
  expect(input.isConnected).toBe(true)
})
