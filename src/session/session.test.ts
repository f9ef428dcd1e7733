import { createStore as createAtomStore } from 'jotai'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { envelope, fakeWire, refusal, type SentCall, type WireAnswer } from '#tests/helpers/wire.ts'
import type { Announcement } from '../api/error-catalogue.ts'
import { createHttp } from '../api/http.ts'
import { dictItemsAtom, rightsAtom, sessionUserAtom, tenantIdAtom, tokenAtom, userInfoAtom } from './atoms.ts'
import { createSession } from './session.ts'
import { SignInRefused } from './sign-in-refused.ts'
import { createStore, SESSION_LIFETIME_MS } from './storage.ts'

const answer = {
  token: 'tok',
  userInfo: { id: '1', username: 'zs', realname: '张三', avatar: 'a.png' },
  sysAllDictItems: { sex: [{ value: '1', text: '男' }] },
}
const rights = {
  menu: [{ path: '/a' }],
  auth: [{ action: 'user:add', type: '1' }],
  allAuth: [{ action: 'user:add', type: '1', status: '1' }],
  sysSafeMode: 'true',
}

function setUp(respond: (call: SentCall) => WireAnswer, now: () => number = Date.now, isOtherServer = false) {
  const { adapter, calls } = fakeWire(respond)
  const atoms = createAtomStore()
  const announced: Announcement[] = []
  const http = createHttp(
    { baseUrl: '', adapter },
    {
      token: () => atoms.get(tokenAtom),
      tenantId: () => atoms.get(tenantIdAtom),
      lowAppId: () => null,
      language: () => null,
      inWorkChat: () => false,
      announce: (one) => announced.push(one),
    },
  )
  const kept = createStore(() => localStorage, now)
  const tab = createStore(() => sessionStorage)
  const session = createSession({ atoms, kept, tab, http: () => http, isOtherServer })
  return { session, atoms, calls, announced, kept, tab }
}

const byPath = (answers: Record<string, WireAnswer>) => (call: SentCall) =>
  answers[call.path] ?? { status: 404, body: {} }
const login = (body: unknown) => byPath({ '/sys/login': { body } })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

describe('signing in', () => {
  it('succeeds only with the string 200, but for a server that is not ours [login-01, session-03]', async () => {
    const good = setUp(login(envelope(answer, '200')))
    expect(await good.session.authenticate({ username: 'zs', password: 'p' })).toEqual(answer)
    const number = setUp(login(envelope(answer, 200, '登录成功')))
    await expect(number.session.authenticate({ username: 'zs', password: 'p' })).rejects.toThrow(
      SignInRefused,
    )
    const other = setUp(login(envelope(answer, 200)), undefined, true)
    expect(await other.session.authenticate({ username: 'zs', password: 'p' })).toEqual(answer)
    const wrong = setUp(login(refusal('用户名或密码错误')), undefined, true)
    await expect(wrong.session.authenticate({ username: 'zs', password: 'p' })).rejects.toThrow(
      '用户名或密码错误',
    )
    expect(wrong.announced).toEqual([])
  })

  it('keeps token, user and dictionary items [session-06, session-10, session-11]', async () => {
    const { session, atoms, kept } = setUp(login(envelope(answer, '200')))
    await session.accept(await session.authenticate({ username: 'zs', password: 'p' }))
    expect(atoms.get(tokenAtom)).toBe('tok')
    expect(atoms.get(dictItemsAtom)).toEqual(answer.sysAllDictItems)
    expect(kept.get('Access-Token')).toBe('tok')
    expect(kept.get('Login_Username')).toBe('zs')
    expect(kept.get('Login_Userinfo')).toEqual(answer.userInfo)
    expect(kept.get('UI_CACHE_DB_DICT_DATA')).toEqual(answer.sysAllDictItems)
    expect(atoms.get(sessionUserAtom)).toMatchObject({
      token: 'tok',
      username: 'zs',
      realname: '张三',
      avatar: 'a.png',
      info: answer.userInfo,
      permissionList: [],
      sysSafeMode: false,
    })
  })

  it('takes the only tenant silently and a chosen department before the user is let in [call-17]', async () => {
    const { session, atoms, calls, kept } = setUp((call) => {
      expect(atoms.get(tokenAtom)).toBeNull()
      return {
        body:
          call.path === '/sys/selectDepart'
            ? envelope({ userInfo: { ...answer.userInfo, orgCode: 'A02' } })
            : {},
      }
    })
    await session.accept({ ...answer, tenantList: [{ id: 3, name: 'x', status: 1 }] }, { orgCode: 'A02' })
    expect(calls[0]).toMatchObject({
      method: 'POST',
      path: '/sys/selectDepart',
      body: { orgCode: 'A02', username: 'zs' },
      headers: { 'X-Access-Token': 'tok', 'tenant-id': '3' },
    })
    expect(atoms.get(userInfoAtom)?.orgCode).toBe('A02')
    expect(kept.get('LOGIN_DEPART')).toBe('A02')
  })

  it('remembers the department for seven days, signing out or not [dept-07]', async () => {
    let now = 1000
    const { session } = setUp(
      byPath({ '/sys/selectDepart': { body: envelope({ userInfo: answer.userInfo }) } }),
      () => now,
    )
    expect(session.rememberedDepart()).toBeNull()
    await session.selectDepart('A02')
    await session.signOut()
    now += 7 * 24 * 3_600_000 - 1
    expect(session.rememberedDepart()).toBe('A02')
    now += 1
    expect(session.rememberedDepart()).toBeNull()
  })

  it('is still there after a reload, until seven days have passed [session-05, session-07]', async () => {
    let now = 0
    const first = setUp(login(envelope(answer, '200')), () => now)
    await first.session.accept(answer)
    const again = setUp(
      () => ({}),
      () => now,
    )
    again.session.restore()
    expect(again.atoms.get(tokenAtom)).toBe('tok')
    now = SESSION_LIFETIME_MS
    const late = setUp(
      () => ({}),
      () => now,
    )
    late.session.restore()
    expect(late.atoms.get(tokenAtom)).toBeNull()
    expect(late.atoms.get(userInfoAtom)).toBeNull()
  })
})

