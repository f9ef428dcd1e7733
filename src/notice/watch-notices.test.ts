import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchNotices } from './watch-notices.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A bell whose server and line a test holds in its hands. */
function start() {
  const state = { fails: null as Error | null, isOpen: false, closed: false }
  const load = vi.fn(async () => {
    if (state.fails) throw state.fails
  })
  let line = { onOpen() {}, onPush() {}, onDown(_code: number | null) {} }
  const watch = watchNotices({
    load,
    connect: (handlers) => {
      line = handlers
      return { send: () => true, isOpen: () => state.isOpen, close: () => (state.closed = true) }
    },
    isSessionOver: (error) => error instanceof Error && error.message === 'over',
  })
  return {
    load,
    watch,
    state,
    push: () => line.onPush(),
    opens() {
      state.isOpen = true
      line.onOpen()
    },
    falls(code: number | null = 1006) {
      state.isOpen = false
      line.onDown(code)
    },
    later: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}

describe('the bell', () => {
  it('loads on mount and on each push, and not on its own while the socket stands [bell-05]', async () => {
    const { load, opens, push, later } = start()
    expect(load).toHaveBeenCalledTimes(1)
    await later(100)
    opens()
    await later(60_000)
    expect(load).toHaveBeenCalledTimes(1)
    push()
    await later(0)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('polls every 6 s while the socket is away, until it is back [bell-13]', async () => {
    const { load, opens, later } = start()
    await later(5999)
    expect(load).toHaveBeenCalledTimes(1)
    await later(1)
    expect(load).toHaveBeenCalledTimes(2)
    await later(6000)
    expect(load).toHaveBeenCalledTimes(3)
    opens()
    await later(0)
    // What happened meanwhile is looked up once.
    expect(load).toHaveBeenCalledTimes(4)
    await later(60_000)
    expect(load).toHaveBeenCalledTimes(4)
  })

  it('does not poll in a browser tab that nobody looks at', async () => {
    const { load, later } = start()
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await later(60_000)
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('stops polling silently when the lists cannot be loaded, and begins anew with the socket [err-48]', async () => {
    const { load, state, opens, falls, later } = start()
    await later(0)
    state.fails = new Error('down')
    await later(6000)
    expect(load).toHaveBeenCalledTimes(2)
    // Tries of the socket go on; they alone do not begin the polling again.
    for (let tries = 0; tries < 5; tries++) {
      falls()
      await later(6000)
    }
    expect(load).toHaveBeenCalledTimes(2)
    state.fails = null
    opens()
    await later(0)
    expect(load).toHaveBeenCalledTimes(3)
    falls()
    await later(6000)
    expect(load).toHaveBeenCalledTimes(4)
  })

  it('stops for good when the session is over, which it finds out at once when the server says so', async () => {
    const { load, state, opens, falls, later } = start()
    await later(0)
    opens()
    state.fails = new Error('over')
    falls(4401)
    await later(0)
    expect(load).toHaveBeenCalledTimes(2)
    expect(state.closed).toBe(true)
    await later(60_000)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('asks now and then, where the socket is refused without a reason', async () => {
    const { load, falls, later } = start()
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await later(0)
    for (let tries = 0; tries < 11; tries++) falls()
    await later(0)
    expect(load).toHaveBeenCalledTimes(1)
    falls()
    await later(0)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('loads once more, and only once, for pushes that come while it loads', async () => {
    const { load, push, later } = start()
    for (let times = 0; times < 5; times++) push()
    await later(0)
    expect(load).toHaveBeenCalledTimes(2)
  })

  it('asks nothing any more when it is gone', async () => {
    const { load, watch, state, push, later } = start()
    watch.stop()
    push()
    await later(60_000)
    expect(load).toHaveBeenCalledTimes(1)
    expect(state.closed).toBe(true)
  })
})
