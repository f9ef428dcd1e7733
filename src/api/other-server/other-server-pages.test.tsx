import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { foreignWire } from '#tests/helpers/foreign-server/foreign-wire.ts'
import { ORDERS } from '#tests/helpers/foreign-server/forms.ts'
import { passTime } from '#tests/helpers/pass-time.ts'
import { button, renderPage } from '#tests/helpers/render-page.tsx'
import { createDataClient } from '../data-client.ts'
import { createHttp } from '../http.ts'

function open() {
  const { server, adapter } = foreignWire()
  const http = createHttp(
    { baseUrl: '', adapter },
    {
      token: () => server.token,
      tenantId: () => null,
      lowAppId: () => null,
      inWorkChat: () => false,
      language: () => null,
      announce() {},
    },
  )
  return { server, client: createDataClient(http, { server: 'probe' }) }
}

it('draws the list of another server with its texts, and edits a record with what its form does not show', async () => {
  const { server, client } = open()
  server.add('fs_order', { order_code: 'F-1', ctype: '2', owner: 'jeecg', secret_note: '内部' })
  renderPage(client, ORDERS)
  const row = (await screen.findByText('F-1')).closest('tr')
  if (!row) throw new Error('no row')
  expect(within(row).getByText('国际订单')).toBeTruthy()
  expect(within(row).getByText('用户jeecg')).toBeTruthy()
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await user.click(button('编辑', row))
  const dialog = await screen.findByRole('dialog')
  const code = await within(dialog).findByLabelText('订单编号')
  await user.clear(code)
  await user.click(button('保存', dialog))
  expect(await within(dialog).findByText('请输入订单编号')).toBeTruthy()
  expect(server.rows('fs_order')).toMatchObject([{ order_code: 'F-1' }])
  await user.type(code, 'F-9')
  // A press so soon after the last one is none.
  passTime(320)
  await user.click(button('保存', dialog))
  await waitFor(() =>
    expect(server.rows('fs_order')).toMatchObject([{ order_code: 'F-9', ctype: '2', secret_note: '内部' }]),
  )
  await screen.findByText('F-9')
})
