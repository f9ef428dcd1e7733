import { createStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type GrantedRights, rightsAtom, tokenAtom, userInfoAtom } from './atoms.ts'
import { keepRightsFresh } from './keep-rights-fresh.ts'
import type { UserInfo } from './wire.ts'

const RIGHTS: GrantedRights = { menu: [], auth: [], allAuth: [], sysSafeMode: false }
const user = (orgCode: string) => ({ id: '1', username: 'lin', realname: '林', orgCode }) as UserInfo

function setUp() {
  const atoms = createStore()
  atoms.set(tokenAtom, 'one')
  atoms.set(userInfoAtom, user('A01'))
  atoms.set(rightsAtom, RIGHTS)
  const loadRights = vi.fn(async () => {
    atoms.set(rightsAtom, RIGHTS)
    return RIGHTS
  })
  return { atoms, loadRights, refresh: keepRightsFresh(atoms, { loadRights }) }
}

describe('rights while the application is open', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('are asked for once, in a moment, when the server says that they changed', () => {
    const { loadRights, refresh } = setUp()
    refresh()
    refresh()
    vi.advanceTimersByTime(2000)
    expect(loadRights).toHaveBeenCalledTimes(1)
    refresh()
    vi.advanceTimersByTime(2000)
    expect(loadRights).toHaveBeenCalledTimes(2)
  })

  it('follow the department and a new sign-in on top of the page', () => {
    const { atoms, loadRights } = setUp()
    atoms.set(userInfoAtom, user('A01'))
    expect(loadRights).toHaveBeenCalledTimes(0)
    atoms.set(userInfoAtom, user('A02'))
    expect(loadRights).toHaveBeenCalledTimes(1)
    atoms.set(tokenAtom, 'two')
    expect(loadRights).toHaveBeenCalledTimes(2)
  })

  it('are looked at again by who comes back after a while, and not at once', () => {
    const { loadRights } = setUp()
    window.dispatchEvent(new Event('focus'))
    expect(loadRights).toHaveBeenCalledTimes(0)
    vi.advanceTimersByTime(60_001)
    window.dispatchEvent(new Event('focus'))
    window.dispatchEvent(new Event('focus'))
    expect(loadRights).toHaveBeenCalledTimes(1)
  })

  it('are nobody’s after signing out, and a failure changes nothing', async () => {
    const { atoms, loadRights, refresh } = setUp()
    loadRights.mockRejectedValueOnce(new Error('down'))
    refresh()
    await vi.advanceTimersByTimeAsync(2000)
    expect(atoms.get(rightsAtom)).toBe(RIGHTS)
    atoms.set(rightsAtom, null)
    atoms.set(tokenAtom, null)
    refresh()
    await vi.advanceTimersByTimeAsync(2000)
    expect(loadRights).toHaveBeenCalledTimes(1)
  })
})
