import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { renderWith, testServices } from '#tests/helpers/render-page.tsx'
import { type Services, ServicesContext } from '../../kit/services.ts'
import { Members } from './Members.tsx'

it('names the boxes of the list for a screen reader', async () => {
  const records = [{ id: '1', username: 'zhang', realname: '张三', orgCodeTxt: '招展部' }]
  const http = {
    async get() {
      return { success: true, code: 200, message: '', result: { records, total: 1 }, timestamp: 0 }
    },
  }
  const done = async () => undefined
  renderWith(
    testServices(createMemoryClient({ documents: [] })),
    <ServicesContext value={{ http } as unknown as Services}>
      <Members
        title="业务人员"
        list="/sys/user/userRoleList"
        roleId="r"
        add={done}
        remove={done}
        changed={() => undefined}
        close={() => undefined}
        setUnsaved={() => undefined}
      />
    </ServicesContext>,
  )
  expect(await screen.findByRole('checkbox', { name: '选择 zhang' })).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: '全选' })).toBeTruthy()
})
