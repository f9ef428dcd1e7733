import { describe, expect, it } from 'vitest'
import { guard, OPEN_PATHS, redirectTarget } from './guard.ts'

const settings = {
  homePath: '/expo/ExpoList',
  openPath: '/oauth2-app/login',
  openPathUserAgent: 'wxwork|dingtalk',
}
const decide = (fullPath: string, given: { token?: string; hasRights?: boolean; userAgent?: string } = {}) =>
  guard(
    fullPath.split('?')[0] ?? '',
    fullPath,
    {
      token: given.token ?? null,
      hasRights: given.hasRights ?? false,
      userAgent: given.userAgent ?? 'Mozilla',
    },
    settings,
  )

describe('the navigation guard with a token', () => {
  it('leads from the sign-in pages home [guard-01, guard-02]', () => {
    for (const path of ['/user/login', '/oauth2-app/login'])
      expect(decide(path, { token: 't', hasRights: true })).toEqual({ go: 'to', path: '/expo/ExpoList' })
  })

  it('leads whom a provider sent back to the own account, which links the two, and nobody else there', () => {
    const back = '?code=c&state=s&iss=x'
    const home = { go: 'to', path: '/expo/ExpoList' }
    expect(decide(`/user/login${back}`, { token: 't' })).toEqual({
      go: 'to',
      path: `/system/usersetting${back}`,
    })
    expect(decide(`/oauth2-app/login${back}`, { token: 't' })).toEqual(home)
    expect(decide('/user/login?state=s', { token: 't' })).toEqual(home)
    expect(decide(`/user/login${back}`)).toEqual({ go: 'on' })
  })

  it('loads an empty permission list before going on [guard-03]', () => {
    expect(decide('/expo/ExpoEntryList', { token: 't' })).toEqual({ go: 'load' })
    expect(decide('/expo/ExpoEntryList', { token: 't', hasRights: true })).toEqual({ go: 'on' })
  })

  it('leads to the redirect query of the sign-in page [guard-05]', () => {
    expect(decide('/user/login?redirect=%2Fexpo%2FA%3Fx%3D1', { token: 't' })).toEqual({
      go: 'to',
      path: '/expo/A?x=1',
    })
  })
})

describe('the navigation guard without a token', () => {
  it('lets the white list and the configured path pass [guard-08, guard-09, guard-10]', () => {
    expect([...OPEN_PATHS].sort()).toEqual(
      [
        '/user/login',
        '/user/register',
        '/user/register-result',
        '/user/alteration',
        '/entry',
        '/requirement',
        '/questionnaire',
        '/processCompleted',
        '/gotoEntry',
        '/signIn',
      ].sort(),
    )
    for (const path of [...OPEN_PATHS, '/oauth2-app/login']) expect(decide(path)).toEqual({ go: 'on' })
  })

  it('sends every other path to the sign-in page with the full path [guard-12]', () => {
    expect(decide('/expo/ExpoList?a=1&b=2')).toEqual({
      go: 'to',
      path: '/user/login?redirect=%2Fexpo%2FExpoList%3Fa%3D1%26b%3D2',
    })
    expect(decide('/user/login/x').go).toBe('to')
  })

  it('prefers the configured path inside a work-chat app [guard-11, guard-13]', () => {
    const userAgent = 'Mozilla DingTalk/6'
    expect(decide('/user/login', { userAgent })).toEqual({ go: 'to', path: '/oauth2-app/login' })
    expect(decide('/x', { userAgent })).toEqual({ go: 'to', path: '/oauth2-app/login?redirect=%2Fx' })
    // A CAS server sends the browser back to the sign-in page with its ticket.
    expect(decide('/user/login?redirect=%2Fx&ticket=ST-1', { userAgent })).toEqual({
      go: 'to',
      path: '/oauth2-app/login?redirect=%2Fx&ticket=ST-1',
    })
  })
})

describe('the redirect query', () => {
  it('never leads out of the application, nor back to the sign-in page', () => {
    for (const target of [
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
      '/user/login?redirect=/x',
      'expo/ExpoList',
      '',
    ])
      expect(redirectTarget(`/user/login?redirect=${encodeURIComponent(target)}`), target).toBeNull()
    expect(redirectTarget('/user/login')).toBeNull()
    expect(redirectTarget('/user/login?redirect=%2Fa%2Fb%23c')).toBe('/a/b#c')
  })
})
