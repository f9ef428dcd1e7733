import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { testSession } from '#tests/helpers/form-bench.ts'
import { createFillRules, type FillRules } from './fill-rules.ts'

describe('serial numbers', () => {
  let database: TestDatabase
  let rules: FillRules
  let today = new Date(2030, 4, 9, 8, 7, 6)
  const session = testSession()
  beforeAll(async () => {
    database = await createTestDatabase()
    await database.connections.writePool.query(
      `insert into platform.sys_fill_rule (id, rule_name, rule_code, rule_class, rule_params) values
        ('1', '编号', 'no', 'serial', '{"prefix":"N","date":"YYYYMMDD","digits":3}'),
        ('2', '订单', 'order', 'order_number', null),
        ('3', '坏的', 'broken', 'serial', 'nonsense'),
        ('4', '未知', 'unknown', 'no_such_handler', '{}')`,
    )
    rules = createFillRules(database.connections.readPool, () => today)
  })
  afterAll(() => database.drop())

  /** Takes a number in a transaction of its own, which is kept or undone. */
  async function take(how: 'commit' | 'rollback', as = session): Promise<string> {
    const client = await database.connections.writePool.connect()
    try {
      await client.query('begin')
      const [number] = await rules.next('no', [{}], as, client)
      await client.query(how)
      return number ?? ''
    } finally {
      client.release()
    }
  }

  it('gives nothing where there is no such rule, so that the record can be saved all the same', async () => {
    const client = await database.connections.writePool.connect()
    try {
      expect(await rules.next('nowhere', [{}, {}], session, client)).toEqual([null, null])
    } finally {
      client.release()
    }
    await expect(rules.preview('nowhere', {}, session)).rejects.toThrow('编码规则不存在')
  })

  it('have no gap and no double when many save at once and some are undone', async () => {
    const kept = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const how = index % 3 === 0 ? 'rollback' : 'commit'
        const number = await take(how)
        return how === 'commit' ? number : null
      }),
    )
    const numbers = kept.filter((number) => number !== null).sort()
    expect(numbers).toEqual(
      Array.from({ length: 40 }, (_, index) => `N20300509${String(index + 1).padStart(3, '0')}`),
    )
  })

  it('count anew each day, and for each tenant', async () => {
    expect(await rules.preview('no', {}, session)).toBe('N20300509041')
    expect(await take('commit', testSession({ tenantId: 2 }))).toBe('N20300509001')
    today = new Date(2030, 4, 10)
    expect(await take('commit')).toBe('N20300510001')
  })

  it('are given to many rows at once', async () => {
    const client = await database.connections.writePool.connect()
    try {
      const numbers = await rules.next('no', [{}, {}, {}], testSession({ tenantId: 3 }), client)
      expect(numbers).toEqual(['N20300510001', 'N20300510002', 'N20300510003'])
      expect(await rules.next('no', [{}], testSession({ tenantId: 3 }), client)).toEqual(['N20300510004'])
    } finally {
      client.release()
    }
  })

  it('grow beyond their digits rather than repeat', async () => {
    await database.connections.writePool.query('update platform.serial set last_value = 999')
    expect(await take('commit')).toBe('N203005101000')
  })

  it('of orders hold time, two random digits and a name', async () => {
    today = new Date(2030, 4, 9, 8, 7, 6)
    expect(await rules.preview('order', { name: '甲' }, session)).toMatch(/^CN20300509080706\d{2}甲$/)
  })

  it('work with broken parameters, and refuse what nobody knows', async () => {
    expect(await rules.preview('broken', {}, session)).toBe('0001')
    for (const code of ['unknown', 'nothing', "no' or '1'='1"])
      await expect(rules.preview(code, {}, session)).rejects.toMatchObject({ status: 400 })
  })
})
