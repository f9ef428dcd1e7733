import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { createOneTimeSecrets } from './one-time-secrets.ts'

describe('a secret that works once', () => {
  let database: TestDatabase
  let now = Date.now()
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())
  const store = () => createOneTimeSecrets(database.connections.write, () => now)
  const states = async (tries: Promise<{ state: string }>[]) =>
    (await Promise.all(tries)).map(({ state }) => state).sort()

  it('is right once, however many ask at the same moment', async () => {
    const secrets = store()
    await secrets.issue('sms-login', 'a', '123456', { ms: 1000, tries: 9, data: 'x' })
    expect(await secrets.redeem('sms-register', 'a', '123456')).toEqual({ state: 'gone' })
    expect(await secrets.redeem('sms-login', 'b', '123456')).toEqual({ state: 'gone' })
    const asked = Array.from({ length: 5 }, () => secrets.redeem('sms-login', 'a', '123456'))
    expect(await states(asked)).toEqual(['gone', 'gone', 'gone', 'gone', 'right'])
  })

  it('is void after its wrong tries, sent at the same moment or not, and after its time [N-8]', async () => {
    const secrets = store()
    await secrets.issue('sms-login', 'a', '123456', { ms: 1000, tries: 5 })
    const guesses = Array.from({ length: 8 }, (_, index) =>
      secrets.redeem('sms-login', 'a', `guess ${index}`),
    )
    expect(await states(guesses)).toEqual(['gone', 'gone', 'gone', ...Array(5).fill('wrong')])
    expect(await secrets.redeem('sms-login', 'a', '123456')).toEqual({ state: 'gone' })
    await secrets.issue('sms-login', 'a', '123456', { ms: 1000 })
    now += 1001
    expect(await secrets.redeem('sms-login', 'a', '123456')).toEqual({ state: 'gone' })
  })
})