it('the user of the session has all that the wire names [session-01]', async () => {
  vi.useFakeTimers({ now: new Date(2026, 2, 1, 8, 30), toFake: ['Date'] })
  const { session, atoms } = setUp(() => ({ body: envelope({ ...rights, sysSafeMode: true }) }))
  await session.accept({ ...answer, tenantList: [{ id: 3, name: 'x' }] })
  await session.loadRights()
  expect(atoms.get(sessionUserAtom)).toEqual({
    token: 'tok',
    username: 'zs',
    realname: '张三',
    tenantid: '3',
    welcome: '早上好',
    avatar: 'a.png',
    permissionList: rights.menu,
    info: answer.userInfo,
    sysSafeMode: true,
  })
  vi.useRealTimers()
})

describe('rights', () => {
  it('are loaded into session storage; sysSafeMode needs the boolean [session-02, session-04, call-14]', async () => {
    const path = '/sys/permission/getUserPermissionByToken'
    const { session, atoms, tab } = setUp(byPath({ [path]: { body: envelope(rights) } }))
    expect((await session.loadRights()).sysSafeMode).toBe(false)
    expect(tab.get('LOGIN_USER_BUTTON_AUTH')).toEqual(rights.auth)
    expect(tab.get('SYS_BUTTON_AUTH')).toEqual(rights.allAuth)
    const safe = setUp(byPath({ [path]: { body: envelope({ ...rights, sysSafeMode: true }) } }))
    expect((await safe.session.loadRights()).sysSafeMode).toBe(true)
    expect(atoms.get(rightsAtom)?.menu).toEqual(rights.menu)
  })
})

describe('signing out', () => {
  it('clears everything first and then tells the server, whose failure is shown and changes nothing [session-08, session-09, err-13]', async () => {
    const { session, atoms, calls, announced, kept, tab } = setUp(({ path }) => {
      if (path !== '/sys/logout') return { body: envelope(rights) }
      expect(atoms.get(tokenAtom)).toBeNull()
      expect(kept.get('Access-Token')).toBeNull()
      return { status: 500, body: { message: '退出登录失败！' } }
    })
    await session.accept({ ...answer, tenantList: [{ id: 3, name: 'x' }] })
    await session.loadRights()
    await session.signOut()
    expect(calls.at(-1)).toMatchObject({ method: 'POST', headers: { 'X-Access-Token': 'tok' } })
    expect(announced).toMatchObject([{ text: '退出登录失败！' }])
    for (const name of [
      'Access-Token',
      'Login_Username',
      'Login_Userinfo',
      'UI_CACHE_DB_DICT_DATA',
      'TENANT_ID',
    ])
      expect(kept.get(name), name).toBeNull()
    for (const name of ['LOGIN_USER_BUTTON_AUTH', 'SYS_BUTTON_AUTH']) expect(tab.get(name), name).toBeNull()
    expect(atoms.get(rightsAtom)).toBeNull()
    expect(atoms.get(tenantIdAtom)).toBeNull()
  })
})

describe('another browser tab', () => {
  it('that signs somebody else in takes the rights away here', async () => {
    const { session, atoms, kept } = setUp(() => ({ body: envelope(rights) }))
    await session.accept(answer)
    await session.loadRights()
    kept.set('Access-Token', 'other', SESSION_LIFETIME_MS)
    kept.set('Login_Userinfo', { id: '2', username: 'ls', realname: '李四' }, SESSION_LIFETIME_MS)
    session.restore()
    expect(atoms.get(tokenAtom)).toBe('other')
    expect(atoms.get(rightsAtom)).toBeNull()
  })
})

describe('the cache of dictionaries', () => {
  it('is refreshed on the server, then fetched and kept [usermenu-18, cache-01]', async () => {
    const { session, atoms, calls, kept } = setUp(
      byPath({
        'sys/dict/refleshCache': { body: envelope(null) },
        'sys/dict/queryAllDictItems': { body: envelope({ yn: [{ value: 'Y', text: '是' }] }) },
      }),
    )
    const before = Date.now()
    expect(await session.refreshDictionaries()).toBe(true)
    expect(calls.map(({ path }) => path)).toEqual(['sys/dict/refleshCache', 'sys/dict/queryAllDictItems'])
    expect(atoms.get(dictItemsAtom)).toEqual(kept.get('UI_CACHE_DB_DICT_DATA'))
    const stored = JSON.parse(localStorage.getItem('pro__UI_CACHE_DB_DICT_DATA') ?? '')
    expect(stored.expire - before).toBeGreaterThanOrEqual(604_800_000)
    expect(stored.expire - Date.now()).toBeLessThanOrEqual(604_800_000)
  })

  it('stays as it is when the server refuses', async () => {
    const { session, calls } = setUp(() => ({ body: refusal('x') }))
    expect(await session.refreshDictionaries()).toBe(false)
    expect(calls).toHaveLength(1)
  })
})
