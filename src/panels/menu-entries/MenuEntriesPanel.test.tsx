import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { RequestError } from '#renderer/index.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { renderWith, testServices } from '#tests/helpers/render-page.tsx'
import { type Services, ServicesContext } from '../../kit/services.ts'
import MenuEntriesPanel from './MenuEntriesPanel.tsx'

it('says what is wrong with a line beside its number, where a phone shows it', async () => {
  const errors = [{ row: 1, field: 'component', message: '没有这个页面' }]
  const http = {
    async get() {
      return { success: true, code: 200, message: '', result: [], timestamp: 0 }
    },
    async post() {
      throw new RequestError('有错误的行', 400, { errors })
    },
  }
  renderWith(
    testServices(createMemoryClient({ documents: [] })),
    <ServicesContext value={{ http } as unknown as Services}>
      <MenuEntriesPanel
        records={[{ id: 'm', name: '表单示例', url: '/x' }]}
        source={{} as never}
        client={{} as never}
        changed={() => undefined}
        done={() => undefined}
        close={() => undefined}
        setUnsaved={() => undefined}
      />
    </ServicesContext>,
  )
  const user = userEvent.setup()
  await user.type(
    await screen.findByLabelText('“表单示例”的下级菜单'),
    '某页，/x/1，expo{Enter}另一页，/x/2，Nothing',
  )
  await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  const fault = await screen.findByText('没有这个页面')
  const cells = [...(fault.closest('tr')?.cells ?? [])].map(({ textContent }) => textContent)
  expect(cells.slice(0, 3)).toEqual(['2', '没有这个页面', '另一页'])
})
