import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { RequestError } from '#renderer/index.ts'
import { envelope, fakeWire, type SentCall, type WireAnswer } from '#tests/helpers/wire.ts'
import { CALL_PATHS } from './call-paths.ts'
import type { Announcement } from './error-catalogue.ts'
import { createHttp, type HttpContext, type HttpSettings, resultOf } from './http.ts'
import { retryReads } from './retry-reads.ts'

function setUp(
  answer: (call: SentCall) => WireAnswer | Promise<WireAnswer>,
  context: Partial<HttpContext> = {},
  settings: Partial<HttpSettings> = {},
) {
  const { adapter, calls } = fakeWire(answer)
  const announced: Announcement[] = []
  const http = createHttp(
    { baseUrl: '/jeecg-boot', adapter, now: () => 1_700_000_000_999, ...settings },
    {
      token: () => 'secret-token',
      language: () => null,
      tenantId: () => null,
      lowAppId: () => null,
      inWorkChat: () => false,
      announce: (one) => announced.push(one),
      ...context,
    },
  )
  return { http, calls, announced }
}

const one = (calls: SentCall[]) => calls[0] as SentCall

describe('the request client', () => {
  it('resolves to the body under the base path [client-01, client-09]', async () => {
    const { http, calls } = setUp(() => ({ body: envelope('x') }))
    expect(await http.get('/sys/a')).toEqual(envelope('x'))
    expect(one(calls).path).toBe('/jeecg-boot/sys/a')
  })

  it('lists the paths of a gateway beside those that the session calls [call-04, call-05, call-06, call-07]', () => {
    expect(CALL_PATHS).toMatchObject({
      login: '/sys/login',
      forgePassword: '/auth/forge-password',
      register: '/auth/register',
      sms: '/account/sms',
      userInfo: '/user/info',
    })
  })

  it('says nothing of the end of a session that another one has replaced meanwhile', async () => {
    let token = 'old'
    const { http, announced } = setUp(
      () => {
        token = 'new'
        return { status: 401, body: { message: '' } }
      },
      { token: () => token },
    )
    await expect(http.get('/sys/a')).rejects.toThrow()
    expect(announced).toEqual([])
    await expect(http.get('/sys/a')).rejects.toThrow()
    expect(announced).toHaveLength(1)
  })

  it('gives up after 9000 ms [client-02]', async () => {
    let timeout: number | undefined
    const http = createHttp(
      {
        baseUrl: '',
        adapter: async (config) => {
          timeout = config.timeout
          return { status: 200, statusText: '', data: {}, headers: {}, config }
        },
      },
      {
        token: () => null,
        tenantId: () => null,
        language: () => null,
        lowAppId: () => null,
        inWorkChat: () => false,
        announce() {},
      },
    )
    await http.get('/x')
    expect(timeout).toBe(9000)
  })

  it('sends token, tenant and app id [client-03, client-04, client-05, client-06]', async () => {
    const plain = setUp(() => ({ body: {} }))
    await plain.http.get('/x')
    expect(one(plain.calls).headers).toMatchObject({ 'X-Access-Token': 'secret-token', 'tenant-id': '0' })
    for (const name of ['X-Low-App-ID', 'app-id']) expect(one(plain.calls).headers).not.toHaveProperty(name)
    const inApp = setUp(() => ({ body: {} }), { tenantId: () => '7', lowAppId: () => 'app1' })
    await inApp.http.delete('/x')
    expect(one(inApp.calls).headers).toMatchObject({
      'tenant-id': '7',
      'X-Low-App-ID': 'app1',
      'app-id': 'app1',
    })
  })

  it('adds _t in seconds to GET, but not for dictionary items [client-07, client-08]', async () => {
    const { http, calls } = setUp(() => ({ body: {} }))
    await http.get('/sys/user/list', { pageNo: 1 })
    await http.get('/sys/dict/getDictItems/sex')
    await http.post('/sys/user/add', {})
    expect(calls.map(({ params }) => params._t)).toEqual([1_700_000_000, undefined, undefined])
  })

  it('signs get, post and custom methods, not put and delete [client-10, client-11, client-12, client-13]', async () => {
    const { http, calls } = setUp(() => ({ body: {} }), {}, { signatureSalt: 'salt' })
    await http.get('/sys/dict/loadDict/a,b,c', { keyword: 'k', n: 3 })
    await http.post('/x', { b: 1 })
    await http.send('PATCH', '/x', {})
    await http.put('/x', {})
    await http.delete('/x')
    expect(calls.map(({ headers }) => 'X-Sign' in headers && 'X-TIMESTAMP' in headers)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    const md5 = (text: string) => createHash('md5').update(text).digest('hex').toUpperCase()
    expect(one(calls).headers['X-Sign']).toBe(md5('{"keyword":"k","n":"3","x-path-variable":"a,b,c"}salt'))
  })

  it('downloads as a blob by GET [client-14]', async () => {
    const { http, calls } = setUp(() => ({ body: new Blob(['x']) }))
    expect(await http.download('/f')).toBeInstanceOf(Blob)
    expect(one(calls)).toMatchObject({ method: 'GET', responseType: 'blob' })
  })

  it('announces a failure once and rejects with what a page may show', async () => {
    const { http, announced } = setUp(() => ({
      status: 500,
      body: { success: false, message: '库存不足', result: { a: 1 } },
      headers: { 'x-request-id': 'r1' },
    }))
    const error = await http.get('/x').catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(RequestError)
    expect(error).toMatchObject({
      message: '库存不足',
      status: 500,
      detail: { a: 1 },
      requestId: 'r1',
      announced: true,
    })
    expect(announced).toHaveLength(1)
  })

  it('reads Token失效 out of a blob [err-05]', async () => {
    const body = new Blob([JSON.stringify({ message: 'Token失效，请重新登录' })])
    const { http, announced } = setUp(() => ({ status: 500, body }))
    await expect(http.download('/f')).rejects.toThrow('很抱歉，登录已过期，请重新登录')
    expect(announced).toMatchObject([{ how: 'expired' }])
  })

  it('keeps quiet for a caller that speaks itself, but never about an ended session', async () => {
    const { http, announced } = setUp(({ path }) => ({
      status: path.endsWith('a') ? 429 : 401,
      body: { message: 'm' },
    }))
    await expect(http.post('/a', {}, { quiet: true })).rejects.toMatchObject({ announced: false })
    await expect(http.post('/b', {}, { quiet: true })).rejects.toMatchObject({ announced: true })
    expect(announced).toHaveLength(1)
  })

  it('tells of each write that may have changed something, and of none aside', async () => {
    let told = 0
    const { http } = setUp(() => ({ body: {} }), {
      changed: () => {
        told += 1
      },
    })
    await http.get('/x')
    await http.put('/x', {}, { aside: true })
    await http.delete('/x', {}, { aside: true })
    expect(told).toBe(0)
    await http.put('/x', {})
    await http.delete('/x', {})
    expect(told).toBe(2)
  })

  it('says nothing about a call that its page aborted', async () => {
    const { http, announced } = setUp(() => ({ body: {} }))
    const controller = new AbortController()
    controller.abort()
    await expect(http.get('/x', {}, { signal: controller.signal })).rejects.toThrow()
    expect(announced).toEqual([])
  })

  it('shows no HTML of a proxy', async () => {
    const { http } = setUp(() => ({ status: 502, body: '<html>Bad Gateway</html>' }))
    await expect(http.get('/x')).rejects.toThrow('操作失败，请稍后重试')
  })

  it('takes a page in place of an answer for a failure, even with status 200', async () => {
    const { http, announced } = setUp(() => ({
      body: '<html>Sign in to this network</html>',
      headers: { 'content-type': 'text/html; charset=utf-8' },
    }))
    await expect(http.get('/x')).rejects.toMatchObject({ message: '操作失败，请稍后重试', announced: true })
    expect(announced).toMatchObject([{ how: 'message', text: '操作失败，请稍后重试' }])
  })

  it('never fails without a word', () => {
    const silent = { success: false, message: '', code: 500, result: null, timestamp: 0 }
    for (const answer of [silent, {}, '', null])
      expect(() => resultOf(answer as typeof silent)).toThrow('操作失败，请稍后重试')
  })

  it('turns an expected refusal into an error that nobody was told of', () => {
    expect(() =>
      resultOf({ success: false, message: '旧密码输入错误!', code: 500, result: null, timestamp: 0 }),
    ).toThrow(expect.objectContaining({ message: '旧密码输入错误!', announced: false }))
  })
})

describe('reads while the server is away', () => {
  it('are asked again when it is back, without a message; changes fail at once', async () => {
    let isUp = false
    const { http, announced, calls } = setUp(
      () => (isUp ? { body: envelope('there') } : { fails: 'network' }),
      {},
      { readsAreRetried: true },
    )
    const wait = vi.fn(async () => {
      isUp = true
    })
    const retrying = retryReads(http, { serverIsBack: wait, signedInAgain: () => null })
    await expect(retrying.post('/save', {})).rejects.toMatchObject({ status: 0 })
    expect(announced).toHaveLength(1)
    expect(await retrying.get('/list')).toEqual(envelope('there'))
    expect(wait).toHaveBeenCalledOnce()
    expect(calls).toHaveLength(3)
    expect(announced).toHaveLength(1)
  })

  it.each([502, 503])('count a %i for nobody there: a restart signs nobody out', async (status) => {
    let isUp = false
    const { http, announced } = setUp(
      () => (isUp ? { body: envelope('there') } : { status, body: '<html>Bad Gateway</html>' }),
      {},
      { readsAreRetried: true },
    )
    const serverIsBack = async () => {
      isUp = true
    }
    const retrying = retryReads(http, { serverIsBack, signedInAgain: () => null })
    expect(await retrying.get('/list')).toEqual(envelope('there'))
    expect(announced).toHaveLength(0)
  })

  it('end when the page is left', async () => {
    const { http } = setUp(() => ({ fails: 'network' }), {}, { readsAreRetried: true })
    const controller = new AbortController()
    const reading = retryReads(http, {
      serverIsBack: () => new Promise(() => {}),
      signedInAgain: () => null,
    }).get('/x', {}, { signal: controller.signal })
    setTimeout(() => controller.abort(), 5)
    await expect(reading).rejects.toThrow()
  })
})
