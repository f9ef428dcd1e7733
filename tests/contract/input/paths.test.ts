import { afterAll, describe, expect, it } from 'vitest'
import { API, createTestApp } from '#tests/helpers/app.ts'
import { AWKWARD, addressOf, encoded, endsTheTest, harmless, partsOf, short } from './awkward.ts'

// Built before the tests are named, because each route is a test of its own.
const test = await createTestApp()
const token = await test.signIn('admin')
afterAll(() => test.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const withParts = test.app.routes.filter(
  (route) => route.url.startsWith(API) && partsOf(route.url).length > 0 && !endsTheTest(route),
)

/** Dictionary names that are put together of several names. */
const PUT_TOGETHER = [
  '/sys/dict/loadDict/#,realname,username',
  '/sys/dict/loadDict/sys_user,#,username',
  '/sys/dict/loadDict/sys_user,realname,#',
  '/sys/dict/loadDict/expo.#',
  '/sys/dict/loadDictItem/#?key=1',
  '/sys/dict/getDictText/#/1',
  '/sys/dict/getDictText/sex/#',
  '/sys/dict/getDictText/sys_user,realname,username/#',
]

describe('awkward text in a path is an answer, never an error of the server [I-2]', () => {
  it('of a real choice of routes', () => {
    expect(withParts.length).toBeGreaterThan(15)
  })

  it.each(withParts.map((route) => [route.method, route.url.replace(API, ''), route] as const))(
    '%s %s',
    async (method, _, route) => {
      for (const name of partsOf(route.url))
        for (const text of AWKWARD) {
          const url = addressOf(route, { [name]: encoded(text) })
          const body = method === 'GET' || method === 'DELETE' ? undefined : {}
          await harmless(`${method} ${short(url)}`, test.call(token, method as Method, url, body))
        }
    },
  )

  it.each(PUT_TOGETHER)('GET %s', async (path) => {
    for (const text of AWKWARD) {
      const url = path.replace('#', encoded(text))
      await harmless(short(url), test.call(token, 'GET', url))
    }
  })
})
