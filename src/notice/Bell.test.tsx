import { act, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App as AntApp, ConfigProvider } from 'antd'
import { Provider } from 'jotai'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Notice } from '#schemas/api/announcement.ts'
import { FakeSocket } from '#tests/helpers/fake-socket.ts'
import { envelope, fakeWire, refusal, type SentCall, type WireAnswer } from '#tests/helpers/wire.ts'
import { readConfig } from '../config.ts'
import { ServicesContext } from '../kit/services.ts'
import { replacingSessionAtom, rightsAtom, tokenAtom, userInfoAtom } from '../session/atoms.ts'
import { wireApp } from '../wire-app.ts'
import { Bell } from './Bell.tsx'

// Parts are loaded when they are needed.
configure({ asyncUtilTimeout: 5000 })

vi.mock('./RecordOfNotice.tsx', () => ({
  RecordOfNotice: ({ form, id }: { form: string; id: string }) => <p>{`record ${id} of ${form}`}</p>,
}))

beforeEach(() => {
  FakeSocket.all = []
  vi.stubGlobal('WebSocket', FakeSocket)
  localStorage.clear()
  window.history.replaceState(null, '', '/expo/ExpoList')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const notice = (id: string, more: Partial<Notice> = {}): Notice => ({
  id,
  anntId: id,
  userId: 'u1',
  titile: `通告 ${id}`,
  msgContent: `<p>内容 ${id}</p>`,
  msgAbstract: null,
  sender: 'admin',
  sender_dictText: '系统管理员',
  priority: 'L',
  readFlag: '0',
  sendTime: '2026-03-01 08:30:00',
  createTime: '2026-03-01 08:00:00',
  msgCategory: '1',
  busType: null,
  busId: null,
  openType: null,
  openPage: null,
  ...more,
})
const menu = [
  {
    path: '/expo/Booths',
    component: 'modules/expo/Booths',
    route: '1',
    meta: { title: '展位', form: 'expo_booth' },
  },
  { path: '/expo/Map', component: 'modules/expo/Map', route: '1', meta: { title: '地图' } },
]

function start(notices: Notice[], page = <Bell />, answer?: (call: SentCall) => WireAnswer | null) {
  const unread = new Set(notices.filter(({ readFlag }) => readFlag === '0').map(({ anntId }) => anntId))
  const lists = () => {
    const of = (kind: string) =>
      notices.filter(({ msgCategory, anntId }) => msgCategory === kind && unread.has(anntId))
    const [notes, messages] = [of('1'), of('2')]
    return {
      anntMsgList: notes,
      anntMsgTotal: notes.length,
      sysMsgList: messages,
      sysMsgTotal: messages.length,
    }
  }
  const { adapter, calls } = fakeWire((call) => {
    const other = answer?.(call)
    if (other) return other
    if (call.path.endsWith('/listByUser')) return { body: envelope(lists()) }
    if (call.path.endsWith('/editByAnntIdAndUserId')) {
      unread.delete((call.body as { anntId: string }).anntId)
      return { body: envelope(null) }
    }
    if (call.path.endsWith('/readAll')) {
      unread.clear()
      return { body: envelope(1) }
    }
    if (call.path.endsWith('/getMyAnnouncementSend')) {
      const records = notices.map((one) => ({ ...one, readFlag: unread.has(one.anntId) ? '0' : '1' }))
      return { body: envelope({ records, total: records.length, size: 10, current: 1, pages: 1 }) }
    }
    return { status: 404, body: refusal('路径不存在') }
  })
  const { atoms, services, bus } = wireApp(readConfig(), { reload() {}, probe: async () => true, adapter })
  const announced: string[] = []
  bus.listen(({ text }) => announced.push(text))
  atoms.set(tokenAtom, 'tok')
  atoms.set(userInfoAtom, { id: 'u1', username: 'zs', realname: '张三' })
  atoms.set(rightsAtom, { menu, auth: [], allAuth: [], sysSafeMode: false })
  const view = render(
    <Provider store={atoms}>
      <ServicesContext value={services}>
        <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
          <AntApp>
            <BrowserRouter>{page}</BrowserRouter>
          </AntApp>
        </ConfigProvider>
      </ServicesContext>
    </Provider>,
  )
  return {
    ...view,
    announced,
    calls,
    atoms,
    paths: () => calls.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`),
    publish: (one: Notice) => {
      notices.push(one)
      unread.add(one.anntId)
    },
  }
}

/** The dialog of a message, by its title. In tests every element of antd has one and the same id, so its name is no guide. */
const detail = (id: string) =>
  waitFor(() => {
    const found = screen.getByRole('dialog')
    expect(within(found).getByText(`通告 ${id}`)).toBeTruthy()
    return found
  })
const noDetail = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const bell = (name: string) => screen.findByRole('button', { name })
async function openPanel(name: string) {
  await userEvent.click(await bell(name))
  return screen.findByRole('region', { name: '通知' })
}

describe('the bell', () => {
  it('loads its lists and opens its socket on mount, and counts what is unread [bell-05, bell-06]', async () => {
    const { paths } = start([notice('1'), notice('2', { msgCategory: '2' }), notice('3', { readFlag: '1' })])
    await bell('通知，2 条未读')
    expect(paths()).toEqual(['GET listByUser'])
    expect(FakeSocket.all.map(({ url }) => url)).toEqual(['ws://localhost:3000/jeecg-boot/websocket/u1'])
  })

  it('asks nothing while another session takes the place of this one', async () => {
    const { atoms, paths } = start([notice('1')])
    await bell('通知，1 条未读')
    const old = FakeSocket.last()
    act(() => atoms.set(replacingSessionAtom, true))
    // The server closes the sockets of the session that it ends.
    act(() => old.breaks(4401))
    expect(paths()).toEqual(['GET listByUser'])
    act(() => {
      atoms.set(tokenAtom, 'new')
      atoms.set(replacingSessionAtom, false)
    })
    await bell('通知，1 条未读')
    expect(paths().filter((path) => path.endsWith('listByUser'))).toHaveLength(2)
  })

  it('loads again when the server pushes a topic or a message of the user [bell-07, bell-08]', async () => {
    const { publish } = start([])
    await bell('通知')
    FakeSocket.last().opens()
    publish(notice('1'))
    act(() => FakeSocket.last().hears({ cmd: 'topic', msgId: '1', msgTxt: '通告 1' }))
    await bell('通知，1 条未读')
    publish(notice('2'))
    act(() => FakeSocket.last().hears({ cmd: 'user', msgId: '2', userId: 'u1' }))
    await bell('通知，2 条未读')
  })

  it('shows two tabs, and of each entry the title, the time and the priority in its colour [bell-01, bell-02, bell-16, bell-17, bell-18]', async () => {
    start([
      notice('1', { priority: 'L' }),
      notice('2', { priority: 'M' }),
      notice('3', { priority: 'H' }),
      notice('4', { msgCategory: '2', priority: 'X' as 'L' }),
    ])
    const panel = await openPanel('通知，4 条未读')
    expect(
      within(panel)
        .getAllByRole('tab')
        .map((tab) => tab.textContent),
    ).toEqual(['通知公告 (3)', '系统消息 (1)'])
    const entries = within(panel).getAllByRole('listitem')
    expect(entries.map((entry) => entry.textContent)).toEqual([
      '通告 1一般消息2026-03-01 08:30:00',
      '通告 2重要消息2026-03-01 08:30:00',
      '通告 3紧急消息2026-03-01 08:30:00',
    ])
    const colours = entries.map((entry) => /ant-tag-(blue|orange|red)/.exec(entry.innerHTML)?.[1])
    expect(colours).toEqual(['blue', 'orange', 'red'])
    await userEvent.click(within(panel).getByRole('tab', { name: /系统消息/ }))
    expect(await within(panel).findByText('通告 4')).toBeTruthy()
  })

  it('opens a message 200 ms after the click, marks it read, then loads again [bell-04, bell-09, bell-11]', async () => {
    // Nothing is polled in a hidden tab: on a busy machine that would add calls of its own.
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    const { calls } = start([notice('1'), notice('2')])
    const panel = await openPanel('通知，2 条未读')
    const timeouts = vi.spyOn(globalThis, 'setTimeout')
    await userEvent.click(within(panel).getByText('通告 1'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(timeouts.mock.calls.some(([, ms]) => ms === 200)).toBe(true)
    const dialog = await detail('1')
    await within(dialog).findByText('内容 1')
    expect(dialog.textContent).toContain('系统管理员')
    await bell('通知，1 条未读')
    const asked = calls.map(({ method, path, body }) => [method, path.split('/').at(-1), body])
    expect(asked.slice(1)).toEqual([
      ['PUT', 'editByAnntIdAndUserId', { anntId: '1' }],
      ['GET', 'listByUser', undefined],
    ])
  })

  it('shows a text without what could run in it', async () => {
    const bad =
      '<p>好<img src=x onerror="window.hacked = 1"><script>window.hacked = 2</script><a href="javascript:1">x</a></p>'
    start([
      notice('1', { msgContent: `${bad}<div style="position:fixed;color:red">y</div><form><input></form>` }),
    ])
    await userEvent.click(within(await openPanel('通知，1 条未读')).getByText('通告 1'))
    const dialog = await detail('1')
    const { innerHTML } = dialog.querySelector('.notice-text') ?? dialog
    expect(innerHTML).toContain('好')
    expect(innerHTML).not.toMatch(/onerror|script|position|form|input/)
    expect(window).not.toHaveProperty('hacked')
  })

  it('goes to the page of a message with a link, and closes the dialog [bell-12]', async () => {
    start([notice('1', { openType: 'url', openPage: '/expo/Map?x=1' })])
    await userEvent.click(within(await openPanel('通知，1 条未读')).getByText('通告 1'))
    await userEvent.click(await screen.findByRole('button', { name: '去处理' }))
    expect(window.location.pathname + window.location.search).toBe('/expo/Map?x=1')
    await noDetail()
  })

  it('opens a link of the web in a window of its own, and no other kind of address', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    start([
      notice('1', { openType: 'url', openPage: 'https://expo.example/news' }),
      notice('2', { openType: 'url', openPage: 'javascript:alert(1)' }),
      notice('3', { openType: 'url', openPage: '//evil.example' }),
    ])
    await userEvent.click(within(await openPanel('通知，3 条未读')).getByText('通告 1'))
    await userEvent.click(await screen.findByRole('button', { name: '去处理' }))
    expect(opened).toHaveBeenCalledWith('https://expo.example/news', '_blank', 'noopener,noreferrer')
    for (const id of ['2', '3']) {
      await userEvent.click(await screen.findByRole('button', { name: /^通知/ }))
      await userEvent.click(await screen.findByText(`通告 ${id}`))
      const dialog = await detail(id)
      expect(within(dialog).queryByRole('button', { name: '去处理' })).toBeNull()
      await userEvent.click(within(dialog).getByRole('button', { name: '关闭' }))
      await noDetail()
    }
  })

  it('opens the record or page of a component message with its busId [bell-10]', async () => {
    start([
      notice('1', { openType: 'component', openPage: 'modules/expo/Booths', busId: 'b7' }),
      notice('2', { openType: 'component', openPage: 'expo', busId: 'e9' }),
      notice('3', { openType: 'component', openPage: 'modules/expo/Map', busId: 'm 3' }),
      notice('4', { openType: 'component', openPage: 'modules/No/Such', busId: '4' }),
      notice('5', { openType: 'component', openPage: 'expo', busType: 'list_view', busId: 'q 5' }),
      notice('6', { openType: 'component', openPage: 'expo_booth', busType: 'comment', busId: 'b 6' }),
    ])
    const open = async (id: string) => {
      await userEvent.click(await screen.findByRole('button', { name: /^通知/ }))
      await userEvent.click(await screen.findByText(`通告 ${id}`))
    }
    await open('1')
    // The record's dialog gives the keyboard back to where it was when it was opened.
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^通知/ }))
    expect(await screen.findByText('record b7 of expo_booth')).toBeTruthy()
    await open('2')
    expect(await screen.findByText('record e9 of expo')).toBeTruthy()
    await open('3')
    await waitFor(() =>
      expect(window.location.pathname + window.location.search).toBe('/expo/Map?busId=m%203'),
    )
    // Records that entered a saved query.
    await open('5')
    await waitFor(() => expect(window.location.search).toBe('?view=q%205'))
    // The record that a comment is on.
    await open('6')
    await waitFor(() =>
      expect(window.location.pathname + window.location.search).toBe('/expo/Booths?record=b%206'),
    )
    // A page that does not exist: the message can be read all the same.
    await open('4')
    await detail('4')
  })

  it('leads to all messages of the user by 查看更多 [bell-03]', async () => {
    start([])
    const panel = await openPanel('通知')
    expect(panel.textContent).toContain('暂无未读消息')
    await userEvent.click(within(panel).getByRole('button', { name: '查看更多' }))
    expect(window.location.pathname).toBe('/isps/userAnnouncement')
  })

  it('closes with Esc, and the focus returns to it', async () => {
    start([notice('1')])
    const panel = await openPanel('通知，1 条未读')
    const button = await bell('通知，1 条未读')
    await waitFor(() => expect(document.activeElement).toBe(panel))
    await userEvent.keyboard('{Escape}')
    expect(button.getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(button)
  })

  it('says nothing when its lists cannot be loaded [err-48]', async () => {
    const { announced, paths } = start([], <Bell />, (call) =>
      call.path.endsWith('/listByUser') ? { status: 500, body: refusal('坏了') } : null,
    )
    await waitFor(() => expect(paths()).toEqual(['GET listByUser']))
    await bell('通知')
    expect(announced).toEqual([])
    expect(document.body.textContent).not.toContain('坏了')
  })

  it('listens as the user who is signed in, and not after he left', async () => {
    const { atoms } = start([])
    await bell('通知')
    const first = FakeSocket.last()
    act(() => atoms.set(tokenAtom, 'tok2'))
    expect(first.readyState).toBe(FakeSocket.CLOSED)
    expect(FakeSocket.last().protocols).toEqual(['expo', 'tok2'])
    act(() => atoms.set(tokenAtom, null))
    expect(FakeSocket.last().readyState).toBe(FakeSocket.CLOSED)
    expect(FakeSocket.all).toHaveLength(2)
  })
})
