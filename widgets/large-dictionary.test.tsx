import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { inField, renderFields } from '#tests/helpers/widget-bench.tsx'

const CITIES = Array.from({ length: 3000 }, (_, at) => ({ value: `c${at}`, text: `城市${at}` }))
const MULTI = ['list_multi', 'checkbox'] as const
const ONE = ['list', 'radio'] as const

function city(view: (typeof MULTI | typeof ONE)[number], value: string | null) {
  const client = createMemoryClient({ documents: [], dicts: { city: CITIES } })
  const bench = renderFields(
    { city: { type: 'string', title: '城市', view, dict: 'city' } },
    { city: value },
    client,
  )
  return { ...bench, memory: client }
}

/** Names that the drop-down offers now. */
const offered = () =>
  [...document.querySelectorAll('.ant-select-item-option-content')].map((one) => one.textContent)

describe('a dictionary of 3,000 entries', () => {
  it.each([...ONE, ...MULTI])(
    'is searched on the server by a %s, and says that not all is listed',
    async (view) => {
      const { user, store, memory } = city(view, null)
      const box = await screen.findByRole('combobox')
      await user.click(box)
      await screen.findByText('仅列出前 500 项，请输入文字搜索')
      await user.type(box, '城市2718')
      await waitFor(() => expect(offered()).toEqual(['城市2718']))
      expect(memory.asked('options').at(-1)).toEqual(['city', { keyword: '城市2718', pageSize: 500 }])
      await user.click(screen.getByText('城市2718', { selector: '.ant-select-item-option-content' }))
      expect(store.row().city).toBe('c2718')
      // Of several choices this page without a width shows only how many there are.
      if (ONE.some((one) => one === view))
        await waitFor(() => expect(inField('city').queryByTitle('城市2718')).toBeTruthy())
    },
  )

  it.each(ONE)('shows the text of a stored entry that a %s does not list', async (view) => {
    city(view, 'c2999')
    expect(await screen.findByText('城市2999')).toBeTruthy()
  })

  it.each(MULTI)(
    'shows the texts of stored entries that a %s does not list, and keeps them',
    async (view) => {
      const { memory } = city(view, 'c1,c2999,gone')
      // Tags that have no room stand behind “+ N”: what is asked for tells which are known.
      await waitFor(() => expect(memory.asked('labels').at(-1)).toEqual(['city', ['c2999', 'gone']]))
    },
  )
})
