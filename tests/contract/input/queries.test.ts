import { afterAll, describe, expect, it } from 'vitest'
import { API, createTestApp } from '#tests/helpers/app.ts'
import { AWKWARD, addressOf, encoded, endsTheTest, harmless, namesIn, short } from './awkward.ts'
import { SOUND_QUERIES } from './sound-queries.ts'

// Built before the tests are named, because each route is a test of its own.
const test = await createTestApp()
const token = await test.signIn('admin')
afterAll(() => test.close())

const reading = test.app.routes.filter(
  (route) => route.method === 'GET' && route.url.startsWith(API) && !endsTheTest(route),
)

/** Every text as the value of each parameter, the others sound. */
async function eachParameter(path: string, sound: Readonly<Record<string, string>>): Promise<void> {
  for (const name of Object.keys(sound))
    for (const text of AWKWARD) {
      const query = Object.entries({ ...sound, [name]: text })
        .map(([key, value]) => `${key}=${encoded(value)}`)
        .join('&')
      await harmless(`${path} ${name}=${short(text)}`, test.call(token, 'GET', `${path}?${query}`))
    }
}

describe('awkward text in a parameter is an answer, never an error of the server [I-2]', () => {
  it('of a real choice of routes', () => {
    expect(reading.length).toBeGreaterThan(30)
  })

  it.each(reading.map((route) => [route.url.replace(API, ''), route] as const))(
    'GET %s, by its declared shape and what lists take',
    async (_, route) => {
      const names = [...namesIn(route.schema?.querystring), 'pageNo', 'order', 'id']
      await eachParameter(addressOf(route), Object.fromEntries(names.map((name) => [name, '1'])))
    },
  )

  it.each(SOUND_QUERIES)('GET %s, asked as a page does', async (path, sound) => {
    // Otherwise the awkward ones would never get past the first check.
    const answer = await test.call(token, 'GET', `${path}?${new URLSearchParams(sound)}`)
    expect(answer.status, answer.text).toBe(200)
    await eachParameter(path, sound)
  })
})

describe('awkward parameters', () => {
  it('as a parameter name, or as an object, changes nothing of the answer [I-2]', async () => {
    for (const url of [
      '/sys/user/list',
      '/online/cgform/api/getData/expo',
      '/sys/user/getMultiUser?username=admin',
    ]) {
      const plain = await test.call(token, 'GET', url)
      expect(plain.body.result).not.toEqual(null)
      for (const text of AWKWARD.filter((one) => one.length < 100)) {
        const what = `${url} ${short(text)}=`
        const asked = test.call(
          token,
          'GET',
          `${url}${url.includes('?') ? '&' : '?'}${encoded(text)}=1&${encoded(`name[${text}]`)}=1`,
        )
        await harmless(what, asked)
        const { status, body } = await asked
        expect([status, body.result], what).toEqual([plain.status, plain.body.result])
      }
    }
  })

  it('given twice, the last one counts [I-2]', async () => {
    for (const [twice, once] of [
      ['/sys/user/list?username=nobody&username=admin', '/sys/user/list?username=admin'],
      ['/online/cgform/api/getData/expo?pageSize=3&pageSize=2', '/online/cgform/api/getData/expo?pageSize=2'],
    ] as const) {
      const asked = test.call(token, 'GET', twice)
      await harmless(twice, asked)
      const { body } = await test.call(token, 'GET', once)
      expect(body.result.records).not.toEqual([])
      expect((await asked).body.result, twice).toEqual(body.result)
    }
    const keyword = '/sys/dict/loadDict/sex?keyword=a&keyword=b'
    await harmless(keyword, test.call(token, 'GET', keyword))
  })
})
