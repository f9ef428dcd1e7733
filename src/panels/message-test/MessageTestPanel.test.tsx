// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates are what is tested
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { createMemoryClient } from '#tests/helpers/memory-client.ts'
import { renderWith, testServices } from '#tests/helpers/render-page.tsx'
import { type Services, ServicesContext } from '../../kit/services.ts'
import MessageTestPanel from './MessageTestPanel.tsx'

function open(templateTestJson: string) {
  const posts: unknown[] = []
  const http = {
    async post(path: string, body: unknown) {
      posts.push([path, body])
      return { success: true, code: 200, message: '', result: null, timestamp: 0 }
    },
  }
  const done = vi.fn()
  renderWith(
    testServices(createMemoryClient({ documents: [] })),
    <ServicesContext value={{ http } as unknown as Services}>
      <MessageTestPanel
        records={[
          {
            ...{ id: 't', templateCode: 'welcome', templateName: '${name}的展位', templateTestJson },
            templateContent: '${name}，您好！',
          },
        ]}
        source={{} as never}
        client={{} as never}
        changed={() => undefined}
        done={done}
        close={() => undefined}
        setUnsaved={() => undefined}
      />
    </ServicesContext>,
  )
  return { posts, done, user: userEvent.setup() }
}

describe('trying a template [screen-56]', () => {
  it('shows what becomes of it and sends it', async () => {
    const { posts, done, user } = open('{"name":"张三"}')
    await screen.findByText('张三的展位')
    await screen.findByText('张三，您好！')
    await user.type(await screen.findByLabelText('接收人'), 'staff')
    await user.click(screen.getByRole('button', { name: /发\s*送/ }))
    await waitFor(() => expect(done).toHaveBeenCalled())
    const body = { msgType: '4', receiver: 'staff', testData: '{"name":"张三"}', templateCode: 'welcome' }
    expect(posts).toEqual([['/sys/message/sysMessageTemplate/sendMsg', body]])
  })

  it('names variables without a value, and sends nothing', async () => {
    const { posts, user } = open('{}')
    await user.type(await screen.findByLabelText('接收人'), 'staff')
    await user.click(screen.getByRole('button', { name: /发\s*送/ }))
    await screen.findByText('没有给出这些变量的值：name')
    expect(posts).toEqual([])
  })
})
