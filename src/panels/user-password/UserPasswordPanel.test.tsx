import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { RequestError } from '#renderer/index.ts'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { renderWith, testServices } from '#tests/helpers/render-page.tsx'
import { type Services, ServicesContext } from '../../kit/services.ts'
import UserPasswordPanel from './UserPasswordPanel.tsx'

function open({ refusal }: { refusal?: string } = {}) {
  const puts: [path: string, body: unknown][] = []
  const http = {
    get: async () => ({ success: true, result: { minLength: 8, kinds: 1, maxAgeDays: 0, history: 0 } }),
    async put(path: string, body: unknown) {
      puts.push([path, body])
      if (refusal) throw new RequestError(refusal, 200)
      return { success: true, code: 200, message: '', result: null, timestamp: 0 }
    },
  }
  const done = vi.fn()
  const setUnsaved = vi.fn()
  renderWith(
    testServices(createMemoryClient({ documents: [] })),
    <ServicesContext value={{ http } as unknown as Services}>
      <UserPasswordPanel
        records={[{ id: 'u1', username: 'zhang' }]}
        source={{} as never}
        client={{} as never}
        changed={() => undefined}
        done={done}
        close={() => undefined}
        setUnsaved={setUnsaved}
      />
    </ServicesContext>,
  )
  const user = userEvent.setup()
  const fill = async (password: string, again: string) => {
    await user.type(await screen.findByLabelText('新密码'), password)
    await user.type(await screen.findByLabelText('确认密码'), again)
    await user.click(screen.getByRole('button', { name: /保\s*存/ }))
  }
  return { puts, done, setUnsaved, fill }
}

describe('the password of a user', () => {
  it('is sent once both entries agree', async () => {
    const { puts, done, fill } = open()
    await screen.findByText('用户账号：zhang')
    await fill('a-Quiet-Meadow', 'a-Quiet-Meadow')
    await waitFor(() => expect(done).toHaveBeenCalled())
    expect(puts).toEqual([['/sys/user/changePassword', { username: 'zhang', password: 'a-Quiet-Meadow' }]])
  })

  it('is not sent when the entries differ or it is short', async () => {
    const { puts, setUnsaved, fill } = open()
    await fill('short', 'other')
    expect(setUnsaved).toHaveBeenLastCalledWith(true)
    await screen.findByText('两次输入的密码不一致')
    await screen.findByText('新密码至少8个字')
    expect(puts).toEqual([])
  })

  it('says why the server does not take it, and stays open', async () => {
    const { done, fill } = open({ refusal: '该密码过于常见，请更换' })
    await fill('password1', 'password1')
    await screen.findByText('该密码过于常见，请更换')
    expect(done).not.toHaveBeenCalled()
  })
})
