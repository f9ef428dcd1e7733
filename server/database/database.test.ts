import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { migrate } from './migrate.ts'

describe('connections', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  it('refuses a write on the reading pool', async () => {
    await expect(
      database.connections.readPool.query("insert into platform.setting values ('a', 'b')"),
    ).rejects.toThrow(/read-only/)
  })

  it('answers dates as the wire writes them and long numbers without loss', async () => {
    const { rows } = await database.connections.readPool.query(
      "select date '2026-01-31' as d, timestamp '2026-01-31 08:09:10' as t, 12345678901234567890::numeric as n, 12.50::numeric as m, -0.000000000000001::numeric as s, 9007199254740993::bigint as b, 123456789012345::bigint as k",
    )
    expect(rows[0]).toEqual({
      d: '2026-01-31',
      t: '2026-01-31 08:09:10',
      n: '12345678901234567890',
      m: 12.5,
      s: -1e-15,
      b: '9007199254740993',
      k: 123456789012345,
    })
  })

  it('hears notifications, also after its connection was cut', async () => {
    const { connections } = database
    const heard: string[] = []
    const ups: boolean[] = []
    const end = connections.listen('test_channel', {
      onMessage: (text) => heard.push(text),
      onUp: (up) => ups.push(up),
    })
    await waitFor(() => ups.at(-1) === true)
    await connections.writePool.query("select pg_notify('test_channel', 'one')")
    await waitFor(() => heard.includes('one'))
    await connections.writePool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'expo-listen' and datname = current_database()",
    )
    await waitFor(() => ups.includes(false) && ups.at(-1) === true)
    await connections.writePool.query("select pg_notify('test_channel', 'two')")
    await waitFor(() => heard.includes('two'))
    end()
  })

  it('migrates twice without effect and refuses a newer database', async () => {
    await migrate(database.connections)
    await database.connections.writePool.query(
      "insert into public.expo_migration (name, timestamp) values ('9999-future', '2099-01-01')",
    )
    await expect(migrate(database.connections)).rejects.toThrow('数据库的结构比本程序更新')
    await database.connections.writePool.query("delete from public.expo_migration where name = '9999-future'")
  })
})

async function waitFor(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('waited in vain')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
