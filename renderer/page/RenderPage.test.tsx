import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { button, buttons, renderWithRights, testServices } from '#tests/helpers/render-page.tsx'
import { RenderPage } from './RenderPage.tsx'

it('offers what was granted while the page is open, and keeps what is being typed [perm-14]', async () => {
  const client = createMemoryClient({
    documents: [
      {
        kind: 'form',
        code: 'fair',
        title: '展会',
        schema: { type: 'object', properties: { name: { type: 'string', title: '名称', view: 'text' } } },
      },
    ],
    rows: { fair: [{ id: '1', name: '一' }] },
  })
  let actions: ('add' | 'delete' | 'batch_delete')[] = ['add']
  const { page } = client
  // As the server does: another version of the page for other rights.
  client.page = async (...asked) => ({
    ...(await page(...asked)),
    version: actions.join(),
    access: { actions, readonly: [] },
  })
  const { take } = renderWithRights(
    testServices(client),
    { fair: ['batch_delete', 'delete'] },
    <RenderPage code="fair" search="" onSearch={() => {}} />,
  )
  await screen.findByText('一')
  expect(buttons('批量删除')).toEqual([])
  await userEvent.click(button('新增'))
  await userEvent.type(await screen.findByLabelText('名称', { selector: '[role=dialog] input' }), '半填')
  actions = ['add', 'delete', 'batch_delete']
  take({ fair: [] })
  await screen.findByText('批量删除')
  expect(screen.getByDisplayValue('半填')).toBeTruthy()
})
