import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeSocket } from '#tests/helpers/fake-socket.ts'
import { openLiveRows } from './live-rows-socket.ts'
import { openNoticeSocket } from './notice-socket.ts'
import { socketAddress } from './socket-address.ts'

const open: { close(): void }[] = []
beforeEach(() => {
  FakeSocket.all = []
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const server = { apiBase: '/jeecg-boot', token: 'secret', userId: 'u 1' }

describe('the address', () => {
  it('is ws or wss as the page is http or https [socket-01]', () => {
    expect(socketAddress('/jeecg-boot', '/websocket/1', 'http://expo.example:8080/a/b')).toBe(
      'ws://expo.example:8080/jeecg-boot/websocket/1',
    )
    expect(socketAddress('/jeecg-boot', '/websocket/1', 'https://expo.example/a')).toBe(
      'wss://expo.example/jeecg-boot/websocket/1',
    )
    expect(socketAddress('https://api.example/base', '/x', 'http://expo.example/')).toBe(
      'wss://api.example/base/x',
    )
  })
})

describe('the socket of the bell', () => {
  function start() {
    const heard = { opened: 0, pushed: 0, rights: 0, rows: [] as string[], down: [] as (number | null)[] }
    const socket = openNoticeSocket({
      ...server,
      onOpen: () => heard.opened++,
      onPush: () => heard.pushed++,
      onRights: () => heard.rights++,
      onRows: (form) => heard.rows.push(form),
      onDown: (code) => heard.down.push(code),
    })
    open.push(socket)
    return { socket, heard }
  }

  it('holds the token in no address, and says every 20 s that it is there [bell-14]', () => {
    start()
    const line = FakeSocket.last()
    expect(line.url).toBe('ws://localhost:3000/jeecg-boot/websocket/u%201')
    expect(line.url).not.toContain('secret')
    expect(line.protocols).toEqual(['expo', 'secret'])
    line.opens()
    expect(line.sent).toEqual(['HeartBeat'])
    vi.advanceTimersByTime(19_999)
    expect(line.sent).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(line.sent).toHaveLength(2)
  })

  it('hears the commands topic, user, rights and rows, and nothing else [bell-07, bell-08]', () => {
    const { heard } = start()
    FakeSocket.last().opens()
    for (const message of [{ cmd: 'topic' }, { cmd: 'user' }]) FakeSocket.last().hears(message)
    expect(heard.pushed).toBe(2)
    expect(heard.rights).toBe(0)
    FakeSocket.last().hears({ cmd: 'rights' })
    expect(heard).toMatchObject({ pushed: 2, rights: 1 })
    for (const message of [{ cmd: 'rows', form: 'fair' }, { cmd: 'rows' }]) FakeSocket.last().hears(message)
    expect(heard).toMatchObject({ pushed: 2, rows: ['fair'] })
    for (const message of [{ cmd: 'heartcheck' }, { cmd: 'email' }, 'ok', 'null', '[]'])
      FakeSocket.last().hears(message)
    expect(heard.pushed).toBe(2)
  })

  it('is opened again 5 s after an error or close, once for both [socket-02, socket-03]', () => {
    const { heard } = start()
    FakeSocket.last().opens()
    FakeSocket.last().breaks()
    expect(heard.down).toHaveLength(1)
    vi.advanceTimersByTime(4999)
    expect(FakeSocket.all).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(FakeSocket.all).toHaveLength(2)
    // One that cannot be opened is tried again, and never two at a time.
    FakeSocket.last().breaks()
    vi.advanceTimersByTime(5000)
    expect(FakeSocket.all).toHaveLength(3)
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.all).toHaveLength(3)
    FakeSocket.last().opens()
    expect(heard.opened).toBe(2)
  })

  it('says nothing of a line that was given up, and stays closed', () => {
    const { socket, heard } = start()
    const first = FakeSocket.last()
    first.opens()
    const late = first.onmessage
    socket.close()
    late?.({ data: '{"cmd":"topic"}' })
    vi.advanceTimersByTime(60_000)
    expect(FakeSocket.all).toHaveLength(1)
    expect(heard).toMatchObject({ pushed: 0, down: [] })
  })
})

describe('the socket of tables', () => {
  function start() {
    const socket = openLiveRows({ ...server, pageId: 'page-1' })
    open.push(socket)
    return socket
  }
  const said = () => FakeSocket.last().sent.map((text) => JSON.parse(text))

  it('sends a heartbeat every 10 s with the tables of its page [socket-05, socket-08]', () => {
    const socket = start()
    const leave = socket.join('expo', {})
    expect(FakeSocket.last().url).toBe('ws://localhost:3000/jeecg-boot/vxeSocket/u%201/page-1')
    FakeSocket.last().opens()
    expect(said()).toEqual([{ type: 'heart_beat', data: { socketKeys: ['expo'] } }])
    FakeSocket.last().hears({ type: 'heart_beat', data: true })
    leave()
    vi.advanceTimersByTime(10_000)
    expect(said()[1]).toEqual({ type: 'heart_beat', data: { socketKeys: [] } })
  })

  it('is opened again when no answer comes within 6 s, after 5 s more [socket-09, socket-10]', () => {
    start()
    FakeSocket.last().opens()
    FakeSocket.last().hears({ type: 'heart_beat', data: true })
    vi.advanceTimersByTime(10_000 + 5999)
    expect(FakeSocket.last().readyState).toBe(FakeSocket.OPEN)
    vi.advanceTimersByTime(1)
    expect(FakeSocket.last().readyState).toBe(FakeSocket.CLOSED)
    vi.advanceTimersByTime(4999)
    expect(FakeSocket.all).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(FakeSocket.all).toHaveLength(2)
  })

  it('tells and hears changed rows by table, and does not hear itself [socket-04, socket-07]', () => {
    const socket = start()
    const rows: unknown[] = []
    socket.join('expo', { onRow: (args) => rows.push(args) })
    FakeSocket.last().opens()
    socket.tellRow('expo', { id: '1', name: '春' })
    expect(said()[1]).toEqual({
      type: 'update_vxe_table',
      data: { socketKey: 'expo', args: { row: { id: '1', name: '春' }, senderId: 'page-1' } },
    })
    const from = (senderId: string, socketKey = 'expo') =>
      FakeSocket.last().hears({
        type: 'update_vxe_table',
        data: { socketKey, args: { row: { id: '2' }, senderId } },
      })
    from('page-2')
    from('page-1')
    from('page-2', 'expo_entry')
    expect(rows).toEqual([{ row: { id: '2' }, senderId: 'page-2' }])
  })

  it('tells and hears events [socket-06]', () => {
    const socket = start()
    const events: unknown[] = []
    socket.join('expo', { onEvent: (args) => events.push(args) })
    FakeSocket.last().opens()
    socket.tellEvent('expo', { reload: true })
    expect(said()[1]).toEqual({ type: 'common_send_date', data: { key: 'expo', args: { reload: true } } })
    FakeSocket.last().hears({ type: 'common_send_date', data: { key: 'expo', args: 5 } })
    FakeSocket.last().hears('not json')
    expect(events).toEqual([5])
  })

  it('tells where the user is in a record, again after the line was lost, and at once that it was closed', () => {
    const socket = start()
    const people: unknown[] = []
    const leave = socket.join('expo:7', { onPerson: ({ name }) => people.push(name) })
    const place = { sub: 'entry', row: '1', field: 'name', isEditing: true }
    socket.tellPlace('expo:7', place)
    FakeSocket.last().opens()
    const told = { type: 'tell_place', data: { socketKey: 'expo:7', place } }
    expect(said()).toEqual([{ type: 'heart_beat', data: { socketKeys: ['expo:7'] } }, told])
    FakeSocket.last().breaks()
    vi.advanceTimersByTime(5000)
    FakeSocket.last().opens()
    expect(said()).toEqual([{ type: 'heart_beat', data: { socketKeys: ['expo:7'] } }, told])
    const data = { socketKey: 'expo:7', senderId: 'q', name: '甲', place, isHere: true }
    FakeSocket.last().hears({ type: 'presence', data })
    FakeSocket.last().hears({ type: 'presence', data: { ...data, socketKey: 'expo:8' } })
    expect(people).toEqual(['甲'])
    leave()
    expect(said().at(-1)).toEqual({ type: 'heart_beat', data: { socketKeys: [] } })
  })
})
