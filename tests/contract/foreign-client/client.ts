import { createCipheriv, createHash } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import type { TestApp } from '#tests/helpers/app.ts'
import { API, TEST_PASSWORDS } from '#tests/helpers/app.ts'

/** An answer as that client understands it. */
export interface Understood {
  /** `code` is the number 0 or 200, and the HTTP status is 200. */
  isSuccess: boolean
  /** A green toast, which every message of a success is. */
  toast: string
  /** What the error dialog says. */
  error: string
  code: unknown
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the wire says
  result: any
}

/** The 3.x client of this wire: its headers, its way to encrypt, its way to read an answer. */
export interface ForeignClient {
  token: string | null
  call(method: NonNullable<InjectOptions['method']>, url: string, body?: unknown): Promise<Understood>
  get(url: string): Promise<Understood>
}

/** The password as that client sends it. */
export function encrypted(password: string): string {
  const cipher = createCipheriv('aes-128-cbc', '1234567890adbcde', '1234567890hjlkew')
  return Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]).toString('base64')
}

export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

/** That client, not signed in yet. */
export function createForeignClient(test: TestApp, headers: Record<string, string> = {}): ForeignClient {
  const client: ForeignClient = {
    token: null,
    async call(method, address, body) {
      const url = address.startsWith('/actuator/') ? `${API}${address}` : address
      const at = Date.now()
      const answer = await test.call(
        client.token,
        method,
        method === 'GET' ? `${url}${url.includes('?') ? '&' : '?'}_t=${at}` : url,
        body,
        {
          headers: {
            'x-version': 'v3',
            'x-tenant-id': '1',
            'x-timestamp': String(at),
            'x-sign': md5(url).toUpperCase(),
            ...(client.token ? { authorization: client.token } : {}),
            ...headers,
          },
        },
      )
      const { code, message = '', result } = answer.body ?? {}
      const isSuccess = answer.status === 200 && (code === 0 || code === 200)
      return {
        isSuccess,
        toast: isSuccess ? message : '',
        error: isSuccess ? '' : message || `HTTP ${answer.status}`,
        code,
        status: answer.status,
        result,
      }
    },
    get: (url) => client.call('GET', url),
  }
  return client
}

/** That client after its sign-in. */
export async function signedIn(test: TestApp, username: keyof typeof TEST_PASSWORDS): Promise<ForeignClient> {
  const client = createForeignClient(test)
  const answer = await client.call('POST', '/sys/login', {
    username,
    password: encrypted(TEST_PASSWORDS[username]),
    captcha: '',
    checkKey: '1',
    loginOrgCode: '',
  })
  if (!answer.isSuccess) throw new Error(`${username} cannot sign in: ${answer.error}`)
  client.token = answer.result.token
  return client
}
