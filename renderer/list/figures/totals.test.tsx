import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FormDocument } from '#schemas/page/form.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, renderPage, renderWithRights, testServices } from '#tests/helpers/render-page.tsx'
import { RequestError } from '../../data/data-client.ts'
import { RenderPage } from '../../page/RenderPage.tsx'

const booth: FormDocument = {
  kind: 'form',
  code: 'booth',
  title: '展位',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: '名称', view: 'text' },
      rent: { type: 'integer', title: '租金', view: 'number', options: { unit: '元' } },
      size: { type: 'integer', title: '面积', view: 'number' },
    },
  },
  list: {
    columns: [{ field: 'name', total: 'count' }, { field: 'rent', total: 'sum' }, 'size'],
    query: ['name'],
    pageSize: 10,
  },
}
const ROWS = Array.from({ length: 12 }, (_, at) => ({
  id: `b${at}`,
  name: `展位 ${at}号`,
  rent: 100,
  size: 9,
}))
const memory = () => createMemoryClient({ documents: [booth], rows: { booth: ROWS } })
const totals = () => document.querySelector('.expo-totals-row')?.textContent

describe('totals of a list', () => {
  it('stand below their columns, over all rows of the query, and follow it [grid-73]', async () => {
    const client = memory()
    const user = userEvent.setup({ pointerEventsCheck: 0, delay: null })
    renderPage(client, 'booth')
    await waitFor(() => expect(totals()).toContain('合计 1,200 元'))
    expect(totals()).toContain('计数 12条')
    await user.click(screen.getByTitle('2'))
    await screen.findByText('展位 11号')
    // Another page has the same.
    expect(client.asked('totals')).toHaveLength(1)
    await user.type(await screen.findByRole('textbox', { name: '名称' }), '11号')
    await user.click(button('查询'))
    await waitFor(() => expect(totals()).toContain('合计 100 元'))
    await user.click(button('刷新'))
    await waitFor(() => expect(client.asked('totals')).toHaveLength(3))
  })

  it('are not there where they cannot be had, and the list is', async () => {
    const client = memory()
    client.failNext('totals', new RequestError('查询超时', 500))
    renderPage(client, 'booth')
    await screen.findByText('展位 0号')
    await waitFor(() => expect(client.asked('totals')).toHaveLength(1))
    expect(totals()).toBeUndefined()
    expect(screen.queryByText('查询超时')).toBeNull()
  })

  it('are not asked for where no column wants them, or the rights leave none that does', async () => {
    const client = memory()
    renderWithRights(
      testServices(client),
      { booth: ['rent', 'name'] },
      <RenderPage code="booth" search="" onSearch={() => {}} />,
    )
    await screen.findAllByText('9')
    expect(client.asked('totals')).toEqual([])
  })

  describe('in a narrow window', () => {
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

    it('stand below the cards', async () => {
      renderPage(memory(), 'booth')
      await screen.findByText('租金', { selector: '.expo-totals dt' })
      expect(document.querySelector('.expo-totals')?.textContent).toContain('租金合计 1,200 元')
    })
  })
})
