import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { RequestError } from '#renderer/index.ts'
import type { Row } from '#schemas/compile/model.ts'
import { envelope, fakeWire } from '#tests/helpers/wire.ts'
import { readConfig } from '../../config.ts'
import { ServicesContext } from '../../kit/services.ts'
import { wireApp } from '../../wire-app.ts'
import NoticePanel from './NoticePanel.tsx'

vi.mock('../../notice/RecordOfNotice.tsx', () => ({
  RecordOfNotice: ({ form, id }: { form: string; id: string }) => <p>{`record ${id} of ${form}`}</p>,
}))
afterEach(() => window.history.replaceState(null, '', '/'))

function open(row: Row | null) {
  const asked: unknown[] = []
  const client = {
    async get(form: string, id: string) {
      asked.push([form, id])
      if (!row) throw new RequestError('未找到对应实体', 404)
      return row
    },
  }
  const { adapter, calls } = fakeWire(() => ({ body: envelope(null) }))
  const changed = vi.fn()
  const { services } = wireApp(readConfig(), { reload() {}, probe: async () => true, adapter })
  const close = vi.fn()
  render(
    <ServicesContext value={services}>
      <App>
        <BrowserRouter>
          <NoticePanel
            records={[{ id: 'a1' }]}
            source={{ code: 'sys_announcement' }}
            client={client as never}
            changed={changed}
            done={() => undefined}
            close={close}
            setUnsaved={() => undefined}
          />
        </BrowserRouter>
      </App>
    </ServicesContext>,
  )
  return { asked, changed, close, calls }
}
const draft = { id: 'a1', titile: '布展', msgContent: '', priority: 'H', openType: null, openPage: null }

describe('the panel of an announcement', () => {
  it('shows the stored text as its readers will see it, without what could run', async () => {
    const { asked, close } = open({
      ...draft,
      msgContent: '<b onclick="x()">布展</b><img src="temp/x.png" onerror="x()"><script>x()</script>',
    })
    await screen.findByText('紧急消息')
    expect(asked).toEqual([['sys_announcement', 'a1']])
    await waitFor(() =>
      expect(document.querySelector('.notice-text')?.innerHTML).toBe('<b>布展</b><img src="temp/x.png">'),
    )
    expect(screen.queryByText(/发布人/)).toBeNull()
    expect(screen.queryByRole('button', { name: '去处理' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: /关\s*闭/ }))
    expect(close).toHaveBeenCalled()
  })

  it('keeps the lines of a text without tags', async () => {
    open({ ...draft, msgContent: '第一行\n第二行' })
    await screen.findByText(/第二行/, { selector: '.is-plain' })
  })

  it('goes where the message leads, and closes', async () => {
    const { close } = open({ ...draft, openType: 'url', openPage: '/expo/Map' })
    await userEvent.click(await screen.findByRole('button', { name: '去处理' }))
    expect(window.location.pathname).toBe('/expo/Map')
    expect(close).toHaveBeenCalled()
  })

  it('opens the record that the message is about above it', async () => {
    const { close } = open({ ...draft, openType: 'component', openPage: 'expo', busId: 'e9' })
    await userEvent.click(await screen.findByRole('button', { name: '去处理' }))
    await screen.findByText('record e9 of expo')
    expect(close).not.toHaveBeenCalled()
  })

  it('marks an unread message as read, and lets its list load again while it stays open [bell-09]', async () => {
    const { calls, changed, close } = open({
      ...draft,
      msgContent: '内容',
      senderName: '系统管理员',
      readFlag: '0',
    })
    await screen.findByText('发布人：系统管理员')
    await waitFor(() => expect(changed).toHaveBeenCalledTimes(1))
    expect(calls.map(({ method, path, body }) => [method, path.split('/').at(-1), body])).toEqual([
      ['PUT', 'editByAnntIdAndUserId', { anntId: 'a1' }],
    ])
    expect(close).not.toHaveBeenCalled()
  })

  it('marks nothing that was read, nor the announcement of an editor', async () => {
    for (const more of [{ readFlag: '1' }, {}]) {
      const { calls, changed } = open({ ...draft, msgContent: `内容${JSON.stringify(more)}`, ...more })
      await screen.findByText(`内容${JSON.stringify(more)}`)
      expect(calls).toEqual([])
      expect(changed).not.toHaveBeenCalled()
    }
  })

  it('says why it cannot be read', async () => {
    open(null)
    await screen.findByText('未找到对应实体')
  })
})
