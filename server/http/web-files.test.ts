import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { createHttpServer } from './server.ts'
import { installWebFiles } from './web-files.ts'

const SHELL = {
  name: '<名称>',
  product: '产品',
  logo: '',
  footer: '沪ICP备<1>号"&',
  color: '#1890FF',
  radius: 4,
  registration: '0',
}
const settingsOf = (env: Record<string, string>, folder: string) => ({
  ...readConfig(env, folder),
  shell: async () => SHELL,
})

async function page(env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'page-'))
  writeFileSync(
    join(folder, 'index.html'),
    '<html><head><meta name="app-config" content="{}"><title>-</title></head></html>',
  )
  const server = await createHttpServer({ apiBase: '/api', logLevel: 'silent' })
  await installWebFiles(server, folder, settingsOf(env, folder))
  const answer = await server.inject({ url: '/expo/ExpoList', headers: { accept: 'text/html' } })
  await server.close()
  const content = /<meta name="app-config" content="([^"]*)">/.exec(answer.body)?.[1] ?? ''
  const text = content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')
  return {
    told: JSON.parse(text),
    policy: String(answer.headers['content-security-policy']),
    html: answer.body,
  }
}

it('tells the browser what was configured, and nothing of the rest', async () => {
  const { told, policy, html } = await page({
    HOME_PATH: '/expo/ExpoEntryList',
    OPEN_PATH: '0',
    OPEN_PATH_USER_AGENT: 'feishu',
    STATIC_DOMAIN: 'https://cdn.example.com/expo',
    SIGNATURE_SALT: 'salt',
    ADMIN_PASSWORD: 'a-secret-Word-1',
    THIRD_LOGIN_SECRETS: `wxwork:${'s'.repeat(32)}`,
  })
  expect(told).toEqual({
    gridLicenseKey: 'non-commercial-and-evaluation',
    casUrl: '',
    registration: '0',
    homePath: '/expo/ExpoEntryList',
    openPath: '',
    openPathUserAgent: 'feishu',
    staticDomain: 'https://cdn.example.com/expo',
    filingNumber: '沪ICP备<1>号"&',
    signatureSalt: 'salt',
    name: '<名称>',
    product: '产品',
    logo: '',
    color: '#1890FF',
    radius: '4',
  })
  expect(html).toContain('<title>&lt;名称></title>')
  expect(html.match(/<meta name="app-config"/g)).toHaveLength(1)
  expect(policy).toContain("img-src https://cdn.example.com 'self'")
})

it('tells the browser that a provider signs in, and nothing of its client', async () => {
  const env = {
    OIDC_ISSUER: 'https://id.example.com',
    OIDC_CLIENT_ID: 'client-name',
    OIDC_CLIENT_SECRET: 'client-secret',
    PUBLIC_URL: 'https://a.example',
  }
  const { told, html } = await page(env)
  expect(told).toMatchObject({ oidc: '1' })
  expect(told).not.toHaveProperty('oidcLabel')
  expect(html).not.toMatch(/client-name|client-secret|id\.example/)
  expect((await page({ ...env, OIDC_LABEL: '员工登录' })).told).toMatchObject({ oidcLabel: '员工登录' })
})

it('answers the page under an address that no call could have', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'page-'))
  writeFileSync(join(folder, 'index.html'), '<html><head></head></html>')
  const server = await createHttpServer({ apiBase: '/api', logLevel: 'silent' })
  await installWebFiles(server, folder, settingsOf({}, folder))
  for (const url of ['/expo/ExpoList?foo=%00', '/expo/%00'])
    expect(await server.inject({ url, headers: { accept: 'text/html' } })).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
  expect((await server.inject({ url: '/jeecg-boot/sys/nope' })).json()).toMatchObject({
    refusal: 'NO_SUCH_PATH',
  })
  await server.close()
})

it('leaves the defaults of the browser alone', async () => {
  const { told, policy } = await page({})
  expect(Object.keys(told)).toEqual([
    'gridLicenseKey',
    'casUrl',
    'name',
    'product',
    'logo',
    'color',
    'registration',
    'filingNumber',
    'radius',
  ])
  expect(policy).toContain("img-src 'self'")
})
