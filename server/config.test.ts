import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'expo-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({}, folder)).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      portIsFixed: false,
      dataDir: join(folder, 'data'),
      databaseUrl: null,
      apiBase: '/jeecg-boot',
      exampleData: true,
      gridLicenseKey: 'non-commercial-and-evaluation',
      logLevel: 'info',
      sessionIdleMinutes: null,
      registration: null,
      casUrl: null,
      oidc: null,
      publicOrigins: [],
      thirdLoginSecrets: {},
      trustProxy: null,
    })
  })

  it('takes proxies by number or by address', () => {
    const trust = (value: string) => readConfig({ TRUST_PROXY: value }, folder).trustProxy
    expect(trust('0')).toBeNull()
    expect(trust('2')).toBe(2)
    expect(trust('loopback, 10.0.0.0/8,::1')).toEqual(['loopback', '10.0.0.0/8', '::1'])
  })

  it.each([
    ['PORT', '70000'],
    ['PORT', 'abc'],
    ['HOST', 'a b'],
    ['API_BASE', 'no-slash'],
    ['DATABASE_URL', 'mysql://x'],
    ['EXAMPLE_DATA', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['SESSION_IDLE_MINUTES', '0'],
    ['ADMIN_PASSWORD', 'short'],
    ['STAFF_PASSWORD', 'short'],
    ['DESIGNER_PASSWORD', 'short'],
    ['SCHEMAS_DIR', '/nowhere/at/all'],
    ['REGISTRATION', 'yes'],
    ['CAS_URL', 'ldap://x'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['EXTERNAL_URLS', 'api.example.com'],
    ['HOME_PATH', '//evil.example'],
    ['OPEN_PATH', 'login'],
    ['OPEN_PATH_USER_AGENT', '('],
    ['STATIC_DOMAIN', 'cdn.example'],
    ['THIRD_LOGIN_SECRETS', 'wxwork:too-short'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10'],
    ['TRUST_PROXY', '127.0.0.1, nginx'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '0.0.0.0/0'],
  ])('refuses a bad %s by its name', (name, value) => {
    expect(() => readConfig({ [name]: value }, folder)).toThrow(new RegExp(name))
  })

  it('takes a provider of OpenID Connect only with its client and the own address', () => {
    const given = { OIDC_ISSUER: 'https://id.example.com/realms/a', OIDC_CLIENT_ID: 'c' }
    expect(() => readConfig(given, folder)).toThrow(/PUBLIC_URL/)
    const own = { ...given, PUBLIC_URL: 'https://a.example' }
    expect(readConfig(own, folder).oidc).toEqual({
      issuer: 'https://id.example.com/realms/a',
      clientId: 'c',
      clientSecret: null,
      scopes: 'openid profile',
      label: null,
      userClaim: null,
      createsUsers: false,
    })
    for (const [name, more] of [
      ['OIDC_ISSUER', { OIDC_ISSUER: 'file:///etc' }],
      ['OIDC_CLIENT_ID', { OIDC_CLIENT_ID: '' }],
      ['OIDC_SCOPES', { OIDC_SCOPES: 'profile' }],
      ['OIDC_LABEL', { OIDC_LABEL: 'x'.repeat(31) }],
      ['OIDC_USER_CLAIM', { OIDC_CREATE_USERS: '1' }],
      // Its name is the one of the provider's links.
      ['THIRD_LOGIN_SECRETS', { THIRD_LOGIN_SECRETS: `oidc:${'s'.repeat(32)}` }],
    ] as const)
      expect(() => readConfig({ ...own, ...more }, folder)).toThrow(new RegExp(name))
  })

  it('takes a CAS server only together with the own address, and gateways by their source', () => {
    expect(() => readConfig({ CAS_URL: 'https://sso.example.com/cas' }, folder)).toThrow(/PUBLIC_URL/)
    const secret = 's'.repeat(32)
    expect(
      readConfig(
        {
          CAS_URL: 'https://sso.example.com/cas/',
          PUBLIC_URL: 'https://a.example/x, http://b.example:8080',
          THIRD_LOGIN_SECRETS: `wxwork:${secret}`,
        },
        folder,
      ),
    ).toMatchObject({
      casUrl: 'https://sso.example.com/cas',
      publicOrigins: ['https://a.example', 'http://b.example:8080'],
      thirdLoginSecrets: { wxwork: secret },
    })
  })

  it('reads .env below the environment', () => {
    const home = join(folder, 'with-env')
    mkdirSync(home)
    writeFileSync(join(home, '.env'), 'PORT=4000\nAPI_BASE=/api/\n# comment\n')
    expect(readConfig({ PORT: '4001' }, home)).toMatchObject({ port: 4001, apiBase: '/api' })
  })
})
