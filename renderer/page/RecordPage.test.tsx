import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, buttons, renderWithRights, testServices } from '#tests/helpers/render-page.tsx'
import { RenderPage } from './RenderPage.tsx'

const text = { type: 'string', view: 'text' } as const
const fair = (details?: 'page') => ({
  kind: 'form' as const,
  code: 'fair',
  title: '展会',
  schema: {
    type: 'object' as const,
    properties: { name: { ...text, title: '名称' }, note: { ...text, title: '备注' } },
  },
  list: { columns: ['name'], pageSize: 2, actions: ['detail' as const] },
  ...(details ? { layout: { details } } : {}),
})
const rows = ['一', '二', '三', '四', '五'].map((name, at) => ({
  id: `r${at + 1}`,
  name,
  note: `备注${name}`,
}))

function Page({ begin, onSearch }: { begin: string; onSearch(search: string): void }) {
  const [search, setSearch] = useState(begin)
  return (
    <RenderPage
      code="fair"
      search={search}
      onSearch={(next) => {
        setSearch(next)
        onSearch(next)
      }}
    />
  )
}

function show(begin: string, details?: 'page') {
  const addresses: string[] = []
  const client = createMemoryClient({ documents: [fair(details)], rows: { fair: rows } })
  renderWithRights(
    testServices(client),
    { fair: [] },
    <Page begin={begin} onSearch={(search) => addresses.push(search)} />,
  )
  return addresses
}

const heading = (name: string) => screen.findByText(name, { selector: '.expo-record-title' })
const step = (name: string) =>
  waitFor(() => {
    const one = button(name)
    if (one.disabled) throw new Error(`${name} is locked`)
    one.click()
  })
const back = () => userEvent.click(button('返回列表'))

it('shows a record that the address names, and those beside it in the order of the list, over its pages [detail-05]', async () => {
  const addresses = show('record=r1')
  await heading('一')
  expect(await screen.findByText('第 1 条，共 5 条')).toBeTruthy()
  expect(button('上一条').disabled).toBe(true)
  await step('下一条')
  await heading('二')
  await screen.findByText('第 2 条，共 5 条')
  await step('下一条')
  await heading('三')
  // The page of the list goes along: the way back leads to where the record stands.
  expect(new URLSearchParams(addresses.at(-1)).get('page')).toBe('2')
  await screen.findByText('第 3 条，共 5 条')
  await step('上一条')
  await heading('二')
  expect(new URLSearchParams(addresses.at(-1)).get('page')).toBe(null)
  await back()
  expect(new URLSearchParams(addresses.at(-1)).get('record')).toBe(null)
  await screen.findByText('二')
  expect(buttons('返回列表')).toEqual([])
})

it('says that a record is gone, and leads back to the list', async () => {
  const addresses = show('record=other')
  await screen.findByText('记录不存在或已被删除')
  await back()
  expect(addresses.at(-1)).toBe('')
})

it('is opened by the name of the record in the list, where details are opened [detail-01]', async () => {
  const dialogs = show('')
  await userEvent.click(await screen.findByRole('button', { name: '二' }))
  await screen.findByText('展会详情')
  expect(dialogs).toEqual([])
  cleanup()
  const pages = show('', 'page')
  await userEvent.click(await screen.findByRole('button', { name: '二' }))
  await heading('二')
  expect(pages).toEqual(['record=r2'])
})

it('is opened from the details, or in their place where the document says so [detail-01]', async () => {
  const first = show('')
  await screen.findByText('一')
  await userEvent.click(await waitFor(() => button('详情')))
  await userEvent.click(await waitFor(() => button('在页面中打开')))
  await heading('一')
  expect(first).toEqual(['record=r1'])
  cleanup()
  const second = show('', 'page')
  await screen.findByText('一')
  await userEvent.click(await waitFor(() => button('详情')))
  await heading('一')
  expect(screen.queryByText('展会详情')).toBe(null)
  expect(second).toEqual(['record=r1'])
})
