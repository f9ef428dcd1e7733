import { afterAll, describe, expect, it } from 'vitest'
import { API, createTestApp } from '#tests/helpers/app.ts'
import { AWKWARD_VALUES, addressOf, endsTheTest, harmless, namesIn, short } from './awkward.ts'

// Built before the tests are named, because each route is a test of its own.
const test = await createTestApp()
let token = await test.signIn('admin')
afterAll(() => test.close())

type Method = 'POST' | 'PUT' | 'DELETE'
const writing = test.app.routes.filter(
  (route) => route.method !== 'GET' && route.url.startsWith(API) && !endsTheTest(route),
)

/** Fields that a route reads without declaring them, by the end of its path. */
const UNDECLARED: Readonly<Record<string, readonly string[]>> = {
  '/online/cgform/api/form/:code': [
    'id',
    '_version',
    'name',
    'status',
    'start_date',
    'is_public',
    'expo_contact',
  ],
  '/sys/fillRule/executeRuleByCode/:ruleCode': ['name'],
}

/**
 * A name takes every third value alone, the next name the next ones, so that a route meets each value in some of its names;
 * `npm run long` gives every value to every name.
 */
const SHARE = 3
const TAKES_ALL = process.env.EVERY_INPUT === '1'

describe('an awkward body is an answer, never an error of the server [I-2]', () => {
  it('of a real choice of routes', () => {
    expect(writing.length).toBeGreaterThan(20)
  })

  it.each(writing.map((route) => [route.method, route.url.replace(API, ''), route] as const))(
    '%s %s',
    async (method, path, route) => {
      const names = [...namesIn(route.schema?.body), ...(UNDECLARED[path] ?? [])]
      for (const [turn, value] of AWKWARD_VALUES.entries()) {
        const all = Object.fromEntries(names.map((name) => [name, value]))
        const alone = names.filter((_, place) => TAKES_ALL || (place + turn) % SHARE === 0)
        const bodies: unknown[] = [value, all, ...alone.map((name) => ({ ...SOUND, [name]: value }))]
        for (const body of bodies)
          await harmless(
            `${method} ${path} ${short(JSON.stringify(body) ?? '')}`,
            test.call(token, method as Method, addressOf(route), body, { remoteAddress: '10.5.5.5' }),
          )
        // Wrong passwords and codes must not close the door for the next value.
        test.clock.ahead += 11 * 60_000
        if ((await test.app.sessions.find(token, undefined)) === null) token = await test.signIn('admin')
      }
    },
  )

  it('leaves everybody where they were', async () => {
    const { rows } = await test.database.connections.readPool.query(
      "select count(*) as count from platform.sys_user where username in ('admin', 'staff')",
    )
    expect(rows[0]?.count).toBe(2)
  })
})

/** Values beside the awkward one that most bodies accept. */
const SOUND = { id: '1', name: 'a', username: 'a', password: 'a', code: 'a' }
