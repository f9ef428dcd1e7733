import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { renderPage } from '#tests/helpers/render-page.tsx'

const wide = window.matchMedia
beforeEach(() => {
  window.matchMedia = (query) => ({
    ...wide(query),
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  })
})
afterEach(() => {
  window.matchMedia = wide
})

it('a card is called by what the record says, not by the names of its pictures', async () => {
  const document: FormDocument = {
    kind: 'form',
    code: 'goods',
    title: '商品',
    schema: {
      type: 'object',
      properties: {
        photo: { type: 'string', title: '照片', view: 'image' },
        name: { type: 'string', title: '名称', view: 'text' },
      },
    },
    list: { columns: ['photo', 'name'] },
  }
  const rows = { goods: [{ id: 'g1', photo: 'a/1.png', name: '苹果' }] }
  renderPage(createMemoryClient({ documents: [document], rows }), 'goods')
  const card = await screen.findByRole('article')
  expect(card.getAttribute('aria-label')).toBe('苹果')
  expect([...card.querySelectorAll('dt')].map(({ textContent }) => textContent)).toEqual(['照片'])
})

it('a card is opened by its name, as by 详情', async () => {
  const document: FormDocument = {
    kind: 'form',
    code: 'goods',
    title: '商品',
    schema: { type: 'object', properties: { name: { type: 'string', title: '名称', view: 'text' } } },
    list: { columns: ['name'], actions: ['detail'] },
  }
  renderPage(
    createMemoryClient({ documents: [document], rows: { goods: [{ id: 'g1', name: '苹果' }] } }),
    'goods',
  )
  await userEvent.click(await screen.findByRole('button', { name: '苹果' }))
  expect(await screen.findByText('商品详情')).toBeTruthy()
})
